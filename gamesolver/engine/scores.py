"""Scores: the pending slots of a game that is won by something, or whose endless play is won.

**In memory** the stages, gains and loops of a game say which way it goes:

* A game that labels *stages* is settled stage by stage, the last one first; what loops within a
  stage goes to the graph. A move that gains must lead to a later stage, which is tried on each.
* A game without gains goes to the *graph* of what is pending, all at once.
* A game with gains and without stages may have no loops: *wave after wave* settles each position
  all of whose successors are settled. If a wave settles nothing, the rest loops, and is refused.

*The cost*: the rules once for each pending position where there are stages, twice for the graph,
and once a wave without either: a game that gains is solved sooner if it writes ``stage``.

**A stage on disk** is settled by the greatest backs. Later stages are settled, so that a position
all of whose moves lead there has the greatest of its backs at once. First the rules alone settle
ends of play and what is one move before them; then each pending slot is asked for the greatest
back, again as long as that comes on well; and what is left after that loops within the stage, and
goes to its graph. No move gains where play may return, so within a stage none does.

A move to an earlier stage finds nothing settled there. So its position is pending to the end, and
the graph, which knows the slots of its stage alone, says that the stage falls.

*The cost*: the rules twice for most positions, once more for what loops.
"""

from __future__ import annotations

from gamesolver.engine.ends import FirstPass
from gamesolver.engine.pending import ROWS_A_CHUNK, PendingGraph
from gamesolver.engine.running import loops_without_stages
from gamesolver.engine.settling import Settling
from gamesolver.engine.stages import AGAIN, Stages, settle_in_order
from gamesolver.kernels import sweeping as kernels
from gamesolver.kernels.codes import PENDING
from gamesolver.kernels.scratch import FIRST_PASS, SETTLED, TOO_LONG
from gamesolver.system.columns import Columns, Handed
from gamesolver.system.workers import chunks_of

# ── in memory ───────────────────────────────────────────────────────────────────────────────────


def settle_scores(settling: Settling, pending: Columns) -> None:
    """Settle what is pending after the ends of play."""
    rules = settling.runner.game.rules
    if not len(pending):
        return
    if rules.stage is not None:
        Stages(settling).settle(Handed(pending))
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


# ── a stage on disk ─────────────────────────────────────────────────────────────────────────────


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
        kernels.settle_ends,
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
