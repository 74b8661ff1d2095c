"""Common base of the reference implementations of games with stones in a chessboard pattern.

A position is a text: the rows, a space, and the player to move.
"""

from collections.abc import Iterator
from functools import cache
from typing import TypeVar

from games._boards import grid_of, in_rows, squares_of
from gamesolver import Game

MoveT = TypeVar("MoveT")


@cache
def colour_symmetries(rows: int, columns: int) -> list[tuple[int, ...]]:
    """Return the symmetries of a board that preserve the colours of a chessboard."""
    grid = grid_of(rows, columns)
    light = grid.set(square for square in grid if sum(square.spot) % 2)
    return [each for each in grid.symmetries if light.permuted(each) == light]


class ChequeredGame(Game[str, MoveT]):
    """Base class with the text form and the symmetries of ``rows`` by ``columns`` squares."""

    rows: int
    columns: int

    def symmetries(self, position: str) -> Iterator[str]:
        squares = squares_of(position)
        for symmetry in colour_symmetries(self.rows, self.columns):
            image = "".join([squares[square] for square in symmetry])
            yield in_rows(image, self.columns, position[-1])

    def format(self, position: str) -> str:
        return position
