"""Three machine instructions that numba does not offer by itself.

``ones`` counts the bits of a word. ``swap_if`` changes a number only if no other thread
was quicker. ``fetch_ahead`` asks the processor for memory
before it is needed: a random read from beyond the cache costs as much as a hundred sequential ones,
unless many are under way at once. Kernels that know which places they will read next ask for
a batch of them, and read afterwards.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload


@intrinsic
def _fetch(typingctx: Any, array: Any, index: Any) -> Any:
    """The one machine instruction behind :func:`fetch_ahead`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(signature.args[0])(context, builder, arguments[0])
        address = builder.gep(view.data, [arguments[1]])
        address = builder.bitcast(address, ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [address.type, number, number, number])
        function = builder.module.declare_intrinsic("llvm.prefetch.p0i8", fnty=kind)
        for_reading, keep, data = number(0), number(3), number(1)
        builder.call(function, [address, for_reading, keep, data])
        return context.get_dummy_value()

    return types.void(array, types.int64), generate


def fetch_ahead(array, index):
    """Ask the processor to bring ``array[index]`` near; nothing in plain Python."""


@overload(fetch_ahead)
def _fetch_ahead(array, index):
    if not isinstance(array, types.Array):
        return None
    return lambda array, index: _fetch(array, np.int64(index))


@intrinsic
def _ones(typingctx: Any, word: Any) -> Any:
    """The one machine instruction behind :func:`ones`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


def ones(word):
    """How many bits of a ``uint64`` are set."""
    return np.int64(int(word).bit_count())


@overload(ones)
def _count_ones(word):
    return lambda word: np.int64(_ones(np.uint64(word)))


@intrinsic
def _swap(typingctx: Any, column: Any, index: Any, old: Any, new: Any) -> Any:
    """The one machine instruction behind :func:`swap_if`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(signature.args[0])(context, builder, arguments[0])
        address = builder.gep(view.data, [arguments[1]])
        order = "monotonic", "monotonic"
        return builder.extract_value(builder.cmpxchg(address, *arguments[2:], *order), 1)

    return types.boolean(column, types.int64, column.dtype, column.dtype), generate


def swap_if(column, index, old, new):
    """Put ``new`` where ``old`` stands, at once for all threads; whether it stood there."""
    is_there = bool(column[index] == old)
    if is_there:
        column[index] = new
    return is_there


@overload(swap_if)
def _swap_if(column, index, old, new):
    if not isinstance(column, types.Array):
        return None
    narrow = column.dtype

    def compiled(column, index, old, new):
        return _swap(column, np.int64(index), narrow(old), narrow(new))

    return compiled
