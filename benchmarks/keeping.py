"""Solutions in files: size, and seconds to write, open and query.

A game is solved and saved in one process, and opened and queried in others. Bytes are those of
the whole file per position. Saving is compared with solving, both in wall time. A *cold* probe
queries the table of a newly opened file for a random position, whose block has not been read
before. A *warm* probe repeats a query. Both measure the table alone; the time of the rules to
fold a position is shown separately. The time of ``verify`` on a file includes reading the file
into memory.

``--quick`` uses small variants, whose bounds for bytes and seconds are looser: a small file has
as many tables as a large one, and a small solve takes almost no time.
"""

from __future__ import annotations

import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs

from benchmarks.measure import Figure, Group, Numbers, in_own_process, load_engine, made, spending

Bound = tuple[float, float | None]
PROBES = 2_000
BULK = 1_000_000


@attrs.frozen
class Case:
    """One game and the bounds of its file."""

    game: str
    bounds: Mapping[str, Bound]


OWED: dict[str, Bound] = {
    "save over solve": (0.1, None),
    "save MB": (200, None),
    "open unchecked": (20, None),
    "open beyond the rules": (20, None),
    "cold probe": (60, 40),
    "warm probe": (10, None),
    "in bulk": (1, None),
    "growth": (100, None),
    "growth of the second half": (5, None),
    "verify over that in memory": (1.5, None),
}
SMALL = {"save over solve": (1.0, None), "verify over that in memory": (3.0, None)}

WHOLE = {
    "keep-gobblet": Case(
        "GobbletGobblers()",
        OWED | {"bytes": (0.07, 0.05), "values bytes": (0.02, 0.015)},
    ),
    "keep-connect-four": Case("ConnectFour(width=5, height=5)", OWED | {"bytes": (1.0, None)}),
    "keep-shogi": Case("AnimalShogi()", OWED | {"bytes": (1.2, None)}),
}
QUICK = {
    "keep-gobblet": Case(
        "GobbletGobblers(sizes=2, copies=3)",
        OWED | SMALL | {"bytes": (0.14, None), "values bytes": (0.04, None)},
    ),
    "keep-connect-four": Case("ConnectFour(5, 4)", OWED | SMALL | {"bytes": (1.0, None)}),
}


def figures(name: str, case: Case) -> Iterator[Figure]:
    """Yield all figures about the file of one game."""
    with tempfile.TemporaryDirectory() as folder:
        in_own_process(saved, case.game, folder)  # everything is compiled
        numbers = in_own_process(saved, case.game, folder)
        for queried in (opened, probed, verified):
            numbers |= in_own_process(queried, folder)
    numbers["verify over that in memory"] = numbers["verify"] / numbers["verify in memory"]
    for what, number in numbers.items():
        yield Figure(
            f"{case.game}, {what}", number, UNITS.get(what, ""), *case.bounds.get(what, ())
        )


UNITS = {
    "solve": "s",
    "save": "s",
    "save MB": "MB",
    "open unchecked": "ms",
    "open": "ms",
    "open beyond the rules": "ms",
    "cold probe": "us",
    "warm probe": "us",
    "rules": "us",
    "in bulk": "us/position",
    "growth": "MB",
    "growth of the second half": "MB",
    "verify": "s",
    "verify in memory": "s",
}


def saved(game: str, folder: str) -> Numbers:
    """Solve a game, save it, and export its values."""
    from gamesolver import solve

    load_engine()
    to_solve = made(game)
    with spending() as solving:
        solution = solve(to_solve)
    path, values = Path(folder, "solution"), Path(folder, "all.values")
    with spending() as saving:
        solution.save(path)
    solution.export(values)
    return {
        "solve": solving.wall,
        "save": saving.wall,
        "save over solve": saving.wall / solving.wall,
        "save MB": saving.bytes / 1e6,
        "bytes": os.path.getsize(path) / len(solution),
        "values bytes": os.path.getsize(values) / len(solution),
    }


def opened(folder: str) -> Numbers:
    """Measure opening, with the game and all libraries loaded."""
    from gamesolver import load
    from gamesolver.files.format import digest_of
    from gamesolver.rules.guard import Rules

    load_engine()
    path = Path(folder, "solution")
    solution = load(path)
    solution.get(solution.start)
    rules = Rules(solution.game)
    unchecked = seconds(lambda: load(path, check=False))
    whole = seconds(lambda: load(path))
    querying = seconds(lambda: digest_of(rules, solution.start))
    return {
        "open unchecked": 1e3 * unchecked,
        "open": 1e3 * whole,
        "open beyond the rules": 1e3 * (whole - querying),
    }


