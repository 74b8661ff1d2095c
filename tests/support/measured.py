"""A plugin of pytest: the coverage of tests that are run compiled only.

Tracing costs the time of what is traced once more, and sees nothing of compiled code. So tests of
what has kernels are measured in plain Python, and all others as they are run anyway. Which are
which is said by ``PLAIN`` in the environment: the paths that are run in plain Python too.
"""

from __future__ import annotations

import os
from collections.abc import Generator

import coverage
import pytest


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

    def pytest_sessionfinish(self) -> None:
        """Keep what was seen, for ``coverage combine``."""
        self.switch(on=False)
        self.coverage.save()


def pytest_configure(config: pytest.Config) -> None:
    """Begin, with the first test still to come."""
    config.pluginmanager.register(Measured(os.environ["PLAIN"].split()))
