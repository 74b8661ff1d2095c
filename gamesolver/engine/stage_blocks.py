"""The blocks of a stage, dealt out to ranks in turn, as they stand in the file of all stages.

A stage begins at any slot, and blocks are those of the whole row: each begins at a multiple of its
size, and only the first and the last of a stage may be cut. So two ranks never write on one page
of a file at a time, and what is hashed block by block (``files.stage_file``) is the same for any
number of ranks, which own one, two, four such blocks at a time as there is more to deal out.
"""

from __future__ import annotations

import attrs

LEAST, LARGEST = 12, 16  # bits: blocks of 4,096 slots, of which a page holds one, to 65,536
BLOCKS = 16  # that each rank should have at least


@attrs.frozen
class StageBlocks:
    """The slots of one stage, dealt out among so many ranks."""

    first: int
    last: int
    """The slot behind the stage."""
    size: int
    """How many ranks there are."""

    @property
    def bits(self) -> int:
        """A block has two to this power slots."""
        blocks = (self.last - self.first) // (BLOCKS * self.size)
        return min(LARGEST, max(LEAST, blocks.bit_length() - 1))

    @property
    def begin(self) -> int:
        """Where the first block would begin if it were whole: at this slot, or before it."""
        return self.first >> self.bits << self.bits

    def of(self, rank: int) -> list[tuple[int, int]]:
        """The blocks of a rank, each from its first slot to behind its last."""
        step = 1 << self.bits
        begins = range(self.begin + rank * step, self.last, self.size * step)
        return [(max(each, self.first), min(each + step, self.last)) for each in begins]
