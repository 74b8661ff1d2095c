"""Stages in memory: entries and keys by stage, for a solve with tables and without a folder.

A game whose stages are partly known from other solutions is solved stage by stage, as in a folder
(``stage_by_stage``). Without a folder the entries of all stages are one column in memory, and so
are the keys of an enumerated game, sorted by stage (``stage_places``). A stage is resolved at its
place in the column, so one process copies nothing when the stage is finished.

**Several ranks** each hold the whole column, because any rank reads the entries of later stages.
When a stage is finished, each rank sends its blocks to all others. So the ranks divide the work,
and not the memory.

**Cost.** On each rank an entry for each index of all stages, and 8 bytes for each position of an
enumerated game, twice that while the keys are sorted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import zip_longest
from typing import Any

import attrs
import numpy as np

from gamesolver.engine.keeper import Change, EntriesByStage, Keeper, KeysByStage, ReusedStage
from gamesolver.engine.stage_blocks import StageBlocks
from gamesolver.system.columns import Columns
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.team import Team
from gamesolver.system.workers import chunks_of
from gamesolver.tables.entries import NONE, Overflow

ENTRIES_A_CHUNK = 1 << 22
NO_LONGS = Overflow(NONE, np.empty(0, np.int64), np.empty(0, np.uint32))
ADVICE = "with a folder, only one stage must fit into memory"


@attrs.define(eq=False)
class StagesInMemory(Keeper):
    """Keeper of stages in memory, which writes no checkpoints."""

    team: Team
    meter: MemoryMeter

    def keys_by_stage(self) -> KeysByStage:
        return KeysInMemory(self.team, self.meter)

    def entries_by_stage(self, by_stage: Mapping[int, int], width: Any) -> EntriesByStage:
        total = sum(by_stage.values())
        self.meter.check(f"counting {total} indexes", total * np.dtype(width).itemsize, ADVICE)
        return EntriesInMemory(self.team, self.meter, np.zeros(total, width))


@attrs.define(eq=False)
class KeysInMemory:
    """Keys of an enumerated game, sorted by stage, and within a stage by key."""

    team: Team
    meter: MemoryMeter
    by_stage: Mapping[int, int] = attrs.field(factory=dict, init=False)
    keys: Columns = attrs.field(factory=lambda: np.empty(0, np.uint64), init=False)

    def opened(self) -> Columns:
        """Return the keys."""
        return self.keys

    def write(self, by_stage: Mapping[int, int], parts: Iterable[tuple[int, Columns]]) -> None:
        """Store the keys of all ranks, each part from its first index on. All call it together."""
        total, own = sum(by_stage.values()), iter(parts)
        self.meter.check(f"finding {total} positions", total * self.keys.itemsize, ADVICE)
        self.by_stage, self.keys = by_stage, np.empty(total, np.uint64)
        while any(of_ranks := self.team.gather_all(next(own, ()))):
            for index, keys in filter(None, of_ranks):
                self.keys[index : index + len(keys)] = keys


@attrs.define(eq=False)
class EntriesInMemory:
    """Entries of all stages. There is no list of long outcomes: all entries become wider."""

    team: Team
    meter: MemoryMeter
    entries: Columns
    finished: int = attrs.field(default=0, init=False)
    longest: int = attrs.field(default=0, init=False)
    has_endless: bool = attrs.field(default=False, init=False)
    longs: Overflow = attrs.field(default=NO_LONGS, init=False)
    reused: dict[str, list[int]] = attrs.field(factory=dict, init=False)

    @property
    def width(self) -> np.dtype[Any]:
        """Width of the entries."""
        return self.entries.dtype

    def opened(self) -> Columns:
        """Return the entries. A stage may be resolved in them, because it is finished next."""
        return self.entries

    def widen(self, width: np.dtype[Any], change: Change | None = None) -> None:
        """Widen all entries, or apply a change of coding that can hold gains before infinite play.

        The old entries stay as they are, because the caller still reads those of its stage.
        """
        before = self.entries
        coming = len(before) * width.itemsize
        self.meter.check("widening the entries", coming, ADVICE)
        self.entries = np.empty(len(before), width)
        for first, last in chunks_of(len(before), ENTRIES_A_CHUNK):
            part = before[first:last]
            self.entries[first:last] = part if change is None else change(part)
        if change is not None:
            self.has_endless, self.longest = True, 2 * self.longest

    def finish(self, first: int, entries: Columns, longest: int) -> None:
        """Store the next stage, given its first index and the greatest length in it.

        Each rank has the entries of its own blocks there, and sends them to all others.
        """
        if entries.itemsize > self.width.itemsize:
            self.widen(entries.dtype)
        stage = StageBlocks(first, first + len(entries), self.team.size)
        for blocks in zip_longest(*map(stage.of, range(self.team.size)), fillvalue=(first, first)):
            begin, end = blocks[self.team.rank]
            parts = self.team.gather_all(entries[begin - first : end - first])
            for block, part in zip(blocks, parts, strict=True):
                self.entries[slice(*block)] = part
        self.longest = max(self.longest, longest)
        self.finished += 1

    def take(self, stage: int, first: int, entries: ReusedStage) -> None:
        """Copy a stage from another solution, and record which one."""
        self.reused.setdefault(entries.name, []).append(stage)
        self.finish(first, entries, entries.longest)  # type: ignore[arg-type]  # read as a column is
