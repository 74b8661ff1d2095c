"""How much the tests try that draw their cases by chance.

In the everyday run some hundreds or thousands are drawn: enough to meet each kind of case,
few enough to wait for. With ``CI_SCALE=nightly`` in the environment the same tests draw as
many as a night allows.

Of a *family* of cases that prove one thing in several sizes, processes or games, the first stands
for all by day, and by night all are tried. What only one case proves belongs to no family.
"""

from __future__ import annotations

import os
from typing import Any

IS_NIGHTLY = os.environ.get("CI_SCALE", "") == "nightly"
IS_PLAIN = os.environ.get("NUMBA_DISABLE_JIT") == "1"


def scaled(everyday: int, nightly: int) -> int:
    """How many cases to draw in this run."""
    return nightly if IS_NIGHTLY else everyday


def family(*cases: Any, by_day: int = 1) -> list[Any]:
    """The cases of a family that this run tries: the first ones, the hardest, or by night all."""
    return list(cases if IS_NIGHTLY else cases[:by_day])


def compared(*cases: Any, by_day: int = 1) -> list[Any]:
    """The same for cases of compiled kernels that plain Python goes through again, slowly.

    Where they are compiled all are tried by day as well: there plain Python only has to say the
    same once more, and to show which lines were run.
    """
    return family(*cases, by_day=by_day) if IS_PLAIN else list(cases)


def compiled_family(*cases: Any, by_day: int = 1) -> list[Any]:
    """The same for parameters of rules that are compiled anew for each of them.

    In plain Python, where that costs nothing, all are tried by day as well; so only a test that is
    run there too has such a family.
    """
    return list(cases) if IS_PLAIN else family(*cases, by_day=by_day)
