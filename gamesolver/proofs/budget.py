"""How long a call may take, and whom it reports to.

A proof is asked again and again, and each call has as many seconds as the first one had: what it
does not show by then is found by the next, which goes on where this one stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gamesolver.system.progress import Listener, Reporter, Stopwatch, reporting

PHASE = "prove"
OVER, INTERRUPTED = "its seconds are over", "it was interrupted"


class BudgetOverError(Exception):
    """Raised within a search whose seconds are over."""


class Budget:
    """Seconds for each call; a search asks it every so often, with what it has visited."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.stopped = ""
        """What stopped the last call; empty where nothing did."""
        self.look: Callable[[int], None] = nothing
        """Told what was visited, each time that the work pauses."""
        self._clock = Stopwatch(seconds)
        self._report = Reporter(None)

    @contextmanager
    def spent(self, progress: bool | Listener | None = None) -> Iterator[Stopwatch]:
        """A call begins; where its seconds end, or somebody interrupts it, the work in it stops."""
        self._clock, self.stopped = Stopwatch(self.seconds), ""
        with reporting(progress) as self._report:
            try:
                yield self._clock
            except BudgetOverError:
                self.stopped = OVER
            except KeyboardInterrupt:
                self.stopped = INTERRUPTED

    def __call__(self, visited: int) -> None:
        self._report(PHASE, visited, things="positions")
        self.look(visited)
        if self._clock.is_over:
            raise BudgetOverError


def nothing(_visited: int) -> None:
    """Do nothing."""
