"""The decorator of compiled rules: plain Python until machine code is needed."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar, overload

from gamesolver.errors import InvalidArgumentError
from gamesolver.kernels import deferring
from gamesolver.texts import spelled

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])

OPTIONS = frozenset(
    {
        "_nrt", "boundscheck", "cache", "debug", "error_model", "fastmath", "forceinline",
        "inline", "locals", "no_cfunc_wrapper", "no_cpython_wrapper", "nogil", "nopython",
    }
)  # fmt: skip
"""Options of ``numba.njit`` that suit rules."""


@overload
def njit(function: FunctionT, /) -> FunctionT: ...


@overload
def njit(**options: Any) -> Callable[[FunctionT], FunctionT]: ...


def njit(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Return a function that is compiled when machine code of it is first needed.

    Use it as ``numba.njit``, whose options it takes, in rules of compiled games. The rules are then
    called as plain Python first, and a small game is solved before numba would be loaded.

    Parameters
    ----------
    function
        The function, if there are no options.
    options
        Options of ``numba.njit``, by name.

    Returns
    -------
    Deferred
        The function, or a decorator if none is given.

    Raises
    ------
    InvalidArgumentError
        ``function`` is not a Python function, or numba has no such option.

    >>> @njit(cache=True)
    ... def halved(heap):
    ...     return heap >> 1
    >>> halved.py_func(9)
    4
    """
    if function is not None and not isinstance(function, FunctionType):
        raise InvalidArgumentError(
            f"bad function {spelled(function)}: expected a Python function to compile"
        )
    if unknown := sorted(options.keys() - OPTIONS):
        known = ", ".join(sorted(each for each in OPTIONS if not each.startswith("_")))
        raise InvalidArgumentError(f"unknown option {unknown[0]!r}: expected one of {known}")
    return deferring.njit(function, **options) if function else deferring.njit(**options)
