"""What the steps of ranks cost on this machine: the kernels that ranks run, tried and timed.

Processor time is taken, not that of the clock, on one thread: so it does not matter what else runs.

**What depends on the rules** is tried on the game: some of its positions are found as a rank alone
finds them, and where that is not all, and moves lead on from ply to ply, a sample of all plies
stands for them; ends of play are settled in clusters of slots; moves of what is left are listed.

**What does not** is tried on columns by chance, large enough not to fit into the cache: moves
dealt out, answered, and put in order, updates sent back over them, cells gathered.

Of a game by stages or with scores the moves are listed as ``rank_backs`` does. Cells are reckoned
as wide as outcomes of 83 plies are; nobody knows how long play is before.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import attrs
import numpy as np

from gamesolver.engine.calling import NO_CELLS
from gamesolver.engine.ends import Way
from gamesolver.engine.engine import SHORT
from gamesolver.engine.places import Places
from gamesolver.engine.rank_finding import RankFinder
from gamesolver.engine.rank_keeper import RankKeeper
from gamesolver.engine.rank_waves import packed, room_for_packed
from gamesolver.engine.running import Runner
from gamesolver.engine.shares import KeyShare, NumberedShare, ShareOfAll
from gamesolver.forecast.compiled_games import layers_of
from gamesolver.forecast.growth import SLOWER, carried_on
from gamesolver.forecast.rank_model import Costs, GameFigures
from gamesolver.forecast.sampling import successors_of
from gamesolver.kernels import ranks as kernels
from gamesolver.kernels.codes import LOSS, PENDING, cell_of
from gamesolver.kernels.listing import IN_LINE, LINE, rank_slots
from gamesolver.kernels.rank_scores import hear
from gamesolver.kernels.scratch import AHEAD, LOOPS, OPEN
from gamesolver.kernels.sweeping import loops_in_stage
from gamesolver.system.alone import alone
from gamesolver.system.columns import Columns
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Stopwatch
from gamesolver.tables.cells import VALUES

AmountT = TypeVar("AmountT")

SEED = 20_261_125
FINDING_SECONDS, LAYERS_SECONDS = 3.0, 5.0
CLUSTER, CLUSTERS = 1 << 12, 64
ROWS, LOOKED_AT = 1 << 15, 1 << 12
KEPT = 1 << 20  # of the positions that were found
LENGTH = 83  # plies of an outcome that cells are to hold
PLACES, MOVES = 1 << 22, 1 << 23  # of the columns by chance: 32 MB of keys


@attrs.define
class Clock:
    """Seconds of this thread on a processor."""

    spent: float = 0.0
    _began: float = attrs.field(default=0.0, init=False)

    def start(self) -> None:
        """Count from here on."""
        self._began = time.thread_time()

    def stop(self) -> None:
        """Count what was done since."""
        self.spent += time.thread_time() - self._began

    @contextmanager
    def running(self) -> Iterator[None]:
        """Count what is done meanwhile."""
        self.start()
        yield
        self.stop()


@attrs.frozen
class Found:
    """What finding for some seconds shows."""

    keys: Columns
    """Positions that were found, or some of them, in order."""
    count: int
    """How many were found."""
    is_all: bool
    position: float
    """Seconds to expand a position, and to put it in order in the end."""
    successors: float
    """Of such a position."""
    repeated: float
    """The share of these that a round of one rank has met already."""
    fewer: float
    """What twice as many ranks leave of that share."""


def find_some(runner: Runner, roots: list[int], meter: MemoryMeter) -> Found:
    """Find positions as a rank alone does, for some seconds."""
    finder = RankFinder(runner, alone(), meter, RankKeeper())
    clock, apart, once = Clock(), 0, 0

    def goes_on() -> bool:
        nonlocal apart, once
        clock.stop()
        moves, candidates = finder.share_on(2)
        apart, once = apart + moves, once + candidates
        clock.start()
        return clock.spent < FINDING_SECONDS

    clock.start()
    is_all = finder.explore(roots, goes_on)
    clock.stop()
    expanded = max(1, len(finder.found) - finder.waiting)
    keys, count, in_order = np.sort(finder.found.some(KEPT)), len(finder.found), Clock()
    with in_order.running():
        finder.found.in_order()
    repeated, on_two = 1 - finder.listed / max(1, finder.moves), 1 - once / max(1, apart)
    return Found(
        keys,
        count,
        is_all,
        clock.spent / expanded + in_order.spent / count,
        finder.moves / expanded,
        repeated,
        min(1.0, on_two / repeated) if repeated else 1.0,
    )


def from_layers(runner: Runner, roots: list[int], found: Found) -> Found | None:
    """What was found, with a sample of all positions in place of the first ones.

    Nothing where moves lead back, or no end is in sight.
    """
    layers = layers_of(runner, roots, Stopwatch(LAYERS_SECONDS))
    if layers is None or not layers.is_closed:
        return None
    sizes = np.array(carried_on(layers, SLOWER))
    described = [*layers.counted, *layers.sampled][: len(sizes)]
    parts = []
    for layer, share in zip(described, sizes / sizes.max(), strict=True):
        keys = np.empty(0, np.uint64) if layer.keys is None else layer.keys
        parts.append(keys[: round(len(keys) * share)])
    moves = np.array([(1 - layer.ends) * layer.moves for layer in described])
    return attrs.evolve(
        found,
        keys=np.unique(np.concatenate(parts)),
        count=round(sizes.sum()),
        successors=float((moves * sizes).sum() / sizes.sum()),
        is_all=True,
    )


def measure(runner: Runner, found: Found | None) -> tuple[GameFigures, Costs]:
    """What the game is like, and what each step costs, as far as a sample tells.

    The slots are those that there are here: of the index, or of what was found.
    """
    luck = np.random.default_rng(SEED)
    rules = runner.game.rules
    share: ShareOfAll
    if found is None:
        share = NumberedShare(int(rules.slots or 0), 0, 1)
    else:
        coding = runner.places.coding
        runner.places = Places.found(runner.places.calls, found.keys, coding=coding)
        share = KeyShare(found.keys, 0, (0, len(found.keys)))
    pending, looked_at, slot_seconds = _settle_some(runner, share.in_all, luck)
    rows = np.sort(luck.permutation(pending)[:ROWS])
    coding, by_stages = runner.places.coding, _goes_by_stages(runner, rows)
    has_scores = coding != VALUES
    if by_stages or has_scores:
        moves, row_seconds = _ask_some(runner, share, rows)
    else:
        moves, row_seconds = _list_some(runner, share, rows)
    kept = _kept_of(runner, rows[:: max(1, len(rows) // LOOKED_AT)])
    figures = GameFigures(
        slots=found.count if found else share.in_all,
        is_found=found is not None,
        most_moves=rules.max_moves,
        successors=found.successors if found else 0.0,
        repeated=found.repeated if found else 0.0,
        fewer=found.fewer if found else 1.0,
        pending=len(pending) / looked_at,
        moves=moves,
        kept=kept,
        by_stages=by_stages,
        largest_stage=0 if coding != VALUES else max((rules.by_stage or {}).values(), default=0),
        has_scores=has_scores,
        cell=np.dtype(coding.narrowest_for(LENGTH)).itemsize,
    )
    costs = Costs(
        position=found.position if found else 0.0,
        slot=slot_seconds,
        row=row_seconds,
        cell=_gathered_by_chance(luck),
    )
    if by_stages:
        return figures, attrs.evolve(costs, move=_asked_by_chance(figures.is_found, luck))
    return figures, _with_graph_by_chance(costs, found is not None, luck)


def _goes_by_stages(runner: Runner, rows: Columns) -> bool:
    """Whether each move leads to a later stage, as far as these positions tell."""
    if runner.game.rules.stage is None or not len(rows):
        return False
    some = rows.astype(np.uint32)
    return not runner.run("stages", loops_in_stage, NO_CELLS, [some])[LOOPS]


def _settle_some(
    runner: Runner, slots: int, luck: np.random.Generator
) -> tuple[Columns, int, float]:
    """What is pending in some clusters of slots, of how many, and seconds for a slot."""
    way, clock, looked_at = Way(PENDING), Clock(), 0
    begins = luck.permutation(-(-slots // CLUSTER))[:CLUSTERS] * CLUSTER
    pending = [np.empty(0, np.int64)]
    for warm_up, begin in enumerate([begins[0], *begins.tolist()]):
        block = (int(begin), min(int(begin) + CLUSTER, slots))
        cells = np.zeros(block[1] - block[0], runner.places.coding.narrowest_for(SHORT))
        timer = clock if warm_up else Clock()
        with timer.running():
            runner.run_once(
                way.kernel,
                cells,
                runner.workers.scratches[0],
                block,
                way.pending,
                way.counted,
                block[0],
            )
        if warm_up:
            looked_at += len(cells)
            pending.append(np.flatnonzero(cells == PENDING) + block[0])
    return np.concatenate(pending), looked_at, clock.spent / looked_at


def _list_some(runner: Runner, share: ShareOfAll, rows: Columns) -> tuple[float, float]:
    """Moves of a pending slot, but those to ends, and the seconds that it takes to list them."""
    if not len(rows):
        return 0.0, 0.0
    kernel, limits = share.lists_by
    names = np.empty(len(rows) * runner.game.rules.max_moves, share.names)
    codes, heard = np.empty(len(names), np.uint32), np.empty(len(rows), np.uint8)
    scratch, clock = runner.workers.scratches[0], Clock()

    def listed(some: Columns) -> int:
        tally = runner.run_once(kernel, NO_CELLS, scratch, some, 0, 2, names, codes, heard, *limits)
        return int(tally[AHEAD])

    listed(rows[:1])
    with clock.running():
        moves = listed(rows)
    return moves / len(rows), clock.spent / len(rows)


def _ask_some(runner: Runner, share: ShareOfAll, rows: Columns) -> tuple[float, float]:
    """The same as ranks list them that compare backs."""
    if not len(rows):
        return 0.0, 0.0
    kernel, limits = share.asks_by
    names = np.empty(len(rows) * runner.game.rules.max_moves, share.names)
    codes, gains = np.empty(len(names), np.uint32), np.empty(len(names), np.int32)
    best, worths = np.empty(len(rows), np.int64), np.empty(len(rows), np.int32)
    scratch, clock = runner.workers.scratches[0], Clock()

    def listed(some: Columns) -> int:
        tally = runner.run_once(
            kernel, NO_CELLS, scratch, some, 0, 2, names, codes, gains, best, worths, *limits
        )
        return int(tally[AHEAD])

    listed(rows[:1])
    with clock.running():
        moves = listed(rows)
    return moves / len(rows), clock.spent / len(rows)


def _kept_of(runner: Runner, rows: Columns) -> float:
    """How many moves of a pending slot lead to slots that are pending too."""
    if not len(rows):
        return 0.0
    keys, _ = successors_of(runner, rows)
    if not len(keys):
        return 0.0
    coding = runner.places.coding
    places = Places.found(runner.places.calls, np.sort(keys), coding=coding)
    ahead = Runner(runner.game, places, runner.workers)
    way, cells = Way(PENDING), np.zeros(len(keys), coding.narrowest_for(SHORT))
    tally = ahead.run_once(
        way.kernel, cells, runner.workers.scratches[0], (0, len(keys)), way.pending, way.counted, 0
    )
    return int(tally[OPEN]) / len(rows)


def _with_graph_by_chance(costs: Costs, is_found: bool, luck: np.random.Generator) -> Costs:
    """Costs with those of moves and updates, on a graph by chance."""
    cells = np.full(PLACES, PENDING, np.uint8)
    ranks = np.zeros(LINE * -(-PLACES // IN_LINE), np.uint64)
    rank_slots(np.arange(PLACES, dtype=np.uint32), 0, ranks)
    share, names = _names_by_chance(is_found, luck)
    codes = np.sort(luck.integers(0, PLACES, MOVES, dtype=np.uint32)) << np.uint32(1)
    rows, unsettled = np.zeros(PLACES + 1, np.int64), np.zeros(PLACES, np.uint16)
    heard = np.zeros(PLACES, np.uint8)

    def put_together(many: int) -> Columns:
        some, several, _ = share.deal_out(names[:many], codes[:many])
        places = share.places_named(some)
        replies = np.empty(many, np.uint8)
        leads_to, kept = np.empty(many, np.uint32), np.empty(many, np.uint32)
        kernels.answer(places, several, cells, ranks, replies, leads_to, kept)
        kernels.hear(replies, several, 1, unsettled, heard)
        rows[:] = 0
        kernels.count_moves(leads_to, rows)
        np.cumsum(rows, out=rows)
        edges = np.empty(many, np.uint32)
        kernels.place_moves(leads_to, kept, rows, edges)
        return edges

    frontier = np.sort(luck.permutation(PLACES)).astype(np.uint32) << np.uint32(1)
    boxes, filled = np.empty((1, MOVES), np.uint32), np.zeros(1, np.int64)
    room, queue = room_for_packed(MOVES, 4), np.empty(PLACES, np.uint32)

    def told(some: Columns) -> None:
        filled[0] = 0
        cursor = np.zeros(2, np.int64)
        kernels.spread(some, cursor, rows, edges, 1, False, boxes, filled)

    def heard_of(messages: Columns) -> None:
        kernels.settle(messages, False, unsettled, queue, 0)

    def sent(messages: Columns) -> None:
        packed(messages, 2 * PLACES, room)

    move = _timed(put_together, 1000, MOVES) / MOVES
    edges = put_together(MOVES)
    update = _timed(told, frontier[:1], frontier)
    messages = boxes[0, : filled[0]]
    packing = _timed(sent, messages[:1], messages) / len(messages)
    update = (update + _timed(heard_of, messages[:1], messages)) / len(messages)
    return attrs.evolve(costs, move=move, update=update, packing=packing)


def _asked_by_chance(is_found: bool, luck: np.random.Generator) -> float:
    """Seconds to send a move, to answer it, and to hear the answer."""
    cells = np.full(PLACES, cell_of(LOSS, 3), np.uint8)
    share, names = _names_by_chance(is_found, luck)
    codes = np.sort(luck.integers(0, PLACES, MOVES, dtype=np.uint32)) << np.uint32(1)
    greatest, bad = np.zeros(PLACES, np.int64), np.zeros(PLACES, np.int64)
    counts, worths, none = (
        np.zeros(PLACES, np.uint8),
        np.zeros(PLACES, np.int32),
        np.empty(0, np.int32),
    )

    def asked(many: int) -> None:
        some, several, _ = share.deal_out(names[:many], codes[:many])
        replies = cells[share.places_named(some)]
        hear(replies, several, 1, none, VALUES.form, worths, greatest, bad, counts, counts)

    return _timed(asked, 1000, MOVES) / MOVES


def _names_by_chance(is_found: bool, luck: np.random.Generator) -> tuple[ShareOfAll, Columns]:
    """A share of one rank alone, and what moves to it name."""
    names: Columns = luck.integers(0, PLACES, MOVES)
    if not is_found:
        return NumberedShare(PLACES, 0, 1), names
    keys = np.unique(luck.integers(1, 1 << 63, PLACES + PLACES // 64, dtype=np.uint64))[:PLACES]
    keys = keys << np.uint64(1)  # spread over all keys that there are
    return KeyShare(keys, 0, (0, PLACES)), keys[names]


def _gathered_by_chance(luck: np.random.Generator) -> float:
    """Seconds to enter a cell and to put it into its place at the first rank."""
    cells, places = np.zeros(PLACES, np.uint8), np.sort(luck.permutation(PLACES))
    whole, share = np.zeros(PLACES, np.uint8), NumberedShare(PLACES, 0, 1)

    def gathered(many: int) -> None:
        cells[places[:many]] = np.where(places[:many] & 1, 4, 5)
        share.put_in_place(cells[:many], 0, 0, whole)

    return _timed(gathered, 1, PLACES) / PLACES


def _timed(work: Callable[[AmountT], object], little: AmountT, much: AmountT) -> float:
    """Seconds of much work, after a little of it, for which it is loaded."""
    work(little)
    clock = Clock()
    with clock.running():
        work(much)
    return clock.spent