def seconds(work: Callable[[], object], runs: int = 9) -> float:
    """Return the median time of some work, in seconds."""
    taken = []
    for _ in range(runs):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return statistics.median(taken)


def probed(folder: str) -> Numbers:
    """Measure single and bulk probes, and the growth of memory by a million probes."""
    import numpy as np

    from gamesolver import load
    from gamesolver.system.memory import anonymous_bytes

    load_engine()
    path, luck = Path(folder, "solution"), random.Random(1)
    drawn = load(path, check=False)
    positions = some_of(drawn, luck, PROBES, 1)
    column = np.sort(np.array(some_of(drawn, luck, BULK, BULK // PROBES), np.uint64))
    drawn.probe_many(column[:1000])
    solution = load(path, check=False)
    table = solution._table
    table.get(solution.start)
    cold = [timed(table.get, each) for each in positions]
    warm = []
    for each in positions[:200]:
        table.get(each)
        warm.append(timed(table.get, each))
    rules = [timed(solution._rules.canonical, each) for each in positions]
    bulk = timed(load(path, check=False).probe_many, column) / len(column)
    queried = luck.choices(column.tolist(), k=BULK)
    before = anonymous_bytes()
    for each in queried[: BULK // 2]:
        table.get(each)
    half = anonymous_bytes()
    for each in queried[BULK // 2 :]:
        table.get(each)
    return {
        "cold probe": statistics.median(cold) * 1e6,
        "warm probe": statistics.median(warm) * 1e6,
        "rules": statistics.median(rules) * 1e6,
        "in bulk": bulk * 1e6,
        "growth": (anonymous_bytes() - before) / 1e6,
        "growth of the second half": (anonymous_bytes() - half) / 1e6,
    }


def timed(query: Callable[[Any], object], given: Any) -> float:
    """Measure one query."""
    began = time.perf_counter()
    query(given)
    return time.perf_counter() - began


def some_of(solution: Any, luck: random.Random, count: int, together: int) -> list[int]:
    """Return random canonical positions in random order, drawn in runs of ``together`` indexes."""
    table, found = solution._table, list[int]()
    size = table.file.num_indexes
    while len(found) < count:
        first = luck.randrange(size)
        run = (table.position(each) for each in range(first, min(size, first + together)))
        found += [each for each in run if table.get(each) is not None]
    luck.shuffle(found)
    return found[:count]


def verified(folder: str) -> Numbers:
    """Verify from the file, and again in memory."""
    from gamesolver import load

    load_engine()
    path = Path(folder, "solution")
    load(path, check=False).verify()  # compiled
    solution = load(path, check=False)
    with spending() as first:
        solution.verify()
    with spending() as again:
        solution.verify()
    return {"verify": first.wall, "verify in memory": again.wall}


def group_of(name: str) -> Group:
    """Return the group of a game: the whole game, or its small variant in quick mode."""

    def measured(quick: bool) -> Iterator[Figure]:
        cases = QUICK if quick else WHOLE
        if name in cases:
            yield from figures(name, cases[name])

    return Group(name, measured, is_long=True)


def cost_of_checkpoints(quick: bool) -> Iterator[Figure]:
    """Compare solving Animal Shogi with a checkpoint per minute with solving it without."""
    game, bound = ("ConnectFour(5, 4)", 2.0) if quick else ("AnimalShogi()", 1.1)
    in_own_process(solved, game, False)  # everything is compiled
    ratios = []
    for _ in range(3 if quick else 1):
        without, with_them = (in_own_process(solved, game, each)["wall"] for each in (False, True))
        ratios.append(with_them / without)
    yield Figure(f"{game}, without checkpoints", without, "s")
    yield Figure(f"{game}, with checkpoints", with_them, "s")
    yield Figure(f"{game}, with over without", statistics.median(ratios), "", bound)


def solved(game: str, is_kept: bool) -> Numbers:
    """Measure a solve."""
    from gamesolver import solve

    load_engine()
    to_solve = made(game)
    with tempfile.TemporaryDirectory() as folder, spending() as solving:
        solve(to_solve, folder=folder if is_kept else None)
    return {"wall": solving.wall}


GROUPS = (*map(group_of, WHOLE), Group("checkpoints", cost_of_checkpoints, is_long=True))
