"""The first pass: ends of play, what they decide one move before, and how to go on.

No slot is looked up here. What is counted on the way says how to go on. Where the game
lists predecessors, a part of the slots is tried first: open moves are counted on the way
if few slots are settled at once, for these will tell all of theirs (see ``predecessor_waves``).
Where ends of play are few besides, no move is followed: it is sooner told by each end who can
move to it than asked of each move whether it ends play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import attrs
import numpy as np

from gamesolver.engine.keeper import Keeper
from gamesolver.engine.running import Runner
from gamesolver.kernels.codes import LOSS, PENDING, WIN, cell_of
from gamesolver.kernels.predecessors import count_moves
from gamesolver.kernels.scratch import AHEAD, DRAWN, ENDS, FIRST_PASS, HOLES, MOVES, OPEN
from gamesolver.kernels.sweeping import settle_ends as look_ahead
from gamesolver.system.columns import Columns
from gamesolver.system.workers import chunks_of

SLOTS_A_CHUNK = 1 << 16
TRIED = 61  # one chunk in so many is tried
COUNTED = 31  # open moves are counted up to so many
SOON = 1  # to tell predecessors costs as much as to ask for moves until one is open
FEW = 1 / 8  # of the moves: so few ends of play are looked up as soon as the rules tell them
LOOKED_AT = 8  # ends of play, and slots they settle, on which the way back is tried
SELDOM = 1 / 8  # of the slots: so few ends of play tell their predecessors


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
    ends: int = 0
    """How many ends of play there are."""
    looked_ahead: bool = True
    """Whether each move was followed."""

    @classmethod
    def of(cls, slots: int, tally: Columns, *, looked_ahead: bool = True) -> FirstPass:
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
            ends=counted[ENDS],
            looked_ahead=looked_ahead,
        )

    @property
    def summary(self) -> str:
        """How many are open, in words."""
        return f"{self.open} of {self.slots} slots pending"

    @property
    def ends_are_rare(self) -> bool:
        """Whether few of the moves of what is pending lead to ends of play."""
        return self.moves >= (1 - FEW) * self.all_moves


@attrs.frozen
class Way:
    """How the first pass goes."""

    pending: int
    """The cell of what is pending, if it counts nothing."""
    counted: int = 0
    """How many open moves each position counts."""
    looks_ahead: bool = True
    """Whether each move is followed."""

    @property
    def kernel(self) -> Callable[..., None]:
        """The kernel that goes so."""
        return look_ahead if self.looks_ahead else count_moves


def settle_ends(runner: Runner, cells: Columns, keeper: Keeper, *, going_back: bool) -> FirstPass:
    """Settle what the rules alone decide.

    For waves from behind, pending slots get the greatest cell there is, less their open
    moves if those are to be counted.
    """
    chunks = chunks_of(len(cells), SLOTS_A_CHUNK)
    state = keeper.state
    if state.get("phase") == "ends":
        way = Way(state["pending"], state["counted"], state.get("looks_ahead", True))
        done, before = state["done"], np.array(state["tally"])
    else:
        way = _way_back(runner, cells, chunks) if going_back else Way(PENDING)
        done, before = 0, np.zeros(FIRST_PASS, np.int64)

    def pause(more: int, tally: Columns) -> None:
        if keeper.is_due:
            begun = {"phase": "ends", "is_back": going_back, **attrs.asdict(way)}
            so_far = (before + tally[:FIRST_PASS]).tolist()
            keeper.save(begun | {"done": done + more, "tally": so_far}, cells)

    tally = runner.run_with_pauses(
        PHASE,
        way.kernel,
        cells,
        chunks[done:],
        lambda chunk: (chunk, way.pending, way.counted, 0),
        pause if keeper.needs_pauses else None,
    )
    counted = before + tally[:FIRST_PASS]
    return FirstPass.of(len(cells), counted, looked_ahead=way.looks_ahead)


def _way_back(runner: Runner, cells: Columns, chunks: list[tuple[int, int]]) -> Way:
    """How to go before waves from behind, as a part of the slots tells."""
    way = Way(int(np.iinfo(cells.dtype).max))
    some = chunks[::TRIED]
    tally = runner.run(PHASE, way.kernel, cells, some, lambda chunk: (chunk, way.pending, 0, 0))
    part = FirstPass.of(sum(last - first for first, last in some), tally)
    if part.at_once > SOON * part.open:
        return way
    if not 0 < part.ends <= SELDOM * (part.open + part.at_once):
        return Way(way.pending, COUNTED)
    runner.try_way_back(some_of_both((first, cells[first:last]) for first, last in some))
    return Way(way.pending, COUNTED, looks_ahead=False)


def some_of_both(parts: Iterable[tuple[int, Columns]]) -> list[int]:
    """Some of the ends of play in these parts, and some slots that ends have settled.

    Each part is its first slot, and cells from there on.
    """
    tried: list[int] = []
    for first, cells in parts:
        part = cells.astype(np.int64)
        for plies in (0, 1):  # ends of play, and what they settle
            are_those = (part >= cell_of(LOSS, plies)) & (part <= cell_of(WIN, plies))
            slots = first + np.flatnonzero(are_those)
            tried += slots[:: max(1, len(slots) // LOOKED_AT)].tolist()
    return tried[:: max(1, len(tried) // (4 * LOOKED_AT))]
