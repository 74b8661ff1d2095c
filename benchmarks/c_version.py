"""Our kernels compared with the same algorithm in C: all of Quixo on 4 by 4.

``c/`` contains a program in C that takes the steps of the engine, one by one, on the same codes
and in the same order: terminal positions, sweeps, and the graph. Its rules are part of the
program, while our kernels call rules through pointers. (With its predecessors the game would be
resolved by retrograde passes.) The program is built by ``cc -O3 -march=native``. Its counts of
every outcome, and the size of its graph, must equal ours. Both are run in turn on one thread. The
bound is for the CPU-seconds of the C program over those of ``solve``. These include trying the
rules, reading compiled code from the cache, and the check of indexes, which the C program omits.
For two threads the ratio of wall times is shown.
"""

from __future__ import annotations

import re
import shutil
import statistics
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import attrs

from benchmarks.measure import Figure, Group, Numbers, in_own_process, load_engine, spending

SOURCE = Path(__file__).with_name("c") / "quixo.c"
FLAGS = ("-O3", "-march=native", "-Wall", "-Wextra", "-Werror", "-pthread")
RUNS = 3


def figures(quick: bool) -> Iterator[Figure]:
    """Yield the times of C over ours; on the small board only the counts are compared."""
    if not shutil.which("cc"):
        print("the C version is left out: no C compiler called cc was found")
        return
    size, runs = (3, 1) if quick else (4, RUNS)
    with tempfile.TemporaryDirectory() as folder:
        program = built(Path(folder), size)
        in_own_process(ours, size, 1)  # everything is compiled
        alone = [both(program, size, 1) for _ in range(runs)]
        together = [both(program, size, 2) for _ in range(runs)]
    cpu, wall = medians_of(alone, "cpu"), medians_of(together, "wall")
    name = f"Quixo {size}x{size}"
    yield Figure(f"{name}, C, one thread", cpu[0], "CPU-s")
    yield Figure(f"{name}, ours, one thread", cpu[1], "CPU-s")
    bounds = (None, None) if quick else (0.7, 0.9)
    yield Figure(f"{name}, C over ours, one thread", cpu[2], "", *bounds, more_is_better=True)
    yield Figure(f"{name}, C, two threads", wall[0], "s")
    yield Figure(f"{name}, ours, two threads", wall[1], "s")
    yield Figure(f"{name}, C over ours, two threads, wall time", wall[2], "")


def medians_of(runs: list[tuple[Numbers, Numbers]], number: str) -> tuple[float, float, float]:
    """Return the medians of a number in C, of ours, and of their ratio, over runs in turn."""
    pairs = [(theirs[number], own[number]) for theirs, own in runs]
    ratios = [theirs / own for theirs, own in pairs]
    in_c, own = (statistics.median(each) for each in zip(*pairs, strict=True))
    return in_c, own, statistics.median(ratios)


def built(folder: Path, size: int) -> Path:
    """Return the path of the program, compiled for a size of the board."""
    program = folder / "quixo"
    subprocess.run(["cc", *FLAGS, f"-DSIZE={size}", "-o", program, SOURCE], check=True)
    return program


def both(program: Path, size: int, threads: int) -> tuple[Numbers, Numbers]:
    """Return the measurements of the program in C and of our solve, which must find the same."""
    printed = subprocess.run(
        [program, str(threads)], check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    in_c, own = numbers_in(printed), in_own_process(ours, size, threads)
    found = [
        {name: number for name, number in each.items() if name not in ("wall", "cpu")}
        for each in (in_c, own)
    ]
    assert found[0] == found[1], found
    return in_c, own


def numbers_in(printed: str) -> Numbers:
    """Return the results that the program in C prints, by name, without the seconds of steps."""
    numbers = {}
    for line in printed.splitlines():
        *name, number = line.split()
        if name[0] != "step":
            numbers[" ".join(name)] = float(number)
    return numbers


def ours(size: int, threads: int) -> Numbers:
    """Return the measurements of our solve, and the number of positions with each outcome."""
    from games import Quixo
    from gamesolver import solve

    class NoWayBack(Quixo):
        """Quixo without its predecessors, so that it is resolved by sweeps and the graph."""

        rules = attrs.evolve(Quixo(size).rules, predecessors=None)

    load_engine()
    with spending() as solving:
        solution = solve(NoWayBack(size), threads=threads)
    numbers = {"wall": solving.wall, "cpu": solving.cpu}
    graph = re.search(r"the graph of (\d+) pending indexes, (\d+) moves", solution.how.why)
    if graph:
        numbers |= {"graph rows": float(graph[1]), "graph edges": float(graph[2])}
    for outcome, count in solution.counts().items():
        plies = -1 if outcome.remoteness is None else outcome.remoteness
        numbers[f"count {outcome.value} {plies}"] = count
    return numbers


GROUPS = (Group("c", figures, is_long=True),)
