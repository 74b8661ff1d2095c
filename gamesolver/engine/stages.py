"""Stages: the pending slots of a game dealt out to the stages of play, the last one first.

A position all of whose moves lead to later stages has the greatest of its backs at once,
so a game with stages is solved from the last one back. A stage is any number that never
falls along a move; most games have few of them, close together.

A stage that turns out to hold a loop goes to the graph, with its border at any remoteness; a large
one of which few positions have all successors settled goes there at once.
Stages in which play can stay gain nothing over sweeps, which go through all of them together.

Small stages come together, as one piece: whoever goes through it in order comes to a
position after all those of later stages.

**The cost.** One call of ``stage`` and some 5 ns a slot; six bytes a pending slot, of which
two go again, and the four that they had before.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import attrs
import numpy as np

from gamesolver.engine.pending import ROWS_A_CHUNK, PendingGraph
from gamesolver.engine.running import Runner
from gamesolver.engine.settling import Settling
from gamesolver.graph.border import SMALL, sorted_by_number
from gamesolver.kernels import sweeping as kernels
from gamesolver.kernels.scratch import LOOPS, TOO_LONG, UNTOLD_GAINS, Scratch
from gamesolver.system.columns import Columns, Handed
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.workers import chunks_of

SLOTS_A_CHUNK = 1 << 16
TOGETHER = ROWS_A_CHUNK  # slots of small stages a piece, for one worker to go through in order
AGAIN = 1 / 4  # a pass over one stage that settles so much of what was pending has another after it
SOME, MOST = 16, 0.8  # one slot in so many is tried first; if more than so much is left, it loops


def bytes_to_deal(pending: int) -> int:
    """What dealing takes beside the pending slots: their stages, and the slots dealt."""
    return pending * 6


def goes_by_stages(runner: Runner, cells: Columns, pending: Columns, meter: MemoryMeter) -> bool:
    """Whether there is room to deal the pending slots out, and the stage rises with every move."""
    fits = meter.allows(bytes_to_deal(len(pending)))
    return fits and rises_with_every_move(runner, cells, pending)


def rises_with_every_move(runner: Runner, cells: Columns, pending: Columns) -> bool:
    """Whether the stage does, as far as some of the pending positions tell."""
    if runner.places.calls.rules.stage is None:
        return False
    some = pending[:: -(-len(pending) // SLOTS_A_CHUNK)].copy()
    tally = runner.run("stages", kernels.loops_in_stage, cells, [some])
    return not tally[LOOPS]


@attrs.define(eq=False)
class Stages:
    """Settles stage by stage."""

    settling: Settling

    def settle(self, pending: Handed) -> None:
        """Settle the pending slots, which are taken so that they can be freed."""
        settling = self.settling
        settling.state["phase"] = "stages"
        for slots in by_stage(settling.runner, settling.cells, pending, settling.meter):
            self._settle_piece(slots)
            settling.save_if_due()

    def _settle_piece(self, slots: Columns) -> None:
        """Settle what lies before later stages alone; what is left loops within a stage."""
        is_one = len(slots) > TOGETHER
        loops = is_one and self._loops(slots)
        settling = self.settling
        left = settling.held.still(slots) if loops else settle_in_order(settling, slots)
        if is_one or not (len(left) and settling.runner.game.rules.has_gains):
            self._settle_loops(left)
            return
        for stage in self._apart(left):  # no move gains within one, and the graph has no gains
            self._settle_loops(settle_in_order(settling, stage))

    def _loops(self, stage: Columns) -> bool:
        """Whether most of a stage leads to itself, as far as some of its slots tell."""
        some = stage[::SOME].copy()
        return len(settle_in_order(self.settling, some)) > MOST * len(some)

    def _settle_loops(self, left: Columns) -> None:
        """Settle the slots of loops by their graph."""
        if len(left):
            PendingGraph(self.settling).settle(np.sort(left), heard=1)

    def _apart(self, slots: Columns) -> Iterator[Columns]:
        """The slots of each stage, the last one first."""
        stages = _stages_of(self.settling.runner, self.settling.cells, slots)
        slots, _, ends = sorted_by_number(slots, stages)
        for first, last in reversed([*pairwise([0, *ends.tolist()])]):
            yield slots[first:last].copy()


def settle_in_order(settling: Settling, slots: Columns, phase: str = "stages") -> Columns:
    """Settle each slot whose successors are settled when its turn comes; the others."""
    held = settling.held
    while True:
        longest = held.coding.longest_in(settling.cells.dtype)
        tally = settling.runner.run(
            phase,
            kernels.greatest_backs,
            settling.cells,
            chunks_of(len(slots), ROWS_A_CHUNK),
            lambda chunk: (slots[slice(*chunk)], settling.is_sifting, longest),  # noqa: B023  # of this round
        )
        if tally[UNTOLD_GAINS]:
            settling.tell_of_endless()
        elif tally[TOO_LONG]:
            held.widen_for(longest + 1)
        else:
            return held.still(slots)


def by_stage(
    runner: Runner, cells: Columns, pending: Handed, meter: MemoryMeter
) -> Iterator[Columns]:
    """The pending slots, a large stage or several small ones at a time; the last stages first."""
    slots = pending.take()
    meter.check(f"counting {len(slots)} pending slots", coming=bytes_to_deal(len(slots)))
    slots, _, ends = sorted_by_number(slots, _stages_of(runner, cells, slots))
    for first, last in _pieces(ends.tolist()):
        is_large = last - first > TOGETHER
        yield slots[first:last] if is_large else slots[first:last][::-1].copy()


def _pieces(ends: list[int]) -> Iterator[tuple[int, int]]:
    """Where the pieces begin and end, the last one first, given where the stages end."""
    first = last = ends[-1]
    for begin in reversed([0, *ends[:-1]]):
        if first < last and last - begin > TOGETHER:
            yield first, last
            last = first
        first = begin
    yield first, last


def _stages_of(runner: Runner, cells: Columns, slots: Columns) -> Columns:
    """The stage of each slot, in two bytes if that will do."""

    def staged(scratch: Scratch, chunk: tuple[int, int]) -> Columns:
        part = slots[slice(*chunk)]
        stages = np.empty(len(part), np.int64)
        runner.run_once(kernels.stages_of, cells, scratch, part, stages)
        is_small = stages.min() >= 0 and stages.max() < SMALL
        return stages.astype(np.uint16) if is_small else stages

    return np.concatenate(
        runner.workers.run("stages", staged, chunks_of(len(slots), SLOTS_A_CHUNK))
    )
