"""Progress bars: for a terminal drawn by rich, for a notebook a line that is written anew.

Both go when the work is done, and leave the page to its results.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gamesolver.progress import Listener, Progress


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

    times = TimeElapsedColumn(), TimeRemainingColumn()
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    tasks: dict[str, Any] = {}
    with Bar(*columns, *times, console=Console(stderr=True), transient=True) as bar:

        def listen(news: Progress) -> None:
            if news.phase not in tasks:
                tasks[news.phase] = bar.add_task(news.phase, total=news.total)
            bar.update(tasks[news.phase], completed=news.done, total=news.total)

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
    from gamesolver.estimates import lasting
    from gamesolver.showing import element, framed, joined, progress_bar

    of = f" of {news.total:,}" if news.total else ""
    left = news.seconds_left
    still = f", {lasting(left)} left" if left else ""
    drawn = "" if news.share is None else progress_bar(news.share)
    told = element("span", f"{news.phase}: {news.done:,}{of}{still}")
    return framed("", "", element("div", joined([told, drawn]), kind="side"))
