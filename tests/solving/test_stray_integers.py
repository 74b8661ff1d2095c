"""An integer that is not a position is unknown, and never has the outcome of a neighbour."""

from fractions import Fraction

import numpy as np
import pytest

from gamesolver import NO_POSITION, UnknownPositionError, solve
from tests.attacks.endless_games import Onward
from tests.attacks.engine_games import ENUMERATED, INDEXED, SheetGame
from tests.support.engine_solving import playable, random_drawing
from tests.support.scale import scaled

KINDS = [(fold, False) for fold in ENUMERATED] + [(fold, True) for fold in INDEXED]
NUMBERS = [-1, -(2**63), NO_POSITION, 2**64, 2**64 + 1, 2**70, 2**1000]
OTHERS = [0.0, 1.0, float("nan"), 1j, Fraction(1), None, True, False, "", "0", b"0", (0,), [0], {}]
OTHERS += [
    np.float64(0),
    np.bool_(True),
    np.array([0]),
    np.array(0),
    np.timedelta64(0, "s"),
    object,
]


def game_of(fold, indexed):
    """Return a game of twelve nodes, including position 0."""
    drawing = random_drawing(12, seed=2, roots=12)
    return SheetGame(playable(drawing, fold), fold, indexed)


def positions_of(game):
    """Return every position of a game, for each node and each possible player to move."""
    seats = (0,) if game.fold == "strict" else (0, 1)
    return {game.at(node, seat) for node in range(12) for seat in seats}


def is_known(solution, thing):
    """Return True if a solution knows an object, after checking that all queries agree."""
    if thing in solution:
        assert solution.get(thing) == solution[thing]
        return True
    assert solution.get(thing, "unknown") == "unknown"
    for query in (
        solution.__getitem__,
        solution.moves,
        solution.best_moves,
        solution.best_move,
        solution.mainline,
    ):
        if thing is not None or query != solution.mainline:
            with pytest.raises(UnknownPositionError) as caught:
                query(thing)
            assert caught.value.position is thing
    return False


@pytest.mark.parametrize(("fold", "indexed"), KINDS)
def test_a_bit_too_many_or_too_few(fold, indexed):
    """An integer that differs from a position in one bit is known only if it is a position."""
    game = game_of(fold, indexed)
    solution = solve(game)
    positions = positions_of(game)
    own = {each for each in positions if is_known(solution, each)}
    assert own == positions if indexed or fold != "raw" else own >= set(solution)
    some = sorted(positions)[:: scaled(3, 1)]
    near = {each ^ 1 << bit for each in some for bit in range(64)}
    near |= {each + step for each in some for step in (-1, 1, 2**32, 2**63, 2**64, -(2**64))}
    assert {each for each in near if is_known(solution, each)} == own & near


@pytest.mark.parametrize(("fold", "indexed"), KINDS)
def test_what_is_in_a_hole_or_nowhere(fold, indexed):
    """Integers out of range and the integers of unused indexes are unknown."""
    game = game_of(fold, indexed)
    solution = solve(game)
    for number in NUMBERS:
        assert not is_known(solution, number)
    positions = positions_of(game)
    for index in range(game.rules.num_indexes or 0):
        there = int(game.rules.calls.position_at(np.int64(index)))
        assert is_known(solution, there) == (there in positions)


@pytest.mark.parametrize(("fold", "indexed"), KINDS)
@pytest.mark.parametrize("thing", OTHERS, ids=repr)
def test_what_is_no_integer(fold, indexed, thing):
    """Floats, texts and booleans are unknown, even if they are equal to a position."""
    assert not is_known(solve(game_of(fold, indexed)), thing)


@pytest.mark.parametrize("indexed", [False, True], ids=["found", "indexed"])
def test_yes_and_no_are_not_one_and_zero(indexed):
    """True and False are unknown, though 1 and 0 are positions."""
    solution = solve(Onward(9, indexed))
    assert [is_known(solution, each) for each in (0, 1, False, True)] == [True, True, False, False]


NOT_REACHED = "not reachable from the start of Onward(length=9); solve(game, start=...) solves it"
NOT_THERE = "no position in the index of Onward(length=9)"
NO_NUMBER = "expected a whole number from 0 to 2^64 - 2"
A_TEXT = "it is the text of a known one: pass game.parse(text)"


@pytest.mark.parametrize(
    ("thing", "indexed", "message"),
    [
        (77, False, NOT_REACHED),
        (2**64, False, NO_NUMBER),
        (None, False, NO_NUMBER),
        ("5", False, A_TEXT),
        (77, True, NOT_THERE),
        (-1, True, NO_NUMBER),
        (True, True, NO_NUMBER),
        ("5", True, A_TEXT),
    ],
)
def test_why_it_is_unknown(thing, indexed, message):
    """The message names the object and the reason why it is unknown."""
    solution = solve(Onward(9, indexed))
    with pytest.raises(UnknownPositionError) as caught:
        solution[thing]
    assert str(caught.value) == f"unknown position {thing!r}: {message}"
