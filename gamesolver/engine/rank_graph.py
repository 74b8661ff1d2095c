"""The graph of what is pending, divided among ranks: each move is kept by who owns where it leads.

Round after round each rank lists moves of its pending positions, and sends them to the owners of
the positions they lead to. An owner keeps those to pending slots, and replies with a byte for each
move: what the slot holds. So who moves counts its own moves, and hears of settled slots what it
must; and who is moved to knows whom to tell once it is settled.

**The cost.** A move takes nine bytes on the wire, thirteen where it names a key, and four or eight
in the memory of one rank, twelve or sixteen while the graph is put together; so memory is divided
by the ranks.
"""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np

from gamesolver.engine.running import Runner
from gamesolver.engine.shares import ShareOfAll
from gamesolver.graph.border import counter_to
from gamesolver.kernels import ranks as kernels
from gamesolver.kernels.codes import PENDING
from gamesolver.kernels.listing import IN_LINE, LINE, rank_slots
from gamesolver.kernels.scratch import AHEAD, Scratch
from gamesolver.system.columns import Columns
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.team import Outbox, Team
from gamesolver.system.workers import chunks_of

MOVES_A_ROUND = 1 << 20  # that a rank lists, at most
PHASE = "moves between pending positions"


@attrs.define(eq=False)
class RankGraph:
    """The moves that lead to the pending slots of one rank, each by its code."""

    places: Columns
    """The places of the pending slots, in order of their numbers."""
    rows: Columns
    """Where the moves to each number begin, and where the last ones end."""
    edges: Columns
    unsettled: Columns
    """How many moves of each number are not yet known to be bad."""
    shift: int
    """Bits of a code behind its number: the rank, and whether the turn is kept."""

    @classmethod
    def without_moves(cls, places: Columns, most: int, max_moves: int, ranks: int) -> RankGraph:
        """A graph of these places before its moves are listed; ``most`` is what a rank has."""
        shift = 1 + (ranks - 1).bit_length()
        code = np.dtype(np.uint32 if most << shift < 1 << 32 else np.int64)
        unsettled = np.zeros(len(places), counter_to(max_moves))
        rows = np.zeros(len(places) + 1, np.int64)
        return cls(places, rows, np.empty(0, code), unsettled, shift)


