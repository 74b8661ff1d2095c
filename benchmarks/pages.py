"""Pages in a browser by Lighthouse: scores, time, size, requests, and shifts of the layout.

Three pages are measured: the home page of a served library, an explorer, and a page in one file;
each on a desktop, and on a phone with a processor four times as slow and a slow mobile network
(the defaults of Lighthouse). Requires ``npx lighthouse``, or the command that ``LIGHTHOUSE`` names,
and Chromium, or the browser that ``CHROME_PATH`` names.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

from benchmarks.explorer import served
from benchmarks.measure import Figure, Group

DEVICES = {"desktop": ["--preset=desktop"], "phone": []}
AUDITS = {
    "first contentful paint": ("first-contentful-paint", "s", 1.0, 2.5),
    "largest contentful paint": ("largest-contentful-paint", "s", 1.2, 2.5),
    "total blocking time": ("total-blocking-time", "ms", 200.0, 600.0),
    "layout shift": ("cumulative-layout-shift", "", 0.0, 0.0),
    "size": ("total-byte-weight", "kB", 250.0, 250.0),
}
"""By figure: the audit, the unit, and the bounds on a desktop and on a phone."""
PER_UNIT = {"s": 1e3, "ms": 1.0, "kB": 1e3, "": 1.0}
CATEGORIES = ("performance", "accessibility", "best-practices")
RUNS, ATTEMPTS = 3, 4


def report_of(address: str, device: str, folder: Path) -> dict[str, Any]:
    """Return the report of Lighthouse on a page."""
    command = shlex.split(os.environ.get("LIGHTHOUSE", "npx --no-install lighthouse"))
    chrome = os.environ.get("CHROME_PATH") or shutil.which("chromium") or ""
    path = folder / "report.json"
    arguments = [
        *command, address, *DEVICES[device], "--quiet", "--output=json",
        f"--output-path={path}", f"--only-categories={','.join(CATEGORIES)}",
        "--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage",
    ]  # fmt: skip
    for _attempt in range(ATTEMPTS):  # a busy machine can miss the start of a page
        done = subprocess.run(arguments, env={**os.environ, "CHROME_PATH": chrome}, check=False)
        if done.returncode == 0:
            report: dict[str, Any] = json.loads(path.read_text("utf-8"))
            return report
    raise RuntimeError(f"{arguments[0]} failed {ATTEMPTS} times for {address}")


def figures_of(name: str, device: str, reports: list[dict[str, Any]]) -> Iterator[Figure]:
    """Yield the figures of a page, the medians of several reports."""
    shown = f"{name}, {device}"
    for category in CATEGORIES:
        score = median(report["categories"][category]["score"] for report in reports)
        yield Figure(f"{shown}, {category}", 100 * score, "of 100", 95, None, True)
    for figure, (audit, unit, *bounds) in AUDITS.items():
        value = median(report["audits"][audit]["numericValue"] for report in reports)
        bound = bounds[device == "phone"]
        yield Figure(f"{shown}, {figure}", value / PER_UNIT[unit], unit, bound)
    items = reports[0]["audits"]["network-requests"]["details"]["items"]
    loaded = [each for each in items if each["url"].startswith("http")]
    yield Figure(f"{shown}, requests", len(loaded), "", 4)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Write nothing."""


def one_file(folder: Path) -> str:
    """Write a page in one file, serve its folder, and return the address."""
    from games import TicTacToe
    from gamesolver import solve
    from gamesolver.web import write_page

    write_page(solve(TicTacToe()), folder / "page.html")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/page.html"


def pages(quick: bool) -> Iterator[Figure]:
    """Measure home page, explorer, and page in one file, on both devices."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        home, _ = stack.enter_context(served())
        explorer, _ = stack.enter_context(served("connect-four", "--width", "4", "--height", "4"))
        way = "/?move=d&move=c&move=d&move=a"
        addresses = {
            "home page": home,
            "explorer of Connect Four 4x4": explorer.rstrip("/") + way,
            "page in one file": one_file(folder),
        }
        for name, address in addresses.items():
            for device in DEVICES:
                runs = 1 if quick else RUNS
                reports = [report_of(address, device, folder) for _ in range(runs)]
                yield from figures_of(name, device, reports)


GROUPS = (Group("pages", pages, is_long=True),)
