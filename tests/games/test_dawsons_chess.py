"""Dawson's chess: rows compared with real pawns, and nimbers with their period."""

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
    """Return True if the mover, 0 for White or 1 for Black, wins; Black's home row is the first.

    A pawn steps ahead onto an empty square, or captures diagonally. Captures are compulsory.
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
    """Return the board after a pawn has moved from one square to another."""
    rows = [list(row) for row in board]
    rows[source[0]][source[1]], rows[target[0]][target[1]] = ".", own
    return tuple("".join(row) for row in rows)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("files", range(1, 8))
def test_the_pawns_themselves(files, misere):
    """With pawns that must capture, the player to move wins exactly if the row is won."""
    wins = solve(DawsonsChess(rows=(files,), misere=misere)).value is Value.WIN
    board = "b" * files, "." * files, "w" * files
    assert pawns_win(board, 0, misere) == pawns_win(board, 1, misere) == wins


def leaves(size):
    """Return the rows after each move in a row: a file goes with its neighbours."""
    for file in range(size):
        yield max(file - 1, 0), max(size - file - 2, 0)


def single_rows(game, most):
    """Return the nimbers of single rows from 0 to ``most``, as the library finds them."""
    table = nimbers(game, game.parts, positions=[(size,) for size in range(1, most + 1)])
    return [table[(size,) if size else ()] for size in range(most + 1)]


def test_nimbers_to_two_hundred():
    """Nimbers of rows have period 34 with seven exceptions, and agree with an independent table."""
    found = single_rows(DawsonsChess(), 200)
    assert found == [EXCEPTIONS.get(size, PERIOD[size % 34]) for size in range(201)]
    assert found == nimber_table(200, leaves)


def test_dawsons_kayles():
    """If two pins fall at once, a row of Kayles has the nimber of a row with one file less."""
    assert single_rows(Kayles(knocks=(2,)), 120)[1:] == single_rows(DawsonsChess(), 119)


def test_a_sum_with_kayles():
    """A sum of Dawson's chess and Kayles is lost exactly if the nimbers cancel."""
    pawns, pins = DawsonsChess(rows=(8,)), Kayles(rows=(5,))
    tables = [nimbers(pawns, pawns.parts), nimbers(pins, pins.parts)]
    assert_lost_where_nimbers_cancel(Sum(pawns, pins), tables)


def test_moves():
    """A move removes a file and its neighbours, but no file of another row."""
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
