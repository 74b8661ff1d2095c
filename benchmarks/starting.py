"""Time of the first solve: on a new machine, and of a new game.

On a new machine nothing is compiled yet. A whole process is timed, from the start of
Python to the end of a small solve, with an empty cache: for an enumerated game, for an
indexed game by retrograde passes, and for an indexed game by the pending graph.

For a new game only the rules must be compiled, because the engine is in the cache after
another game was solved. Here the bound is for the seconds of ``solve``, and those of the
whole process are shown for comparison.

Commands are measured with an empty cache of machine code, which small games do not need.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from statistics import median

from benchmarks.house import cpu_seconds
from benchmarks.measure import Figure, Group, Numbers, in_own_process, made, medians

GAMES = {
    "enumerated": ("ConnectFour(width=4, height=3, line=3)", "MNK(m=3, n=3, k=3)", "auto"),
    "indexed": ("Quixo(size=2)", "GobbletGobblers(sizes=2, copies=1)", "auto"),
    "indexed, by the graph": ("GobbletGobblers(sizes=2, copies=1)", "Quixo(size=2)", "retrograde"),
}
"""A game that fills the cache, a new game, and the method for both."""


def figures(quick: bool) -> Iterator[Figure]:
    """Measure first solves of each kind, each in its own process."""
    for kind, (first, new, method) in GAMES.items():
        numbers = medians(first_solves(first, new, method) for _ in range(1 if quick else 3))
        yield Figure(f"first process on a machine, {kind}", numbers["machine"], "s", 10, 5)
        yield Figure(f"first solve of a new game, {kind}", numbers["new solve"], "s", 2, 1)
        yield Figure(f"first process of a new game, {kind}", numbers["new"], "s")
        yield Figure(f"second process of that game, {kind}", numbers["again"], "s")


def first_solves(first: str, new: str, method: str) -> Numbers:
    """Return the seconds of processes with an empty cache, with the engine in it, and with all."""
    with tempfile.TemporaryDirectory() as cache:
        machine = timed(first, method, cache)
        new_game = timed(new, method, cache)
        again = timed(new, method, cache)
    return {
        "machine": machine["process"],
        "new": new_game["process"],
        "new solve": new_game["solve"],
        "again": again["process"],
    }


def timed(game: str, method: str, cache: str) -> Numbers:
    """Return the seconds of a process that solves a game, and of the solve in it."""
    began = time.perf_counter()
    numbers = in_own_process(solve_once, game, method, NUMBA_CACHE_DIR=cache)
    return numbers | {"process": time.perf_counter() - began}


def solve_once(game: str, method: str) -> Numbers:
    """Solve the game of a Python expression."""
    from gamesolver import solve

    to_solve = made(game)
    began = time.perf_counter()
    solve(to_solve, method=method)
    return {"solve": time.perf_counter() - began}


COLD = {
    "solve kalah": (1.5, 0.6),
    "solve hex": (1.5, 0.6),
    "solve connect-four --width 4 --height 4": (5, 3),
    "prove hex --rows 4 --columns 4": (8, 5),
    "solve teeko": (9, 6),
    "solve tic-tac-toe": (0.25, None),
    "--help": (0.1, None),
}
"""Commands on a new machine, with required and desired bounds in CPU-seconds."""

SMALL = "solve kalah", "solve tic-tac-toe", "--help"
COMMAND = "import io, sys; from gamesolver.cli.main import main; sys.stderr = io.StringIO(); "


def cold_figures(quick: bool) -> Iterator[Figure]:
    """Measure commands in new processes, with cached bytecode but no cached machine code."""
    with tempfile.TemporaryDirectory() as kept:
        for command, (owed, wanted) in COLD.items():
            if quick and command not in SMALL:
                continue
            runs = 1 if quick else 3
            seconds = [cold_seconds(command, kept) for _ in range(runs + 1)][1:]
            yield Figure(f"gamesolver {command}, cold", median(seconds), "CPU-s", owed, wanted)


def cold_seconds(command: str, kept: str) -> float:
    """Return the CPU-seconds of a command with an empty cache of machine code."""
    code = f"{COMMAND}sys.exit(main({command.split()!r}))"
    with tempfile.TemporaryDirectory() as cache:
        return cpu_seconds(
            code,
            NUMBA_CACHE_DIR=cache,
            PYTHONPYCACHEPREFIX=kept,
            PYTHONDONTWRITEBYTECODE="",
        )


GROUPS = (Group("starting", figures), Group("cold", cold_figures))
