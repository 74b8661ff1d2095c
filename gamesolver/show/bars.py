"""Progress bars for terminals and notebooks.

A terminal gets a bar for each phase, drawn by rich. A notebook gets one line that is updated. Both
disappear when the work is complete. Elsewhere the library shows nothing, and the command line
prints a line at growing intervals (:class:`LinesNowAndThen`).

:func:`in_notebook` checks whether IPython is loaded with a shell other than the terminal one.
It does not import IPython, because a notebook has always loaded it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from typing import Any

from gamesolver.system.progress import COMPILE, Listener, Progress

# ── where the program runs ──────────────────────────────────────────────────────────────────────


def in_notebook() -> bool:
    """Return True if the program runs in a notebook.

    >>> in_notebook()
    False
    """
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    if shell is None:
        return False
    terminal = sys.modules.get("IPython.terminal.interactiveshell")
    return terminal is None or not isinstance(shell, terminal.TerminalInteractiveShell)


def in_terminal() -> bool:
    """Return True if standard error is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


# ── progress bars ────────────────────────────────────────────────────────────────────────


PATIENCE = 0.3
"""Seconds of work before a bar is drawn. Compilation, which takes longer, is shown at once."""


@contextmanager
def terminal_bar() -> Iterator[Listener]:
    """Context with a bar for the present phase of the work, on standard error.

    The bar is made when the work has taken a while, since short work takes less time than that.
    """
    began = time.monotonic()
    with ExitStack() as stack:
        draw: Listener | None = None

        def listen(news: Progress) -> None:
            nonlocal draw
            if draw is None and news.phase != COMPILE and time.monotonic() < began + PATIENCE:
                return
            if draw is None:
                draw = stack.enter_context(_drawn_bar())
            draw(news)

        yield listen


@contextmanager
def _drawn_bar() -> Iterator[Listener]:
    """Context with the bar of the last phase that was reported."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as Bar
    from rich.text import Text

    class Remaining(TimeRemainingColumn):
        """Column with the time left, if the total is known."""

        def render(self, task: Any) -> Text:
            return Text("-:--:--") if task.fields["is_growing"] else super().render(task)

    with Bar(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        Remaining(),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        tasks: dict[str, Any] = {}

        def draw(news: Progress) -> None:
            if news.phase not in tasks:
                tasks[news.phase] = bar.add_task(
                    news.phase, total=news.total, is_growing=news.is_growing
                )
            for phase, task in tasks.items():
                bar.update(task, visible=phase == news.phase)
            bar.update(
                tasks[news.phase],
                total=news.total,
                completed=news.done,
                description=f"{news.phase}{_forgotten(news)}",
                is_growing=news.is_growing,
            )

        yield draw


@contextmanager
def notebook_bar() -> Iterator[Listener]:
    """Context with a bar for the current phase below the running cell."""
    from IPython.display import HTML, display

    place = display(HTML(""), display_id=True)

    def listen(news: Progress) -> None:
        place.update(HTML(progress_html(news)))

    try:
        yield listen
    finally:
        place.update(HTML(""))


def progress_html(news: Progress) -> str:
    """Return the progress as HTML, with a bar if the total is known.

    >>> "50 of 200" in progress_html(Progress("solve", done=50, total=200, seconds=2.0))
    True
    """
    from gamesolver.show.html import framed, progress_bar
    from gamesolver.show.markup import element, joined

    drawn = "" if news.share is None else progress_bar(news.share)
    line = element("span", progress_text(news))
    return framed("", "", element("div", joined([line, drawn]), kind="side"))


def progress_text(news: Progress) -> str:
    """Return the progress as text: phase, number done, total and time left if known.

    >>> progress_text(Progress("solve", done=50, total=200, seconds=2.0))
    'solve: 50 of 200, 6.0 s left'
    >>> progress_text(Progress("explore", done=1_234))
    'explore: 1,234'
    >>> progress_text(Progress("explore", done=50, total=51, seconds=2.0, is_growing=True))
    'explore: 50 of 51 found so far'
    >>> progress_text(Progress("page", done=745, total=2_055, things="positions"))
    'page: 745 of 2,055 positions'
    >>> progress_text(Progress("prove", done=38_411, things="positions", forgotten=1_204))
    'prove: 38,411 positions, 1,204 forgotten'
    """
    from gamesolver.show.sentences import lasting

    of = f" of {news.total:,}" if news.total else ""
    things = f" {news.things}" if news.things else " found so far" * news.is_growing
    left = news.seconds_left
    still = f", {lasting(left)} left" if left else ""
    return f"{news.phase}: {news.done:,}{of}{things}{_forgotten(news)}{still}"


def _forgotten(news: Progress) -> str:
    """Return the number of positions that a table has dropped, if any, as text."""
    return f", {news.forgotten:,} forgotten" if news.forgotten else ""


FIRST_LINE, LONGEST_SILENCE = 10.0, 600.0
"""Seconds until the first line, and at most between two lines."""


class LinesNowAndThen:
    """Listener that prints a line after ten seconds, and then each time after twice as long.

    >>> now = iter([0.0, 9.9, 10.1, 20.0, 21.0])
    >>> listen = LinesNowAndThen(print, lambda: next(now))
    >>> for done in (1, 2, 3, 4):
    ...     listen(Progress("explore", done))
    explore: 2, 10.1 s so far
    explore: 4, 21.0 s so far
    """

    def __init__(
        self, write: Callable[[str], object], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._write = write
        self._clock = clock
        self._began = clock()
        self._next = FIRST_LINE

    def __call__(self, news: Progress) -> None:
        """Print the progress if the interval is over."""
        from gamesolver.show.sentences import lasting

        spent = self._clock() - self._began
        if spent >= self._next:
            self._next = spent + min(spent, LONGEST_SILENCE)
            self._write(f"{progress_text(news)}, {lasting(spent)} so far")


def bar() -> AbstractContextManager[Listener | None]:
    """Return a bar for a notebook or a terminal, or an empty context elsewhere."""
    if in_notebook():
        return notebook_bar()
    return terminal_bar() if in_terminal() else nullcontext()
