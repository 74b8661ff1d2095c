"""Othello in plain Python, the reference for the compiled rules.

A position is a text: the squares row by row, and the player to move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Annotated

import attrs

from games._boards import MOST_COLUMNS, MOST_ROWS, in_rows, rays
from games._words import _WordedGame
from gamesolver.boards import ALL_DIRECTIONS, Grid
from gamesolver.validators import between

EMPTY, PASS = ".", "pass"
OTHER = {"x": "o", "o": "x"}
EXCHANGED = str.maketrans("xo", "ox")
SHAPES = {"x": "large dark", "o": "large light"}


@attrs.frozen(repr=False, eq=False)
class OthelloParameters:
    """Parameters of Othello, compiled or plain."""

    rows: Annotated[int, "rows of squares"] = attrs.field(
        default=3, validator=between(2, MOST_ROWS)
    )
    columns: Annotated[int, "columns of squares"] = attrs.field(
        default=4, validator=between(2, MOST_COLUMNS)
    )

    seats = ("black", "white")
    looks = ("large dark", "large light")


@attrs.frozen
class PlainOthello(OthelloParameters, _WordedGame[str, int | str]):
    """Othello on a board of any size; a move is a square, or ``"pass"``.

    >>> from gamesolver import solve
    >>> print(solve(PlainOthello(rows=3, columns=3)).outcome)
    loss by 9 in 6
    """

    title = "Othello"

    def start(self) -> str:
        squares = [EMPTY] * (self.rows * self.columns)
        for square, disc in zip(self._middle, "oxxo", strict=True):
            squares[square] = disc
        return "".join(squares) + "x"

    def moves(self, position: str) -> list[int | str]:
        """Return the legal squares in order, or a pass if there are none."""
        return [*self._placements(position)] or [PASS]

    def play(self, position: str, move: int | str) -> str:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        squares, mover = list(position[:-1]), position[-1]
        if isinstance(move, int):
            for square in (move, *self._turned(position, move)):
                squares[square] = mover
        return "".join(squares) + OTHER[mover]

    def terminal_score(self, position: str) -> int | None:
        """Return the difference in discs if neither player can put one down."""
        mover = position[-1]
        waiting = position[:-1] + OTHER[mover]
        if self._placements(position) or self._placements(waiting):
            return None
        return position[:-1].count(mover) - position[:-1].count(OTHER[mover])

    def symmetries(self, position: str) -> Iterator[str]:
        for image in (position, *map("".join, self._grid.images(position))):
            yield image
            yield image.translate(EXCHANGED)

    def player(self, position: str) -> int:
        return "xo".index(position[-1])

    def stage(self, position: str) -> int:
        """Return the number of discs."""
        return len(position) - 1 - position.count(EMPTY)

    def is_position(self, position: str) -> bool:
        """Return True if no rule about the places of discs excludes the position."""
        return self._hang_together(position) and self._can_begin(position)

    def format(self, position: str) -> str:
        return in_rows(position[:-1], self.columns, position[-1])

    def parse(self, text: str) -> str:
        rows = "/".join([f"[.xo]{{{self.columns}}}"] * self.rows)
        if isinstance(text, str) and re.fullmatch(f"{rows} [xo]", text):
            position = re.sub("[/ ]", "", text)
            if self.is_position(position):
                return position
        raise self.unreadable(
            text,
            f"{self.rows} rows of {self.columns} of '.', 'x', 'o' with '/' between them, "
            "then ' x' or ' o' for the player to move; the four discs in the middle, which lie as "
            "at the start while they are alone, and others that hang together with them",
        )

    def format_move(self, move: int | str) -> str:
        return self._grid.names[move] if isinstance(move, int) else move

    def render(self, position: str) -> str:
        return self._grid.draw(position[:-1])

    def legend(self) -> str:
        return self._grid.legend()

    def svg(self, position: str) -> str:
        """Return a picture in which a square is clicked, or for a pass the whole board."""
        squares = range(self.rows * self.columns)
        moves = [] if self.terminal_score(position) is not None else self.moves(position)
        ways = {
            self.format_move(move): {move} if isinstance(move, int) else {*squares}
            for move in moves
        }
        return self._grid.picture(position[:-1], ways, SHAPES, look="felt")

    @property
    def _grid(self) -> Grid:
        return _grid(self.rows, self.columns)

    @property
    def _middle(self) -> list[int]:
        """The four squares with discs at the start."""
        corner = (self.rows // 2 - 1) * self.columns + self.columns // 2 - 1
        return [corner, corner + 1, corner + self.columns, corner + self.columns + 1]

    def _hang_together(self, position: str) -> bool:
        """Return True if there are discs in the middle, up to symmetry, each next to others."""
        discs = {square for square, disc in enumerate(position[:-1]) if disc != EMPTY}
        found, waiting = set[int](), [*discs][:1]
        while waiting:
            found |= {*waiting}
            waiting = [*({*chain(*map(self._beside, waiting))} & discs - found)]
        middles = ({symmetry[square] for square in self._middle}
                   for symmetry in self._grid.symmetries)  # fmt: skip
        return found == discs and any(middle <= discs for middle in middles)

    def _beside(self, square: int) -> list[int]:
        """Return the adjacent squares of a square, diagonal ones included."""
        return [ray[0] for ray in rays(self.rows, self.columns, ALL_DIRECTIONS)[square] if ray]

    def _can_begin(self, position: str) -> bool:
        """Return True if four discs are those of the start or of a symmetric position."""
        return self.stage(position) > 4 or position in (
            self.start(),
            *self.symmetries(self.start()),
        )

    def _placements(self, position: str) -> list[int]:
        """Return the squares where the player to move can put a disc."""
        return [
            square
            for square, disc in enumerate(position[:-1])
            if disc == EMPTY and self._turned(position, square)
        ]

    def _turned(self, position: str, square: int) -> list[int]:
        """Return the squares whose discs are turned over by a disc on an empty square."""
        mover, turned = position[-1], list[int]()
        other = OTHER[mover]
        for ray in _rays(self.rows, self.columns)[square]:
            if position[ray[0]] == other:
                end = next((place for place, each in enumerate(ray) if position[each] != other), 0)
                turned += ray[:end] if position[ray[end]] == mover else []
        return turned


@cache
def _grid(rows: int, columns: int) -> Grid:
    """Return the board, whose rows are numbered from above."""
    return Grid(rows, columns, from_above=True)


@cache
def _rays(rows: int, columns: int) -> list[list[list[int]]]:
    """Return for each square the squares up to the edge, in each direction with two or more.

    In any other direction there is no room for a disc to be turned over and one behind it.
    """
    return [[ray for ray in each if len(ray) > 1] for each in rays(rows, columns, ALL_DIRECTIONS)]
