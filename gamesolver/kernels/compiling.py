"""How kernels are compiled and kept: until any file with kernels changes.

numba keeps machine code on disk, and by itself looks at the file of a function alone: it would go
on with an old helper, or an old constant, from another file. So the stamp under which a kernel is
kept is a digest of all of them. There is no public way to tell numba; a test holds this one.

Machine code that cannot be kept, for the disk is full, is compiled again by the next process: that
is no reason for a solve to fail. Nor is it one that another version of ours kept code for types
that are not there any more: numba reads what is kept before it compares the stamps.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numba as nb
from numba.core.caching import FunctionCache


class RoomyCache(FunctionCache):
    """numba's own cache of one function, which goes without keeping where there is no room."""

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The code for a signature; nothing where what is kept cannot be read."""
        try:
            return super().load_overload(signature, target)
        except Exception:  # to read is to import by name, and names come and go
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, signature: Any, code: Any) -> None:
        """Keep the code for a signature if it can be kept."""
        with suppress(OSError):
            super().save_overload(signature, code)


def kernel(function: Callable[..., Any]) -> Any:
    """A kernel that numba compiles for the arguments it is called with, without Python's lock."""
    return kernel_of()(function)


def kernel_of(*beside: Path) -> Callable[[Callable[..., Any]], Any]:
    """The same for a function that stands in another file, which is watched as well."""

    def decorate(function: Callable[..., Any]) -> Any:
        compiled = nb.njit(nogil=True)(function)
        if not nb.config.DISABLE_JIT:  # type: ignore[attr-defined]  # set when numba is imported
            keep(compiled, *beside)
        return compiled

    return decorate


def keep(compiled: Any, *beside: Path) -> None:
    """Keep what numba compiles until a file of this folder changes, or one of those beside."""
    compiled.enable_caching()
    compiled._cache = RoomyCache(compiled.py_func)
    compiled._cache._cache_file._source_stamp = stamp(*beside)


@cache
def stamp(*beside: Path) -> str:
    """A digest of all files of this folder, and of those beside."""
    files = [*sorted(Path(__file__).parent.glob("*.py")), *beside]
    return sha256(b"".join(each.read_bytes() for each in files)).hexdigest()
