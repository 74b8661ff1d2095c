"""Edges that one processor core follows in a second, beyond the cache.

*By computed predecessors*: one retrograde pass over Quixo on 4 by 4, from the indexes that
are resolved in one ply. An edge is a predecessor that the rules list. It is converted to an
index, and if the entry there is pending (of 43 megabytes of entries), the position is won or has
one open move less. One pass is repeated on a copy of the entries. CPU-seconds of one thread.

*On a stored graph*: retrograde analysis of a random graph of 50 million positions with 250
million edges, without the reversal. The time is that of ``retrograde`` less that of
``reverse``: counters, queue, messages, labels.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks.measure import Figure, Group, Numbers, in_own_process, load_engine, medians

RUNS = 3
STORED = {True: (5_000_000, 3), False: (50_000_000, 1)}
"""Positions of the stored graph and number of runs, for quick runs and in full."""
EDGES_A_POSITION = 5


def figures(quick: bool) -> Iterator[Figure]:
    """Measure both kinds of edges, in quick runs the stored ones only."""
    if not quick:
        one_pass = in_own_process(propagate_once, 4)
        name = f"pass over computed predecessors, {one_pass['edges'] / 1e6:.0f}M edges"
        speed = one_pass["edges"] / one_pass["seconds"] / 1e6
        yield Figure(name, speed, "M edges/CPU-s", 80, 100, more_is_better=True)
    size, runs = STORED[quick]
    numbers = medians(in_own_process(propagate_stored, size) for _ in range(runs))
    name = f"{size / 1e6:.0f}M positions, {EDGES_A_POSITION * size / 1e6:.0f}M edges"
    for what, owed, wanted in (("propagation", 30, 45), ("reversal", None, None)):
        speed = EDGES_A_POSITION * size / numbers[what] / 1e6
        unit = "M edges/CPU-s"
        yield Figure(f"{what} on a random graph, {name}", speed, unit, owed, wanted, True)


def propagate_once(size: int) -> Numbers:
    """Return the edges and the CPU-seconds of the first retrograde pass of Quixo."""
    from games import Quixo
    from gamesolver.engine.ends import resolve_ends
    from gamesolver.engine.growing_entries import GrowingEntries
    from gamesolver.engine.keeper import Keeper
    from gamesolver.engine.kernel_calls import scratch_for
    from gamesolver.engine.places import Places
    from gamesolver.engine.predecessors import Passes
    from gamesolver.engine.resolving import Resolving
    from gamesolver.engine.running import Runner
    from gamesolver.kernels.codes import FIRST
    from gamesolver.system.memory import MemoryMeter
    from gamesolver.system.progress import Reporter
    from gamesolver.system.workers import Workers

    load_engine()
    game = Quixo(size)
    meter, report = MemoryMeter(), Reporter(None)
    workers = Workers(1, lambda: scratch_for(game.rules), report, meter)
    runner = Runner(game, Places.indexed(game.rules.calls), workers)
    nowhere = Keeper().elsewhere
    held = GrowingEntries.pending_all(runner.places.size, np.uint8, meter, nowhere)
    resolving = Resolving(runner, meter, report, Keeper(), held)
    resolve_ends(resolving, going_back=True)
    entries = resolving.entries
    resolved = np.flatnonzero((entries >= FIRST + 3) & (entries < FIRST + 6))
    before = entries.copy()

    def one_pass() -> Numbers:
        entries[:] = before
        passes = Passes(resolving, lists_long=True)
        passes.begin()
        began = time.process_time()
        passes.update_predecessors(passes.flags(up=True), only_losses=False)
        return {"seconds": time.process_time() - began}

    one_pass()  # the kernel is loaded
    return medians(one_pass() for _ in range(RUNS)) | {"edges": count_back(game.rules, resolved)}


def count_back(rules: Any, indexes: Any) -> float:
    """Return an estimate of the number of predecessors of the positions at some indexes."""
    calls = rules.calls
    before = np.empty(rules.max_predecessors + 64, np.uint64)
    each = indexes[:: max(1, len(indexes) // 100_000)]
    listed = sum(int(calls.predecessors(calls.position_at(index), before)) for index in each)
    return listed * len(indexes) / len(each)


def propagate_stored(size: int) -> Numbers:
    """Return the CPU-seconds of the reversal, and of everything else, on a random graph."""
    from benchmarks.random_graph import random_graph
    from gamesolver.graph import layers
    from gamesolver.graph import retrograde as solver

    layers.load_kernels()
    spent = []
    plainly = solver.reverse

    def reverse(rows, edges):  # type: ignore[no-untyped-def]  # as the function it replaces
        began = time.process_time()
        backward = plainly(rows, edges)
        spent.append(time.process_time() - began)
        return backward

    solver.reverse = reverse
    rows, edges, known = random_graph(size, EDGES_A_POSITION * size)
    began = time.process_time()
    labels = solver.retrograde(rows, edges, known)
    total = time.process_time() - began
    assert (labels.points <= 1).all()
    return {"reversal": spent[0], "propagation": total - spent[0]}


GROUPS = (Group("propagation", figures),)