@attrs.define(eq=False)
class Listing:
    """Puts the graph together."""

    runner: Runner
    team: Team
    share: ShareOfAll
    meter: MemoryMeter
    cells: Columns
    """Those of the places of this rank."""
    heard: Columns = attrs.field(init=False)
    """What each number has heard of settled slots: see ``kernels.ranks``."""

    def graph(self) -> RankGraph:
        """List all moves, and keep those that lead here."""
        runner, team = self.runner, self.team
        pending = np.flatnonzero(self.cells == PENDING)
        most, in_all = self._numbers(len(pending))
        max_moves = runner.places.calls.rules.max_moves
        narrow = pending.astype(np.uint32 if len(self.cells) < 1 << 32 else np.int64)
        graph = RankGraph.without_moves(narrow, most, max_moves, team.size)
        self.heard = np.zeros(len(pending), np.uint8)
        kept = KeptMoves.for_graph(graph, self.cells, most)
        rows = max(1, MOVES_A_ROUND // max_moves)
        for first in range(0, most, rows):
            self._round(graph, kept, first, min(first + rows, len(pending)))
            kept.require_room(self.meter)
            if team.rank == 0:
                runner.workers.report(PHASE, min(in_all, team.size * first), in_all)
        kept.join(graph, self.meter)
        return graph

    def _numbers(self, pending: int) -> tuple[int, int]:
        """The most pending slots that a rank has, and how many there are in all."""
        told = self.team.meet(pending)[:, 0]
        return int(told.max()), int(told.sum())

    def _round(self, graph: RankGraph, kept: KeptMoves, first: int, last: int) -> None:
        """List some moves of one's own, answer others, and hear what they answer."""
        names, codes, ends = self.share.deal_out(*self._listed(graph, first, last))
        asked, sent = Outbox(names, ends), Outbox(codes, ends)
        named, _ = self.team.exchange(asked)
        told = self.team.send(sent, named.counts)
        places = self.share.places_named(named.column)
        replies = Outbox(kept.take(places, told.column), named.ends)
        back = self.team.send(replies, asked.counts)
        wrong = kernels.hear(back.column, sent.column, graph.shift, graph.unsettled, self.heard)
        if wrong >= 0:
            slot = self.share.slots_of(graph.places[wrong : wrong + 1])
            raise self.runner.fault_at(int(slot[0]))

    def _listed(self, graph: RankGraph, first: int, last: int) -> tuple[Columns, Columns]:
        """The slots that some pending positions lead to, and the codes of the moves."""
        runner, workers = self.runner, self.runner.workers
        dtype, shift = graph.edges.dtype, graph.shift
        kernel, limits = self.share.lists_by
        max_moves = runner.places.calls.rules.max_moves
        numbers = range(first, max(first, last))

        def listed(scratch: Scratch, chunk: tuple[int, int]) -> tuple[Columns, Columns]:
            part = slice(numbers.start + chunk[0], numbers.start + chunk[1])
            slots = self.share.slots_of(graph.places[part])
            names = np.empty(len(slots) * max_moves, self.share.names)
            codes = np.empty(len(names), dtype)
            code = (part.start << shift) | (self.team.rank << 1)
            tally = runner.run_once(
                kernel,
                self.cells,
                scratch,
                slots,
                code,
                1 << shift,
                names,
                codes,
                self.heard[part],
                *limits,
            )
            return names[: tally[AHEAD]], codes[: tally[AHEAD]]

        chunks = chunks_of(len(numbers), max(1, -(-len(numbers) // len(workers.scratches))))
        parts = workers.run(PHASE, listed, chunks, doing=PHASE)
        graph.unsettled[first:last] += (self.heard[first:last] > 0).astype(graph.unsettled.dtype)
        if len(parts) == 1:
            return parts[0]
        names = [np.empty(0, self.share.names), *(names for names, _ in parts)]
        return np.concatenate(names), np.concatenate(
            [np.empty(0, dtype), *(codes for _, codes in parts)]
        )


class KeptMoves:
    """Moves that lead here, as they come."""

    def __init__(self, cells: Columns, ranks: Columns, code: np.dtype[Any], most: int) -> None:
        self._cells, self._ranks, self.code = cells, ranks, code
        self._number = np.dtype(np.uint32 if most < 1 << 32 else np.int64)
        self._parts: list[tuple[Columns, Columns]] = []
        self._moves = 0

    @classmethod
    def for_graph(cls, graph: RankGraph, cells: Columns, most: int) -> KeptMoves:
        """None yet, of those that lead to the numbers of a graph."""
        ranks = np.zeros(LINE * -(-max(1, len(cells)) // IN_LINE), np.uint64)
        rank_slots(graph.places, 0, ranks)
        return cls(cells, ranks, graph.edges.dtype, most)

    def take(self, places: Columns, codes: Columns) -> Columns:
        """Keep moves that were sent, and the replies to them."""
        replies = np.empty(len(places), self._cells.dtype)
        leads_to, kept = np.empty(len(places), self._number), np.empty(len(places), self.code)
        count = kernels.answer(places, codes, self._cells, self._ranks, replies, leads_to, kept)
        self._parts.append((leads_to[:count].copy(), kept[:count].copy()))
        self._moves += count
        return replies

    def require_room(self, meter: MemoryMeter) -> None:
        """Raise where the moves so far do not leave room for putting them in order."""
        meter.check(f"listing {self._moves} moves", self._moves * self.code.itemsize)

    def join(self, graph: RankGraph, meter: MemoryMeter) -> None:
        """Put all moves behind one another by where they lead."""
        meter.check(f"listing {self._moves} moves", self._moves * self.code.itemsize)
        for leads_to, _ in self._parts:
            kernels.count_moves(leads_to, graph.rows)
        np.cumsum(graph.rows, out=graph.rows)
        graph.edges = np.empty(self._moves, self.code)
        while self._parts:
            kernels.place_moves(*self._parts.pop(), graph.rows, graph.edges)
