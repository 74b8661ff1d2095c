"""Which slots a rank owns: blocks of the index, dealt out in turn.

Ends of play and holes lie together in most indexes, so one stretch for each rank would give some of
them much to do and others little. Blocks in turn are alike, and as short as it takes where there
are few slots. A slot that a rank owns has a *place*: its number among all that the rank owns.
"""

from __future__ import annotations

import attrs
import numpy as np

from gamesolver.system.columns import Columns
from gamesolver.system.workers import chunks_of

LARGEST = 16  # bits: blocks of 65,536 slots
BLOCKS = 16  # that each rank should have at least


@attrs.frozen
class Share:
    """What one rank owns."""

    slots: int
    """How many there are in all."""
    rank: int
    size: int
    """How many ranks there are."""

    @property
    def bits(self) -> int:
        """A block has two to this power slots."""
        return min(LARGEST, max(1, self.slots // (BLOCKS * self.size)).bit_length() - 1)

    @property
    def blocks(self) -> list[tuple[int, int]]:
        """The slots of each block, from the first to behind the last."""
        return chunks_of(self.slots, 1 << self.bits)[self.rank :: self.size]

    @property
    def places(self) -> int:
        """How many slots the rank owns."""
        return sum(last - first for first, last in self.blocks)

    def place_of(self, slot: int) -> int:
        """The place of a slot of this rank."""
        block, rest = divmod(slot, 1 << self.bits)
        return (block // self.size << self.bits) + rest

    def slots_of(self, places: Columns) -> Columns:
        """The slots in places."""
        wide = places.astype(np.int64)
        low = (1 << self.bits) - 1
        slots: Columns = (((wide >> self.bits) * self.size + self.rank) << self.bits) | (wide & low)
        return slots
