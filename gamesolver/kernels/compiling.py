"""Decorators of kernels. Each is compiled when it is first needed (``kernels.deferring``).

The machine code is kept on disk until any file with kernels changes (``kernels.kept_code``).

Small functions are inlined in two ways. A ``helper`` of a line or two is copied by numba
(``inline="always"``) before types are known. An ``inlined`` function, with branches or loops, is
inlined by LLVM (``forceinline``). When numba copied nested functions with branches, that took half
of the compile time of proofs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from gamesolver.kernels import deferring
from gamesolver.kernels.code_folder import stamp

njit: Any = partial(deferring.njit, nogil=True)
"""Compile a function that kernels call. It runs without Python's lock."""

UNCOUNTED: Any = {"_nrt": False}
"""Options for functions that make no arrays: compile without reference counts.

numba counts at every use of an array that is in a tuple. If positions are handled one by one, that
takes as long as all other work: 740 and 350 ns a position, measured. The option is private to numba
(``kernels.numba_internals``).
"""

INNER: Any = UNCOUNTED | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Options for functions that only other kernels call.

For calls from Python, numba compiles a second function that unpacks all arguments. With dozens of
columns, that takes an eighth of the compile time. Without it, Python runs the plain function.
"""


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a kernel that makes no arrays, for the argument types of each call.

    It runs without Python's lock.
    """
    return kernel_of(**UNCOUNTED)(function)


def making_arrays(function: Callable[..., Any]) -> Any:
    """Compile a kernel that makes arrays, for the argument types of each call."""
    return kernel_of()(function)


def kernel_of(*extra: Path, **how: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function with these options; its cache also depends on the given files."""

    def finish(compiled: Any) -> None:
        keep(compiled, *extra)

    def decorate(function: Callable[..., Any]) -> Any:
        no_rule = {"no_cfunc_wrapper": True}  # so C never calls it
        return njit(finish=finish, **no_rule, **how)(function)

    return decorate


def keep(compiled: Any, *extra: Path) -> None:
    """Store compiled code until a file of this folder, or one of the given files, changes."""
    from gamesolver.kernels.kept_code import keep_under  # numba: only when kernels are compiled

    keep_under(compiled, stamp(*extra))
