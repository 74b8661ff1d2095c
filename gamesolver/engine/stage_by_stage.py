"""Stage-by-stage solve: the last stage first, each from all later ones.

A game indexed by stages (``rules.indexes_by_stage``) is solved from the last stage to the first, as
chess endgame tables are built from few pieces to many. In a folder the entries of all stages are
one file, which is mapped again for each stage. The entries of the current stage are written in
memory, and later stages are read from the file. A finished stage is written to the file, read again
as a check, and recorded in a checkpoint. Then the mapping is closed, which frees its memory.
Without a folder the entries of all stages are in memory (``stages_in_memory``).

**A stage** is resolved by the method that ``schedule`` chooses: passes through predecessors, which
need no graph (``predecessors``), or else a scan of its indexes (``stage_scan``). Indexes that are
still pending after the scan have moves within the stage, most of which form cycles.

**A stage of a finished solution of another game** is copied, piece by piece, after some tests
(``files.shared_stages``). It is not scanned.

**Several ranks** divide a stage by blocks (``stage_blocks``). Each scans its own blocks, and has
only these in memory. All ranks read later stages from the file. If no move stays in the stage, they
only report to each other that they are done. Otherwise they divide the graph, or the passes through
predecessors.

**If outcomes are longer than a byte holds**, the current stage has wider entries in memory. Later
stages keep their entries in the file, with a list of the long outcomes (``kernels.wide_stage``).

**In games with scores** there is no list of long outcomes. If a stage needs wider entries, or
entries that hold gains before infinite play, the file is rewritten with all later stages.

**Cost.** In memory a byte for each index of the largest stage, and on disk a byte for each index of
all stages. In a stage with cycles the graph, and four bytes for each pending index. Passes through
predecessors need no more memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import numpy as np

from gamesolver.engine.checking import check_indexes
from gamesolver.engine.growing_entries import GrowingEntries, recoded
from gamesolver.engine.keeper import Change, EntriesByStage, Keeper, ReusedStage
from gamesolver.engine.resolving import Resolving
from gamesolver.engine.running import Runner
from gamesolver.engine.schedule import resolve_stage
from gamesolver.engine.shares import StageShare
from gamesolver.engine.stage_blocks import StageBlocks
from gamesolver.engine.stage_scan import StageWork
from gamesolver.engine.stages_in_memory import ADVICE as ADVICE_IN_MEMORY
from gamesolver.engine.sweeps import Methods
from gamesolver.kernels.codes import PENDING
from gamesolver.kernels.wide_stage import WideStage
from gamesolver.rules.indexes_by_stage import first_indexes
from gamesolver.system.columns import Columns, Elsewhere, sparse
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from gamesolver.system.team import Team
from gamesolver.tables.entries import NONE, VALUES, Coding, Overflow
from gamesolver.tables.labels import ReusedStages

PHASE = "stages"
ADVICE = "a stage must fit into memory"


def _bytes_of(width: np.dtype[Any]) -> int:
    return width.itemsize


@attrs.define(eq=False)
class StageEntries(GrowingEntries):
    """Entries of all stages, of which one is being resolved."""

    blocks: StageBlocks = attrs.field(kw_only=True)
    """Indexes of the current stage, by ranks."""
    rank: int = attrs.field(kw_only=True)
    stored: EntriesByStage = attrs.field(kw_only=True)

    @classmethod
    def of(
        cls,
        stored: EntriesByStage,
        blocks: StageBlocks,
        rank: int,
        meter: MemoryMeter,
        elsewhere: Elsewhere,
        coding: Coding = VALUES,
    ) -> StageEntries:
        """Return entries in which the current stage is pending, and later ones are resolved."""
        held = cls(
            meter, elsewhere, stored.opened(), coding, blocks=blocks, rank=rank, stored=stored
        )
        if len(stored.longs):
            held._allocate_wide(np.dtype(held.coding.narrowest_for(stored.longest)))
        for block in held.chunks:  # an earlier solve may have been writing there when it stopped
            held.entries[slice(*block)] = PENDING
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
        """Entries of the stage. Those of other ranks are not valid here."""
        return self.entries[slice(*self.part)]

    @property
    def share(self) -> StageShare:
        """Share of the stage that this rank owns."""
        return StageShare(self.blocks, self.rank, len(self.entries))

    def widen_for(self, length: int) -> None:
        """Widen the entries of the stage in memory. Those of later stages keep their width.

        In games with scores all entries become wider, because there is no list of long outcomes for
        them.
        """
        width = np.dtype(self.coding.narrowest_for(length))
        if width.itemsize > self.entries.itemsize:
            narrow = self.entries
            if self.coding == VALUES:
                self._allocate_wide(width)
            else:
                self._rewrite(width)
            for block in self.chunks:
                self.entries[slice(*block)] = narrow[slice(*block)]

    def _allocate_wide(self, width: np.dtype[Any]) -> None:
        """Allocate entries of this width for the stage, to be filled by the caller.

        The entries of other ranks are never written, so they take no memory.
        """
        first, last = self.part
        places = sum(end - begin for begin, end in self.chunks)
        self.meter.check("widening the entries", coming=places * width.itemsize)
        longs, later = self.stored.longs, self.stored.opened()
        wide = (
            np.empty(last - first, width) if self.blocks.size == 1 else sparse(last - first, width)
        )
        self.entries = WideStage(wide, later, first, longs.code, longs.indexes, longs.entries)  # type: ignore[assignment]  # read and written as a column is

    def recode(self, coding: Coding, longest: int) -> None:
        """Change the entries of all stages to another encoding, those of finished stages too."""
        before, narrow = self.coding, self.entries
        length = 2 * max(longest, self.stored.longest) + 1
        width = max(narrow.dtype, np.dtype(coding.narrowest_for(length)), key=_bytes_of)
        self.coding = coding
        self._rewrite(width, lambda entries: recoded(entries, before, coding))
        for block in self.chunks:
            self.entries[slice(*block)] = recoded(narrow[slice(*block)], before, coding)

    def _rewrite(self, width: np.dtype[Any], change: Change | None = None) -> None:
        """Rewrite the entries of finished stages with this width, and open them again."""
        first, last = self.part
        self.meter.check("widening the entries", coming=(last - first) * width.itemsize)
        self.stored.widen(width, change)
        self.entries = self.stored.opened()


@attrs.define(eq=False)
class StageByStage:
    """Solver of a game stage by stage, which can resume an earlier solve."""

    runner: Runner
    meter: MemoryMeter
    report: Reporter
    keeper: Keeper
    methods: Methods
    stored: EntriesByStage
    team: Team
    """Ranks that divide the stages, or this process alone."""
    reusable: Mapping[int, ReusedStage] = attrs.field(factory=dict)
    """Stages of finished solutions, to be copied."""
    work: StageWork = attrs.field(factory=StageWork, init=False)
    """Work of the methods that resolve the stages."""
    summary: str = attrs.field(default="", init=False)
    """Summary of the solve, as text."""
    reused: tuple[ReusedStages, ...] = attrs.field(default=(), init=False)
    """Stages copied from other solutions, here or in an earlier solve."""

    def solve(self, by_stage: Mapping[int, int]) -> tuple[Columns, Overflow]:
        """Resolve all stages, the last one first. Return the entries, and the long outcomes."""
        # A smaller start would not help, because all indexes are resolved.
        self.meter.advice = ADVICE if self.keeper.has_folder else ADVICE_IN_MEMORY
        firsts, before = first_indexes(by_stage), self.stored.finished
        self.report(PHASE, self.stored.finished, len(by_stage))
        remaining = list(by_stage)[::-1][self.stored.finished :]
        for stage in remaining:
            if stage in self.reusable:
                self.reusable[stage].require_same()
        for stage in remaining:
            first = firsts[stage]
            if stage in self.reusable:
                self._copy_stage(stage, first)
            else:
                self._solve_stage(stage, (first, first + by_stage[stage]))
            self.report(PHASE, self.stored.finished, len(by_stage))
        self.reused = tuple(
            ReusedStages(name, len(stages), sum(by_stage[stage] for stage in stages))
            for name, stages in self.stored.reused.items()
        )
        self.summary = self._summary(len(by_stage), before)
        longs = self.stored.longs
        return self.stored.opened(), Overflow(
            longs.code if len(longs) else NONE, longs.indexes, longs.entries.astype(np.int64)
        )

    def _summary(self, stages: int, before: int) -> str:
        """Return a summary of the solve. An earlier one has resolved ``before`` of the stages."""
        parts = [f"{stages} stages {'on disk' if self.keeper.has_folder else 'in memory'}"]
        if self.team.size > 1:
            parts[0] += f" by {self.team.size} ranks"
        if before:
            parts.append(f"{before} of them in an earlier solve")
        parts += map(str, self.reused)
        if self.work.cyclic:
            parts.append(f"{self.work.cyclic} of them with cycles")
            if self.work.has_passes:
                parts.append("by retrograde passes")
            if self.team.size > 1:
                parts.append(self.work.updates_sent(self.team))
        if number := len(self.stored.longs):
            parts.append(f"{number} long outcomes outside the entries")
        return ", ".join(parts)

    def _copy_stage(self, stage: int, first: int) -> None:
        """Copy a stage from another solution, with the encoding and width of the other entries."""
        known, before = self.reusable[stage], self.runner.places.coding
        if known.has_gains_before_endless and not before.form.has_endless:
            self.runner.places = self.runner.places.with_endless_gains()
            coding = self.runner.places.coding
            length = 2 * self.stored.longest + 1
            width = max(self.stored.width, np.dtype(coding.narrowest_for(length)), key=_bytes_of)
            self.stored.widen(width, lambda entries: recoded(entries, before, coding))
        encoded = known.encoded_by(self.runner.places.coding)
        if self._has_scores:  # there is no list of long outcomes
            width = np.dtype(self.runner.places.coding.narrowest_for(encoded.longest))
            if width.itemsize > self.stored.width.itemsize:
                self.stored.widen(width)
        self.stored.take(stage, first, encoded)

    def _solve_stage(self, stage: int, indexes: tuple[int, int]) -> None:
        """Resolve one stage, and store it."""
        blocks, rank = StageBlocks(*indexes, self.team.size), self.team.rank
        places = sum(last - first for first, last in blocks.of(rank))
        done, coming = self.stored.finished, places * self.stored.width.itemsize
        self.meter.check(f"solving {done} stages", coming)
        coding = self.runner.places.coding
        held = StageEntries.of(self.stored, blocks, rank, self.meter, self.keeper.elsewhere, coding)
        resolve_stage(self._resolving(held), self.methods, stage, self.stored.longest, self.work)
        check_indexes(self.runner, held.share, self.team)
        longest = int(self.team.meet(held.longest)[:, 0].max())
        self.stored.finish(indexes[0], held.own, longest)

    def _resolving(self, held: StageEntries) -> Resolving:
        """Return the state that all methods of resolving a stage share."""
        return Resolving(
            self.runner,
            self.meter,
            self.report,
            _KeeperWithinStage(self.keeper),
            held,
            self.team,
            held.share,
        )

    @property
    def _has_scores(self) -> bool:
        """True if there are scores, or infinite play is not a draw."""
        return self.runner.places.coding != VALUES


class _KeeperWithinStage(Keeper):
    """Keeper that writes no checkpoints within a stage, with another keeper's storage."""

    def __init__(self, keeper: Keeper) -> None:
        self.elsewhere = keeper.elsewhere  # type: ignore[method-assign]  # an equal signature
