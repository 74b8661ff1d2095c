"""Animal shogi: published and recomputed figures, and the same game with lions taken."""

from functools import cache

import attrs
import numpy as np
import pytest
from numba import njit

from games import AnimalShogi
from games.animal_shogi.kernels import (
    LOSS,
    MAX_MOVES,
    PLAYING,
    WIN,
    canonical,
    successors,
    symmetries,
    terminal_code,
)
from games.animal_shogi.plain import PlainAnimalShogi
from gamesolver import CompiledGame, CompiledRules, Outcome, Value, solve
from tests.oracles.published import by_value, figures, made

WHOLE, *FEWER = figures("animal-shogi")
PUBLISHED = WHOLE["lion_taken"]
LARGE = pytest.mark.slow
SMALL = [each for each in FEWER if each["folded"] < 100_000]


def assert_values(solution, golden):
    """As many positions are won, lost and drawn as was published."""
    found = by_value(solution.counts())
    assert found == {name: golden[name] for name in ("won", "lost", "drawn")}


def longest(solution, value):
    """The greatest remoteness of a position with that value."""
    return max(each.remoteness for each in solution.counts() if each.value is value)


# ── figures ────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("game", "plies"),
    [pytest.param(AnimalShogi(), 7, marks=pytest.mark.compiled), (PlainAnimalShogi(), 6)],
    ids=["compiled", "plain"],
)
def test_first_plies(game, plies):
    """So many positions are first reached at each ply."""
    found = layer = {game.canonical(game.start())}
    for expected in WHOLE["plies"]["first_reached"][:plies]:
        assert len(layer) == expected
        reached = {
            game.canonical(game.play(position, move))
            for position in layer
            if game.terminal_value(position) is None
            for move in game.moves(position)
        }
        layer = reached - found
        found = found | layer


def marks(golden):
    """The marks of a larger game: left out, or too slow in plain Python."""
    mark = pytest.mark.compiled if golden in SMALL else LARGE
    return [mark] if golden["folded"] > 1_000 else []


@pytest.mark.parametrize(
    "golden",
    [
        pytest.param(
            each,
            id=each["parameters"]["pieces"],
            marks=[]
            if each["folded"] < 1_000
            else pytest.mark.compiled
            if each in SMALL
            else LARGE,
        )
        for each in FEWER
    ],
)
def test_fewer_pieces(golden):
    """Relatives with some of the pieces have the counts and the start that were computed."""
    solution = solve(made("animal-shogi", golden))
    assert len(solution) == golden["folded"]
    assert_values(solution, golden)
    assert str(solution.outcome) == golden["outcome"]
    assert longest(solution, Value.WIN) == golden["longest_win"]
    assert longest(solution, Value.LOSS) == golden["longest_loss"]


@pytest.mark.parametrize("pieces", ["L", pytest.param("LE", marks=pytest.mark.compiled)])
def test_plain_rules_have_the_same_solution(pieces):
    """Solved by plain rules, every position of a small relative has the same outcome."""
    game = AnimalShogi(pieces)
    compiled, plain = solve(game), solve(game.plain)
    assert len(compiled) == len(plain)
    for position in compiled:
        assert compiled[position] == plain[game.to_plain(position)]


@LARGE
def test_the_whole_game():
    """Reachable positions, ends, values, the start and its moves are as published."""
    solution = solve(AnimalShogi())
    counts = solution.counts()
    assert len(solution) == WHOLE["folded"]
    assert counts[Outcome(Value.WIN, 0)] == WHOLE["ends_won"]
    assert counts[Outcome(Value.LOSS, 0)] == WHOLE["ends_lost"]
    assert_values(solution, WHOLE)
    assert str(solution.outcome) == WHOLE["outcome"]
    rows = solution.moves(AnimalShogi().start())
    assert sorted(row.outcome.remoteness for row in rows) == WHOLE["opening_plies"]
    assert longest(solution, Value.WIN) == WHOLE["longest_win"]
    assert longest(solution, Value.LOSS) == WHOLE["longest_loss"]


# ── the lion is taken: one ply more, as in the literature ──────────────────

TAKEN = 1 << 60
"""What is left when a lion has been taken: the player to move has lost."""
LION_IS_TAKEN = np.uint64(TAKEN)


@njit
def code_before_taking(position):
    """A lion that can be taken is no end; one that has been taken is."""
    if position == LION_IS_TAKEN:
        return np.int64(LOSS)
    code = terminal_code(position)
    return np.int64(PLAYING) if code == WIN else code


@njit
def successors_by_taking(position, moves, positions):
    """Who can take the lion does so; else the moves are the usual ones."""
    if terminal_code(position) == WIN:
        moves[0], positions[0] = -1, LION_IS_TAKEN
        return np.int64(1)
    return successors(position, moves, positions)


@cache
def rules_by_taking():
    """The rules of the game in which lions are taken."""
    return CompiledRules(
        successors_by_taking,
        code_before_taking,
        MAX_MOVES,
        symmetries=symmetries,
        canonical=canonical,
    )


@attrs.frozen
class LionTaken(CompiledGame):
    """Animal shogi that ends when a lion has been taken, or is safe on its last row."""

    pieces: str = "LCEG"

    def start(self):
        return AnimalShogi(self.pieces).start()

    @property
    def rules(self):
        return rules_by_taking()


@pytest.mark.parametrize(
    "pieces",
    ["L", *(pytest.param(each, marks=pytest.mark.compiled) for each in ["LG", "LC", "LE"])],
)
def test_taking_the_lion_takes_a_ply(pieces):
    """One end more and every value the same; only ends with a lion to take surely shift by one."""
    usual, taken = solve(AnimalShogi(pieces)), solve(LionTaken(pieces))
    assert len(taken) == len(usual) + 1
    assert taken[TAKEN] == Outcome(Value.LOSS, 0)
    for position in usual:
        here, there = usual[position], taken[position]
        assert here.value is there.value
        if here == Outcome(Value.WIN, 0):
            assert there == Outcome(Value.WIN, 1)
        elif here.remoteness is not None:
            assert there.remoteness - here.remoteness in (0, 1)


@LARGE
def test_figures_with_the_lion_taken():
    """The literature's figures: lost in 78, first moves 76 and 78, the longest line 173."""
    solution = solve(LionTaken())
    assert len(solution) == WHOLE["folded"] + 1
    assert str(solution.outcome) == PUBLISHED["outcome"]
    rows = solution.moves(LionTaken().start())
    assert sorted(row.outcome.remoteness for row in rows) == PUBLISHED["opening_plies"]
    line = max(longest(solution, Value.WIN), longest(solution, Value.LOSS))
    assert line == PUBLISHED["longest"]
