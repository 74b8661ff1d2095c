"""Boards of squares: what games on them share, numbered row by row from the upper left corner.

A square is a number, or as in chess a letter for its column and the number of its row from below.
Some games write a position as its rows with ``/`` between them, a space, and the player to move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from string import ascii_lowercase
from typing import TypeVar

from games._words import letters
from gamesolver import Game

MoveT = TypeVar("MoveT")

MOST_COLUMNS = len(ascii_lowercase)
MOST_ROWS = 100
STRAIGHT = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""How many rows down, and how many columns to the right."""
EVERY_WAY = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right)

# ── squares ─────────────────────────────────────────────────────────────────────────────────────


@cache
def rays(rows: int, columns: int, ways: tuple[tuple[int, int], ...]) -> list[list[list[int]]]:
    """For each square the squares on the way to the edge, in each of some directions.

    >>> rays(1, 3, STRAIGHT)[0]
    [[], [], [1, 2], []]
    """
    return [
        [
            [
                (row + n * down) * columns + column + n * right
                for n in range(1, max(rows, columns))
                if 0 <= row + n * down < rows and 0 <= column + n * right < columns
            ]
            for down, right in ways
        ]
        for row in range(rows)
        for column in range(columns)
    ]


@cache
def neighbours(rows: int, columns: int) -> list[list[int]]:
    """For each square the next ones above, to the left, to the right and below.

    >>> neighbours(2, 2)[0]
    [1, 2]
    """
    return [[ray[0] for ray in each if ray] for each in rays(rows, columns, STRAIGHT)]


@cache
def board_twins(rows: int, columns: int) -> list[list[int]]:
    """The ways to turn and mirror a board: for each new square the old one. None is one of them."""
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    images = [squares, [(rows - 1 - row, column) for row, column in squares]]
    images += [[(row, columns - 1 - column) for row, column in each] for each in images]
    if rows == columns:
        images += [[(column, row) for row, column in each] for each in images]
    return [[squares.index(square) for square in image] for image in images]


# ── names and texts ─────────────────────────────────────────────────────────────────────────────


@cache
def square_names(rows: int, columns: int) -> list[str]:
    """What the squares of a board are called in chess, from the upper left one on.

    >>> square_names(2, 3)
    ['a2', 'b2', 'c2', 'a1', 'b1', 'c1']
    """
    return [f"{letter}{row}" for row in range(rows, 0, -1) for letter in letters(columns)]


@cache
def names_from_above(rows: int, columns: int) -> list[str]:
    """What the squares are called where rows are counted from above, as in Othello.

    >>> names_from_above(2, 3)
    ['a1', 'b1', 'c1', 'a2', 'b2', 'c2']
    """
    return [f"{letter}{row}" for row in range(1, rows + 1) for letter in letters(columns)]


def names_on_board(names: Sequence[str], columns: int) -> str:
    """The names of the squares in their places, for a game's ``legend``.

    >>> print(names_on_board(square_names(2, 3), 3))
    a2 b2 c2
    a1 b1 c1
    """
    wide = max(map(len, names))
    rows = [names[first : first + columns] for first in range(0, len(names), columns)]
    return "\n".join(" ".join(f"{name:>{wide}}" for name in row) for row in rows)


