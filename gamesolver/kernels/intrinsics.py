"""Machine instructions that numba does not offer by itself.

``ones`` counts the bits of a word. ``gather_bits`` takes those on some places out of a word, and
``scatter_bits`` puts them there: most x86 processors have an instruction for each (``pext`` and
``pdep``), and elsewhere a loop goes through the places. ``swap_if`` changes a number only if no
other thread was quicker. ``fetch_ahead`` asks the processor for memory before it is needed: a
random read from beyond the cache costs as much as a hundred sequential ones, unless many are under
way at once. Kernels that know which places they will read next ask for a batch of them, and read
afterwards.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from gamesolver.kernels.numba_internals import processor_features

ZERO, ONE = np.uint64(0), np.uint64(1)


@intrinsic
def _fetch(typingctx: Any, array: Any, index: Any) -> Any:
    """Generate the machine instruction of :func:`fetch_ahead`."""

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


Intrinsic = type(_fetch)
"""The type of functions that :func:`numba.extending.intrinsic` makes."""


def fetch_ahead(array, index):
    """Prefetch ``array[index]`` into the cache. In plain Python, do nothing."""


@overload(fetch_ahead)
def _fetch_ahead(array, index):
    if not isinstance(array, types.Array):
        return None
    return lambda array, index: _fetch(array, np.int64(index))


@intrinsic
def _ones(typingctx: Any, word: Any) -> Any:
    """Generate the machine instruction of :func:`ones`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


def ones(word):
    """Return the number of set bits of a ``uint64``."""
    return np.int64(int(word).bit_count())


@overload(ones)
def _count_ones(word):
    return lambda word: np.int64(_ones(np.uint64(word)))


def gather_bits(word, places):
    """Return the bits of a word at these bit positions, the lowest first. Both are ``uint64``."""
    gathered, bit = ZERO, ONE
    while places != ZERO:
        place = places & ~(places - ONE)
        gathered |= bit if word & place != ZERO else ZERO
        bit <<= ONE
        places ^= place
    return gathered


def scatter_bits(word, places):
    """Return the lowest bits of a word, moved to these bit positions. Both are ``uint64``."""
    scattered = ZERO
    while places != ZERO:
        place = places & ~(places - ONE)
        scattered |= place if word & ONE != ZERO else ZERO
        word >>= ONE
        places ^= place
    return scattered


def _instruction(name: str) -> Any:
    """Return an intrinsic for a machine instruction that makes a word of two words."""

    @intrinsic
    def instruction(typingctx: Any, word: Any, places: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            number = ir.IntType(64)
            kind = ir.FunctionType(number, [number, number])
            function = builder.module.declare_intrinsic(name, fnty=kind)
            return builder.call(function, arguments)

        return types.uint64(types.uint64, types.uint64), generate

    return instruction


_pext, _pdep = map(_instruction, ("llvm.x86.bmi.pext.64", "llvm.x86.bmi.pdep.64"))


def can_gather() -> bool:
    """Return True if machine code is made for a processor with both instructions."""
    return "bmi2" in processor_features()


@overload(gather_bits)
def _gather_compiled(word, places):
    if can_gather():
        return lambda word, places: _pext(word, places)
    return gather_bits


@overload(scatter_bits)
def _scatter_compiled(word, places):
    if can_gather():
        return lambda word, places: _pdep(word, places)
    return scatter_bits


@intrinsic
def _swap(typingctx: Any, column: Any, index: Any, old: Any, new: Any) -> Any:
    """Generate the machine instruction of :func:`swap_if`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(signature.args[0])(context, builder, arguments[0])
        address = builder.gep(view.data, [arguments[1]])
        return builder.extract_value(
            builder.cmpxchg(address, *arguments[2:], "monotonic", "monotonic"), 1
        )

    return types.boolean(column, types.int64, column.dtype, column.dtype), generate


def swap_if(column, index, old, new):
    """Replace ``old`` by ``new`` in one atomic step. Return True if ``old`` was there."""
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
