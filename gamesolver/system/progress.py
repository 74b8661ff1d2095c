"""Progress reports to a caller, and a stopwatch.

``progress=`` takes a callable, which receives a :class:`Progress` a few times a second, or
``True`` for a bar. The bar is drawn on standard error in a terminal, or below the cell in a
notebook. Elsewhere nothing is shown. ``show.bars``, which draws, is imported on first use.
A :class:`Stopwatch` measures a time limit.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import attrs

from gamesolver.errors import InvalidArgumentError
from gamesolver.kernels.deferring import reporting_compilation
from gamesolver.lazy import loaded
from gamesolver.texts import spelled

# ── how far the work has come ───────────────────────────────────────────────────────────────────

SECONDS_BETWEEN_REPORTS = 0.1
COMPILE = "compile"
"""Phase in which the rules of a game and the kernels are compiled, or read from the cache."""


@attrs.frozen
class Progress:
    """State of the work: its phase, the number done, and the total or ``None``.

    ``seconds`` are those since the phase began. ``things`` names the objects counted, if given.
    ``forgotten`` is the number of positions replaced by others in the table of a proof. If
    ``is_growing``, the total is the number found so far, and no time is estimated.

    >>> news = Progress("solve", done=50, total=200, seconds=2.0)
    >>> news.share, news.rate, news.seconds_left
    (0.25, 25.0, 6.0)
    """

    phase: str
    done: int
    total: int | None = None
    seconds: float = attrs.field(default=0.0, eq=False, repr=False)
    things: str = attrs.field(default="", eq=False, repr=False)
    forgotten: int = attrs.field(default=0, eq=False, repr=False)
    is_growing: bool = attrs.field(default=False, eq=False, repr=False)

    @property
    def share(self) -> float | None:
        """Fraction done, from 0 to 1, or ``None`` if the total is not known."""
        return self.done / self.total if self.total else None

    @property
    def rate(self) -> float | None:
        """Number done per second, or ``None`` at the beginning."""
        return self.done / self.seconds if self.done and self.seconds else None

    @property
    def seconds_left(self) -> float | None:
        """Estimated seconds left in the phase, or ``None`` if unknown."""
        if self.is_growing or not (self.total and self.rate):
            return None
        return (self.total - self.done) / self.rate


Listener = Callable[[Progress], object]


class Reporter:
    """Sender of progress to a listener, about ten times a second."""

    def __init__(self, listener: Listener | None) -> None:
        self._listener = listener
        self.raised: BaseException | None = None
        """Exception that the listener raised."""
        self._next = 0.0
        self._phase = ""
        self._since = 0.0

    def __call__(
        self,
        phase: str,
        done: int,
        total: int | None = None,
        things: str = "",
        forgotten: int = 0,
        is_growing: bool = False,
    ) -> None:
        if self._listener is None:
            return
        now = time.monotonic()
        begins = phase != self._phase
        if begins:
            self._phase, self._since = phase, now
        # the compiler reports nothing for some seconds, and the phase before may stand at its end
        if now >= self._next or done == total or (begins and phase == COMPILE):
            self._next = now + SECONDS_BETWEEN_REPORTS
            try:
                seconds = now - self._since
                news = Progress(phase, done, total, seconds, things, forgotten, is_growing)
                self._listener(news)
            except BaseException as error:
                self.raised = error
                raise

    def clear_line(self) -> None:
        """Send the next report without delay."""
        self._next = 0.0

    def end(self) -> None:
        """Stop reporting: the work is over."""
        self._listener = None


@contextmanager
def reporting(progress: bool | Listener | None) -> Iterator[Reporter]:
    """Context with a reporter for the caller's ``progress`` argument."""
    if progress is None or progress is False:
        yield Reporter(None)
    elif progress is True:
        bar: AbstractContextManager[Listener | None] = loaded("show.bars", "bar")()
        with bar as listener, _reporting(listener) as report:
            yield report
    elif callable(progress):
        with _reporting(progress) as report:
            yield report
    else:
        raise InvalidArgumentError(
            f"bad progress {spelled(progress)}: "
            "expected True, a callable that takes a Progress, or None"
        )


@contextmanager
def _reporting(listener: Listener | None) -> Iterator[Reporter]:
    """Context with a reporter. Exceptions of the listener are raised unchanged."""
    report = Reporter(listener)
    try:
        with reporting_compilation(lambda done: report(COMPILE, done, things="functions")):
            yield report
    except Exception as error:
        if report.raised is not None and error is not report.raised:
            raise report.raised from None
        raise
    finally:
        report.end()


# ── a stopwatch ────────────────────────────────────────────────────────────────────────


class Stopwatch:
    """Stopwatch that starts when it is made."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._began = time.perf_counter()

    @property
    def spent(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self._began

    def leave_out(self, seconds: float) -> None:
        """Do not count some seconds that were spent."""
        self._began += seconds

    @property
    def left(self) -> float:
        """Seconds left, at least 0."""
        return max(0.0, self.seconds - self.spent)

    def part(self, share: float, least: float) -> Stopwatch:
        """Return a stopwatch for a share of the time left, with at least ``least`` seconds."""
        return Stopwatch(max(self.left * share, least))

    @property
    def is_over(self) -> bool:
        """True if no time is left."""
        return self.spent >= self.seconds
