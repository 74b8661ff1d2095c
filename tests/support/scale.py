"""How much the tests try that draw their cases by chance.

In the everyday run some hundreds or thousands are drawn: enough to meet each kind of case,
few enough to wait for. With ``CI_SCALE=nightly`` in the environment the same tests draw as
many as a night allows.
"""

from __future__ import annotations

import os

IS_NIGHTLY = os.environ.get("CI_SCALE", "") == "nightly"


def scaled(everyday: int, nightly: int) -> int:
    """How many cases to draw in this run."""
    return nightly if IS_NIGHTLY else everyday
