"""What every way of settling slots has in hand: the cells, who works on them, and the checkpoints.

A *way* is a module of its own: sweeps, the graph of what is pending, stages, waves by predecessors.
It settles slots of these cells, and says in checkpoints how far it has come. ``engine`` chooses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from gamesolver.engine.ends import FirstPass
from gamesolver.engine.growing_cells import GrowingCells
from gamesolver.engine.keeper import Keeper
from gamesolver.engine.running import Runner
from gamesolver.system.columns import Columns
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from gamesolver.tables.cells import Overflow


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

    def save_if_due(self, *, soon: bool = False, **state: Any) -> None:
        """Keep what is settled, and what is being done; ``soon`` if nothing can be kept soon."""
        if self.keeper.is_due or (soon and self.keeper.is_due_soon):
            self.save(state, self.cells, self.held.overflow)

    def save(self, state: dict[str, Any], cells: Columns, overflow: Overflow) -> None:
        """Write a checkpoint of these cells, with what is long of them."""
        whole = {**state, **self.state, "ends": attrs.asdict(self.first_pass)}
        self.keeper.save(whole, cells, overflow)
