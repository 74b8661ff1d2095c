"""Progress bars: for a terminal drawn by rich, for a notebook a line that is written anew.

Both go when the work is done, and leave the page to its results. Where nobody looks on, the
library says nothing by itself; the command line says a line now and then.

**Where the program runs: in a terminal, in a notebook, or where nobody looks on.**

A notebook has a shell of IPython that is not the one of a terminal. IPython is never loaded to
find that out: whoever runs in a notebook has loaded it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from gamesolver.system.progress import Listener, Progress

# ── where the program runs ──────────────────────────────────────────────────────────────────────


def in_notebook() -> bool:
    """Whether results are shown on a page, as notebooks do.

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
    """Whether standard error is read by a person as it comes."""
    return sys.stderr is not None and sys.stderr.isatty()


# ── progress bars ────────────────────────────────────────────────────────────────────────


@contextmanager
def terminal_bar() -> Iterator[Listener]:
    """A bar for each phase of the work, on standard error."""
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
        """The time left, if the whole is known."""

        def render(self, task: Any) -> Text:
            return Text("-:--:--") if task.fields["is_growing"] else super().render(task)

    tasks: dict[str, Any] = {}
    with Bar(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        Remaining(),
        console=Console(stderr=True),
        transient=True,
    ) as bar:

        def listen(news: Progress) -> None:
            if news.phase not in tasks:
                tasks[news.phase] = bar.add_task(
                    news.phase, total=news.total, is_growing=news.is_growing
                )
            told = f"{news.phase}{_forgotten(news)}"
            bar.update(
                tasks[news.phase],
                total=news.total,
                completed=news.done,
                description=told,
                is_growing=news.is_growing,
            )

        yield listen


@contextmanager
def notebook_bar() -> Iterator[Listener]:
    """A bar below the cell that is at work, for the phase it is in."""
    from IPython.display import HTML, display

    place = display(HTML(""), display_id=True)

    def listen(news: Progress) -> None:
        place.update(HTML(progress_html(news)))

    try:
        yield listen
    finally:
        place.update(HTML(""))


def progress_html(news: Progress) -> str:
    """The phase, a bar where the whole is known, what is done, and how long it takes still.

    >>> "50 of 200" in progress_html(Progress("solve", done=50, total=200, seconds=2.0))
    True
    """
    from gamesolver.show.html import framed, progress_bar
    from gamesolver.show.markup import element, joined

    drawn = "" if news.share is None else progress_bar(news.share)
    line = element("span", progress_text(news))
    return framed("", "", element("div", joined([line, drawn]), kind="side"))


def progress_text(news: Progress) -> str:
    """The phase, what is done, of how many and what where that is known, how long it takes still.

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
    """What a table has forgotten, once there is any."""
    return f", {news.forgotten:,} forgotten" if news.forgotten else ""


FIRST_LINE, LONGEST_SILENCE = 10.0, 600.0
"""Seconds until the first line is said, and at most between two."""


class LinesNowAndThen:
    """A listener that says a line after ten seconds, and then each time after twice as long.

    >>> now = iter([0.0, 9.9, 10.1, 20.0, 21.0])
    >>> listen = LinesNowAndThen(print, lambda: next(now))
    >>> for done in (1, 2, 3, 4):
    ...     listen(Progress("explore", done))
    explore: 2, 10.1 s so far
    explore: 4, 21.0 s so far
    """

    def __init__(
        self, say: Callable[[str], object], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._say = say
        self._clock = clock
        self._began = clock()
        self._next = FIRST_LINE

    def __call__(self, news: Progress) -> None:
        """Say how far the work is, if it is time for that."""
        from gamesolver.show.sentences import lasting

        spent = self._clock() - self._began
        if spent >= self._next:
            self._next = spent + min(spent, LONGEST_SILENCE)
            self._say(f"{progress_text(news)}, {lasting(spent)} so far")


def bar() -> AbstractContextManager[Listener | None]:
    """A bar for where the program runs: a notebook, a terminal; none where nobody looks on."""
    if in_notebook():
        return notebook_bar()
    return terminal_bar() if in_terminal() else nullcontext()
