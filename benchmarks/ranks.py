"""Teeko by two ranks under MPI, beside two threads: wall time, and bytes on the wire an update."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import ROOT, Figure, Group, Numbers, in_own_process, load_engine, spending
from games import Quixo, Teeko
from gamesolver import solve


def by_threads(method: str) -> Numbers:
    """What solving takes two threads, all compiled before."""
    load_engine()
    for game in (Quixo(size=3), Teeko()):
        with spending() as spent:
            solve(game, threads=2, method=method)  # type: ignore[call-overload]  # a method
    return {"wall": spent.wall, "cpu": spent.cpu, "bytes": spent.bytes}


def by_ranks() -> None:
    """The same by the ranks of this job; the first prints it."""
    from mpi4py import MPI

    load_engine()
    world = MPI.COMM_WORLD
    for game in (Quixo(size=3), Teeko()):
        world.Barrier()
        began, cpu = time.perf_counter(), time.process_time()
        solution = solve(game, threads=1, communicator=world)
        took, used = time.perf_counter() - began, world.allreduce(time.process_time() - cpu)
    if solution is not None:
        found = re.search(r"(\d+) updates sent in ([\d.]+) bytes each", solution.how.why)
        assert found is not None
        print(json.dumps({"wall": took, "cpu": used, "update": float(found[2])}))


def launched(ranks: int) -> Numbers:
    """What so many ranks print."""
    beside = Path(sys.executable).parent
    mpiexec = shutil.which("mpiexec", path=beside) or shutil.which("mpiexec")
    assert mpiexec is not None, "no mpiexec: pip install mpich"
    code = "from benchmarks.ranks import by_ranks; by_ranks()"
    words = [mpiexec, "-n", str(ranks), sys.executable, "-c", code]
    ran = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    numbers: Numbers = json.loads(ran.stdout)
    return numbers


def figures(quick: bool) -> Iterator[Figure]:
    """Ratios of wall time in turn, and what they took."""
    del quick
    way, graph = in_own_process(by_threads, "auto"), in_own_process(by_threads, "retrograde")
    two, four = launched(2), launched(4)
    yield Figure("bytes on the wire an update", two["update"], "bytes", 4, 3)
    ratio = graph["wall"] / two["wall"]
    yield Figure("two threads over two ranks, by the graph", ratio, "", 0.75, 0.9, True)
    ratio = way["wall"] / two["wall"]
    yield Figure("two threads by predecessors over two ranks", ratio, "", None, None, True)
    yield Figure("four ranks over two", four["wall"] / two["wall"], "", 1.3, 1.1)
    yield Figure("two threads by the graph", graph["cpu"], "CPU-s")
    yield Figure("two threads by predecessors", way["cpu"], "CPU-s")
    yield Figure("two ranks", two["cpu"], "CPU-s")
    yield Figure("four ranks", four["cpu"], "CPU-s")


GROUPS = (Group("ranks", figures, is_long=True),)
