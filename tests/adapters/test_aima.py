"""Games with the methods of *Artificial Intelligence: A Modern Approach*, by a stand-in class.

``aima3`` requires a networkx of 2016, so it cannot be installed together with this library.
"""

from __future__ import annotations

from collections import namedtuple

import pytest

from games import Nim
from gamesolver import GameContractError, InvalidArgumentError, check_game, solve
from gamesolver.adapters import aima

State = namedtuple("State", "to_move heaps")


class Heaps:
    """Nim with the methods that the book's games have."""

    def __init__(self, heaps=(1, 2), payoff=1):
        self.initial = State("MAX", dict(enumerate(heaps)))
        self.payoff = payoff

    def actions(self, state):
        return [(k, take) for k, n in state.heaps.items() for take in range(1, n + 1)]

    def result(self, state, move):
        heap, take = move
        heaps = state.heaps | {heap: state.heaps[heap] - take}
        return State("MIN" if state.to_move == "MAX" else "MAX", heaps)

    def terminal_test(self, state):
        return not any(state.heaps.values())

    def utility(self, state, player):
        return -self.payoff if state.to_move == player else self.payoff

    def to_move(self, state):
        return state.to_move

    def display(self, state):
        print(*state.heaps.values())  # noqa: T201  # as their games do


def test_nim_is_ours():
    """Nim with the book's methods has the same outcomes as this library's Nim."""
    game = aima.Game(f"{__name__}:Heaps(heaps=(1, 2, 3))")
    solution = solve(game)
    ours = solve(Nim(heaps=(1, 2, 3)))
    for position in solution:
        assert solution[position] == ours[tuple(map(int, game.render(position).split()))]
    assert check_game(game).positions == len(solution)


def test_utilities_of_more_than_one_are_scores():
    """A win by three has a score of three."""
    solution = solve(aima.Game(f"{__name__}:Heaps(payoff=3)"))
    assert solution.outcome.score == 3


class Steps:
    """Twelve steps, each taken or left: MAX wins by one, and by five if all were taken."""

    initial = State("MAX", (0, 0))

    def actions(self, state):
        return [0, 1]

    def result(self, state, move):
        steps, taken = state.heaps
        return State("MIN" if state.to_move == "MAX" else "MAX", (steps + 1, taken + move))

    def terminal_test(self, state):
        return state.heaps[0] == 12

    def utility(self, state, player):
        payoff = 5 if state.heaps == (12, 12) else 1
        return payoff if player == "MAX" else -payoff

    def to_move(self, state):
        return state.to_move


def test_a_utility_that_no_walk_met_is_refused_when_it_is():
    """A utility that random walks missed is refused during a solve; ``scored=True`` allows it."""
    with pytest.raises(GameContractError) as caught:
        solve(aima.Game(f"{__name__}:Steps"))
    assert (
        f"{__name__}:Steps has a utility of 5, and random walks found only -1, 0 and 1; pass "
        "scored=True to use utilities as scores"
    ) in str(caught.value)
    solution = solve(aima.Game(f"{__name__}:Steps", scored=True))
    assert solution.outcome.score == 1
    assert max(solution[each].score for each in solution) == 5
    assert aima.Game(f"{__name__}:Steps", scored=True) != aima.Game(f"{__name__}:Heaps")
    with pytest.raises(InvalidArgumentError, match="bad scored 3"):
        aima.Game(f"{__name__}:Heaps", scored=3)


def test_bad_names_are_refused():
    """A module that is not imported, bad parameters and an unknown game are refused."""
    with pytest.raises(InvalidArgumentError) as caught:
        aima.Game("nowhere:Heaps")
    assert str(caught.value) == (
        "module 'nowhere' of 'nowhere:Heaps' is not imported: import it first"
    )
    with pytest.raises(InvalidArgumentError) as caught:
        aima.Game(f"{__name__}:Heaps(heaps=3)")
    assert str(caught.value).startswith("aima cannot make ")
    with pytest.raises(InvalidArgumentError) as caught:
        aima.Game("NoSuchGame")
    assert str(caught.value) in (
        "aima3 is not installed: pip install --no-deps aima3 tqdm",
        "aima3 has no game 'NoSuchGame'",
    )
