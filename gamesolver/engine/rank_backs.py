"""Scores and stages by ranks: owners are asked what moves lead to, and the greatest back is taken.

A *back* is what a move is worth to whoever makes it: points, plies, and what endless play is worth
are in one number (``kernels.scores``). Who moves asks the owners of all that its moves lead to, and
is answered by a cell for each. Where all of them are settled, the greatest back settles it.

* A game that labels *stages* is settled stage by stage, the last one first. Where no move stays
  in its stage that is all: nothing is kept, counted or listed.
* What loops within a stage, and a game with scores that has no stages, goes to a *graph* that is
  divided among ranks (``rank_waves``). As in ``graph.retrograde`` it has a phase for each size of
  points, from the greatest down. So a message need not say points: a number and a bit, as where
  there are none. What settled positions have to say is heard in the phase and at the level that are
  theirs, from whoever was answered so (``graph.border``).
* A game that gains and has no stages may have no loops, and all that is pending asks *wave after
  wave*. If a wave settles nothing, the rest loops, and is refused.

Cells are as wide at all ranks as any of them needs, for ranks send them to each other.

**The cost.** A move takes five bytes on the wire where a byte holds a cell, nine where it names a
key, and in a graph as much as in ``rank_graph`` besides. A stage takes a few meetings. In a graph
29 bytes a pending position are in memory beside its moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import attrs
import numpy as np

from gamesolver.engine.rank_graph import KeptMoves, RankGraph
from gamesolver.engine.rank_waves import Phase, RankWaves, name_of
from gamesolver.engine.running import Runner, loops_without_stages, out_of_bounds
from gamesolver.engine.shares import Share
from gamesolver.graph.border import (
    SMALL,
    RankedBorder,
    counter_to,
    labels_of_backs,
    sorted_by_number,
)
from gamesolver.kernels import rank_scores as kernels
from gamesolver.kernels.codes import FIRST, HOLE, PENDING
from gamesolver.kernels.labels import Timed
from gamesolver.kernels.ranks import settle
from gamesolver.kernels.scratch import AHEAD, LOOPS, Scratch
from gamesolver.kernels.sweeping import NOTHING, loops_in_stage, stages_of
from gamesolver.system.columns import Columns
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from gamesolver.system.team import Outbox, Team
from gamesolver.system.workers import chunks_of
from gamesolver.tables.cells import VALUES, Coding, widened
from gamesolver.tables.labels import ENDLESS, Labels
from gamesolver.texts import several

MOVES_A_ROUND = 1 << 20  # that a rank lists, at most
LABELS_A_CHUNK = 1 << 22
SLOTS_A_CHUNK = 1 << 16
MOST = 0.8  # if more than so much of a first round is left, its stage loops, and no more are asked
BYTES_A_ROW = 29
BYTES_TO_DEAL = 18  # a pending slot: its number twice, as found and narrow, its stage, and dealt
NO_STAGE = -(1 << 62)
ASKING, STAGES, LISTING = "moves asked about", "stages", "moves between pending positions"

Pause = Callable[[str, Callable[[], Columns]], None]
"""Is told now and then what is being settled, and how to have the cells of what is."""


def rises_with_every_move(runner: Runner, team: Team, share: Share, cells: Columns) -> bool:
    """Whether the stage does, as far as some pending positions of all ranks tell."""
    pending = np.flatnonzero(cells == PENDING)
    some = pending[:: max(1, -(-len(pending) // SLOTS_A_CHUNK))]
    slots = _narrow(share.slots_of(some), share)
    tally = runner.run(STAGES, loops_in_stage, cells, [slots])
    return not team.meet(int(tally[LOOPS])).any()


@attrs.frozen(eq=False)
class Rows:
    """Pending positions, and what each has heard of settled ones."""

    places: Columns
    worths: Columns
    """What endless play is worth to whoever moves."""
    greatest: Columns
    """The greatest back."""
    bad: Columns
    """The greatest that is worse than endless play."""
    not_bad: Columns
    """How many are not."""
    still_open: Columns
    """How many moves lead to what is pending."""

    @classmethod
    def of(cls, places: Columns, max_moves: int) -> Rows:
        """Nothing was heard yet."""
        size, counter = len(places), counter_to(max_moves)
        return cls(
            places,
            np.zeros(size, np.int32),
            np.full(size, NOTHING, np.int64),
            np.full(size, NOTHING, np.int64),
            np.zeros(size, counter),
            np.zeros(size, counter),
        )

    def hear_of_ends(self, part: slice) -> None:
        """Enter the greatest back among ends of play, which the rules tell, as heard."""
        told = self.greatest[part]
        self.bad[part] = np.where(told < 0, told, NOTHING)
        self.not_bad[part] = told >= 0

    @property
    def border(self) -> RankedBorder:
        """What was heard, as a graph is told it."""
        bad = np.where(self.bad == NOTHING, 0, self.bad)
        return RankedBorder(np.maximum(self.greatest, 0), self.not_bad, bad)


@attrs.frozen(eq=False)
class HeardInTime:
    """Messages of one phase, in order of the levels at which they are heard."""

    levels: list[int]
    ends: list[int]
    messages: Columns
    is_drawing: bool

    @classmethod
    def of(cls, timed: Timed, code: np.dtype[Any], is_drawing: bool) -> HeardInTime:
        """From numbers of positions, complements where it is bad."""
        numbers: Columns = timed.positions
        messages = np.maximum(numbers, ~numbers) << 1 | (numbers >= 0)
        return cls(timed.levels.tolist(), timed.ends.tolist(), messages.astype(code), is_drawing)

    def settle(self, level: int, unsettled: Columns, queue: Columns, tail: int) -> int:
        """All that is heard of at this level."""
        place = self.levels.index(level)
        begin = self.ends[place - 1] if place else 0
        messages = self.messages[begin : self.ends[place]]
        return int(settle(messages, self.is_drawing, unsettled, queue, tail))


@attrs.define(eq=False)
class RankBacks:
    """One rank at work on its pending cells."""

    runner: Runner
    team: Team
    share: Share
    meter: MemoryMeter
    report: Reporter
    cells: Columns
    pause: Pause
    updates: int = attrs.field(default=0, init=False)
    """How many messages all have sent to other ranks."""
    update_bytes: int = attrs.field(default=0, init=False)
    asked: int = attrs.field(default=0, init=False)
    """How many moves were asked about at other ranks."""
    listed: int = attrs.field(default=0, init=False)
    """How many pending positions graphs had, and how many moves."""
    moves: int = attrs.field(default=0, init=False)
    stages: int = attrs.field(default=0, init=False)
    """How many stages had something pending, and how many of them looped; or waves."""
    looping: int = attrs.field(default=0, init=False)
    _length: int = attrs.field(default=0, init=False)
    """The greatest length of an outcome at any rank."""

    def settle(self) -> None:
        """Settle all that is pending."""
        self._agree_on_length()
        count = int(np.count_nonzero(self.cells == PENDING))
        self.meter.check(f"counting {count} pending slots", count * BYTES_TO_DEAL)
        rules, pending = self.runner.game.rules, np.flatnonzero(self.cells == PENDING)
        if rules.stage is not None:
            self._by_stage(pending)
        elif rules.has_gains:
            self._in_waves(pending)
        else:
            self._by_graph(pending, "")
        self.asked, self.moves = self.team.meet(self.asked, self.moves).sum(axis=0).tolist()

    def settle_within(self, places: Columns, doing: str) -> None:
        """Settle what is left of one stage, of which the share is, by the graph of it."""
        self._agree_on_length()
        self._by_graph(places, doing)
        self.asked, self.moves = self.team.meet(self.asked, self.moves).sum(axis=0).tolist()

    def _agree_on_length(self) -> None:
        greatest = max(0, int(self.coding.length_of(int(self.cells.max(initial=FIRST)))))
        self._length = int(self.team.meet(greatest)[:, 0].max())

    @property
    def coding(self) -> Coding:
        """How outcomes become cells."""
        return self.runner.places.coding

    @property
    def story(self) -> str:
        """How it went, in words."""
        ranks, rules = f"on {several(self.team.size, 'rank')}", self.runner.game.rules
        parts = []
        if rules.stage is not None:
            within = f", {self.looping} of them with moves within" if self.looping else ""
            parts.append(f"{self.stages} stages {ranks}{within}")
        elif rules.has_gains:
            parts.append(f"{self.stages} waves of positions whose successors are settled {ranks}")
        if self.listed:
            an_update = self.update_bytes / max(1, self.updates)
            parts.append(
                f"the graph of {self.listed} pending slots {ranks}, {self.moves} moves, "
                f"{self.updates} updates sent in {an_update:.2f} bytes each"
            )
        parts.append(f"{self.asked} moves asked about")
        return ", ".join(parts)

    # ── the ways ───────────────────────────────────────────────────────────────────────────────

    def _by_stage(self, pending: Columns) -> None:
        """Stage by stage, the last one first."""
        pending = _narrow(pending, self.share)
        in_order, numbers, ends = sorted_by_number(pending, self._stages_of(pending))
        own = numbers.tolist()
        begins = [0, *ends.tolist()]
        while True:
            last = own[-1] if own else NO_STAGE
            stage = int(self.team.meet(last)[:, 0].max())
            if stage == NO_STAGE:
                return
            places = in_order[:0]
            if stage == last:
                own.pop()
                places = in_order[begins[len(own)] : begins[len(own) + 1]]
            self.stages += 1
            left = self._settle_known(places, f"stage {stage}")
            if self.team.meet(len(left)).any():
                self.looping += 1
                self._by_graph(np.sort(left), f"stage {stage}, ")
            self.pause(f"stage {stage}", lambda: self.cells)

    def _stages_of(self, places: Columns) -> Columns:
        """The stage of each place."""

        def staged(scratch: Scratch, chunk: tuple[int, int]) -> Columns:
            slots = _narrow(self.share.slots_of(places[slice(*chunk)]), self.share)
            stages = np.empty(len(slots), np.int64)
            self.runner.run_once(stages_of, self.cells, scratch, slots, stages)
            is_small = stages.min() >= 0 and stages.max() < SMALL
            return stages.astype(np.uint16) if is_small else stages

        parts = self.runner.workers.run(
            STAGES, staged, chunks_of(len(places), SLOTS_A_CHUNK), STAGES
        )
        return np.concatenate([np.empty(0, np.uint16), *parts])

    def _in_waves(self, left: Columns) -> None:
        """All that is pending, again and again, to the last one."""
        while (before := int(self.team.meet(len(left))[:, 0].sum())) > 0:
            left = self._settle_known(left, f"wave {self.stages + 1}")
            after = int(self.team.meet(len(left))[:, 0].sum())
            if after == before and len(left):
                position = self.runner.places.position(int(self.share.slots_of(left[:1])[0]))
                raise loops_without_stages(self.runner.game, position)
            self.stages += 1
            self.pause(f"wave {self.stages}", lambda: self.cells)

    # ── those whose successors are settled ─────────────────────────────────────────────────────

    def _settle_known(self, places: Columns, doing: str) -> Columns:
        """Settle those of some places that lead to settled ones alone; the others."""
        told, max_moves = self.team.meet(len(places))[:, 0], self._max_moves
        most, in_all = int(told.max()), int(told.sum())
        size, left = max(1, MOVES_A_ROUND // max_moves), [places[:0]]
        self.meter.check("settling slots", size * BYTES_A_ROW)
        for first, last in chunks_of(most, size):
            part = places[first:last]
            rows = Rows.of(part, max_moves)
            self._round(rows, 0, len(part), 1, 0, None)
            known = rows.still_open == 0
            self._enter(part[known], labels_of_backs(rows.greatest[known], rows.worths[known]))
            left.append(part[~known])
            if self.team.rank == 0:
                self.report(doing, min(in_all, self.team.size * last), in_all)
            if not first and most > last:
                told = self.team.meet(len(left[-1]), len(part)).sum(axis=0)
                if told[0] > MOST * told[1] and self.runner.game.rules.stage is not None:
                    left.append(places[last:])
                    break
        return np.concatenate(left)

    @property
    def _max_moves(self) -> int:
        return self.runner.game.rules.max_moves

    def _round(
        self, rows: Rows, first: int, last: int, shift: int, rank: int, kept: KeptMoves | None
    ) -> None:
        """Ask what the moves of some rows lead to, answer others, and hear what they answer.

        Where moves are ``kept`` by who is moved to, their codes go there too.
        """
        names, codes, gains = self._listed(rows, first, max(first, last), shift, rank, kept)
        in_order: Columns = gains
        if len(gains):
            in_order = self.share.deal_out(names, gains.view(np.uint32))[1].view(np.int32)
        asked, codes, ends = self.share.deal_out(names, codes)
        outbox = Outbox(asked, ends)
        named, _ = self.team.exchange(outbox)
        places = self.share.places_named(named.column)
        if kept is None:
            replies = self._cells_in(places)
        else:
            told = self.team.send(Outbox(codes, ends), named.counts)
            replies = kept.take(places, told.column)
        back = self.team.send(Outbox(replies, named.ends), outbox.counts)
        self.asked += len(asked) - int(outbox.counts[self.team.rank])
        wrong = kernels.hear(
            back.column,
            codes,
            shift,
            in_order,
            self.coding.form,
            rows.worths,
            rows.greatest,
            rows.bad,
            rows.not_bad,
            rows.still_open,
        )
        if wrong >= 0:
            slot = self.share.slots_of(rows.places[wrong : wrong + 1])
            raise self.runner.fault_at(int(slot[0]))

    def _listed(
        self, rows: Rows, first: int, last: int, shift: int, rank: int, kept: KeptMoves | None
    ) -> tuple[Columns, Columns, Columns]:
        """What some rows lead to, the codes of the moves, and their gains if there are any."""
        runner, has_gains = self.runner, self.runner.game.rules.has_gains
        kernel, limits = self.share.asks_by
        code = np.dtype(np.uint32) if kept is None else kept.code

        def listed(scratch: Scratch, chunk: tuple[int, int]) -> tuple[Columns, Columns, Columns]:
            part = slice(first + chunk[0], first + chunk[1])
            slots = self.share.slots_of(rows.places[part])
            names = np.empty(len(slots) * self._max_moves, self.share.names)
            codes, gains = np.empty(len(names), code), np.empty(len(names), np.int32)
            count = runner.run_once(
                kernel,
                self.cells,
                scratch,
                slots,
                part.start << shift | rank,
                1 << shift,
                names,
                codes,
                gains,
                rows.greatest[part],
                rows.worths[part],
                *limits,
            )[AHEAD]
            return names[:count], codes[:count], gains[: count * has_gains]

        size = max(1, -(-(last - first) // len(runner.workers.scratches)))
        phase = ASKING if kept is None else LISTING
        parts = runner.workers.run(phase, listed, chunks_of(last - first, size), doing=phase)
        rows.hear_of_ends(slice(first, last))
        if len(parts) == 1:
            return parts[0]
        none = np.empty(0, self.share.names), np.empty(0, code), np.empty(0, np.int32)
        names, codes, gains = (np.concatenate(each) for each in zip(none, *parts, strict=True))
        return names, codes, gains

    def _cells_in(self, places: Columns) -> Columns:
        """The cells in places that were named; a hole where there is none (-1)."""
        if not len(self.cells):
            return np.full(len(places), HOLE, self.cells.dtype)
        cells: Columns = self.cells[np.maximum(places, 0)]
        if places.dtype.kind == "i":
            cells[places < 0] = HOLE
        return cells

    # ── what loops ─────────────────────────────────────────────────────────────────────────────

    def _by_graph(self, places: Columns, doing: str) -> None:
        """Settle some places of each rank by the graph of them; what it leaves never ends."""
        team, max_moves = self.team, self._max_moves
        told = team.meet(len(places))[:, 0]
        most, in_all = int(told.max()), int(told.sum())
        self.meter.check(f"listing {len(places)} pending slots", len(places) * BYTES_A_ROW)
        narrow = places.astype(np.uint32 if len(self.cells) < 1 << 32 else np.int64)
        graph = RankGraph.without_moves(narrow, most, max_moves, team.size)
        rows = Rows.of(narrow, max_moves)
        kept = KeptMoves.for_graph(graph, self.cells, most)
        size = max(1, MOVES_A_ROUND // max_moves)
        for first in range(0, most, size):
            last = min(first + size, len(places))
            self._round(rows, first, last, graph.shift, team.rank << 1, kept)
            kept.require_room(self.meter)
            if team.rank == 0:
                self.report(f"{doing}{LISTING}", min(in_all, team.size * first), in_all)
        kept.join(graph, self.meter)
        self.listed += in_all
        self.moves += len(graph.edges)
        border = rows.border
        graph.unsettled[:] = rows.still_open + border.moves
        horizon = int(team.meet(border.heard.longest)[:, 0].max()) + in_all + 2
        phases = self._phases(border, horizon, graph.edges.dtype, doing)
        del border

        def entered(phases: Sequence[Phase]) -> Columns:
            return self._enter_phases(graph, rows.worths, waves.queue, phases, horizon)

        def pause(level: int, phases: Sequence[Phase]) -> None:
            self.pause(f"{phases[-1].name} in {level}", partial(entered, phases))

        waves = RankWaves(graph, team, self.meter, self.report, pause)
        waves.settle(phases)
        self.updates += waves.updates
        self.update_bytes += waves.update_bytes
        entered(phases)
        rest = self.cells[places] == PENDING
        points = rows.worths[rest]
        self._enter(places[rest], Labels(points, np.full(len(points), ENDLESS, np.int32)))

    def _phases(
        self, border: RankedBorder, horizon: int, code: np.dtype[Any], doing: str
    ) -> list[Phase]:
        """A phase for each size of points of which any rank hears, the greatest first."""
        sizes = set().union(*self.team.tell_all(sorted(border.heard.sizes)))
        phases = []
        for size in sorted(sizes, reverse=True):
            is_drawing = size == 0 and self.coding.form.worth == 0
            timed = border.heard.of(size, horizon, np.dtype(np.int64))
            name = doing + name_of(size == 0)
            if size and self.coding != VALUES:
                name += f" by {size}"
            heard = HeardInTime.of(timed, code, is_drawing)
            phases.append(Phase(name, is_drawing, heard, points=size))
        return phases

    # ── what was settled ───────────────────────────────────────────────────────────────────────

    def _enter_phases(
        self,
        graph: RankGraph,
        worths: Columns,
        queue: Columns,
        phases: Sequence[Phase],
        horizon: int,
    ) -> Columns:
        """Enter what phases of a graph have settled so far, all ranks together; the cells."""
        levels = [level for phase in phases for level in phase.levels]
        gains = [level - horizon for level in levels if level >= horizon]
        is_untold = bool(gains) and not self.coding.form.has_endless
        finished = max([0, *(level for level in levels if level < horizon)])
        self._make_room(is_untold, finished, max([0, *gains]))
        for phase in phases:
            begin = phase.begin
            for level, end in zip(phase.levels, phase.ends, strict=True):
                plies = level if level < horizon else ~(level - horizon)
                for first, last in chunks_of(end - begin, LABELS_A_CHUNK):
                    settled = queue[begin + first : begin + last]
                    numbers = (settled >> 1).astype(np.int64)
                    more = np.where(settled & 1, phase.points, -phase.points)
                    points = more + worths[numbers]
                    labels = Labels(points, np.full(len(points), plies, np.int32))
                    self._write(graph.places[numbers], labels)
                begin = end
        return self.cells

    def _enter(self, places: Columns, labels: Labels) -> None:
        """Enter outcomes, all ranks together."""
        plies, are_endless = labels.plies, labels.plies < 0
        is_untold = not self.coding.form.has_endless and bool(labels.points[are_endless].any())
        gains = (~plies[are_endless]).max(initial=0)
        self._make_room(is_untold, int(plies.max(initial=0)), int(gains))
        self._write(places, labels)

    def _make_room(self, is_untold: bool, plies: int, gain: int) -> None:
        """Let cells hold what any rank is about to enter, at all ranks alike.

        That is an outcome in so many plies, and one that never ends with its last gain in so many;
        ``is_untold`` if cells did not say of such play what it has gained.
        """
        told = self.team.meet(is_untold, plies, gain).max(axis=0)
        if told[0]:
            self._tell_of_endless()
        length = int(self.coding.lengths(np.array([told[1], ~told[2]])).max())
        self._length = max(self._length, length)
        self._widen()

    def _widen(self) -> None:
        width = np.dtype(self.coding.narrowest_for(self._length))
        if width.itemsize > self.cells.itemsize:
            self.cells = widened(self.cells, width.type, self.meter, lambda size, width: None)

    def _tell_of_endless(self) -> None:
        """Let cells say of play without end what it has gained."""
        before = self.coding
        self.runner.places = self.runner.places.telling_of_endless()
        self._length *= 2
        self._widen()
        for first, last in chunks_of(len(self.cells), LABELS_A_CHUNK):
            part = self.cells[first:last]
            settled = np.flatnonzero(part >= FIRST)
            part[settled] = self.coding.cells_of(before.labels_of(part[settled]))

    def _write(self, places: Columns, labels: Labels) -> None:
        """Write outcomes for which there is room; raise where a score is beyond its bounds."""
        wrong = self.coding.first_beyond(labels)
        if wrong is not None:
            slot = int(self.share.slots_of(places[wrong : wrong + 1])[0])
            position = self.runner.places.position(slot)
            raise out_of_bounds(self.runner.game, position, int(labels.points[wrong]))
        self.cells[places] = self.coding.cells_of(labels)


def _narrow(slots: Columns, share: Share) -> Columns:
    """Slots as kernels of one process take them."""
    return slots.astype(np.uint32) if share.in_all < 1 << 32 else slots
