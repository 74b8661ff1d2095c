"""Errors of the system for failed writes, with advice.

A full disk, a quota, a folder that is not ours: none of them is a fault of the game or of the
library, and the caller can correct each of them. So each is reported as a ``FileError``
with the system's reason and advice.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gamesolver.errors import FileError

BYTES_A_BLOCK = 512  # as POSIX counts them, whatever the disk has
MAKE_ROOM = "free space there, or name another place"
LEAVE = "name a place where you may write"
ADVICE = {
    errno.ENOSPC: MAKE_ROOM,
    errno.EDQUOT: MAKE_ROOM,
    errno.EFBIG: MAKE_ROOM,
    errno.EIO: MAKE_ROOM,
    errno.EROFS: LEAVE,
    errno.EACCES: LEAVE,
    errno.EPERM: LEAVE,
}
OF_SQLITE = {
    sqlite3.SQLITE_FULL: MAKE_ROOM,
    sqlite3.SQLITE_IOERR: MAKE_ROOM,
    sqlite3.SQLITE_CANTOPEN: LEAVE,
    sqlite3.SQLITE_READONLY: LEAVE,
}


def reason_of(error: Exception) -> str:
    """Why something could not be written, in words, and what to do where that is known."""
    if isinstance(error, OSError) and error.errno:
        reason, advice = os.strerror(error.errno), ADVICE.get(error.errno)
    else:
        reason, advice = str(error), OF_SQLITE.get(_code(error))
    return "; ".join(filter(None, [reason, advice]))


@contextmanager
def refusals_reported(folder: Path, what: str = "checkpoints") -> Iterator[None]:
    """Report what the system refuses of what is to be kept in a folder, in our words."""
    try:
        yield
    except FileError:
        raise
    except OSError as error:
        message = f"cannot keep {what} in {folder}: {reason_of(error)}"
        raise FileError(message, str(folder)) from error


def free_on_disk(folder: Path) -> int:
    """Return the free bytes on the disk of a folder; ``sys.maxsize`` if they are unknown."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return sys.maxsize


def bytes_held(path: Path) -> int:
    """Return the bytes that a file takes on its disk, without holes; 0 if it does not exist."""
    try:
        about = path.stat()
    except OSError:
        return 0
    return about.st_size if sys.platform == "win32" else about.st_blocks * BYTES_A_BLOCK


def is_full(error: BaseException | None) -> bool:
    """Return True if it is SQLite's error for a full disk."""
    return OF_SQLITE.get(_code(error)) == MAKE_ROOM


def _code(error: BaseException | None) -> int:
    """Return the primary code of an SQLite error; 0 for any other exception."""
    return error.sqlite_errorcode & 0xFF if isinstance(error, sqlite3.OperationalError) else 0
