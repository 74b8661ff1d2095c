"""Measuring figures, and storing the latest ones.

The machine may be shared, so every short figure is the median of several runs, and a
comparison is a ratio of runs made in turn. Long work is measured in its own process, in
CPU-seconds and in seconds of wall time. Each figure is compared with its bound (``owed``); a
figure without a bound is shown for comparison.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

import attrs

from gamesolver.system.memory import anonymous_bytes

RESULTS = Path(__file__).with_name("results.md")
ROOT = Path(__file__).parents[1]

Numbers = dict[str, float]
"""Results of one run, by name."""


@attrs.frozen
class Figure:
    """One measured number with its required bound and, perhaps, a desired one."""

    name: str
    measured: float
    unit: str
    owed: float | None = None
    wanted: float | None = None
    more_is_better: bool = False

    @property
    def holds(self) -> bool:
        """True if the required bound is met."""
        if self.owed is None:
            return True
        return self.measured >= self.owed if self.more_is_better else self.measured <= self.owed

    def at_speed(self, slowness: Slowness) -> Figure:
        """Return the figure at the reference speed. Bytes and ratios are unchanged."""
        if self.unit == "CPU-s":
            return attrs.evolve(self, measured=self.measured / slowness.of_cpu)
        if self.unit in ("s", "ms", "us"):
            return attrs.evolve(self, measured=self.measured / slowness.of_clock)
        if self.unit.endswith("/s"):
            return attrs.evolve(self, measured=self.measured * slowness.of_clock)
        return self

    def row(self) -> str:
        """Return the figure as a row of a table."""
        sign = ">=" if self.more_is_better else "<="
        owed = "" if self.owed is None else f"{sign} {self.owed:g}"
        wanted = "" if self.wanted is None else f"{self.wanted:g}"
        verdict = "" if self.owed is None else "yes" if self.holds else "**NO**"
        measured = f"{self.measured:.4g} {self.unit}".strip()
        return f"| {self.name} | {measured} | {owed} | {wanted} | {verdict} |"


@attrs.frozen
class Group:
    """Figures that are measured together."""

    name: str
    figures: Callable[[bool], Iterator[Figure]]
    """Function that measures them; its argument is True for quick runs on smaller work."""
    is_long: bool = False
    """True if the group takes minutes and is only run on request."""


HEADER = "| figure | measured | owed | wanted | holds |\n| --- | --- | --- | --- | --- |"
KEPT_HEADER = """\
| figure | measured | owed | wanted | holds | date | machine |
| --- | --- | --- | --- | --- | --- | --- |"""


PLAIN_LOOP = 0.0115
"""Seconds of ``sum(range(1_000_000))`` on the idle machine on which the bounds were set."""


@attrs.frozen
class Slowness:
    """Ratio of the reference speed to the present speed of this machine, 1 if it is faster."""

    of_clock: float
    """By wall time, which other processes also consume."""
    of_cpu: float
    """By CPU-seconds, which other processes also lengthen."""

    @classmethod
    def now(cls) -> Slowness:
        """Return the present slowness, by the best of several plain loops."""
        factors = []
        for clock in (time.perf_counter, time.process_time):
            best = min(_seconds(lambda: sum(range(1_000_000)), clock) for _ in range(20))
            factors.append(max(1.0, best / PLAIN_LOOP))
        return cls(*factors)


def compile_for_proofs(game: Any) -> None:
    """Compile the kernels for a proof of a game, or read them from the cache."""
    from gamesolver import CompiledGame, prove

    if isinstance(game, CompiledGame):
        game.rules.calls.hand_over()
    prove(game, exact=False, seconds=0)


def median_seconds(work: Callable[[], object], runs: int = 7) -> float:
    """Return the median time of a piece of work, in seconds."""
    return statistics.median(_seconds(work) for _ in range(runs))


def median_ratio(one: Callable[[], object], other: Callable[[], object], runs: int = 5) -> float:
    """Return the median ratio of two times, of work run in turn."""
    return statistics.median(_seconds(one) / _seconds(other) for _ in range(runs))


def _seconds(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    began = clock()
    work()
    return clock() - began


def run_python(code: str, **environment: str) -> str:
    """Return the output of a new Python process that runs some code from the project's folder."""
    finished = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=os.environ | environment,
    )
    return finished.stdout.strip()


