"""Games by two ranks under MPI, beside two threads: wall time, and bytes on the wire.

Teeko's movement is numbered; the positions of Connect Four are found. Each is solved in a process
of its own, or by ranks of their own, after a small game that has its kernels compiled.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import attrs

from benchmarks.measure import ROOT, Figure, Group, Numbers, in_own_process, load_engine, spending
from games import ConnectFour, Quixo, Teeko
from gamesolver import solve
from gamesolver.rules.compiled import CompiledGame

PATTERN = r"(\d+) (updates|candidates) sent in ([\d.]+) bytes each"


@attrs.frozen
class Subject:
    """A game, and a small one with the same kernels."""

    game: Callable[[], CompiledGame]
    small: Callable[[], CompiledGame]


SUBJECTS = {
    "numbered": Subject(Teeko, lambda: Quixo(size=3)),
    "found": Subject(lambda: ConnectFour(6, 4), lambda: ConnectFour(4, 4)),
}


def by_threads(which: str, method: str) -> Numbers:
    """What solving takes two threads, all compiled before."""
    load_engine()
    for game in (SUBJECTS[which].small(), SUBJECTS[which].game()):
        with spending() as spent:
            solve(game, threads=2, method=method)  # type: ignore[call-overload]  # a method
    return {"wall": spent.wall, "cpu": spent.cpu, "bytes": spent.bytes}


def by_ranks(which: str) -> None:
    """The same by the ranks of this job; the first prints it."""
    from mpi4py import MPI

    load_engine()
    world = MPI.COMM_WORLD
    for game in (SUBJECTS[which].small(), SUBJECTS[which].game()):
        world.Barrier()
        began, cpu = time.perf_counter(), time.process_time()
        solution = solve(game, threads=1, communicator=world)
        took, used = time.perf_counter() - began, world.allreduce(time.process_time() - cpu)
    if solution is not None:
        told = {what: float(each) for _, what, each in re.findall(PATTERN, solution.how.why)}
        print(solution.how.why, file=sys.stderr)
        print(json.dumps({"wall": took, "cpu": used, "positions": len(solution), **told}))


def launched(ranks: int, which: str) -> Numbers:
    """What so many ranks print."""
    beside = Path(sys.executable).parent
    mpiexec = shutil.which("mpiexec", path=beside) or shutil.which("mpiexec")
    assert mpiexec is not None, "no mpiexec: pip install mpich"
    code = f"from benchmarks.ranks import by_ranks; by_ranks({which!r})"
    words = [mpiexec, "-n", str(ranks), sys.executable, "-c", code]
    ran = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    numbers: Numbers = json.loads(ran.stdout)
    return numbers


def figures(quick: bool) -> Iterator[Figure]:
    """Ratios of wall time in turn, and what they took."""
    del quick
    for which in SUBJECTS:
        way = in_own_process(by_threads, which, "auto")
        graph = in_own_process(by_threads, which, "retrograde")
        two, four = launched(2, which), launched(4, which)
        yield Figure(f"{which}: bytes on the wire an update", two["updates"], "bytes", 4, 3)
        if "candidates" in two:
            yield Figure(f"{which}: the same a candidate", two["candidates"], "bytes", 8)
        by_graph, best = graph["wall"] / two["wall"], way["wall"] / two["wall"]
        yield Figure(
            f"{which}: two threads, by the graph, over two ranks", by_graph, "", 0.75, 0.9, True
        )
        yield Figure(f"{which}: two threads as they choose over two ranks", best, "")
        yield Figure(f"{which}: four ranks over two", four["wall"] / two["wall"], "", 1.3, 1.1)
        yield Figure(f"{which}: two threads by the graph", graph["cpu"], "CPU-s")
        yield Figure(f"{which}: two threads as they choose", way["cpu"], "CPU-s")
        yield Figure(f"{which}: two ranks", two["cpu"], "CPU-s")
        yield Figure(f"{which}: four ranks", four["cpu"], "CPU-s")


GROUPS = (Group("ranks", figures, is_long=True),)
