"""The signatures of compiled rules: what fits, and what is told where something does not."""

import numpy as np
import pytest
from numba import njit

from gamesolver import CompiledGame, CompiledRules, GameContractError, solve

ONE = np.uint64(1)


@njit
def take_one(position, moves, positions):
    """One move only, which takes one counter: a count that is a constant."""
    moves[0] = 1
    positions[0] = position - ONE
    return 1


@njit
def lost_when_empty(position):
    """Who finds no counter has lost."""
    return -1 if position == np.uint64(0) else 2


@njit
def a_word(position):
    """A seat, but unsigned."""
    return position & ONE


class Countdown(CompiledGame):
    """So many counters, of which each player takes one."""

    def __init__(self, **rules):
        self._rules = CompiledRules(
            successors=take_one, terminal_code=lost_when_empty, max_moves=1, **rules
        )

    @property
    def rules(self):
        return self._rules

    def start(self):
        return 5


def test_a_rule_may_return_a_constant():
    """``return 1`` is an int64, though numba gives a literal a type of its own."""
    solution = solve(Countdown())
    assert [str(solution[counters]) for counters in range(3)] == [
        "loss in 0",
        "win in 1",
        "loss in 2",
    ]


@pytest.mark.compiled(why="plain Python has no signatures")
def test_a_rule_of_another_type_is_a_fault_of_the_game():
    """A uint64 where an int64 is due is told with what to write."""
    with pytest.raises(GameContractError) as caught:
        _ = Countdown(player=a_word).rules.calls
    assert str(caught.value) == (
        "compiled rules break their contract: player returns uint64: "
        "expected player(uint64) -> int64; write return np.int64(...)"
    )
