"""Retrograde analysis through generated predecessors, with no memory except the cells.

**Method.** If a game lists its ``predecessors``, a pass need not visit all pending positions. Pass
n begins with the positions that were resolved in n - 1 plies, and informs their predecessors:

* a predecessor that can now move to a loss of the other player is won in n;
* any other has one open move fewer. If none is left, it is *in doubt*. Then all its successors are
  looked up: a position whose every move leads to a win of the other player, resolved before, is
  lost in n.

Finished draws have passes of their own after those of wins and losses. A pending position that can
move to a finished draw is one itself. Positions that are pending at the end are infinite play.

**A window of slots** is resolved. It is all slots, after the first pass over the rules (``ends``).
Or it is one stage, while all later stages can be read. The first scan of a stage looks up the moves
to later stages and counts the others. What these moves decide, such as a win in a known number of
plies, is a *promise*. It is written into the cell, and is news in the pass of its length. The
greatest length of a promise is kept for each block of slots, so that a pass looks only at blocks
with news. Predecessors in earlier stages are left out.

**A share of the window** belongs to each rank. It enters its own messages in place. Messages to
other ranks are collected, sorted and packed, and so are queries of their positions. A process
without others is a team of one: it collects nothing.

**Counts of open moves need not be right.** They must not be too high, because a position whose
count stays above 0 is never checked. A count that reaches 0 too soon costs one check of the
position, and nothing else. ``kernels.open_moves`` defines how many moves a position may count.

**If many would inform few** (most positions of some games are won in one ply), it is faster to
check all pending positions, and to inform of losses only.

**Width of cells.** Counts use the greatest codes of a cell, and outcomes the least. If they meet,
counts are lowered as needed. If that is not enough, cells become wider. In one process with
all slots, a few long outcomes are listed outside the cells instead.

**Cost.** The rules for each slot once, the predecessors of each position resolved later, and a
look-up for each of those. A message to another rank takes one to three bytes, a query five.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs
import numpy as np

from gamesolver.engine.ends import COUNTED, SOON
from gamesolver.engine.growing_cells import GrowingCells
from gamesolver.engine.in_step import in_step
from gamesolver.engine.propagation import packed, room_for_packed
from gamesolver.engine.resolving import COUNTING, Resolving
from gamesolver.kernels import predecessors as kernels
from gamesolver.kernels.codes import DRAW, ENDLESS, LOSS, WIN, cell_of, plies_of
from gamesolver.kernels.first_look import BLOCK, look_at_stage
from gamesolver.kernels.predecessors import Marks, Pass, Sent
from gamesolver.kernels.scratch import AHEAD, DONE, DRAWN, OPEN, RESOLVED, Scratch
from gamesolver.system.columns import Columns
from gamesolver.system.team import Outbox, Team
from gamesolver.system.workers import chunks_of, pieces
from gamesolver.tables.cells import NONE, VALUES, Overflow
from gamesolver.texts import several

SLOTS_A_CHUNK, SLOTS_A_PASS = 1 << 16, 1 << 20
"""Whole blocks, so that two workers never write to one entry of a column of blocks."""
MESSAGES, PARTS = 1 << 20, 4
"""Messages that a rank collects in a round, and parts of a round for its workers."""
FEW = 32  # one slot in this number may have a listed outcome
NO_STAGE = -(1 << 62)


def resolve_by_predecessors(resolving: Resolving) -> None:
    """Resolve all slots of a game after its first pass, or resume from a checkpoint.

    All ranks do it together. One process lists a few long outcomes outside the cells.
    """
    passes = Passes(resolving, lists_long=resolving.team.size == 1)
    if resolving.begun.get("phase") == COUNTING:
        passes.resume(resolving.begun)
    else:
        passes.begin()
    passes.resolve(has_draws=resolving.first_pass.drawn > 0)
    resolving.story += passes.story


def resolve_stage(resolving: Resolving, stage: int, longest: int, traffic: Traffic) -> bool:
    """Resolve a stage whose later stages are resolved, in ``longest`` plies or fewer.

    All ranks do it together. Return True if play can stay in the stage.
    """
    return Passes(resolving, stage, traffic, lists_long=False).resolve_stage(longest)


@attrs.define
class Traffic:
    """Messages that a rank has sent to others."""

    messages: int = 0
    message_bytes: int = 0
    questions: int = 0
    """Number of successors of positions in doubt that were queried at other ranks."""

    def __str__(self) -> str:
        each = self.message_bytes / max(1, self.messages)
        sent = f"{self.messages} updates sent in {each:.2f} bytes each"
        return f"{sent}, {self.questions} doubtful moves looked up at other ranks"

    def of_all(self, team: Team) -> Traffic:
        """Return the total of all ranks."""
        return Traffic(*team.meet(*attrs.astuple(self)).sum(axis=0).tolist())


@attrs.define(eq=False)
class CountingCells:
    """Cells of the window. Pending cells count open moves."""

    held: GrowingCells
    lists_long: bool
    """True if long outcomes may be listed outside the cells."""
    counted: int = COUNTED
    """Greatest number of open moves that a cell counts."""
    overflow: list[Overflow] = attrs.field(factory=list, init=False)
    """Long outcomes outside the cells, one list for each length."""

    @property
    def most(self) -> int:
        """Greatest cell: a pending slot without open moves."""
        return int(np.iinfo(self.held.cells.dtype).max)

    @property
    def least(self) -> int:
        """Least cell of a pending slot."""
        return self.most - self.counted

    @property
    def long(self) -> int:
        """Cell of a slot whose outcome is in the list."""
        return self.most - 1

    def is_long(self, length: int) -> bool:
        """Return True if outcomes of this length are listed outside the cells."""
        return self.lists_long and length > VALUES.longest_below(self.most - 3)

    def cell_of(self, kind: int, length: int) -> int:
        """Return the cell that an outcome gets in the pass of its length."""
        return self.most - 3 + (kind == WIN) if self.is_long(length) else int(cell_of(kind, length))

    def resume(self, counted: int) -> None:
        """Restore the counts and the long outcomes of an earlier solve."""
        self.counted = counted
        overflow = self.held.overflow
        plies = plies_of(overflow.cells)
        for length in np.unique(plies):
            those = plies == length
            self.overflow.append(
                Overflow(overflow.code, overflow.slots[those], overflow.cells[those])
            )

    def make_room(self, length: int) -> None:
        """Make cells of this length less than those of pending slots, unless they are listed."""
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
        """Make the cells wider, and put the long outcomes into them."""
        held, narrow = self.held, self.most
        overflow, self.overflow = Overflow.joined(self.overflow), []
        held.overflow = Overflow.joined([])
        held.widen_for(held.coding.longest_in(held.cells.dtype) + 1)
        self.counted = COUNTED
        self.rewrite_pending(narrow, lambda part: np.full_like(part, self.most))
        held.cells[overflow.slots] = overflow.cells

    def list_long(self, length: int, fresh: Columns) -> None:
        """List the outcomes of this length in fresh blocks, and mark their cells as long."""
        parts, cells = [], self.held.cells
        for block in np.flatnonzero(fresh).tolist():
            first = block * BLOCK
            part = cells[first : first + BLOCK]
            for kind in (LOSS, WIN):
                slots = np.flatnonzero(part == self.cell_of(kind, length))
                part[slots] = self.long
                long_cells = np.full(len(slots), cell_of(kind, length))
                parts.append(Overflow(self.long, slots + first, long_cells))
        self.overflow.append(Overflow.joined(parts))
        if sum(map(len, self.overflow)) > len(cells) // FEW:
            self.widen()

    def rewrite_pending(self, least: int, rewritten: Callable[[Columns], Any]) -> None:
        """Replace the cells of all pending slots, which are ``least`` or more before."""
        for chunk in self.chunks:
            part = self.held.cells[slice(*chunk)]
            are_pending = part >= least
            part[are_pending] = rewritten(part[are_pending])

    def count_pending(self) -> int:
        """Return the number of pending slots of this rank."""
        cells, least = self.held.cells, self.least
        return sum(int(np.count_nonzero(cells[slice(*each)] >= least)) for each in self.chunks)

    @property
    def chunks(self) -> list[tuple[int, int]]:
        """Places of this rank, in chunks."""
        return [each for own in self.held.ranges for each in pieces(*own, SLOTS_A_CHUNK)]


@attrs.define(eq=False)
class Passes:
    """The passes over a window: all slots, or a stage."""

    resolving: Resolving
    stage: int | None = None
    traffic: Traffic = attrs.field(factory=Traffic)
    lists_long: bool = attrs.field(kw_only=True)
    """True if long outcomes may be listed outside the cells."""
    level: int = attrs.field(default=1, init=False)
    """Length of the outcomes of the next pass."""
    is_drawing: bool = attrs.field(default=False, init=False)
    """True if wins and losses are resolved, and finished draws come next."""
    passes: dict[bool, int] = attrs.field(factory=lambda: {False: 0, True: 0}, init=False)
    """Number of passes done here of wins and losses, and of finished draws."""
    _open: int = attrs.field(default=0, init=False)
    """Number of pending slots of all ranks."""
    _resolved: int = attrs.field(default=1, init=False)
    """Number of slots that the last pass has resolved, of all ranks."""
    _cells: CountingCells = attrs.field(init=False)
    _marks: Marks = attrs.field(init=False)
    _fresh: Columns = attrs.field(init=False)
    """Blocks in which the last pass has resolved something."""

    def __attrs_post_init__(self) -> None:
        held = self.resolving.held
        self._cells = CountingCells(held, self.lists_long)
        last = held.part[1]
        # outside a stage the only promises are outcomes in one ply, of the first pass
        longest = np.full(-(-last // BLOCK), self.stage is None, np.int32)
        self._marks = Marks(np.zeros(len(longest), bool), np.zeros(len(longest), bool), longest)
        self._fresh = self.flags(up=True)

    # ── all slots of a game ────────────────────────────────────────────────

    def begin(self) -> None:
        """Begin after the first pass."""
        first, settings = self.resolving.first_pass, self.resolving.settings
        self.level = 1 + first.looked_ahead
        self._cells.counted = settings.counted
        self._resolved = first.at_once if first.looked_ahead else first.ends
        self._open = self._count_open()

    def resume(self, state: Mapping[str, Any]) -> None:
        """Restore the state of an earlier solve. Every block may have news."""
        self.level, self.is_drawing = state["level"], state["is_drawing"]
        self._resolved = state["resolved"]
        self._cells.resume(state["counted"])
        self._open = self._count_open()

    def _count_open(self) -> int:
        """Return the number of pending slots of all ranks."""
        return int(self.resolving.team.meet(self._cells.count_pending())[:, 0].sum())

    def resolve(self, *, has_draws: bool) -> None:
        """Resolve wins and losses, then finished draws if there are any. The rest is endless."""
        if not self.is_drawing:
            self._resolve_in_passes()
        if has_draws:
            if not self.is_drawing:
                self.is_drawing, self.level, self._resolved = True, 1, 1
            self._cells.lists_long = False
            self._resolve_in_passes()
        self._cells.rewrite_pending(self._cells.least, lambda _: ENDLESS)
        self.resolving.held.overflow = Overflow.joined(self._cells.overflow)

    @property
    def story(self) -> list[str]:
        """Summary of the passes, as text."""
        if self.resolving.team.size > 1:
            ranks = several(self.resolving.team.size, "rank")
            sent = self.traffic.of_all(self.resolving.team)
            return [f"{sum(self.passes.values())} retrograde passes on {ranks}, {sent}"]
        story = [f"{self.passes[False]} retrograde passes of wins and losses"]
        if self.passes[True]:
            story.append(f"{self.passes[True]} passes of finished draws")
        if number := len(self.resolving.held.overflow):
            story.append(f"{number} long outcomes outside the cells")
        return story

    # ── a stage ────────────────────────────────────────────────────────────

    def resolve_stage(self, longest: int) -> bool:
        """Resolve every slot of a stage. Return True if play can stay in it."""
        self._cells.make_room(longest + 1)
        is_cyclic, has_draws = self._look()
        if is_cyclic:
            self.resolve(has_draws=has_draws)
        return is_cyclic

    def _look(self) -> tuple[bool, bool]:
        """Look at all slots. Return True if moves stay in the stage, and if any end in a draw."""
        resolving, runner, part = self.resolving, self.resolving.runner, self.resolving.held.part
        others = self.stage, part[1], self._cells.most, self._cells.counted, self._marks.longest

        def looked(scratch: Scratch, chunk: tuple[int, int]) -> Columns:
            return runner.run_once(look_at_stage, resolving.cells, scratch, chunk, *others).copy()

        doing = f"stage {self.stage}"
        tally = in_step(runner, resolving.team, doing, looked, self._cells.chunks)
        is_open, has_draws = (
            resolving.team.meet(*tally[[OPEN, DRAWN]].tolist()).max(axis=0).tolist()
        )
        return is_open > 0, has_draws > 0

    # ── passes ─────────────────────────────────────────────────────────────

    def _resolve_in_passes(self) -> None:
        """Resolve wins and losses, or finished draws, until nothing more can come."""
        self._fresh = self.flags(up=True)
        longest = int(self.resolving.team.meet(int(self._marks.longest.max(initial=0)))[:, 0].max())
        while self._may_resolve(longest):
            longest = self._pass()
            self.passes[self.is_drawing] += 1
            self._pause()

    def _may_resolve(self, longest: int) -> bool:
        """Return True if a further pass may resolve anything. ``longest`` is that of a promise."""
        if self.stage is None and not self._open:
            return False
        return self._resolved > 0 or self.level <= longest + 1

    def _pass(self) -> int:
        """Do one pass. Return the greatest length of a promise, of all ranks."""
        checks_all, cells = self._checks_all, self._cells
        if checks_all and cells.counted:
            cells.lower_counts(0)  # because counts would be wrong
        cells.make_room(self.level)
        fresh = self._fresh | (self._marks.longest >= self.level - 1)
        self._marks = self._marks._replace(fresh=self.flags(), doubts=self.flags(up=checks_all))
        resolved = self.inform(fresh, only_losses=checks_all)
        if not self.is_drawing:
            resolved += self._resolve_doubts()
        if resolved and cells.is_long(self.level):
            cells.list_long(self.level, self._marks.fresh)
        self._fresh = self._marks.fresh
        longest = int(self._marks.longest.max(initial=0))
        of_ranks = self.resolving.team.meet(resolved, longest)
        self._resolved, longest = int(of_ranks[:, 0].sum()), int(of_ranks[:, 1].max())
        self._open -= self._resolved
        self.level += 1
        return longest

    @property
    def _checks_all(self) -> bool:
        """True if it is faster to check all pending positions than to inform of wins.

        A win needs no message unless a move can keep the turn. Then all positions must inform. A
        query to another rank takes longer than a message.
        """
        if self.is_drawing or self.stage is not None or self.resolving.team.size > 1:
            return False
        has_seats = self.resolving.runner.game.rules.player is not None
        return not (has_seats or self._cells.overflow) and self._resolved > SOON * self._open

    def _pause(self) -> None:
        """Write a checkpoint if it is time for one."""
        resolving = self.resolving
        if resolving.is_due():
            resolving.held.overflow = Overflow.joined(self._cells.overflow)
            resolving.save_now(
                f"{self._doing} in {self.level}",
                phase=COUNTING,
                is_drawing=self.is_drawing,
                level=self.level,
                resolved=self._resolved,
                least=self._cells.least,
                counted=self._cells.counted,
            )

    @property
    def _doing(self) -> str:
        """Outcomes that the pass resolves, as text."""
        what = "finished draws" if self.is_drawing else "wins and losses"
        return what if self.stage is None else f"stage {self.stage}, {what}"

    def _numbers(self) -> Pass:
        """Return the numbers of this pass for kernels."""
        resolving, cells = self.resolving, self._cells
        kind = DRAW if self.is_drawing else WIN
        is_one_stage = self.stage is not None and resolving.team.size == 1
        return Pass(
            better=cells.cell_of(kind, self.level),
            loss=cells.cell_of(LOSS, self.level),
            pending=cells.least,
            long=cells.long if cells.overflow else NONE,
            is_drawing=self.is_drawing,
            has_promises=self.stage is not None,
            stage=NO_STAGE if self.stage is None else self.stage,
            is_sifting=resolving.is_sifting and not is_one_stage,
            is_alone=resolving.runner.is_alone,
        )

    def inform(self, fresh: Columns, *, only_losses: bool) -> int:
        """Inform the predecessors of what the last pass resolved. Return the number resolved."""
        if self._cells.overflow and not self.is_drawing:
            return self._inform_of_long()
        width, before = self.resolving.cells.dtype.type, self.level - 1
        least = width(cell_of(DRAW if self.is_drawing else LOSS, before))
        most = width(cell_of(DRAW if self.is_drawing else WIN, before))
        return self._over_blocks(
            kernels.inform,
            fresh,
            (least, least if only_losses else most),
            np.uint8,
            self._send,
        )

    def _inform_of_long(self) -> int:
        """Inform the predecessors of the long outcomes of the last pass, which are listed."""
        last, runner, resolving = self._cells.overflow[-1], self.resolving.runner, self.resolving
        others = self._numbers(), self._marks, resolving.share.owners, _room_to_send(0, np.uint8)
        tally = runner.run(
            f"{self._doing} in {self.level}",
            kernels.inform_listed,
            resolving.cells,
            chunks_of(len(last), SLOTS_A_CHUNK),
            lambda chunk: (last.slots[slice(*chunk)], last.values[slice(*chunk)], *others),
        )
        return int(tally[RESOLVED])

    def _resolve_doubts(self) -> int:
        """Resolve the positions in doubt that are lost. Return their number."""
        return self._over_blocks(
            kernels.resolve_doubts,
            self._marks.doubts,
            (self.resolving.cells.dtype.type(self._cells.most),),
            np.uint32 if len(self.resolving.cells) < 1 << 32 else np.int64,
            self._query,
        )

    # ── a kernel over blocks, and messages between ranks ───────────────────

    def _over_blocks(
        self,
        kernel: Callable[..., None],
        flags: Columns,
        limits: tuple[Any, ...],
        code: Any,
        deliver: Callable[[Columns, Columns, int, bool], tuple[int, bool]],
    ) -> int:
        """Run a kernel over the blocks whose flag is up. Return the number of slots resolved.

        What it collects for other ranks is delivered. A chunk is left when the room for this is
        full, and resumed in the next call.
        """
        resolving, runner, threads = self.resolving, self.resolving.runner, self._threads
        doing, chunks = f"{self._doing} in {self.level}", self._flagged(flags)
        others = flags, *limits, self._numbers(), self._marks, resolving.share.owners
        if resolving.team.size == 1:
            nothing = _room_to_send(0, code)
            tally = runner.run(
                doing, kernel, resolving.cells, chunks, lambda chunk: (chunk, *others, nothing)
            )
            return int(tally[RESOLVED])

        def collected(scratch: Scratch, chunk: tuple[int, int]) -> tuple[int, int, Sent]:
            room = max(MESSAGES // (PARTS * threads), len(scratch.neighbours))
            sent = _room_to_send(room, code)
            tally = runner.run_once(kernel, resolving.cells, scratch, chunk, *others, sent)
            full = Sent(*(column[: tally[AHEAD]].copy() for column in sent))
            return int(tally[RESOLVED]), int(tally[DONE]), full

        resolved, is_more = 0, True
        while is_more:
            parts = [_room_to_send(0, code)]
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

    def _flagged(self, flags: Columns) -> list[tuple[int, int]]:
        """Return the chunks of own places with a flag that is up."""
        return [
            (first, last)
            for own in self.resolving.held.ranges
            for first, last in pieces(*own, SLOTS_A_PASS)
            if flags[first // BLOCK : -(-last // BLOCK)].any()
        ]

    def _send(
        self, names: Columns, goods: Columns, resolved: int, is_more: bool
    ) -> tuple[int, bool]:
        """Send messages to their owners, and enter those of other ranks.

        Return the number of positions they resolve, and True if any rank has more.
        """
        resolving, team, owners = self.resolving, self.resolving.team, self.resolving.share.owners
        narrow, goods, ends = resolving.share.deal_out(names, goods)
        messages = narrow.astype(np.int64) << 1 | goods
        blocks = ((owners.last - owners.begin >> owners.bits) // team.size + 1) << owners.bits
        if blocks < 1 << 30:
            messages = messages.astype(np.uint32)
        room, parts = room_for_packed(len(messages), messages.itemsize), []
        for part in Outbox(messages, ends).parts():
            sealed, sent = packed(part, 2 * blocks, room)
            parts.append(sealed)
            self.traffic.messages += sent
            self.traffic.message_bytes += len(sealed)
        outbox = Outbox(np.concatenate(parts), np.cumsum([len(part) for part in parts]))
        inbox, of_ranks = team.exchange(outbox, is_more, resolved)
        numbers, entered = self._numbers(), 0
        for part in inbox.parts():
            entered += int(kernels.enter(part, resolving.cells, numbers, self._marks, owners))
        if team.rank == 0:
            doing = f"{self._doing} in {self.level}"
            resolving.runner.workers.report(
                doing, int(of_ranks[:, 1].sum()), resolving.share.in_all
            )
        return entered, bool(of_ranks[:, 0].any())

    def _query(
        self, names: Columns, places: Columns, resolved: int, is_more: bool
    ) -> tuple[int, bool]:
        """Query the owners of successors if these keep a position in doubt open.

        Return the number of positions that are lost, less those that were taken for lost, and True
        if any rank has more.
        """
        resolving, team, share = self.resolving, self.resolving.team, self.resolving.share
        queried, places, ends = share.deal_out(names, places)
        outbox = Outbox(queried, ends)
        inbox, of_ranks = team.exchange(outbox, is_more)
        there, replies = share.places_named(inbox.column), np.empty(len(inbox.column), np.uint8)
        kernels.answer(there, resolving.cells, self._numbers(), replies)
        back = team.send(Outbox(replies, inbox.ends), outbox.counts).column
        self.traffic.questions += len(queried)
        count, wrong = kernels.take_back(back, places, resolving.cells)
        if wrong >= 0:
            slots = share.slots_of(np.array([wrong]))
            raise resolving.runner.fault_at(int(slots[0]))
        return -int(count), bool(of_ranks[:, 0].any())

    def flags(self, *, up: bool = False) -> Columns:
        """Return a flag for each block."""
        return np.full(len(self._marks.longest), up)


def _room_to_send(count: int, code: Any) -> Sent:
    """Return buffers for names of positions that other ranks own."""
    return Sent(np.empty(count, np.int64), np.empty(count, code))
