"""Time to look up a position of an enumerated game.

*Cold*: random look-ups in a table far larger than the cache. Each depends on the outcome of
the previous one, so that no two overlap. *In bulk*: a column of positions, whose places are
prefetched in batches. Both are kernels that fold the position, find its index and read the
entry. For comparison the time of ``solution[position]``, one call from Python, is shown.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from benchmarks.measure import Figure, Group, Numbers, in_own_process, load_engine, medians

LOOK_UPS = 1_000_000
RUNS = 5
BATCH, IMAGES = 64, 128  # positions; room for the symmetric positions of one


def figures(quick: bool) -> Iterator[Figure]:
    """Measure look-ups in a table of Connect Four."""
    board = (5, 4) if quick else (5, 5)
    numbers = in_own_process(look_up_many, *board)
    name = f"{int(numbers['positions']):,} positions"
    yield Figure(f"look-up, cold, {name}", numbers["cold"], "us", 3)
    yield Figure(f"look-up, in bulk, {name}", numbers["bulk"], "us", 0.3)
    yield Figure(f"look-up from Python, {name}", numbers["from Python"], "us")


def look_up_many(width: int, height: int) -> Numbers:
    """Return the microseconds per look-up, the median of several runs."""
    from benchmarks.looking_up_kernels import read_in_bulk, read_one_by_one
    from games import ConnectFour
    from gamesolver import solve

    load_engine()
    solution = solve(ConnectFour(width, height))
    entries = solution._table.entries
    indexes = np.random.default_rng(1).integers(0, len(entries), LOOK_UPS)
    queried = images_of(solution, indexes)
    ways = {
        "cold": reader(solution, queried, read_one_by_one),
        "bulk": reader(solution, queried, read_in_bulk),
    }
    for read in ways.values():
        assert (read() == entries[indexes]).all()
    numbers = medians(
        {name: microseconds(read, LOOK_UPS) for name, read in ways.items()} for _ in range(RUNS)
    )
    some = queried[: LOOK_UPS // 100].tolist()
    from_python = microseconds(lambda: [solution[position] for position in some], len(some))
    return numbers | {"from Python": from_python, "positions": len(entries)}


def images_of(solution: Any, indexes: Any) -> Any:
    """Return the position at each index, every other one mirrored to make folding necessary."""
    from gamesolver.kernels.places import unmixed_plainly

    positions = unmixed_plainly(solution._table.places.keys[indexes])
    for place in range(0, len(positions), 2):
        positions[place] = solution.game.symmetries(positions[place])[0]
    return positions


def reader(solution: Any, queried: Any, kernel: Any) -> Callable[[], Any]:
    """Return a function that looks up all positions by a kernel and returns their entries."""
    import numba as nb

    from gamesolver.engine.calling import PLACES, RULES

    places, entries = solution._table.places, solution._table.entries
    found, images = np.empty(len(queried), entries.dtype), np.empty(IMAGES, np.uint64)
    batch, indexes = np.empty(BATCH, np.uint64), np.empty(BATCH, np.int64)
    given = entries, queried, found, images, batch, indexes, 0
    types = (nb.typeof(each) for each in given)
    compiled = nb.njit(nb.void(RULES, PLACES, *types))(kernel)

    def read() -> Any:
        compiled(places.rules, places.columns, *given)
        return found

    return read


def microseconds(work: Callable[[], object], count: int) -> float:
    """Return the microseconds per look-up of some work that does ``count`` of them."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) / count * 1e6


GROUPS = (Group("looking-up", figures),)
