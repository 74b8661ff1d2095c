"""Cells: an outcome as one small number, for tables of hundreds of millions.

====================  ==============================================
``PENDING``           0   nothing known yet
``HOLE``              1   no position has this slot
``ENDLESS``           2   an endless draw
``FIRST + 3 r + v``   3.. remoteness r; v is 0 for LOSS, 1 for DRAW, 2 for WIN
====================  ==============================================

A cell takes one byte while every outcome fits (83 plies), then two (21,843),
then four. A code is the same number in every width, so a table is widened in its
place, from its end.

**Long outcomes: the few that take more plies than a cell can hold, listed beside the cells.**

Their slots hold one cell that says no more than *long*. A table of which a handful of
slots is long need not be widened for them: one byte a slot is enough.

**Where each outcome comes first: one look at all cells, a stretch at a time.**

Outcomes are few and positions many, so a stretch is counted by cell, which is fast, and only
for a cell that was not met before it is looked through.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import attrs
import numpy as np

from gamesolver.kernels.codes import (
    ENDLESS,
    FIRST,
    HOLE,
    PENDING,
    WIN,
    OverflowColumns,
    cell_of,
    kind_of,
    plies_of,
)
from gamesolver.system.columns import Columns, Elsewhere
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.workers import chunks_of
from gamesolver.tables.labels import ENDLESS as NO_PLIES
from gamesolver.tables.labels import PENDING as UNKNOWN
from gamesolver.tables.labels import Labels
from gamesolver.value import Outcome, Value

# ── cells: an outcome as one small number, for tables of hundreds of millions ───────────────────

WIDTHS = (np.uint8, np.uint16, np.uint32)


def longest_in(width: Any) -> int:
    """The most plies of which every outcome fits into cells of that width."""
    return longest_below(int(np.iinfo(width).max) + 1)


def longest_below(cell: int) -> int:
    """The most plies of which every outcome has a lesser cell."""
    return int(plies_of(cell - 1 - WIN))


def narrowest_for(plies: int) -> Any:
    """The width of the narrowest cells into which every outcome of so many plies fits."""
    return next(width for width in WIDTHS if longest_in(width) >= plies)


def widened(cells: Columns, width: Any, meter: MemoryMeter, elsewhere: Elsewhere) -> Columns:
    """The same cells, wider, in the same place: what was handed in may be used no more.

    Nothing else may look at the place, for it may move. Cells in a file move to another one,
    and so do those that do not fit into memory any more, if there may be files.
    """
    size, wide_bytes = len(cells), len(cells) * np.dtype(width).itemsize
    if not isinstance(cells.base, np.ndarray | None) or not meter.allows(wide_bytes - cells.nbytes):
        there = elsewhere(size, width)
        if there is not None:
            for first, last in chunks_of(size, 1 << 20):
                there[first:last] = cells[first:last]
            return there
    owner = cells if cells.base is None else cells.base
    meter.check("widening the cells", coming=wide_bytes - cells.nbytes)
    owner.resize(wide_bytes // owner.itemsize, refcheck=False)
    source, target = owner.view(cells.dtype), owner.view(width)
    for first, last in reversed(chunks_of(size, 1 << 20)):
        target[first:last] = source[first:last].copy()  # the places overlap
    return np.asarray(target)


@cache
def outcome_of(cell: int) -> Outcome | None:
    """The outcome that a cell stands for; ``None`` for a hole or a pending one.

    >>> outcome_of(cell_of(WIN, 7))
    Outcome(Value.WIN, 7)
    """
    if cell in (PENDING, HOLE):
        return None
    if cell == ENDLESS:
        return Outcome(Value.DRAW, None)
    return Outcome(Value(kind_of(cell) - 1), plies_of(cell))


def cells_of(labels: Labels) -> Columns:
    """The cells of settled labels, wide."""
    plies = labels.plies.astype(np.int64)
    return np.where(plies == NO_PLIES, ENDLESS, cell_of(labels.points + 1, plies))


def labels_of(cells: Columns) -> Labels:
    """The labels of cells, of the pending ones and of holes too."""
    wide = cells.astype(np.int64)
    plies, kinds = plies_of(wide), kind_of(wide)
    is_settled = cells >= FIRST
    points = np.where(is_settled, kinds - 1, 0)
    others = np.where(cells == ENDLESS, NO_PLIES, UNKNOWN)
    return Labels(points.astype(np.int8), np.where(is_settled, plies, others).astype(np.int32))


def cell_for(outcome: Outcome | None) -> int:
    """The cell that stands for an outcome; undoes :func:`outcome_of`."""
    if outcome is None:
        return PENDING
    if outcome.remoteness is None:
        return ENDLESS
    return int(cell_of(int(outcome.value) + 1, outcome.remoteness))


# ── long outcomes ────────────────────────────────────────────────────────────────────────

NONE = -1  # in place of the cell that says long, where none is


@attrs.frozen(eq=False)
class Overflow:
    """The slots of long outcomes, in order, and the cells that they would have."""

    code: int
    """The cell that says long."""
    slots: Columns
    cells: Columns

    @classmethod
    def joined(cls, parts: Sequence[Overflow]) -> Overflow:
        """All of them, in order of the slots."""
        none = np.empty(0, np.int64)
        slots = np.concatenate([none, *(part.slots for part in parts)])
        cells = np.concatenate([none, *(part.cells for part in parts)])
        order = np.argsort(slots)
        return cls(parts[-1].code if parts else NONE, slots[order], cells[order])

    def __len__(self) -> int:
        return len(self.slots)

    @property
    def columns(self) -> OverflowColumns:
        """As kernels take them."""
        return OverflowColumns(self.code, self.slots, self.cells)

    @property
    def kinds(self) -> Columns:
        """Whether each is a loss, a draw or a win."""
        return kind_of(self.cells)  # type: ignore[no-any-return]  # a column

    def cell(self, cells: Columns, slot: int) -> int:
        """The cell of a slot, wherever it stands."""
        cell: int = cells.item(slot)
        if cell != self.code:
            return cell
        place = slice(*np.searchsorted(self.slots, (slot, slot + 1)))
        return int(self.cells[place][0]) if len(self.cells[place]) else PENDING


# ── where each outcome comes first: one look at all cells, a stretch at a time ──────────────────

MOST_BINS = 1 << 16  # counts of a stretch; where cells are wider it is sorted instead


def first_places(stretches: Iterable[Columns]) -> dict[int, int]:
    """The first place of each cell, in cells that come stretch by stretch.

    >>> first_places([np.array([7, 7, 3]), np.array([3, 9])])
    {3: 2, 7: 0, 9: 4}
    """
    places: dict[int, int] = {}
    done = 0
    for cells in stretches:
        for cell in set(_kinds(cells)) - places.keys():
            places[cell] = done + int(np.argmax(cells == cell))
        done += len(cells)
    return dict(sorted(places.items()))


def _kinds(cells: Columns) -> list[int]:
    """The different cells of a stretch."""
    if cells.max(initial=0) < MOST_BINS:
        return np.flatnonzero(np.bincount(cells)).tolist()
    return np.unique(cells).tolist()  # type: ignore[no-any-return]  # integers
