"""Number of random cases that the tests draw.

The everyday run draws some hundreds or thousands. With ``CI_SCALE=nightly`` in the environment the
same tests draw as many as a night allows.
"""

from __future__ import annotations

import os

IS_NIGHTLY = os.environ.get("CI_SCALE", "") == "nightly"
IS_PLAIN = os.environ.get("NUMBA_DISABLE_JIT") == "1"


def scaled(everyday: int, nightly: int) -> int:
    """Return the number of cases to draw in this run."""
    return nightly if IS_NIGHTLY else everyday
