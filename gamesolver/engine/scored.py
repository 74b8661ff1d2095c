"""Scores: the pending slots of a game that is won by something, or whose endless play is won.

* A game that labels *stages* is settled stage by stage, the last one first; what loops within a
  stage goes to the graph. A move that gains must lead to a later stage, which is tried on each.
* A game without gains goes to the *graph* of what is pending, all at once.
* A game with gains and without stages may have no loops: *wave after wave* settles each position
  all of whose successors are settled. If a wave settles nothing, the rest loops, and is refused.

**The cost.** The rules once for each pending position where there are stages, twice for the graph,
and once a wave without either: a game that gains is solved sooner if it writes ``stage``.
"""

from __future__ import annotations

from gamesolver.engine.pending import ROWS_A_CHUNK, PendingGraph
from gamesolver.engine.running import loops_without_stages
from gamesolver.engine.settling import Settling
from gamesolver.engine.stages import Stages
from gamesolver.kernels import sweeping as kernels
from gamesolver.kernels.scratch import SETTLED, TOO_LONG
from gamesolver.system.columns import Columns
from gamesolver.system.workers import chunks_of


def settle_scores(settling: Settling, pending: Columns) -> None:
    """Settle what is pending after the ends of play."""
    rules = settling.runner.game.rules
    if not len(pending):
        return
    if rules.stage is not None:
        Stages(settling).settle([pending])
    elif rules.has_gains:
        _settle_in_waves(settling, pending)
    else:
        PendingGraph(settling).settle(pending, heard=1)


def _settle_in_waves(settling: Settling, left: Columns) -> None:
    """Settle what lies before settled positions alone, again and again, to the last one."""
    held, waves = settling.held, 0
    while len(left):
        longest = held.coding.longest_in(settling.cells.dtype)
        tally = settling.runner.run(
            f"wave {waves + 1}",
            kernels.greatest_backs,
            settling.cells,
            chunks_of(len(left), ROWS_A_CHUNK),
            lambda chunk: (left[slice(*chunk)], settling.is_sifting, longest),  # noqa: B023  # of this wave
        )
        if tally[TOO_LONG]:
            held.widen_for(longest + 1)
        elif not tally[SETTLED]:
            position = settling.runner.places.position(int(left[0]))
            raise loops_without_stages(settling.runner.game, position)
        left, waves = held.still(left), waves + 1
    settling.story.append(f"{waves} waves of positions whose successors are settled")
