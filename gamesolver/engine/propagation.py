"""Retrograde propagation over the graph of pending positions, from resolved ones back.

**Method.** A *phase* resolves all outcomes of one size of points, from the greatest down (see
``graph.retrograde`` for the theorem). Within a phase propagation is breadth-first: a pass has one
*level*, the number of plies of its outcomes. Each resolved position sends a message to its
predecessors, at the ranks that own them. The positions that these messages resolve are the next
pass. Messages of positions outside the graph are delivered at the level of their outcomes.

One process delivers its messages immediately. Ranks collect them in a box for each other rank. When
a box is full, the boxes are sent: sorted, without repeats, and packed as differences.

**Cost.** One message for each move. Between ranks it takes one byte if many are sent at a time, and
two or three if few are.

Source for messages sent together: H. Bal, V. Allis, "Parallel retrograde analysis on a distributed
system", 1995 (its abstract).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import attrs
import numpy as np

from gamesolver.kernels import propagation as kernels
from gamesolver.kernels.ranks import BYTE, pack
from gamesolver.kernels.sorting import sort_words
from gamesolver.system.columns import Columns
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from gamesolver.system.team import Outbox, Team

MESSAGES = 1 << 22  # in all boxes of a rank; each has as many as are sent at a time
OWN_BOX = 1 << 12  # messages that one process delivers together
LEVELS_A_CALL, POSITIONS_A_CALL = 1 << 12, 1 << 18  # between two of them, a person can interrupt
NEVER = 1 << 62  # a level that nothing has


class Received(NamedTuple):
    """Messages of resolved positions outside the graph, in order of their levels."""

    messages: Any
    levels: Any
    """Levels that occur, rising."""
    ends: Any
    """End of the messages of each level."""


@attrs.define(eq=False)
class Phase:
    """Outcomes resolved together: their size in points, and the levels of the passes."""

    name: str
    is_drawing: bool
    """True if any message resolves a position: finished draws, if infinite play is a draw."""
    received: Received
    points: int = 1
    """Points above infinite play of a good position, and below it of a bad one."""
    begin: int = 0
    levels: list[int] = attrs.field(factory=list)
    ends: list[int] = attrs.field(factory=list)
    """End of each pass in the queue."""

    def next_received(self, level: int) -> int:
        """Return the least level, from this one on, that has messages from outside the graph."""
        place = bisect_left(self.received.levels, level)
        return int(self.received.levels[place]) if place < len(self.received.levels) else NEVER


@attrs.define(eq=False)
class RankGraph:
    """The moves to the pending positions of one rank, each as a code."""

    places: Columns
    """Places of the pending positions, in order of their numbers."""
    rows: Columns
    """First move to each number, and the end of the last one's."""
    edges: Columns
    unresolved: Columns
    """Number of moves of each position that are not known to be bad."""
    shift: int
    """Bits of a code below the number."""


Pause = Callable[[str, Sequence[Phase]], None]
"""Function that is called periodically with a text on the progress, and the phases so far."""


@attrs.define(eq=False)
class Propagation:
    """Propagation of the positions of one rank."""

    graph: RankGraph
    team: Team
    meter: MemoryMeter
    report: Reporter
    pause: Pause
    queue: Columns = attrs.field(init=False)
    """Numbers in the order in which they are resolved, each with a bit set if it is good."""
    tail: int = attrs.field(default=0, init=False)
    updates: int = attrs.field(default=0, init=False)
    """Number of messages sent to other ranks, by all of them."""
    update_bytes: int = attrs.field(default=0, init=False)

    def __attrs_post_init__(self) -> None:
        code, size = self.graph.edges.dtype, len(self.graph.places)
        self.meter.check("listing moves", size * code.itemsize)
        self.queue = np.empty(size, code)

    def resolve(self, phases: Sequence[Phase]) -> None:
        """Resolve phase by phase. Positions that remain are infinite play."""
        boxes = None if self.team.size == 1 else _Boxes.of(self)
        for number, phase in enumerate(phases, 1):
            phase.begin = self.tail
            if boxes is None:
                self._resolve_alone(phases[:number])
            else:
                boxes.resolve(phases[:number])
        if boxes is not None:
            of_ranks = self.team.meet(boxes.updates, boxes.update_bytes).sum(axis=0)
            self.updates, self.update_bytes = of_ranks.tolist()

    def _resolve_alone(self, phases: Sequence[Phase]) -> None:
        """Resolve the last of the phases in one process."""
        phase, graph = phases[-1], self.graph
        box = np.empty(OWN_BOX, graph.edges.dtype)
        levels, ends = np.empty(LEVELS_A_CALL, np.int64), np.empty(LEVELS_A_CALL, np.int64)
        cursor = np.zeros(kernels.CURSOR, np.int64)
        cursor[[kernels.HEAD, kernels.END, kernels.TAIL]] = self.tail
        cursor[kernels.GOES_ON] = 1
        while cursor[kernels.GOES_ON]:
            kernels.resolve_levels(
                graph.rows,
                graph.edges,
                graph.shift,
                phase.is_drawing,
                phase.received,
                graph.unresolved,
                self.queue,
                box,
                cursor,
                levels,
                ends,
                POSITIONS_A_CALL,
            )
            count = cursor[kernels.LEVELS]
            phase.levels += levels[:count].tolist()
            phase.ends += ends[:count].tolist()
            self.tail = int(cursor[kernels.TAIL])
            doing = f"{phase.name} in {cursor[kernels.LEVEL]}"
            self.report(doing, int(cursor[kernels.HEAD]), len(self.queue))
            if cursor[kernels.GOES_ON]:
                self.pause(doing, phases)


