"""Three machine instructions that numba does not offer by itself.

``ones`` counts the bits of a word. ``set_bit`` sets one though other threads set others
of the same word at the same time. ``fetch_ahead`` asks the processor for memory
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
def _set_bits(typingctx: Any, words: Any, index: Any, bits: Any) -> Any:
    """The one machine instruction behind :func:`set_bit`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(signature.args[0])(context, builder, arguments[0])
        address = builder.gep(view.data, [arguments[1]])
        return builder.atomic_rmw("or", address, arguments[2], "monotonic")

    return types.uint64(words, types.int64, types.uint64), generate


def set_bit(words, bit):
    """Set one bit of an array of ``uint64``; whether it was not set before."""
    mask = np.uint64(1 << (int(bit) & 63))
    before = words[bit >> 6]
    words[bit >> 6] = before | mask
    return before & mask == 0


@overload(set_bit)
def _set_bit(words, bit):
    def compiled(words, bit):
        mask = np.uint64(1) << np.uint64(bit & 63)
        return _set_bits(words, np.int64(bit >> 6), mask) & mask == np.uint64(0)

    return compiled
