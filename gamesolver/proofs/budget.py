"""Time limit of a call, and its progress reports.

Each call to a proof has as many seconds as the first one. The next call resumes where the last one
stopped.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gamesolver.system.progress import COMPILE, Reporter, Stopwatch

PHASE = "prove"
OVER, INTERRUPTED = "the time limit was reached", "it was interrupted"


class BudgetOverError(Exception):
    """Raised within a search when its time limit is reached."""


class Budget:
    """Time limit of each call. A search reports its progress regularly and may be stopped."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.stopped = ""
        """Reason why the last call stopped early; empty if it did not."""
        self.look: Callable[[int], None] = nothing
        """Called with the number of visited positions whenever the work pauses."""
        self.compiling = 0.0
        """Seconds of compiling in the last call; the time limit does not include them."""
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
        """Context in which each call has the given number of seconds."""
        before, self.seconds = self.seconds, seconds
        try:
            yield
        finally:
            self.seconds = before

    @contextmanager
    def unlimited(self, report: Reporter) -> Iterator[None]:
        """Context in which questions have no time limit."""
        before = self._clock, self._report
        self._clock, self._report = Stopwatch(math.inf), report
        try:
            yield
        finally:
            self._clock, self._report = before

    @property
    def elapsed(self) -> float:
        """Seconds since the last call began, but for compiling."""
        return self._clock.spent

    def compile(self, prepare: Callable[[], None]) -> None:
        """Compile in a search. The seconds of the call do not include it."""
        self._report.clear_line()
        self._report(COMPILE, 0)
        began = self._clock.spent
        prepare()
        self._report.clear_line()
        seconds = self._clock.spent - began
        self.compiling += seconds
        self._clock.leave_out(seconds)

    def __call__(self, visited: int, forgotten: int) -> None:
        self._report(PHASE, visited, things="positions", forgotten=forgotten)
        self.look(visited)
        if self._clock.is_over:
            raise BudgetOverError


def nothing(_visited: int) -> None:
    """Do nothing."""
