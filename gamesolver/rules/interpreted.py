"""Compiled rules as plain Python, all the way down.

``py_func`` gives back the function that an author wrote. What *that* calls is compiled
still, though: an index out of range in there stays silent, and a ``uint64`` comes back as
one of Python's own integers, which know no width. So the function is copied, and in the
copy every compiled function that its globals or its closure name is a copy as well. The
copies are what the rules are when NUMBA_DISABLE_JIT is set.

A function that emits a processor instruction itself (a numba ``intrinsic``) has
no plain form and stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from types import CellType, FunctionType, ModuleType
from typing import Any

import attrs
import numpy as np
from numba.extending import is_jitted

from gamesolver.kernels.deferring import Deferred
from gamesolver.kernels.instructions import Intrinsic
from gamesolver.rules.calls import IN_PYTHON, PARTS, Calls, Rule
from gamesolver.rules.sources import names_in


def interpreted(calls: Calls) -> Calls:
    """Return the rules as plain Python; integers overflow silently, as in compiled rules."""
    copies = _Copies()

    def plain(rule: Rule) -> Rule:
        return attrs.evolve(rule, written=quietly(copies.of(rule.written)), name="")

    rules: dict[str, Any] = {part: plain(getattr(calls, part)) for part in PARTS}
    return attrs.evolve(calls, **rules, how=IN_PYTHON)


def plain_copy(rule: Callable[..., Any]) -> Callable[..., Any]:
    """Return one compiled rule as plain Python."""
    return quietly(_Copies().of(rule))


def quietly(rule: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function during which numpy warns of no overflow."""
    quiet: Callable[..., Any] = np.errstate(all="ignore")(rule)
    return quiet


class _Copies:
    """Plain copies of compiled functions, one of each."""

    def __init__(self) -> None:
        self._made: dict[FunctionType, FunctionType] = {}

    def of(self, thing: Any) -> Any:
        """Return the plain copy of a compiled function; any other thing as it is."""
        if _is_compiled(thing) and not _is_machine(thing.py_func):
            return self._copy(thing.py_func)
        if isinstance(thing, ModuleType) and any(map(_is_compiled, vars(thing).values())):
            return _Module(thing, self)
        return thing

    def _copy(self, written: Any) -> FunctionType:
        if written in self._made:
            return self._made[written]
        namespace = dict(written.__globals__)
        cells = tuple(CellType() for _ in written.__closure__ or ())
        copy = FunctionType(
            written.__code__, namespace, written.__name__, written.__defaults__, cells or None
        )
        copy.__kwdefaults__ = written.__kwdefaults__
        self._made[written] = copy  # before its parts: a function may call itself
        for name in names_in(written.__code__):
            if name in namespace:
                namespace[name] = self.of(namespace[name])
        for cell, original in zip(cells, written.__closure__ or (), strict=True):
            cell.cell_contents = self.of(original.cell_contents)
        return copy


class _Module:
    """A module whose compiled functions are plain."""

    def __init__(self, module: ModuleType, copies: _Copies) -> None:
        self._module = module
        self._copies = copies

    def __getattr__(self, name: str) -> Any:
        return self._copies.of(getattr(self._module, name))


def _is_compiled(thing: Any) -> bool:
    return isinstance(thing, Deferred) or bool(is_jitted(thing))


def _is_machine(written: Any) -> bool:
    return any(
        isinstance(written.__globals__.get(name), Intrinsic) for name in names_in(written.__code__)
    )
