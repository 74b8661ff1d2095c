"""Common code of games on boards of squares, in addition to :class:`gamesolver.boards.Grid`.

A square is a number, row by row from the upper left corner. Some games write a position as its rows
with ``/`` between them, a space, and the player to move.
"""

from __future__ import annotations

from functools import cache
from string import ascii_lowercase

from gamesolver import InvalidArgumentError
from gamesolver.boards import STRAIGHT, Grid

Direction = tuple[int, int]

OTHER = {"w": "b", "b": "w"}
"""The letter of each player's opponent."""

MOST_COLUMNS = len(ascii_lowercase)
MOST_ROWS = 100


def require_size(
    game: object, rows: int, columns: int, size: int, most: int, places: str = "squares"
) -> None:
    """Raise unless a board of ``rows`` by ``columns`` has at most ``most`` of its places."""
    if size > most:
        raise InvalidArgumentError(
            f"bad board {rows} x {columns} of {type(game).__name__}: expected at most "
            f"{most} {places}, got {size}; take a smaller board"
        )


@cache
def grid_of(rows: int, columns: int) -> Grid:
    """Return the board with these rows and columns, made once with all its tables."""
    return Grid(rows, columns)


@cache
def rays(rows: int, columns: int, directions: tuple[Direction, ...]) -> list[list[list[int]]]:
    """Return for each square, and each direction, the numbers of the squares up to the edge.

    >>> rays(1, 3, STRAIGHT)[0]
    [[], [], [1, 2], []]
    """
    table = grid_of(rows, columns).rays(*directions)
    return [[[*map(int, ray)] for ray in each] for each in table]


@cache
def neighbours(rows: int, columns: int) -> list[list[int]]:
    """Return for each square the numbers of those above, to the left, to the right and below.

    >>> neighbours(2, 2)[0]
    [1, 2]
    """
    return [[*map(int, near)] for near in grid_of(rows, columns).steps(*STRAIGHT)]


# ── texts ───────────────────────────────────────────────────────────────────────────────────────


def in_rows(squares: str, columns: int, mover: str) -> str:
    """Return the text of a position from its squares and the player to move.

    >>> in_rows("wb.w", 2, "w")
    'wb/.w w'
    """
    rows = (squares[first : first + columns] for first in range(0, len(squares), columns))
    return f"{'/'.join(rows)} {mover}"


def squares_of(position: str) -> str:
    """Return the squares of a text of rows, one after the other.

    >>> squares_of("wb/.w w")
    'wb.w'
    """
    return position[:-2].replace("/", "")


# ── boards that are full at first ───────────────────────────────────────────────────────────────


def chequered(rows: int, columns: int, letters: str) -> str:
    """Return the rows of a board in a chessboard pattern, with the first letter top left.

    >>> chequered(2, 3, "wb")
    'wbw/bwb'
    """
    return "/".join(
        "".join(letters[(row + column) % 2] for column in range(columns)) for row in range(rows)
    )
