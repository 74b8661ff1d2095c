"""A plugin of pytest: the CPU-seconds that each test takes, with its fixtures and its processes.

What a test needs first is made in it: what numba compiles for it, what a fixture of a whole module
solves, what is imported. So a test at the head of the list may be dear only because it came first.

Where to write is said by ``COSTS`` in the environment; each line holds the seconds, those of them
in processes that the test began, those in which numba compiled, and the test's name::

    COSTS=costs.txt pytest -p tests.support.costs tests/engine
    sort -rn costs.txt | head
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, TextIO

import pytest


class Costs:
    """Writes down what each test takes."""

    def __init__(self, lines: TextIO) -> None:
        self.lines = lines
        self.began = os.times()
        self.compiling: Any = None

    def pytest_collection_finish(self) -> None:
        """What has been taken so far went into collecting."""
        from numba.core.event import TimingListener, register

        self.write("collecting", os.times(), 0.0)
        self.compiling = TimingListener()
        register("numba:compile", self.compiling)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """The time from before its fixtures until after them."""
        compiled = self.compiled()
        self.began = os.times()
        try:
            return (yield)
        finally:
            self.write(item.nodeid, os.times(), self.compiled() - compiled)

    def compiled(self) -> float:
        """For how many seconds numba has compiled."""
        return self.compiling.duration if self.compiling.done else 0.0

    def write(self, name: str, ended: os.times_result, compiled: float) -> None:
        """One line."""
        own = ended.user + ended.system - self.began.user - self.began.system
        processes = sum(ended[2:4]) - sum(self.began[2:4])
        print(
            f"{own + processes:.2f} {processes:.2f} {compiled:.2f} {name}",
            file=self.lines,
            flush=True,
        )


def pytest_configure(config: pytest.Config) -> None:
    """Begin."""
    config.pluginmanager.register(Costs(open(os.environ["COSTS"], "w", encoding="utf-8")))  # noqa: SIM115
