"""Waves from behind by ranks: what is settled tells its predecessors, wherever they are.

**The method** is that of ``predecessor_waves``: pending cells count open moves; what one wave has
settled asks the rules for the positions one move back, of which some are won by it, and the others
have an open move less. One with none left is *in doubt*, and is lost if all its moves lead to wins
of the other player. Here a predecessor is told by its owner: the place and a bit, whether the move
is good, sorted and packed as in ``graph_waves``. Whoever is in doubt asks the owners of what its
moves lead to, and is answered by a byte for each.

Finished draws have waves of their own: who can move to one, and is pending still, has one.

**Where it suits.** There is no graph: no memory but the cells, and no pass that lists all moves.
Where the first pass settles more than it leaves pending, many would tell few, and the graph
of those few is the shorter way.

**The cost.** The rules for ends of play once for each slot, the predecessors once for each
position that is settled later; an update takes one to three bytes on the wire, and a doubtful move
five.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs
import numpy as np

from gamesolver.engine.calling import NO_CELLS
from gamesolver.engine.ends import COUNTED
from gamesolver.engine.graph_waves import packed, room_for_packed
from gamesolver.engine.running import Runner
from gamesolver.engine.shares import Share
from gamesolver.kernels import ranks as kernels
from gamesolver.kernels.codes import DRAW, ENDLESS, LOSS, WIN, cell_of, kind_of, plies_of
from gamesolver.kernels.scratch import AHEAD, Scratch
from gamesolver.system.columns import Columns
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.team import Outbox, Team
from gamesolver.system.workers import chunks_of
from gamesolver.tables.cells import VALUES, WIDTHS, widened

MESSAGES = 1 << 20  # that a rank makes in a round, at most; and doubtful moves that it asks about
PHASE = "waves from behind"
BLOCK = 1 << 14  # places that share a flag, which is up where the last wave settled something


@attrs.define(eq=False)
class RankPredecessors:
    """The waves of one rank. Its pending cells count open moves."""

    runner: Runner
    team: Team
    share: Share
    meter: MemoryMeter
    cells: Columns
    level: int
    """The plies of the next wave."""
    pause: Callable[[bool, int, Columns], None]
    """Is told before each wave whether draws are settled, its plies, and the cells."""
    updates: int = attrs.field(default=0, init=False)
    """How many messages were sent to other ranks."""
    update_bytes: int = attrs.field(default=0, init=False)
    asked: int = attrs.field(default=0, init=False)
    """How many moves of doubtful positions were asked about."""
    waves: int = attrs.field(default=0, init=False)
    _settled: int = attrs.field(default=0, init=False)
    _doubts: list[Columns] = attrs.field(factory=list, init=False)
    _places: int = attrs.field(default=0, init=False)
    """The most places that a rank has."""
    _news: Columns = attrs.field(init=False)
    _fresh: Columns = attrs.field(init=False)

    def settle(self, *, is_drawing: bool, has_draws: bool) -> None:
        """Settle all that can be, first wins and losses unless they are; the rest never ends."""
        if not is_drawing:
            self._settle(is_drawing=False)
            self.level = 1
        if has_draws:
            self._settle(is_drawing=True)
        self.cells[self.cells >= self.least] = ENDLESS
        told = self.team.meet(self.updates, self.update_bytes, self.asked).sum(axis=0)
        self.updates, self.update_bytes, self.asked = told.tolist()
        most = int(self.team.meet(int(self.cells.max(initial=0)))[:, 0].max())
        width = VALUES.narrowest_for(max(0, int(plies_of(most))))
        self.cells = self.cells.astype(width, copy=False)

    def _settle(self, *, is_drawing: bool) -> None:
        """All waves of wins and losses, or of finished draws."""
        self._begin()
        self.pause(is_drawing, self.level, self.cells)
        while self._wave(is_drawing=is_drawing):
            self.waves += 1
            self.pause(is_drawing, self.level, self.cells)

    def _begin(self) -> None:
        """Have all blocks looked at."""
        self._places = int(self.team.meet(len(self.cells))[:, 0].max())
        blocks = -(-len(self.cells) // BLOCK)
        self._news, self._fresh = np.ones(blocks, np.bool_), np.zeros(blocks, np.bool_)

    @property
    def _most(self) -> int:
        """The cell of a pending position with no open move left."""
        return int(np.iinfo(self.cells.dtype).max)

    @property
    def least(self) -> int:
        """The least cell that is pending."""
        return self._most - COUNTED

    # ── one wave ───────────────────────────────────────────────────────────

    def _wave(self, *, is_drawing: bool) -> bool:
        """One wave; whether it has settled anything, or the first pass might have at this level."""
        self._make_room()
        self._settled = 0
        self._tell(is_drawing)
        if not is_drawing:
            self._settle_lost()
        self._news, self._fresh = self._fresh, np.zeros_like(self._fresh)
        settled = int(self.team.meet(self._settled)[:, 0].sum())
        if is_drawing and self.level == 1:  # what has none but drawn ends ahead is settled already
            self._news[:] = True
            settled = 1
        self.level += settled > 0
        return settled > 0

    def _make_room(self) -> None:
        """Make cells wider where outcomes of this wave meet the counts."""
        while self.level > VALUES.longest_below(self.least):
            before, least = self._most, self.least
            width = WIDTHS[WIDTHS.index(self.cells.dtype.type) + 1]
            self.cells = widened(self.cells, width, self.meter, lambda size, width: None)
            self.cells[self.cells >= least] += width(self._most - before)

    def _tell(self, is_drawing: bool) -> None:
        """Tell the predecessors of what the last wave settled, batch by batch."""
        pieces = self._frontier(is_drawing)
        places, is_more = next(pieces), True
        name = "finished draws" if is_drawing else "wins and losses"
        while is_more:
            outbox = self._messages(places, is_drawing)
            following = next(pieces, None)
            inbox, told = self.team.exchange(outbox, following is not None, self._settled)
            for part in inbox.parts():
                self._hear(kernels.hear_back, part, is_drawing=is_drawing)
            is_more = bool(told[:, 0].any())
            places = self._none if following is None else following
            if self.team.rank == 0:
                settled = int(told[:, 1].sum())
                self.runner.workers.report(f"{name} in {self.level}", settled, self.share.in_all)

    @property
    def _none(self) -> Columns:
        return np.empty(0, np.int64)

    def _frontier(self, is_drawing: bool) -> Iterator[Columns]:
        """The places that the last wave settled, as many at a time as a round takes; at last few.

        Those settled meanwhile have cells of the next level.
        """
        most_before = max(1, self.runner.game.rules.max_predecessors)
        rows = max(1, MESSAGES // most_before)
        kinds = (DRAW,) if is_drawing else (LOSS, WIN)
        wanted = [self.cells.dtype.type(cell_of(kind, self.level - 1)) for kind in kinds]
        parts, count = [self._none], 0
        for block in np.flatnonzero(self._news).tolist():
            part = self.cells[block * BLOCK : (block + 1) * BLOCK]
            are_wanted = part == wanted[0]
            for cell in wanted[1:]:
                are_wanted |= part == cell
            parts.append(np.flatnonzero(are_wanted) + block * BLOCK)
            count += len(parts[-1])
            while count > rows:
                places = np.concatenate(parts)
                yield places[:rows]
                parts, count = [places[rows:]], count - rows
        yield np.concatenate(parts)

    def _messages(self, places: Columns, is_drawing: bool) -> Outbox:
        """Return the packed messages of some places to other ranks. Enter those to this rank."""
        runner, workers = self.runner, self.runner.workers
        slots = self.share.slots_of(places)
        kinds = kind_of(self.cells[places].astype(np.int64)).astype(np.uint8)
        most_before = max(1, runner.game.rules.max_predecessors)

        def listed(scratch: Scratch, chunk: tuple[int, int]) -> tuple[Columns, Columns]:
            part = slice(*chunk)
            names = np.empty(len(slots[part]) * most_before, np.int64)
            marks = np.empty(len(names), np.uint8)
            tally = runner.run_once(
                kernels.list_predecessors,
                NO_CELLS,
                scratch,
                slots[part],
                kinds[part],
                self.share.in_all,
                names,
                marks,
            )
            return names[: tally[AHEAD]], marks[: tally[AHEAD]]

        size = max(1, -(-len(slots) // len(workers.scratches)))
        lists = workers.run(PHASE, listed, chunks_of(len(slots), size), doing=PHASE)
        names = np.concatenate([self._none, *(names for names, _ in lists)])
        marks = np.concatenate([np.empty(0, np.uint8), *(marks for _, marks in lists)])
        told, goods, ends = self.share.deal_out(names, marks)
        begin, end = np.append(0, ends)[self.team.rank : self.team.rank + 2]
        own = slice(begin, end)
        self._hear(kernels.hear_own, told[own], goods[own], is_drawing=is_drawing)
        narrow = np.uint32 if self.share.in_all < 1 << 31 else np.int64
        messages = (told.astype(np.int64) << 1 | goods).astype(narrow)
        room, parts = room_for_packed(len(messages), messages.itemsize), []
        for rank, part in enumerate(Outbox(messages, ends).parts()):
            some = part if rank != self.team.rank else part[:0]
            sealed, sent = packed(some, 2 * self._places, room)
            parts.append(sealed)
            self.updates += sent
            self.update_bytes += len(sealed)
        return Outbox(np.concatenate(parts), np.cumsum([len(part) for part in parts]))

    def _hear(
        self, kernel: Callable[..., tuple[int, int]], *messages: Columns, is_drawing: bool
    ) -> None:
        """Enter messages: their places are settled, or count, or are in doubt."""
        cell = cell_of(DRAW if is_drawing else WIN, self.level)
        doubts = np.empty(len(messages[0]), np.int64)
        settled, count = kernel(*messages, self.cells, self.least, cell, self._fresh, BLOCK, doubts)
        self._settled += settled
        self._doubts.append(doubts[:count].copy())

    # ── those in doubt ─────────────────────────────────────────────────────

    def _settle_lost(self) -> None:
        """Ask those in doubt for their moves; those whose every move loses are lost."""
        doubts = np.concatenate([self._none, *self._doubts])
        doubts = doubts[self.cells[doubts] == self._most]
        doubts.sort(kind="stable")  # most are in order
        doubts = doubts[np.diff(doubts, prepend=-1) > 0]
        self._doubts.clear()
        most = int(self.team.meet(len(doubts))[:, 0].max())
        rows = max(1, MESSAGES // self.runner.game.rules.max_moves)
        for first, last in chunks_of(most, rows):
            lost = self._lost_of(doubts[first:last])
            self.cells[lost] = cell_of(LOSS, self.level)
            self._fresh[lost // BLOCK] = True
            self._settled += len(lost)

    def _lost_of(self, doubts: Columns) -> Columns:
        """Those of some doubtful places whose moves all lead to wins of the other player."""
        runner, max_moves = self.runner, self.runner.game.rules.max_moves
        slots, in_all = self.share.slots_of(doubts), self.share.in_all
        is_open = np.zeros(len(doubts), np.uint8)

        def listed(scratch: Scratch, chunk: tuple[int, int]) -> tuple[Columns, Columns]:
            part = slice(*chunk)
            names = np.empty(len(slots[part]) * max_moves, np.int64)
            codes = np.empty(len(names), np.uint32)
            tally = runner.run_once(
                kernels.list_moves,
                NO_CELLS,
                scratch,
                slots[part],
                2 * chunk[0],
                2,
                names,
                codes,
                is_open[part],
                in_all,
            )
            return names[: tally[AHEAD]], codes[: tally[AHEAD]]

        size = max(1, -(-len(slots) // len(runner.workers.scratches)))
        lists = runner.workers.run(PHASE, listed, chunks_of(len(slots), size), doing=PHASE)
        names = np.concatenate([self._none, *(names for names, _ in lists)])
        codes = np.concatenate([np.empty(0, np.uint32), *(codes for _, codes in lists)])
        asked, codes, ends = self.share.deal_out(names, codes)
        inbox, _ = self.team.exchange(Outbox(asked, ends))
        replies = np.empty(len(inbox.column), np.uint8)
        kernels.answer_doubts(inbox.column, self.cells, self.least, self.level, replies)
        outbox = Outbox(asked, ends)
        back = self.team.send(Outbox(replies, inbox.ends), outbox.counts)
        self.asked += len(asked) - int(outbox.counts[self.team.rank])
        wrong = kernels.judge(back.column, codes, is_open)
        if wrong >= 0:
            raise runner.fault_at(int(slots[wrong]))
        lost: Columns = doubts[is_open == 0]
        return lost
