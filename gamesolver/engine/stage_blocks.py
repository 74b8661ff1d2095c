"""Blocks of a stage, dealt out to ranks in turn, within the file of all stages.

A stage can begin at any index. Blocks are aligned to the whole column: each begins at a multiple of
its size, so only the first and the last block of a stage may be cut. Two ranks therefore never
write to one page of a file at a time. The hashes of the blocks (``files.stage_file``) do not depend
on the number of ranks, because a rank owns one, two, four or more such blocks at a time.
"""

from __future__ import annotations

import attrs

LEAST, LARGEST = 12, 16  # bits: blocks of 4,096 indexes, one to a page, to 65,536
BLOCKS = 16  # least number of blocks wanted for each rank


@attrs.frozen
class StageBlocks:
    """Indexes of one stage, dealt out to ranks."""

    first: int
    last: int
    """Index after the last one of the stage."""
    size: int
    """Number of ranks."""

    @property
    def bits(self) -> int:
        """Binary logarithm of the number of indexes of a block."""
        blocks = (self.last - self.first) // (BLOCKS * self.size)
        return min(LARGEST, max(LEAST, blocks.bit_length() - 1))

    @property
    def begin(self) -> int:
        """Index at which the first block would begin if it were whole."""
        return self.first >> self.bits << self.bits

    def of(self, rank: int) -> list[tuple[int, int]]:
        """Return the blocks of a rank: first index, and the index after the last one."""
        step = 1 << self.bits
        begins = range(self.begin + rank * step, self.last, self.size * step)
        return [(max(each, self.first), min(each + step, self.last)) for each in begins]
