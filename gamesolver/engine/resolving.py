"""State of a solve that all methods share: entries, ranks, workers and checkpoints.

A *method* resolves pending indexes: sweeps, the graph of pending positions, backward induction by
stages, passes through predecessors. Each is a module; ``schedule`` chooses.

The indexes belong to the ranks of a *team*, and each rank holds the entries of its *share*. One
process is a team of one whose share is everything. Ranks send entries to each other, so the entries
of all ranks have one width, which they change together (:meth:`Resolving.make_room`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import numpy as np

from gamesolver.engine.ends import FirstPass, PassSettings
from gamesolver.engine.growing_entries import GrowingEntries
from gamesolver.engine.keeper import Checkpoint, Keeper, columns_of
from gamesolver.engine.running import Runner, out_of_bounds
from gamesolver.engine.shares import KeyShare, Share, ShareOfAll, share_of_all
from gamesolver.errors import GameContractError
from gamesolver.kernels.codes import PENDING
from gamesolver.system.columns import Columns
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from gamesolver.system.team import Alone, Team
from gamesolver.system.workers import chunks_of
from gamesolver.tables.entries import WIDTHS, Coding, Overflow
from gamesolver.tables.labels import Labels

SHORT = 3  # a length that every entry can hold: of terminal positions, and one move before
ENTRIES_A_PIECE = 1 << 22

COUNTING = "predecessors"
"""Phase of the checkpoints in which pending entries count open moves."""
NOT_MADE = FirstPass(0, open=0, moves=0, all_moves=1, at_once=0, drawn=0)
"""Counts of a first pass that was not made here."""


@attrs.define(eq=False)
class Resolving:
    """State of the solve of one game: its indexes, some of them resolved."""

    runner: Runner
    meter: MemoryMeter
    report: Reporter
    keeper: Keeper
    held: GrowingEntries
    team: Team = attrs.field(factory=Alone)
    share: Share = attrs.field()
    """Indexes that this rank owns."""
    settings: PassSettings = attrs.field(default=PassSettings(PENDING), init=False)
    """Settings of the first pass."""
    begun: Mapping[str, Any] = attrs.field(factory=dict, init=False)
    """State of the checkpoint that this solve resumes from, empty without one."""
    is_counting: bool = attrs.field(default=False, init=False)
    """True if pending entries count open moves, for passes through predecessors."""
    first_pass: FirstPass = attrs.field(default=NOT_MADE, init=False)
    """Counts of the first pass, for all ranks together."""
    state: dict[str, Any] = attrs.field(factory=dict, init=False)
    """Entries of every checkpoint, for all methods."""
    summary: list[str] = attrs.field(factory=list, init=False)
    """Summary of the solve, as text."""

    @share.default
    def _everything(self) -> Share:
        return share_of_all(self.runner.places, len(self.held.entries))

    @classmethod
    def of(
        cls,
        runner: Runner,
        meter: MemoryMeter,
        report: Reporter,
        keeper: Keeper,
        team: Team,
        share: ShareOfAll,
    ) -> Resolving:
        """Return the state of a solve in which nothing is resolved, or that of its checkpoint."""
        saved = keeper.saved
        if saved is None or saved.is_finding or not saved.has_entries_for(team.size):
            coding = runner.places.coding
            width = coding.narrowest_for(SHORT)
            held = GrowingEntries.pending_all(share.places, width, meter, keeper.elsewhere, coding)
            return cls(runner, meter, report, keeper, held, team, share)
        if saved.state["has_endless"]:
            runner.places = runner.places.with_endless_gains()
        is_counting = saved.state["phase"] == COUNTING
        held = _held_from(saved, share, meter, keeper, runner.places.coding, is_counting)
        resolving = cls(runner, meter, report, keeper, held, team, share)
        resolving.begun, resolving.is_counting = saved.state, is_counting
        resolving.settings = PassSettings(**saved.state["settings"])
        if "ends" in saved.state:
            resolving.first_pass = FirstPass(**saved.state["ends"])
        return resolving

    @property
    def entries(self) -> Columns:
        """Entries, with their current width."""
        return self.held.entries

    @property
    def coding(self) -> Coding:
        """Encoding of outcomes as entries."""
        return self.held.coding

    @property
    def detects_ends(self) -> bool:
        """True if the rules report which successors are terminal, which saves their look-ups."""
        if self.team.size > 1:  # a look-up may be a message
            return True
        return not (self.first_pass.ends_are_rare and self.runner.places.is_indexed)

    # ── entering outcomes, all ranks together ──────────────────────────────

    def make_room(self, plies: int, last_gain: int, *, needs_endless_gains: bool) -> None:
        """Widen the entries for the outcomes that any rank is about to write.

        These are outcomes in up to ``plies`` plies, and infinite play with its last gain after up
        to ``last_gain`` plies. ``needs_endless_gains`` is True if this rank has such outcomes, and
        the encoding has no entries for them yet.
        """
        of_ranks = self.team.meet(needs_endless_gains, plies, last_gain).max(axis=0)
        if of_ranks[0]:
            self.encode_endless_gains()
        self.held.widen_for(self.coding.longest_of(np.array([of_ranks[1], ~of_ranks[2]])))

    def encode_endless_gains(self) -> None:
        """Convert the entries of all ranks so that they hold gains before infinite play."""
        longest = int(self.team.meet(self.held.longest)[:, 0].max())
        self.runner.places = self.runner.places.with_endless_gains()
        self.held.recode(self.runner.places.coding, longest)

    def write(self, places: Columns, labels: Labels) -> None:
        """Write outcomes for which there is room. Raise if a score is outside its bounds."""
        if self.coding.first_beyond(labels) is not None:
            raise self._out_of_bounds(places, labels)
        self.entries[places] = self.coding.entries_of(labels)

    def _out_of_bounds(self, places: Columns, labels: Labels) -> GameContractError:
        """Return the error for the first place with a score outside its bounds."""
        order = np.argsort(places)
        in_order = Labels(labels.points[order], labels.plies[order])
        wrong = order[self.coding.first_beyond(in_order)]
        index = int(self.share.indexes_of(places[wrong : wrong + 1])[0])
        position = self.runner.places.position(index)
        return out_of_bounds(self.runner.game, position, int(labels.points[wrong]))

    # ── checkpoints ────────────────────────────────────────────────────────

    def is_due(self, *, soon: bool = False) -> bool:
        """Return True if it is time for a checkpoint. All ranks call this together.

        ``soon`` is True if no checkpoint can be written for a while.
        """
        return self.keeper.is_due or (soon and self.keeper.is_due_soon)

    def save_now(self, where: str, **state: Any) -> None:
        """Write a checkpoint of the entries. ``where`` describes the progress."""
        self.save({"where": where, **state}, self.entries, self.held.overflow)

    def save_if_due(self, where: str, *, soon: bool = False, **state: Any) -> None:
        """Write a checkpoint if it is time for one."""
        if self.is_due(soon=soon):
            self.save_now(where, **state)

    def note_work_to_redo(self, seconds: float) -> None:
        """Note the seconds of work that are done again after an interruption."""
        self.keeper.redo_seconds = seconds

    def save(self, state: dict[str, Any], entries: Columns, overflow: Overflow) -> None:
        """Write a checkpoint of these entries with their long outcomes, all ranks together."""
        whole = {
            "phase": "resolving",
            "settings": attrs.asdict(self.settings),
            "has_endless": self.coding.form.has_endless,
            "long_code": overflow.code,
            **state,
            **self.state,
        }
        if self.first_pass is not NOT_MADE:
            whole["ends"] = attrs.asdict(self.first_pass)
        keys = {"keys": self.share.keys} if isinstance(self.share, KeyShare) else {}
        self.keeper.save(whole, columns_of(entries, overflow), keys)


def _held_from(
    saved: Checkpoint,
    share: ShareOfAll,
    meter: MemoryMeter,
    keeper: Keeper,
    coding: Coding,
    is_counting: bool,
) -> GrowingEntries:
    """Return the entries of a share as they are in a checkpoint.

    Several ranks have no list of long outcomes: their entries are wider instead. Counts of open
    moves are dropped, unless the method that made them goes on.
    """
    width, longest = saved.width, saved.longest_entry
    most = np.iinfo(width).max
    is_wider = longest > 0 and share.size > 1
    if is_wider:
        enough = coding.narrowest_for(coding.length_of(longest))
        width = np.dtype(WIDTHS[max(WIDTHS.index(width.type) + 1, WIDTHS.index(enough))])
    held = GrowingEntries.pending_all(share.places, width, meter, keeper.elsewhere, coding)
    for first, last in chunks_of(share.places, ENTRIES_A_PIECE):
        part = saved.own_entries(share, first, last)
        held.entries[first:last] = part
        if "least" in saved.state:
            own, are_pending = held.entries[first:last], part >= saved.state["least"]
            if is_counting:
                own[are_pending] += width.type(np.iinfo(width).max - most)
            else:
                own[are_pending] = PENDING
    longs = saved.own_longs(share)
    if is_wider:
        held.entries[longs.indexes] = longs.entries
    else:
        held.overflow = longs
    return held
