"""The first pass: ends of play, what they decide one move before, and how to go on.

No slot is looked up here. What is counted on the way says how to go on. Where the game
lists predecessors, a part of the slots is tried first: open moves are counted on the way
if few slots are settled at once, for these will tell all of theirs (see ``predecessor_waves``).
"""

from __future__ import annotations

import attrs
import numpy as np

from gamesolver.engine.keeper import Keeper
from gamesolver.engine.running import Runner
from gamesolver.kernels import sweeping as kernels
from gamesolver.kernels.codes import PENDING
from gamesolver.kernels.scratch import AHEAD, DRAWN, ENDS, FIRST_PASS, HOLES, MOVES, OPEN
from gamesolver.system.columns import Columns
from gamesolver.system.workers import chunks_of

SLOTS_A_CHUNK = 1 << 16
TRIED = 61  # one chunk in so many is tried
COUNTED = 31  # open moves are counted up to so many
SOON = 1  # to tell predecessors costs as much as to ask for moves until one is open
FEW = 1 / 8  # of the moves: so few ends of play are looked up as soon as the rules tell them


PHASE = "ends of play"


@attrs.frozen
class FirstPass:
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
    def of(cls, slots: int, tally: Columns) -> FirstPass:
        """As a tally says."""
        at_once = slots - int(tally[[HOLES, ENDS, OPEN]].sum())
        counted = tally.tolist()
        return cls(
            slots,
            open=counted[OPEN],
            moves=counted[AHEAD],
            all_moves=counted[MOVES],
            at_once=at_once,
            drawn=counted[DRAWN],
        )

    @property
    def summary(self) -> str:
        """How many are open, in words."""
        return f"{self.open} of {self.slots} slots pending"

    @property
    def ends_are_rare(self) -> bool:
        """Whether few of the moves of what is pending lead to ends of play."""
        return self.moves >= (1 - FEW) * self.all_moves


def settle_ends(runner: Runner, cells: Columns, keeper: Keeper, *, going_back: bool) -> FirstPass:
    """Settle what the rules alone decide.

    For waves from behind, pending slots get the greatest cell there is, less their open
    moves if those are to be counted.
    """
    chunks = chunks_of(len(cells), SLOTS_A_CHUNK)
    state = keeper.state
    if state.get("phase") == "ends":
        pending, counted = state["pending"], state["counted"]
        done, before = state["done"], np.array(state["tally"])
    else:
        pending = int(np.iinfo(cells.dtype).max) if going_back else PENDING
        counted = _how_many_to_count(runner, cells, chunks, pending) if going_back else 0
        done, before = 0, np.zeros(FIRST_PASS, np.int64)

    def pause(more: int, tally: Columns) -> None:
        if keeper.is_due:
            begun = {"phase": "ends", "pending": pending, "counted": counted, "is_back": going_back}
            so_far = (before + tally[:FIRST_PASS]).tolist()
            keeper.save(begun | {"done": done + more, "tally": so_far}, cells)

    tally = runner.run_with_pauses(
        PHASE,
        kernels.settle_ends,
        cells,
        chunks[done:],
        lambda chunk: (chunk, pending, counted, 0),
        pause if keeper.needs_pauses else None,
    )
    return FirstPass.of(len(cells), before + tally[:FIRST_PASS])


def _how_many_to_count(
    runner: Runner, cells: Columns, chunks: list[tuple[int, int]], pending: int
) -> int:
    """How many open moves of each position are worth counting, as a part of the slots tells."""
    some = chunks[::TRIED]
    tally = runner.run(
        PHASE, kernels.settle_ends, cells, some, lambda chunk: (chunk, pending, 0, 0)
    )
    part = FirstPass.of(sum(last - first for first, last in some), tally)
    return COUNTED if part.at_once <= SOON * part.open else 0
