"""A stage on disk of a game with scores, or in which endless play is won: the greatest backs.

Later stages are settled, so that a position all of whose moves lead there has the greatest of its
backs at once. First the rules alone settle ends of play and what is one move before them; then each
pending slot is asked for the greatest back, again as long as that comes on well; and what is left
after that loops within the stage, and goes to its graph. No move gains where play may return, so
within a stage none does.

A move to an earlier stage finds nothing settled there. So its position is pending to the end, and
the graph, which knows the slots of its stage alone, says that the stage falls.

**The cost.** The rules twice for most positions, once more for what loops.
"""

from __future__ import annotations

from gamesolver.engine.ends import FirstPass
from gamesolver.engine.pending import PendingGraph
from gamesolver.engine.settling import Settling
from gamesolver.engine.stages import AGAIN, settle_in_order
from gamesolver.kernels.codes import PENDING
from gamesolver.kernels.scratch import FIRST_PASS
from gamesolver.kernels.sweeping import settle_ends
from gamesolver.system.columns import Columns


def settle_scores_of_stage(settling: Settling, stage: int) -> bool:
    """Settle the slots of a stage; whether some of them loop."""
    phase = f"stage {stage}"
    settling.first_pass = _look_at_ends(settling, phase)
    left = _settle_in_passes(settling, settling.held.pending(), phase)
    if len(left):
        PendingGraph(settling).settle(left, heard=1)
    return bool(len(left))


def _look_at_ends(settling: Settling, phase: str) -> FirstPass:
    """Settle what the rules alone decide."""
    first, last = settling.held.part
    tally = settling.runner.run(
        phase,
        settle_ends,
        settling.cells,
        settling.held.chunks,
        lambda chunk: (chunk, PENDING, 0, 0),
    )
    return FirstPass.of(last - first, tally[:FIRST_PASS])


def _settle_in_passes(settling: Settling, left: Columns, phase: str) -> Columns:
    """Settle what has settled successors alone, as long as that comes on well; the rest."""
    before = 0
    while len(left) and (not before or len(left) <= (1 - AGAIN) * before):
        before = len(left)
        left = settle_in_order(settling, left, phase)
    return left
