"""Compiling the kernels that take rules as arguments.

A kernel whose rules are *first-class functions* must have an explicit signature: without
one numba would compile it anew for every game, and never find it in the cache. Cells come
in three widths, so a kernel is compiled for the width at hand, when it is first needed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numba as nb
import numpy as np
from numba.core import types

from gamesolver.places_kernels import PARTS
from gamesolver.signatures import KIND, MOVES, POSITIONS

INT, WORD, FLAG = types.int64, types.uint64, types.boolean
RULES = types.Tuple((types.int64, types.boolean, *(KIND[part] for part in PARTS)))


def column(dtype: Any) -> Any:
    """The type of a contiguous column of numbers."""
    return types.Array(nb.from_dtype(np.dtype(dtype)), 1, "C")


PLACES = types.Tuple((POSITIONS, column(np.uint32), types.uint64))
INTS = column(np.int64)
ROOM = types.Tuple((MOVES, POSITIONS, POSITIONS, POSITIONS, column(np.bool_), INTS, INTS, INTS))
CHUNK = types.UniTuple(types.int64, 2)


@cache
def compiled(function: Callable[..., Any], *arguments: Any) -> Any:
    """A kernel that returns nothing, compiled for these types of arguments."""
    return nb.njit(types.void(*arguments), cache=True, nogil=True)(function)
