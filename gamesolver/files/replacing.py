"""Atomic writing: a file is written under another name and renamed when it is complete.

The new file is synced before it takes the name, and the folder after it: whatever happens
on the way, under the name there is the old file or the new one. What is left of the other
is removed, also what a killed process left (``leftovers``). Of two that are written at once the
later one stays.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from gamesolver.arguments import path_in
from gamesolver.errors import FileError, GameSolverError
from gamesolver.files.leftovers import remove_leftovers, unfinished_for
from gamesolver.system.disk import reason_of


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A file to write, which takes the name when all went well."""
    target = Path(os.path.realpath(path_in(path)))  # a link stays a link
    unfinished = unfinished_for(target)
    _require_replaceable(target)
    remove_leftovers(target)
    try:
        yield unfinished
        if target.exists():
            unfinished.chmod(target.stat().st_mode & 0o777)
        _synced(unfinished)
        os.replace(unfinished, target)
        _synced(target.parent)
    except GameSolverError:
        raise
    except (OSError, sqlite3.Error, UnicodeError) as error:
        raise FileError(f"cannot write {target}: {_reason(target, error)}", str(target)) from error
    finally:
        with suppress(OSError):
            unfinished.unlink()


def _require_replaceable(target: Path) -> None:
    """Raise if the target exists and is not a regular file: a device, a pipe, a folder."""
    if os.path.lexists(target) and not os.path.isfile(target):
        what = "it is a folder" if os.path.isdir(target) else "it is not a regular file"
        raise FileError(f"cannot write {target}: {what}", str(target))


def _reason(target: Path, error: Exception) -> str:
    """Why a file could not be written, in words."""
    if not os.path.isdir(target.parent):
        return f"there is no folder {target.parent}"
    return reason_of(error)


def _synced(path: Path) -> None:
    """See that a file or folder is on the disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
