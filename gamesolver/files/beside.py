"""Writing beside the place where a file will stand, and moving it there when it is whole.

The new file is synced before it takes the name, and the folder after it: whatever happens
on the way, under the name there is the old file or the new one. What is left of the other
is removed. Of two that are written at once the later one stays.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from gamesolver.arguments import require_path
from gamesolver.errors import FileError, GameSolverError


@contextmanager
def beside(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A file to write, which takes the name when all went well."""
    require_path(path)
    target = Path(os.fsdecode(path))
    unfinished = target.with_name(f".{target.name}.{os.getpid()}-{os.urandom(4).hex()}")
    try:
        yield unfinished
        _synced(unfinished)
        os.replace(unfinished, target)
        _synced(target.parent)
    except GameSolverError:
        raise
    except (OSError, sqlite3.Error, ValueError) as error:
        raise FileError(f"cannot write {target}: {_reason(target, error)}", str(target)) from error
    finally:
        with suppress(OSError):
            unfinished.unlink()


def _reason(target: Path, error: Exception) -> str:
    """Why a file could not be written, in words."""
    if target.is_dir():
        return "it is a folder"
    if not target.parent.is_dir():
        return f"there is no folder {target.parent}"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error)


def _synced(path: Path) -> None:
    """See that a file or folder is on the disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
