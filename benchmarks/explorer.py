"""The explorer in the browser: cost of a page, pages per second, and memory in use.

Each figure is measured from outside: the command serves in its own process, and pages are
requested over one connection, one after the other, as a browser would. Pages of Gobblet Gobblers
come from a file that was just opened, each of a position that was never queried before.
"""

from __future__ import annotations

import http.client
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from urllib.parse import quote, urlsplit

import psutil

from benchmarks.keeping import saved, some_of
from benchmarks.measure import ROOT, Figure, Group, in_own_process

PAGES = ("/", "/?move=4", "/?move=4&move=1", "/?from=x...o....", "/api/position?move=4")
A_SECOND, CONNECTIONS = 200, 4


@contextmanager
def served(*words: str) -> Iterator[tuple[str, psutil.Process]]:
    """Serve something by the command; yield the address and the process."""
    process = subprocess.Popen(
        [sys.executable, "-m", "gamesolver", "web", *words, "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        address = next(word for word in line.split() if word.startswith("http"))
        yield address, psutil.Process(process.pid)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)


def fetch_times(address: str, pages: Sequence[str], number: int, a_second: int = 0) -> list[float]:
    """Return the seconds of the given number of responses; each of them must be a page."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
    seconds, began = [], time.perf_counter()
    for turn in range(number):
        if a_second:
            time.sleep(max(0.0, began + turn / a_second - time.perf_counter()))
        before = time.perf_counter()
        connection.request("GET", pages[turn % len(pages)])
        answer = connection.getresponse()
        content = answer.read()
        seconds.append(time.perf_counter() - before)
        if answer.status != 200 or not content:
            raise AssertionError(f"{pages[turn % len(pages)]} was answered with {answer.status}")
    connection.close()
    return seconds


def small_pages(quick: bool) -> Iterator[Figure]:
    """Measure pages of tic-tac-toe."""
    with served("tic-tac-toe") as (address, _):
        fetch_times(address, PAGES, 50)  # warm up
        seconds = fetch_times(address, PAGES, 100 if quick else 1_000)
        yield Figure("a page of tic-tac-toe", 1e3 * statistics.median(seconds), "ms", 5)


def pages_from_a_file(quick: bool) -> Iterator[Figure]:
    """Measure pages of random positions of a file, each requested for the first time."""
    from gamesolver import load

    game = "GobbletGobblers(sizes=2, copies=3)" if quick else "GobbletGobblers()"
    with tempfile.TemporaryDirectory() as folder:
        in_own_process(saved, game, folder)
        path = Path(folder, "solution")
        solution = load(path, check=False)
        drawn = some_of(solution, random.Random(1), 200, 1)
        pages = [f"/?from={quote(solution.game.format(each))}" for each in drawn]
        with served(str(path)) as (address, _):
            seconds = fetch_times(address, pages, len(pages))
    yield Figure(f"{game}, a page from a file", 1e3 * statistics.median(seconds), "ms", 50)
    yield Figure(f"{game}, the first page from a file", 1e3 * seconds[0], "ms")


def load_for_long(quick: bool) -> Iterator[Figure]:
    """Measure a minute of 200 requests per second, and 100,000 requests."""
    many, more = (1_000, 2_000) if quick else (60 * A_SECOND, 100_000)
    with served("tic-tac-toe") as (address, process):
        began = time.perf_counter()
        seconds = fetch_times(address, PAGES, many, A_SECOND)
        taken = time.perf_counter() - began
        yield Figure(
            "requests a second, none failed", many / taken, "", 0.98 * A_SECOND, None, True
        )
        yield Figure("a page meanwhile", 1e3 * statistics.median(seconds), "ms", 5)
        before = process.memory_info().rss
        fetch_times(address, PAGES, more)
        grown = process.memory_info().rss / before
        yield Figure(f"memory after {more:,} requests over before", grown, "", 1.05)


def load_on_a_file(quick: bool) -> Iterator[Figure]:
    """Measure 200 requests per second for pages from a file of Gobblet, on four connections."""
    from gamesolver import load

    game, seconds = "GobbletGobblers(sizes=2, copies=2)", 10 if quick else 60
    with tempfile.TemporaryDirectory() as folder:
        in_own_process(saved, game, folder)
        path = Path(folder, "solution")
        solution = load(path, check=False)
        drawn = some_of(solution, random.Random(1), 2_000, 1)
        pages = [f"/?from={quote(solution.game.format(each))}" for each in drawn]
        with served(str(path)) as (address, process):
            fetch_times(address, pages, 50)  # warm up
            before = process.cpu_times()
            number, began = seconds * A_SECOND // CONNECTIONS, time.perf_counter()
            with ThreadPoolExecutor(CONNECTIONS) as threads:
                parts = [
                    threads.submit(
                        fetch_times,
                        address,
                        pages[each::CONNECTIONS],
                        number,
                        A_SECOND // CONNECTIONS,
                    )
                    for each in range(CONNECTIONS)
                ]
                found = sorted(chain.from_iterable(part.result() for part in parts))
            taken, after = time.perf_counter() - began, process.cpu_times()
    used = after.user + after.system - before.user - before.system
    name = f"{game}, pages from a file under load"
    yield Figure(f"{name}, requests a second", len(found) / taken, "", 0.98 * A_SECOND, None, True)
    yield Figure(f"{name}, CPU of 200 pages", A_SECOND * used / len(found), "CPU-s", 1)
    yield Figure(f"{name}, median", 1e3 * statistics.median(found), "ms", 10)
    yield Figure(f"{name}, 95th percentile", 1e3 * found[len(found) * 95 // 100], "ms", 50)


GROUPS = (
    Group("explorer", small_pages),
    Group("explorer-gobblet", pages_from_a_file, is_long=True),
    Group("explorer-load", load_for_long, is_long=True),
    Group("explorer-gobblet-load", load_on_a_file, is_long=True),
)
