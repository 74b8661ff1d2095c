"""Games solved in a folder, with less memory than their table.

Connect Four by discs is solved stage by stage. The start must have the published outcome. The
reachable positions are counted ply by ply from the rules alone (``reaching_by_ply``), without the
solution, and must be as many as published. Then the whole table is verified.

Nine Men's Morris has a stage for each pair of numbers of men: all positions of the moving phase.
Its counts must equal those of an earlier run.

From the empty board it needs a solution of the moving phase, which the environment names:

    MORRIS_MOVES=moves.values MORRIS_FOLDER=folder MORRIS_KEPT=whole.values \
        python -m benchmarks --long stages-morris-placing

After an interruption the same command resumes in that folder. Without a file of the moving phase,
that is solved first. Without a path for the solution, it is not saved. ``MORRIS_VERIFY=1`` also
verifies it.

Other games are solved twice, each time in a new process: in memory, and in a folder with a limit
below the size of their table entries or of their enumerated positions. The counts of both must be
the same. File pages cached by the system do not count as memory of the process. So the figures
show the cost of the limit on a machine with enough memory for the files, but not on a smaller one.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import attrs

from benchmarks.measure import Figure, Group, Numbers, in_own_process, load_engine, made, spending


@attrs.frozen
class Board:
    """A board of Connect Four with its published results and the bounds of its figures."""

    width: int
    height: int
    memory: str
    reached: int
    start: str = "draw"
    minutes: tuple[float | None, float | None] = (None, None)
    """Wall time: required and desired bound."""
    disk: tuple[float | None, float | None] = (None, None)
    """Gigabytes: required and desired bound."""


SMALL = Board(5, 4, "20 MB", 3_945_711)
MIDDLE = Board(5, 5, "40 MB", 69_763_700)
LARGE = Board(6, 5, "8 GB", 2_818_972_642, minutes=(40, 15), disk=(20, 5))
"""Reachable positions and outcome of the start by J. Tromp, tromp.github.io/c4/c4.html."""


def of_board(large: Board, quick: bool) -> Iterator[Figure]:
    """Measure solving a board stage by stage, counting, and verifying it."""
    board = SMALL if quick else large
    found = in_own_process(by_discs, board.width, board.height, board.memory)
    called = f"Connect Four {board.width}x{board.height} on disk"
    yield from of_disk(called, found, board.disk, "min", board.minutes, 1.5)
    reached = in_own_process(reached_from_start, board.width, board.height)
    assert reached["positions"] == board.reached, reached
    yield Figure(f"{called}, positions by ply, all as published", reached["count cpu"], "CPU-s")


Bounds = tuple[float | None, float | None]
"""Required and desired bound."""
SECONDS = {"min": 60, "h": 3600}


def of_disk(
    called: str, found: Numbers, disk: Bounds, unit: str, wall: Bounds, again: float | None
) -> Iterator[Figure]:
    """Yield the figures of a game solved by stages and verified, in a unit of wall time."""
    memory, cpu, clock = (found[f"solve on disk {each}"] for each in ("GB", "cpu", "wall"))
    yield Figure(f"{called}, most memory", memory, "GB", found["limit"])
    yield Figure(f"{called}, disk", found["disk"], "GB", *disk)
    yield Figure(f"{called}, wall", clock / SECONDS[unit], unit, *wall)
    yield Figure(f"{called}, solve", cpu, "CPU-s")
    yield Figure(f"{called}, verify over solve", found["verify cpu"] / cpu, "", again)


def by_discs(width: int, height: int, memory: str) -> Numbers:
    """Solve a board stage by stage, compare its start with the published value, and verify it."""
    from examples.connect_four_by_discs import ConnectFourByDiscs
    from gamesolver import Value

    solution, found = on_disk(ConnectFourByDiscs(4, 4), ConnectFourByDiscs(width, height), memory)
    assert solution.value is Value.DRAW, solution
    return found


def by_men(men: tuple[int, int], memory: str) -> Numbers:
    """Measure Nine Men's Morris with a number of men, and count all positions by value."""
    from games import NineMensMorris
    from gamesolver import Value

    solution, found = on_disk(NineMensMorris(men=(3, 3)), NineMensMorris(men=men), memory)
    counts = solution.counts()
    for value in Value:
        found[value.name] = sum(n for outcome, n in counts.items() if outcome.value is value)
    return found


