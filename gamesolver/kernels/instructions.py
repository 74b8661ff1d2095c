"""Machine instructions that compiled kernels use in place of the functions of ``intrinsics``."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from gamesolver.kernels.intrinsics import fetch_ahead, gather_bits, ones, scatter_bits, swap_if
from gamesolver.kernels.numba_internals import processor_features


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


@overload(ones)
def _count_ones(word):
    return lambda word: np.int64(_ones(np.uint64(word)))


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


@overload(swap_if)
def _swap_if(column, index, old, new):
    if not isinstance(column, types.Array):
        return None
    narrow = column.dtype

    def compiled(column, index, old, new):
        return _swap(column, np.int64(index), narrow(old), narrow(new))

    return compiled
