"""Functions that a command compiles on a new machine, each with its seconds.

``python -m benchmarks.compiling prove hex --rows 4 --columns 4`` runs the command with an empty
cache. Each line has the seconds of a function alone, those including its callees, and its name.
"""

from __future__ import annotations

import sys
import tempfile
import time

from numba.core.event import Event, Listener, register

from benchmarks.measure import run_python


class Compilations(Listener):
    """Listener of numba that records the compiled functions."""

    def __init__(self) -> None:
        self._begun: list[list[float]] = []
        self.rows: list[tuple[float, float, str]] = []
        """Seconds of each function alone and in all, and its name with the types it is for."""

    def on_start(self, event: Event) -> None:
        """Note the beginning of a compilation."""
        self._begun.append([time.thread_time(), 0.0])

    def on_end(self, event: Event) -> None:
        """Note the function and its seconds."""
        began, within = self._begun.pop()
        seconds = time.thread_time() - began
        if self._begun:
            self._begun[-1][1] += seconds
        function = event.data["dispatcher"].py_func
        name = f"{function.__module__}.{function.__qualname__} {event.data['args']}"
        self.rows.append((seconds - within, seconds, name))


def listed(command: list[str]) -> None:
    """Run a command of ``gamesolver`` in this process, and print the functions that it compiled."""
    from gamesolver.cli.main import main as run

    compilations = Compilations()
    register("numba:compile", compilations)
    run(command)
    rows = sorted(compilations.rows, reverse=True)
    for alone, in_all, name in rows:
        print(f"{alone:6.2f} {in_all:6.2f}  {name[:150]}")
    seconds = sum(alone for alone, _, _ in rows)
    print(f"{seconds:.1f} of {time.process_time():.1f} CPU-s for {len(rows)} functions")


def main() -> None:
    """Run the command in a new process with an empty cache."""
    code = f"from benchmarks.compiling import listed; listed({sys.argv[1:]!r})"
    with tempfile.TemporaryDirectory() as cache:
        print(run_python(code, NUMBA_CACHE_DIR=cache))


if __name__ == "__main__":
    main()
