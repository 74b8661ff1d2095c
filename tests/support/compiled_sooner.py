"""A plugin of pytest: numba compiles as ever, but for some work that nobody sees anything of.

* It goes through each function of a module on its own before the whole of it is made better, also
  through those that are only declared there, which are two of three. There is nothing to be done
  in them, and each takes as long as a small one.
* It says whenever LLVM is called, and when that is done: forty thousand times in a first solve.
  That is for who measures for how long threads wait.
* It compares flags by all that may be set, and numbers them (``hash``) by the names alone, twenty
  thousand times. Flags with the same values set are equal.

The code that comes out is the same (``tests/house/test_compiled_sooner.py``), and a tenth of the
time is saved. The nightly run does without.
"""

from __future__ import annotations

from typing import Any

from llvmlite.binding import ffi
from numba.core.codegen import CPUCodeLibrary
from numba.core.targetconfig import TargetConfig

goes_through_all = CPUCodeLibrary._optimize_functions
equal_by_all = TargetConfig.__eq__


def goes_through_defined(library: Any, module: Any) -> None:
    """Run numba's passes over the functions of a module that have a body."""
    module.data_layout = library._codegen._data_layout
    for function in module.functions:
        if not function.is_declaration:
            manager, builder = library._codegen._function_pass_manager()
            manager.run(function, builder)


def equal(flags: Any, other: Any) -> Any:
    """Whether flags are equal, at first by what is set."""
    is_same = isinstance(other, TargetConfig) and flags._values == other._values
    return is_same or equal_by_all(flags, other)


def number_of(flags: Any) -> int:
    """A number that equal flags share; numba's too is the same for all."""
    return len(flags.options)


def pytest_configure() -> None:
    """Begin."""
    CPUCodeLibrary._optimize_functions = goes_through_defined
    TargetConfig.__eq__ = equal
    TargetConfig.__hash__ = number_of
    for listener in list(ffi.lib._lock._cblist):
        ffi.unregister_lock_callback(*listener)
