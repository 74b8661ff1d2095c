"""State of a solve that every method shares: the cells, who works on them, and the checkpoints.

A *method* settles pending slots: sweeps, the graph of pending positions, backward induction by
stages, waves through predecessors. Each is a module; ``engine`` chooses.

The slots belong to the ranks of a *team*, and each rank holds the cells of its *share*. One process
is a team of one whose share is everything. Ranks send cells to each other, so their cells always
have the same width: whatever changes it is done by all ranks together (:meth:`Settling.make_room`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import numpy as np

from gamesolver.engine.ends import FirstPass, Way
from gamesolver.engine.growing_cells import GrowingCells
from gamesolver.engine.keeper import Keeper
from gamesolver.engine.running import Runner, out_of_bounds
from gamesolver.engine.shares import Share, share_of_all
from gamesolver.errors import GameContractError
from gamesolver.kernels.codes import PENDING
from gamesolver.system.columns import Columns
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from gamesolver.system.team import Alone, Team
from gamesolver.tables.cells import Coding, Overflow
from gamesolver.tables.labels import Labels

NOT_MADE = FirstPass(0, open=0, moves=0, all_moves=1, at_once=0, drawn=0)
"""Counts of a first pass that was not made here."""


@attrs.define(eq=False)
class Settling:
    """The slots of one game, some of them settled."""

    runner: Runner
    meter: MemoryMeter
    report: Reporter
    keeper: Keeper
    held: GrowingCells
    team: Team = attrs.field(factory=Alone)
    share: Share = attrs.field()
    """Slots that this rank owns."""
    way: Way = attrs.field(default=Way(PENDING), init=False)
    """How the first pass goes."""
    first_pass: FirstPass = attrs.field(default=NOT_MADE, init=False)
    """Counts of the first pass, of this rank."""
    state: dict[str, Any] = attrs.field(factory=dict, init=False)
    """What every checkpoint says, whichever way has come to it."""
    story: list[str] = attrs.field(factory=list, init=False)
    """What was done."""

    @share.default
    def _everything(self) -> Share:
        return share_of_all(self.runner.places, len(self.held.cells))

    @property
    def cells(self) -> Columns:
        """The cells, as wide as they are by now."""
        return self.held.cells

    @property
    def begun(self) -> Mapping[str, Any]:
        """What an earlier solve was doing; nothing where there was none."""
        return self.keeper.state

    @property
    def coding(self) -> Coding:
        """How outcomes become cells."""
        return self.held.coding

    @property
    def is_sifting(self) -> bool:
        """True if the rules say which successors are terminal, which saves their look-ups."""
        if self.team.size > 1:  # a look-up may be a message
            return True
        return not (self.first_pass.ends_are_rare and self.runner.places.is_numbered)

    # ── entering outcomes, all ranks together ──────────────────────────────

    def make_room(self, plies: int, last_gain: int, *, is_untold: bool) -> None:
        """Let the cells hold the outcomes that any rank is about to enter.

        These are outcomes in up to ``plies`` plies, and infinite play with its last gain after up
        to ``last_gain`` plies. ``is_untold`` is True if the cells cannot hold such gains yet.
        """
        told = self.team.meet(is_untold, plies, last_gain).max(axis=0)
        if told[0]:
            self.tell_of_endless()
        self.held.widen_for(self.coding.longest_of(np.array([told[1], ~told[2]])))

    def tell_of_endless(self) -> None:
        """Let the cells of all ranks hold gains before infinite play."""
        longest = int(self.team.meet(self.held.longest)[:, 0].max())
        self.state["has_endless"] = True
        self.runner.places = self.runner.places.telling_of_endless()
        self.held.recode(self.runner.places.coding, longest)

    def write(self, places: Columns, labels: Labels) -> None:
        """Write outcomes for which there is room. Raise if a score is outside its bounds."""
        if self.coding.first_beyond(labels) is not None:
            raise self._out_of_bounds(places, labels)
        self.cells[places] = self.coding.cells_of(labels)

    def _out_of_bounds(self, places: Columns, labels: Labels) -> GameContractError:
        """Return the error for the first place with a score outside its bounds."""
        order = np.argsort(places)
        in_order = Labels(labels.points[order], labels.plies[order])
        wrong = order[self.coding.first_beyond(in_order)]
        slot = int(self.share.slots_of(places[wrong : wrong + 1])[0])
        position = self.runner.places.position(slot)
        return out_of_bounds(self.runner.game, position, int(labels.points[wrong]))

    # ── checkpoints ────────────────────────────────────────────────────────

    def is_due(self, *, soon: bool = False) -> bool:
        """Return True if it is time for a checkpoint. All ranks call this together.

        ``soon`` is True if no checkpoint can be written for a while.
        """
        return self.keeper.is_due or (soon and self.keeper.is_due_soon)

    def save_now(self, where: str, **state: Any) -> None:
        """Write a checkpoint of the cells. ``where`` says how far the work has come."""
        self.save(state, self.cells, self.held.overflow)

    def save_if_due(self, where: str = "", *, soon: bool = False, **state: Any) -> None:
        """Write a checkpoint if it is time for one."""
        if self.is_due(soon=soon):
            self.save_now(where, **state)

    def note_work_to_redo(self, seconds: float) -> None:
        """Note the seconds of work that are done again after an interruption."""
        self.keeper.redo_seconds = seconds

    def save(self, state: dict[str, Any], cells: Columns, overflow: Overflow) -> None:
        """Write a checkpoint of these cells, with what is long of them."""
        whole = {**state, **self.state, "ends": attrs.asdict(self.first_pass)}
        self.keeper.save(whole, cells, overflow)
