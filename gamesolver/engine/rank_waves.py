"""Waves over a graph that is divided among ranks: what is settled tells who moves there.

A wave has one level: what was settled in so many plies. Each rank goes through its own part of
it, and has a box for every rank. When a box is full they are sent: sorted, told twice only where it
counts, as differences in as few bytes as these take. What they settle is the next wave. Where no
rank has anything left to tell, wins and losses are done; finished draws have waves of their own.

**The cost.** An update takes one byte on the wire where many are sent at a time, two or three where
few are.

Source for what is sent together: H. Bal, V. Allis, "Parallel retrograde analysis on a distributed
system", 1995 (its abstract).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Protocol

import attrs
import numpy as np

from gamesolver.engine.rank_graph import RankGraph
from gamesolver.kernels import ranks as kernels
from gamesolver.kernels.sorting import sort_words
from gamesolver.system.columns import Columns
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from gamesolver.system.team import Outbox, Team

MESSAGES = 1 << 22  # in all boxes of a rank; each has as many as are sent at a time
FIRST_HEARD = 2, 1  # the level from which wins and losses, and draws, are told
LAST_HEARD = 2  # the level up to which the first pass has something to tell
NEVER = 1 << 62  # a level that nothing has


class HeardByLevel(Protocol):
    """What pending positions hear of those that were settled before, each in its time."""

    @property
    def levels(self) -> Sequence[int]:
        """At which something is heard, rising."""

    def settle(self, level: int, unsettled: Columns, queue: Columns, tail: int) -> int:
        """Settle what is decided by what is heard at a level; where the queue ends then."""


@attrs.frozen(eq=False)
class FirstHeard:
    """What the first pass has settled, of wins, losses and draws; see ``kernels.ranks``."""

    flags: Columns
    is_drawing: bool
    levels: range

    def settle(self, level: int, unsettled: Columns, queue: Columns, tail: int) -> int:
        """All that is heard of at this level."""
        return int(kernels.begin(self.flags, unsettled, self.is_drawing, level, queue, tail))


@attrs.define(eq=False)
class Phase:
    """What is settled together: wins and losses, or draws; levels, and where each ends."""

    name: str
    is_drawing: bool
    heard: HeardByLevel
    points: int = 1
    """Who is good has so many more than by endless play, and who is bad so many less."""
    begin: int = 0
    levels: list[int] = attrs.field(factory=list)
    ends: list[int] = attrs.field(factory=list)


@attrs.frozen
class Begun:
    """How far an earlier solve has come: up to a level, of which nobody has told yet."""

    is_drawing: bool
    level: int


Pause = Callable[[int, Sequence[Phase]], None]
"""Is told of each wave that has settled something: its level, and the phases so far."""


def name_of(is_drawing: bool) -> str:
    """What is settled, in words."""
    return "finished draws" if is_drawing else "wins and losses"


def phases_of(flags: Columns, begun: Begun | None) -> list[Phase]:
    """Wins and losses, then finished draws, as the first pass tells of them.

    Where an earlier solve had begun, what it had settled last is heard of as the first pass
    is, when the graph is listed: one level later, and all at once.
    """
    phases = []
    for is_drawing in (False, True):
        if begun is None or begun.is_drawing < is_drawing:
            levels = range(FIRST_HEARD[is_drawing], LAST_HEARD + 1)
        elif begun.is_drawing > is_drawing:
            continue
        else:
            levels = range(begun.level + 1, begun.level + 2)
        heard = FirstHeard(flags, is_drawing, levels)
        phases.append(Phase(name_of(is_drawing), is_drawing, heard))
    return phases


@attrs.define(eq=False)
class RankWaves:
    """The waves of one rank."""

    graph: RankGraph
    team: Team
    meter: MemoryMeter
    report: Reporter
    pause: Pause
    queue: Columns = attrs.field(init=False)
    """The numbers that were settled, in their order, each with whether it is good."""
    tail: int = attrs.field(default=0, init=False)
    updates: int = attrs.field(default=0, init=False)
    """How many messages were sent to other ranks."""
    update_bytes: int = attrs.field(default=0, init=False)
    _boxes: Columns = attrs.field(init=False)
    _packed: Columns = attrs.field(init=False)
    _most: int = attrs.field(init=False)
    """The most pending positions that a rank has."""

    def __attrs_post_init__(self) -> None:
        """Make the boxes."""
        code, size = self.graph.edges.dtype, self.team.size
        room = max(1, MESSAGES // size)
        coming = size * room * code.itemsize * 3 + len(self.graph.places) * code.itemsize
        self.meter.check("listing moves", coming)
        self.queue = np.empty(len(self.graph.places), code)
        self._boxes = np.empty((size, room), code)
        self._packed = room_for_packed(room, code.itemsize)
        self._most = int(self.team.meet(len(self.graph.places))[:, 0].max())

    def settle(self, phases: Sequence[Phase]) -> None:
        """Settle what can be, phase by phase; the rest never ends."""
        for number, phase in enumerate(phases, 1):
            phase.begin = self.tail
            self._settle(phases[:number])
        total = self.team.meet(self.updates, self.update_bytes).sum(axis=0).tolist()
        self.updates, self.update_bytes = total

    def _settle(self, phases: Sequence[Phase]) -> None:
        """Settle the last of the phases."""
        phase, first = phases[-1], self.tail
        level = int(self.team.meet(_next_heard(phase, 0))[:, 0].min())
        while level < NEVER:
            if level == _next_heard(phase, level):
                self.tail = phase.heard.settle(level, self.graph.unsettled, self.queue, self.tail)
            if self.tail > first:
                phase.levels.append(level)
                phase.ends.append(self.tail)
            before, first = first, self.tail
            level = self._tell(before, first, level, phases)

    def _tell(self, first: int, last: int, level: int, phases: Sequence[Phase]) -> int:
        """Tell of what one wave has settled, batch by batch; the level of the next wave."""
        phase = phases[-1]
        graph, team = self.graph, self.team
        frontier, cursor = self.queue[first:last], np.zeros(2, np.int64)
        told = team.meet(last - first, _next_heard(phase, level + 1))
        is_more = bool(told[:, 0].any())
        following = level + 1 if is_more else int(told[:, 1].min())
        if is_more:
            self.pause(level, phases)
        while is_more:
            filled = np.zeros(team.size, np.int64)
            is_drawing, unsettled, queue = phase.is_drawing, graph.unsettled, self.queue
            kernels.spread(
                frontier,
                cursor,
                graph.rows,
                graph.edges,
                graph.shift,
                is_drawing,
                self._boxes,
                filled,
            )
            own = self._boxes[team.rank, : filled[team.rank]]
            self.tail = kernels.settle(own, is_drawing, unsettled, queue, self.tail)
            filled[team.rank] = 0
            inbox, told = team.exchange(
                self._sealed(filled), len(frontier) - cursor[kernels.CARRIED], self.tail
            )
            begins = inbox.ends - inbox.counts
            for begin, end in zip(begins.tolist(), inbox.ends.tolist(), strict=True):
                packed = inbox.column[begin:end]
                self.tail = kernels.settle_packed(packed, is_drawing, unsettled, queue, self.tail)
            is_more = bool(told[:, 0].any())
            if team.rank == 0:
                self.report(f"{phase.name} in {level}", int(told[:, 1].sum()), self._pending)
        return following

    @property
    def _pending(self) -> int:
        return len(self.queue) * self.team.size

    def _sealed(self, filled: Columns) -> Outbox:
        """What the boxes hold, packed."""
        parts = []
        for box, count in zip(self._boxes, filled.tolist(), strict=True):
            part, sent = packed(box[:count], 2 * self._most, self._packed)
            parts.append(part)
            self.updates += sent
            self.update_bytes += len(part)
        return Outbox(np.concatenate(parts), np.cumsum([len(part) for part in parts]))


def _next_heard(phase: Phase, level: int) -> int:
    """The first level from this one on at which something is heard at this rank."""
    levels = phase.heard.levels
    place = bisect_left(levels, level)
    return levels[place] if place < len(levels) else NEVER


def packed(messages: Columns, most: int, room: Columns) -> tuple[Columns, int]:
    """Messages below some number, sorted and packed; how many are left without those told twice."""
    unsigned = messages.view(f"u{messages.itemsize}")
    spare = np.empty_like(unsigned)
    is_in_spare = sort_words(unsigned, spare, np.uint64(0), most.bit_length())
    size, sent = kernels.pack(spare if is_in_spare else unsigned, room)
    return room[:size].copy(), sent


def room_for_packed(messages: int, width: int) -> Columns:
    """Room for so many messages of so many bytes, when they are packed."""
    return np.empty(messages * -(-8 * width // kernels.BYTE), np.uint8)
