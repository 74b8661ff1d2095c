"""The cells of all slots on their way to being settled, and what of them is long."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np

from gamesolver.cell_codes import FIRST, PENDING
from gamesolver.cells import (
    WIDTHS,
    longest_below,
    longest_in,
    narrowest_for,
    widened,
)
from gamesolver.crew import chunks_of
from gamesolver.labels import Columns
from gamesolver.longs import Longs
from gamesolver.mapped import Elsewhere, zeros_for
from gamesolver.memory import MemoryMeter
from gamesolver.streams import streamed

SLOTS_A_CHUNK, ROWS_A_CHUNK = 1 << 16, 1 << 22


@attrs.define(eq=False)
class HeldCells:
    """Cells that can be widened, those of long outcomes beside them."""

    meter: MemoryMeter
    elsewhere: Elsewhere
    """Where columns go that do not fit into memory."""
    cells: Columns
    longs: Longs = attrs.field(factory=lambda: Longs.joined([]))

    @classmethod
    def pending_all(
        cls, size: int, width: Any, meter: MemoryMeter, elsewhere: Elsewhere
    ) -> HeldCells:
        """Nothing is known yet."""
        cells = zeros_for(f"counting {size} slots", size, width, meter, elsewhere)
        return cls(meter, elsewhere, cells)

    def go_on_from(self, cells: Columns, longs: Longs) -> None:
        """Be as cells of the same width were."""
        for first, last in chunks_of(len(cells), ROWS_A_CHUNK):
            self.cells[first:last] = cells[first:last]
        self.longs = longs

    def pending(self) -> Columns:
        """The slots not settled yet, in order."""
        chunks = chunks_of(len(self.cells), SLOTS_A_CHUNK)
        count = sum(int((self.cells[slice(*each)] == PENDING).sum()) for each in chunks)
        narrow = np.uint32 if len(self.cells) < 2**32 else np.int64
        doing = f"counting {count} pending slots"
        pending = zeros_for(doing, count, narrow, self.meter, self.elsewhere, streamed)
        filled = 0
        for first, last in chunks:
            more = np.flatnonzero(self.cells[first:last] == PENDING)
            pending[filled : filled + len(more)] = more + first
            filled += len(more)
        return pending

    def still(self, pending: Columns) -> Columns:
        """Those of the slots that are pending still, in the same place: ``pending`` is lost."""
        count = 0
        for first, last in chunks_of(len(pending), ROWS_A_CHUNK):
            part = pending[first:last]
            part = part[self.cells[part] == PENDING]
            pending[count : count + len(part)] = part
            count += len(part)
        if count < len(pending) and self.meter.allows(count * pending.itemsize):
            return pending[:count].copy()  # and what stood behind is given back
        return pending[:count]

    def widen_for(self, plies: int) -> None:
        """Let every outcome of so many plies fit into a cell."""
        width = narrowest_for(plies)
        if len(self.longs) and plies > longest_below(self.longs.code - 2):
            width = max(width, WIDTHS[WIDTHS.index(self.cells.dtype.type) + 1], key=longest_in)
        if np.dtype(width).itemsize > self.cells.itemsize:
            self.cells = widened(self.cells, width, self.meter, self.elsewhere)
            self.cells[self.longs.slots] = self.longs.cells
            self.longs = Longs.joined([])

    def take_in_longs(self) -> None:
        """Have long outcomes among the cells, as wide as it takes."""
        if len(self.longs):
            self.widen_for(int(self.longs.cells.max()) // 3)

    def enter(self, slots: Columns, codes: Columns) -> None:
        """Enter what the graph solver has settled: codes as in ``kernels``, negative if pending."""
        self.widen_for(int(codes.max(initial=0)) >> 2)
        for first, last in chunks_of(len(slots), ROWS_A_CHUNK):
            part = codes[first:last]
            settled = np.flatnonzero(part >= 0)
            there = part[settled].astype(np.int64)
            self.cells[slots[first:last][settled]] = FIRST + 3 * (there >> 2) + (there & 3)
