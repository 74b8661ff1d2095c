"""Chomp: wins of the first player, the published winning moves, and sums."""

from functools import cache
from math import comb

import pytest

from games import Chomp, Wythoff
from gamesolver import (
    Sum,
    Value,
    explore,
    nimbers,
    solve,
)
from tests.oracles.nimbers import (
    assert_lost_where_nimbers_cancel,
)
from tests.oracles.published import figures, made

BOARDS = [(rows, columns) for rows in range(1, 6) for columns in range(1, 6)]


def winning(rows, columns):
    """Return the winning first moves as rows and columns counted from 0."""
    solution = solve(Chomp(rows, columns))
    return [
        divmod(row.move, columns)
        for row in solution.moves(solution.start)
        if row.outcome.value is Value.WIN
    ]


@pytest.mark.parametrize(("rows", "columns"), BOARDS)
def test_the_first_player_wins_but_on_one_square(rows, columns):
    """The first player wins, except on one square, by stealing the strategy.

    D. Gale, *American Mathematical Monthly* 81, 1974.
    """
    outcome = solve(Chomp(rows, columns)).outcome
    assert outcome.value is (Value.LOSS if rows == columns == 1 else Value.WIN)


@pytest.mark.parametrize(("rows", "columns"), BOARDS)
def test_positions_are_paths(rows, columns):
    """Positions are as many as paths along the edge of a bar, except the path of the empty bar."""
    positions = len(explore(Chomp(rows, columns), fold=False))
    assert positions == comb(rows + columns, rows) - 1


@pytest.mark.parametrize("size", range(2, 7))
def test_square_boards(size):
    """On a square board only the square diagonal to the poison wins; it leaves two equal arms."""
    assert winning(size, size) == [(1, 1)]


@pytest.mark.parametrize("columns", range(2, 12))
def test_two_rows(columns):
    """On two rows only the last square of the second row wins."""
    assert winning(2, columns) == [(1, columns - 1)]


@pytest.mark.parametrize("known", [each for each in figures("chomp") if "only_by" in each])
def test_the_only_move(known):
    """If a publication names the only winning move, the solution finds it and no other."""
    solution = solve(made("chomp", known))
    best = solution.best_moves(solution.start)
    assert [solution.game.format_move(move) for move in best] == [
        solution.game.format_move(solution.game.parse_move(solution.start, text))
        for text in known["only_by"]
    ]
    winning = [row for row in solution.moves(solution.start) if row.outcome.value is Value.WIN]
    assert len(winning) == 1


@pytest.mark.parametrize("columns", range(2, 8))
def test_one_row(columns):
    """One row is won only by leaving the poison alone."""
    assert winning(1, columns) == [(0, 1)]


@pytest.mark.slow
def test_eight_by_ten_is_won_by_two_moves():
    """K. Thompson found in 1973 that there are two (*Winning Ways*, volume 3, chapter 18)."""
    assert len(winning(8, 10)) == 2


@cache
def wins(bar):
    """Return True if the player to move wins, by trying every bite."""
    bites = [(row, column) for row, column in bar if (row, column) != (0, 0)]
    return any(
        not wins(frozenset(each for each in bar if each[0] < row or each[1] < column))
        for row, column in bites
    )


def test_every_bar_by_trying_everything():
    """On three rows of five every bar has the value that a search over sets of squares finds."""
    solution = solve(Chomp(3, 5))
    for bar in solution:
        squares = frozenset((row, column) for row, size in enumerate(bar) for column in range(size))
        assert (solution[bar].value is Value.WIN) == wins(squares)


def test_a_sum_with_wythoff():
    """A sum of Chomp and Wythoff's game is lost exactly if the nimbers cancel."""
    games = [Chomp(2, 3), Wythoff(heaps=(2, 3))]
    assert_lost_where_nimbers_cancel(Sum(*games), [nimbers(game) for game in games])


def test_symmetries():
    """A bar has its transposed bar as symmetric position if the board has room for it."""
    assert list(Chomp(3, 4).symmetries((3, 1))) == [(2, 1, 1)]
    assert list(Chomp(3, 4).symmetries((4, 1))) == []


def test_moves():
    """A bite takes all squares below and to the right, and the poison cannot be bitten."""
    game = Chomp()
    assert game.moves((3, 1)) == [1, 2, 4]
    assert game.play((4, 4, 4), 6) == (4, 2, 2)
    assert game.play((4, 4, 4), 4) == (4,)
    assert game.play((4, 4, 4), 1) == (1, 1, 1)
    assert game.terminal_value((1,)) is Value.LOSS
    assert game.terminal_value((1, 1)) is None
    assert game.render((3, 1)) == "x # # .\n# . . .\n. . . ."
