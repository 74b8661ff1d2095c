"""Signatures of compiled rules, and rules compiled for them.

Kernels take rules as *first-class functions*: arguments of a numba function type, with a
signature and no name. A kernel is thus compiled once for all games.

:func:`fitted` compiles a rule for its fixed signature, whether or not its decorator names one.
A rule that does not fit is reported before a solve begins. Numba names machine code by a
counter that each process starts at 1, but code from the cache keeps the name given by another
process. Of two functions with one name, numba would call the last for both. The counter
therefore starts at a random number.
"""

from __future__ import annotations

import os
import sys
from secrets import randbits
from typing import Any

import numba as nb
import numpy as np
from numba import errors, types
from numba.extending import is_jitted

from gamesolver.kernels.deferring import machine_of
from gamesolver.kernels.numba_internals import (
    is_compiled_for,
    number_functions_from,
    return_type,
)
from gamesolver.rules.messages import broken
from gamesolver.rules.sources import keep_fresh
from gamesolver.texts import spelled

# ── signatures ──────────────────────────────────────────────────────────────────────────────────

POSITIONS = types.Array(types.uint64, 1, "C")
MOVES = types.Array(types.int64, 1, "C")
SIGNATURES = {
    "successors": types.int64(types.uint64, MOVES, POSITIONS),
    "successors with gains": types.int64(types.uint64, MOVES, POSITIONS, MOVES),
    "terminal_code": types.int64(types.uint64),
    "terminal_score": types.int64(types.uint64),
    "symmetries": types.int64(types.uint64, POSITIONS),
    "canonical": types.uint64(types.uint64),
    "player": types.int64(types.uint64),
    "stage": types.int64(types.uint64),
    "index": types.int64(types.uint64),
    "position_at": types.uint64(types.int64),
    "position_at by stages": types.uint64(types.int64, types.int64),
    "predecessors": types.int64(types.uint64, POSITIONS),
    "predecessor_indexes": types.int64(types.uint64, MOVES),
    "count_moves": types.int64(types.uint64),
    "candidates": types.int64(types.uint64, MOVES, POSITIONS, MOVES),
    "candidates with gains": types.int64(types.uint64, MOVES, POSITIONS, MOVES, MOVES),
}
KIND = {name: types.FunctionType(signature) for name, signature in SIGNATURES.items()}
KIND["end"] = KIND["terminal_code"]
"""Type of each rule as an argument of a kernel."""

# ── compiling an author's rule for the signature that the engine calls it by ────────────────────


def _reset_counter() -> None:
    """Start numba's counter at random, in a forked process too, so that names differ."""
    number_functions_from(randbits(48))


_reset_counter()
if sys.platform != "win32":
    os.register_at_fork(after_in_child=_reset_counter)


def fitted(name: str, rule: Any, signature: Any) -> Any:
    """Return a rule compiled for its signature. Raise ``GameContractError`` if it does not fit."""
    rule = machine_of(rule)
    if nb.config.DISABLE_JIT:  # type: ignore[attr-defined]  # set when numba is imported
        return np.errstate(all="ignore")(rule)  # compiled numbers wrap around in silence
    if not is_jitted(rule):
        raise broken(
            "signatures",
            f"bad rule {name}: expected a function under @numba.njit, got {spelled(rule)}",
        )
    try:
        keep_fresh(rule)
        if not is_compiled_for(rule, signature.args):  # its decorator named none, or another one
            rule.compile(signature.args)
    except (errors.NumbaError, errors.UnsupportedBytecodeError, TypeError, RuntimeError) as error:
        raise broken(
            "signatures",
            f"{name} does not compile for {_words(name, signature)}: {_first_line(error)}",
        ) from error
    returned = return_type(rule, signature.args)
    if types.unliteral(returned) != signature.return_type:
        is_left_out = isinstance(returned, types.NoneType | types.Optional)
        where = "wherever it ends, " if is_left_out else ""
        raise broken(
            "signatures",
            f"{name} returns {returned}: expected {_words(name, signature)}; "
            f"{where}write return np.{signature.return_type}(...)",
        )
    return rule


def _words(name: str, signature: Any) -> str:
    """Return a signature as the documentation writes it."""
    buffers = {types.int64: "moves", types.uint64: "positions"}
    arguments = (
        buffers[argument.dtype] if isinstance(argument, types.Array) else str(argument)
        for argument in signature.args
    )
    return f"{name}({', '.join(arguments)}) -> {signature.return_type}"


def _first_line(error: Exception) -> str:
    """Return the first informative line of an error, and the next one after a colon."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    causes = [line for line in lines if "Failed in" not in line] or [type(error).__name__]
    return " ".join(causes[: 1 + causes[0].endswith(":")])
