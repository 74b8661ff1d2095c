"""A forecast for slots: the engine's kernels tried and timed on a seeded sample of them.

What the ends of play leave pending is counted in clusters of slots all over the table, by
the kernel that the engine itself will run, on as many threads. How far the share of holes in
all clusters may be from that in these, :func:`deviation` says. Then a look ahead by the
rules alone shows for some pending positions in how many plies they are won or lost: so
much each wave will settle, and so the point is known where the engine goes over to the
graph. Sweeps are timed on cells as many as there will be, for a look-up costs what the
memory costs. A game with scores goes other ways (``engine.scores``), and nothing is looked ahead.

**Looking ahead: in how many plies positions are won or lost, by the rules alone.**

A sweep settles what is won or lost in so many plies. For a sample of positions a search
without a table says the same, and so, before any sweep, how many positions each of them
will leave; and where so many are left that the engine will go over to the graph.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, log, sqrt
from typing import Any

import numpy as np

from gamesolver.engine.calling import NO_CELLS
from gamesolver.engine.checking import SLOTS_A_CHECK
from gamesolver.engine.engine import SHORT
from gamesolver.engine.places import Places
from gamesolver.engine.running import Runner
from gamesolver.engine.stages import rises_with_every_move
from gamesolver.engine.sweeps import SLOWLY
from gamesolver.forecast.cost import Work
from gamesolver.kernels import lookahead
from gamesolver.kernels import numbering as edge_kernels
from gamesolver.kernels import sweeping as kernels
from gamesolver.kernels.codes import HOLE, PENDING
from gamesolver.kernels.scratch import (
    AHEAD,
    DRAWN,
    ENDS,
    GUARDS,
    HOLES,
    LOOPS,
    MOVES,
    OPEN,
    Scratch,
)
from gamesolver.rules.compiled import CompiledGame
from gamesolver.system.columns import Columns, sparse
from gamesolver.system.progress import Stopwatch
from gamesolver.system.workers import chunks_of
from gamesolver.tables.cells import Coding

# ── looking ahead ────────────────────────────────────────────────────────────────────────

DEEPEST = 9  # plies
DEARER = 8  # times what the ply before it took, that one more is reckoned to take
LEAST = 100  # positions that show anything
MOST_SEEN = 30_000  # positions, in looking ahead from one
SLOTS_A_CHUNK = 1 << 7
ROWS_A_ROUND, MOST_ROWS = 1 << 10, 20_000


def foresee_waves(runner: Runner, work: Work, slots: Columns, seconds: float) -> None:
    """Say how many of the pending slots each wave leaves, until the graph, from some of them."""
    outcomes_within(runner, slots[:1], 1)  # so that all is compiled when the clock starts
    clock, left = Stopwatch(seconds), work.pending
    for plies in range(2, DEEPEST + 1):
        before = clock.spent
        still_open = slots[outcomes_within(runner, slots, plies) == 0]
        work.goes_on = len(still_open) / len(slots)
        left *= work.goes_on
        work.waves.append(left)
        if work.goes_on > SLOWLY:
            work.rows = left
            work.edges = left * _moves_to_open(runner, still_open, plies, seconds / 2)
            return
        dear = DEARER * (clock.spent - before) / len(slots)
        slots = still_open[: int(clock.left / dear)]
        if len(slots) < LEAST:
            return


def outcomes_within(runner: Runner, slots: Columns, plies: int) -> Columns:
    """1 and -1 for what is won and lost in so many plies, ``ENDED`` for ends, 0 for the rest."""
    outcomes = np.zeros(len(slots), np.int64)
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
            NO_CELLS,
            scratch,
            slots[part],
            plies,
            MOST_SEEN,
            levels,
            outcomes[part],
        )

    runner.workers.run("looking ahead", searched, chunks_of(len(slots), SLOTS_A_CHUNK))
    return outcomes


def successors_of(runner: Runner, slots: Columns) -> tuple[Columns, int]:
    """The keys of all that one move leads to from these slots; how many slots are ends."""
    max_moves = runner.places.calls.rules.max_moves

    def listed(scratch: Scratch, chunk: tuple[int, int]) -> tuple[Columns, int]:
        keys = np.empty((chunk[1] - chunk[0]) * max_moves, np.uint64)
        some = slots[slice(*chunk)]
        tally = runner.run_once(lookahead.list_successors, NO_CELLS, scratch, some, keys)
        return keys[: tally[MOVES]].copy(), int(tally[ENDS])

    parts = runner.workers.run("moves", listed, chunks_of(len(slots), SLOTS_A_CHUNK << 6))
    return np.concatenate([keys for keys, _ in parts]), sum(ends for _, ends in parts)


def _moves_to_open(runner: Runner, slots: Columns, plies: int, seconds: float) -> float:
    """How many moves of a slot lead to what is not settled in so many plies either."""
    clock, moves, done = Stopwatch(seconds), 0, 0
    for first, last in chunks_of(min(len(slots), MOST_ROWS), ROWS_A_ROUND):
        keys, _ = successors_of(runner, slots[first:last])
        ahead = Runner(
            runner.game,
            Places.found(runner.places.calls, np.sort(keys), coding=runner.places.coding),
            runner.workers,
        )
        outcomes = outcomes_within(ahead, np.arange(len(keys)), plies)
        moves += int(np.count_nonzero(outcomes == 0))
        done = last
        if clock.is_over:
            break
    return moves / done


# ── a forecast for slots ────────────────────────────────────────────────────────────────────────

SEED = 20_260_919
CLUSTER = 1 << 12  # slots next to each other; their cells are a page of memory, or two or four
CLUSTERS_A_BATCH = 64
FEW_CLUSTERS = 1 << 13  # of cells that are too many to take their memory
ERRING = 0.01  # in so many samples of all the share of holes may lie outside its range
FORESEEN = 20_000  # pending positions that are looked at
CHECK_SWEEPS = 3  # how much longer than a sweep it takes to look for two positions in one slot
LOOK_UP_SECONDS = 30e-9  # of one thread, where none can be timed


def sample_slots(
    runner: Runner,
    most_bytes: int,
    clock: Stopwatch,
    longest: int = 0,
    *,
    can_look_up: bool = True,
) -> Work:
    """Try the engine's kernels for the time that is left, taking so many bytes at most.

    The cells have room for outcomes of the ``longest`` plies. Where some positions only are
    known, nothing can be looked up.
    """
    sample = _SampledCells(runner, most_bytes, longest)
    work, pending = sample.work, sample.settle(clock)
    if len(pending):
        is_ranked = runner.places.coding.for_kernels is not None
        if is_ranked:
            work.is_staged = runner.game.rules.stage is not None
        elif not runner.game.rules.leads_back:
            work.is_staged = rises_with_every_move(runner, sample.cells, pending)
        if can_look_up:
            sample.time_sweeps(pending, clock)
            sample.time_checks(clock)
        else:
            moves = work.moves / work.pending
            work.sweep_seconds = 2 * work.slot_seconds + LOOK_UP_SECONDS * moves
        if is_ranked:
            sample.foresee_scores(pending, longest)
        elif _goes_in_waves(runner.game, work):
            chosen = sample.luck.permutation(pending)[:FORESEEN].astype(np.int64)
            foresee_waves(runner, work, chosen, clock.part(1 / 2, 1.0).seconds)
    return work


def _goes_in_waves(game: CompiledGame, work: Work) -> bool:
    """Whether what is pending will be swept again and again, so that it counts what each leaves.

    Stages are swept once; and where predecessors are asked for, what is left counts only if some
    of it waits for finished draws.
    """
    return not work.is_staged and (not game.rules.leads_back or work.drawn > 0)


def deviation(shares: Columns) -> float:
    """By how much the mean of these shares may differ from that of all, of which they are some.

    They must have been chosen by chance. Whatever all of them are like, it holds but for
    ``ERRING`` of the samples: the empirical bound of A. Maurer and M. Pontil, *Empirical Bernstein
    Bounds and Sample-Variance Penalization* (2009, theorem 4), on both sides. Few shares say
    little, even if all are equal.

    >>> import numpy as np
    >>> [round(deviation(np.full(count, 0.3)), 3) for count in (1, 10, 100, 1000)]
    [inf, 1.553, 0.141, 0.014]
    """
    count = len(shares)
    if count == 1:
        return inf
    doubt = log(4 / ERRING)
    return sqrt(2 * float(shares.var(ddof=1)) * doubt / count) + 7 * doubt / (3 * (count - 1))


def cell_width(coding: Coding, longest: int) -> Any:
    """The width of cells with room for so many plies; those that are longer are listed apart.

    Only cells of scores are reckoned as wide as that: of others all but a few fit into a byte.

    >>> from gamesolver.tables.cells import VALUES
    >>> cell_width(VALUES, 1000).__name__
    'uint8'
    """
    if coding.for_kernels is None:
        return coding.narrowest_for(SHORT)
    return coding.narrowest_for(max(SHORT, longest << int(coding.form.has_endless)))


class _SampledCells:
    """Cells of which some are settled."""

    def __init__(self, runner: Runner, most_bytes: int, longest: int) -> None:
        self.runner = runner
        self.luck = np.random.default_rng(SEED)
        self.work = Work(runner.places.size)
        self.clusters: list[tuple[int, int]] = []
        """Of slots that are settled."""
        width = np.dtype(cell_width(runner.places.coding, longest))
        size, self.work.bytes_a_cell = self.work.slots, width.itemsize
        self.is_whole = size * width.itemsize <= most_bytes
        if self.is_whole:
            self.cells = np.zeros(size, width)
            self.cells[:: CLUSTER // width.itemsize] = PENDING  # every page is taken now
        else:
            self.cells = sparse(size, width)

    # ── ends of play ───────────────────────────────────────────────────────

    def settle(self, clock: Stopwatch) -> Columns:
        """Settle ends of play in clusters of slots; those found pending, in order."""
        work = self.work
        order = self._clusters_by_chance()
        self.runner.run_once(
            kernels.settle_ends, self.cells, self.runner.workers.scratches[0], (0, 0), 0, 0, 0
        )
        done: list[tuple[int, int]] = []
        tallies: list[Columns] = []
        holes: list[float] = []  # of each cluster the share
        settling = clock.part(1 / 3, 0.8)
        for first, last in chunks_of(len(order), CLUSTERS_A_BATCH):
            begins = sorted(order[first:last].tolist())
            batch = [(begin, min(begin + CLUSTER, work.slots)) for begin in begins]
            tallies.append(
                self.runner.run(
                    "ends of play",
                    kernels.settle_ends,
                    self.cells,
                    batch,
                    lambda chunk: (chunk, PENDING, 0, 0),
                )
            )
            done += batch
            holes += [float((self.cells[slice(*cluster)] == HOLE).mean()) for cluster in batch]
            if clock.is_over:
                break
        looked_at = sum(last - first for first, last in done)
        self._scale_up(np.sum(tallies, axis=0), settling.spent, looked_at)
        if looked_at < work.slots:
            work.unsure = work.slots * deviation(np.array(holes))
        slot_type = np.uint32 if work.slots < 2**32 else np.int64
        parts = [np.flatnonzero(self.cells[a:b] == PENDING) + a for a, b in sorted(done)]
        self.clusters = done
        return np.concatenate(parts).astype(slot_type)

    def _scale_up(self, tally: Columns, seconds: float, looked_at: int) -> None:
        """What the tally of some slots says of all."""
        work = self.work
        total = tally * (work.slots / looked_at)
        work.looked_at = looked_at
        work.slot_seconds = seconds / looked_at
        counted = HOLES, OPEN, AHEAD, DRAWN
        work.holes, work.pending, work.moves, work.drawn = (
            float(total[entry]) for entry in counted
        )
        settled = HOLES, ENDS, OPEN
        work.at_once = work.slots - float(total[list(settled)].sum())

    def _clusters_by_chance(self) -> Columns:
        """Where clusters begin, in no order: all of them, or as many as may be written to."""
        count = -(-self.work.slots // CLUSTER)
        most = count if self.is_whole else min(count, FEW_CLUSTERS)
        return self.luck.choice(count, most, replace=False) * CLUSTER

    def time_checks(self, clock: Stopwatch) -> None:
        """Time the look for two positions in one slot, on each eighth slot of a few clusters."""
        if clock.is_over:
            self.work.check_seconds = CHECK_SWEEPS * self.work.sweep_seconds / SLOTS_A_CHECK
            return
        size, step, few = self.work.slots, 8, self.clusters[:4]
        check = edge_kernels.check_edges
        self.runner.run_once(
            check, self.cells, self.runner.workers.scratches[0], (0, 0), size, 0, step
        )
        checking = Stopwatch(0)
        self.runner.run("slots", check, self.cells, few, lambda part: (part, size, 0, step))
        slots = sum(last - first for first, last in few)
        self.work.check_seconds = checking.spent * step / slots / SLOTS_A_CHECK

    # ── sweeps ─────────────────────────────────────────────────────────────

    def time_sweeps(self, pending: Columns, clock: Stopwatch) -> None:
        """Time a sweep, or the pass over a stage, on pending slots in their order."""
        kernel: Callable[..., None] = kernels.sweep
        more: tuple[Any, ...] = (2, False, True)
        if self.work.is_staged:
            kernel, more = kernels.greatest_backs, (True, 1)

        def arguments(chunk: tuple[int, int]) -> tuple[Any, ...]:
            return pending[slice(*chunk)], *more

        self.runner.run_once(
            kernel, self.cells, self.runner.workers.scratches[0], *arguments((0, 0))
        )
        sweeping, swept = clock.part(1 / 4, 0.3), 0
        chunks = chunks_of(len(pending), CLUSTER)
        while chunks and not sweeping.is_over:
            part, chunks = chunks[:4], chunks[4:]
            self.runner.run("sweeping", kernel, self.cells, part, arguments)
            swept += part[-1][1] - part[0][0]
        self.work.sweep_seconds = sweeping.spent / swept

    # ── scores ─────────────────────────────────────────────────────────────

    def foresee_scores(self, pending: Columns, longest: int) -> None:
        """Say what comes after the ends of play where there are scores, as ``engine.scores`` does.

        With stages each slot comes once, and what loops in a stage goes to a graph of that;
        without, all that is pending goes to one graph, or where moves gain a wave comes for each
        ply.
        """
        work, rules = self.work, self.runner.game.rules
        if work.is_staged:
            self._foresee_loops(pending)
        elif rules.has_gains:
            work.waves = [work.pending * (1 - done / longest) for done in range(1, longest)]
        else:
            work.rows, work.edges = work.pending, work.moves

    def _foresee_loops(self, pending: Columns) -> None:
        """The graph of the largest stage, if play can stay in one."""
        work, some = self.work, pending[:: -(-len(pending) // FORESEEN)].copy()
        tally = self.runner.run("stages", kernels.loops_in_stage, self.cells, [some])
        if not tally[LOOPS]:
            return
        stages = np.empty(len(some), np.int64)
        scratch = self.runner.workers.scratches[0]
        self.runner.run_once(kernels.stages_of, self.cells, scratch, some, stages)
        largest = np.unique(stages, return_counts=True)[1].max() / len(some)
        work.graphs, work.rows = 1 / largest, work.pending * largest
        work.edges = work.rows * float(tally[LOOPS]) / len(some)
