"""What compiled rules are made of, so that no change in it goes unnoticed.

numba keeps machine code in a file, and takes it from there as long as the file in which the
*function* is written does not change. But the code holds more: every compiled function that it
calls, whichever file that is written in, and every constant that it reads, for constants are
frozen. So after a change in a helper the old code would run on.

Here a function is described by all that goes into its code: its own instructions and constants,
the constants that it finds in its globals, in its closure and in modules, and each compiled
function found there, described in the same way. A digest of that is part of the key under which
the code is kept (:class:`SourcesCache`): what has changed is not found there, and compiled anew.

A function whose decorator names a signature is compiled before anybody can give it such a key: as
it is imported. What it took from the cache then may be old, and is compiled anew, callees first;
after that it has its key as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cached_property
from hashlib import sha256
from types import CellType, CodeType, ModuleType
from typing import Any

import numpy as np
from numba.core.caching import FunctionCache
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps

from gamesolver.kernels.compiling import KeptCode

NUMBERS = (bool, int, float, complex, str, bytes, type(None), np.generic)
"""Constants that say in a ``repr`` all there is to them."""


def keep_fresh(rule: Any) -> None:
    """See to it that a compiled function holds nothing that has changed since it was compiled."""
    if isinstance(rule, CPUDispatcher):
        _Freshness().is_anew(rule)


class _Freshness:
    """One look at a function and at all that it calls, callees first."""

    def __init__(self) -> None:
        self._seen: dict[Any, bool] = {}

    def is_anew(self, rule: Any) -> bool:
        """Give a function its key; whether it had to be compiled anew, and so what calls it."""
        if rule in self._seen:
            return self._seen[rule]
        self._seen[rule] = False  # a function may call itself
        callees = [self.is_anew(called) for called in _called_by(rule.py_func)]
        if isinstance(rule._cache, SourcesCache):  # by another game that calls it
            self._seen[rule] = rule._cache.was_anew
        else:
            self._seen[rule] = _give_key(rule, any(callees))
        return self._seen[rule]


def _give_key(rule: Any, calls_anew: bool) -> bool:
    """Keep the code of a function under a key that knows its sources; whether it is compiled anew.

    What was compiled in this very process, of nothing old, is only kept under its new key.
    """
    is_anew = bool(rule.overloads) and (calls_anew or bool(rule.stats.cache_hits))
    if isinstance(rule._cache, FunctionCache):
        rule._cache = SourcesCache(rule.py_func, is_anew)
    if is_anew:
        _compile_anew(rule)
    else:
        for signature, code in _compiled_for(rule).items():
            rule._cache.save_overload(signature, code)
    return is_anew


def _compile_anew(rule: Any) -> None:
    """What numba's ``recompile`` does, but what its decorator says of the answer stays said."""
    can_compile, signatures = rule._can_compile, list(_compiled_for(rule))
    rule._make_finalizer()()
    rule._reset_overloads()
    rule._can_compile = True
    try:
        for signature in signatures:
            rule.compile(signature)
    finally:
        rule._can_compile = can_compile


def _compiled_for(rule: Any) -> dict[Any, Any]:
    """The code of a function by its arguments; by whole signatures where its decorator has them."""
    if rule._can_compile:
        return dict(rule.overloads)
    return {code.signature: code for code in rule.overloads.values()}


class SourcesCache(KeptCode):
    """numba's own cache of one function, with the digest of its sources in each key.

    The base class and its ``_index_key`` are numba's own; ``tests/rules/test_stale_rules.py``
    holds them. The digest says all that the key of the base class does, and more.
    """

    def __init__(self, function: Any, was_anew: bool) -> None:
        super().__init__(function)
        self.was_anew = was_anew

    def _index_key(self, arguments: Any, codegen: Any) -> Any:
        # The base class pickles the closure, and compiled functions in it have a number that each
        # process draws anew: what calls them would never be found again.
        return arguments, codegen.magic_tuple(), self._digest

    @cached_property
    def _digest(self) -> str:
        return digest(self._py_func)


# ── the description of a function ───────────────────────────────────────────────────────────────


def digest(function: Any) -> str:
    """A digest of all that goes into the machine code of a function."""
    hashed = sha256()
    functions = [function]
    for called in functions:  # the list grows as we go: what is called is described as well
        for part in _described(called, functions):
            hashed.update(f"{len(part)} ".encode() + part)
    return hashed.hexdigest()


def _described(function: Any, functions: list[Any]) -> Iterator[bytes]:
    """A function in words: its code, and what each of its names stands for."""
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
        if not isinstance(thing, (*NUMBERS, np.ndarray, CPUDispatcher))
    )
    for name, thing in named_by(function):
        yield name.encode()
        if isinstance(thing, CPUDispatcher):
            if thing.py_func not in functions:
                functions.append(thing.py_func)
            yield str(functions.index(thing.py_func)).encode()
        else:
            yield _constant(thing)


def _constant(thing: Any) -> bytes:
    """A constant by its type and its value; of anything else the type alone: it is no constant."""
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


def _called_by(function: Any) -> Iterator[Any]:
    return (thing for _, thing in named_by(function) if isinstance(thing, CPUDispatcher))


def named_by(function: Any) -> Iterator[tuple[str, Any]]:
    """What a function may find in its closure, its globals, and the modules and classes there."""
    names = list(dict.fromkeys(names_in(function.__code__)))
    namespace = function.__globals__
    named = [(name, namespace[name]) for name in names if name in namespace]
    named += zip(function.__code__.co_freevars, _contents(function), strict=False)
    seen: set[int] = set()
    for name, thing in named:  # the list grows as we go
        yield name, thing
        if isinstance(thing, ModuleType | type) and id(thing) not in seen:
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
    """The names that a function may look up in its globals, those within it included."""
    for inner in _codes(code):
        yield from inner.co_names


def _codes(code: CodeType) -> Iterable[CodeType]:
    """The code of a function, and of those within it."""
    codes = [code]
    for outer in codes:  # the list grows as we go
        codes += (part for part in outer.co_consts if isinstance(part, CodeType))
    return codes
