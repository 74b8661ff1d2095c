"""The cells of all stages where those of the stage in hand are wider than those of later ones.

A byte a slot holds outcomes of up to 83 plies. Where a stage has longer ones, its own cells stand
in memory, two bytes each or more; later stages stay as they are in their file, a byte a slot, and
those of their outcomes that are longer are listed in order of their slots.

To kernels all of it is one column of wide cells. A slot before ``end`` is one of the stage; behind
it the narrow cell is read, and only where that says *long* the list is searched. Nothing is
written behind ``end``. Kernels are compiled for such cells as they are for each width,
so that those of one width know nothing of this.

**The cost.** A comparison a look-up, and for a long outcome a search in the list.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numba import types
from numba.extending import (
    NativeValue,
    make_attribute_wrapper,
    models,
    overload,
    overload_attribute,
    register_model,
    typeof_impl,
    unbox,
)

from gamesolver.kernels.cells import long_cell
from gamesolver.kernels.codes import OverflowColumns
from gamesolver.kernels.compiling import UNCOUNTED
from gamesolver.kernels.intrinsics import fetch_ahead, swap_if
from gamesolver.kernels.numba_internals import cgutils

PUT_IN_PLACE: Any = {"nogil": True, "forceinline": True, **UNCOUNTED}


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
    if slot < cells.end:
        return cells.own[slot - cells.first]
    cell = cells.later[slot]
    if cell != cells.code:
        return cells.own.dtype.type(cell)
    listed = OverflowColumns(cells.code, cells.slots, cells.longs)
    return cells.own.dtype.type(long_cell(listed, slot))


# ── the same inside kernels ─────────────────────────────────────────────────────────────────────


class WideStageType(types.Type):
    """Numba type of such a column."""

    def __init__(self, own, later):
        self.own, self.later, self.dtype = own, later, own.dtype
        super().__init__(f"WideStage({own}, {later})")

    @property
    def parts(self):
        """Name and type of each part."""
        number, slots, longs = types.int64, types.int64[::1], types.uint32[::1]
        kinds = self.own, self.later, number, number, number, slots, longs
        return [*zip(PARTS, kinds, strict=True)]


PARTS = "own", "later", "first", "end", "code", "slots", "longs"


@register_model(WideStageType)
class WideStageModel(models.StructModel):
    """Its parts, one after the other."""

    def __init__(self, manager, kind):
        super().__init__(manager, kind, kind.parts)


for _part in PARTS:
    make_attribute_wrapper(WideStageType, _part, _part)


@typeof_impl.register(WideStage)
def _type_of(cells, context):
    return WideStageType(typeof_impl(cells.own, context), typeof_impl(cells.later, context))


@unbox(WideStageType)
def _taken_apart(kind, cells, c):
    struct = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    is_wrong = cgutils.false_bit
    for name, part in kind.parts:
        attribute = c.pyapi.object_getattr_string(cells, name)
        native = c.unbox(part, attribute)
        setattr(struct, name, native.value)
        is_wrong = c.builder.or_(is_wrong, native.is_error)
        c.pyapi.decref(attribute)
    return NativeValue(struct._getvalue(), is_error=is_wrong)


@overload(operator.getitem, jit_options=PUT_IN_PLACE)
def _read(cells, slot):
    if not isinstance(cells, WideStageType):
        return None
    wide = cells.dtype

    def read(cells, slot):
        if slot < cells.end:
            return cells.own[slot - cells.first]
        cell = cells.later[slot]
        if cell != cells.code:
            return wide(cell)
        return wide(long_cell(OverflowColumns(cells.code, cells.slots, cells.longs), slot))

    return read


@overload(operator.setitem, jit_options=PUT_IN_PLACE)
def _write(cells, slot, cell):
    if not isinstance(cells, WideStageType):
        return None

    def write(cells, slot, cell):
        cells.own[slot - cells.first] = cell

    return write


@overload_attribute(WideStageType, "size", inline="always")
def _size(cells):
    return lambda cells: cells.later.size


@overload_attribute(WideStageType, "itemsize", inline="always")
def _itemsize(cells):
    return lambda cells: cells.own.itemsize


@overload(fetch_ahead, jit_options=PUT_IN_PLACE)
def _fetch_either(cells, slot):
    if not isinstance(cells, WideStageType):
        return None

    def fetch(cells, slot):
        if slot < cells.end:
            fetch_ahead(cells.own, slot - cells.first)
        else:
            fetch_ahead(cells.later, slot)

    return fetch


@overload(swap_if, jit_options=PUT_IN_PLACE)
def _swap_own(cells, slot, old, new):
    if not isinstance(cells, WideStageType):
        return None
    return lambda cells, slot, old, new: swap_if(cells.own, slot - cells.first, old, new)


def own_cells(cells):
    """Return the array that holds the cells of the stage, and the slot of its first entry."""
    if isinstance(cells, WideStage):
        return cells.own, cells.first
    return cells, 0


@overload(own_cells, jit_options=PUT_IN_PLACE)
def _own_cells(cells):
    if isinstance(cells, WideStageType):
        return lambda cells: (cells.own, cells.first)
    return lambda cells: (cells, 0)
