"""Clobber in plain Python, the reference for the compiled rules.

A position is a text: the rows, a space, and the player to move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated

import attrs

from games._boards import (
    MOST_COLUMNS,
    MOST_ROWS,
    OTHER,
    _ChequeredGame,
    chequered,
    grid_of,
    in_rows,
    neighbours,
    squares_of,
)
from gamesolver import Value
from gamesolver.validators import between

Capture = tuple[int, int]
"""The square that a stone leaves, and the one it goes to."""


@attrs.frozen(repr=False, eq=False)
class ClobberParameters:
    """Parameters of Clobber, compiled or plain."""

    rows: Annotated[int, "rows of squares"] = attrs.field(
        default=3, validator=between(1, MOST_ROWS)
    )
    columns: Annotated[int, "columns of squares"] = attrs.field(
        default=4, validator=between(2, MOST_COLUMNS)
    )

    seats = ("white", "black")


@attrs.frozen
class PlainClobber(ClobberParameters, _ChequeredGame[Capture]):
    """Clobber on a board of any size; the same game as :class:`games.Clobber`.

    >>> from gamesolver import solve
    >>> print(solve(PlainClobber(rows=2)).outcome)
    win in 5
    """

    title = "Clobber"

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

    def is_position(self, text: object) -> bool:
        """Return True if a text is a position, as far as its letters and their numbers tell."""
        rows = "/".join([f"[.wb]{{{self.columns}}}"] * self.rows)
        if not isinstance(text, str) or not re.fullmatch(f"{rows} [wb]", text):
            return False
        taken = self.stage(text)
        return text[-1] == "wb"[taken % 2] and self._have_been_taken(text, taken)

    def parse(self, text: str) -> str:
        if self.is_position(text):
            return text
        raise self.unreadable(
            text,
            f"{self.rows} rows of {self.columns} of '.', 'w', 'b' with '/' between them, then ' w' "
            "for the player to move where an even number of stones has been taken, half of them of "
            "each colour, or ' b' where it is odd, and one more of 'b'",
        )

    def format_move(self, move: Capture) -> str:
        names = grid_of(self.rows, self.columns).names
        return "x".join(names[square] for square in move)

    def svg(self, position: str) -> str:
        """Each move is an arrow."""
        arrows = {self.format_move(move): move for move in self.moves(position)}
        grid, shapes = grid_of(self.rows, self.columns), {"w": "light", "b": "dark"}
        return grid.picture(squares_of(position), arrows, shapes)

    def _captures(self, position: str) -> Iterator[Capture]:
        squares, mover = squares_of(position), position[-1]
        beside = neighbours(self.rows, self.columns)
        for source, stone in enumerate(squares):
            if stone == mover:
                for target in beside[source]:
                    if squares[target] == OTHER[mover]:
                        yield source, target

    def _have_been_taken(self, text: str, taken: int) -> bool:
        """Return True if so many stones are missing, of Black's those that White took first."""
        black = self.start()[:-2].count("b") - text[:-2].count("b")
        return black == (taken + 1) // 2
