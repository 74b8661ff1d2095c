"""What every way of settling slots has in hand: the cells, who works on them, and the checkpoints.

A *way* is a module of its own: sweeps, the graph of what is pending, stages, waves by predecessors.
It settles slots of these cells, and says in checkpoints how far it has come. ``engine`` chooses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import numpy as np

from gamesolver.engine.ends import FirstPass
from gamesolver.engine.growing_cells import GrowingCells
from gamesolver.engine.keeper import Keeper
from gamesolver.engine.running import Runner, out_of_bounds
from gamesolver.kernels import sweeping as kernels
from gamesolver.system.columns import Columns
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from gamesolver.system.workers import chunks_of
from gamesolver.tables.cells import Coding, Overflow
from gamesolver.tables.labels import Labels

LABELS_A_CHUNK = 1 << 22


@attrs.define(eq=False)
class Settling:
    """The slots of one game, some of them settled."""

    runner: Runner
    meter: MemoryMeter
    report: Reporter
    keeper: Keeper
    held: GrowingCells
    first_pass: FirstPass = attrs.field(init=False)
    """What the first pass has counted."""
    state: dict[str, Any] = attrs.field(factory=dict, init=False)
    """What every checkpoint says, whichever way has come to it."""
    story: list[str] = attrs.field(factory=list, init=False)
    """What was done."""

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
        """Whether ends of play are told by the rules: looking them up is dearer, or finds none."""
        return not (self.first_pass.ends_are_rare and self.runner.places.is_numbered)

    def worths_of(self, slots: Columns) -> Columns | None:
        """What endless play is worth to whoever moves in each slot, if it is worth anything."""
        if not self.coding.form.worth:
            return None
        worths = np.empty(len(slots), np.int32)
        chunks = chunks_of(len(slots), LABELS_A_CHUNK)

        def arguments(chunk: tuple[int, int]) -> tuple[Columns, Columns]:
            return slots[slice(*chunk)], worths[slice(*chunk)]

        self.runner.run("worth of endless play", kernels.worths_of, self.cells, chunks, arguments)
        return worths

    def enter(self, slots: Columns, labels: Labels) -> None:
        """Enter what the graph solver has settled."""
        are_endless = labels.plies < 0
        if not self.coding.form.has_endless and labels.points[are_endless].any():
            self.tell_of_endless()
        self._require_bounds(slots, labels)
        chunks = chunks_of(len(slots), LABELS_A_CHUNK)
        plies = (labels.plies[slice(*chunk)] for chunk in chunks)
        self.held.widen_for(max((self.coding.longest_of(part) for part in plies), default=0))
        for first, last in chunks:
            self.cells[slots[first:last]] = self.coding.cells_of(labels.part(first, last))

    def tell_of_endless(self) -> None:
        """Let cells say of play without end what it has gained."""
        self.state["has_endless"] = True
        self.runner.places = self.runner.places.telling_of_endless()
        self.held.recode(self.runner.places.coding)

    def _require_bounds(self, slots: Columns, labels: Labels) -> None:
        """Raise where a score is beyond the bounds that the game gives."""
        place = self.coding.first_beyond(labels)
        if place is not None:
            position = self.runner.places.position(int(slots[place]))
            raise out_of_bounds(self.runner.game, position, int(labels.points[place]))

    def save_if_due(self, *, soon: bool = False, **state: Any) -> None:
        """Keep what is settled, and what is being done; ``soon`` if nothing can be kept soon."""
        if self.keeper.is_due or (soon and self.keeper.is_due_soon):
            self.save(state, self.cells, self.held.overflow)

    def save(self, state: dict[str, Any], cells: Columns, overflow: Overflow) -> None:
        """Write a checkpoint of these cells, with what is long of them."""
        whole = {**state, **self.state, "ends": attrs.asdict(self.first_pass)}
        self.keeper.save(whole, cells, overflow)
