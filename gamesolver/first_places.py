"""Where each outcome comes first: one look at all cells, a stretch at a time.

Outcomes are few and positions many, so a stretch is counted by cell, which is fast, and only
for a cell that was not met before it is looked through.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from gamesolver.labels import Columns

MOST_BINS = 1 << 16  # counts of a stretch; where cells are wider it is sorted instead


def first_places(stretches: Iterable[Columns]) -> dict[int, int]:
    """The first place of each cell, in cells that come stretch by stretch.

    >>> first_places([np.array([7, 7, 3]), np.array([3, 9])])
    {3: 2, 7: 0, 9: 4}
    """
    found: dict[int, int] = {}
    done = 0
    for cells in stretches:
        for cell in set(_kinds(cells)) - found.keys():
            found[cell] = done + int(np.argmax(cells == cell))
        done += len(cells)
    return dict(sorted(found.items()))


def _kinds(cells: Columns) -> list[int]:
    """The different cells of a stretch."""
    if cells.max(initial=0) < MOST_BINS:
        return np.flatnonzero(np.bincount(cells)).tolist()
    return np.unique(cells).tolist()  # type: ignore[no-any-return]  # integers