def on_disk(small: Any, game: Any, memory: str) -> tuple[Any, Numbers]:
    """Solve a game stage by stage and verify it, after a small one."""
    from gamesolver import solve
    from gamesolver.system.memory import parse_bytes

    load_engine()
    solve(small).verify()  # everything is compiled
    disk = 0
    with TemporaryDirectory() as folder:

        def look(news: object) -> None:
            nonlocal disk
            disk = max(disk, bytes_in(folder))

        with spending() as solving:
            solution = solve(game, folder=folder, memory=memory, threads=2, progress=look)
    with spending() as verifying:
        assert solution.verify().positions == len(solution)
    found = solving.numbers("solve on disk") | verifying.numbers("verify")
    return solution, found | {"disk": disk / 1e9, "limit": parse_bytes(memory) / 1e9}


def bytes_in(folder: str) -> int:
    """Return the disk space of the files of a folder."""
    return sum(os.stat(path).st_blocks * 512 for path in Path(folder).iterdir())


def reached_from_start(width: int, height: int) -> Numbers:
    """Count the positions of a board that the start reaches, ply by ply."""
    from benchmarks.reaching_by_ply import reached_by_ply

    with spending() as counting:
        by_ply = reached_by_ply(width, height)
    return counting.numbers("count") | {"positions": sum(by_ply)}


@attrs.frozen
class Men:
    """Nine Men's Morris with some numbers of men, its results and the bounds of its figures."""

    men: tuple[int, int]
    memory: str
    counts: tuple[int, int, int]
    """Won, drawn and lost positions up to symmetry."""
    hours: tuple[float | None, float | None] = (None, None)
    disk: tuple[float | None, float | None] = (None, None)


ALL_MEN = Men(
    (9, 9), "3 GB", (4_325_452_782, 1_832_093_880, 2_766_019_491), hours=(4, 1), disk=(15, None)
)
FEW_MEN = Men((4, 3), "100 MB", (318_299, 1_340_292, 186_497))


def of_men(large: Men, quick: bool) -> Iterator[Figure]:
    """Measure solving Nine Men's Morris stage by stage, and verifying it."""
    board = FEW_MEN if quick else large
    found = in_own_process(by_men, board.men, board.memory)
    counts = tuple(int(found[each]) for each in ("WIN", "DRAW", "LOSS"))
    assert counts == board.counts, counts
    called = f"Morris {board.men[0]}-{board.men[1]} on disk"
    again = None if quick else 1.5  # with few positions, the plain rules take most of the time
    yield from of_disk(called, found, board.disk, "h", board.hours, again)


Placing = tuple[int, tuple[int, int]]
"""Rings, and the men of each player."""
NINE: Placing = (3, (9, 9))
FOUR: Placing = (2, (4, 4))
MORRIS = "MORRIS_MOVES", "MORRIS_FOLDER", "MORRIS_KEPT", "MORRIS_VERIFY"


def of_placing(quick: bool) -> Iterator[Figure]:
    """Measure Nine Men's Morris from the empty board, with a solution of the moving phase."""
    queried = dict.fromkeys(MORRIS, "") if quick else {each: os.getenv(each, "") for each in MORRIS}
    with TemporaryDirectory() as here:
        paths = queried[MORRIS[0]] or f"{here}/moves", queried[MORRIS[1]] or f"{here}/folder"
        board = FOUR if quick else NINE
        found = in_own_process(by_placing, *board, *paths, *(queried[each] for each in MORRIS[2:]))
    called = f"Morris {board[1][0]}-{board[1][1]} from the empty board"
    yield Figure(f"{called}, indexes taken from the moves", found["taken"], "")
    yield Figure(f"{called}, indexes in all", found["indexes"], "")
    yield Figure(f"{called}, most memory", found["solve GB"], "GB", 3)
    yield Figure(f"{called}, solve", found["solve cpu"], "CPU-s")
    yield Figure(f"{called}, wall", found["solve wall"] / 3600, "h")
    each = found["solve cpu"] / (found["indexes"] - found["taken"])
    yield Figure(f"{called}, an index of the placing", each * 1e6, "CPU-us")
    for name in ("won", "drawn", "lost", "verified"):
        if name in found:
            yield Figure(f"{called}, positions {name}", found[name], "")


