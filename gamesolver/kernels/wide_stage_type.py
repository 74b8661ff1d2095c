"""Columns of wide and narrow cells, as compiled kernels see them (see ``wide_stage``)."""

from __future__ import annotations

import operator
from typing import Any

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
from gamesolver.kernels.wide_stage import WideStage, own_cells

PUT_IN_PLACE: Any = {"nogil": True, "forceinline": True, **UNCOUNTED}


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
def _unpacked(kind, cells, c):
    # Unbox each part into its field. An error in any part is an error of the whole.
    struct = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    is_wrong = cgutils.false_bit
    for name, part in kind.parts:
        attribute = c.pyapi.object_getattr_string(cells, name)
        native = c.unbox(part, attribute)
        setattr(struct, name, native.value)
        is_wrong = c.builder.or_(is_wrong, native.is_error)
        # The attribute was a new reference.
        c.pyapi.decref(attribute)
    return NativeValue(struct._getvalue(), is_error=is_wrong)


@overload(operator.getitem, jit_options=PUT_IN_PLACE)
def _read(cells, slot):
    if not isinstance(cells, WideStageType):
        return None
    wide = cells.dtype

    # The code of `wide_stage._cell_at`, with types that numba knows.
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

    # Later stages are resolved, so only the stage itself is written.
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

    # Prefetch what `_read` reads first. A long outcome costs a search, which is not prefetched.
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


@overload(own_cells, jit_options=PUT_IN_PLACE)
def _own_cells(cells):
    if isinstance(cells, WideStageType):
        return lambda cells: (cells.own, cells.first)
    return lambda cells: (cells, 0)
