"""Memory for large columns: ordinary pages, sparse pages and unnamed files.

:func:`mapped` makes a column in an unnamed file, for tables that exceed the memory. The
operating system keeps the used parts in memory, writes the rest to disk, and frees the space
when the column is freed, even if the process is killed. The disk space is allocated at once.
Otherwise a full disk would later end the process by a signal inside a kernel.

:func:`streamed` makes a column that is written once in order, in ordinary pages. Numpy requests
huge pages for large arrays. These speed up random access and give nothing to sequential access.
On a virtual machine whose host reclaims free memory, a huge page is returned piece by piece,
whereas ordinary pages still backed are returned first. The first touch of 3 GB took 6.4 s in
huge pages and 1.4 s in ordinary pages on such a machine.
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
    """Holder that passes a column to a callee, which then owns and frees it.

    A caller with a name for the column would keep it alive during the call. It holds this object,
    from which the callee takes the column once.
    """

    def __init__(self, column: Columns) -> None:
        self.column = column

    def take(self) -> Columns:
        """Return the column and release it."""
        column = self.column
        del self.column
        return column


LARGE = 1 << 26  # bytes; what is smaller may stand where something else was freed


def streamed(size: int, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """Return a column of zeros to write in order. Pages never written take no memory."""
    kind = np.dtype(dtype)
    if sys.platform == "win32" or size * kind.itemsize < LARGE:
        return np.zeros(size, kind)
    try:
        memory = mmap.mmap(-1, size * kind.itemsize, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except OSError as fault:
        raise MemoryError(f"not enough memory for {size} entries of {kind}") from fault
    return np.frombuffer(memory, kind)


MAP_NORESERVE = 0x4000 if sys.platform == "linux" else 0  # Python 3.11 has no name for it


def sparse(size: int, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """Return a column of zeros with few entries to write. It may exceed the memory."""
    kind = np.dtype(dtype)
    how = (
        () if sys.platform == "win32" else (mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | MAP_NORESERVE,)
    )
    try:
        return np.frombuffer(mmap.mmap(-1, size * kind.itemsize, *how), kind)
    except OSError as fault:
        raise MemoryError(f"not enough memory for {size:,} entries of {kind}") from fault


# ── columns in files without a name: for tables that do not fit into memory ─────────────────────

Elsewhere = Callable[[int, Any], Columns | None]
"""Function that returns a column of zeros in a file, or ``None`` if files are not allowed."""


def take_room(file: Any, length: int) -> None:
    """Set the length of a file, and allocate the disk space."""
    file.truncate(length)
    if sys.platform == "linux" and length:
        os.posix_fallocate(file.fileno(), 0, length)


def mapped(folder: Path, size: int, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """Return a column of zeros in an unnamed file of a folder."""
    kind = np.dtype(dtype)
    length = max(1, size * kind.itemsize)
    with TemporaryFile(dir=folder) as file:
        take_room(file, length)
        memory = mmap.mmap(file.fileno(), length)
    return np.frombuffer(memory, kind, size)


def column_in_file(file: BinaryIO, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """Return a file as a writable column. Changes stay in memory and are not saved.

    Unchanged parts are read from the file and take no memory of the process.
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
    """Return a column of zeros in memory, or in a file if it does not fit.

    If neither is possible, the error names the work in progress.
    """
    coming = size * np.dtype(width).itemsize
    column = None if meter.allows(coming) else elsewhere(size, width)
    if column is None:
        meter.check(doing, coming)
        column = in_memory(size, width)
    return column
