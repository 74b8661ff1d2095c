"""Retrograde analysis of the pending positions by a stored graph of the moves between them.

**Method.** The pending positions are numbered in order, and their moves are listed once
(``queries``). A move to another pending position is an edge. It is stored with its successor, at
the rank that owns the successor, because propagation runs from successors to predecessors. A move
to a resolved position is part of the *boundary* of the graph. Each position has a row with the best
of these moves, the best of those that are worse than infinite play, and the number of the others.
The outcomes of both become messages to the position, each at the level of its plies.
``propagation`` then resolves the graph level by level. Positions that no message resolves are
infinite play.

**Cost.** The rules once for each pending position. In memory six bytes for each move at the peak,
eight if the move leads to another rank, and four afterwards, and some thirty bytes for each pending
position. The ranks divide all of it.

Source: the same as ``graph.retrograde``, which has the theorem.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import attrs
import numpy as np

from gamesolver.engine.propagation import Phase, Propagation, RankGraph, Received
from gamesolver.engine.queries import Numbering, Queries, Round, part_of, rows_for
from gamesolver.engine.resolving import Resolving
from gamesolver.graph.boundary import BySize, counter_to, plies_of_keys, points_of_keys, timed
from gamesolver.graph.reversing import bins_of, sort_bins
from gamesolver.kernels import propagation as kernels
from gamesolver.kernels.codes import PENDING
from gamesolver.kernels.queries import Rows
from gamesolver.kernels.sweeping import NOTHING
from gamesolver.system.columns import Columns, streamed
from gamesolver.system.workers import chunks_of
from gamesolver.tables.entries import VALUES
from gamesolver.tables.labels import ENDLESS, Labels
from gamesolver.texts import several

LISTING = "moves between pending positions"
LABELS_A_CHUNK = 1 << 20
ROWS_A_COLUMN = 1 << 20  # rows that exist at a time


def bytes_to_solve_graph(num_indexes: int, rows: int, edges: int, max_moves: int) -> int:
    """Return the bytes that the graph of pending indexes takes, without the entries.

    ``num_indexes`` is the number of indexes from the first pending one to the last, ``rows`` the
    number of pending ones, and ``edges`` that of their moves.
    """
    counter = np.dtype(counter_to(max_moves)).itemsize
    code = 4 if 2 * rows < 1 << 32 else 8
    a_row = code + 8 + counter + 4
    listing = rows * (a_row + code + 4) + num_indexes // 7 + edges * 2 * code
    a_message = 2 * code + 8  # while messages are sorted; most rows have one
    resolving = rows * (a_row + code + a_message) + edges * code
    return max(listing, resolving)


@attrs.define(eq=False)
class PendingGraph:
    """Solver of pending places by the graph of their moves."""

    resolving: Resolving
    queries: Queries = attrs.field()
    listed: int = attrs.field(default=0, init=False)
    """Number of positions in the graphs so far, of all ranks."""
    moves: int = attrs.field(default=0, init=False)
    """Number of moves in them."""
    updates: int = attrs.field(default=0, init=False)
    """Number of messages sent to other ranks."""
    update_bytes: int = attrs.field(default=0, init=False)

    @queries.default
    def _own_queries(self) -> Queries:
        return Queries(self.resolving)

    def fits(self, places: Columns) -> bool:
        """Return True if the graph of these places fits into memory."""
        resolving = self.resolving
        moves = int(len(places) * resolving.first_pass.moves / resolving.first_pass.open)
        max_moves = resolving.runner.game.rules.max_moves
        span = int(places[-1]) - int(places[0]) + 1
        return resolving.meter.allows(bytes_to_solve_graph(span, len(places), moves, max_moves))

    @property
    def summary(self) -> str:
        """Summary of the work, as text."""
        summary = f"the graph of {self.listed} pending indexes"
        team = self.resolving.team
        if team.size == 1:
            return f"{summary}, {self.moves} moves"
        an_update = self.update_bytes / max(1, self.updates)
        ranks = f"on {several(team.size, 'rank')}"
        return (
            f"{summary} {ranks}, {self.moves} moves, {self.updates} updates sent in "
            f"{an_update:.2f} bytes each"
        )

    def resolve(self, places: Columns, doing: str = "", resolved_to: int = -1) -> None:
        """Resolve these places of each rank, which are in order.

        Without scores, all outcomes in ``resolved_to`` plies or fewer have been resolved before.
        """
        resolving = self.resolving
        resolving.held.take_in_overflow()  # the graph needs the lengths of long outcomes
        if resolving.begun.get("phase") != "graph":  # a solve that resumed from here has just begun
            where = f"{doing}{LISTING}"
            resolving.save_if_due(where, soon=True, phase="graph", received=resolved_to + 1)
        began = time.monotonic()
        numbering, rounds, boundary = self._list_moves(places, resolved_to, doing)
        horizon = self._horizon(boundary, len(places))
        phases = self._phases(boundary, horizon, doing)
        unresolved, payoffs = boundary.unresolved, boundary.payoffs
        del boundary
        first_moves, edges = moves_in_order(rounds, len(places), numbering)
        graph = RankGraph(places, first_moves, edges, unresolved, numbering.columns.shift)
        resolving.note_work_to_redo(time.monotonic() - began)  # no checkpoint has the graph

        def pause(where: str, done: Sequence[Phase]) -> None:
            if resolving.is_due():
                self._write_outcomes(graph, payoffs, propagation.queue, done, horizon)
                resolving.save_now(where, phase="graph", received=resolved_to + 1)

        propagation = Propagation(graph, resolving.team, resolving.meter, resolving.report, pause)
        propagation.resolve(phases)
        resolving.note_work_to_redo(0.0)
        self.updates += propagation.updates
        self.update_bytes += propagation.update_bytes
        self._write_outcomes(graph, payoffs, propagation.queue, phases, horizon)
        self._write_infinite_play(places, payoffs)

    # ── the graph ──────────────────────────────────────────────────────────

    def _list_moves(
        self, places: Columns, resolved_to: int, doing: str
    ) -> tuple[Numbering, list[Round], _Boundary]:
        """List the moves between these places, and enter all others into the boundary."""
        resolving, team, queries = self.resolving, self.resolving.team, self.queries
        of_ranks = team.meet(len(places))[:, 0]
        most, in_all = int(of_ranks.max()), int(of_ranks.sum())
        numbering = Numbering.of(places, most, team.rank, team.size)
        coming = bytes_to_solve_graph(len(places), len(places), 0, queries.max_moves)
        resolving.meter.check(f"all but {in_all} positions are resolved", coming)
        boundary = _Boundary.of(len(places), queries.max_moves, numbering.code, resolved_to)
        rounds: list[Round] = []
        count = 0
        # Rows are wide, so only some of them exist at a time. The rounds that fill them are joined:
        # the memory of a few large columns goes back to the system when they are freed.
        for first, last in chunks_of(most, ROWS_A_COLUMN):
            here = places[first:last]
            rows = rows_for(len(here), queries.max_moves)
            of_rows: list[Round] = []
            for begin, end in chunks_of(last - first, queries.rows_a_round):
                part = slice(begin, min(end, len(here)))
                queried = queries.query(
                    here[part],
                    part_of(rows, part),
                    f"{doing}{LISTING}",
                    numbering=numbering,
                    first=first + begin,
                )
                of_rows.append(queried)
                count += queried.moves
                resolving.meter.check(f"listing {count} moves", count * numbering.code.itemsize)
                if team.rank == 0:
                    done = min(in_all, team.size * (first + end))
                    resolving.report(f"{doing}{LISTING}", done, in_all)
            rounds.append(Round.joined(of_rows))
            boundary.enter(rows, first)
        self.listed += in_all
        self.moves += int(team.meet(count)[:, 0].sum())
        return numbering, rounds, boundary

    # ── messages from resolved positions ────────────────────────────────────

    def _horizon(self, boundary: _Boundary, places: int) -> int:
        """Return the level at which infinite play with gains begins, the same at all ranks.

        It is above the level of every finite outcome: the longest one of the boundary, and one ply
        more for each place.
        """
        of_ranks = self.resolving.team.meet(boundary.longest, places)
        return int(of_ranks[:, 0].max() + of_ranks[:, 1].sum()) + 2

    def _phases(self, boundary: _Boundary, horizon: int, doing: str) -> list[Phase]:
        """Return a phase for each size of points in messages of any rank, the greatest first."""
        coding = self.resolving.coding
        phases = []
        for size in sorted(
            set().union(*self.resolving.team.gather_all([*boundary.messages])), reverse=True
        ):
            is_drawing = size == 0 and coding.form.payoff == 0
            name = doing + ("wins and losses" if size else "finished draws")
            if size and coding != VALUES:
                name += f" by {size}"
            phases.append(Phase(name, is_drawing, boundary.received(size, horizon), points=size))
        return phases

    # ── outcomes ───────────────────────────────────────────────────────────

    def _write_outcomes(
        self,
        graph: RankGraph,
        payoffs: Columns,
        queue: Columns,
        phases: Sequence[Phase],
        horizon: int,
    ) -> None:
        """Write the outcomes that the phases have resolved so far, all ranks together."""
        resolving = self.resolving
        levels = [level for phase in phases for level in phase.levels]
        gains = [level - horizon for level in levels if level >= horizon]
        finished = max((level for level in levels if level < horizon), default=0)
        resolving.make_room(
            finished,
            max(gains, default=0),
            needs_endless_gains=bool(gains) and not resolving.coding.form.has_endless,
        )
        for phase in phases:
            ends, levels_of = np.array(phase.ends, np.int64), np.array(phase.levels, np.int64)
            plies = np.where(levels_of < horizon, levels_of, ~(levels_of - horizon))
            end = phase.ends[-1] if phase.ends else phase.begin
            for first, last in chunks_of(end - phase.begin, LABELS_A_CHUNK):
                first, last = first + phase.begin, last + phase.begin
                resolved = queue[first:last]
                numbers = (resolved >> 1).astype(np.int64)
                points = np.where(resolved & 1, phase.points, -phase.points) + payoffs[numbers]
                passes = np.searchsorted(ends, np.arange(first, last), "right")
                labels = Labels(points, plies[passes].astype(np.int32))
                resolving.write(graph.places[numbers], labels)

    def _write_infinite_play(self, places: Columns, payoffs: Columns) -> None:
        """Write infinite play for the places that no phase has resolved."""
        resolving = self.resolving
        for first, last in chunks_of(len(places), LABELS_A_CHUNK):
            rest = first + np.flatnonzero(resolving.entries[places[first:last]] == PENDING)
            endless = np.full(len(rest), ENDLESS, np.int32)
            resolving.write(places[rest], Labels(payoffs[rest], endless))


def moves_in_order(rounds: list[Round], size: int, numbering: Numbering) -> tuple[Columns, Columns]:
    """Return all moves in order of their ``size`` successors: the first move to each, and codes.

    A counting sort puts the moves into bins, which are then sorted (``graph.reversing``). The list
    of rounds is emptied, to free its memory.
    """
    starts = bins_of(size)
    for queried in rounds:
        kernels.count_bins(queried.received.targets, 0, starts)
        for own in queried.own:
            kernels.count_bins(own.targets, 1, starts)
    np.cumsum(starts, out=starts)
    edges = np.empty(starts[-1], numbering.code)
    low_bits, cursors = streamed(len(edges), np.uint16), starts[:-1].copy()
    shift, rank = numbering.columns.shift, numbering.columns.rank
    while rounds:
        queried = rounds.pop()
        kernels.deal_moves(*queried.received, cursors, edges, low_bits)
        while queried.own:
            own = queried.own.pop()
            kernels.deal_own_moves(
                own.targets, own.counts, own.first, shift, rank, cursors, edges, low_bits
            )
    return sort_bins(starts, edges, low_bits, size), edges


class _Sent(NamedTuple):
    """Messages of resolved positions with points of one size."""

    messages: Columns
    plies: Columns
    """Plies in the encoding of labels."""


@attrs.define(eq=False)
class _Boundary:
    """Moves from the positions of a graph to resolved positions, as messages.

    Messages are stored in columns: most positions receive one, and a large game has some hundred
    million of them.
    """

    unresolved: Columns
    """Number of moves of each position that are not known to be bad."""
    payoffs: Columns
    """Payoff of infinite play for the player to move, of each position."""
    code: np.dtype[Any]
    """Data type of a message."""
    resolved_to: int
    """Without scores, the plies up to which all outcomes are resolved, or -1."""
    messages: dict[int, list[_Sent]] = attrs.field(factory=dict)
    """Messages by the absolute value of their points."""
    longest: int = 0
    """Greatest number of plies."""

    @classmethod
    def of(cls, size: int, max_moves: int, code: np.dtype[Any], resolved_to: int) -> _Boundary:
        """Return the boundary of a graph without any rows."""
        unresolved, payoffs = np.empty(size, counter_to(max_moves)), np.empty(size, np.int32)
        return cls(unresolved, payoffs, code, resolved_to)

    def enter(self, rows: Rows, first: int) -> None:
        """Enter the rows of the positions from the number ``first`` on."""
        part = slice(first, first + len(rows.greatest))
        good_rows, bad_rows = rows.greatest > 0, rows.bad != NOTHING
        if self.resolved_to >= 0:  # pending outcomes are longer, so they arrive later than these
            is_early = plies_of_keys(rows.bad) <= self.resolved_to + 1
            bad_rows &= ~((rows.still_open > 0) & is_early)
        self.payoffs[part] = rows.payoffs
        self.unresolved[part] = rows.still_open + rows.not_bad + bad_rows
        for keys, of_rows, is_good in (
            (rows.greatest, good_rows, True),
            (rows.bad, bad_rows, False),
        ):
            some = np.flatnonzero(of_rows)
            numbers, keys = (2 * (first + some) + is_good).astype(self.code), keys[some]
            plies = plies_of_keys(keys).astype(np.int32)
            dealt = BySize.deal(numbers, points_of_keys(keys), plies)
            self.longest = max(self.longest, dealt.longest)
            for size, (begin, end) in dealt.parts.items():
                sent = _Sent(dealt.positions[begin:end].copy(), dealt.plies[begin:end].copy())
                self.messages.setdefault(size, []).append(sent)

    def received(self, size: int, horizon: int) -> Received:
        """Return the messages of one size, in order of level, and remove them here."""
        none = _Sent(np.empty(0, self.code), np.empty(0, np.int32))
        parts = self.messages.pop(size, [none])
        messages = np.concatenate([part.messages for part in parts])
        levels = np.concatenate([part.plies for part in parts])
        is_endless = levels < 0
        if is_endless.any():
            levels = levels.astype(np.int64)
            levels[is_endless] = horizon + ~levels[is_endless]
        return Received(*timed(messages, levels))
