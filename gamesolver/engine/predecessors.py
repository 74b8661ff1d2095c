"""Retrograde analysis through generated predecessors, with no memory except the entries.

**Method.** A pass visits only the frontier, because the game lists ``predecessors``. Pass n begins
with the positions that the pass before has resolved, in n - 1 plies. It updates their predecessors:

* a predecessor that can now move to a loss of the other player is won in n plies;
* any other has one *open move* fewer. If none is left, it is a *possible loss*. Then all its
  successors are looked up. It is lost in n plies if every move leads to a win of the other player
  that earlier passes have resolved.

Finished draws are resolved after all wins and losses, in passes of their own. A pending position
that can move to a finished draw is one itself. What is still pending at the end is infinite play.

**The window** is the range of indexes that is resolved: all indexes after the first pass over the
rules (``ends``), or one stage, if all later stages can be read. The scan of a stage looks up the
moves to later stages, and counts the others. The best of these moves gives a *provisional outcome*,
for example a win in a known number of plies. It is written into the entry at once, and propagated
in the pass of its length, unless a better outcome replaces it before. Each block of indexes has the
greatest length of its provisional outcomes, so that a pass visits only blocks that have some left.
Predecessors in earlier stages are left out.

**Ranks.** Each rank owns a share of the window, and updates its own positions in place. Updates of
positions of other ranks are collected, sorted, packed and sent, and so are queries. A process
without others is a team of one rank, and sends nothing.

**The number of open moves need not be exact.** It must not be too high, because a position whose
number stays above 0 is never checked. If it reaches 0 too soon, the position is checked in vain,
and nothing else happens. ``kernels.open_moves`` defines which moves a position may count.

**If many positions would update few** (in some games most positions are won in one ply), it is
faster to check all pending positions for losses, and to propagate losses only.

**Width of entries.** The greatest numbers of an entry are counts of open moves, and the least are
outcomes. If they meet, the limit of the counts is lowered. If that is not enough, the entries
become wider. In one process with all indexes, a few long outcomes are listed outside the entries
instead.

**Cost.** The rules once for each index, the predecessors of each position that a pass resolves, and
a look-up for each predecessor. An update of another rank takes one to three bytes, a query five.

Source: K. Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9 (1986).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs
import numpy as np

from gamesolver.engine.ends import COUNTED, SOON
from gamesolver.engine.growing_entries import GrowingEntries
from gamesolver.engine.in_step import in_step
from gamesolver.engine.propagation import packed, room_for_packed
from gamesolver.engine.resolving import COUNTING, Resolving
from gamesolver.kernels import predecessors as kernels
from gamesolver.kernels.codes import DRAW, ENDLESS, LOSS, WIN, entry_of, plies_of
from gamesolver.kernels.first_pass import BLOCK, scan_stage
from gamesolver.kernels.predecessors import Marks, Pass, Sent
from gamesolver.kernels.scratch import AHEAD, DONE, DRAWN, OPEN, RESOLVED, Scratch
from gamesolver.system.columns import Columns
from gamesolver.system.team import Outbox, Team
from gamesolver.system.workers import chunks_of, pieces
from gamesolver.tables.entries import NONE, VALUES, Overflow
from gamesolver.texts import several

INDEXES_A_CHUNK, INDEXES_A_PASS = 1 << 16, 1 << 20
"""Whole blocks, so that two workers never write to one entry of a column of blocks."""
MESSAGES, PARTS = 1 << 20, 4
"""Updates and queries that a rank collects in a round, and parts of a round for its workers."""
FEW = 32  # one in this many indexes may have a listed outcome
NO_STAGE = -(1 << 62)


def resolve_by_predecessors(resolving: Resolving) -> None:
    """Resolve all indexes of a game after its first pass, or resume from a checkpoint.

    All ranks do it together. One process lists a few long outcomes outside the entries.
    """
    passes = Passes(resolving, lists_long=resolving.team.size == 1)
    if resolving.begun.get("phase") == COUNTING:
        passes.resume(resolving.begun)
    else:
        passes.begin()
    passes.resolve(has_draws=resolving.first_pass.drawn > 0)
    resolving.summary += passes.summary


def resolve_stage(resolving: Resolving, stage: int, longest: int, traffic: Traffic) -> bool:
    """Resolve a stage whose later stages are resolved, in ``longest`` plies or fewer.

    All ranks do it together. Return True if play can stay in the stage.
    """
    return Passes(resolving, stage, traffic, lists_long=False).resolve_stage(longest)


@attrs.define
class Traffic:
    """Updates and queries that a rank has sent to others."""

    messages: int = 0
    message_bytes: int = 0
    queries: int = 0
    """Number of successors of possible losses that were queried at other ranks."""

    def __str__(self) -> str:
        each = self.message_bytes / max(1, self.messages)
        sent = f"{self.messages} updates sent in {each:.2f} bytes each"
        return f"{sent}, {self.queries} moves of possible losses looked up at other ranks"

    def of_all(self, team: Team) -> Traffic:
        """Return the total of all ranks."""
        return Traffic(*team.meet(*attrs.astuple(self)).sum(axis=0).tolist())


@attrs.define(eq=False)
class CountingEntries:
    """Entries of the window. Pending entries count open moves."""

    held: GrowingEntries
    lists_long: bool
    """True if long outcomes may be listed outside the entries."""
    counted: int = COUNTED
    """Greatest number of open moves that an entry counts."""
    overflow: list[Overflow] = attrs.field(factory=list, init=False)
    """Long outcomes outside the entries, one list for each length."""

    @property
    def most(self) -> int:
        """Greatest entry: a pending index without open moves."""
        return int(np.iinfo(self.held.entries.dtype).max)

    @property
    def least(self) -> int:
        """Least entry of a pending index."""
        return self.most - self.counted

    @property
    def long(self) -> int:
        """Entry of an index whose outcome is in the list."""
        return self.most - 1

    def is_long(self, length: int) -> bool:
        """Return True if outcomes of this length are listed outside the entries."""
        return self.lists_long and length > VALUES.longest_below(self.most - 3)

    def entry_of(self, kind: int, length: int) -> int:
        """Return the entry that an outcome gets in the pass of its length."""
        return (
            self.most - 3 + (kind == WIN) if self.is_long(length) else int(entry_of(kind, length))
        )

    def resume(self, counted: int) -> None:
        """Restore the counts and the long outcomes of an earlier solve."""
        self.counted = counted
        overflow = self.held.overflow
        plies = plies_of(overflow.entries)
        for length in np.unique(plies):
            has_length = plies == length
            self.overflow.append(
                Overflow(overflow.code, overflow.indexes[has_length], overflow.entries[has_length])
            )

    def make_room(self, length: int) -> None:
        """Make entries of this length less than pending ones, unless they are listed."""
        while length > VALUES.longest_below(self.least):
            if self.counted:
                self.lower_counts(self.counted // 2)
            elif self.lists_long:
                return
            else:
                self.widen()

    def lower_counts(self, most: int) -> None:
        """Limit the counts of open moves to ``most``."""
        least, self.counted = self.least, most
        self.rewrite_pending(least, lambda part: np.maximum(part, self.least))

    def widen(self) -> None:
        """Make the entries wider, and put the long outcomes into them."""
        held, narrow = self.held, self.most
        overflow, self.overflow = Overflow.joined(self.overflow), []
        held.overflow = Overflow.joined([])
        held.widen_for(held.coding.longest_in(held.entries.dtype) + 1)
        self.counted = COUNTED
        self.rewrite_pending(narrow, lambda part: np.full_like(part, self.most))
        held.entries[overflow.indexes] = overflow.entries

    def list_long(self, length: int, frontier: Columns) -> None:
        """List the outcomes of this length in blocks of the frontier, and mark their entries."""
        parts, entries = [], self.held.entries
        for block in np.flatnonzero(frontier).tolist():
            first = block * BLOCK
            part = entries[first : first + BLOCK]
            for kind in (LOSS, WIN):
                indexes = np.flatnonzero(part == self.entry_of(kind, length))
                part[indexes] = self.long
                long_entries = np.full(len(indexes), entry_of(kind, length))
                parts.append(Overflow(self.long, indexes + first, long_entries))
        self.overflow.append(Overflow.joined(parts))
        if sum(map(len, self.overflow)) > len(entries) // FEW:
            self.widen()

    def rewrite_pending(self, least: int, rewritten: Callable[[Columns], Any]) -> None:
        """Replace the entries of all pending indexes, which are ``least`` or more before."""
        for chunk in self.chunks:
            part = self.held.entries[slice(*chunk)]
            are_pending = part >= least
            part[are_pending] = rewritten(part[are_pending])

    def count_pending(self) -> int:
        """Return the number of pending indexes of this rank."""
        entries, least = self.held.entries, self.least
        return sum(int(np.count_nonzero(entries[slice(*each)] >= least)) for each in self.chunks)

    @property
    def chunks(self) -> list[tuple[int, int]]:
        """Places of this rank, in chunks."""
        return [each for own in self.held.ranges for each in pieces(*own, INDEXES_A_CHUNK)]


@attrs.define(eq=False)
class Passes:
    """The passes over a window: all indexes, or a stage."""

    resolving: Resolving
    stage: int | None = None
    traffic: Traffic = attrs.field(factory=Traffic)
    lists_long: bool = attrs.field(kw_only=True)
    """True if long outcomes may be listed outside the entries."""
    level: int = attrs.field(default=1, init=False)
    """Length of the outcomes of the next pass."""
    is_drawing: bool = attrs.field(default=False, init=False)
    """True if wins and losses are resolved, and finished draws come next."""
    passes: dict[bool, int] = attrs.field(factory=lambda: {False: 0, True: 0}, init=False)
    """Number of passes done here of wins and losses, and of finished draws."""
    _open: int = attrs.field(default=0, init=False)
    """Number of pending indexes of all ranks."""
    _resolved: int = attrs.field(default=1, init=False)
    """Number of indexes that the last pass has resolved, of all ranks."""
    _entries: CountingEntries = attrs.field(init=False)
    _marks: Marks = attrs.field(init=False)
    _frontier: Columns = attrs.field(init=False)
    """Blocks of the frontier: those with indexes that the last pass has resolved."""

    def __attrs_post_init__(self) -> None:
        held = self.resolving.held
        self._entries = CountingEntries(held, self.lists_long)
        last = held.part[1]
        # Without stages, the only outcomes written ahead of their pass are those in one ply.
        longest = np.full(-(-last // BLOCK), self.stage is None, np.int32)
        self._marks = Marks(np.zeros(len(longest), bool), np.zeros(len(longest), bool), longest)
        self._frontier = self.flags(up=True)

    # ── all indexes of a game ────────────────────────────────────────────────

    def begin(self) -> None:
        """Begin after the first pass."""
        first, settings = self.resolving.first_pass, self.resolving.settings
        self.level = 1 + first.looked_ahead
        self._entries.counted = settings.counted
        self._resolved = first.at_once if first.looked_ahead else first.ends
        self._open = self._count_open()

    def resume(self, state: Mapping[str, Any]) -> None:
        """Restore the state of an earlier solve. Every block may have resolved indexes."""
        self.level, self.is_drawing = state["level"], state["is_drawing"]
        self._resolved = state["resolved"]
        self._entries.resume(state["counted"])
        self._open = self._count_open()

    def _count_open(self) -> int:
        """Return the number of pending indexes of all ranks."""
        return int(self.resolving.team.meet(self._entries.count_pending())[:, 0].sum())

    def resolve(self, *, has_draws: bool) -> None:
        """Resolve wins and losses, then finished draws if there are any. The rest is endless."""
        if not self.is_drawing:
            self._resolve_in_passes()
        if has_draws:
            if not self.is_drawing:
                self.is_drawing, self.level, self._resolved = True, 1, 1
            self._entries.lists_long = False
            self._resolve_in_passes()
        self._entries.rewrite_pending(self._entries.least, lambda _: ENDLESS)
        self.resolving.held.overflow = Overflow.joined(self._entries.overflow)

    @property
    def summary(self) -> list[str]:
        """Summary of the passes, as text."""
        if self.resolving.team.size > 1:
            ranks = several(self.resolving.team.size, "rank")
            sent = self.traffic.of_all(self.resolving.team)
            return [f"{sum(self.passes.values())} retrograde passes on {ranks}, {sent}"]
        summary = [f"{self.passes[False]} retrograde passes of wins and losses"]
        if self.passes[True]:
            summary.append(f"{self.passes[True]} passes of finished draws")
        if number := len(self.resolving.held.overflow):
            summary.append(f"{number} long outcomes outside the entries")
        return summary

    # ── a stage ────────────────────────────────────────────────────────────

    def resolve_stage(self, longest: int) -> bool:
        """Resolve every index of a stage. Return True if play can stay in it."""
        self._entries.make_room(longest + 1)
        is_cyclic, has_draws = self._scan()
        if is_cyclic:
            self.resolve(has_draws=has_draws)
        return is_cyclic

    def _scan(self) -> tuple[bool, bool]:
        """Scan all indexes. Return True if moves stay in the stage, and if any end in a draw."""
        resolving, runner, part = self.resolving, self.resolving.runner, self.resolving.held.part
        others = self.stage, part[1], self._entries.most, self._entries.counted, self._marks.longest

        def scanned(scratch: Scratch, chunk: tuple[int, int]) -> Columns:
            return runner.run_once(scan_stage, resolving.entries, scratch, chunk, *others).copy()

        doing = f"stage {self.stage}"
        tally = in_step(runner, resolving.team, doing, scanned, self._entries.chunks)
        is_open, has_draws = (
            resolving.team.meet(*tally[[OPEN, DRAWN]].tolist()).max(axis=0).tolist()
        )
        return is_open > 0, has_draws > 0

    # ── passes ─────────────────────────────────────────────────────────────

    def _resolve_in_passes(self) -> None:
        """Resolve wins and losses, or finished draws, until no pass can resolve more."""
        self._frontier = self.flags(up=True)
        longest = int(self.resolving.team.meet(int(self._marks.longest.max(initial=0)))[:, 0].max())
        while self._may_resolve(longest):
            longest = self._pass()
            self.passes[self.is_drawing] += 1
            self._pause()

    def _may_resolve(self, longest: int) -> bool:
        """Return True if a further pass may resolve indexes.

        ``longest`` is the greatest length of a provisional outcome.
        """
        if self.stage is None and not self._open:
            return False
        return self._resolved > 0 or self.level <= longest + 1

    def _pass(self) -> int:
        """Do one pass. Return the greatest length of a provisional outcome, of all ranks."""
        checks_all, entries = self._checks_all, self._entries
        if checks_all and entries.counted:
            entries.lower_counts(0)  # since wins no longer update them
        entries.make_room(self.level)
        frontier = self._frontier | (self._marks.longest >= self.level - 1)
        self._marks = self._marks._replace(
            newly_resolved=self.flags(), possible_losses=self.flags(up=checks_all)
        )
        resolved = self.update_predecessors(frontier, only_losses=checks_all)
        if not self.is_drawing:
            resolved += self._resolve_possible_losses()
        if resolved and entries.is_long(self.level):
            entries.list_long(self.level, self._marks.newly_resolved)
        self._frontier = self._marks.newly_resolved
        longest = int(self._marks.longest.max(initial=0))
        of_ranks = self.resolving.team.meet(resolved, longest)
        self._resolved, longest = int(of_ranks[:, 0].sum()), int(of_ranks[:, 1].max())
        self._open -= self._resolved
        self.level += 1
        return longest

    @property
    def _checks_all(self) -> bool:
        """True if it is faster to check all pending positions than to propagate wins.

        A win only lowers counts of open moves, unless a move can keep the turn. Then all outcomes
        must be propagated. Other ranks take longer to answer a query than to apply an update.
        """
        if self.is_drawing or self.stage is not None or self.resolving.team.size > 1:
            return False
        has_seats = self.resolving.runner.game.rules.player is not None
        return not (has_seats or self._entries.overflow) and self._resolved > SOON * self._open

    def _pause(self) -> None:
        """Write a checkpoint if it is time for one."""
        resolving = self.resolving
        if resolving.is_due():
            resolving.held.overflow = Overflow.joined(self._entries.overflow)
            resolving.save_now(
                f"{self._doing} in {self.level}",
                phase=COUNTING,
                is_drawing=self.is_drawing,
                level=self.level,
                resolved=self._resolved,
                least=self._entries.least,
                counted=self._entries.counted,
            )

    @property
    def _doing(self) -> str:
        """Outcomes that the pass resolves, as text."""
        what = "finished draws" if self.is_drawing else "wins and losses"
        return what if self.stage is None else f"stage {self.stage}, {what}"

    def _kernel_arguments(self) -> Pass:
        """Return the arguments of this pass for the kernels."""
        resolving, entries = self.resolving, self._entries
        kind = DRAW if self.is_drawing else WIN
        is_one_stage = self.stage is not None and resolving.team.size == 1
        return Pass(
            better=entries.entry_of(kind, self.level),
            loss=entries.entry_of(LOSS, self.level),
            pending=entries.least,
            long=entries.long if entries.overflow else NONE,
            is_drawing=self.is_drawing,
            has_provisional=self.stage is not None,
            stage=NO_STAGE if self.stage is None else self.stage,
            detects_ends=resolving.detects_ends and not is_one_stage,
            is_alone=resolving.runner.is_alone,
        )

    def update_predecessors(self, frontier: Columns, *, only_losses: bool) -> int:
        """Update the predecessors of the frontier. Return the number of indexes resolved."""
        if self._entries.overflow and not self.is_drawing:
            return self._update_predecessors_of_long()
        width, before = self.resolving.entries.dtype.type, self.level - 1
        least = width(entry_of(DRAW if self.is_drawing else LOSS, before))
        most = width(entry_of(DRAW if self.is_drawing else WIN, before))
        return self._run_over_blocks(
            kernels.update_predecessors,
            frontier,
            (least, least if only_losses else most),
            np.uint8,
            self._deliver_updates,
        )

    def _update_predecessors_of_long(self) -> int:
        """Update the predecessors of the long outcomes of the last pass, which are listed."""
        last, runner, resolving = self._entries.overflow[-1], self.resolving.runner, self.resolving
        others = (
            self._kernel_arguments(),
            self._marks,
            resolving.share.owners,
            _send_buffers(0, np.uint8),
        )
        tally = runner.run(
            f"{self._doing} in {self.level}",
            kernels.update_predecessors_of_listed,
            resolving.entries,
            chunks_of(len(last), INDEXES_A_CHUNK),
            lambda chunk: (last.indexes[slice(*chunk)], last.values[slice(*chunk)], *others),
        )
        return int(tally[RESOLVED])

    def _resolve_possible_losses(self) -> int:
        """Resolve the possible losses that are lost. Return their number."""
        return self._run_over_blocks(
            kernels.resolve_possible_losses,
            self._marks.possible_losses,
            (self.resolving.entries.dtype.type(self._entries.most),),
            np.uint32 if len(self.resolving.entries) < 1 << 32 else np.int64,
            self._deliver_queries,
        )

    # ── a kernel over blocks, and messages between ranks ───────────────────

    def _run_over_blocks(
        self,
        kernel: Callable[..., None],
        flags: Columns,
        limits: tuple[Any, ...],
        code: Any,
        deliver: Callable[[Columns, Columns, int, bool], tuple[int, bool]],
    ) -> int:
        """Run a kernel over the blocks whose flag is up. Return the number of indexes resolved.

        What the kernel collects for other ranks is delivered.
        """
        resolving, chunks = self.resolving, self._flagged_chunks(flags)
        others = flags, *limits, self._kernel_arguments(), self._marks, resolving.share.owners
        if resolving.team.size > 1:
            return self._run_with_others(kernel, chunks, others, code, deliver)
        nothing, doing = _send_buffers(0, code), f"{self._doing} in {self.level}"
        tally = resolving.runner.run(
            doing, kernel, resolving.entries, chunks, lambda chunk: (chunk, *others, nothing)
        )
        return int(tally[RESOLVED])

    def _run_with_others(
        self,
        kernel: Callable[..., None],
        chunks: list[tuple[int, int]],
        others: tuple[Any, ...],
        code: Any,
        deliver: Callable[[Columns, Columns, int, bool], tuple[int, bool]],
    ) -> int:
        """Run a kernel over chunks, and deliver updates or queries to other ranks in rounds.

        If its buffer is full, the kernel leaves a chunk, and resumes it in the next call.
        """
        resolving, runner, threads = self.resolving, self.resolving.runner, self._threads
        doing = f"{self._doing} in {self.level}"

        def collected(scratch: Scratch, chunk: tuple[int, int]) -> tuple[int, int, Sent]:
            room = max(MESSAGES // (PARTS * threads), len(scratch.neighbours))
            sent = _send_buffers(room, code)
            tally = runner.run_once(kernel, resolving.entries, scratch, chunk, *others, sent)
            full = Sent(*(column[: tally[AHEAD]].copy() for column in sent))
            return int(tally[RESOLVED]), int(tally[DONE]), full

        resolved, is_more = 0, True
        while is_more:
            parts = [_send_buffers(0, code)]
            count, most = 0, MESSAGES - MESSAGES // PARTS
            while chunks and count <= most:
                some, rests = chunks[:threads], []
                for (_, last), (more, done, sent) in zip(
                    some, runner.workers.run(doing, collected, some, doing), strict=True
                ):
                    resolved += more
                    parts.append(sent)
                    count += len(sent.names)
                    if done < last:
                        rests.append((done, last))
                chunks[:threads] = rests
            names, codes = (np.concatenate(each) for each in zip(*parts, strict=True))
            more, is_more = deliver(names, codes, resolved, bool(chunks))
            resolved += more
        return resolved

    @property
    def _threads(self) -> int:
        return len(self.resolving.runner.workers.scratches)

    def _flagged_chunks(self, flags: Columns) -> list[tuple[int, int]]:
        """Return the chunks of own places with a flag that is up."""
        return [
            (first, last)
            for own in self.resolving.held.ranges
            for first, last in pieces(*own, INDEXES_A_PASS)
            if flags[first // BLOCK : -(-last // BLOCK)].any()
        ]

    def _deliver_updates(
        self, names: Columns, are_good: Columns, resolved: int, is_more: bool
    ) -> tuple[int, bool]:
        """Send updates to the owners of the positions, and apply those of other ranks.

        Return the number of positions that these resolve, and True if any rank has more.
        """
        resolving, team, owners = self.resolving, self.resolving.team, self.resolving.share.owners
        outbox = self._packed_updates(names, are_good)
        inbox, of_ranks = team.exchange(outbox, is_more, resolved)
        numbers, count = self._kernel_arguments(), 0
        for part in inbox.parts():
            count += int(
                kernels.apply_updates(part, resolving.entries, numbers, self._marks, owners)
            )
        if team.rank == 0:
            doing = f"{self._doing} in {self.level}"
            resolving.runner.workers.report(
                doing, int(of_ranks[:, 1].sum()), resolving.share.in_all
            )
        return count, bool(of_ranks[:, 0].any())

    def _packed_updates(self, names: Columns, are_good: Columns) -> Outbox:
        """Return the updates in order of their owners, sorted and packed as differences."""
        share, team, owners = self.resolving.share, self.resolving.team, self.resolving.share.owners
        narrow, are_good, ends = share.deal_out(names, are_good)
        updates = narrow.astype(np.int64) << 1 | are_good
        names_of_rank = (
            (owners.last - owners.begin >> owners.bits) // team.size + 1
        ) << owners.bits
        if names_of_rank < 1 << 30:
            updates = updates.astype(np.uint32)
        room, parts = room_for_packed(len(updates), updates.itemsize), []
        for part in Outbox(updates, ends).parts():
            sealed, sent = packed(part, 2 * names_of_rank, room)
            parts.append(sealed)
            self.traffic.messages += sent
            self.traffic.message_bytes += len(sealed)
        return Outbox(np.concatenate(parts), np.cumsum([len(part) for part in parts]))

    def _deliver_queries(
        self, names: Columns, places: Columns, resolved: int, is_more: bool
    ) -> tuple[int, bool]:
        """Query the owners of successors of possible losses, and revoke losses that they refute.

        The kernel has counted all of these positions as lost. Return the negative number of revoked
        losses, and True if any rank has more.
        """
        resolving, team, share = self.resolving, self.resolving.team, self.resolving.share
        queried, places, ends = share.deal_out(names, places)
        outbox = Outbox(queried, ends)
        inbox, of_ranks = team.exchange(outbox, is_more)
        there, replies = share.places_named(inbox.column), np.empty(len(inbox.column), np.uint8)
        kernels.mark_open_moves(there, resolving.entries, self._kernel_arguments(), replies)
        replies = team.send(Outbox(replies, inbox.ends), outbox.counts).column
        self.traffic.queries += len(queried)
        count, wrong = kernels.revoke_losses(replies, places, resolving.entries)
        if wrong >= 0:
            indexes = share.indexes_of(np.array([wrong]))
            raise resolving.runner.fault_at(int(indexes[0]))
        return -int(count), bool(of_ranks[:, 0].any())

    def flags(self, *, up: bool = False) -> Columns:
        """Return a flag for each block."""
        return np.full(len(self._marks.longest), up)


def _send_buffers(count: int, code: Any) -> Sent:
    """Return buffers for names of positions that other ranks own."""
    return Sent(np.empty(count, np.int64), np.empty(count, code))
