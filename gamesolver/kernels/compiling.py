"""Compile kernels, and keep the machine code until any file with kernels changes.

numba stores machine code on disk. Its own cache checks only the file of the function itself. It
would keep using an old helper or constant from another file. So the stamp of a kernel is a digest
of all kernel files.

numba also numbers the files of a function, one for each signature, and keeps an index of them. Two
processes that compile at the same time take the same number. From then on the code for one
signature is called with another, and reads bytes as the wrong type. So each file is named by its
stamp and key (:class:`FilesByKey`). There is no index. If two processes compile the same function,
the later one replaces a file by an equal file.

Small functions are inlined in two ways. A ``helper`` of a line or two is copied by numba
(``inline="always"``) before types are known. An ``inlined`` function, with branches or loops, is
inlined by LLVM (``forceinline``). When numba copied nested functions with branches, that took half
of the compile time of proofs.

Machine code that cannot be stored, for example on a full disk, is compiled again by the next
process. The solve does not fail. A file that cannot be read does not make it fail either.

numba has no public interface for this: see ``kernels.numba_internals``.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from glob import escape
from hashlib import sha256
from pathlib import Path
from pickle import loads
from typing import Any
from uuid import uuid4

import numba as nb

from gamesolver.kernels.numba_internals import NO_REFERENCE_COUNTS, CodeCache, dumps, set_cache

njit: Any = partial(nb.njit, nogil=True)
"""Compile a function that kernels call. It runs without Python's lock."""

UNCOUNTED: Any = NO_REFERENCE_COUNTS
"""Options for functions that make no arrays: compile without reference counts.

numba counts at every use of an array that is in a tuple. If positions are handled one by one, that
takes as long as all other work: 740 and 350 ns a position, measured.
"""

INNER: Any = UNCOUNTED | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Options for functions that only other kernels call.

A call from Python would end the process. For calls from Python, numba compiles a second function
that unpacks all arguments. With dozens of columns, that takes an eighth of the compile time.
"""


class FilesByKey:
    """Files of one function, each named by its stamp and its key. The file holds the key as well.

    A key has the types of the arguments, the processor and a digest of the function. Its text may
    be ambiguous, so keys are compared as numba compares them.
    """

    def __init__(self, folder: str, function: str, stamp: object) -> None:
        self._folder = Path(folder)
        self._function = function
        self._now = f"{function}.{_digest((nb.__version__, stamp))}."

    def load(self, key: Any) -> Any:
        """Return the stored code for a key, or None if there is none."""
        try:
            known, code = loads(self._file_of(key).read_bytes())
        except FileNotFoundError:
            return None
        return code if known == key else None

    def save(self, key: Any, code: Any) -> None:
        """Keep code for a key, and nothing any longer that was kept under another stamp."""
        file = self._file_of(key)
        unfinished = file.with_name(f"{file.name}.{uuid4().hex}")
        try:
            unfinished.write_bytes(dumps((key, code)))
            unfinished.replace(file)
        finally:
            unfinished.unlink(missing_ok=True)
        for other in self._files():
            if not other.name.startswith(self._now):
                other.unlink(missing_ok=True)

    def flush(self) -> None:
        """Keep nothing any longer: numba's ``recompile`` calls this first."""
        for file in self._files():
            file.unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        return list(self._folder.glob(f"{escape(self._function)}.*{SUFFIX}"))

    def _file_of(self, key: Any) -> Path:
        return self._folder / f"{self._now}{_digest(key)}{SUFFIX}"


SUFFIX = ".kernel"  # numba's own files are its own


def _digest(thing: object) -> str:
    return sha256(repr(thing).encode()).hexdigest()[:16]


class KeptCode(CodeCache):
    """Machine code of one function on disk. Code that cannot be stored or read is recompiled."""

    def __init__(self, function: Callable[..., Any], stamp: object = None) -> None:
        def files(folder: str, name: str, stamp_of_file: object) -> FilesByKey:
            return FilesByKey(folder, name, stamp or stamp_of_file)

        super().__init__(function, files)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the code for a signature, or None if the stored code cannot be read."""
        try:
            return super().load_overload(signature, target)
        except Exception:  # to read is to import by name, and names come and go
            return None

    def save_overload(self, signature: Any, code: Any) -> None:
        """Keep the code for a signature if it can be kept."""
        with suppress(OSError):
            super().save_overload(signature, code)


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a kernel that makes no arrays, for the argument types of each call.

    It runs without Python's lock.
    """
    return kernel_of(**UNCOUNTED)(function)


def making_arrays(function: Callable[..., Any]) -> Any:
    """Compile a kernel that makes arrays, for the argument types of each call."""
    return kernel_of()(function)


def kernel_of(*beside: Path, **how: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function with these options; its cache also depends on the given files."""

    def decorate(function: Callable[..., Any]) -> Any:
        compiled = njit(no_cfunc_wrapper=True, **how)(function)  # no rule, so C never calls it
        if not nb.config.DISABLE_JIT:  # type: ignore[attr-defined]  # set when numba is imported
            keep(compiled, *beside)
        return compiled

    return decorate


def keep(compiled: Any, *beside: Path) -> None:
    """Store compiled code until a file of this folder, or one of the given files, changes."""
    set_cache(compiled, KeptCode(compiled.py_func, stamp(*beside)))


@cache
def stamp(*beside: Path) -> str:
    """Return a digest of all files of this folder and of the given files."""
    files = [*sorted(Path(__file__).parent.glob("*.py")), *beside]
    return sha256(b"".join(each.read_bytes() for each in files)).hexdigest()
