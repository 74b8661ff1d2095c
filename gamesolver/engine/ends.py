"""First pass: terminal positions, and the positions one move before that they decide.

No index is looked up here. The pass counts indexes and moves, and these counts determine how to
continue. If the game lists predecessors, the pass is first tried on a part of the indexes. Open
moves are counted if the terminal positions resolve few other indexes, because resolved indexes then
update all of their predecessors (see ``predecessors``). If terminal positions are also rare, no
move is followed: it is cheaper to list the predecessors of each terminal position than to check
each move for the end of play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import attrs
import numpy as np

from gamesolver.engine.in_step import in_step
from gamesolver.kernels.codes import LOSS, PENDING, WIN, entry_of
from gamesolver.kernels.first_pass import count_moves
from gamesolver.kernels.first_pass import resolve_ends as look_ahead
from gamesolver.kernels.scratch import (
    AHEAD,
    DRAWN,
    ENDS,
    FIRST_PASS,
    MOVES,
    OPEN,
    TALLY,
    UNUSED_INDEXES,
    Scratch,
)
from gamesolver.system.columns import Columns

if TYPE_CHECKING:
    from gamesolver.engine.resolving import Resolving

INDEXES_A_CHUNK = 1 << 16
TRIED = 61  # one chunk in this number is tried
COUNTED = 31  # greatest number of open moves that is counted
SOON = 1  # updating predecessors costs as much as looking up moves until one is open
FEW = 1 / 8  # of the moves: if fewer end play, terminal successors are looked up like others
LOOKED_AT = 8  # terminal positions, and indexes they resolve, on which predecessors are tried
SELDOM = 1 / 8  # of the indexes: terminal positions this rare update their predecessors


PHASE = "ends of play"


@attrs.frozen
class FirstPass:
    """Counts of the first pass."""

    num_indexes: int
    open: int
    """Number of indexes that are still pending."""
    moves: int
    """Number of their moves, without those to terminal positions."""
    all_moves: int
    at_once: int
    """Number of resolved indexes that are not terminal positions."""
    drawn: int
    """Number of terminal positions that are draws."""
    ends: int = 0
    """Number of terminal positions."""
    looked_ahead: bool = True
    """True if each move was followed."""

    @classmethod
    def of(cls, num_indexes: int, tally: Columns, *, looked_ahead: bool = True) -> FirstPass:
        """Return the counts of a tally."""
        at_once = num_indexes - int(tally[[UNUSED_INDEXES, ENDS, OPEN]].sum())
        counted = tally.tolist()
        return cls(
            num_indexes,
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
        """Number of pending indexes, as text."""
        return f"{self.open} of {self.num_indexes} indexes pending"

    @property
    def ends_are_rare(self) -> bool:
        """True if few moves of the pending indexes lead to terminal positions."""
        return self.moves >= (1 - FEW) * self.all_moves


@attrs.frozen
class PassSettings:
    """Settings of the first pass."""

    pending: int
    """Entry of a pending index that counts no moves."""
    counted: int = 0
    """Greatest number of open moves that an entry counts."""
    looks_ahead: bool = True
    """True if each move is followed."""

    @property
    def kernel(self) -> Callable[..., None]:
        """Kernel of this pass."""
        return look_ahead if self.looks_ahead else count_moves


def resolve_ends(resolving: Resolving, *, going_back: bool, needs_counts: bool = False) -> None:
    """Resolve what the rules alone decide, all ranks together.

    One process can be interrupted in this pass and resume. Several ranks restart the pass.

    For passes through predecessors, a pending index gets the greatest entry, minus its number of
    open moves if these are counted. If ``needs_counts`` is True, a game without counts has no such
    passes.
    """
    share, team, state = resolving.share, resolving.team, resolving.begun
    done, before = 0, np.zeros(FIRST_PASS, np.int64)
    if "done" in state:
        done, before = state["done"], np.array(state["tally"])
    else:
        resolving.settings = (
            _settings_for_predecessors(resolving, needs_counts)
            if going_back
            else PassSettings(PENDING)
        )

    def resolved(scratch: Scratch, block: tuple[int, int]) -> Columns:
        return _pass_over(resolving, scratch, block)

    def pause(more: int, tally: Columns) -> None:
        if resolving.is_due():
            so_far = (before + tally[:FIRST_PASS]).tolist()
            resolving.save_now(PHASE, phase="ends", done=done + more, tally=so_far)

    tally = in_step(
        resolving.runner,
        team,
        PHASE,
        resolved,
        share.blocks[done:],
        pause if resolving.keeper.needs_pauses and team.size == 1 else None,
    )
    counted = before + tally[:FIRST_PASS]
    by_all = np.array(team.gather_all(counted.tolist())).sum(axis=0)
    looked_ahead = resolving.settings.looks_ahead
    resolving.first_pass = FirstPass.of(share.in_all, by_all, looked_ahead=looked_ahead)
    resolving.is_counting = resolving.settings.pending != PENDING


def _pass_over(resolving: Resolving, scratch: Scratch, block: tuple[int, int]) -> Columns:
    """Make the first pass over a block. Return its tally."""
    settings, entries = resolving.settings, _entries_of(resolving, block)
    return resolving.runner.run_once(
        settings.kernel, entries, scratch, block, settings.pending, settings.counted, block[0]
    ).copy()


def _entries_of(resolving: Resolving, block: tuple[int, int]) -> Columns:
    """Return the entries of a block of this rank."""
    place = resolving.share.place_of(block[0])
    return resolving.entries[place : place + block[1] - block[0]]


def _settings_for_predecessors(resolving: Resolving, needs_counts: bool) -> PassSettings:
    """Return the settings before passes through predecessors, by a trial on some indexes."""
    settings = PassSettings(int(np.iinfo(resolving.entries.dtype).max))
    resolving.settings, blocks = settings, resolving.share.blocks[::TRIED]

    def tried(scratch: Scratch, block: tuple[int, int]) -> Columns:
        return _pass_over(resolving, scratch, block)

    tallies = resolving.runner.workers.run(PHASE, tried, blocks, PHASE)
    tally = sum(tallies, np.zeros(TALLY, np.int64))
    part = FirstPass.of(sum(last - first for first, last in blocks), tally)
    of_ranks = resolving.team.meet(part.at_once, part.open, part.ends).sum(axis=0)
    at_once, pending, ends = of_ranks.tolist()
    if at_once > SOON * pending:
        return PassSettings(PENDING) if needs_counts else settings
    if not 0 < ends <= SELDOM * (pending + at_once):
        return PassSettings(settings.pending, COUNTED)
    resolving.runner.try_predecessors(
        some_of_both((block[0], _entries_of(resolving, block)) for block in blocks)
    )
    return PassSettings(settings.pending, COUNTED, looks_ahead=False)


def some_of_both(parts: Iterable[tuple[int, Columns]]) -> list[int]:
    """Return some terminal positions of these parts, and some indexes that they have resolved.

    Each part is its first index, and the entries from there on.
    """
    tried: list[int] = []
    for first, entries in parts:
        part = entries.astype(np.int64)
        for plies in (0, 1):  # terminal positions, and the indexes they resolve
            are_those = (part >= entry_of(LOSS, plies)) & (part <= entry_of(WIN, plies))
            indexes = first + np.flatnonzero(are_those)
            tried += indexes[:: max(1, len(indexes) // LOOKED_AT)].tolist()
    return tried[:: max(1, len(tried) // (4 * LOOKED_AT))]
