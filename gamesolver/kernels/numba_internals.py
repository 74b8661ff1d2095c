"""The private parts of numba that gamesolver uses. No other module imports or names them.

numba may change a private part in any release. So there is a test for each part in
``tests/kernels/test_numba_internals.py``, and ``pyproject.toml`` admits only the releases up to the
last one tried. Tried: 0.61.2, 0.62.1, 0.64.0, 0.66.0, 0.68.1. To admit a newer release, run these
tests and ``tests/engine/test_kernel_cache.py``, ``tests/rules/test_stale_rules.py`` with it, then
raise the bound.

======================================== =========================================================
private part of numba                    why the public interface is not enough
======================================== =========================================================
``FunctionCache``                        ``cache=True`` sees no change in another file, and two
                                         processes that compile at once mix up their files
``Dispatcher._cache``                    to give a compiled function such a cache
``Dispatcher._can_compile``,             ``recompile`` forgets the return type that a decorator
``_make_finalizer``,                     names
``_reset_overloads``
``Dispatcher.overloads``, ``stats``      to call the machine code for one signature from Python,
                                         and to learn what came from a cache
``FunctionIdentity._unique_ids``         machine code from two processes must not have one name
``serialize.dumps``                      ``pickle`` refuses what machine code and closures hold
``cpu_target``                           to choose a machine instruction that the processor has
``compute_fingerprint``                  ``numba.typeof`` takes up to 400 times as long
``cgutils``                              documented for ``numba.extending``, under this name only
the option ``_nrt``, in ``compiling``    reference counts double the time of some kernels
the caches of ``vectorize`` functions    to refuse those that keep code by themselves
``ClassType.jit_methods`` and its kin    to notice a change in a method of a ``jitclass``
``core.event``                           to pause Python's garbage collector during compilation
======================================== =========================================================

Public are ``llvmlite.ir``, which numba's guide to ``@intrinsic`` uses, and the options of ``njit``
without an underscore, such as ``forceinline`` and ``no_cpython_wrapper``.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from itertools import count
from operator import attrgetter
from typing import Any

from numba import types
from numba._dispatcher import compute_fingerprint
from numba.core import cgutils
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import FunctionCache
from numba.core.event import Event, Listener, register
from numba.core.registry import cpu_target
from numba.core.serialize import dumps

__all__ = [
    "CodeCache",
    "cache_of",
    "cgutils",
    "compute_fingerprint",
    "dumps",
    "entry_point",
    "is_compiled_for",
    "is_from_cache",
    "is_kept",
    "machine_code_of",
    "methods_of_jitclass",
    "number_functions_from",
    "processor_features",
    "recompile",
    "return_type",
    "set_cache",
]


# ── machine code kept on disk ───────────────────────────────────────────────────────────────────


class CodeCache(FunctionCache):
    """numba's cache of one function, with files and a source digest of its user's choice.

    A compiled function loads and saves its machine code by ``load_overload`` and ``save_overload``.

    Parameters
    ----------
    function
        The Python function.
    files_for
        Called with a folder, a name for the function and a stamp of its source file. It returns an
        object with ``load(key)`` (None if nothing is stored), ``save(key, data)`` and ``flush()``.
    """

    def __init__(
        self, function: Callable[..., Any], files_for: Callable[[str, str, object], Any]
    ) -> None:
        super().__init__(function)
        name, locator = self._impl.filename_base, self._impl.locator
        self._cache_file = files_for(self._cache_path, name, locator.get_source_stamp())

    @property
    def source_digest(self) -> str | None:
        """Return the part of a key that replaces numba's digest of the function and its closure."""
        return None

    def _index_key(self, arguments: Any, codegen: Any) -> Any:
        if self.source_digest is None:
            return super()._index_key(arguments, codegen)
        return arguments, codegen.magic_tuple(), self.source_digest


CACHES = "_cache", "_dispatcher.cache", "gufunc_builder.nb_func.cache"
"""Where functions of ``njit``, ``vectorize`` and ``guvectorize`` have their cache."""


