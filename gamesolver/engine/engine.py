"""The engine: every slot of a compiled game settled, most of them without a look-up.

**The method.** Most positions of real games are ends of play, or one move before one. The rules
alone say so: no look-up, one pass over all slots, in any order (``ends``). What is pending
after it is settled in one of these ways, or in one after another:

* *backward induction* (``backward``), where every move leads to a later stage, and in all games
  with scores that have stages or gains;
* *passes through predecessors* (``predecessors``), if a numbered game lists them: what a pass has
  settled informs the positions one move back;
* *sweeps* (``sweeps``): all that is pending is asked again for each number of plies;
* *the graph* (``graph``): where sweeps come on slowly, and memory allows it, and in other games
  with scores, the moves between pending positions are listed once.

All of them give the same table. A new way is a new module, and a line here that chooses it.

**The cost.** The rules, some 100 ns a position, and 10 to 40 ns for each look-up.
"""

from __future__ import annotations

import attrs

from gamesolver.engine.backward import Backward, goes_by_stages, settle_pending
from gamesolver.engine.ends import FirstPass, settle_ends
from gamesolver.engine.growing_cells import GrowingCells
from gamesolver.engine.keeper import Keeper
from gamesolver.engine.predecessors import settle_by_predecessors
from gamesolver.engine.running import Runner
from gamesolver.engine.settling import Settling
from gamesolver.engine.sweeps import Sweeps, Ways
from gamesolver.system.columns import Columns, Handed
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter

SHORT = 3  # a length that every cell has room for: of ends, and of what is one move before


@attrs.define(eq=False)
class Engine:
    """Engine that resolves the cells of one game by suitable methods."""

    settling: Settling
    ways: Ways = "either"

    @classmethod
    def of(
        cls, runner: Runner, meter: MemoryMeter, report: Reporter, ways: Ways, keeper: Keeper
    ) -> Engine:
        """Return an engine for an unresolved game, or with the state of a checkpoint."""
        saved, size = keeper.saved, runner.places.size
        begun = saved if saved is not None and len(saved.cells) else None
        if begun and begun.state.get("has_endless"):
            runner.places = runner.places.telling_of_endless()
        coding = runner.places.coding
        width = begun.cells.dtype if begun else coding.narrowest_for(SHORT)
        held = GrowingCells.pending_all(size, width, meter, keeper.elsewhere, coding)
        if begun:
            held.go_on_from(begun.cells, begun.overflow)
        return cls(Settling(runner, meter, report, keeper, held), ways)

    def solve(self) -> GrowingCells:
        """Resolve every slot. Return the cells and the long outcomes."""
        self._settle()
        return self.settling.held

    def _settle(self) -> None:
        settling, state = self.settling, self.settling.begun
        if settling.coding.for_kernels is not None:
            if state.get("has_endless"):
                settling.state["has_endless"] = True
            self._settle_ends(is_back=False)
            settle_pending(settling, Handed(settling.held.pending()))
            return
        is_back = settling.runner.game.rules.leads_back and self.ways == "either"
        is_back = state.get("is_back", is_back)  # what was begun so goes on so
        settling.state = {"is_back": is_back}
        self._settle_ends(is_back)
        sweeps, phase = Sweeps(settling, self.ways), state.get("phase")
        if is_back and phase not in ("waves", "graph"):
            begun = state if phase == "backward" else {}
            has_draws = settling.first_pass.drawn > 0
            settle_by_predecessors(settling, begun, has_draws=has_draws, lists_long=True)
            return
        pending = Handed(settling.held.pending())  # what has been dealt out can be freed
        if self._goes_by_stages(pending.column):
            Backward(settling).settle_by_stages(pending)
        else:
            sweeps.settle(pending.take())

    def _settle_ends(self, is_back: bool) -> None:
        """Make the first pass, or restore its counts from a checkpoint."""
        settling = self.settling
        if "ends" in settling.begun:
            settling.first_pass = FirstPass(**settling.begun["ends"])
        else:
            settle_ends(settling, going_back=is_back)
        settling.story.append(f"{settling.first_pass.summary} after the ends of play")

    def _goes_by_stages(self, pending: Columns) -> bool:
        """Return True if the game is solved by stages, or was in an earlier solve."""
        phase = self.settling.begun.get("phase")
        if not len(pending) or phase in ("waves", "graph"):
            return False
        if phase == "stages":
            return True
        return goes_by_stages(self.settling, pending)
