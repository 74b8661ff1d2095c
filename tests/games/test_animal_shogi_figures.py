"""Animal shogi: a variant with captured lions, and the indexed game against the enumerated."""

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
from games.animal_shogi.plain import PIECES, PlainAnimalShogi
from gamesolver import CompiledGame, CompiledRules, Outcome, Value, solve
from tests.oracles.published import figures

WHOLE = figures("animal-shogi")[0]
PUBLISHED = WHOLE["lion_taken"]
LARGE = pytest.mark.slow


def longest(solution, value):
    """Return the greatest remoteness of a position with the given value."""
    return max(each.remoteness for each in solution.counts() if each.value is value)


# ── figures ────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("game", "plies"),
    [pytest.param(AnimalShogi(), 7, marks=pytest.mark.compiled), (PlainAnimalShogi(), 6)],
    ids=["compiled", "plain"],
)
def test_first_plies(game, plies):
    """The numbers of positions first reached at each ply are those of the figures."""
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


# ── the lion is taken: one ply more, as in the literature ──────────────────

TAKEN = 1 << 60
"""Position after the capture of a lion: the player to move has lost."""
LION_IS_TAKEN = np.uint64(TAKEN)


@njit
def code_before_taking(position):
    """Return the terminal code: play ends once a lion has been captured, not before."""
    if position == LION_IS_TAKEN:
        return np.int64(LOSS)
    code = terminal_code(position)
    return np.int64(PLAYING) if code == WIN else code


@njit
def successors_by_taking(position, moves, positions):
    """Generate the capture of the lion alone if it is possible, else the usual moves."""
    if terminal_code(position) == WIN:
        moves[0], positions[0] = -1, LION_IS_TAKEN
        return np.int64(1)
    return successors(position, moves, positions)


@cache
def rules_by_taking():
    """Return the rules of the game in which lions are captured."""
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
    """Capturing the lion adds one position, changes no value, and adds at most one ply."""
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


# ── the indexed game is the enumerated one ────────────────────────────────────────────────────────


WHOLE = figures("animal-shogi")[0]
NUMBERING = WHOLE["numbering"]
GAME = AnimalShogi(indexed=True)
RELATIVES = [
    pytest.param("L"),
    *(pytest.param(p, marks=pytest.mark.compiled) for p in PIECES[3:0:-1]),
]

# ── the same as the enumerated game ────────────────────────────────────────


def assert_same_solution(pieces):
    """Solve a game as enumerated and indexed, compare the counts, and return both solutions."""
    found, indexed = solve(AnimalShogi(pieces)), solve(AnimalShogi(pieces, indexed=True))
    assert indexed.counts(reachable=True) == found.counts()
    assert indexed.outcome == found.outcome
    return found, indexed


@pytest.mark.parametrize("pieces", RELATIVES)
def test_solved_found_and_numbered(pieces):
    """A small relative has the same counts and the same outcomes."""
    found, indexed = assert_same_solution(pieces)
    assert all(indexed[position] == found[position] for position in found)


def test_the_certificate():
    """All placements of the lions are solved, as the certificate confirms."""
    solution = solve(AnimalShogi("L", indexed=True))
    assert len(solution) == 54
    assert solution.verify()


@pytest.mark.slow
@pytest.mark.parametrize("pieces", ["LEG", "LCE", "LCG"])
def test_larger_relatives_solved_found_and_numbered(pieces):
    """A larger one has the same counts, and the same outcomes at every hundredth position."""
    found, indexed = assert_same_solution(pieces)
    for place, position in enumerate(found):
        if place % 100 == 0:
            assert indexed[position] == found[position]


@pytest.mark.slow
def test_the_whole_game_numbered():
    """The indexed game has all placements and the reachable positions of the enumerated one."""
    solution, whole = solve(GAME), WHOLE
    assert len(solution) == NUMBERING["valid"]
    counts = solution.counts(reachable=True)
    assert sum(counts.values()) == whole["folded"]
    assert str(solution.outcome) == whole["outcome"]
