"""Compiling the kernels that take rules as arguments.

A kernel whose rules are *first-class functions* must have an explicit signature: without
one numba would compile it anew for every game, and never find it in the cache. Cells come
in three widths, so a kernel is compiled for the width at hand, when it is first needed.
What is cached on disk is used as long as no file with kernels changes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numba as nb
import numpy as np
from numba.core import types

from gamesolver.signatures import MOVES, POSITIONS

INT, WORD, FLAG = types.int64, types.uint64, types.boolean


def column(dtype: Any) -> Any:
    """The type of a contiguous column of numbers."""
    return types.Array(nb.from_dtype(np.dtype(dtype)), 1, "C")


PLACES = types.Tuple((POSITIONS, column(np.uint32), types.uint64))
INTS = column(np.int64)
ROOM = types.Tuple(
    (
        MOVES,
        POSITIONS,
        POSITIONS,
        POSITIONS,
        column(np.bool_),
        INTS,
        INTS,
        INTS,
        POSITIONS,
        POSITIONS,
    )
)
LONGS = types.Tuple((types.int64, INTS, INTS))
CHUNK = types.UniTuple(types.int64, 2)


@cache
def compiled(function: Callable[..., Any], *arguments: Any) -> Any:
    """A kernel that returns nothing, compiled for these types of arguments."""
    if nb.config.DISABLE_JIT:  # type: ignore[attr-defined]  # set when numba is imported
        return _quiet(function)
    kernel = nb.njit(nogil=True)(function)
    kernel.enable_caching()
    kernel._cache._cache_file._source_stamp = _stamp()  # type: ignore[attr-defined]  # numba's own
    kernel.compile(arguments)
    kernel.disable_compile()
    return kernel


def _quiet(function: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel in plain Python, where numpy would warn that keys wrap around as they are mixed."""

    def kernel(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return kernel


@cache
def _stamp() -> str:
    """A digest of all files that kernels are written in.

    By itself numba looks at the file of a kernel alone, and would go on with an old helper
    from another one. There is no public way to tell it; a test holds this one.
    """
    here = Path(__file__)
    files = sorted(here.parent.rglob("*_kernels.py"))
    files += [here.with_name(each) for each in ("machine.py", "handing.py", "cell_codes.py")]
    return sha256(b"".join(each.read_bytes() for each in files)).hexdigest()
