"""Cells of all stages, if those of the current stage are wider than those of later stages.

A byte a slot holds outcomes of up to 83 plies. If a stage has longer ones, its own cells are in
memory, with two bytes each or more. Later stages keep one byte a slot in their file. Their longer
outcomes are listed in order of slots.

To kernels this is one column of wide cells. A slot before ``end`` belongs to the stage. For others
the narrow cell is read, and the list is searched only if that cell is the code of a long outcome.
Cells after ``end`` are never written. Kernels are compiled for such cells as for each width, so
other kernels have no overhead.

**Cost.** A comparison for each look-up, and a search in the list for each long outcome.
"""

from __future__ import annotations

from importlib import import_module

import numpy as np

from gamesolver.kernels.cells import long_cell
from gamesolver.kernels.codes import OverflowColumns
from gamesolver.kernels.deferring import when_compiling


class WideStage:
    """A column of cells: wide cells for one stage, narrow cells for the stages after it.

    ``own`` are the cells of the stage, which begins with the slot ``first``. ``later`` are the
    narrow cells of all slots; those after the stage are read. The narrow cell ``code`` marks a long
    outcome. Then the slot is one of ``slots``, which are in order, and its cell one of ``longs``,
    four bytes each.
    """

    def __init__(self, own, later, first, code, slots, longs):
        self.own, self.later = own, later
        self.first, self.end, self.code = first, first + len(own), code
        self.slots, self.longs = slots, longs

    def __len__(self):
        return len(self.later)

    @property
    def size(self):
        """Number of slots in all stages."""
        return len(self.later)

    @property
    def dtype(self):
        """Element type of the cells, as callers read them."""
        return self.own.dtype

    @property
    def itemsize(self):
        """Size of a cell in bytes."""
        return self.own.itemsize

    def __getitem__(self, key):
        """Return the cell of any slot, or a part of the stage, by a slice or an array of slots."""
        if isinstance(key, slice | np.ndarray):
            return self.own[_moved(key, self.first)]
        return _cell_at(self, key)

    def __setitem__(self, key, cells):
        self.own[_moved(key, self.first)] = cells


def _moved(key, first):
    """Slots of the stage, counted from its first one."""
    if isinstance(key, slice):
        return slice(key.start - first, key.stop - first)
    return key - np.int64(first)


def _cell_at(cells, slot):
    """Return the cell of a slot, as wide as those of the stage."""
    # No search for the stage itself, nor for short outcomes.
    if slot < cells.end:
        return cells.own[slot - cells.first]
    cell = cells.later[slot]
    if cell != cells.code:
        return cells.own.dtype.type(cell)
    # A long outcome of a later stage: a binary search in the list.
    listed = OverflowColumns(cells.code, cells.slots, cells.longs)
    return cells.own.dtype.type(long_cell(listed, slot))


def own_cells(cells):
    """Return the array that holds the cells of the stage, and the slot of its first entry."""
    if isinstance(cells, WideStage):
        return cells.own, cells.first
    return cells, 0


@when_compiling
def _teach() -> None:
    """Register the type of such columns in kernels."""
    import_module("gamesolver.kernels.wide_stage_type")
