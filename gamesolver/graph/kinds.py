"""Kinds: the points of a graph as small numbers, in order.

A cell of retrograde analysis holds a level and a kind. A graph has no more sizes of points than
positions and moves that lead outside, however large the points are. So kinds number the sizes:
with points as kinds a cell would need more than 64 bits in a long game with large scores.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import numpy as np

from gamesolver.system.columns import Columns
from gamesolver.tables.labels import narrowed


@attrs.frozen(eq=False)
class Kinds:
    """The sizes of points that a graph has, and 0, each with its number.

    >>> kinds = Kinds.of([5, 900])
    >>> kinds.points.tolist(), kinds.pair_of(900)
    ([-900, -5, 0, 5, 900], (0, 4))
    """

    sizes: Columns
    """From 0 on, rising."""

    @classmethod
    def of(cls, sizes: Sequence[int]) -> Kinds:
        """Return the kinds of these sizes."""
        return cls(np.array(sorted({0, *sizes}), np.int64))

    @property
    def most(self) -> int:
        """The greatest size."""
        return int(self.sizes[-1])

    @property
    def points(self) -> Columns:
        """Points of each kind."""
        return narrowed(np.concatenate([-self.sizes[:0:-1], self.sizes]))

    def pair_of(self, size: int) -> tuple[int, int]:
        """Return the kinds of as many points lost, and won."""
        middle, number = len(self.sizes) - 1, int(np.searchsorted(self.sizes, size))
        return middle - number, middle + number
