"""Machine code of kernels and rules on disk, kept until a file that it depends on changes.

numba stores machine code on disk. Its own cache checks only the file of the function itself. It
would keep using an old helper or constant from another file. So the stamp of a kernel is a digest
of all kernel files.

numba also numbers the files of a function, one for each signature, and keeps an index of them. Two
processes that compile at the same time take the same number. From then on the code for one
signature is called with another, and reads bytes as the wrong type. So each file is named by its
stamp and key (:class:`FilesByKey`). There is no index. If two processes compile the same function,
the later one replaces a file by an equal file.

Machine code that cannot be stored, for example on a full disk, is compiled again by the next
process. The solve does not fail. A file that cannot be read does not make it fail either.

numba has no public interface for this: see ``kernels.numba_internals``.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from glob import escape
from hashlib import sha256
from pathlib import Path
from pickle import loads
from typing import Any
from uuid import uuid4

import numba as nb

from gamesolver.kernels.code_folder import SUFFIX, folder_of
from gamesolver.kernels.deferring import report_compilation
from gamesolver.kernels.numba_internals import CodeCache, dumps, set_cache


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


def _digest(thing: object) -> str:
    return sha256(repr(thing).encode()).hexdigest()[:16]


class KeptCode(CodeCache):
    """Machine code of one function on disk. Code that cannot be stored or read is recompiled."""

    def __init__(self, function: Callable[..., Any], stamp: object = None) -> None:
        own = folder_of(function)

        def files(folder: str, name: str, stamp_of_file: object) -> FilesByKey:
            if own is None:
                return FilesByKey(folder, name, stamp or stamp_of_file)
            return FilesByKey(str(own), name, stamp)  # files of each environment have other times

        super().__init__(function, files)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the code for a signature, or None if the stored code cannot be read."""
        code = None
        with suppress(Exception):  # to read is to import by name, and names come and go
            code = super().load_overload(signature, target)
        if code is None:
            report_compilation()
        return code

    def save_overload(self, signature: Any, code: Any) -> None:
        """Keep the code for a signature if it can be kept."""
        with suppress(OSError):
            super().save_overload(signature, code)


def keep_under(compiled: Any, stamp: str) -> None:
    """Store the code of a compiled function under a stamp."""
    with suppress(RuntimeError):  # no folder can be written: the code is compiled in each process
        set_cache(compiled, KeptCode(compiled.py_func, stamp))
