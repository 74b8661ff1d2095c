"""Growth of seconds and bytes with the game: Connect Four from 4 by 3 to 6 by 4.

Each board, of ten thousand to a hundred million positions, is solved in its own process: once to
load all code, and once more to be measured. Costs that do not depend on the size of the game are
subtracted: trying the rules, which is timed separately, and the other costs of the smallest board
of all. The rest should grow with slope one. If memory exceeds the last cache, a position should
cost at most twice as much as within it.

``python -m benchmarks growth`` measures all boards, writes the numbers to ``growth.csv``
and draws them in ``docs/_static/growth.svg``. ``--quick`` measures the small boards only,
and writes and draws nothing.
"""

from __future__ import annotations

import csv
import ctypes
import gc
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from benchmarks.measure import ROOT, Figure, Group, Numbers, in_own_process, load_engine, spending

KEPT = Path(__file__).with_name("growth.csv")
PLOT = ROOT / "docs" / "_static" / "growth.svg"
CACHE = Path("/sys/devices/system/cpu/cpu0/cache/index3/size")

BOARDS = {
    (4, 3): None,
    (5, 3): None,
    (4, 4): 161_029,
    (4, 5): 1_706_255,
    (6, 3): 2_087_325,
    (5, 4): 3_945_711,
    (7, 3): 27_441_956,
    (5, 5): 69_763_700,
    (6, 4): 94_910_577,
}
"""Columns and rows, and the published number of positions."""
QUICKLY = 5
TINY = (2, 2)
ENOUGH = 100_000  # positions from which the work outweighs the subtracted costs


@attrs.frozen
class Point:
    """Cost of one board, without the part that does not depend on its size."""

    board: str
    positions: int
    wall: float
    cpu: float
    bytes: float


def figures(quick: bool) -> Iterator[Figure]:
    """Measure all boards, or the first ones."""
    boards = list(BOARDS)[: QUICKLY if quick else None]
    points = measured(boards)
    if not quick:
        store(points)
        draw(points, last_cache())
    yield from judged(points, last_cache())


def measured(boards: Sequence[tuple[int, int]]) -> list[Point]:
    """Solve every board in its own process."""
    in_own_process(solve_board, *boards[0])  # everything is compiled
    tiny = in_own_process(solve_board, *TINY)
    points = []
    for width, height in boards:
        taken = in_own_process(solve_board, width, height)
        wall, cpu, held = (max(taken[name] - tiny[name], 0) for name in ("wall", "cpu", "bytes"))
        points.append(Point(f"{width}x{height}", int(taken["positions"]), wall, cpu, held))
    return points


def solve_board(width: int, height: int) -> Numbers:
    """Solve a board; return seconds, bytes, and the number of positions, mirror images included."""
    from games import ConnectFour
    from gamesolver import solve
    from gamesolver.rules.preflight import try_rules

    load_engine()
    game = ConnectFour(width, height)
    solve(game)  # load all code
    give_back_memory()
    with spending() as solving:
        solution = solve(game)
    with spending() as trying:
        try_rules(game, [solution.start])
    positions = sum(solution.counts(symmetric=True).values())
    assert BOARDS.get((width, height)) in (None, positions), positions
    wall, cpu = solving.wall - trying.wall, solving.cpu - trying.cpu
    held = float(solving.bytes)
    return {"wall": wall, "cpu": cpu, "bytes": held, "positions": float(positions)}


def give_back_memory() -> None:
    """Make the allocator return freed memory, whose reuse would not be measured."""
    gc.collect()
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)


def judged(points: Sequence[Point], cache: float) -> Iterator[Figure]:
    """Yield slopes, and the cost of a position beyond the last cache over that within it."""
    large = [point for point in points if point.positions >= ENOUGH]
    near = [point for point in large if point.bytes <= cache]
    far = [point for point in large if point.bytes > cache]
    for name in ("cpu", "bytes"):
        costs = {each.board: getattr(each, name) / each.positions for each in large}
        if len(large) > 3:
            away = abs(slope(large, name) - 1)
            yield Figure(f"growth of {name}, slope less one", away, "", 0.15)
        if near and far:
            within = sorted(costs[each.board] for each in near)[len(near) // 2]
            beyond = max(costs[each.board] for each in far)
            yield Figure(f"growth of {name}, beyond the cache", beyond / within, "", 2)
    for point in points:
        nanoseconds, held = (1e9 * point.cpu, point.bytes)
        yield Figure(f"{point.board}, time", nanoseconds / point.positions, "CPU-ns/position")
        yield Figure(f"{point.board}, memory", held / point.positions, "bytes/position")


def slope(points: Sequence[Point], name: str) -> float:
    """Return the slope of the line that fits best, with both axes logarithmic."""
    import numpy as np

    return float(
        np.polyfit(
            np.log([point.positions for point in points]),
            np.log([max(getattr(point, name), 1e-9) for point in points]),
            1,
        )[0]
    )


def last_cache() -> float:
    """Return the bytes of the last cache, as the machine reports them, or else 32 MiB."""
    try:
        size = re.fullmatch(r"(\d+)K", CACHE.read_text().strip())
    except OSError:
        size = None
    return int(size[1]) * 1024 if size else 32 * 2**20


def store(points: Sequence[Point]) -> None:
    """Write the numbers to the file next to this module."""
    with KEPT.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(field.name for field in attrs.fields(Point))
        for point in points:
            rounded = f"{point.wall:.3f}", f"{point.cpu:.3f}", int(point.bytes)
            writer.writerow((point.board, point.positions, *rounded))


def stored() -> list[Point]:
    """Return the numbers that were written last."""
    with KEPT.open(newline="") as file:
        return [
            Point(
                row["board"],
                int(row["positions"]),
                *(float(row[name]) for name in ("wall", "cpu", "bytes")),
            )
            for row in csv.DictReader(file)
        ]


def draw(points: Sequence[Point], cache: float) -> None:
    """Draw seconds and bytes over positions, with lines of slope one."""
    import matplotlib
    from matplotlib.figure import Figure as Drawing

    matplotlib.rcParams["svg.hashsalt"] = "growth"  # the same picture from the same numbers
    drawing = Drawing(figsize=(9, 4), layout="constrained")
    for axes, name, label in zip(
        drawing.subplots(1, 2), ("cpu", "bytes"), ("CPU-seconds", "bytes"), strict=True
    ):
        shown = [point for point in points if getattr(point, name) > 0]
        sizes = [point.positions for point in shown]
        axes.loglog(sizes, [getattr(point, name) for point in shown], "o", color="tab:blue")
        for point in shown:
            axes.annotate(
                point.board,
                (point.positions, getattr(point, name)),
                textcoords="offset points",
                xytext=(6, -8),
                fontsize=8,
            )
        near = [point for point in shown if point.positions >= ENOUGH and point.bytes <= cache]
        if near:
            costs = sorted(getattr(point, name) / point.positions for point in near)
            cost = costs[len(costs) // 2]
            ends = [min(sizes), max(sizes)]
            for factor, style in ((1, "-"), (2, ":")):
                line = [factor * cost * end for end in ends]
                axes.loglog(ends, line, style, color="gray", label=f"slope one, {factor}x")
            axes.legend(frameon=False)
        if name == "bytes":
            axes.axhline(cache, color="tab:red", linewidth=0.8)
            axes.annotate("last cache", (min(sizes), cache), color="tab:red", va="bottom")
        axes.set_xlabel("positions, mirror images included")
        axes.set_ylabel(f"{label} of solve")
    drawing.savefig(PLOT, metadata={"Date": None})


GROUPS = (Group("growth", figures, is_long=True),)