@attrs.define(eq=False)
class _Boxes:
    """Propagation of one rank of several: messages in boxes, one for each rank."""

    propagation: Propagation
    most: int
    """Greatest number of pending positions of a rank."""
    boxes: Columns
    packed: Columns
    """Buffer for one packed box."""
    updates: int = attrs.field(default=0, init=False)
    update_bytes: int = attrs.field(default=0, init=False)

    @classmethod
    def of(cls, propagation: Propagation) -> _Boxes:
        """Make empty boxes."""
        code, size = propagation.graph.edges.dtype, propagation.team.size
        room = max(1, MESSAGES // size)
        propagation.meter.check("listing moves", 3 * size * room * code.itemsize)
        most = int(propagation.team.meet(len(propagation.queue))[:, 0].max())
        return cls(
            propagation, most, np.empty((size, room), code), room_for_packed(room, code.itemsize)
        )

    def resolve(self, phases: Sequence[Phase]) -> None:
        """Resolve the last of the phases."""
        propagation, phase, first = self.propagation, phases[-1], self.propagation.tail
        level = int(propagation.team.meet(phase.next_received(0))[:, 0].min())
        while level < NEVER:
            if level == phase.next_received(level):
                self._receive(phase, level)
            if propagation.tail > first:
                phase.levels.append(level)
                phase.ends.append(propagation.tail)
            before, first = first, propagation.tail
            level = self._propagate(before, first, level, phases)

    def _receive(self, phase: Phase, level: int) -> None:
        """Deliver the messages from outside the graph at a level."""
        propagation, received = self.propagation, phase.received
        place = bisect_left(received.levels, level)
        begin = received.ends[place - 1] if place else 0
        messages = received.messages[begin : received.ends[place]]
        propagation.tail = kernels.resolve(
            messages,
            phase.is_drawing,
            propagation.graph.unresolved,
            propagation.queue,
            propagation.tail,
        )

    def _propagate(self, first: int, last: int, level: int, phases: Sequence[Phase]) -> int:
        """Send the messages of one pass, batch by batch. Return the level of the next pass."""
        phase, propagation = phases[-1], self.propagation
        graph, team, queue = propagation.graph, propagation.team, propagation.queue
        doing = f"{phase.name} in {level}"
        frontier, cursor = queue[first:last], np.zeros(2, np.int64)
        of_ranks = team.meet(last - first, phase.next_received(level + 1))
        is_more = bool(of_ranks[:, 0].any())
        following = level + 1 if is_more else int(of_ranks[:, 1].min())
        if is_more:
            propagation.pause(doing, phases)
        while is_more:
            filled = np.zeros(team.size, np.int64)
            is_drawing, unresolved = phase.is_drawing, graph.unresolved
            kernels.fill_boxes(
                frontier,
                cursor,
                graph.rows,
                graph.edges,
                graph.shift,
                is_drawing,
                self.boxes,
                filled,
            )
            own = self.boxes[team.rank, : filled[team.rank]]
            propagation.tail = kernels.resolve(own, is_drawing, unresolved, queue, propagation.tail)
            filled[team.rank] = 0
            inbox, of_ranks = team.exchange(
                self._sealed(filled),
                len(frontier) - cursor[kernels.POSITION],
                propagation.tail,
            )
            for part in inbox.parts():
                propagation.tail = kernels.resolve_packed(
                    part, is_drawing, unresolved, queue, propagation.tail
                )
            is_more = bool(of_ranks[:, 0].any())
            if team.rank == 0:
                propagation.report(doing, int(of_ranks[:, 1].sum()), len(queue) * team.size)
        return following

    def _sealed(self, filled: Columns) -> Outbox:
        """Return the contents of the boxes, packed."""
        parts = []
        for box, count in zip(self.boxes, filled.tolist(), strict=True):
            part, sent = packed(box[:count], 2 * self.most, self.packed)
            parts.append(part)
            self.updates += sent
            self.update_bytes += len(part)
        return Outbox(np.concatenate(parts), np.cumsum([len(part) for part in parts]))


def packed(messages: Columns, most: int, room: Columns) -> tuple[Columns, int]:
    """Return messages below some number, sorted and packed, and how many there are then."""
    unsigned = messages.view(f"u{messages.itemsize}")
    spare = np.empty_like(unsigned)
    is_in_spare = sort_words(unsigned, spare, np.uint64(0), most.bit_length())
    size, sent = pack(spare if is_in_spare else unsigned, room)
    return room[:size].copy(), sent


def room_for_packed(messages: int, width: int) -> Columns:
    """Return a buffer for packed messages of ``width`` bytes each."""
    return np.empty(messages * -(-8 * width // BYTE), np.uint8)