def by_placing(
    rings: int, men: tuple[int, int], moves: str, folder: str, kept: str, verified: str
) -> Numbers:
    """Solve Morris from the empty board, report each stage, and check the published value."""
    from games import NineMensMorris
    from gamesolver import Value, load, solve

    how: dict[str, Any] = {"folder": folder, "memory": "3 GB", "threads": 2}
    if not Path(moves).exists():
        solve(NineMensMorris(rings, men), progress=Reported(), **how).save(moves)
    game = NineMensMorris(rings, men, placing=True)
    load_engine()
    with load(moves) as table, spending() as solving:
        solution = solve(game, tables=[table], progress=Reported(), **how)
    assert solution.value is Value.DRAW, solution
    print(solution.how, file=sys.stderr, flush=True)
    if kept:
        solution.save(kept)
    found = solving.numbers("solve") | {
        "indexes": float(game.rules.num_indexes or 0),
        "taken": float(sum(each.num_indexes for each in solution.how.reused)),
    }
    counts = solution.counts()
    print({str(outcome): number for outcome, number in counts.items()}, file=sys.stderr, flush=True)
    for value, name in ((Value.WIN, "won"), (Value.DRAW, "drawn"), (Value.LOSS, "lost")):
        found[name] = sum(n for outcome, n in counts.items() if outcome.value is value)
    if verified:
        found["verified"] = solution.verify().positions
    return found


@attrs.define
class Reported:
    """Progress callback that prints a line when a stage begins."""

    phase: str = ""

    def __call__(self, news: Any) -> None:
        if news.phase.startswith("stage ") and news.phase != self.phase:
            self.phase = news.phase
            spent = f"{time.strftime('%H:%M:%S')}, {time.process_time():.0f} CPU-s"
            print(f"{news.phase}: {spent}", file=sys.stderr, flush=True)


@attrs.frozen
class Tight:
    """A game, and a memory limit below the size of its table."""

    game: str
    memory: str


GOBBLET = Tight("GobbletGobblers()", "400 MB")
SHOGI = Tight("AnimalShogi()", "3 GB")
FOUND = Tight("ConnectFour(6, 4)", "200 MB")
SMALL_GOBBLET = Tight("GobbletGobblers(sizes=2, copies=3)", "5 MB")
SMALL_SHOGI = Tight("AnimalShogi(pieces='LC')", "2 MB")
SMALL_ENUMERATED = Tight("ConnectFour(4, 4)", "6 MB")
TIMES = 3.0


def of_limit(large: Tight, small: Tight, quick: bool) -> Iterator[Figure]:
    """Compare the times of a game in a folder with little memory, and in memory."""
    tight = small if quick else large
    one = in_own_process(solve_so, tight.game, "", small.game)
    other = in_own_process(solve_so, tight.game, tight.memory, small.game)

    assert one["counts"] == other["counts"], "another table"
    called = f"{tight.game} with {tight.memory}"
    yield Figure(f"{called}, most memory", other["solve GB"], "GB", other["limit"])
    yield Figure(f"{called}, in memory", one["solve GB"], "GB")
    yield Figure(f"{called}, solve", other["solve cpu"], "CPU-s")
    for kind in ("cpu", "wall"):
        ratio = other[f"solve {kind}"] / one[f"solve {kind}"]
        yield Figure(f"{called}, {kind} over that in memory", ratio, "", TIMES)


def solve_so(game: str, memory: str, like: str) -> Numbers:
    """Solve a game in memory, or in a folder with a limit; return costs and a hash of its counts.

    A smaller game ``like`` it is solved first, to load its machine code.
    """
    from zlib import crc32

    from gamesolver import solve
    from gamesolver.system.memory import parse_bytes

    load_engine()
    solve(made(like))
    with TemporaryDirectory() as folder, spending() as solving:
        solution = solve(made(game), folder=folder if memory else None, memory=memory or None)
    counts = sorted(map(repr, solution.counts().items()))
    found = solving.numbers("solve") | {"counts": crc32("".join(counts).encode())}
    return found | {"limit": parse_bytes(memory) / 1e9 if memory else 0.0}


GROUPS = (
    Group("stages", partial(of_board, MIDDLE), is_long=True),
    Group("stages-6x5", partial(of_board, LARGE), is_long=True),
    Group("stages-morris", partial(of_men, ALL_MEN), is_long=True),
    Group("stages-morris-placing", of_placing, is_long=True),
    Group("tight-gobblet", partial(of_limit, GOBBLET, SMALL_GOBBLET), is_long=True),
    Group("tight-enumerated", partial(of_limit, FOUND, SMALL_ENUMERATED), is_long=True),
    Group("tight-shogi", partial(of_limit, SHOGI, SMALL_SHOGI), is_long=True),
)
