"""Magnitudes: numbers for random games, half of them at the edge of a width or a chunk.

A defect of a width or a chunk shows at a single number: at 128, where a byte ends, or at 65,536,
where a chunk ends. A generator of small numbers never finds it. So every generator of
random games draws its scores, gains, payoffs of infinite play, plies, moves and sizes here. Half of
the draws are small. The others are at an *edge*, or one below or above it.

Points of both signs need more care. A column is as wide as the greatest number of a whole *game*,
so that a score of -128 is at an edge only if no score of the game is beyond. Therefore a game
has a range of points (``Points``), which ends at edges half of the time, and draws from it.

``luck`` is a ``Random``, or anything else with its ``choice`` and ``randint``.
"""

from __future__ import annotations

import attrs

WIDTHS = (2**7, 2**8, 2**15, 2**16, 2**31)
"""Limits of columns of one, two or four bytes, signed and unsigned."""

PLIES = (83, 21_843)
"""Greatest number of plies of a win in table entries of one byte and of two bytes."""

CHUNKS = (2**6, 2**10, 2**11, 2**12, 2**13, 2**14, 2**15, 2**16, 2**17, 2**18, 2**20, 2**22)
"""The sizes of the library's own chunks: of indexes, positions, keys, rows, labels and blocks."""

MOST_POINTS = 1_000_000_000
"""Greatest score of an end, a gain, or infinite play in a plain game."""

MOST_COMPILED, MOST_COMPILED_GAIN = 1_000_000, 2_000_000
"""Greatest score of an end or infinite play in a compiled game, and greatest gain."""


def about(edges, most, least=1):
    """Return the numbers from ``least`` to ``most`` that are an edge, or one below or above it."""
    near = {edge + apart for edge in edges for apart in (-1, 0, 1)}
    return sorted(each for each in near if least <= each <= most)


def size(luck, small, most, edges=(*WIDTHS, *CHUNKS)):
    """Return a number of positions or moves: up to ``small``, or at an edge up to ``most``."""
    larger = about(edges, most, small + 1)
    return luck.choice(larger) if larger and luck.choice((0, 1)) else luck.randint(1, small)


def plies(luck, small, most):
    """Return a number of plies from 0 on: up to ``small``, or at an edge up to ``most``."""
    return size(luck, small + 1, most + 1, (*WIDTHS, *PLIES)) - 1


@attrs.frozen
class Points:
    """Range of the scores of ends, gains and infinite play in one game."""

    least: int = -3
    most: int = 3

    @classmethod
    def drawn(cls, luck, most=MOST_POINTS, small=3):
        """Return a range, each end of which is small or at an edge up to ``most``."""
        return cls(*(sign * size(luck, small, most, (*WIDTHS, most)) for sign in (-1, 1)))

    def one(self, luck, small=3):
        """Return a number of the range: a small one, or one at an end of it."""
        least, most = max(self.least, -small), min(self.most, small)
        if self.farthest <= small:
            return luck.randint(least, most)
        ends = (self.least, self.least + 1, self.most - 1, self.most)
        return luck.choice(ends) if luck.choice((0, 1)) else luck.randint(least, most)

    @property
    def farthest(self):
        """The greatest distance from 0."""
        return max(-self.least, self.most)
