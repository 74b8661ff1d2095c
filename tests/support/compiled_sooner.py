"""A plugin of pytest: numba compiles as ever, but for some work that nobody sees anything of.

* It goes through each function of a module on its own before the whole of it is made better, also
  through those that are only declared there, which are two of three. There is nothing to be done
  in them, and each takes as long as a small one.
* It says whenever LLVM is called, and when that is done: forty thousand times in a first solve.
  That is for who measures for how long threads wait.
* It compares flags by all that may be set, and numbers them (``hash``) by the names alone, twenty
  thousand times. Flags with the same values set are equal; and of others only what is set in one of
  them can differ.
* It asks each instruction for its variables dozens of times, and of each thing in it, its line in
  the file too, whether it is one of five kinds. Here a thing's type is asked once.
* What numba itself puts in for a call (an *overload*) can be called from nowhere else, and has no
  wrapper for Python; but one for C it has, of which nobody knows.

The code that comes out is the same (``tests/house/test_compiled_sooner.py``), and a fifth of the
time is saved. The nightly run does without.
"""

from __future__ import annotations

from typing import Any

from llvmlite.binding import ffi
from numba.core.codegen import CPUCodeLibrary
from numba.core.ir import Inst, Var
from numba.core.lowering import BaseLower
from numba.core.targetconfig import ConfigStack, TargetConfig

makes_wrapper_for_c = BaseLower.create_cfunc_wrapper


def goes_through_defined(library: Any, module: Any) -> None:
    """Run numba's passes over the functions of a module that have a body."""
    module.data_layout = library._codegen._data_layout
    for function in module.functions:
        if not function.is_declaration:
            manager, builder = library._codegen._function_pass_manager()
            manager.run(function, builder)


def equal(flags: Any, other: Any) -> Any:
    """Whether flags are equal, by what is set in either."""
    if not isinstance(other, TargetConfig):
        return NotImplemented
    if flags._values == other._values:
        return True
    if flags.options.keys() != other.options.keys():
        return False
    names = flags._values.keys() | other._values.keys()
    return all(getattr(flags, name) == getattr(other, name) for name in names)


def number_of(flags: Any) -> int:
    """A number that equal flags share; numba's too is the same for all."""
    return len(flags.options)


KINDS: dict[type, type | None] = {}
"""For each type that was met in an instruction, which of these it is, if it is one of them."""


def variables_in(instruction: Any, thing: Any) -> list[Any]:
    """The variables in a part of an instruction, as they stand there."""
    found: list[Any] = []
    gather(thing, found)
    return found


def gather(thing: Any, found: list[Any]) -> None:
    """Append the variables in a thing."""
    met = type(thing)
    if met not in KINDS:
        kinds = (kind for kind in (Var, Inst, list, tuple, dict) if issubclass(met, kind))
        KINDS[met] = next(kinds, None)
    kind = KINDS[met]
    if kind is Var:
        found.append(thing)
    elif kind is Inst:
        found += thing.list_vars()
    elif kind is not None:
        for part in thing.values() if kind is dict else thing:
            gather(part, found)


def wrapper_for_c(lowering: Any) -> None:
    """Make what C would call, unless Python cannot call the function either."""
    if not ConfigStack().top().no_cpython_wrapper:
        makes_wrapper_for_c(lowering)


WAYS = [
    (CPUCodeLibrary, "_optimize_functions", goes_through_defined),
    (TargetConfig, "__eq__", equal),
    (TargetConfig, "__hash__", number_of),
    (Inst, "_rec_list_vars", variables_in),
    (BaseLower, "create_cfunc_wrapper", wrapper_for_c),
]
"""Whose function is replaced, and by which."""
NUMBAS = [(owner, name, getattr(owner, name)) for owner, name, _ in WAYS]
"""What stood there."""


def pytest_configure() -> None:
    """Begin."""
    for owner, name, way in WAYS:
        setattr(owner, name, way)
    for listener in list(ffi.lib._lock._cblist):
        ffi.unregister_lock_callback(*listener)
