"""Waves from behind within a stage: nothing in memory beside the cells of the stage.

**The model** is that of ``predecessor_waves``, for one stage, with all later ones settled. Its
first look asks the rules for the moves of each slot. Those to later stages are looked up there and
then; those within the stage are counted in the cell. Ends of play are slots as any other and tell
in the first wave. Predecessors in earlier stages are looked past.

**What later stages promise** stands in the cell of the slot that it is promised to (see
``kernels.stage_waves``), and is news in the wave of so many plies. So waves go on as long as
one settles anything, or a longer promise is left. The greatest of them is kept for each block of
slots, so that a wave looks at those blocks only where it may find news.

**Finished draws** have waves of their own after those of wins and losses, by the same kernel:
whoever can move to a draw draws, if nothing better was found. What is pending then never ends.

**The cells** hold up to 31 counts at their upper end. Where an outcome needs the room, counts that
are greater than the room that is left are lowered (too low costs a look, and nothing else); where
there is no room, cells become wider.

**The cost.** The rules for each slot once, a look-up for each move to a later stage, and for each
settled slot a look-up for each predecessor within the stage.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import numpy as np

from gamesolver.engine.ends import COUNTED
from gamesolver.engine.growing_cells import GrowingCells
from gamesolver.engine.running import Runner
from gamesolver.kernels import stage_waves as kernels
from gamesolver.kernels.codes import DRAW, ENDLESS, LOSS, WIN, cell_of
from gamesolver.kernels.predecessors import BLOCK
from gamesolver.kernels.scratch import DRAWN, OPEN, SETTLED
from gamesolver.system.columns import Columns
from gamesolver.system.workers import pieces
from gamesolver.tables.cells import VALUES

SLOTS_A_CHUNK, SLOTS_A_WAVE = 1 << 16, 1 << 20
"""Whole blocks: two workers never write on the same entry of a column of blocks."""


@attrs.define(eq=False)
class StageWaves:
    """Settles one stage, wave by wave."""

    runner: Runner
    held: GrowingCells
    stage: int
    heard: int
    """The greatest length of an outcome in later stages."""
    is_looping: bool = attrs.field(default=False, init=False)
    """Whether play can stay in the stage."""
    _counted: int = attrs.field(default=COUNTED, init=False)
    """How many open moves a cell can count."""
    _longest: Columns = attrs.field(init=False)
    """The greatest length of what was promised to slots of each block."""

    def __attrs_post_init__(self) -> None:
        self._longest = np.zeros(-(-self.held.part[1] // BLOCK), np.int32)

    def settle(self) -> None:
        """Settle every slot of the stage."""
        self._make_room(self.heard + 1)
        tally = self._look()
        self.is_looping = bool(tally[OPEN])
        if self.is_looping:
            self._in_waves(WIN)
            if tally[DRAWN]:
                self._in_waves(DRAW)
            self._rewrite_pending(lambda _: ENDLESS)

    def _look(self) -> Columns:
        """The first look at all slots; what it has counted."""
        last = self.held.part[1]
        others = self.stage, last, self._most, self._counted, self._longest
        return self.runner.run(
            f"stage {self.stage}",
            kernels.look_at_stage,
            self.held.cells,
            pieces(*self.held.part, SLOTS_A_CHUNK),
            lambda chunk: (chunk, *others),
        )

    def _in_waves(self, kind: int) -> None:
        """Wave after wave for wins and losses, or for draws, until nothing more can come."""
        wave, settled, fresh = 0, 1, self._flags(up=True)
        while settled or wave <= self._longest.max():
            wave += 1
            self._make_room(wave)
            news = fresh | (self._longest >= wave - 1)
            fresh, doubts = self._flags(), self._flags()
            settled = self._tell(kind, wave, news, (fresh, doubts))
            if kind == WIN:
                settled += self._settle_lost(wave, doubts, fresh)

    def _tell(self, kind: int, wave: int, flags: Columns, news: tuple[Columns, Columns]) -> int:
        """Tell the predecessors of what is one ply shorter than the wave; who is better off."""
        width = self.held.cells.dtype.type
        least, most = cell_of(kind if kind == DRAW else LOSS, wave - 1), cell_of(kind, wave - 1)
        return self._over_blocks(
            kind,
            wave,
            kernels.tell_stage,
            flags,
            self.stage,
            width(least),
            width(most),
            self._least,
            int(cell_of(kind, wave)),
            news,
            self.runner.is_alone,
        )

    def _settle_lost(self, wave: int, doubts: Columns, fresh: Columns) -> int:
        """Ask those with no open move left; how many are lost."""
        most = self.held.cells.dtype.type(self._most)
        return self._over_blocks(
            WIN,
            wave,
            kernels.settle_lost_in_stage,
            doubts,
            self.held.part,
            most,
            int(cell_of(LOSS, wave)),
            fresh,
            self._longest,
        )

    def _over_blocks(
        self, kind: int, wave: int, kernel: Callable[..., None], flags: Columns, *others: Any
    ) -> int:
        """Run a kernel over the chunks of slots in which a flag is up; how many it settled."""
        what = "draws" if kind == DRAW else "wins and losses"
        chunks = [
            (first, last)
            for first, last in pieces(*self.held.part, SLOTS_A_WAVE)
            if flags[first // BLOCK : -(-last // BLOCK)].any()
        ]
        tally = self.runner.run(
            f"stage {self.stage}, {what} in {wave}",
            kernel,
            self.held.cells,
            chunks,
            lambda chunk: (chunk, flags, *others),
        )
        return int(tally[SETTLED])

    # ── what cells can hold ────────────────────────────────────────────────

    @property
    def _most(self) -> int:
        """The greatest cell: pending, with no open move left."""
        return int(np.iinfo(self.held.cells.dtype).max)

    @property
    def _least(self) -> int:
        """The least cell that is pending."""
        return self._most - self._counted

    def _make_room(self, length: int) -> None:
        """Let outcomes of such a length have lesser cells than what is pending."""
        while length > VALUES.longest_below(self._least):
            if self._counted:
                least, self._counted = self._least, self._counted // 2
                self._rewrite_pending(lambda part: np.maximum(part, self._least), least)
            else:
                self._widen()

    def _widen(self) -> None:
        """Make the cells wider."""
        narrow = self._most
        self.held.widen_for(self.held.coding.longest_in(self.held.cells.dtype) + 1)
        wide, self._counted = self._most, COUNTED
        self._rewrite_pending(lambda part: np.full_like(part, wide), narrow)

    def _rewrite_pending(
        self, rewritten: Callable[[Columns], Any], least: int | None = None
    ) -> None:
        """Give all pending slots other cells; they have ``least`` or more by now."""
        least = self._least if least is None else least
        for piece in pieces(*self.held.part, SLOTS_A_WAVE):
            part = self.held.cells[slice(*piece)]
            are_pending = part >= least
            part[are_pending] = rewritten(part[are_pending])

    def _flags(self, *, up: bool = False) -> Columns:
        """A flag for each block."""
        return np.full(len(self._longest), up)
