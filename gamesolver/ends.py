"""The first pass: ends of play, what they decide one move before, and how to go on.

No slot is looked up here. What is counted on the way says which way is the shorter one
for the rest: to ask all that is pending, wave by wave, or to have what is settled tell
its predecessors, where the game lists them. A part of the slots is tried first, since
for the second way open moves are counted.
"""

from __future__ import annotations

import attrs
import numpy as np

from gamesolver import engine_kernels as kernels
from gamesolver.backward_kernels import COUNTED
from gamesolver.cells_kernels import PENDING
from gamesolver.crew import chunks_of
from gamesolver.engine_bytes import bytes_to_sweep
from gamesolver.labels import Columns
from gamesolver.memory import MemoryMeter
from gamesolver.passes import Passes

SLOTS_A_CHUNK = 1 << 16
TRIED = 61  # one chunk in so many is tried
SOON = 2  # telling predecessors costs half of what asking for moves does
FEW = 1 / 8  # of the moves: so few ends of play are looked up as soon as the rules tell them


@attrs.frozen
class Ends:
    """What the first pass has counted."""

    slots: int
    open: int
    """How many slots are pending still."""
    moves: int
    """Their moves, but for those to ends of play."""
    all_moves: int
    at_once: int
    """How many slots are settled that are no ends of play."""
    drawn: int
    """How many ends of play are draws."""

    @classmethod
    def of(cls, slots: int, tally: Columns) -> Ends:
        """As a tally says."""
        at_once = slots - int(tally[[kernels.HOLES, kernels.ENDS, kernels.OPEN]].sum())
        counted = tally.tolist()
        return cls(
            slots,
            open=counted[kernels.OPEN],
            moves=counted[kernels.AHEAD],
            all_moves=counted[kernels.MOVES],
            at_once=at_once,
            drawn=counted[kernels.DRAWN],
        )

    @property
    def are_rare(self) -> bool:
        """Whether few of the moves of what is pending lead to ends of play."""
        return self.moves >= (1 - FEW) * self.all_moves


def goes_back(passes: Passes, cells: Columns, meter: MemoryMeter) -> bool:
    """Whether what is settled shall tell its predecessors, by a part of the slots."""
    if passes.game.rules.predecessors is None or not passes.places.is_numbered:
        return False
    chunks = chunks_of(len(cells), SLOTS_A_CHUNK)[::TRIED]
    part = _settle(passes, cells, chunks, 0)
    open_ = part.open * len(cells) // part.slots
    is_narrow = meter.taken() + bytes_to_sweep(open_, open_, False) > meter.limit
    return is_narrow or part.at_once <= SOON * part.open


def settle_ends(passes: Passes, cells: Columns, *, counting: bool) -> Ends:
    """Settle what the rules alone decide; of the rest, count the open moves or not."""
    chunks = chunks_of(len(cells), SLOTS_A_CHUNK)
    return _settle(passes, cells, chunks, COUNTED if counting else 0)


def _settle(passes: Passes, cells: Columns, chunks: list[tuple[int, int]], counted: int) -> Ends:
    pending = np.iinfo(cells.dtype).max if counted else PENDING
    tally = passes.run(
        "ends of play", kernels.settle_ends, cells, chunks, lambda chunk: (chunk, pending, counted)
    )
    return Ends.of(sum(last - first for first, last in chunks), tally)
