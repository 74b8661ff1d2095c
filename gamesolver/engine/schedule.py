"""Choice of the methods that resolve the indexes of a game, for one process and for ranks.

**The first pass.** Most positions of real games are terminal, or one move away from a terminal
position. The rules alone decide them: no look-up, one pass over all indexes, in any order
(``ends``). The pending indexes are resolved by one of these methods, or by several in turn:

* *passes through predecessors* (``predecessors``), if an indexed game lists them: indexes that a
  pass has resolved update the positions one move before;
* *backward induction* (``backward``), if every move leads to a later stage, and in all games with
  scores that have stages or gains;
* *sweeps* (``sweeps``), in one process: forward value iteration, which evaluates all pending
  positions again for each number of plies. If it is slow, and memory allows it, the graph resolves
  the rest;
* *the graph* (``graph``), on ranks and in other games with scores: the moves between pending
  positions are listed once.

In a folder, and with stages of other solutions, stages are resolved one at a time
(:func:`resolve_stage`): by passes through predecessors, or else by a scan of the stage
(``stage_scan``), and by the graph or sweeps if play can stay in it.

All of them give the same table. A new method is a module, and a line of :func:`resolve` that
chooses it. A line of :func:`resolve_stage` chooses it for single stages.

**Cost.** The rules, some 100 ns a position, and 10 to 40 ns for each look-up.
"""

from __future__ import annotations

from gamesolver.engine.backward import Backward, goes_by_stages, resolve_pending
from gamesolver.engine.ends import resolve_ends
from gamesolver.engine.predecessors import resolve_by_predecessors
from gamesolver.engine.predecessors import resolve_stage as resolve_stage_by_predecessors
from gamesolver.engine.resolving import Resolving
from gamesolver.engine.stage_scan import StageScan, StageWork
from gamesolver.engine.sweeps import Methods, Sweeps
from gamesolver.system.columns import Columns, Handed
from gamesolver.tables.entries import VALUES

BY_PASSES = "waves", "graph"
"""Phases of checkpoints of sweeps (stored as "waves") and of the graph."""


def resolve(resolving: Resolving, methods: Methods) -> None:
    """Resolve all indexes, or those that a checkpoint left pending."""
    is_alone, has_values = resolving.team.size == 1, resolving.coding == VALUES
    if "ends" not in resolving.begun:
        going_back = goes_back(resolving, methods)
        resolve_ends(resolving, going_back=going_back, needs_counts=not is_alone)
    resolving.summary.append(f"{resolving.first_pass.summary} after the ends of play")
    if resolving.is_counting:
        resolve_by_predecessors(resolving)
        return
    pending = Handed(resolving.held.pending())  # so that its memory can be freed during the work
    if not has_values or _is_staged(resolving, pending.column):
        resolve_pending(resolving, pending)
    elif is_alone:
        Sweeps(resolving, methods, _received(resolving)).resolve(pending.take())
    else:
        Backward(resolving).resolve_by_graph(pending, _resolved_to(resolving))


def resolve_stage(
    resolving: Resolving, methods: Methods, stage: int, longest: int, work: StageWork
) -> None:
    """Resolve one stage. All later stages are resolved, in ``longest`` plies or fewer."""
    work.has_passes = goes_back(resolving, methods)
    if work.has_passes:
        work.cyclic += resolve_stage_by_predecessors(resolving, stage, longest, work.traffic)
    else:
        StageScan(resolving, stage, work).resolve(methods, longest)


def goes_back(resolving: Resolving, methods: Methods) -> bool:
    """Return True if passes through predecessors may resolve a game."""
    has_values = resolving.coding == VALUES
    return has_values and methods == "either" and resolving.runner.game.rules.leads_back


def _is_staged(resolving: Resolving, pending: Columns) -> bool:
    """Return True if wins, losses and draws are resolved by stages, or were in an earlier solve."""
    phase, rules = resolving.begun.get("phase"), resolving.runner.game.rules
    if rules.stage is None or phase in BY_PASSES:
        return False
    if phase == "stages" or goes_by_stages(resolving, pending):
        return True
    return rules.by_stage is not None and resolving.team.size > 1


def _received(resolving: Resolving) -> int:
    """Return the greatest length of an outcome before the first sweep."""
    phase = resolving.begun.get("phase")
    return 1 if phase in (None, "ends", *BY_PASSES) else max(1, resolving.held.longest)


def _resolved_to(resolving: Resolving) -> int:
    """Return the plies up to which all outcomes are resolved before the graph; -1 if unknown."""
    phase = resolving.begun.get("phase")
    if phase == "graph":
        return int(resolving.begun["received"]) - 1
    return 1 if phase in (None, "ends") else -1
