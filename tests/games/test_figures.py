"""Figures of games that are too large to be solved for the pages: solved or proved here.

``test_shelf_pages`` solves the games with fewer positions. Tests of single games check the
figures that a solution does not count.
"""

import pytest

from gamesolver import CompiledGame, prove, registered_games, solve
from tests.oracles.unfolded import unfolded_size
from tests.support.shelf_pages import shelf_pages

PAGES = shelf_pages()
EVERYDAY = {True: 2_000_000, False: 20_000}
"""Most orbits of a game that is solved in every run, with compiled rules and with plain ones."""
MOST = 400_000_000
"""Most orbits of a game that is solved here; ``benchmarks/stages.py`` solves larger ones."""


def marks(case, orbits):
    """Return the marks of a game with a number of orbits."""
    is_compiled = isinstance(case.game, CompiledGame)
    slow = [] if orbits <= EVERYDAY[is_compiled] else [pytest.mark.slow]
    return [*slow, *[pytest.mark.compiled] * is_compiled]


LARGE = [
    pytest.param(case, marks=marks(case, orbits), id=case.called)
    for name in registered_games()
    for case in PAGES.cases(name)
    if not PAGES.is_small(case) and case.called in PAGES.record()
    if (orbits := PAGES.record()[case.called]["folded"]["positions"]) <= MOST
]


@pytest.mark.parametrize("case", LARGE)
def test_every_figure_of_a_large_game_is_met(case):
    """The outcome, first moves, and counts are as published, or the file states why they differ."""
    found = PAGES.answers(case, solve(case.game))
    assert [each for each in PAGES.held_of(case, found) if each.verdict == PAGES.OTHER] == []


@pytest.mark.parametrize("name", registered_games())
def test_the_certificate_of_a_small_game(name):
    """The certificate holds at every position of the first game that is small, by plain rules."""
    small = [case.game for case in PAGES.cases(name) if PAGES.is_small(case)]
    for game in small[:1]:
        solution = solve(PAGES.plain(game))
        assert solution.verify(full=True).positions == unfolded_size(solution)


# ── proofs of the start ─────────────────────────────────────────────────────────────────────────


def visiting(most, everyday):
    """Return the recorded proofs that visit few enough positions, the longer ones as slow."""
    cases = {case.called: case for name in registered_games() for case in PAGES.every_case(name)}
    return [
        pytest.param(
            cases[called],
            id=called,
            marks=[pytest.mark.compiled, *[pytest.mark.slow] * (kept["visited"] > everyday)],
        )
        for called, kept in PAGES.proofs().items()
        if kept["visited"] <= most
    ]


@pytest.mark.parametrize("case", visiting(50_000_000, everyday=500_000))
def test_what_is_recorded_as_proved_is_proved_again(case):
    """The outcome, the score, and the best moves are those of the record."""
    kept, found = PAGES.proofs()[case.called], PAGES.prove_start(case, "1 GB")
    names = "outcome", "score", "best_moves"
    assert {name: found[name] for name in names} == {name: kept[name] for name in names}


@pytest.mark.parametrize("case", visiting(2_000_000, everyday=30_000))
def test_a_proof_is_verified(case):
    """A recorded proof is verified by the rules alone, and has the recorded value."""
    proof = prove(case.game, exact=False, memory="256 MB")
    assert proof.verify().bounds.value is proof.value
    assert PAGES.proofs()[case.called]["outcome"].startswith(proof.value.name.lower())
