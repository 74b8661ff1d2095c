"""Compiling an author's rule for the signature that the engine calls it by.

Whether or not its decorator names a signature, a rule is compiled here for the one that
it must have. What does not fit is told before anything is solved.

Machine code has a name, and of two rules with one name numba would call the last one for
both. The name has a number in it that each process counts from 1; but what it takes from
the cache keeps the name that another process gave. So here the count begins anywhere.
"""

from __future__ import annotations

from itertools import count
from secrets import randbits
from typing import Any

import numba as nb
import numpy as np
from numba.core import types
from numba.core.bytecode import FunctionIdentity
from numba.core.errors import NumbaError

from gamesolver.complaints import broken
from gamesolver.spelling import spelled

FunctionIdentity._unique_ids = count(randbits(48))  # numba's own; a test holds it


def fitted(name: str, rule: Any, signature: Any) -> Any:
    """A rule compiled for its signature; ``GameContractError`` where it does not fit."""
    if nb.config.DISABLE_JIT:  # type: ignore[attr-defined]  # set when numba is imported
        return np.errstate(all="ignore")(rule)  # compiled numbers wrap around in silence
    if not isinstance(rule, nb.core.registry.CPUDispatcher):
        raise broken(
            "signatures",
            f"bad rule {name}: expected a function under @numba.njit, got {spelled(rule)}",
        )
    try:
        if signature.args not in rule.overloads:  # its decorator named none, or another one
            rule.compile(signature.args)
    except (NumbaError, TypeError, RuntimeError) as error:
        raise broken(
            "signatures",
            f"{name} does not compile for {_words(name, signature)}: {_first_line(error)}",
        ) from error
    returned = next(
        each.return_type for each in rule.nopython_signatures if each.args == signature.args
    )
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
    """A signature as the documentation writes it."""
    buffers = {types.int64: "moves", types.uint64: "positions"}
    arguments = (
        buffers[each.dtype] if isinstance(each, types.Array) else str(each)
        for each in signature.args
    )
    return f"{name}({', '.join(arguments)}) -> {signature.return_type}"


def _first_line(error: Exception) -> str:
    """The first line that says something; what a colon at its end promises comes with it."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    saying = [line for line in lines if "Failed in" not in line] or [type(error).__name__]
    return " ".join(saying[: 1 + saying[0].endswith(":")])