def in_own_process(work: Callable[..., Numbers], *arguments: object, **environment: str) -> Numbers:
    """Return the result of a function of one of these modules, called in a new process."""
    code = (
        f"import json; from {work.__module__} import {work.__name__}; "
        f"print(json.dumps({work.__name__}(*{arguments!r})))"
    )
    returned: Numbers = json.loads(run_python(code, **environment))
    return returned


def medians(runs: Iterable[Numbers]) -> Numbers:
    """Return the median of each number over several runs."""
    table = list(runs)
    return {name: statistics.median(run[name] for run in table) for name in table[0]}


@attrs.define
class Spent:
    """Costs of a piece of work; bytes are those beyond the memory allocated before."""

    wall: float = 0.0
    cpu: float = 0.0
    bytes: int = 0

    def numbers(self, what: str) -> Numbers:
        """Return the three numbers, with names that start with ``what``."""
        gigabytes = self.bytes / 1e9
        return {f"{what} wall": self.wall, f"{what} cpu": self.cpu, f"{what} GB": gigabytes}


def made(game: str) -> Any:
    """Return the game of a Python expression."""
    import games

    shelf = {name: getattr(games, name) for name in games.__all__ if name in game}
    return eval(game, shelf)  # the text comes from the benchmarks themselves


def load_engine() -> None:
    """Import the modules for a compiled game, so that importing is not measured."""
    for name in ("games", "gamesolver.engine.whole_solve", "gamesolver.verify.indexes"):
        import_module(name)


@contextmanager
def spending() -> Iterator[Spent]:
    """Measure a block: wall time, CPU-seconds of all threads, and peak memory."""
    spent = Spent()
    base, wall, cpu = anonymous_bytes(), time.perf_counter(), time.process_time()
    with peak_memory(pause=0.01) as peak:
        yield spent
    spent.wall, spent.cpu = time.perf_counter() - wall, time.process_time() - cpu
    spent.bytes = peak[-1] - base


@contextmanager
def peak_memory(pause: float = 0.002) -> Iterator[list[int]]:
    """Yield a list whose last item is the peak of anonymous memory in the block, in bytes."""
    peak = [anonymous_bytes()]
    done = threading.Event()

    def watch() -> None:
        while not done.wait(pause):
            peak.append(max(peak[-1], anonymous_bytes()))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield peak
    finally:
        done.set()
        watcher.join()
        peak.append(max(peak[-1], anonymous_bytes()))


def keep(figures: Mapping[str, Sequence[Figure]], results: Path = RESULTS) -> None:
    """Replace the rows of these figures, given by group, in the file of results.

    A figure that has no row yet gets one at the end of its group.
    """
    introduction, *sections = results.read_text(encoding="utf-8").rstrip("\n").split("\n\n## ")
    groups = dict(_read_rows(section) for section in sections)
    when = datetime.now(UTC).strftime("%Y-%m-%d")
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    for group, measured in figures.items():
        rows = {figure.name: f"{figure.row()} {when} | {machine} |" for figure in measured}
        groups.setdefault(group, {}).update(rows)
    tables = (
        "\n".join([f"## {group}\n", KEPT_HEADER, *rows.values()]) for group, rows in groups.items()
    )
    results.write_text("\n\n".join([introduction, *tables]) + "\n", encoding="utf-8")


def _read_rows(section: str) -> tuple[str, dict[str, str]]:
    """Return the name of a group and its rows, by the name of the figure."""
    group, table = section.split("\n\n")
    rows = table.splitlines()[2:]
    return group, {row.split(" | ")[0].removeprefix("| "): row for row in rows}
