"""Teeko in plain Python, the reference for the compiled rules.

A position is a pair of tuples, the squares of the player to move and those of
the one who waits, each in order. Squares are numbered row by row from 0 at the
top left to 24. All goals are written out, and looked up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Annotated

import attrs

from games._words import _WordedGame
from gamesolver import Value
from gamesolver.boards import ALL_DIRECTIONS, Grid
from gamesolver.validators import yes_or_no

Men = tuple[int, ...]
Board = tuple[Men, Men]
Move = tuple[int | None, int]
"""The square a man leaves (``None``: he is dropped), and the square he goes to."""

SIDE, SQUARES, FULL = 5, 25, 4
OWNERS = str.maketrans("mw", "xo"), str.maketrans("mw", "ox")
"""Whose the men are, x the first player's, by the seat that moves."""
GRID = Grid(SIDE, SIDE)
NAMES = GRID.names


@attrs.frozen(repr=False, eq=False)
class TeekoParameters:
    """Parameters of Teeko, compiled or plain."""

    advanced: Annotated[bool, "squares of any size win"] = attrs.field(
        default=False, validator=yes_or_no
    )
    drops: Annotated[bool, "begin with the empty board"] = attrs.field(
        default=False, validator=yes_or_no
    )

    looks = ("dark", "light")


@attrs.frozen
class PlainTeeko(TeekoParameters, _WordedGame[Board, Move]):
    """Teeko, with all men on the board or with drops; the same game as :class:`games.Teeko`.

    >>> game = PlainTeeko()
    >>> game.play(game.parse("mmm.m/...../..ww./..ww./....."), (4, 3))
    ((12, 13, 17, 18), (0, 1, 2, 3))
    """

    title = "Teeko"

    def start(self) -> Board:
        return ((), ()) if self.drops else ((0, 4, 21, 23), (1, 3, 20, 24))

    def moves(self, position: Board) -> list[Move]:
        """By the square a man leaves, then by the square he goes to."""
        mine, theirs = position
        taken = {*mine, *theirs}
        if len(mine) < FULL:
            return [(None, target) for target in range(SQUARES) if target not in taken]
        return [
            (source, target)
            for source in mine
            for target in _neighbours()[source]
            if target not in taken
        ]

    def play(self, position: Board, move: Move) -> Board:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        source, target = move
        mine, theirs = position
        return theirs, tuple(sorted({*mine, target} - {source}))

    def terminal_value(self, position: Board) -> Value | None:
        """The waiting player's goal was made by the last move, and counts first."""
        mine, theirs = position
        if theirs in goals(self.advanced):
            return Value.LOSS
        return Value.WIN if mine in goals(self.advanced) else None

    def symmetries(self, position: Board) -> Iterator[Board]:
        mine, theirs = position
        for image in GRID.symmetries[1:]:
            turned = [[image[man] for man in men] for men in (mine, theirs)]
            yield tuple(sorted(turned[0])), tuple(sorted(turned[1]))

    def stage(self, position: Board) -> int | None:
        """The number of men, while some are still to be dropped in some positions."""
        return len(position[0] + position[1]) if self.drops else None

    def format(self, position: Board) -> str:
        """The rows of m (to move), w (waiting) and ``.``, with ``/`` between them."""
        mine, theirs = position
        squares = "".join(
            "m" if square in mine else "w" if square in theirs else "." for square in range(SQUARES)
        )
        return "/".join(squares[first : first + SIDE] for first in range(0, SQUARES, SIDE))

    def parse(self, text: str) -> Board:
        if isinstance(text, str) and re.fullmatch("/".join(["[.mw]{5}"] * SIDE), text):
            mine, theirs = self._men(text, "m"), self._men(text, "w")
            if self.is_count(len(mine), len(theirs)):
                return mine, theirs
        how_many = "at most four of each, as many w as m or one more" if self.drops else "four each"
        raise self.unreadable(
            text,
            f"5 rows of 5 of '.', 'm' (to move), 'w' (waiting) with '/' between them, {how_many}",
        )

    def format_move(self, move: Move) -> str:
        source, target = move
        return "-".join(NAMES[square] for square in (source, target) if square is not None)

    def short_texts(self, move: Move) -> tuple[str]:
        source, target = move
        return (f"{'' if source is None else source}>{target}",)

    def render(self, position: Board) -> str:
        return self._drawn(self.format(position))

    def legend(self) -> str:
        return GRID.legend()

    def render_for(self, position: Board, seat: int) -> str:
        """The men of the first player are x."""
        return self._drawn(self.format(position).translate(OWNERS[seat]))

    def _drawn(self, text: str) -> str:
        return GRID.draw(text.replace("/", ""))

    def svg(self, position: Board) -> str:
        return self.svg_for(position, 0)

    def svg_for(self, position: Board, seat: int) -> str:
        """A man is dropped on a square, and steps along an arrow."""
        steps = [] if self.terminal_value(position) is not None else self.moves(position)
        ways = {self.format_move(each): [end for end in each if end is not None] for each in steps}
        men = self.format(position).translate(OWNERS[seat]).replace("/", "")
        return GRID.picture(men, ways, {"x": "dark", "o": "light"})

    def _men(self, text: str, letter: str) -> Men:
        squares = text.replace("/", "")
        return tuple(square for square in range(SQUARES) if squares[square] == letter)

    def is_count(self, mine: int, theirs: int) -> bool:
        """Return True if the players can have so many men when one of them is to move."""
        if not self.drops:
            return mine == theirs == FULL
        return theirs <= FULL and mine in (theirs, theirs - 1)


@cache
def goals(advanced: bool) -> frozenset[Men]:
    """Return lines of four, squares of two by two, and in the advanced game larger squares too."""
    sides = range(1, SIDE) if advanced else [1]
    corners = [[(0, 0), (0, side), (side, 0), (side, side)] for side in sides]
    found = GRID.lines(FULL) + GRID.shapes(*corners)
    return frozenset(tuple(map(int, goal)) for goal in found)


@cache
def _neighbours() -> list[list[int]]:
    """Return for each square the numbers of those a king's move away."""
    return [[*map(int, near)] for near in GRID.steps(*ALL_DIRECTIONS)]
