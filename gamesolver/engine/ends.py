"""The first pass: ends of play, what they decide one move before, and how to go on.

No slot is looked up here. What is counted on the way says how to go on. Where the game
lists predecessors, a part of the slots is tried first: open moves are counted on the way
if few slots are settled at once, for these will tell all of theirs (see ``predecessors``).
Where ends of play are few besides, no move is followed: it is sooner told by each end who can
move to it than asked of each move whether it ends play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import attrs
import numpy as np

from gamesolver.engine.in_step import in_step
from gamesolver.kernels.codes import LOSS, PENDING, WIN, cell_of
from gamesolver.kernels.first_look import count_moves
from gamesolver.kernels.first_look import settle_ends as look_ahead
from gamesolver.kernels.scratch import (
    AHEAD,
    DRAWN,
    ENDS,
    FIRST_PASS,
    HOLES,
    MOVES,
    OPEN,
    TALLY,
    Scratch,
)
from gamesolver.system.columns import Columns

if TYPE_CHECKING:
    from gamesolver.engine.settling import Settling

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


def settle_ends(settling: Settling, *, going_back: bool, needs_counts: bool = False) -> None:
    """Settle what the rules alone decide, all ranks together.

    One process can be interrupted on the way and resume. Ranks begin this pass again.

    For passes through predecessors, pending slots get the greatest cell there is, less their open
    moves if those are to be counted. With ``needs_counts`` there are no such passes without counts.
    """
    share, team, state = settling.share, settling.team, settling.begun
    done, before = 0, np.zeros(FIRST_PASS, np.int64)
    if "done" in state:
        done, before = state["done"], np.array(state["tally"])
    else:
        settling.way = _way_back(settling, needs_counts) if going_back else Way(PENDING)

    def settled(scratch: Scratch, block: tuple[int, int]) -> Columns:
        return _pass_over(settling, scratch, block)

    def pause(more: int, tally: Columns) -> None:
        if settling.is_due():
            so_far = (before + tally[:FIRST_PASS]).tolist()
            settling.save_now(PHASE, phase="ends", done=done + more, tally=so_far)

    tally = in_step(
        settling.runner,
        team,
        PHASE,
        settled,
        share.blocks[done:],
        pause if settling.keeper.needs_pauses and team.size == 1 else None,
    )
    counted = before + tally[:FIRST_PASS]
    by_all = np.array(team.tell_all(counted.tolist())).sum(axis=0)
    looked_ahead = settling.way.looks_ahead
    settling.first_pass = FirstPass.of(share.in_all, by_all, looked_ahead=looked_ahead)
    settling.is_counting = settling.way.pending != PENDING


def _pass_over(settling: Settling, scratch: Scratch, block: tuple[int, int]) -> Columns:
    """Make the first pass over a block. Return its tally."""
    way, cells = settling.way, _cells_of(settling, block)
    return settling.runner.run_once(
        way.kernel, cells, scratch, block, way.pending, way.counted, block[0]
    ).copy()


def _cells_of(settling: Settling, block: tuple[int, int]) -> Columns:
    """Return the cells of a block of this rank."""
    place = settling.share.place_of(block[0])
    return settling.cells[place : place + block[1] - block[0]]


def _way_back(settling: Settling, needs_counts: bool) -> Way:
    """Return how to go before passes through predecessors, by a trial on some slots."""
    way = Way(int(np.iinfo(settling.cells.dtype).max))
    settling.way, blocks = way, settling.share.blocks[::TRIED]

    def tried(scratch: Scratch, block: tuple[int, int]) -> Columns:
        return _pass_over(settling, scratch, block)

    tallies = settling.runner.workers.run(PHASE, tried, blocks, PHASE)
    tally = sum(tallies, np.zeros(TALLY, np.int64))
    part = FirstPass.of(sum(last - first for first, last in blocks), tally)
    told = settling.team.meet(part.at_once, part.open, part.ends).sum(axis=0)
    at_once, pending, ends = told.tolist()
    if at_once > SOON * pending:
        return Way(PENDING) if needs_counts else way
    if not 0 < ends <= SELDOM * (pending + at_once):
        return Way(way.pending, COUNTED)
    settling.runner.try_way_back(
        some_of_both((block[0], _cells_of(settling, block)) for block in blocks)
    )
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
