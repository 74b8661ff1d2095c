"""Columns in files without a name: for tables that do not fit into memory.

The system keeps in memory what is being used of such a column, writes the rest to the disk,
and gives back the room when nobody holds the column any more, however the process ends.
"""

from __future__ import annotations

import mmap
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import numpy as np
import numpy.typing as npt


def mapped(folder: Path, size: int, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """A column of zeros in a file of a folder."""
    kind = np.dtype(dtype)
    with TemporaryFile(dir=folder) as file:
        file.truncate(max(1, size * kind.itemsize))
        memory = mmap.mmap(file.fileno(), max(1, size * kind.itemsize))
    return np.frombuffer(memory, kind, size)
