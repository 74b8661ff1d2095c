"""Clobber: take a stone next to one of yours, and go where it was; who cannot has lost.

White and black stones fill a board as the squares of a chessboard are coloured, with a white one
in the upper left corner. White begins. A move takes a stone of one's own to a square next to it,
up, down or to a side, on which a stone of the other player stands, and takes that one off. Whoever
cannot move loses. M. Albert, J. P. Grossman and R. Nowakowski invented the game in 2001.

    3 w b w b
    2 b w b w
    1 w b w b
      a b c d

Each move takes a stone off, so play ends. A move is called by the two squares, ``a3xb3``.

A position is a text: the rows, a space, and the player to move. Symmetries are those turns and
mirror images of the board that bring the start back. (Others exchange the colours, and the player
to move with them: these are never seen in play, for stones that are left say whose turn it is.)

In one row, of an even number of stones, whoever begins wins unless there are six: conjectured in M.
H. Albert, J. P. Grossman, R. J. Nowakowski and D. Wolfe, "An introduction to Clobber" (Integers 5,
2005), and proved by X. Chen and others (arXiv 2509.08985).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated

import attrs

import gamesolver
from games._boards import (
    MOST_COLUMNS,
    MOST_ROWS,
    _ChequeredGame,
    chequered,
    in_rows,
    neighbours,
    square_names,
    squares_of,
)
from games.hexapawn import OTHER
from gamesolver import Value
from gamesolver.validators import between

Capture = tuple[int, int]
"""The square that a stone leaves, and the one it goes to."""


@attrs.frozen
class Clobber(_ChequeredGame[Capture]):
    """Clobber on ``rows`` by ``columns`` squares.

    >>> from gamesolver import solve
    >>> print(solve(Clobber()).outcome)
    loss in 8
    """

    rows: Annotated[int, "rows of squares"] = attrs.field(
        default=3, validator=between(1, MOST_ROWS)
    )
    columns: Annotated[int, "columns of squares"] = attrs.field(
        default=4, validator=between(2, MOST_COLUMNS)
    )

    seats = ("white", "black")

    def start(self) -> str:
        return chequered(self.rows, self.columns, "wb") + " w"

    def moves(self, position: str) -> list[Capture]:
        """By the square that a stone leaves, then by the one it goes to."""
        return list(self._captures(position))

    def play(self, position: str, move: Capture) -> str:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        source, target = move
        squares, mover = list(squares_of(position)), position[-1]
        squares[source], squares[target] = ".", mover
        return in_rows("".join(squares), self.columns, OTHER[mover])

    def terminal_value(self, position: str) -> Value | None:
        return None if any(self._captures(position)) else Value.LOSS

    def player(self, position: str) -> int:
        return "wb".index(position[-1])

    def parse(self, text: str) -> str:
        rows = "/".join([f"[.wb]{{{self.columns}}}"] * self.rows)
        if isinstance(text, str) and re.fullmatch(f"{rows} [wb]", text):
            taken = self.stage(text)
            if text[-1] == "wb"[taken % 2] and self._have_been_taken(text, taken):
                return text
        raise self.unreadable(
            text,
            f"{self.rows} rows of {self.columns} of '.', 'w', 'b' with '/' between them, then ' w' "
            "for the player to move where an even number of stones has been taken, half of them of "
            "each colour, or ' b' where it is odd, and one more of 'b'",
        )

    def format_move(self, move: Capture) -> str:
        names = square_names(self.rows, self.columns)
        return "x".join(names[square] for square in move)

    def svg(self, position: str) -> str:
        """Each move is an arrow."""
        arrows = {self.format_move(move): move for move in self.moves(position)}
        shapes = {"w": "light", "b": "dark"}
        names = square_names(self.rows, self.columns)
        return gamesolver.grid_svg(position[:-2].split("/"), arrows, shapes, names=names)

    def _captures(self, position: str) -> Iterator[Capture]:
        squares, mover = squares_of(position), position[-1]
        beside = neighbours(self.rows, self.columns)
        for source, stone in enumerate(squares):
            if stone == mover:
                for target in beside[source]:
                    if squares[target] == OTHER[mover]:
                        yield source, target

    def _have_been_taken(self, text: str, taken: int) -> bool:
        """Whether so many stones are missing, of Black's those that White took first."""
        black = self.start()[:-2].count("b") - text[:-2].count("b")
        return black == (taken + 1) // 2
