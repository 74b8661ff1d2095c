"""Waves from behind: a numbered game solved with no memory beside its cells.

**The model.** Where a game lists its ``predecessors``, a wave need not look at all that is
pending. Wave n begins with the slots that were settled in n - 1 plies, and asks for the
positions one move back:

* a predecessor that can now move to a loss of the other player is won in n;
* any other has an open move less. One with none left is *in doubt*. When all slots of
  wave n - 1 have told, the doubtful ones are asked for their moves: a position whose every
  move leads to a win of the other player, settled before, is lost in n.

**Why the counts need not be right.** They must not be too high, for whoever never comes to
0 is never asked. That a count is 0 too soon costs a look at the position, and nothing else.
So nobody counts more than it will hear: how often that is, where positions stand for orbits
of different sizes, is the matter of ``kernels.open_moves``, which has both the counting and
the hearing.

**Where many would tell few** (most positions of some games are won in one ply) it is
shorter to ask all that is pending, and let no more than losses tell.

**The cells** of pending slots hold the count (see ``kernels.predecessors``), at the upper end
of what a cell can hold. Outcomes come up from below; when they meet, the counts are
dropped, and every told slot is in doubt. When there is no room even so, and few are
left, they become *long* ones: listed beside the cells, which take one byte still. Many
make the cells wider.

**The cost.** The rules for ends of play once for each slot, the predecessors once for each
position settled later, and a look-up for each of those. Nothing is written down but a flag
for each block of slots in which a wave settled something.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs
import numpy as np

from gamesolver.engine.ends import COUNTED, SOON, FirstPass
from gamesolver.engine.growing_cells import GrowingCells
from gamesolver.engine.running import Runner
from gamesolver.engine.settling import Settling
from gamesolver.kernels import predecessors as kernels
from gamesolver.kernels.codes import ENDLESS, LOSS, PENDING, WIN, cell_of, plies_of
from gamesolver.kernels.scratch import SETTLED
from gamesolver.system.columns import Columns, Elsewhere
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.workers import chunks_of
from gamesolver.tables.cells import VALUES, WIDTHS, Overflow, widened

SLOTS_A_CHUNK, SLOTS_A_WAVE = 1 << 16, 1 << 20
FEW = 32  # one slot in so many may be long


def settle_by_predecessors(settling: Settling) -> None:
    """Settle all wins and losses by waves from behind; finished draws are pending still."""
    keeper = settling.keeper
    waves = PredecessorWaves(
        settling.runner, settling.meter, settling.cells, settling.first_pass, keeper.elsewhere
    )
    if settling.begun.get("phase") == "backward":
        waves.go_on_from(settling.begun, settling.held.overflow)
    while waves.go_on():
        if settling.is_due():
            where = {"phase": "backward", "where": waves.phase}
            settling.save({**where, **waves.state}, waves.cells, waves.overflow)
    settling.held = GrowingCells(
        settling.meter, keeper.elsewhere, waves.cells, settling.coding, waves.end()
    )
    settling.story.append(f"{waves.waves} waves of wins and losses, from behind")
    if number := len(settling.held.overflow):
        settling.story.append(f"{number} long outcomes beside the cells")


@attrs.define(eq=False)
class PredecessorWaves:
    """The wins and losses of a numbered game, wave by wave."""

    runner: Runner
    meter: MemoryMeter
    cells: Columns
    """With all settled that the ends of play decide, and the rest counted."""
    first_pass: FirstPass
    elsewhere: Elsewhere
    """Where cells go that do not fit into memory."""
    open: int = attrs.field(init=False)
    """How many slots are pending."""
    waves: int = attrs.field(init=False)
    """The plies of the last wave."""
    _settled: int = attrs.field(init=False)
    """How many were settled in the last wave."""
    _least: int = attrs.field(init=False)
    """The least cell that is pending."""
    _overflow: list[Overflow] = attrs.field(factory=list, init=False)
    _news: Columns = attrs.field(init=False)
    """The blocks in which the last wave settled something."""

    def __attrs_post_init__(self) -> None:
        first = self.first_pass
        self.open, self.waves = first.open, int(first.looked_ahead)
        self._settled = first.at_once if first.looked_ahead else first.ends
        self._least = self._most - COUNTED
        self._news = self._flags(up=True)

    def go_on(self) -> bool:
        """One wave; whether there may be another."""
        if not (self.open and self._settled):
            return False
        self.waves += 1
        asks_all = self._asks_all
        if asks_all or self.waves > VALUES.longest_below(self._least):
            self._set_pending(self._most)  # for counts would be wrong, or in the way
        fresh, doubts = self._flags(), self._flags(up=asks_all)
        won = self._tell_back(self._news, (fresh, doubts), only_losses=asks_all)
        self._settled = won + self._settle_lost(doubts, fresh)
        self.open -= self._settled
        if self._is_long and self._settled:
            self._keep_overflow(fresh)
        self._news = fresh
        return True

    def end(self) -> Overflow:
        """Return the long outcomes, and label the rest as infinite play.

        If play can end in a draw, the rest is left pending.
        """
        self._set_pending(PENDING if self.first_pass.drawn else ENDLESS)
        return self.overflow

    # ── checkpoints ────────────────────────────────────────────────────────

    @property
    def overflow(self) -> Overflow:
        """The long outcomes so far."""
        return Overflow.joined(self._overflow)

    @property
    def state(self) -> dict[str, int]:
        """What must be known beside the cells to go on from here."""
        return {
            "waves": self.waves,
            "open": self.open,
            "settled": self._settled,
            "least": self._least,
        }

    def go_on_from(self, state: Mapping[str, int], overflow: Overflow) -> None:
        """Be where another one was; every block is looked at for what the last wave settled."""
        self.waves, self.open = state["waves"], state["open"]
        self._settled, self._least = state["settled"], state["least"]
        plies = plies_of(overflow.cells)
        for remoteness in np.unique(plies):
            those = plies == remoteness
            self._overflow.append(
                Overflow(overflow.code, overflow.slots[those], overflow.cells[those])
            )

    @property
    def _asks_all(self) -> bool:
        """Whether to ask all that is pending is shorter than to have wins told.

        A win tells of itself only where moves may keep the turn: there all must tell.
        """
        has_seats = self.runner.game.rules.player is not None
        return not (has_seats or self._overflow) and self._settled > SOON * self.open

    # ── one wave ───────────────────────────────────────────────────────────

    def _tell_back(
        self, flags: Columns, news: tuple[Columns, Columns], *, only_losses: bool
    ) -> int:
        """Tell the predecessors of what the last wave settled; how many have won by it."""
        wave = self._least, self._cell(WIN), news, self.runner.is_alone
        if self._overflow:
            last = self._overflow[-1]
            tally = self.runner.run(
                self.phase,
                kernels.tell_listed,
                self.cells,
                chunks_of(len(last), SLOTS_A_CHUNK),
                lambda chunk: (last.slots[slice(*chunk)], last.kinds[slice(*chunk)], *wave),
            )
            return int(tally[SETTLED])
        least, width = cell_of(LOSS, self.waves - 1), self.cells.dtype.type
        most = least if only_losses else cell_of(WIN, self.waves - 1)
        return self._over_blocks(kernels.tell_news, flags, width(least), width(most), *wave)

    def _settle_lost(self, doubts: Columns, fresh: Columns) -> int:
        """Ask those in doubt for their moves; how many are lost."""
        loss, win = self._cell(LOSS), self._cell(WIN)
        wave = self._least, loss, win, not self.first_pass.ends_are_rare, fresh
        most = self.cells.dtype.type(self._most)
        return self._over_blocks(kernels.settle_lost, doubts, most, wave)

    def _over_blocks(self, kernel: Callable[..., None], flags: Columns, *others: Any) -> int:
        """Run a kernel over the chunks of slots in which a flag is up; how many it settled."""
        chunks = chunks_of(len(self.cells), SLOTS_A_WAVE)
        firsts = np.arange(0, len(flags), SLOTS_A_WAVE // kernels.BLOCK)
        is_up = np.logical_or.reduceat(flags, firsts)
        chunks = [chunks[place] for place in np.flatnonzero(is_up)]
        tally = self.runner.run(
            self.phase, kernel, self.cells, chunks, lambda chunk: (chunk, flags, *others)
        )
        return int(tally[SETTLED])

    # ── what cells can hold ────────────────────────────────────────────────

    @property
    def _most(self) -> int:
        """The greatest cell: pending, with no open move left."""
        return int(np.iinfo(self.cells.dtype).max)

    @property
    def _long(self) -> int:
        """The cell that says long."""
        return self._most - 1

    @property
    def _is_long(self) -> bool:
        """Whether outcomes of this wave do not fit into a cell."""
        return self.waves > VALUES.longest_below(self._most - 3)

    def _cell(self, kind: int) -> int:
        """What a slot gets that is settled in this wave."""
        return self._most - 3 + kind // 2 if self._is_long else int(cell_of(kind, self.waves))

    def _widen(self) -> None:
        """Make the cells wider, and put the long outcomes into them."""
        width = WIDTHS[WIDTHS.index(self.cells.dtype.type) + 1]
        self.cells = widened(self.cells, width, self.meter, self.elsewhere)
        self._set_pending(self._most)
        for overflow in self._overflow:
            self.cells[overflow.slots] = overflow.cells
        self._overflow.clear()

    def _set_pending(self, cell: int) -> None:
        """Give all pending slots one cell."""
        for first, last in chunks_of(len(self.cells), SLOTS_A_CHUNK):
            part = self.cells[first:last]
            np.putmask(part, part >= self._least, cell)
        self._least = cell

    def _keep_overflow(self, fresh: Columns) -> None:
        """List what this wave settled, and let the cells say no more than that it is long."""
        parts = []
        for block in np.flatnonzero(fresh).tolist():
            first = block * kernels.BLOCK
            part = self.cells[first : first + kernels.BLOCK]
            for kind in (LOSS, WIN):
                slots = np.flatnonzero(part == self._cell(kind))
                part[slots] = self._long
                cells = np.full(len(slots), cell_of(kind, self.waves))
                parts.append(Overflow(self._long, slots + first, cells))
        self._overflow.append(Overflow.joined(parts))
        if sum(map(len, self._overflow)) > len(self.cells) // FEW:
            self._widen()

    def _flags(self, *, up: bool = False) -> Columns:
        """A flag for each block."""
        return np.full(-(-len(self.cells) // kernels.BLOCK), up)

    @property
    def phase(self) -> str:
        """Name of the last wave."""
        return f"wins and losses in {self.waves}"
