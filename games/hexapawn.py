"""Hexapawn: nothing but pawns, and the first one across wins.

White's pawns stand on the last row and walk up, Black's stand on the first row
and walk down; White begins. A pawn steps straight forward onto an empty square,
or takes a pawn of the other player one square ahead to either side. A pawn on the
far row wins, and so does leaving the other player without a move. M. Gardner
published the game on three by three in 1962; any board will do.

    b b b     3 rows, 3 columns
    . . .
    w w w

A position is a text: the rows, a space, and the player to move. Pawns never turn
back, so there are no loops. The mirror image is a symmetry. (So is the board upside
down with colours and turn exchanged; but that leads to positions that are never seen
in play, and published counts are of positions that are.)

Values: the articles on Hexapawn in Wikipedia and on chessvariants.com. Counts have
been computed for this project only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated

import attrs

from games._boards import MOST_COLUMNS, MOST_ROWS, are_in_turn, grid_of, in_rows, squares_of
from games._words import _WordedGame
from gamesolver import Value
from gamesolver.boards import Grid
from gamesolver.validators import between

Step = tuple[int, int]
"""The square a pawn leaves, and the one it goes to."""

OTHER = {"w": "b", "b": "w"}
AHEAD = {"w": -1, "b": 1}


@attrs.frozen
class Hexapawn(_WordedGame[str, Step]):
    """Hexapawn on any board.

    >>> from gamesolver import solve
    >>> print(solve(Hexapawn()).outcome, solve(Hexapawn(columns=4)).outcome, sep="; ")
    loss in 6; win in 5
    """

    rows: Annotated[int, "ranks of the board"] = attrs.field(
        default=3, validator=between(2, MOST_ROWS)
    )
    columns: Annotated[int, "pawns a side"] = attrs.field(
        default=3, validator=between(1, MOST_COLUMNS)
    )

    seats = ("white", "black")

    def start(self) -> str:
        return "/".join(
            ["b" * self.columns]
            + ["." * self.columns] * (self.rows - 2)
            + ["w" * self.columns]
        ) + " w"  # fmt: skip

    def moves(self, position: str) -> list[Step]:
        """By the square a pawn leaves, then by the square it goes to."""
        return list(self._steps(position))

    def play(self, position: str, move: Step) -> str:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        source, target = move
        mover = position[-1]
        squares = list(squares_of(position))
        squares[source], squares[target] = ".", mover
        return in_rows("".join(squares), self.columns, OTHER[mover])

    def terminal_value(self, position: str) -> Value | None:
        """The waiting player may have crossed with his last move, or left no answer to it."""
        mover = position[-1]
        if self._has_crossed(position, OTHER[mover]):
            return Value.LOSS
        if self._has_crossed(position, mover):
            return Value.WIN  # never seen in play
        return None if any(self._steps(position)) else Value.LOSS

    def symmetries(self, position: str) -> Iterator[str]:
        *rows, mover = re.split("[/ ]", position)
        yield f"{'/'.join(row[::-1] for row in rows)} {mover}"

    def player(self, position: str) -> int:
        return "wb".index(position[-1])

    def format(self, position: str) -> str:
        return position

    def parse(self, text: str) -> str:
        rows = "/".join([f"[.wb]{{{self.columns}}}"] * self.rows)
        is_text = isinstance(text, str) and re.fullmatch(f"{rows} [wb]", text)
        pawns = [text[:-2].count(letter) for letter in "wb"] if is_text else []
        if is_text and max(pawns) <= self.columns and self._can_stand(text):
            return text
        raise self.unreadable(
            text,
            f"{self.rows} rows of {self.columns} of '.', 'w', 'b' with '/' between them, at most "
            f"{self.columns} of each letter, then ' w' or ' b' for the player to move, as the rows "
            "that pawns have come ahead allow; the other one has a pawn, and no pawn but one of "
            "that player's has crossed",
        )

    def format_move(self, move: Step) -> str:
        source, target = move
        how = "x" if (source - target) % self.columns else "-"
        return how.join(self._grid.names[square] for square in (source, target))

    def short_texts(self, move: Step) -> tuple[str]:
        return (f"{move[0]}>{move[1]}",)

    def render(self, position: str) -> str:
        return self._grid.draw(squares_of(position))

    def legend(self) -> str:
        return self._grid.legend()

    def svg(self, position: str) -> str:
        """Each move is an arrow."""
        steps = [] if self.terminal_value(position) is not None else self.moves(position)
        arrows = {self.format_move(step): step for step in steps}
        shapes = {"w": "light pawn", "b": "dark pawn"}
        return self._grid.picture(squares_of(position), arrows, shapes, look="chequered")

    @property
    def _grid(self) -> Grid:
        return grid_of(self.rows, self.columns)

    def _steps(self, position: str) -> Iterator[Step]:
        squares, mover = squares_of(position), position[-1]
        for source in (square for square, pawn in enumerate(squares) if pawn == mover):
            row, column = divmod(source, self.columns)
            row += AHEAD[mover]
            for side, wanted in ((-1, OTHER[mover]), (0, "."), (1, OTHER[mover])):
                if 0 <= row < self.rows and 0 <= column + side < self.columns:
                    target = row * self.columns + column + side
                    if squares[target] == wanted:
                        yield source, target

    def _has_crossed(self, position: str, owner: str) -> bool:
        return owner in self._far_row(position, owner)

    def _can_stand(self, position: str) -> bool:
        """Return True if the waiting player made the last move, which alone may have crossed."""
        mover, other = position[-1], OTHER[position[-1]]
        crossed = self._far_row(position, other).count(other)
        can_be = other in position and crossed <= 1 and not self._has_crossed(position, mover)
        return can_be and are_in_turn(position, self.start())

    def _far_row(self, position: str, owner: str) -> str:
        return position[: self.columns] if owner == "w" else position[-2 - self.columns : -2]
