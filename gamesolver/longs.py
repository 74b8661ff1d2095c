"""Long outcomes: the few that take more plies than a cell can hold, listed beside the cells.

Their slots hold one cell that says no more than *long*. A table of which a handful of
slots is long need not be widened for them: one byte a slot is enough.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import numpy as np

from gamesolver.cell_codes import FIRST, PENDING
from gamesolver.labels import Columns

NONE = -1  # in place of the cell that says long, where none is


@attrs.frozen(eq=False)
class Longs:
    """The slots of long outcomes, in order, and the cells that they would have."""

    code: int
    """The cell that says long."""
    slots: Columns
    cells: Columns

    @classmethod
    def joined(cls, parts: Sequence[Longs]) -> Longs:
        """All of them, in order of the slots."""
        none = np.empty(0, np.int64)
        slots = np.concatenate([none, *(each.slots for each in parts)])
        cells = np.concatenate([none, *(each.cells for each in parts)])
        order = np.argsort(slots)
        return cls(parts[-1].code if parts else NONE, slots[order], cells[order])

    def __len__(self) -> int:
        return len(self.slots)

    @property
    def columns(self) -> tuple[int, Columns, Columns]:
        """As kernels take them."""
        return self.code, self.slots, self.cells

    @property
    def kinds(self) -> Columns:
        """Whether each is a loss, a draw or a win."""
        return (self.cells - FIRST) % 3

    def cell(self, cells: Columns, slot: int) -> int:
        """The cell of a slot, wherever it stands."""
        cell: int = cells.item(slot)
        if cell != self.code:
            return cell
        place = slice(*np.searchsorted(self.slots, (slot, slot + 1)))
        return int(self.cells[place][0]) if len(self.cells[place]) else PENDING
