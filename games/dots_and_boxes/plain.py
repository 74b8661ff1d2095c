"""Dots and Boxes in plain Python: the rules that the compiled ones are held against.

A position is a text: for each line ``x`` if it is drawn, ``.`` if not, then the player to move.
For each line the three others of each box beside it are written out, and looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from operator import itemgetter
from typing import Annotated, Any

import attrs

import gamesolver
from games._boards import MOST_ROWS, names_on_board
from games._words import _WordedGame, letters
from gamesolver.validators import between

Place = tuple[int, int]
"""How far down and how far right: dots at even places, boxes at odd ones, lines between them."""

OPEN, DRAWN = ".x"
OTHER = {"A": "B", "B": "A"}


@attrs.frozen(repr=False, eq=False)
class DotsAndBoxesParameters:
    """What a game of Dots and Boxes is made with, compiled or plain."""

    rows: Annotated[int, "boxes down"] = attrs.field(default=2, validator=between(1, MOST_ROWS))
    columns: Annotated[int, "boxes across"] = attrs.field(
        default=2, validator=between(1, MOST_ROWS)
    )

    seats = ("A", "B")

    @property
    def num_lines(self) -> int:
        """How many lines there are."""
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
        return OPEN * len(self._lines) + "A"

    def moves(self, position: str) -> list[int]:
        return [line for line, mark in enumerate(position[:-1]) if mark == OPEN]

    def play(self, position: str, move: int) -> str:
        if not isinstance(move, int) or move not in self.moves(position):
            raise self.illegal(position, move)
        mover = position[-1] if self.gain(position, move) else OTHER[position[-1]]
        return position[:move] + DRAWN + position[move + 1 : -1] + mover

    def gain(self, position: str, move: int) -> int:
        """How many boxes the line closes."""
        around = _boxes_beside(self.rows, self.columns)[move]
        return sum(all(position[line] == DRAWN for line in others) for others in around)

    def terminal_score(self, position: str) -> int | None:
        """Nothing more is won once all lines are drawn."""
        return None if OPEN in position else 0

    def symmetries(self, position: str) -> Iterator[str]:
        for twin in _twins(self.rows, self.columns):
            lines = "".join(twin(position))
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
        return self._names[move]

    def render(self, position: str) -> str:
        """Lines that are not drawn are dots."""
        marks = {
            place: OPEN if mark == OPEN else "|-"[place[1] % 2]
            for place, mark in zip(self._lines, position, strict=False)
        }
        return "\n".join(
            " ".join(
                marks.get((y, x), " " if y % 2 else "+") for x in range(2 * self.columns + 1)
            ).rstrip()
            for y in range(2 * self.rows + 1)
        )

    def legend(self) -> str:
        """The letters of the dots."""
        return names_on_board(letters((self.rows + 1) * (self.columns + 1)), self.columns + 1)

    def svg(self, position: str) -> str:
        lines = {self.format_move(line): [line] for line in self.moves(position)}
        return gamesolver.edges_svg(self._rows(position), lines, names=self._names)

    @property
    def _names(self) -> list[str]:
        return _names(self.rows, self.columns)

    @property
    def _lines(self) -> list[Place]:
        return _lines(self.rows, self.columns)

    def _rows(self, position: str) -> list[str]:
        """The lines of each row as a text."""
        marks = iter(position)
        lengths = [self.columns + row % 2 for row in range(2 * self.rows + 1)]
        return ["".join(next(marks) for _ in range(length)) for length in lengths]


@cache
def _lines(rows: int, columns: int) -> list[Place]:
    """The place of each line: half-way between two dots, one of its numbers is odd."""
    return [(y, x) for y in range(2 * rows + 1) for x in range(2 * columns + 1) if (y + x) % 2]


@cache
def _names(rows: int, columns: int) -> list[str]:
    """The lines by the letters of the dots at their ends, which are given row by row."""
    across = columns + 1
    dots = letters((rows + 1) * across)
    return [
        f"{dots[y // 2 * across + x // 2]}-{dots[(y + 1) // 2 * across + (x + 1) // 2]}"
        for y, x in _lines(rows, columns)
    ]


@cache
def _boxes_beside(rows: int, columns: int) -> list[list[list[int]]]:
    """For each line, of each box beside it, the three other lines."""
    numbers = {place: line for line, place in enumerate(_lines(rows, columns))}
    beside: list[list[list[int]]] = [[] for _ in numbers]
    for y in range(1, 2 * rows, 2):
        for x in range(1, 2 * columns, 2):
            around = [numbers[each] for each in ((y - 1, x), (y, x - 1), (y, x + 1), (y + 1, x))]
            for line in around:
                beside[line].append([other for other in around if other != line])
    return beside


@cache
def _twins(rows: int, columns: int) -> list[itemgetter[Any]]:
    """The ways to mirror and turn the board: new line, old line. None at all is one of them."""
    places = _lines(rows, columns)
    images = [places, [(2 * rows - y, x) for y, x in places]]
    images += [[(y, 2 * columns - x) for y, x in each] for each in images]
    if rows == columns:
        images += [[(x, y) for y, x in each] for each in images]
    return [itemgetter(*map(places.index, image)) for image in images]
