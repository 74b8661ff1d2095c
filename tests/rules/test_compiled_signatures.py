"""Signatures of compiled rules: types that fit, and the messages for types that do not."""

import numpy as np
import pytest
from numba import njit

from gamesolver import CompiledGame, CompiledRules, GameContractError, solve
from gamesolver.rules.calls import GUARD_MOVE, GUARD_POSITION

ONE = np.uint64(1)


@njit
def take_one(position, moves, positions):
    """Take one counter, the only move; the returned count is a constant."""
    moves[0] = 1
    positions[0] = position - ONE
    return 1


@njit
def lost_when_empty(position):
    """Return a loss for a player who finds no counter."""
    return -1 if position == np.uint64(0) else 2


@njit
def a_word(position):
    """Return the player to move, but as an unsigned integer."""
    return position & ONE


class Countdown(CompiledGame):
    """Pile of counters, from which each player takes one."""

    def __init__(self, **rules):
        needed = {"successors": take_one, "terminal_code": lost_when_empty, "max_moves": 1}
        self._rules = CompiledRules(**needed | rules)

    @property
    def rules(self):
        return self._rules

    def start(self):
        return 5


def test_a_rule_may_return_a_constant():
    """A rule may ``return 1``, though numba gives a literal a type of its own."""
    solution = solve(Countdown())
    assert [str(solution[counters]) for counters in range(3)] == [
        "loss in 0",
        "win in 1",
        "loss in 2",
    ]


@njit
def words_that_stand_there(position, moves, positions):
    """Write the values with which the library fills a buffer before the call."""
    moves[0], positions[0] = GUARD_MOVE, GUARD_POSITION
    return 1


def test_any_word_may_be_written():
    """A rule may write any value, including the library's guard values."""
    calls = Countdown(successors=words_that_stand_there).rules.calls
    assert calls.call_successors(3) == ([int(GUARD_MOVE)], [int(GUARD_POSITION)])


@njit
def a_seat_or_nothing(position):
    """Return the first player, or None at position 3."""
    return 0 if position != 3 else None


@njit
def a_text_for_a_move(position, moves, positions):
    """Write a text in place of a move's code."""
    moves[0] = "one"
    return 1


@pytest.mark.compiled(why="plain Python compiles nothing")
def test_what_does_not_compile_is_reported_with_the_types():
    """If numba's first line ends with a colon, the message also has the text that follows."""
    with pytest.raises(GameContractError) as caught:
        Countdown(successors=a_text_for_a_move).rules.calls.fit()
    assert "found for signature: >>> setitem(array(int64, 1d, C)" in str(caught.value)


@pytest.mark.compiled(why="plain Python has no signatures")
@pytest.mark.parametrize(
    ("player", "message"),
    [
        (
            a_word,
            "player returns uint64: expected player(uint64) -> int64; write return np.int64(...)",
        ),
        (
            a_seat_or_nothing,
            "player returns OptionalType(int64): expected player(uint64) -> int64; "
            "wherever it ends, write return np.int64(...)",
        ),
    ],
    ids=["another type", "on some ways only"],
)
def test_what_a_rule_returns_must_fit(player, message):
    """A rule that returns uint64 or sometimes None is a fault, and the message has the remedy."""
    with pytest.raises(GameContractError) as caught:
        Countdown(player=player).rules.calls.fit()
    assert str(caught.value) == f"compiled rules break their contract: {message}"


@pytest.mark.compiled(why="plain Python compiles nothing")
def test_a_rule_is_compiled_when_it_is_first_queried():
    """Listing moves compiles ``successors`` only; a solve compiles all but the rules of proofs."""
    rules = {
        "successors": njit(take_one.py_func),
        "canonical": njit(lambda position: position),
        "candidates": njit(lambda position, moves, positions, priorities: -1),
    }
    game = Countdown(**rules)

    def compiled():
        return [name for name, rule in rules.items() if rule.overloads]

    assert compiled() == []
    assert game.moves(5) == [1]
    assert compiled() == ["successors"]
    assert str(solve(game).outcome) == "win in 5"
    assert compiled() == ["successors", "canonical"]
    game.rules.calls.fit(["candidates"])
    assert compiled() == [*rules]
