"""Compiled functions that are plain Python until machine code of them is needed.

:func:`njit` takes the options of numba's decorator of that name, and makes a :class:`Deferred`. It
loads numba and compiles when the function is first called, or when a kernel that calls it is
compiled. Within :func:`plainly` a deferred function runs as the plain Python that its author wrote,
and so do the functions that it calls. Then numba is not even imported. To import it and to compile
the rules and kernels of a first solve takes some ten seconds, and a small game is solved in a
fraction of one by the same kernels as plain Python. The results are equal in both modes, since the
code is unchanged: the tests run in either.

Work that may turn out to be long is begun by :func:`plainly_if_short`. After many calls of rules,
or after some time, the next call raises :class:`HandOver`. Then the work is done again from its
beginning, compiled, so it must not have side effects. What runs plainly uses one thread.

What numba has to be taught (overloads, types, machine instructions) is registered by a function
under :func:`when_compiling`, which is called when numba is loaded.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import update_wrapper
from typing import Any, TypeVar, overload

import numpy as np

ResultT = TypeVar("ResultT")
FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])

CALLS, SECONDS = 450_000, 5.0
"""Calls of rules, and seconds of processor time, for work that runs plainly first.

A solve calls rules some twenty times for each position, so that some 20,000 positions are solved.
To compile all that takes longer.
"""

KEPT = 0.1
"""Share of these if machine code need only be loaded."""

FEW = 20_000
"""Entries that kernels pass over in plain Python."""

CALLS_A_LOOK = 64
"""Calls between two looks at the clock."""


class HandOver(BaseException):
    """Work in plain Python takes too long. It is not an error, so no handler of errors takes it."""


class _Mode(threading.local):
    """Mode of this thread."""

    is_plain = False
    calls_left = -1
    """Calls of rules until plain work is handed over, or a negative number for never."""
    end = 0.0
    """Processor time of the thread at which it is."""


_MODE = _Mode()


def is_plain() -> bool:
    """Return True if kernels and rules run as plain Python now, in this thread."""
    return _MODE.is_plain


@contextmanager
def plainly(share: float = 0.0) -> Iterator[None]:
    """Context in which deferred functions run as plain Python.

    With a ``share`` of the time for work that runs plainly first, it is handed over at the end of
    that. Integers overflow in silence, as they do in compiled code.
    """
    before = _MODE.is_plain, _MODE.calls_left, _MODE.end
    if not _MODE.is_plain:
        _MODE.is_plain, _MODE.calls_left = True, round(CALLS * share) or -1
        _MODE.end = time.thread_time() + SECONDS * share
    try:
        with np.errstate(all="ignore"):
            yield
    finally:
        _MODE.is_plain, _MODE.calls_left, _MODE.end = before


def plainly_if_short(work: Callable[[], ResultT], share: float = 1.0) -> ResultT | None:
    """Return the result of work in plain Python, or None if it takes too long.

    ``share`` is that of the usual time.
    """
    try:
        with plainly(share):
            return work()
    except HandOver:
        return None


def plainly_if_few(count: int) -> AbstractContextManager[None]:
    """Return a context for kernels over a number of entries, plain if numba is not loaded yet.

    It suits kernels that call no rules. They pass over a few thousand entries in the time that it
    takes to load numba.
    """
    return plainly() if count <= FEW and not _IS_LOADED.is_set() else nullcontext()


def count_call() -> None:
    """Count a call of a rule in plain Python. Raise ``HandOver`` if the work takes too long."""
    if _MODE.calls_left < 0:
        return
    _MODE.calls_left = left = _MODE.calls_left - 1
    if left <= 0 or (left % CALLS_A_LOOK == 0 and time.thread_time() > _MODE.end):
        _MODE.calls_left = -1  # once
        raise HandOver


# ── what numba has to be taught ─────────────────────────────────────────────────────────────────

_LESSONS: list[Callable[[], object]] = []
_IS_LOADED = threading.Event()
_LOADING = threading.RLock()


def when_compiling(register: Callable[[], object]) -> Callable[[], object]:
    """Call a function when numba is loaded to compile: at once, if it has been."""
    with _LOADING:
        if _IS_LOADED.is_set():
            register()
        else:
            _LESSONS.append(register)
    return register


def load_numba() -> Any:
    """Return numba, which has been taught everything that kernels need."""
    import numba

    if not _IS_LOADED.is_set():
        with _LOADING:
            if not _IS_LOADED.is_set():
                while _LESSONS:
                    _LESSONS.pop(0)()
                _IS_LOADED.set()
    return numba


# ── news of compilation ─────────────────────────────────────────────────────────────────────────

_LISTENERS: list[Callable[[], object]] = []


@contextmanager
def reporting_compilation(listener: Callable[[int], object]) -> Iterator[None]:
    """Context in which ``listener`` is called before a function is compiled, in any thread.

    It receives the number of functions compiled so far. Code that is kept on disk is not compiled.
    """
    done = 0

    def report() -> None:
        nonlocal done
        done += 1
        listener(done - 1)

    _LISTENERS.append(report)
    try:
        yield
    finally:
        _LISTENERS.remove(report)


def report_compilation() -> None:
    """Call the innermost listener, because a function is about to be compiled."""
    if _LISTENERS:
        _LISTENERS[-1]()


# ── deferred functions ──────────────────────────────────────────────────────────────────────────


class Deferred:
    """Function that numba compiles when machine code of it is first needed.

    numba itself takes it for the compiled function, where other compiled functions name it.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        options: dict[str, Any],
        finish: Callable[[Any], None] | None = None,
    ) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self.targetoptions = options
        """Options of ``njit``: numba reads ``inline`` here."""
        self._finish = finish
        self._compiled: Any = None
        self._is_inner = bool(options.get("no_cpython_wrapper"))
        """True if Python cannot call the machine code."""

    def __call__(self, *arguments: Any) -> Any:
        """Return the result of the function, in the mode of this thread.

        A function without an entry for Python always runs as plain Python when it is called so.
        """
        if _MODE.is_plain:
            return self.py_func(*arguments)
        if self._is_inner:
            with plainly():
                return self.py_func(*arguments)
        return self.compiled(*arguments)

    @property
    def compiled(self) -> Any:
        """The function of numba, which compiles for each signature on its first call."""
        if self._compiled is None:
            numba = load_numba()
            with _LOADING:
                if self._compiled is None:
                    compiled = numba.njit(**self.targetoptions)(self.py_func)
                    if self._finish is not None and not numba.config.DISABLE_JIT:
                        self._finish(compiled)
                    self._compiled = compiled
        return self._compiled

    @property
    def _numba_type_(self) -> Any:
        """Type of the compiled function, for numba."""
        return self.compiled._numba_type_

    def __getattr__(self, name: str) -> Any:
        """Return an attribute that numba's function has."""
        if name.startswith("__") or name == "_compiled":
            raise AttributeError(name)
        return getattr(self.compiled, name)

    def __repr__(self) -> str:
        return f"<deferred {self.py_func.__module__}.{self.py_func.__qualname__}>"

    def __reduce__(self) -> Any:
        return Deferred, (self.py_func, self.targetoptions, self._finish)


@overload
def njit(function: FunctionT, /) -> FunctionT: ...


@overload
def njit(
    *, finish: Callable[[Any], None] | None = None, **options: Any
) -> Callable[[FunctionT], FunctionT]: ...


def njit(
    function: Callable[..., Any] | None = None,
    *,
    finish: Callable[[Any], None] | None = None,
    **options: Any,
) -> Any:
    """Return a function that is compiled when machine code of it is first needed.

    The options are those of ``numba.njit``, except signatures. ``finish`` is called with numba's
    function before that compiles.

    >>> @njit(cache=True)
    ... def halved(heap):
    ...     return heap >> 1
    >>> with plainly():
    ...     halved(9)
    4
    """

    def decorate(written: Callable[..., Any]) -> Deferred:
        return Deferred(written, options, finish)

    return decorate if function is None else decorate(function)


def machine_of(function: Any) -> Any:
    """Return the compiled function of a deferred one; any other object as it is."""
    return function.compiled if isinstance(function, Deferred) else function
