"""Domineering in plain Python, the reference for the compiled rules.

A position is a text: the rows, with ``#`` where dominoes lie, a space, and the player to move,
``v`` or ``h``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated

import attrs

from games._boards import MOST_COLUMNS, MOST_ROWS, grid_of, in_rows, squares_of
from gamesolver import Game, Value
from gamesolver.validators import between

Domino = tuple[int, int]
"""The two covered squares, the upper or left one first."""

OTHER = {"v": "h", "h": "v"}
FREE, COVERED = ".#"


@attrs.frozen(repr=False, eq=False)
class DomineeringParameters:
    """Parameters of Domineering, compiled or plain."""

    rows: Annotated[int, "rows of squares"] = attrs.field(
        default=4, validator=between(1, MOST_ROWS)
    )
    columns: Annotated[int, "columns of squares"] = attrs.field(
        default=4, validator=between(1, MOST_COLUMNS)
    )

    seats = ("vertical", "horizontal")


@attrs.frozen
class PlainDomineering(DomineeringParameters, Game[str, Domino]):
    """Domineering on a board of any size; the same game as :class:`games.Domineering`.

    >>> from gamesolver import solve
    >>> print(solve(PlainDomineering()).outcome)
    win in 7
    """

    title = "Domineering"

    def start(self) -> str:
        return "/".join(["." * self.columns] * self.rows) + " v"

    def moves(self, position: str) -> list[Domino]:
        """Return the moves by their upper or left square."""
        return list(self._dominoes(position))

    def play(self, position: str, move: Domino) -> str:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        squares, mover = list(squares_of(position)), position[-1]
        for square in move:
            squares[square] = COVERED
        return in_rows("".join(squares), self.columns, OTHER[mover])

    def terminal_value(self, position: str) -> Value | None:
        return None if any(self._dominoes(position)) else Value.LOSS

    def symmetries(self, position: str) -> Iterator[str]:
        """Yield the position reflected left to right, upside down, and both."""
        board, mover = position[:-2], position[-2:]
        across = "/".join(row[::-1] for row in board.split("/"))
        for image in (across, across[::-1], board[::-1]):
            yield image + mover

    def player(self, position: str) -> int:
        return "vh".index(position[-1])

    def stage(self, position: str) -> int:
        """Return the number of dominoes on the board."""
        return (len(squares_of(position)) - position.count(".")) // 2

    def format(self, position: str) -> str:
        return position

    def parse(self, text: str) -> str:
        rows = "/".join([f"[.#]{{{self.columns}}}"] * self.rows)
        if isinstance(text, str) and re.fullmatch(f"{rows} [vh]", text) and _could_be_played(text):
            return text
        raise self.unreadable(
            text,
            f"{self.rows} rows of {self.columns} of '.' and '#' with '/' between them, all '#' "
            "covered by dominoes, then ' v' for the player to move where as many of them can stand "
            "upright as lie across, or ' h' where it is one more",
        )

    def format_move(self, move: Domino) -> str:
        names = grid_of(self.rows, self.columns).names
        return "-".join(names[square] for square in move)

    def render(self, position: str) -> str:
        return grid_of(self.rows, self.columns).draw(squares_of(position))

    def svg(self, position: str) -> str:
        """Return a picture in which both squares of a domino are clicked as one."""
        ways = {self.format_move(move): set(move) for move in self.moves(position)}
        grid = grid_of(self.rows, self.columns)
        return grid.picture(squares_of(position), ways, {COVERED: "dark block"})

    def _dominoes(self, position: str) -> Iterator[Domino]:
        squares, is_upright = squares_of(position), position[-1] == "v"
        step = self.columns if is_upright else 1
        for square in range(len(squares) - step):
            is_in_line = is_upright or (square + 1) % self.columns != 0
            if is_in_line and squares[square] == squares[square + step] == ".":
                yield square, square + step


def _could_be_played(text: str) -> bool:
    """Return True if dominoes can cover these squares, with as many of each kind as turns."""
    rows = text[:-2].split("/")
    covered = sum(row.count(COVERED) for row in rows)
    dominoes, is_odd = divmod(covered // 2, 2)
    if covered % 2 or is_odd != (text[-1] == "h"):
        return False
    is_wide = len(rows[0]) > len(rows)  # shorter lines have fewer intermediate states
    lines = ["".join(line) for line in zip(*rows, strict=True)] if is_wide else rows
    upright, across = dominoes + is_odd, dominoes
    return _can_be_covered(lines, across if is_wide else upright)


def _can_be_covered(rows: list[str], upright: int) -> bool:
    """Return True if dominoes cover all these squares, with this number upright.

    Squares are visited in order. A state has a bit for each of the next squares, as many as a row
    has, that an earlier domino covers. Its value has a bit for each possible number of upright
    dominoes so far.
    """
    columns, squares = len(rows[0]), "".join(rows)
    ways = {0: 1}
    for square, each in enumerate(squares):
        is_below = squares[square + columns : square + columns + 1] == COVERED
        is_beside = (square + 1) % columns != 0 and squares[square + 1] == COVERED
        new: dict[int, int] = {}
        for taken, counts in ways.items():
            if each == FREE or taken & 1:
                new[taken >> 1] = new.get(taken >> 1, 0) | counts
                continue
            if is_below:
                after = taken >> 1 | 1 << columns - 1
                new[after] = new.get(after, 0) | counts << 1
            if is_beside and not taken & 2:
                after = taken >> 1 | 1
                new[after] = new.get(after, 0) | counts
        ways = new
    return bool(ways.get(0, 0) >> upright & 1)
