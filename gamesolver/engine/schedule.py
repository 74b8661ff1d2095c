"""Choice of the methods that settle the slots of a game, for one process and for ranks.

**The first pass.** Most positions of real games are terminal, or one move away from a terminal
position. The rules alone decide them: no look-up, one pass over all slots, in any order (``ends``).
The pending slots are settled by one of these methods, or by several in turn:

* *passes through predecessors* (``predecessors``), if a numbered game lists them: what a pass has
  settled informs the positions one move back;
* *backward induction* (``backward``), if every move leads to a later stage, and in all games with
  scores that have stages or gains;
* *sweeps* (``sweeps``), in one process: forward value iteration, which evaluates all pending
  positions again for each number of plies. If it is slow, and memory allows it, the graph settles
  the rest;
* *the graph* (``graph``), on ranks and in other games with scores: the moves between pending
  positions are listed once.

All of them give the same table. A new method is a module, and a line of :func:`settle` that chooses
it.

**Cost.** The rules, some 100 ns a position, and 10 to 40 ns for each look-up.
"""

from __future__ import annotations

from gamesolver.engine.backward import Backward, goes_by_stages, settle_pending
from gamesolver.engine.ends import settle_ends
from gamesolver.engine.predecessors import settle_by_predecessors
from gamesolver.engine.settling import Settling
from gamesolver.engine.sweeps import Methods, Sweeps
from gamesolver.system.columns import Columns, Handed
from gamesolver.tables.cells import VALUES

BY_PASSES = "waves", "graph"
"""Phases of checkpoints of sweeps and of the graph."""


def settle(settling: Settling, methods: Methods) -> None:
    """Settle all slots, or those that a checkpoint left pending."""
    rules, is_alone = settling.runner.game.rules, settling.team.size == 1
    has_values = settling.coding == VALUES
    if "ends" not in settling.begun:
        going_back = has_values and methods == "either" and rules.leads_back
        settle_ends(settling, going_back=going_back, needs_counts=not is_alone)
    settling.story.append(f"{settling.first_pass.summary} after the ends of play")
    if settling.is_counting:
        settle_by_predecessors(settling)
        return
    pending = Handed(settling.held.pending())  # so that its memory can be freed during the work
    if not has_values or _is_staged(settling, pending.column):
        settle_pending(settling, pending)
    elif is_alone:
        Sweeps(settling, methods, _received(settling)).settle(pending.take())
    else:
        Backward(settling).settle_by_graph(pending, _settled_to(settling))


def _is_staged(settling: Settling, pending: Columns) -> bool:
    """Return True if wins, losses and draws are settled by stages, or were in an earlier solve."""
    phase, rules = settling.begun.get("phase"), settling.runner.game.rules
    if rules.stage is None or phase in BY_PASSES:
        return False
    if phase == "stages" or goes_by_stages(settling, pending):
        return True
    return rules.by_stage is not None and settling.team.size > 1


def _received(settling: Settling) -> int:
    """Return the greatest length of an outcome before the first sweep."""
    phase = settling.begun.get("phase")
    return 1 if phase in (None, "ends", *BY_PASSES) else max(1, settling.held.longest)


def _settled_to(settling: Settling) -> int:
    """Return the plies up to which all outcomes are settled before the graph; -1 if unknown."""
    phase = settling.begun.get("phase")
    if phase == "graph":
        return int(settling.begun["received"]) - 1
    return 1 if phase in (None, "ends") else -1
