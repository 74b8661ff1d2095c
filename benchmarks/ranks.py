"""Games on two MPI ranks, compared with two threads: wall time, and bytes sent.

Connect Four by discs is solved stage by stage on disk, by one process with two threads, and by one,
two and four ranks. The files must be the same. No rank may use more memory than its part of the
largest stage and some working memory. CPU time is compared with that of two threads.

Teeko's movement is an indexed game, and Connect Four an enumerated one. Each is solved in its own
process, or on its own ranks, after a small game that compiles its kernels.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zlib import crc32

import attrs

from benchmarks.measure import ROOT, Figure, Group, Numbers, in_own_process, load_engine, spending
from games import ConnectFour, Quixo, Teeko
from gamesolver import solve
from gamesolver.rules.compiled import CompiledGame

PATTERN = r"(\d+) (updates|candidates) sent in ([\d.]+) bytes each"
SENT = r"(\d+) bytes sent in all"


@attrs.frozen
class Subject:
    """A game, and a small one with the same kernels."""

    game: Callable[[], CompiledGame]
    small: Callable[[], CompiledGame]


SUBJECTS = {
    "indexed": Subject(Teeko, lambda: Quixo(size=3)),
    "enumerated": Subject(lambda: ConnectFour(6, 4), lambda: ConnectFour(4, 4)),
}


def by_threads(which: str, method: str) -> Numbers:
    """Measure solving by two threads, after everything is compiled."""
    load_engine()
    for game in (SUBJECTS[which].small(), SUBJECTS[which].game()):
        with spending() as spent:
            solve(game, threads=2, method=method)  # type: ignore[call-overload]  # a method
    return {"wall": spent.wall, "cpu": spent.cpu, "bytes": spent.bytes}


def by_ranks(which: str, method: str) -> None:
    """Measure solving on the ranks of this job; the first rank prints the figures."""
    from mpi4py import MPI

    load_engine()
    world = MPI.COMM_WORLD
    for game in (SUBJECTS[which].small(), SUBJECTS[which].game()):
        world.Barrier()
        began, cpu = time.perf_counter(), time.process_time()
        solution = solve(game, threads=1, communicator=world, method=method)  # type: ignore[call-overload]  # a method
        took, used = time.perf_counter() - began, world.allreduce(time.process_time() - cpu)
    if solution is not None:
        reported = {what: float(each) for _, what, each in re.findall(PATTERN, solution.how.why)}
        print(solution.how.why, file=sys.stderr)
        reported["sent"] = float(re.findall(SENT, solution.how.why)[0])
        print(json.dumps({"wall": took, "cpu": used, "positions": len(solution), **reported}))


def launched(ranks: int, which: str, method: str = "auto") -> Numbers:
    """Return the numbers that the given number of ranks print about a subject."""
    return launched_with(
        f"from benchmarks.ranks import by_ranks; by_ranks({which!r}, {method!r})", ranks
    )


def launched_with(code: str, ranks: int) -> Numbers:
    """Return the numbers that the given number of ranks print."""
    beside = Path(sys.executable).parent
    mpiexec = shutil.which("mpiexec", path=beside) or shutil.which("mpiexec")
    assert mpiexec is not None, "no mpiexec: pip install mpich"
    words = [mpiexec, "-n", str(ranks), sys.executable, "-c", code]
    ran = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    numbers: Numbers = json.loads(ran.stdout)
    return numbers


def figures(quick: bool) -> Iterator[Figure]:
    """Yield ratios of wall times, and the CPU-seconds of each run."""
    del quick
    for which in SUBJECTS:
        way = in_own_process(by_threads, which, "auto")
        graph = in_own_process(by_threads, which, "retrograde")
        two, four = launched(2, which), launched(4, which)
        if "updates" in two:
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


# ── stages on disk ──────────────────────────────────────────────────────────────────────────────

Boards = tuple[tuple[int, int], ...]
ROOM = 4e6
"""Bytes that a rank may use in addition to its part of a stage: buffers, and partial pages."""

LONG = 10.0
"""CPU-seconds from which a ratio is meaningful: any rank takes 0.2 by itself."""


def board_solved(width: int, height: int, folder: str, *, on_ranks: bool) -> Numbers:
    """Measure solving a board by stages, in this process or on all ranks, and hash its file."""
    from examples.connect_four_by_discs import ConnectFourByDiscs
    from gamesolver.rules.preflight import try_rules

    load_engine()
    world = _world() if on_ranks else None
    for game in (ConnectFourByDiscs(4, 4), ConnectFourByDiscs(width, height)):
        try_rules(game, [game.start()])  # this compiles them
        if world is not None:
            world.Barrier()
        with spending() as spent:
            threads = 2 if world is None else 1
            solution = solve(game, folder=folder, threads=threads, communicator=world)
    largest = max((game.rules.by_stage or {}).values())
    numbers = {"cpu": spent.cpu, "wall": spent.wall, "memory": spent.bytes, "largest": largest}
    if world is not None:
        numbers["cpu"] = world.allreduce(spent.cpu)
        numbers["memory"] = max(world.allgather(spent.bytes))
    if solution is not None:
        with TemporaryDirectory() as here:
            solution.save(Path(here, "it"), how=False)
            numbers["hash"] = float(crc32(Path(here, "it").read_bytes()))
        print(solution.how.why, file=sys.stderr)
    return numbers


def _world() -> Any:
    from mpi4py import MPI

    return MPI.COMM_WORLD


def print_board(width: int, height: int, folder: str) -> None:
    """Measure a board on all ranks; the first rank prints the numbers."""
    numbers = board_solved(width, height, folder, on_ranks=True)
    if "hash" in numbers:
        print(json.dumps(numbers))


def boards(large: Boards, quick: bool) -> Iterator[Figure]:
    """Compare boards solved by one process and on ranks."""
    for width, height in large[:1] if quick else large:
        called, words = f"Connect Four {width}x{height} on disk", (width, height)
        with TemporaryDirectory() as folder:
            alone = in_own_process(board_alone, *words, folder)
            yield Figure(f"{called}, two threads", alone["cpu"], "CPU-s")
            for ranks in (1, 2, 4):
                code = f"from benchmarks.ranks import print_board; print_board{(*words, folder)!r}"
                ran = launched_with(code, ranks)
                assert ran["hash"] == alone["hash"], "another file"
                part = ran["largest"] / ranks + ROOM
                name = f"{called}, {ranks} rank{'s' * (ranks > 1)}"
                yield Figure(f"{name}, most memory of one", ran["memory"], "bytes", part)
                owed = 1.25 if alone["cpu"] > LONG else None
                yield Figure(f"{name}, cpu over two threads", ran["cpu"] / alone["cpu"], "", owed)
                yield Figure(f"{name}, wall over two threads", ran["wall"] / alone["wall"], "")


def board_alone(width: int, height: int, folder: str) -> Numbers:
    """Measure two threads of one process."""
    return board_solved(width, height, folder, on_ranks=False)


GROUPS = (
    Group("ranks", figures, is_long=True),
    Group("ranks-stages", partial(boards, ((5, 4), (5, 5))), is_long=True),
)
