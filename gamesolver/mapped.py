"""Columns in files without a name: for tables that do not fit into memory.

The system keeps in memory what is being used of such a column, writes the rest to the disk,
and gives back the room when nobody holds the column any more, however the process ends. The
room on the disk is taken at once: where it was not, a disk that fills up later would end the
process by a signal, in the middle of a kernel and without a word.
"""

from __future__ import annotations

import mmap
import os
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import numpy as np
import numpy.typing as npt

from gamesolver.labels import Columns
from gamesolver.memory import MemoryMeter

Elsewhere = Callable[[int, Any], Columns | None]
"""Gives a column of zeros in a file, of so many entries of a width, if there may be one."""


def mapped(folder: Path, size: int, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """A column of zeros in a file of a folder."""
    kind = np.dtype(dtype)
    length = max(1, size * kind.itemsize)
    with TemporaryFile(dir=folder) as file:
        file.truncate(length)
        if sys.platform == "linux":
            os.posix_fallocate(file.fileno(), 0, length)
        memory = mmap.mmap(file.fileno(), length)
    return np.frombuffer(memory, kind, size)


def zeros_for(
    doing: str,
    size: int,
    width: Any,
    meter: MemoryMeter,
    elsewhere: Elsewhere,
    in_memory: Callable[[int, Any], Columns] = np.zeros,
) -> Columns:
    """A column of zeros: in memory, or in a file if it does not fit and there may be one.

    Where neither is possible, the error says what was being done.
    """
    coming = size * np.dtype(width).itemsize
    column = None if meter.allows(coming) else elsewhere(size, width)
    if column is None:
        meter.check(doing, coming)
        column = in_memory(size, width)
    return column
