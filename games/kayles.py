"""Kayles: a move knocks down one pin or two adjacent pins; the player who takes the last pin wins.

H. E. Dudeney (*The Canterbury Puzzles*, 1907, no. 73) sets up thirteen pins in a row and removes
the second, which leaves a row of one and a row of eleven. Fallen pins leave a gap, so the pins on
its two sides become separate rows. In misère play the player who knocks down the last pin loses.
Pins are numbered from 0, on from row to row, and a move names those that fall: *pins 2 and 3*.

A position is the tuple of the lengths of the rows. A move is its first pin, with the number of
pins that fall:

    0   1-2-3-4     the rows (1, 4); ``pin 2`` leaves (1, 1, 2), ``pins 2 and 3`` leaves (1, 1, 1)

Permutations of rows are symmetric. Rows are independent, and from 71 pins on the nimbers of single
rows repeat with period 12 (R. K. Guy and C. A. B. Smith, The G-values of various games,
*Proceedings of the Cambridge Philosophical Society* 52, 1956; *Winning Ways*, chapter 4). With
``knocks=(2,)`` this is Dawson's Kayles.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated

import attrs

import gamesolver
from games._heaps import (
    MOST_COUNTERS,
    Heaps,
    _HeapsGame,
    all_different,
    heaps_from,
    indexed,
    replaced,
)
from gamesolver.validators import as_tuple, several, yes_or_no

Knock = tuple[int, int]
"""The first pin that falls, and the number of pins that fall."""


@attrs.frozen
class Kayles(_HeapsGame[Knock]):
    """Kayles with any rows, in normal or misère play.

    >>> from gamesolver import nimbers, solve
    >>> print(solve(Kayles()).outcome)
    win in 11
    >>> game = Kayles(rows=(12,))
    >>> table = nimbers(game, game.parts)
    >>> [table[size,] for size in range(1, 13)], table[1, 11]
    ([1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4], 7)
    """

    rows: Annotated[Heaps, "pins of each row"] = attrs.field(
        default=(1, 11), converter=as_tuple, validator=heaps_from(1)
    )
    knocks: Annotated[Heaps, "numbers of adjacent pins that may fall"] = attrs.field(
        default=(1, 2), converter=as_tuple, validator=[several(1, MOST_COUNTERS), all_different]
    )
    misere: Annotated[bool, "the last pin loses"] = attrs.field(default=False, validator=yes_or_no)

    expected = "rows of one pin or more, such as (1, 11)"

    def start(self) -> Heaps:
        return self.rows

    def moves(self, position: Heaps) -> list[Knock]:
        """Return the moves by the first pin that falls, then by the number of pins."""
        knocks = sorted(set(self.knocks))
        return [
            (first, count)
            for row in indexed(position)
            for first in row
            for count in knocks
            if first + count <= row.stop
        ]

    def play(self, position: Heaps, move: Knock) -> Heaps:
        match move:
            case (first, count) if count in self.knocks:
                for which, row in enumerate(indexed(position)):
                    if first in row and first + count <= row.stop:
                        left, right = first - row.start, row.stop - first - count
                        return replaced(position, which, left, right)
        raise self.illegal(position, move)

    def can_move(self, position: Heaps) -> bool:
        return max(position, default=0) >= min(self.knocks)

    def stage(self, position: Heaps) -> int:
        return -sum(position)

    def format_move(self, move: Knock) -> str:
        first, count = move
        if count == 1:
            return f"pin {first}"
        return f"pins {first} {'and' if count == 2 else 'to'} {first + count - 1}"

    def short_texts(self, move: Knock) -> tuple[str]:
        first, count = move
        return ("+".join(map(str, range(first, first + count))),)

    def render(self, position: Heaps) -> str:
        """Return the numbers of the pins, with adjacent ones joined."""
        rows = ["-".join(map(str, row)) for row in indexed(position)]
        return "   ".join(rows) or "(none left)"

    def svg(self, position: Heaps) -> str:
        """Return a picture in which a pin, or the line between two, is clicked."""
        if not position:
            return gamesolver.heaps_svg([0])
        rows = indexed(position)
        pins = [(pin + gap, 0) for gap, row in enumerate(rows) for pin in row]
        lines = [pair for row in rows for pair in pairwise(row)]
        moves = self.moves(position)
        return gamesolver.points_svg(
            pins,
            lines,
            "p" * len(pins),
            {self.format_move(move): _clicked(move, lines, len(pins)) for move in moves},
            {"p": "light"},
            names=range(len(pins)),
        )


def _clicked(knock: Knock, lines: list[tuple[int, int]], pins: int) -> list[int] | set[int]:
    """Return the place of one pin, of the line between two pins, or of all pins if more fall."""
    first, count = knock
    if count == 2:
        return [pins + lines.index((first, first + 1))]
    return [first] if count == 1 else set(range(first, first + count))
