"""Dawson's chess: compared with the pawns themselves, and its nimbers with their period."""

from functools import cache

import pytest

from games import DawsonsChess, Kayles
from gamesolver import (
    Sum,
    Value,
    nimbers,
    solve,
)
from tests.oracles.nimbers import (
    assert_lost_where_nimbers_cancel,
    nimber_table,
)

PERIOD = [
    8, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5,
    9, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 3, 7, 4,
]  # fmt: skip
EXCEPTIONS = {0: 0, 14: 0, 16: 2, 17: 2, 31: 2, 34: 0, 51: 2}
"""Winning Ways, volume 1, chapter 4; OEIS A002187: rows whose nimber is not that of the period."""


@cache
def pawns_win(board, mover, misere):
    """Return True if White, 0, or Black, 1, wins as mover; Black's home row is the first.

    A pawn steps ahead onto an empty square, or takes aslant; whichever player can take must.
    """
    ahead, own, other = [(-1, "w", "b"), (1, "b", "w")][mover]
    squares = [(row, file) for row in range(3) for file in range(len(board[0]))]
    takes, steps = [], []
    for row, file in squares:
        if board[row][file] != own or not 0 <= row + ahead < 3:
            continue
        for side in (-1, 1):
            if board[row + ahead][file + side : file + side + 1] == other and file + side >= 0:
                takes.append(((row, file), (row + ahead, file + side)))
        if board[row + ahead][file] == ".":
            steps.append(((row, file), (row + ahead, file)))
    moves = takes or steps
    if not moves:
        return misere
    return any(not pawns_win(moved(board, own, *move), 1 - mover, misere) for move in moves)


def moved(board, own, source, target):
    """The board after a pawn has gone from one square to another."""
    rows = [list(row) for row in board]
    rows[source[0]][source[1]], rows[target[0]][target[1]] = ".", own
    return tuple("".join(row) for row in rows)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("files", range(1, 8))
def test_the_pawns_themselves(files, misere):
    """Played with pawns that must take, either colour wins as mover exactly when the row does."""
    wins = solve(DawsonsChess(rows=(files,), misere=misere)).value is Value.WIN
    board = "b" * files, "." * files, "w" * files
    assert pawns_win(board, 0, misere) == pawns_win(board, 1, misere) == wins


def leaves(size):
    """Return the rows after each move in a row: a file goes with its neighbours."""
    for file in range(size):
        yield max(file - 1, 0), max(size - file - 2, 0)


def single_rows(game, most):
    """The nimbers of single rows from none to the most, as the library finds them."""
    table = nimbers(game, game.parts, positions=[(size,) for size in range(1, most + 1)])
    return [table[(size,) if size else ()] for size in range(most + 1)]


def test_nimbers_to_two_hundred():
    """Single rows repeat with period 34 but for seven, and agree with a table of their own."""
    found = single_rows(DawsonsChess(), 200)
    assert found == [EXCEPTIONS.get(size, PERIOD[size % 34]) for size in range(201)]
    assert found == nimber_table(200, leaves)


def test_dawsons_kayles():
    """Where two pins fall, a row has the nimber of a row of files that has one less."""
    assert single_rows(Kayles(knocks=(2,)), 120)[1:] == single_rows(DawsonsChess(), 119)


def test_a_sum_with_kayles():
    """Pawns beside pins: solved whole, it is lost exactly where the nimbers cancel."""
    pawns, pins = DawsonsChess(rows=(8,)), Kayles(rows=(5,))
    tables = [nimbers(pawns, pawns.parts), nimbers(pins, pins.parts)]
    assert_lost_where_nimbers_cancel(Sum(pawns, pins), tables)


def test_moves():
    """A file goes with the two beside it, but none of another row."""
    game = DawsonsChess()
    assert [game.play((3, 2), file) for file in game.moves((3, 2))] == [
        (1, 2), (2,), (1, 2), (3,), (3,),
    ]  # fmt: skip
    assert game.play((5,), 2) == (1, 1)


def test_board():
    """Pawns stand on their files, with the numbers below; rows stand apart."""
    assert DawsonsChess().render((3, 1)) == "b b b   b\n. . .   .\nw w w   w\n0 1 2   3"
    assert DawsonsChess().render((11,)).splitlines()[3] == " 0  1  2  3  4  5  6  7  8  9 10"
    assert DawsonsChess().render(()) == "(none left)"
