"""Values of the moves of pending positions: looked up here, or queried at the rank that owns them.

Each rank lists the moves of some of its pending positions (``kernels.queries``). It looks up the
successors that it owns itself. The others are sent, grouped by owner, and each owner answers with
an entry for each. Then every rank has the greatest key of a move of each position (see
``kernels.queries``). One process owns all successors, so nothing is sent.

Cost: the rules once for each position and a look-up for each move. Between ranks a move takes five
bytes if an entry has one byte, nine if it names a key, and as much again if the owner keeps it for
the graph.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import numpy as np

from gamesolver.engine.resolving import Resolving
from gamesolver.engine.running import out_of_bounds
from gamesolver.graph.boundary import counter_to, labels_of_keys
from gamesolver.kernels import queries as kernels
from gamesolver.kernels.index_numbers import IN_LINE, LINE, number_indexes
from gamesolver.kernels.queries import Kept, Numbers, Rows, Sent
from gamesolver.kernels.scratch import ADDED, AHEAD, ENDLESS_GAINS, TALLY, TOO_LONG, Scratch
from gamesolver.kernels.sweeping import NOTHING
from gamesolver.system.columns import Columns
from gamesolver.system.team import Outbox
from gamesolver.system.workers import chunks_of

ROWS_A_CHUNK = 1 << 14
MOVES_A_ROUND = 1 << 20  # that a rank lists between two exchanges, at most


def rows_for(size: int, max_moves: int) -> Rows:
    """Return rows in which no move is entered yet."""
    counter = counter_to(max_moves)
    return Rows(
        payoffs=np.zeros(size, np.int32),
        greatest=np.full(size, NOTHING, np.int64),
        bad=np.full(size, NOTHING, np.int64),
        not_bad=np.zeros(size, counter),
        still_open=np.zeros(size, counter),
    )


def part_of(rows: Rows, part: slice) -> Rows:
    """Return a part of the rows. Empty rows stay empty."""
    return Rows(*(column[part] for column in rows)) if len(rows.greatest) else rows


@attrs.frozen(eq=False)
class Numbering:
    """Numbers of the pending places of this rank, and the codes of the moves between them."""

    columns: Numbers
    code: np.dtype[Any]
    """Data type of a code."""

    @classmethod
    def of(cls, places: Columns, most: int, rank: int, ranks: int) -> Numbering:
        """Return the numbering of places in order, up to ``most`` for each rank."""
        first = int(places[0]) if len(places) else 0
        span = int(places[-1]) - first + 1 if len(places) else 1
        lines = np.empty(LINE * -(-span // IN_LINE), np.uint64)
        number_indexes(places, first, lines)
        shift = 1 + (ranks - 1).bit_length()
        code = np.dtype(np.uint32 if most << shift < 1 << 32 else np.int64)
        return cls(Numbers(lines, first, shift, rank << 1), code)


@attrs.frozen(eq=False)
class OwnMoves:
    """Moves between pending positions of this rank: their successors, position after position."""

    targets: Columns
    """Numbers of the successors, each with a bit that is set if the move keeps the turn."""
    counts: Columns
    """Number of these moves of each position."""
    first: int
    """Number of the first position."""


NO_NUMBERS = Numbering(Numbers(np.empty(0, np.uint64), 0, 1, 0), np.dtype(np.uint32))


@attrs.frozen(eq=False)
class Round:
    """Result of a round."""

    too_long: int
    """Number of outcomes that are too long for the entries of this rank."""
    endless_gains: int
    """Number of outcomes with gains before infinite play, which its entries cannot hold yet."""
    own: list[OwnMoves]
    """Moves from pending positions of this rank to others of it, if they are numbered."""
    received: Kept
    """Moves of other ranks to pending positions of this one."""

    @property
    def moves(self) -> int:
        """Number of these moves."""
        return len(self.received.targets) + sum(len(part.targets) for part in self.own)

    @classmethod
    def joined(cls, rounds: Sequence[Round]) -> Round:
        """Return rounds of consecutive positions as one.

        The memory of a few large columns goes back to the system when they are freed. That of
        many small ones often does not.
        """
        own = [part for each in rounds for part in each.own]
        if own:
            targets = np.concatenate([part.targets for part in own])
            counts = np.concatenate([part.counts for part in own])
            own = [OwnMoves(targets, counts, own[0].first)]
        return cls(
            sum(each.too_long for each in rounds),
            sum(each.endless_gains for each in rounds),
            own,
            Kept(*map(np.concatenate, zip(*(each.received for each in rounds), strict=True))),
        )


@attrs.define(eq=False)
class Queries:
    """Evaluation of the moves of one rank's pending positions."""

    resolving: Resolving
    queried: int = attrs.field(default=0, init=False)
    """Number of moves whose successors were queried at other ranks."""

    @property
    def max_moves(self) -> int:
        """Greatest number of moves of a position."""
        return self.resolving.runner.game.rules.max_moves

    @property
    def rows_a_round(self) -> int:
        """Number of positions of a round, of one rank."""
        return max(1, MOVES_A_ROUND // self.max_moves)

    # ── positions whose successors are all resolved ─────────────────────────

    def resolve_determined(self, places: Columns, doing: str, *, reports: bool = True) -> Columns:
        """Resolve the places whose successors are all resolved. Return the others.

        Within one process a place may lead to one that comes before it. Without ``reports`` the
        caller reports the progress.
        """
        resolving, held, team = self.resolving, self.resolving.held, self.resolving.team
        while True:
            longest = held.coding.longest_in(resolving.entries.dtype)
            if team.size == 1:
                queried = self.query(places, rows_for(0, self.max_moves), doing, resolves=True)
                unfit = np.array([queried.too_long, queried.endless_gains])
            else:
                unfit = self._resolve_in_rounds(places, doing, reports)
            if unfit[1]:
                resolving.encode_endless_gains()
            elif unfit[0]:
                held.widen_for(longest + 1)
            else:
                return held.still_pending(places)

    def _resolve_in_rounds(self, places: Columns, doing: str, reports: bool) -> Columns:
        """Resolve places with other ranks. Return the numbers of outcomes that did not fit."""
        team, total = self.resolving.team, np.zeros(2, np.int64)
        numbers = team.meet(len(places))[:, 0]
        most, in_all = int(numbers.max()), int(numbers.sum())
        for first, last in chunks_of(most, self.rows_a_round):
            part = places[first:last]
            rows = rows_for(len(part), self.max_moves)
            queried = self.query(part, rows, doing, resolves=True)
            total += queried.too_long, queried.endless_gains
            if reports and team.rank == 0:
                self.resolving.report(doing, min(in_all, team.size * last), in_all)
        unfit: Columns = team.meet(*total.tolist()).sum(axis=0)
        return unfit

    # ── one round ──────────────────────────────────────────────────────────

    def query(
        self,
        places: Columns,
        rows: Rows,
        doing: str,
        *,
        resolves: bool = False,
        numbering: Numbering = NO_NUMBERS,
        first: int = 0,
    ) -> Round:
        """Enter the values of all moves of some places into their rows, all ranks together.

        With ``resolves`` a place is resolved if its successors all are. With a ``numbering``, whose
        number of the first place is ``first``, the moves to pending positions are kept.
        """
        tally, sent, own = self._list(places, rows, doing, resolves, numbering, first)
        too_long, endless_gains = int(tally[TOO_LONG]), int(tally[ENDLESS_GAINS])
        received = _room_to_keep(0, numbering.code)
        if self.resolving.team.size > 1:
            received = self._exchange(sent, places, rows, numbering, first)
            if resolves:
                # The rows of all outcomes that do not fit, also of those that were listed.
                too_long, endless_gains = self._resolve_rows(places, rows)
        return Round(too_long, endless_gains, own, received)

    def _list(
        self,
        places: Columns,
        rows: Rows,
        doing: str,
        resolves: bool,
        numbering: Numbering,
        first: int,
    ) -> tuple[Columns, list[Sent], list[OwnMoves]]:
        """List the moves of some places, and look up the successors that this rank owns."""
        resolving, share, most = self.resolving, self.resolving.share, self.max_moves
        runner, entries, owners = resolving.runner, resolving.entries, share.owners
        longest = resolving.coding.longest_in(entries.dtype)
        is_alone, is_graph = resolving.team.size == 1, numbering is not NO_NUMBERS

        def listed(scratch: Scratch, chunk: tuple[int, int]) -> tuple[Columns, Sent, OwnMoves]:
            at = places[slice(*chunk)].astype(np.int64)
            sent = _room_to_send(0 if is_alone else len(at) * most, numbering.code)
            targets = np.empty(len(at) * most if is_graph else 0, numbering.code)
            part = part_of(rows, slice(*chunk))
            tally = runner.run_once(
                kernels.evaluate_moves,
                entries,
                scratch,
                share.indexes_of(at),
                at,
                owners,
                part,
                numbering.columns,
                sent,
                targets,
                first + chunk[0],
                resolving.detects_ends,
                resolves,
                longest,
            )
            queried, count = tally[AHEAD], tally[ADDED]
            own = OwnMoves(targets[:count].copy(), part.still_open.copy(), first + chunk[0])
            return tally.copy(), Sent(*(column[:queried] for column in sent)), own

        parts = runner.workers.run(doing, listed, chunks_of(len(places), ROWS_A_CHUNK), doing)
        tally = sum((tally for tally, _, _ in parts), np.zeros(TALLY, np.int64))
        return tally, [sent for _, sent, _ in parts], [own for _, _, own in parts]

    def _exchange(
        self, sents: list[Sent], places: Columns, rows: Rows, numbering: Numbering, first: int
    ) -> Kept:
        """Query other ranks, reply to them, and enter their replies. Return the moves to keep."""
        resolving, team, share = self.resolving, self.resolving.team, self.resolving.share
        sents = [_room_to_send(0, numbering.code), *sents]
        names, codes, gains = (np.concatenate(each) for each in zip(*sents, strict=True))
        if resolving.runner.game.rules.has_gains:
            gains = share.deal_out(names, gains.view(np.uint32))[1].view(np.int32)
        else:
            gains = gains[:0]
        names, codes, ends = share.deal_out(names, codes)
        outbox = Outbox(names, ends)
        inbox, _ = team.exchange(outbox)
        queried = share.places_named(inbox.column)
        codes_queried, kept = codes[:0], _room_to_keep(0, numbering.code)
        if numbering is not NO_NUMBERS:
            codes_queried = team.send(Outbox(codes, ends), inbox.counts).column
            kept = _room_to_keep(len(queried), numbering.code)
        entries = resolving.entries
        replies = np.empty(len(queried), entries.dtype)
        count = kernels.answer(queried, codes_queried, entries, numbering.columns, replies, kept)
        replies = team.send(Outbox(replies, inbox.ends), outbox.counts).column
        self.queried += len(names)
        form, shift = resolving.coding.for_kernels, numbering.columns.shift
        wrong = kernels.receive(replies, codes, shift, first, gains, form, rows)
        if wrong >= 0:
            index = share.indexes_of(places[wrong : wrong + 1])
            raise resolving.runner.fault_at(int(index[0]))
        return Kept(kept.targets[:count], kept.codes[:count])

    def _resolve_rows(self, places: Columns, rows: Rows) -> tuple[int, int]:
        """Resolve places with complete replies. Return the numbers of outcomes that did not fit."""
        resolving = self.resolving
        longest = resolving.coding.longest_in(resolving.entries.dtype)
        wrong, too_long, endless_gains = kernels.resolve_rows(
            resolving.coding.for_kernels, resolving.entries, places, rows, longest
        )
        if wrong >= 0:
            index = int(resolving.share.indexes_of(places[wrong : wrong + 1])[0])
            position = resolving.runner.places.position(index)
            labels = labels_of_keys(rows.greatest[[wrong]], rows.payoffs[[wrong]])
            raise out_of_bounds(resolving.runner.game, position, int(labels.points[0]))
        return too_long, endless_gains


def _room_to_send(moves: int, code: np.dtype[Any]) -> Sent:
    """Return buffers for moves to positions of other ranks."""
    return Sent(np.empty(moves, np.uint64), np.empty(moves, code), np.empty(moves, np.int32))


def _room_to_keep(moves: int, code: np.dtype[Any]) -> Kept:
    """Return buffers for moves of other ranks."""
    return Kept(np.empty(moves, code), np.empty(moves, code))
