"""Columns of wide and narrow entries, as compiled kernels see them (see ``wide_stage``)."""

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

from gamesolver.kernels.codes import OverflowColumns
from gamesolver.kernels.compiling import UNCOUNTED
from gamesolver.kernels.entries import long_entry
from gamesolver.kernels.intrinsics import fetch_ahead, swap_if
from gamesolver.kernels.numba_internals import cgutils
from gamesolver.kernels.wide_stage import WideStage, own_entries

PUT_IN_PLACE: Any = {"nogil": True, "forceinline": True, **UNCOUNTED}


class WideStageType(types.Type):
    """Numba type of such a column."""

    def __init__(self, own, later):
        self.own, self.later, self.dtype = own, later, own.dtype
        super().__init__(f"WideStage({own}, {later})")

    @property
    def parts(self):
        """Name and type of each part."""
        number, indexes, longs = types.int64, types.int64[::1], types.uint32[::1]
        kinds = self.own, self.later, number, number, number, indexes, longs
        return [*zip(PARTS, kinds, strict=True)]


PARTS = "own", "later", "first", "end", "code", "indexes", "longs"


@register_model(WideStageType)
class WideStageModel(models.StructModel):
    """Its parts, one after the other."""

    def __init__(self, manager, kind):
        super().__init__(manager, kind, kind.parts)


for _part in PARTS:
    make_attribute_wrapper(WideStageType, _part, _part)


@typeof_impl.register(WideStage)
def _type_of(entries, context):
    return WideStageType(typeof_impl(entries.own, context), typeof_impl(entries.later, context))


@unbox(WideStageType)
def _unpacked(kind, entries, c):
    # Unbox each part into its field. An error in any part is an error of the whole.
    struct = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    is_wrong = cgutils.false_bit
    for name, part in kind.parts:
        attribute = c.pyapi.object_getattr_string(entries, name)
        native = c.unbox(part, attribute)
        setattr(struct, name, native.value)
        is_wrong = c.builder.or_(is_wrong, native.is_error)
        # The attribute was a new reference.
        c.pyapi.decref(attribute)
    return NativeValue(struct._getvalue(), is_error=is_wrong)


@overload(operator.getitem, jit_options=PUT_IN_PLACE)
def _read(entries, index):
    if not isinstance(entries, WideStageType):
        return None
    wide = entries.dtype

    # The code of `wide_stage._entry_at`, with types that numba knows.
    def read(entries, index):
        if index < entries.end:
            return entries.own[index - entries.first]
        entry = entries.later[index]
        if entry != entries.code:
            return wide(entry)
        return wide(
            long_entry(OverflowColumns(entries.code, entries.indexes, entries.longs), index)
        )

    return read


@overload(operator.setitem, jit_options=PUT_IN_PLACE)
def _write(entries, index, entry):
    if not isinstance(entries, WideStageType):
        return None

    # Later stages are resolved, so only the stage itself is written.
    def write(entries, index, entry):
        entries.own[index - entries.first] = entry

    return write


@overload_attribute(WideStageType, "size", inline="always")
def _size(entries):
    return lambda entries: entries.later.size


@overload_attribute(WideStageType, "itemsize", inline="always")
def _itemsize(entries):
    return lambda entries: entries.own.itemsize


@overload(fetch_ahead, jit_options=PUT_IN_PLACE)
def _fetch_either(entries, index):
    if not isinstance(entries, WideStageType):
        return None

    # Prefetch what `_read` reads first. A long outcome costs a search, which is not prefetched.
    def fetch(entries, index):
        if index < entries.end:
            fetch_ahead(entries.own, index - entries.first)
        else:
            fetch_ahead(entries.later, index)

    return fetch


@overload(swap_if, jit_options=PUT_IN_PLACE)
def _swap_own(entries, index, old, new):
    if not isinstance(entries, WideStageType):
        return None
    return lambda entries, index, old, new: swap_if(entries.own, index - entries.first, old, new)


@overload(own_entries, jit_options=PUT_IN_PLACE)
def _own_entries(entries):
    if isinstance(entries, WideStageType):
        return lambda entries: (entries.own, entries.first)
    return lambda entries: (entries, 0)
