"""Source code and constants of compiled rules, so that every change is noticed.

numba keeps machine code in a file, and takes it from there as long as the file in which the
*function* is written does not change. But the code holds more: every compiled function that it
calls, whichever file that is written in, and every constant that it reads, for constants are
frozen. So after a change in a helper the old code would run on.

Here a function is described by all that goes into its code: its own instructions and constants,
the constants that it finds in its globals, in its closure, in modules and in tuples, and each
function found there, described in the same way, however numba comes to compile it (``njit``,
``register_jitable``, ``vectorize``, a method of a ``jitclass``). A digest of that is part of the
key under which the code is kept (:class:`SourcesCache`). Changed code is not found there, and
compiled again. What numba and numpy have of their own is left out, for it changes with their
version: code of another numba is not taken.

A ``vectorize`` or ``guvectorize`` that keeps code by itself cannot be given such a key, and is
refused. What numba overloads by an unnamed function (``overload``) is not seen; the trial
before a solve refuses rules that need it, for in plain Python they do something else.

A function whose decorator names a signature is compiled at import, before it can be given such a
key. Code that it took from the cache then may be old, and is compiled again, callees first;
after that it has its key as well.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cached_property
from hashlib import sha256
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import config
from numba.extending import is_jitted

from gamesolver.errors import InvalidArgumentError
from gamesolver.kernels.deferring import Deferred, machine_of
from gamesolver.kernels.kept_code import KeptCode
from gamesolver.kernels.numba_internals import (
    cache_of,
    dumps,
    is_from_cache,
    is_kept,
    machine_code_of,
    methods_of_jitclass,
    recompile,
    set_cache,
)

NUMBERS = (bool, int, float, complex, str, bytes, type(None), np.generic)
"""Types of constants that are described completely by their ``repr``."""


def is_compiled(function: Any) -> bool:
    """Return True for a function under ``@njit``, or for any function if numba is turned off."""
    function = machine_of(function)
    is_off = config.DISABLE_JIT  # type: ignore[attr-defined]  # set when numba is imported
    return isinstance(function, FunctionType) if is_off else bool(is_jitted(function))


def keep_fresh(rule: Any) -> None:
    """See to it that a compiled function holds nothing that has changed since it was compiled."""
    if is_jitted(rule := machine_of(rule)):
        _Freshness().is_recompiled(rule)


class _Freshness:
    """Check of a function and of all functions that it calls, callees first."""

    def __init__(self) -> None:
        self._seen: dict[Any, bool] = {}

    def is_recompiled(self, rule: Any) -> bool:
        """Give a function its key; return True if it, and so its callers, had to be recompiled."""
        if rule in self._seen:
            return self._seen[rule]
        self._seen[rule] = False  # a function may call itself
        callees = [
            self.is_recompiled(called) for called in _called_by(rule.py_func, {rule.py_func})
        ]
        if isinstance(cache := cache_of(rule), SourcesCache):  # by another game that calls it
            self._seen[rule] = cache.was_recompiled
        else:
            self._seen[rule] = _give_key(rule, any(callees))
        return self._seen[rule]


def _give_key(rule: Any, calls_recompiled: bool) -> bool:
    """Keep a function's code under a key of its sources; return True if it was recompiled.

    Code that was compiled in this process, from current sources, is only kept under its new key.
    """
    is_recompiled = bool(machine_code_of(rule)) and (calls_recompiled or is_from_cache(rule))
    if is_kept(rule):
        set_cache(rule, SourcesCache(rule.py_func, is_recompiled))
    if is_recompiled:
        recompile(rule)
    else:
        for signature, code in machine_code_of(rule).items():
            cache_of(rule).save_overload(signature, code)
    return is_recompiled


class SourcesCache(KeptCode):
    """Machine code of one function on disk, with the digest of its sources in each key.

    The digest covers all that numba's does, and more. numba's pickles the closure. Compiled
    functions in it have a number that each process draws at random, so that the code of their
    callers would never be found again.
    """

    def __init__(self, function: Any, was_recompiled: bool) -> None:
        super().__init__(function)
        self._function = function
        self.was_recompiled = was_recompiled

    @cached_property
    def source_digest(self) -> str:
        """A digest of all that goes into the machine code."""
        return digest(self._function)


# ── the description of a function ───────────────────────────────────────────────────────────────


def digest(function: Any) -> str:
    """Return a digest of all that goes into the machine code of a function."""
    hashed = sha256()
    functions = [function]
    for called in functions:  # the list grows as we go: what is called is described as well
        for part in _described(called, functions):
            hashed.update(f"{len(part)} ".encode() + part)
    return hashed.hexdigest()


def _described(function: Any, functions: list[Any]) -> Iterator[bytes]:
    """Yield a function in words: its code, and what each of its names stands for."""
    for code in _codes(function.__code__):
        yield code.co_code
        yield repr((code.co_names, code.co_varnames, code.co_freevars, code.co_flags)).encode()
        yield from (
            _constant(constant) for constant in code.co_consts if not isinstance(constant, CodeType)
        )
    yield from (_constant(default) for default in function.__defaults__ or ())
    yield from (
        dumps(thing)
        for thing in _contents(function)
        if not isinstance(thing, (*NUMBERS, np.ndarray)) and written_of(thing) is None
    )
    for name, thing in named_by(function):
        yield name.encode()
        written = written_of(thing)
        if written is None:
            yield _constant(thing)
            continue
        if written not in functions:
            functions.append(written)
        yield str(functions.index(written)).encode()


def _constant(thing: Any) -> bytes:
    """Return the type and value of a constant as bytes; of any other object only the type."""
    kind = type(thing).__qualname__
    if isinstance(thing, Enum):
        return b" ".join((kind.encode(), thing.name.encode(), _constant(thing.value)))
    if isinstance(thing, NUMBERS):
        return f"{kind} {thing!r}".encode()
    if isinstance(thing, tuple):
        return kind.encode() + b"(" + b", ".join(map(_constant, thing)) + b")"
    if isinstance(thing, frozenset):
        return kind.encode() + b"(" + b", ".join(sorted(map(_constant, thing))) + b")"
    if isinstance(thing, np.ndarray):
        return f"{thing.dtype} {thing.shape} ".encode() + sha256(thing.tobytes()).digest()
    return kind.encode()


# ── what a function may name ────────────────────────────────────────────────────────────────────


LIBRARIES = {"numba", "numpy", "scipy", *sys.stdlib_module_names}
"""Libraries whose functions are not described."""


def written_of(thing: Any) -> Any:
    """Return the Python function behind a plain or compiled function; None for anything else.

    A plain function is one if it is a ``register_jitable``. Whatever numba's decorators make has
    the function they decorate as its ``__wrapped__``.

    >>> from numba import njit
    >>> def plain(position):
    ...     return position
    >>> [written_of(each) is plain for each in (plain, njit(plain), np.sum, 3)]
    [True, True, False, False]
    """
    is_of_numba = isinstance(thing, Deferred) or _library_of(type(thing)) == "numba"
    written = getattr(thing, "__wrapped__", None) if is_of_numba else thing
    is_ours = isinstance(written, FunctionType) and _library_of(written) not in LIBRARIES
    return written if is_ours else None


def _library_of(thing: Any) -> str:
    return str(getattr(thing, "__module__", None) or "").split(".")[0]


def _called_by(function: Any, seen: set[Any]) -> Iterator[Any]:
    """Yield the compiled functions that a function calls, also through uncompiled functions."""
    for name, thing in named_by(function):
        written = written_of(thing)
        if is_jitted(thing := machine_of(thing)):
            yield thing
        elif written is not None and written not in seen:
            _require_no_cache_of_its_own(name, thing)
            seen.add(written)
            yield from _called_by(written, seen)


def _require_no_cache_of_its_own(name: str, thing: Any) -> None:
    if is_kept(thing):
        raise InvalidArgumentError(
            f"{name} is kept by numba itself, which does not notice changes in other files: "
            "leave out cache=True; the rules that call it are cached anyway"
        )


def named_by(function: Any) -> Iterator[tuple[str, Any]]:
    """Yield the objects that a function may read from its closure, globals, modules and classes."""
    names = list(dict.fromkeys(names_in(function.__code__)))
    namespace = function.__globals__
    named = [(name, namespace[name]) for name in names if name in namespace]
    named += zip(function.__code__.co_freevars, _contents(function), strict=False)
    seen: set[int] = set()
    for name, thing in named:  # the list grows as we go
        yield name, thing
        if isinstance(thing, tuple):
            named += [(f"{name}[{place}]", each) for place, each in enumerate(thing)]
        if methods := methods_of_jitclass(thing):
            named += [(f"{name}.{method}", each) for method, each in methods.items()]
        elif isinstance(thing, ModuleType | type) and id(thing) not in seen:
            seen.add(id(thing))
            inside = vars(thing)
            named += [
                (f"{name}.{attribute}", inside[attribute])
                for attribute in names
                if attribute in inside
            ]


def _contents(function: Any) -> Iterator[Any]:
    for cell in function.__closure__ or ():
        yield None if cell == CellType() else cell.cell_contents


def names_in(code: CodeType) -> Iterator[str]:
    """Yield the names that a function may look up in its globals, those within it included."""
    for inner in _codes(code):
        yield from inner.co_names


def _codes(code: CodeType) -> Iterable[CodeType]:
    """Return the code of a function, and of those within it."""
    codes = [code]
    for outer in codes:  # the list grows as we go
        codes += (part for part in outer.co_consts if isinstance(part, CodeType))
    return codes
