"""Stage-by-stage solve on disk: one stage in memory, all later ones in a memory-mapped file.

A game indexed by stages (``rules.slots_by_stage``) is solved from the last stage to the first. The
cells of all stages are one file, which is mapped again for each stage. What is written stays in
memory, and later stages are read from the file. A finished stage is written to the file, read back,
and recorded in a checkpoint. Then the mapping is closed, which frees its memory.

**A stage** is resolved by the method that ``schedule`` chooses. Without predecessors each slot is
scanned, and what is pending then has moves within the stage, mostly cycles (``stage_scan``).

**If the game lists predecessors**, a stage is resolved by passes through them (``predecessors``),
which need neither a list nor a graph.

**A stage of a finished solution of another game** is copied into the file, piece by piece, after
some tests (``files.shared_stages``). It is not scanned.

**Several ranks** divide a stage by blocks (``stage_blocks``). Each scans its own blocks, and has
only these in memory. Later stages are read from the file. If no move stays in the stage, the ranks
therefore only report to each other that they are done. The pending slots of other stages are
resolved by their graph (``graph``), or by passes through predecessors, which the ranks divide.

**If outcomes are longer than a byte holds**, the current stage has wider cells in memory. Later
stages keep their cells in the file, with a list of the long outcomes (``kernels.wide_stage``).

**In games with scores** there is no list of long outcomes. If a stage needs wider cells, or cells
that hold gains before infinite play, the file is rewritten with all later stages.

**Cost.** In memory a byte for each slot of the largest stage, and on disk a byte for each slot of
all stages. In a stage with cycles four bytes for each pending slot and the graph, and nothing with
passes through predecessors.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import numpy as np

from gamesolver.engine.checking import check_slots
from gamesolver.engine.growing_cells import GrowingCells, recoded
from gamesolver.engine.keeper import CellFile, Change, Keeper, ReusedStage
from gamesolver.engine.resolving import Resolving
from gamesolver.engine.running import Runner
from gamesolver.engine.schedule import resolve_stage
from gamesolver.engine.shares import StageShare
from gamesolver.engine.stage_blocks import StageBlocks
from gamesolver.engine.stage_scan import StageWork
from gamesolver.engine.sweeps import Methods
from gamesolver.kernels.codes import PENDING
from gamesolver.kernels.wide_stage import WideStage
from gamesolver.rules.slots_by_stage import first_slots
from gamesolver.system.columns import Columns, Elsewhere, sparse
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from gamesolver.system.team import Team
from gamesolver.tables.cells import NONE, VALUES, Coding, Overflow
from gamesolver.tables.labels import ReusedStages

PHASE = "stages"
ADVICE = "a stage must fit into memory"


def _bytes_of(width: np.dtype[Any]) -> int:
    return width.itemsize


@attrs.define(eq=False)
class StageCells(GrowingCells):
    """Cells of all stages; one of these is being resolved."""

    blocks: StageBlocks = attrs.field(kw_only=True)
    """Slots of that stage, dealt out to ranks."""
    rank: int = attrs.field(kw_only=True)
    file: CellFile = attrs.field(kw_only=True)

    @classmethod
    def of(
        cls,
        file: CellFile,
        blocks: StageBlocks,
        rank: int,
        meter: MemoryMeter,
        elsewhere: Elsewhere,
        coding: Coding = VALUES,
    ) -> StageCells:
        """Return cells in which the stage is pending, and all later stages are resolved."""
        held = cls(meter, elsewhere, file.opened(), coding, blocks=blocks, rank=rank, file=file)
        if len(file.longs):
            held._have_wide(np.dtype(held.coding.narrowest_for(file.longest)))
        for block in held.chunks:  # an earlier solve may have been writing there when it stopped
            held.cells[slice(*block)] = PENDING
        return held

    @property
    def part(self) -> tuple[int, int]:
        return self.blocks.first, self.blocks.last

    @property
    def chunks(self) -> list[tuple[int, int]]:
        return self.blocks.of(self.rank)

    @property
    def ranges(self) -> list[tuple[int, int]]:
        return [self.part] if self.blocks.size == 1 else self.chunks

    @property
    def own(self) -> Columns:
        """Cells of the stage. Those of other ranks are not valid here."""
        return self.cells[slice(*self.part)]

    @property
    def share(self) -> StageShare:
        """Share of the stage that this rank owns."""
        return StageShare(self.blocks, self.rank, len(self.cells))

    def widen_for(self, length: int) -> None:
        """Widen the cells of the stage in memory. Those of later stages keep their width.

        In games with scores all cells become wider, because there is no list of long outcomes for
        them.
        """
        width = np.dtype(self.coding.narrowest_for(length))
        if width.itemsize > self.cells.itemsize:
            narrow = self.cells
            if self.coding == VALUES:
                self._have_wide(width)
            else:
                self._rewrite(width)
            for block in self.chunks:
                self.cells[slice(*block)] = narrow[slice(*block)]

    def _have_wide(self, width: np.dtype[Any]) -> None:
        """Allocate cells of this width for the stage, to be filled by the caller.

        The cells of other ranks are never written, so they take no memory.
        """
        first, last = self.part
        places = sum(end - begin for begin, end in self.chunks)
        self.meter.check("widening the cells", coming=places * width.itemsize)
        longs, later = self.file.longs, self.file.opened()
        wide = (
            np.empty(last - first, width) if self.blocks.size == 1 else sparse(last - first, width)
        )
        self.cells = WideStage(wide, later, first, longs.code, longs.slots, longs.cells)  # type: ignore[assignment]  # read and written as a column is

    def recode(self, coding: Coding, longest: int) -> None:
        """Change the cells of all stages to another encoding, in the file too."""
        before, narrow = self.coding, self.cells
        length = 2 * max(longest, self.file.longest) + 1
        width = max(narrow.dtype, np.dtype(coding.narrowest_for(length)), key=_bytes_of)
        self.coding = coding
        self._rewrite(width, lambda cells: recoded(cells, before, coding))
        for block in self.chunks:
            self.cells[slice(*block)] = recoded(narrow[slice(*block)], before, coding)

    def _rewrite(self, width: np.dtype[Any], change: Change | None = None) -> None:
        """Rewrite the file with cells of this width, and map it again."""
        first, last = self.part
        self.meter.check("widening the cells", coming=(last - first) * width.itemsize)
        self.file.widen(width, change)
        self.cells = self.file.opened()


@attrs.define(eq=False)
class StageByStage:
    """Solves a game stage by stage, and resumes an earlier solve."""

    runner: Runner
    meter: MemoryMeter
    report: Reporter
    keeper: Keeper
    methods: Methods
    file: CellFile
    team: Team
    """Ranks that divide the stages, or this process alone."""
    known: Mapping[int, ReusedStage] = attrs.field(factory=dict)
    """Stages of finished solutions."""
    work: StageWork = attrs.field(factory=StageWork, init=False)
    """Work of the methods that resolve the stages."""
    story: str = attrs.field(default="", init=False)
    """Summary of the solve, as text."""
    reused: tuple[ReusedStages, ...] = attrs.field(default=(), init=False)
    """Stages copied from other solutions, here or in an earlier solve."""

    def solve(self, by_stage: Mapping[int, int]) -> tuple[Columns, Overflow]:
        """Resolve all stages, the last one first. Return the cells, and the long outcomes."""
        self.meter.advice = ADVICE  # no start is smaller, where all slots are resolved
        firsts, before = first_slots(by_stage), self.file.finished
        self.report(PHASE, self.file.finished, len(by_stage))
        left = list(by_stage)[::-1][self.file.finished :]
        for stage in left:
            if stage in self.known:
                self.known[stage].require_same()
        for stage in left:
            first = firsts[stage]
            if stage in self.known:
                self._take(stage, first)
            else:
                self._solve_stage(stage, (first, first + by_stage[stage]))
            self.report(PHASE, self.file.finished, len(by_stage))
        self.reused = tuple(
            ReusedStages(name, len(stages), sum(by_stage[stage] for stage in stages))
            for name, stages in self.file.reused.items()
        )
        begun, work = f", {before} of them in an earlier solve" if before else "", self.work
        cycles = f", {work.cyclic} of them with cycles" if work.cyclic else ""
        cycles += ", by retrograde passes" if work.cyclic and work.went_back else ""
        longs = self.file.longs
        listed = f", {len(longs)} long outcomes outside the cells" if len(longs) else ""
        rests = "".join(f", {each}" for each in self.reused)
        ranks = f" by {self.team.size} ranks" if self.team.size > 1 else ""
        traffic = f", {work.story_of(self.team)}" if self.team.size > 1 and work.cyclic else ""
        self.story = f"{len(by_stage)} stages on disk{ranks}{begun}{rests}{cycles}{traffic}{listed}"
        return self.file.opened(), Overflow(
            longs.code if len(longs) else NONE, longs.slots, longs.cells.astype(np.int64)
        )

    def _take(self, stage: int, first: int) -> None:
        """Copy a stage from another solution, with cells of the encoding and width of the file."""
        known, before = self.known[stage], self.runner.places.coding
        if known.has_gains_before_endless and not before.form.has_endless:
            self.runner.places = self.runner.places.with_endless_gains()
            coding = self.runner.places.coding
            length = 2 * self.file.longest + 1
            width = max(self.file.width, np.dtype(coding.narrowest_for(length)), key=_bytes_of)
            self.file.widen(width, lambda cells: recoded(cells, before, coding))
        encoded = known.encoded_by(self.runner.places.coding)
        if self._has_scores:  # there is no list of long outcomes
            width = np.dtype(self.runner.places.coding.narrowest_for(encoded.longest))
            if width.itemsize > self.file.width.itemsize:
                self.file.widen(width)
        self.file.take(stage, first, encoded)

    def _solve_stage(self, stage: int, slots: tuple[int, int]) -> None:
        """Resolve one stage, and write it to the file."""
        blocks, rank = StageBlocks(*slots, self.team.size), self.team.rank
        places = sum(last - first for first, last in blocks.of(rank))
        done, coming = self.file.finished, places * self.file.width.itemsize
        self.meter.check(f"solving {done} stages", coming)
        coding = self.runner.places.coding
        held = StageCells.of(self.file, blocks, rank, self.meter, self.keeper.elsewhere, coding)
        resolve_stage(self._resolving(held), self.methods, stage, self.file.longest, self.work)
        check_slots(self.runner, held.share, self.team)
        longest = int(self.team.meet(held.longest)[:, 0].max())
        self.file.finish(slots[0], held.own, longest)

    def _resolving(self, held: StageCells) -> Resolving:
        """Return the state that the methods of resolving a stage share."""
        return Resolving(
            self.runner,
            self.meter,
            self.report,
            _Elsewhere(self.keeper),
            held,
            self.team,
            held.share,
        )

    @property
    def _has_scores(self) -> bool:
        """True if there are scores, or infinite play is not a draw."""
        return self.runner.places.coding != VALUES


class _Elsewhere(Keeper):
    """Keeper without checkpoints inside a stage, with another keeper's storage for columns."""

    def __init__(self, keeper: Keeper) -> None:
        self.elsewhere = keeper.elsewhere  # type: ignore[method-assign]  # an equal signature
