"""Time limit of a call, and its progress reports.

Each call to a proof has as many seconds as the first one. The next call resumes where the last one
stopped.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gamesolver.system.progress import Reporter, Stopwatch

PHASE = "prove"
OVER, INTERRUPTED = "the time limit was reached", "it was interrupted"


class BudgetOverError(Exception):
    """Raised within a search whose seconds are over."""


class Budget:
    """Seconds for each call; a search tells it every so often how far it is, and it may stop it."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.stopped = ""
        """What stopped the last call; empty where nothing did."""
        self.look: Callable[[int], None] = nothing
        """Told what was visited, each time that the work pauses."""
        self.compiling = 0.0
        """Seconds that compiling took in the last call; they are none of those that it has."""
        self._clock = Stopwatch(seconds)
        self._report = Reporter(None)

    @contextmanager
    def spent(self, report: Reporter | None = None) -> Iterator[None]:
        """Context of one call. The time limit and Ctrl-C stop the work in it."""
        self._clock, self.stopped, self.compiling = Stopwatch(self.seconds), "", 0.0
        self._report = Reporter(None) if report is None else report
        try:
            yield
        except BudgetOverError:
            self.stopped = OVER
        except KeyboardInterrupt:
            self.stopped = INTERRUPTED

    @contextmanager
    def set(self, seconds: float) -> Iterator[None]:
        """As long as this lasts each call has so many seconds."""
        before, self.seconds = self.seconds, seconds
        try:
            yield
        finally:
            self.seconds = before

    @contextmanager
    def unlimited(self, report: Reporter) -> Iterator[None]:
        """As long as this lasts, questions take the seconds that they need."""
        before = self._clock, self._report
        self._clock, self._report = Stopwatch(math.inf), report
        try:
            yield
        finally:
            self._clock, self._report = before

    @property
    def taken(self) -> float:
        """Seconds since the last call began, but for compiling."""
        return self._clock.spent

    def compile(self, prepare: Callable[[], None]) -> None:
        """Compile before the search. The seconds of the call are counted from its end."""
        began = self._clock.spent
        prepare()
        self._report.make_way()
        self.compiling = self._clock.spent - began
        self._clock = Stopwatch(self.seconds)

    def __call__(self, visited: int, forgotten: int) -> None:
        self._report(PHASE, visited, things="positions", forgotten=forgotten)
        self.look(visited)
        if self._clock.is_over:
            raise BudgetOverError


def nothing(_visited: int) -> None:
    """Do nothing."""
