"""Bundles as compiled kernels see them (see ``bundles``)."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import (
    NativeValue,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)

from gamesolver.kernels.bundles import Bundle
from gamesolver.kernels.numba_internals import cgutils

ADDRESS, INDEX, WORD = ir.IntType(8).as_pointer(), ir.IntType(32), ir.IntType(64)
WORDS_OF_A_COLUMN = 2


class BundleType(types.NamedTuple):
    """Type of a bundle. Kernels see a named tuple."""

    def __init__(self, kinds: Any, made_by: Any) -> None:
        for kind in kinds:
            if isinstance(kind, types.Array) and (kind.ndim != 1 or kind.layout != "C"):
                raise TypeError(f"a bundle has contiguous columns, not {kind}")
        super().__init__(kinds, made_by)
        digest = sha256(self.name.encode()).hexdigest()[:8]
        self.name = f"{made_by.__name__}_{digest}"  # machine code is named after it

    def __hash__(self) -> int:
        return hash(self.name)  # numba calls this each time, and would hash two dozen types

    def first_word_of(self, index: int) -> int:
        """Return the index of the first word of a part."""
        return sum(map(_number_of_words, self.types[:index]))


def _number_of_words(kind: Any) -> int:
    """Return the number of words of a part."""
    if isinstance(kind, types.Array):
        return WORDS_OF_A_COLUMN
    return 0 if kind is types.none else 1


@register_model(BundleType)
class BundleModel(models.PrimitiveModel):
    """The address of its words."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, ADDRESS)


@typeof_impl.register(Bundle)
def _type_of(bundle: Any, context: Any) -> Any:
    held = vars(bundle)
    if "kind" not in held:
        parts = [typeof_impl(part, context) for part in bundle]
        held["kind"] = BundleType(parts, type(bundle))
    return held["kind"]


@unbox(BundleType)
def _address_of(kind: Any, bundle: Any, c: Any) -> Any:
    address = c.pyapi.object_getattr_string(bundle, "address_of_block")
    pointer = c.pyapi.long_as_voidptr(address)
    c.pyapi.decref(address)
    return NativeValue(pointer)


@lower_getattr_generic(BundleType)
def _load(context: Any, builder: Any, kind: Any, address: Any, name: str) -> Any:
    """Load a part from the words of a bundle."""
    index = kind.fields.index(name)
    part, first = kind.types[index], kind.first_word_of(index)
    words = builder.bitcast(address, WORD.as_pointer())
    loaded = [_word(builder, words, first + each) for each in range(_number_of_words(part))]
    if part is types.none:
        return context.get_dummy_value()
    if isinstance(part, types.Array):
        return _column(context, builder, part, *loaded)
    if isinstance(part, BundleType):
        return builder.inttoptr(*loaded, ADDRESS)
    narrow = context.get_value_type(part)
    return loaded[0] if narrow == WORD else builder.trunc(*loaded, narrow)


def _word(builder: Any, words: Any, index: int) -> Any:
    """Load a word, which LLVM may assume to be constant."""
    word = builder.load(builder.gep(words, [INDEX(index)]))
    word.set_metadata("invariant.load", builder.module.add_metadata([]))
    return word


def _column(context: Any, builder: Any, kind: Any, address: Any, size: Any) -> Any:
    """Return a column in numba's form, which owns no memory."""
    entry = context.get_data_type(kind.dtype)
    width = context.get_constant(types.intp, context.get_abi_sizeof(entry))
    column = context.make_array(kind)(context, builder)
    column.meminfo = column.parent = cgutils.get_null_value(ADDRESS)
    column.data = builder.inttoptr(address, entry.as_pointer())
    column.nitems, column.itemsize = size, width
    column.shape, column.strides = (cgutils.pack_array(builder, [each]) for each in (size, width))
    return column._getvalue()