def cache_of(function: Any) -> Any:
    """Return the cache of a function that numba has compiled, None if it has none."""
    for path in CACHES:
        try:
            return attrgetter(path)(function)
        except AttributeError:
            continue
    return None


def is_kept(function: Any) -> bool:
    """Return True if the machine code of a function is kept on disk."""
    return isinstance(cache_of(function), FunctionCache)


def set_cache(function: Any, cache: CodeCache) -> None:
    """Give a function of ``njit`` a cache."""
    function._cache = cache


# ── functions of ``njit``, and what was compiled of them ────────────────────────────────────────


def machine_code_of(function: Any) -> Mapping[Any, Any]:
    """Return what was compiled, by argument types, or by signature if the decorator names some."""
    if function._can_compile:
        return dict(function.overloads)
    return {code.signature: code for code in function.overloads.values()}


def is_from_cache(function: Any) -> bool:
    """Return True if some machine code of a function was loaded and not compiled."""
    return bool(function.stats.cache_hits)


def recompile(function: Any) -> None:
    """Compile a function again for all its signatures, with the return types they name."""
    can_compile, signatures = function._can_compile, list(machine_code_of(function))
    function._make_finalizer()()
    function._reset_overloads()
    function._can_compile = True
    try:
        for signature in signatures:
            function.compile(signature)
    finally:
        function._can_compile = can_compile


def is_compiled_for(function: Any, arguments: tuple[Any, ...]) -> bool:
    """Return True if there is machine code for these types of arguments."""
    return arguments in function.overloads


def entry_point(function: Any, arguments: tuple[Any, ...]) -> Callable[..., Any]:
    """Return the machine code for these types of arguments, to be called from Python.

    The function itself would choose among its overloads, or compile one more.
    """
    code: Callable[..., Any] = function.overloads[arguments].entry_point
    return code


def return_type(function: Any, arguments: tuple[Any, ...]) -> Any:
    """Return the type that the machine code for these types of arguments returns."""
    return function.overloads[arguments].signature.return_type


def number_functions_from(first: int) -> None:
    """Number functions from here on: a function's number is part of the name of its code."""
    FunctionIdentity._unique_ids = count(first)


def methods_of_jitclass(kind: Any) -> dict[str, Any]:
    """Return the compiled methods of a ``jitclass`` by name, none of any other object."""
    compiled = getattr(kind, "class_type", None) if isinstance(kind, type) else None
    if not isinstance(compiled, types.ClassType):
        return {}
    properties = {
        f"{name}.{access}": method
        for name, accesses in compiled.jit_props.items()
        for access, method in accesses.items()
    }
    return {**compiled.jit_methods, **compiled.jit_static_methods, **properties}


# ── the processor ───────────────────────────────────────────────────────────────────────────────


def processor_features() -> frozenset[str]:
    """Return the features of the processor that numba compiles for, as LLVM names them."""
    features: str = cpu_target.target_context.codegen().magic_tuple()[2]
    return frozenset(each[1:] for each in features.split(",") if each.startswith("+"))


# ── Python's garbage collector ──────────────────────────────────────────────────────────────────

# The compiler creates hundreds of thousands of objects. Most of these live until a function is
# compiled. Repeated scans of these objects took a twelfth of the compile time.


class CollectorPause(Listener):
    """Listener of numba that stops the collector while a function is compiled."""

    def __init__(self) -> None:
        self._was_on: list[bool] = []
        """For each compilation under way, True if the collector ran before it."""

    def on_start(self, event: Event) -> None:
        """Stop the collector."""
        self._was_on.append(gc.isenabled())
        gc.disable()

    def on_end(self, event: Event) -> None:
        """Start the collector again after the outermost compilation."""
        # A compilation may have begun before this listener was registered: rules that a caller's
        # own compiled function calls load this module.
        if self._was_on and self._was_on.pop():
            gc.enable()


register("numba:compile", CollectorPause())
