"""Named tuples of buffers that compiled kernels take by address.

numba passes a named tuple as its parts, and each column as seven numbers. The buffers of a search
would be some 400 arguments, and each function and each call would copy them. That took an eighth of
the time to compile a first proof.

A *bundle* is a named tuple whose parts also stand in a block of words: for a column its address and
its size, for a number its value, for another bundle its address. A compiled function takes the
address of the block, and loads a part where it is used (``kernels.bundle_type``). The words never
change, so LLVM may load each of them once.

In kernels, and in plain Python, a bundle is a named tuple: its parts are read by name.
"""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from operator import index
from typing import Any, TypeVar

import numpy as np

from gamesolver.kernels.deferring import when_compiling

KindT = TypeVar("KindT", bound=type)


class Bundle:
    """Mixin of named tuples that compiled functions take by address."""

    def __getstate__(self) -> None:
        """Leave out addresses, which hold in one process, from pickles and copies."""

    @cached_property
    def block_of_words(self) -> Any:
        """The words of all parts, as ``kernels.bundle_type`` reads them."""
        words: list[int] = []
        for part in self:  # type: ignore[attr-defined]  # it is a tuple
            words += words_of(part)
        return np.array([word % 2**64 for word in words], np.uint64)

    @cached_property
    def address_of_block(self) -> int:
        """Address of the words."""
        address: int = self.block_of_words.ctypes.data
        return address


def words_of(part: Any) -> tuple[int, ...]:
    """Return the words of a part: of a column, a number, another bundle or ``None``."""
    if part is None:
        return ()
    if isinstance(part, np.ndarray):
        return part.ctypes.data, part.size
    if isinstance(part, Bundle):
        return (part.address_of_block,)
    return (index(part.item() if isinstance(part, np.generic) else part),)


def bundle(kind: KindT) -> KindT:
    """Make a class of named tuples one of bundles."""
    made: Any = type(kind.__name__, (Bundle, kind), {"__doc__": kind.__doc__})
    made.__module__, made.__qualname__ = kind.__module__, kind.__qualname__
    return made  # type: ignore[no-any-return]


@when_compiling
def _teach() -> None:
    """Register the type of bundles in kernels."""
    import_module("gamesolver.kernels.bundle_type")
