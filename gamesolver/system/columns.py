"""Columns in files without a name: for tables that do not fit into memory.

The system keeps in memory what is being used of such a column, writes the rest to the disk,
and gives back the room when nobody holds the column any more, however the process ends. The
room on the disk is taken at once: where it was not, a disk that fills up later would end the
process by a signal, in the middle of a kernel and without a word.

**Memory for columns that are written once, from their beginning to their end.**

numpy asks Linux to back large arrays by huge pages. For what is read in any order that is
right: it saves look-ups of addresses. A column of some hundred megabytes that is streamed
through gains nothing by it, and may lose much: a virtual machine whose host takes free memory
back has to be given each huge page anew, piece by piece, while ordinary pages that are still
backed are handed out first. (Measured on such a machine, for the first touch of 3 GB: 6.4 s in
huge pages, 1.4 s in ordinary ones.) So these columns are taken in ordinary pages.
"""

from __future__ import annotations

import mmap
import os
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from gamesolver.system.memory import MemoryMeter

# ── memory for columns that are written once, from their beginning to their end ─────────────────

Columns = npt.NDArray[Any]


class Handed:
    """A column on its way to whoever is to work with it alone, and frees it when it has served.

    A caller that holds a column by a name keeps it as long as it waits; so it holds this, of which
    the column is taken, once.
    """

    def __init__(self, column: Columns) -> None:
        self.column = column

    def take(self) -> Columns:
        """The column, which is not held here any more."""
        column = self.column
        del self.column
        return column


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


MAP_NORESERVE = 0x4000 if sys.platform == "linux" else 0  # Python 3.11 has no name for it


def sparse(size: int, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """A column of zeros of which few are written to: it may be larger than the memory."""
    kind = np.dtype(dtype)
    how = (
        () if sys.platform == "win32" else (mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | MAP_NORESERVE,)
    )
    try:
        return np.frombuffer(mmap.mmap(-1, size * kind.itemsize, *how), kind)
    except OSError as fault:
        raise MemoryError(f"no room for {size:,} entries of {kind}") from fault


# ── columns in files without a name: for tables that do not fit into memory ─────────────────────

Elsewhere = Callable[[int, Any], Columns | None]
"""Gives a column of zeros in a file, of so many entries of a width, if there may be one."""


def take_room(file: Any, length: int) -> None:
    """Let a file have so many bytes, on the disk too."""
    file.truncate(length)
    if sys.platform == "linux" and length:
        os.posix_fallocate(file.fileno(), 0, length)


def mapped(folder: Path, size: int, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """A column of zeros in a file of a folder."""
    kind = np.dtype(dtype)
    length = max(1, size * kind.itemsize)
    with TemporaryFile(dir=folder) as file:
        take_room(file, length)
        memory = mmap.mmap(file.fileno(), length)
    return np.frombuffer(memory, kind, size)


def written_beside(file: BinaryIO, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """A file as a column on which one can write: what is written stays in memory, and goes with it.

    What is not written on is read from the file, and is no memory of ours.
    """
    if sys.platform == "win32":
        memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
    else:
        how = mmap.MAP_PRIVATE | MAP_NORESERVE
        memory = mmap.mmap(file.fileno(), 0, how, mmap.PROT_READ | mmap.PROT_WRITE)
    return np.frombuffer(memory, dtype)


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
