"""How kernels are compiled and kept: until any file with kernels changes.

numba keeps machine code on disk, and by itself looks at the file of a function alone: it would go
on with an old helper, or an old constant, from another file. So the stamp under which a kernel is
kept is a digest of all of them.

By itself it also numbers the files of a function, one for each kind of arguments, and keeps a list
of them. Two processes that compile at the same time both take the next number, and from then on
the code for one kind of arguments is called with the other: it reads bytes as what they are not.
So each file is named by what it was compiled for and from (:class:`FilesByKey`). There is no list,
and of two processes that compile the same the later one replaces a file by its equal.

Small functions are put where they are called in two ways: a ``helper``, of a line or two, by numba
(``inline="always"``), which copies it before types are known; one that is ``inlined``, with
branches or loops, by LLVM (``forceinline``). Functions with branches, one in another, took half of
all compiling of proofs where numba copied them.

Machine code that cannot be kept, for the disk is full, is compiled again by the next process: that
is no reason for a solve to fail. Nor is it one that a file cannot be read.

numba has no public way for any of this: see ``kernels.numba_internals``.
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
"""How to compile what makes no arrays: without counting who refers to which.

numba counts at every use of an array that stands in a tuple. Where positions are looked at one
by one, that takes as long as all the rest: 740 and 350 ns a position, measured.
"""

INNER: Any = UNCOUNTED | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""How to compile what other kernels call, and nobody else can.

Whoever called it from Python would end the process: for Python numba compiles a second function,
which takes all arguments apart. Where these are dozens of columns, that is an eighth of the time.
"""


class FilesByKey:
    """The files of one function: each named by its stamp and its key, which stands in it as well.

    A key has the types of the arguments, the processor and a digest of the function. Its text need
    not tell all: keys are compared as numba compares them.
    """

    def __init__(self, folder: str, function: str, stamp: object) -> None:
        self._folder = Path(folder)
        self._function = function
        self._now = f"{function}.{_digest((nb.__version__, stamp))}."

    def load(self, key: Any) -> Any:
        """What is kept for a key; None if nothing is."""
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
    """The machine code of one function on disk; what cannot be kept or read is compiled again."""

    def __init__(self, function: Callable[..., Any], stamp: object = None) -> None:
        def files(folder: str, name: str, stamp_of_file: object) -> FilesByKey:
            return FilesByKey(folder, name, stamp or stamp_of_file)

        super().__init__(function, files)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The code for a signature; nothing where what is kept cannot be read."""
        try:
            return super().load_overload(signature, target)
        except Exception:  # to read is to import by name, and names come and go
            return None

    def save_overload(self, signature: Any, code: Any) -> None:
        """Keep the code for a signature if it can be kept."""
        with suppress(OSError):
            super().save_overload(signature, code)


def kernel(function: Callable[..., Any]) -> Any:
    """A kernel that makes no arrays, compiled for the arguments it is called with.

    It runs without Python's lock.
    """
    return kernel_of(**UNCOUNTED)(function)


def making_arrays(function: Callable[..., Any]) -> Any:
    """The same for a kernel that makes arrays."""
    return kernel_of()(function)


def kernel_of(*beside: Path, **how: Any) -> Callable[[Callable[..., Any]], Any]:
    """The same for a function that stands in another file, which is watched as well."""

    def decorate(function: Callable[..., Any]) -> Any:
        compiled = njit(no_cfunc_wrapper=True, **how)(function)  # no rule, so C never calls it
        if not nb.config.DISABLE_JIT:  # type: ignore[attr-defined]  # set when numba is imported
            keep(compiled, *beside)
        return compiled

    return decorate


def keep(compiled: Any, *beside: Path) -> None:
    """Keep what numba compiles until a file of this folder changes, or one of those beside."""
    set_cache(compiled, KeptCode(compiled.py_func, stamp(*beside)))


@cache
def stamp(*beside: Path) -> str:
    """A digest of all files of this folder, and of those beside."""
    files = [*sorted(Path(__file__).parent.glob("*.py")), *beside]
    return sha256(b"".join(each.read_bytes() for each in files)).hexdigest()
