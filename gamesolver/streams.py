"""Memory for columns that are written once, from their beginning to their end.

numpy asks Linux to back large arrays by huge pages. For what is read in any order that is
right: it saves look-ups of addresses. A column of some hundred megabytes that is streamed
through gains nothing by it, and may lose much: a virtual machine whose host takes free memory
back has to be given each huge page anew, piece by piece, while ordinary pages that are still
backed are handed out first. (Measured on such a machine, for the first touch of 3 GB: 6.4 s in
huge pages, 1.4 s in ordinary ones.) So these columns are taken in ordinary pages.
"""

from __future__ import annotations

import mmap
import sys
from typing import Any

import numpy as np
import numpy.typing as npt

LARGE = 1 << 26  # bytes; what is smaller may stand where something else was freed


def streamed(size: int, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """A column of zeros, to be written in order; what is never written to is never taken."""
    kind = np.dtype(dtype)
    if sys.platform == "win32" or size * kind.itemsize < LARGE:
        return np.zeros(size, kind)
    try:
        memory = mmap.mmap(-1, size * kind.itemsize, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except OSError as fault:
        raise MemoryError(f"no room for {size} entries of {kind}") from fault
    return np.frombuffer(memory, kind)
