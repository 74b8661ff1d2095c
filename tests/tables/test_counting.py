"""Counting positions by outcome: all, those of a player or a stage, or the reachable ones."""

import pytest

from games import Nim, Template, TicTacToe
from gamesolver import InvalidArgumentError, Value, solve


@pytest.fixture(scope="module")
def solution():
    """Tic-tac-toe solved."""
    return solve(TicTacToe())


def test_counts_come_best_first_without_zeros(solution):
    """Outcomes are ordered by preference, and add up to the number of positions."""
    counts = solution.counts()
    assert list(counts) == sorted(counts, reverse=True)
    assert 0 not in counts.values()
    assert sum(counts.values()) == len(solution) == 765


def test_counts_by_player_and_stage(solution):
    """The counts of both players, and those of all stages, add up to all positions."""
    for symmetric, total in ((False, 765), (True, 5478)):
        seats = [solution.counts(symmetric=symmetric, seat=seat) for seat in (0, 1)]
        assert sum(sum(each.values()) for each in seats) == total
    by_stage = [sum(solution.counts(stage=stones, symmetric=True).values()) for stones in range(10)]
    assert by_stage == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]


def test_counts_of_what_the_start_reaches():
    """With ``reachable=True`` positions that the start does not reach are not counted."""
    solution = solve(Nim(heaps=(1, 2)), positions=[(4,)])
    assert sum(solution.counts().values()) == 10
    assert sum(solution.counts(reachable=True).values()) == 5


def test_counts_that_cannot_be_given_state_why(solution):
    """Counts by player are refused if there is no ``player`` method, or for a wrong player."""
    with pytest.raises(InvalidArgumentError) as caught:
        solve(Nim()).counts(seat=0)
    assert str(caught.value) == (
        "counts(seat=...) needs the player to move: Nim() names no players; write its player method"
    )
    with pytest.raises(InvalidArgumentError) as caught:
        solution.counts(seat=2)
    assert str(caught.value) == "bad seat 2: expected 0 or 1"


def test_seats_folded_together_cannot_be_counted():
    """If symmetric positions have different players to move, counts by player are refused."""

    class EitherSeat(Template):
        def start(self):
            return (0, 0)

        def moves(self, position):
            return (1,)

        def play(self, position, move):
            return (position[0] + 1, 1 - position[1])

        def terminal_value(self, position):
            return Value.LOSS if position[0] == 3 else None

        def player(self, position):
            return position[1]

        def symmetries(self, position):
            return [(position[0], 1 - position[1])]

        def format(self, position):
            return repr(position)

    with pytest.raises(InvalidArgumentError, match="exchange the two players"):
        solve(EitherSeat()).counts(seat=0)