def with_names(rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> str:
    """A board in plain text, with the numbers of its rows and the letters of its columns.

    Rows are counted from below, as in chess, if no other ``numbers`` are given.

    >>> print(with_names(["bb", "ww"]))
    2 b b
    1 w w
      a b
    """
    wide = len(str(len(rows)))
    *lines, columns = with_columns(rows).split("\n")
    numbered = zip(numbers or range(len(rows), 0, -1), lines, strict=True)
    named = [f"{number:{wide}} {line}" for number, line in numbered]
    return "\n".join([*named, f"{'':{wide}} {columns}"])


def with_columns(rows: Sequence[Sequence[str]]) -> str:
    """A board in plain text, with the letters of its columns.

    >>> print(with_columns(["..", "xo"]))
    . .
    x o
    a b
    """
    names = letters(len(rows[0]))
    wide = max(len(each) for row in [*rows, names] for each in row)
    return "\n".join(" ".join(f"{each:{wide}}" for each in row).rstrip() for row in [*rows, names])


def with_names_from_above(rows: Sequence[str]) -> str:
    """The same where rows are counted from above, as in Othello.

    >>> print(with_names_from_above(["ox", "xo"]))
      a b
    1 o x
    2 x o
    """
    *lines, columns = with_names(rows, range(1, len(rows) + 1)).split("\n")
    return "\n".join([columns, *lines])


def rows_of(squares: str, columns: int) -> list[str]:
    """The rows of a board.

    >>> rows_of("wb.w", 2)
    ['wb', '.w']
    """
    return [squares[first : first + columns] for first in range(0, len(squares), columns)]


def in_rows(squares: str, columns: int, mover: str) -> str:
    """The text of a position, of its squares and the player to move.

    >>> in_rows("wb.w", 2, "w")
    'wb/.w w'
    """
    return f"{'/'.join(rows_of(squares, columns))} {mover}"


def squares_of(position: str) -> str:
    """The squares of such a text, one after the other.

    >>> squares_of("wb/.w w")
    'wb.w'
    """
    return position[:-2].replace("/", "")


# ── pawns that go ahead a row with every move ───────────────────────────────────────────────────


def are_in_turn(position: str, start: str) -> bool:
    """Whether pawns can have come so far since the start, where White began, and who moves agrees.

    >>> start = "bb/../ww w"
    >>> are_in_turn("bb/w./.w b", start), are_in_turn("bb/w./.w w", start)
    (True, False)
    """
    behind = 1 if position[-1] == "b" else 0
    white, black = (_moves_made(position, start, pawn) for pawn in "wb")
    least, most = max(white[0], black[0] + behind), min(white[1], black[1] + behind)
    return least <= most


def _moves_made(position: str, start: str, pawn: str) -> tuple[int, int]:
    """How many moves at least and at most have been made with pawns of one letter.

    Each brought one a row ahead; those that were taken had not come to the last row.
    """
    taken = {each: start.count(each, 0, -2) - position.count(each, 0, -2) for each in "wb"}
    ahead = _rows_ahead(position, pawn) - _rows_ahead(start, pawn)
    captures = taken["b" if pawn == "w" else "w"]
    return max(ahead, captures), ahead + taken[pawn] * (start.count("/") - 1)


def _rows_ahead(position: str, pawn: str) -> int:
    """How far pawns are from the first row of their player, all together."""
    rows = position[:-2].split("/")[:: -1 if pawn == "w" else 1]
    return sum(ahead * row.count(pawn) for ahead, row in enumerate(rows))


# ── boards that are full at first ───────────────────────────────────────────────────────────────


def chequered(rows: int, columns: int, letters: str) -> str:
    """The rows of a board filled as a chessboard is, the first letter in the upper left corner.

    >>> chequered(2, 3, "wb")
    'wbw/bwb'
    """
    return "/".join(
        "".join(letters[(row + column) % 2] for column in range(columns)) for row in range(rows)
    )


@cache
def colour_twins(rows: int, columns: int) -> list[list[int]]:
    """The turns and mirror images of a board that leave a chequered one as it is."""
    board = chequered(rows, columns, "wb").replace("/", "")
    return [
        twin
        for twin in board_twins(rows, columns)
        if "".join([board[square] for square in twin]) == board
    ]


class _ChequeredGame(Game[str, MoveT]):
    """Stones that fill a board as the squares of a chessboard are coloured, and go one by one."""

    rows: int
    columns: int

    def symmetries(self, position: str) -> Iterator[str]:
        squares = squares_of(position)
        for twin in colour_twins(self.rows, self.columns):
            image = "".join([squares[square] for square in twin])
            yield in_rows(image, self.columns, position[-1])

    def stage(self, position: str) -> int:
        """How many squares are empty."""
        return position.count(".")

    def format(self, position: str) -> str:
        return position

    def render(self, position: str) -> str:
        return with_names(position[:-2].split("/"))
