"""Dots and Boxes in plain Python, the reference for the compiled rules.

A position is a text: for each line ``x`` if it is drawn, ``.`` if not, then the player to move.
For each line the three others of each box beside it are written out, and looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Annotated

import attrs

from games._boards import MOST_ROWS
from games._words import _WordedGame
from gamesolver.boards import GridEdges
from gamesolver.validators import between

OPEN, DRAWN = ".x"
OTHER = {"A": "B", "B": "A"}


@attrs.frozen(repr=False, eq=False)
class DotsAndBoxesParameters:
    """Parameters of Dots and Boxes, compiled or plain."""

    rows: Annotated[int, "boxes down"] = attrs.field(default=2, validator=between(1, MOST_ROWS))
    columns: Annotated[int, "boxes across"] = attrs.field(
        default=2, validator=between(1, MOST_ROWS)
    )

    seats = ("A", "B")

    @property
    def num_lines(self) -> int:
        """Number of lines."""
        return self.rows * (self.columns + 1) + self.columns * (self.rows + 1)


@attrs.frozen
class PlainDotsAndBoxes(DotsAndBoxesParameters, _WordedGame[str, int]):
    """Dots and Boxes on a board of any size; the same game as :class:`games.DotsAndBoxes`.

    >>> from gamesolver import solve
    >>> print(solve(PlainDotsAndBoxes(rows=1, columns=3)).outcome)
    loss by 1 in 10
    """

    title = "Dots and Boxes"

    def start(self) -> str:
        return OPEN * self.num_lines + "A"

    def moves(self, position: str) -> list[int]:
        return [line for line, mark in enumerate(position[:-1]) if mark == OPEN]

    def play(self, position: str, move: int) -> str:
        if not isinstance(move, int) or move not in self.moves(position):
            raise self.illegal(position, move)
        mover = position[-1] if self.gain(position, move) else OTHER[position[-1]]
        return position[:move] + DRAWN + position[move + 1 : -1] + mover

    def gain(self, position: str, move: int) -> int:
        """Return the number of boxes that the line closes."""
        around = boxes_beside(self.rows, self.columns)[move]
        return sum(all(position[line] == DRAWN for line in others) for others in around)

    def terminal_score(self, position: str) -> int | None:
        """Nothing more is won once all lines are drawn."""
        return None if OPEN in position else 0

    def symmetries(self, position: str) -> Iterator[str]:
        drawn = position[:-1]
        yield drawn + OTHER[position[-1]]
        for lines in map("".join, self._grid.images(drawn)):
            yield lines + "A"
            yield lines + "B"

    def player(self, position: str) -> int:
        return "AB".index(position[-1])

    def stage(self, position: str) -> int:
        """The number of lines drawn."""
        return position.count(DRAWN)

    def format(self, position: str) -> str:
        """The lines row by row, those across and those upright by turns, then the mover."""
        return f"{'/'.join(self._rows(position))} {position[-1]}"

    def parse(self, text: str) -> str:
        rows = "/".join(f"[.x]{{{len(row)}}}" for row in self._rows(self.start()))
        if isinstance(text, str) and re.fullmatch(f"{rows} [AB]", text):
            return re.sub("[/ ]", "", text)
        raise self.unreadable(
            text,
            f"rows of {self.columns} lines across and {self.columns + 1} upright by turns, "
            f"{2 * self.rows + 1} in all, each of '.' and 'x' with '/' between them, "
            "then ' A' or ' B' for the player to move",
        )

    def format_move(self, move: int) -> str:
        return self._grid.names[move]

    def render(self, position: str) -> str:
        """Lines that are not drawn are dots."""
        marks = zip(self._grid.spots, position, strict=False)
        return self._grid.draw(
            [OPEN if mark == OPEN else "|" if row % 2 else "-" for (row, _), mark in marks]
        )

    def legend(self) -> str:
        """The letters of the dots."""
        return self._grid.legend()

    def svg(self, position: str) -> str:
        lines = {self.format_move(line): [line] for line in self.moves(position)}
        closed = [
            "#" if all(position[line] == DRAWN for line in box) else "." for box in self._grid.boxes
        ]
        rows = [
            closed[first : first + self.columns] for first in range(0, len(closed), self.columns)
        ]
        return self._grid.picture(position[:-1], lines, {"#": "green block"}, boxes=rows)

    @property
    def _grid(self) -> GridEdges:
        return grid_of(self.rows, self.columns)

    def _rows(self, position: str) -> list[str]:
        """Return the lines of each row as a text."""
        return self._grid.rows_of(position[:-1])


@cache
def grid_of(rows: int, columns: int) -> GridEdges:
    """Return the board with this number of boxes, made once with all its tables."""
    return GridEdges(rows, columns)


@cache
def boxes_beside(rows: int, columns: int) -> list[list[list[int]]]:
    """Return for each line, of each box beside it, the three other lines."""
    grid = grid_of(rows, columns)
    return [
        [[int(other) for other in box if other != line] for box in grid.boxes if line in box]
        for line in grid
    ]
