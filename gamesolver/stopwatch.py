"""A stopwatch: work that has only so many seconds asks it whether they are over."""

from __future__ import annotations

import time


class Stopwatch:
    """Runs from when it is made."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._began = time.perf_counter()

    @property
    def spent(self) -> float:
        """Seconds so far."""
        return time.perf_counter() - self._began

    @property
    def left(self) -> float:
        """Seconds still to come, never less than none."""
        return max(0.0, self.seconds - self.spent)

    def part(self, share: float, least: float) -> Stopwatch:
        """Another one for a part of the time that is left, but for so many seconds at least."""
        return Stopwatch(max(self.left * share, least))

    @property
    def is_over(self) -> bool:
        """Whether no time is left."""
        return self.spent >= self.seconds
