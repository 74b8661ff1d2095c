"""A plugin of pytest: the coverage of tests that are run compiled only.

Tracing costs the time of what is traced once more, and sees nothing of compiled code. So tests of
what has kernels are measured in plain Python, and all others as they are run anyway. Which are
which is said by ``PLAIN`` in the environment: the paths that are run in plain Python too.

While numba compiles, nothing is measured: of that time tracing would double, nothing is ours.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Generator

import coverage
import pytest
from numba.core import event


class Measured:
    """Switches the measuring on for tests that plain Python leaves out, and off for the others."""

    def __init__(self, plain: list[str]) -> None:
        self.plain = tuple(plain)
        self.coverage = coverage.Coverage()
        self.is_on = False
        self.switch(on=True)  # what runs when a module is imported, as tests are collected, counts

    def switch(self, *, on: bool) -> None:
        """Measure from here, or measure no more."""
        if on and not self.is_on:
            self.coverage.start()
        elif self.is_on and not on:
            self.coverage.stop()
        self.is_on = on

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Snippets are not measured: what they call is tried by tests."""
        is_plain = item.nodeid.startswith(self.plain)
        self.switch(on=item.nodeid.startswith("tests/") and not is_plain)
        return (yield)

    def pause(self) -> None:
        """Measure nothing until :meth:`go_on`."""
        if self.is_on:
            self.coverage.stop()

    def go_on(self) -> None:
        """Measure again, if that is switched on."""
        if self.is_on:
            self.coverage.start()

    def pytest_sessionfinish(self) -> None:
        """Keep what was seen, for ``coverage combine``."""
        self.switch(on=False)
        self.coverage.save()


class Compiling(event.Listener):  # type: ignore[misc]  # numba has no types
    """Pauses the measuring while numba compiles, however deep; threads measure for themselves."""

    def __init__(self, measured: Measured) -> None:
        self.measured = measured
        self.depth = 0

    def on_start(self, event: object) -> None:
        """A function is compiled, maybe for another one that is."""
        if threading.current_thread() is threading.main_thread():
            self.depth += 1
            if self.depth == 1:
                self.measured.pause()

    def on_end(self, event: object) -> None:
        """It is done, or has failed."""
        if threading.current_thread() is threading.main_thread():
            self.depth -= 1
            if self.depth == 0:
                self.measured.go_on()


def pytest_configure(config: pytest.Config) -> None:
    """Begin, with the first test still to come."""
    measured = Measured(os.environ["PLAIN"].split())
    event.register("numba:compile", Compiling(measured))
    config.pluginmanager.register(measured)
