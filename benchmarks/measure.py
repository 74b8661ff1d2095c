"""What a figure is, and how it is measured and kept.

The machine may be shared, so every figure is the median of several runs, and a
comparison is a ratio of runs made in turn. Each is held against what is owed.
"""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import attrs

from gamesolver.memory import anonymous_bytes

HISTORY = Path(__file__).with_name("history.md")
ROOT = Path(__file__).parents[1]


@attrs.frozen
class Figure:
    """One measured number beside what is owed and, perhaps, wanted."""

    name: str
    measured: float
    unit: str
    owed: float
    wanted: float | None = None
    more_is_better: bool = False

    @property
    def holds(self) -> bool:
        """Whether what is owed is reached."""
        return self.measured >= self.owed if self.more_is_better else self.measured <= self.owed

    def row(self) -> str:
        """The figure as a row of a table."""
        sign = ">=" if self.more_is_better else "<="
        wanted = "" if self.wanted is None else f"{self.wanted:g}"
        verdict = "yes" if self.holds else "**NO**"
        return (
            f"| {self.name} | {self.measured:.4g} {self.unit} | {sign} {self.owed:g} "
            f"| {wanted} | {verdict} |"
        )


HEADER = "| figure | measured | owed | wanted | holds |\n| --- | --- | --- | --- | --- |"


def median_seconds(work: Callable[[], object], runs: int = 7) -> float:
    """The median time of a piece of work, in seconds."""
    return statistics.median(_seconds(work) for _ in range(runs))


def median_ratio(one: Callable[[], object], other: Callable[[], object], runs: int = 5) -> float:
    """The median of one time over the other, the two run in turn."""
    return statistics.median(_seconds(one) / _seconds(other) for _ in range(runs))


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def run_python(code: str, **environment: str) -> str:
    """What a new Python process prints when it runs some code from the project's folder."""
    finished = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | environment,
    )
    return finished.stdout.strip()


@contextmanager
def peak_memory() -> Iterator[list[int]]:
    """A list whose last item is the most anonymous memory seen while the block ran, in bytes."""
    peak = [anonymous_bytes()]
    done = threading.Event()

    def watch() -> None:
        while not done.wait(0.002):
            peak.append(max(peak[-1], anonymous_bytes()))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield peak
    finally:
        done.set()
        watcher.join()


def keep(title: str, figures: list[Figure]) -> None:
    """Write figures at the end of the history file, with date, machine and versions."""
    versions = ", ".join(f"{name} {version(name)}" for name in ("gamesolver", "numba", "numpy"))
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    when = datetime.now(UTC).strftime("%Y-%m-%d")
    table = "\n".join([HEADER, *(figure.row() for figure in figures)])
    with HISTORY.open("a") as history:
        history.write(f"\n## {when}: {title}\n\n{machine}; {versions}\n\n{table}\n")
