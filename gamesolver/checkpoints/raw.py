"""The bytes of columns and texts as they go into a folder, and what the system says of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import xxhash

from gamesolver.disk import reason_of
from gamesolver.errors import FileError
from gamesolver.labels import Columns


@contextmanager
def told_of(folder: Path) -> Iterator[None]:
    """Tell of what the system refuses, a full disk say, in our words."""
    try:
        yield
    except FileError:
        raise
    except OSError as error:
        told = f"cannot keep checkpoints in {folder}: {reason_of(error)}"
        raise FileError(told, str(folder)) from error


def bytes_of(column: Columns) -> bytes | memoryview:
    """The bytes of a column, in place."""
    if not len(column):
        return b""
    whole: Any = np.ascontiguousarray(column)
    return memoryview(whole).cast("B")


def hash_of(told: str) -> str:
    """The hash of a text."""
    return xxhash.xxh3_128_hexdigest(told.encode())
