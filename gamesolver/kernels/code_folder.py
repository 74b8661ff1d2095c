"""Folders in which machine code is kept.

Code of the library and of its games is kept in the user's cache folder, so that every environment
finds it. It is in a folder that is named by a digest of all kernels, so that two versions of
the library do not remove each other's files. A folder that was not used for some months is removed
when another one is made. Code of an author's own rules stays next to their file, as numba does it.
If ``NUMBA_CACHE_DIR`` is set, all code is kept there.

This module does not load numba. :func:`is_kept_on_disk` finds out whether a function must be
compiled before numba is loaded.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable
from functools import cache
from glob import escape
from hashlib import sha256
from pathlib import Path
from typing import Any

SUFFIX = ".kernel"  # numba's own files are its own
LIBRARY = "gamesolver", "games"
"""Packages whose machine code is kept in the user's cache folder."""

DAYS = 90
"""Days after which an unused folder is removed."""


@cache
def stamp(*extra: Path) -> str:
    """Return a digest of all files of this folder and of the given files."""
    files = [*sorted(Path(__file__).parent.glob("*.py")), *extra]
    return sha256(b"".join(each.read_bytes() for each in files)).hexdigest()


def folder_of(function: Callable[..., Any]) -> Path | None:
    """Return the folder for machine code of a function, or None if numba chooses it."""
    if os.environ.get("NUMBA_CACHE_DIR") or not is_of_library(function):
        return None
    return _user_folder()


def is_of_library(function: Callable[..., Any]) -> bool:
    """Return True if a function belongs to the library or to its games."""
    return function.__module__.split(".")[0] in LIBRARY


def user_cache() -> Path:
    """Return the cache folder of the user."""
    if sys.platform == "win32":
        home = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Caches"
    else:
        home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "gamesolver"


def folder_in_use() -> Path | None:
    """Return the folder in which code of the library is kept, or None if none can be used."""
    root = os.environ.get("NUMBA_CACHE_DIR")
    return Path(root) if root else _user_folder()


@cache
def _user_folder() -> Path | None:
    """Return the folder for these kernels, made if it is missing, or None if it cannot be used."""
    try:
        folder = user_cache() / f"kernels-{stamp()[:16]}"
        if not folder.is_dir():
            folder.mkdir(parents=True, mode=0o700, exist_ok=True)
            _remove_unused(folder)
        os.utime(folder)
    except (OSError, RuntimeError):  # no home, no right, or no room
        return None
    return folder if os.access(folder, os.W_OK) else None


def _remove_unused(folder: Path) -> None:
    """Remove folders of other kernels that were not used for long."""
    for other in folder.parent.glob("kernels-*"):
        if other.stat().st_mtime < time.time() - DAYS * 86_400:
            shutil.rmtree(other, ignore_errors=True)


def is_kept_on_disk(function: Any) -> bool:
    """Return True if machine code of a function seems to be kept: it may be that of older text."""
    written = getattr(function, "py_func", function)
    code = written.__code__
    module = Path(code.co_filename).stem
    name = f"{module}.{written.__qualname__}-{code.co_firstlineno}".replace("<", "")
    pattern = f"{escape(name.replace('>', ''))}.*{SUFFIX}"
    if root := os.environ.get("NUMBA_CACHE_DIR"):
        return any(Path(root).glob(f"*/{pattern}"))
    folder = folder_of(written) or Path(code.co_filename).parent / "__pycache__"
    return any(folder.glob(pattern))
