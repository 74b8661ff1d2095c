"""Forecast from a sample of indexes: the engine's kernels counted and timed on it.

Clusters of indexes, drawn from the whole table by a seed, are processed by the kernel and the
number of threads of a solve. The counts give the share of indexes that are unresolved after the
terminal positions. :func:`deviation` bounds the error of the share of unused indexes.

Then a search by the rules alone determines, for some unresolved positions, in how many plies they
are won or lost. This gives the number of positions that each pass will leave, and thus the pass
after which the engine switches to the graph (:func:`foresee_passes`). Passes are timed on a
table of the real size, because the cost of a look-up depends on the memory used. A game with
scores is solved otherwise (``engine.backward``), so there is no search ahead.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, log, sqrt
from typing import Any

import numpy as np

from gamesolver.engine.backward import count_moves_within
from gamesolver.engine.checking import INDEXES_A_CHECK
from gamesolver.engine.growing_entries import GrowingEntries
from gamesolver.engine.keeper import Keeper
from gamesolver.engine.kernel_calls import NO_ENTRIES
from gamesolver.engine.places import Places
from gamesolver.engine.queries import Queries, rows_for
from gamesolver.engine.resolving import SHORT, Resolving
from gamesolver.engine.running import Runner
from gamesolver.engine.sweeps import SLOWLY
from gamesolver.forecast.cost import Work
from gamesolver.kernels import lookahead
from gamesolver.kernels import numbering as edge_kernels
from gamesolver.kernels import sweeping as kernels
from gamesolver.kernels.codes import PENDING, UNUSED
from gamesolver.kernels.first_pass import resolve_ends
from gamesolver.kernels.scratch import (
    AHEAD,
    ENDS,
    GUARDS,
    IN_STAGE,
    MOVES,
    OPEN,
    UNUSED_INDEXES,
    Scratch,
)
from gamesolver.rules.compiled import CompiledGame
from gamesolver.system.columns import Columns, sparse
from gamesolver.system.progress import Stopwatch
from gamesolver.system.workers import chunks_of
from gamesolver.tables.entries import Coding

# ── looking ahead ────────────────────────────────────────────────────────────────────────

DEEPEST = 9  # plies
DEARER = 8  # times what the ply before it took, that one more is reckoned to take
LEAST = 100  # positions that show anything
MOST_SEEN = 30_000  # positions, in looking ahead from one
INDEXES_A_CHUNK = 1 << 7
ROWS_A_ROUND, MOST_ROWS = 1 << 10, 20_000


def foresee_passes(runner: Runner, work: Work, indexes: Columns, seconds: float) -> None:
    """Estimate, from a sample, the unresolved indexes after each pass until the graph."""
    outcomes_within(runner, indexes[:1], 1)  # so that all is compiled when the clock starts
    clock, left = Stopwatch(seconds), work.pending
    for plies in range(2, DEEPEST + 1):
        before = clock.spent
        still_open = indexes[outcomes_within(runner, indexes, plies) == 0]
        work.goes_on = len(still_open) / len(indexes)
        left *= work.goes_on
        work.passes.append(left)
        if work.goes_on > SLOWLY:
            work.rows = left
            work.edges = left * _moves_to_open(runner, still_open, plies, seconds / 2)
            return
        dear = DEARER * (clock.spent - before) / len(indexes)
        indexes = still_open[: int(clock.left / dear)]
        if len(indexes) < LEAST:
            return


def outcomes_within(runner: Runner, indexes: Columns, plies: int) -> Columns:
    """Return 1 and -1 for wins and losses within ``plies``, ``ENDED`` for ends, else 0."""
    outcomes = np.zeros(len(indexes), np.int64)
    width = runner.places.calls.rules.max_moves + GUARDS

    def searched(scratch: Scratch, chunk: tuple[int, int]) -> None:
        levels = lookahead.SearchLevels(
            positions=np.empty((plies + 1, width), np.uint64),
            kept=np.empty((plies + 1, width), np.bool_),
            count=np.zeros(plies + 1, np.int64),
            next=np.zeros(plies + 1, np.int64),
            is_lost=np.zeros(plies + 1, np.bool_),
            seeks_win=np.zeros(plies + 1, np.bool_),
            seeks_loss=np.zeros(plies + 1, np.bool_),
        )
        part = slice(*chunk)
        runner.run_once(
            lookahead.outcomes_within,
            NO_ENTRIES,
            scratch,
            indexes[part],
            plies,
            MOST_SEEN,
            levels,
            outcomes[part],
        )

    runner.workers.run("looking ahead", searched, chunks_of(len(indexes), INDEXES_A_CHUNK))
    return outcomes


def successors_of(runner: Runner, indexes: Columns) -> tuple[Columns, int]:
    """Return the keys of all successors of these indexes, and the number of terminal indexes."""
    max_moves = runner.places.calls.rules.max_moves

    def listed(scratch: Scratch, chunk: tuple[int, int]) -> tuple[Columns, int]:
        keys = np.empty((chunk[1] - chunk[0]) * max_moves, np.uint64)
        some = indexes[slice(*chunk)]
        tally = runner.run_once(lookahead.list_successors, NO_ENTRIES, scratch, some, keys)
        return keys[: tally[MOVES]].copy(), int(tally[ENDS])

    parts = runner.workers.run("moves", listed, chunks_of(len(indexes), INDEXES_A_CHUNK << 6))
    return np.concatenate([keys for keys, _ in parts]), sum(ends for _, ends in parts)


def _moves_to_open(runner: Runner, indexes: Columns, plies: int, seconds: float) -> float:
    """Return the mean number of moves to positions that stay unresolved within ``plies``."""
    clock, moves, done = Stopwatch(seconds), 0, 0
    for first, last in chunks_of(min(len(indexes), MOST_ROWS), ROWS_A_ROUND):
        keys, _ = successors_of(runner, indexes[first:last])
        ahead = Runner(
            runner.game,
            Places.enumerated(runner.places.calls, np.sort(keys), coding=runner.places.coding),
            runner.workers,
        )
        outcomes = outcomes_within(ahead, np.arange(len(keys)), plies)
        moves += int(np.count_nonzero(outcomes == 0))
        done = last
        if clock.is_over:
            break
    return moves / done


# ── a forecast for indexes ────────────────────────────────────────────────────────────────────────

SEED = 20_260_919
CLUSTER = 1 << 12  # indexes next to each other; their entries are a page of memory, or two or four
CLUSTERS_A_BATCH = 64
FEW_CLUSTERS = 1 << 13  # of entries that are too many to take their memory
ERRING = 0.01  # share of samples in which the share of unused indexes may lie outside its range
FORESEEN = 20_000  # pending positions that are looked at
CHECK_SWEEPS = 3  # how much longer than a sweep it takes to look for two positions with one index
LOOK_UP_SECONDS = 30e-9  # of one thread, where none can be timed


def sample_indexes(
    runner: Runner,
    most_bytes: int,
    clock: Stopwatch,
    longest: int = 0,
    *,
    can_look_up: bool = True,
) -> Work:
    """Return the work ahead, measured in the time left with at most ``most_bytes``.

    The entries can hold outcomes of the ``longest`` plies. If only some positions are
    known, nothing can be looked up.
    """
    sample = _SampledEntries(runner, most_bytes, longest)
    work, pending = sample.work, sample.resolve(clock)
    if len(pending):
        has_scores = runner.places.coding.for_kernels is not None
        if has_scores:
            work.is_staged = runner.game.rules.stage is not None
        elif not runner.game.rules.leads_back:
            some = pending[:: max(1, len(pending) >> 16)]
            has_stages = runner.game.rules.stage is not None
            work.is_staged = has_stages and not count_moves_within(runner, sample.entries, some)
        goes_back = runner.game.rules.leads_back and not has_scores
        if can_look_up and not goes_back:
            sample.time_sweeps(pending, clock)
        else:
            moves = work.moves / work.pending
            work.sweep_seconds = 2 * work.index_seconds + LOOK_UP_SECONDS * moves
        if can_look_up:
            sample.time_checks(clock)
        if has_scores:
            sample.foresee_scores(pending, longest)
        elif _needs_passes(runner.game, work):
            chosen = sample.luck.permutation(pending)[:FORESEEN].astype(np.int64)
            foresee_passes(runner, work, chosen, clock.part(1 / 2, 1.0).seconds)
    return work


def _needs_passes(game: CompiledGame, work: Work) -> bool:
    """Return True if unresolved indexes are swept repeatedly, which stages are not."""
    return not work.is_staged and not game.rules.leads_back


def deviation(shares: Columns) -> float:
    """Return a bound on the difference between the means of a sample and of all shares.

    The sample must be random. For any population the bound holds except for
    ``ERRING`` of the samples. Source: A. Maurer and M. Pontil, *Empirical Bernstein
    Bounds and Sample-Variance Penalization* (2009, theorem 4), on both sides. Few shares give
    a wide bound, even if all are equal.

    >>> import numpy as np
    >>> [round(deviation(np.full(count, 0.3)), 3) for count in (1, 10, 100, 1000)]
    [inf, 1.553, 0.141, 0.014]
    """
    count = len(shares)
    if count == 1:
        return inf
    doubt = log(4 / ERRING)
    return sqrt(2 * float(shares.var(ddof=1)) * doubt / count) + 7 * doubt / (3 * (count - 1))


def entry_width(coding: Coding, longest: int) -> Any:
    """Return the width of entries that hold ``longest`` plies. Longer ones are listed apart.

    Only entries with scores are assumed to be that wide. Almost all others fit into a byte.

    >>> from gamesolver.tables.entries import VALUES
    >>> entry_width(VALUES, 1000).__name__
    'uint8'
    """
    if coding.for_kernels is None:
        return coding.narrowest_for(SHORT)
    return coding.narrowest_for(max(SHORT, longest << int(coding.form.has_endless)))


class _SampledEntries:
    """Table of entries, processed in clusters."""

    def __init__(self, runner: Runner, most_bytes: int, longest: int) -> None:
        self.runner = runner
        self.luck = np.random.default_rng(SEED)
        self.work = Work(runner.places.size)
        self.clusters: list[tuple[int, int]] = []
        """Clusters of indexes that were processed."""
        width = np.dtype(entry_width(runner.places.coding, longest))
        size, self.work.bytes_an_entry = self.work.num_indexes, width.itemsize
        self.is_whole = size * width.itemsize <= most_bytes
        if self.is_whole:
            self.entries = np.zeros(size, width)
            self.entries[:: CLUSTER // width.itemsize] = PENDING  # every page is taken now
        else:
            self.entries = sparse(size, width)

    # ── ends of play ───────────────────────────────────────────────────────

    def resolve(self, clock: Stopwatch) -> Columns:
        """Resolve terminal positions in clusters. Return the unresolved indexes, in order."""
        work = self.work
        order = self._clusters_by_chance()
        self.runner.run_once(
            resolve_ends, self.entries, self.runner.workers.scratches[0], (0, 0), 0, 0, 0
        )
        done: list[tuple[int, int]] = []
        tallies: list[Columns] = []
        unused: list[float] = []  # of each cluster the share
        resolving = clock.part(1 / 3, 0.8)
        for first, last in chunks_of(len(order), CLUSTERS_A_BATCH):
            begins = sorted(order[first:last].tolist())
            batch = [(begin, min(begin + CLUSTER, work.num_indexes)) for begin in begins]
            tallies.append(
                self.runner.run(
                    "ends of play",
                    resolve_ends,
                    self.entries,
                    batch,
                    lambda chunk: (chunk, PENDING, 0, 0),
                )
            )
            done += batch
            unused += [float((self.entries[slice(*cluster)] == UNUSED).mean()) for cluster in batch]
            if clock.is_over:
                break
        looked_at = sum(last - first for first, last in done)
        self._scale_up(np.sum(tallies, axis=0), resolving.spent, looked_at)
        if looked_at < work.num_indexes:
            work.unsure = work.num_indexes * deviation(np.array(unused))
        index_type = np.uint32 if work.num_indexes < 2**32 else np.int64
        parts = [np.flatnonzero(self.entries[a:b] == PENDING) + a for a, b in sorted(done)]
        self.clusters = done
        return np.concatenate(parts).astype(index_type)

    def _scale_up(self, tally: Columns, seconds: float, looked_at: int) -> None:
        """Scale the tally of some indexes up to all."""
        work = self.work
        total = tally * (work.num_indexes / looked_at)
        work.looked_at = looked_at
        work.index_seconds = seconds / looked_at
        counted = UNUSED_INDEXES, OPEN, AHEAD
        work.unused, work.pending, work.moves = (float(total[entry]) for entry in counted)
        resolved = UNUSED_INDEXES, ENDS, OPEN
        work.at_once = work.num_indexes - float(total[list(resolved)].sum())

    def _clusters_by_chance(self) -> Columns:
        """Return the starts of clusters in random order, all or as many as memory allows."""
        count = -(-self.work.num_indexes // CLUSTER)
        most = count if self.is_whole else min(count, FEW_CLUSTERS)
        return self.luck.choice(count, most, replace=False) * CLUSTER

    def time_checks(self, clock: Stopwatch) -> None:
        """Time the check for two positions with one index, on an eighth of a few clusters."""
        if clock.is_over:
            self.work.check_seconds = CHECK_SWEEPS * self.work.sweep_seconds / INDEXES_A_CHECK
            return
        size, step, few = self.work.num_indexes, 8, self.clusters[:4]
        check = edge_kernels.check_edges
        self.runner.run_once(
            check, self.entries, self.runner.workers.scratches[0], (0, 0), size, 0, step
        )
        checking = Stopwatch(0)
        self.runner.run("indexes", check, self.entries, few, lambda part: (part, size, 0, step))
        indexes = sum(last - first for first, last in few)
        self.work.check_seconds = checking.spent * step / indexes / INDEXES_A_CHECK

    # ── sweeps ─────────────────────────────────────────────────────────────

    def time_sweeps(self, pending: Columns, clock: Stopwatch) -> None:
        """Time a sweep, or the pass over a stage, on unresolved indexes in order."""
        resolve = self._backward_induction() if self.work.is_staged else self._sweep
        resolve(pending[:1])  # so that all is compiled when the clock starts
        swept, sweeping = 0, clock.part(1 / 4, 0.3)
        for first, last in chunks_of(len(pending), 4 * CLUSTER):
            if sweeping.is_over:
                break
            resolve(pending[first:last])
            swept = last
        self.work.sweep_seconds = sweeping.spent / swept

    def _sweep(self, pending: Columns) -> None:
        """Run one sweep over some pending indexes."""
        self.runner.run(
            "sweeping",
            kernels.sweep,
            self.entries,
            chunks_of(len(pending), CLUSTER),
            lambda chunk: (pending[slice(*chunk)], 2, False, True),
        )

    def _backward_induction(self) -> Callable[[Columns], object]:
        """Return a function that takes the greatest back of each of some pending indexes."""
        workers, keeper = self.runner.workers, Keeper()
        held = GrowingEntries(
            workers.meter, keeper.elsewhere, self.entries, self.runner.places.coding
        )
        resolving = Resolving(self.runner, workers.meter, workers.report, keeper, held)
        queries = Queries(resolving)
        rows = rows_for(0, queries.max_moves)
        return lambda pending: queries.query(pending, rows, "sweeping", resolves=True)

    # ── scores ─────────────────────────────────────────────────────────────

    def foresee_scores(self, pending: Columns, longest: int) -> None:
        """Estimate what follows the ends of play of a game with scores (see ``engine.backward``).

        With stages each index is resolved once, and the cycles of a stage by a graph of the stage.
        Without stages one graph resolves all pending indexes, or a pass for each ply if moves gain.
        """
        work, rules = self.work, self.runner.game.rules
        if work.is_staged:
            self._foresee_loops(pending)
        elif rules.has_gains:
            work.passes = [work.pending * (1 - done / longest) for done in range(1, longest)]
        else:
            work.rows, work.edges = work.pending, work.moves

    def _foresee_loops(self, pending: Columns) -> None:
        """Estimate the graph of the largest stage, if play can stay in one."""
        work, some = self.work, pending[:: -(-len(pending) // FORESEEN)].copy()
        tally = self.runner.run("stages", kernels.moves_in_stage, self.entries, [some])
        if not tally[IN_STAGE]:
            return
        stages = np.empty(len(some), np.int64)
        scratch = self.runner.workers.scratches[0]
        self.runner.run_once(kernels.stages_of, self.entries, scratch, some, stages)
        largest = np.unique(stages, return_counts=True)[1].max() / len(some)
        work.graphs, work.rows = 1 / largest, work.pending * largest
        work.edges = work.rows * float(tally[IN_STAGE]) / len(some)
