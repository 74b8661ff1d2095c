"""Checkpoints as the engine sees them: their contents, and the interface of the place for them.

A checkpoint consists of columns by rank, and a few words on the current step. A single process is
rank 0 of 1. The columns are the entries, and the keys of enumerated positions. While positions are
being found they are the keys, and those of them that wait to be expanded. A solve on any number of
ranks can therefore resume from it: each rank takes what it owns from the parts of all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

import attrs
import numpy as np

from gamesolver.system.columns import Columns
from gamesolver.system.workers import chunks_of
from gamesolver.tables.entries import NONE, Coding, Overflow
from gamesolver.texts import several

if TYPE_CHECKING:
    from gamesolver.engine.places import Places
    from gamesolver.engine.shares import ShareOfAll

KEYS_A_PIECE = 1 << 20
FINDING, BY_RUNS = "finding", "finding by runs"
"""Phases in which positions are found, the second one by runs on disk."""


@attrs.frozen(eq=False)
class Checkpoint:
    """Contents of a checkpoint."""

    state: Mapping[str, Any]
    """The current step: ``phase``, and other items of the module that wrote them."""
    parts: tuple[Mapping[str, Columns], ...] = ({},)
    """Columns of each rank that wrote the checkpoint."""

    @property
    def is_finding(self) -> bool:
        """True if positions were being found."""
        return self.state.get("phase") in (FINDING, BY_RUNS)

    # ── keys of enumerated positions ───────────────────────────────────────

    def own_keys(self, name: str, rank: int, size: int) -> Columns:
        """Return the keys of a column that belong to one of ``size`` ranks, in order.

        ``name`` is ``"keys"`` for all keys, or ``"waiting"`` for those still to expand.
        """
        from gamesolver.engine.shares import owned_keys  # kernels: only when needed

        parts = [np.empty(0, np.uint64)]
        for column in self._key_columns(name):
            for first, last in chunks_of(len(column), KEYS_A_PIECE):
                parts.append(owned_keys(column[first:last], rank, size))
        keys = np.concatenate(parts)
        keys.sort(kind="stable")  # quick if they are in order
        return keys

    def _key_columns(self, name: str) -> Iterator[Columns]:
        """Yield the columns that together hold the keys of this name."""
        for part in self.parts:
            if name in part:
                yield part[name]
        if name == "waiting" and (last := self.state.get("waiting", 0)):
            yield self.parts[0]["keys"][-last:]

    # ── entries ──────────────────────────────────────────────────────────────

    @property
    def has_entries(self) -> bool:
        """True if each rank wrote entries."""
        return all("cells" in part for part in self.parts)

    def has_entries_for(self, ranks: int) -> bool:
        """Return True if there are entries from which this number of ranks can resume.

        Several ranks restart a first pass in which one process was interrupted.
        """
        is_usable = self.state.get("phase") != "ends" or ranks == 1
        return is_usable and self.has_entries

    @property
    def width(self) -> np.dtype[Any]:
        """Width of the entries."""
        return np.result_type(*(part["cells"].dtype for part in self.parts))

    def own_entries(self, share: ShareOfAll, first: int = 0, last: int | None = None) -> Columns:
        """Return the entries of a share from the place ``first`` up to, and without, ``last``."""
        parts = [part["cells"] for part in self.parts]
        return share.own_entries(parts, first, share.places if last is None else last)

    @property
    def longest_entry(self) -> int:
        """Greatest entry of a long outcome in the list; 0 without one."""
        return max((int(part["longs"].max()) for part in self.parts if "longs" in part), default=0)

    def own_longs(self, share: ShareOfAll) -> Overflow:
        """Return the long outcomes of a share, by place."""
        places, entries, begin = [np.empty(0, np.int64)], [np.empty(0, np.int64)], 0
        for rank, part in enumerate(self.parts):
            if "longs" in part:
                before, those = part["longs"].reshape(2, -1)
                own = share.own_places(before, rank, len(self.parts), begin)
                places.append(own[own >= 0])
                entries.append(those[own >= 0])
            begin += len(part["cells"])
        code = self.state.get("long_code", NONE)
        return Overflow.joined([Overflow(code, np.concatenate(places), np.concatenate(entries))])


def columns_of(entries: Columns, longs: Overflow) -> dict[str, Columns]:
    """Return the columns of a checkpoint with these entries of a rank and its long outcomes."""
    if not len(longs):
        return {"cells": entries}
    return {"cells": entries, "longs": np.concatenate([longs.indexes, longs.entries])}


Change = Callable[[Columns], Columns]
"""Makes entries of one coding those of another."""


class EntriesByStage(Protocol):
    """The entries of all stages of a game, stored stage by stage, the last one first.

    They are in a file, or in memory.
    """

    @property
    def finished(self) -> int:
        """Number of finished stages."""

    @property
    def longest(self) -> int:
        """Greatest length of an outcome in these stages."""

    @property
    def width(self) -> np.dtype[Any]:
        """Width of the entries."""

    @property
    def has_endless(self) -> bool:
        """True if the entries can hold gains before infinite play."""

    def widen(self, width: np.dtype[Any], change: Change | None = None) -> None:
        """Widen all entries, or apply a coding that can hold gains before infinite play."""

    @property
    def longs(self) -> Overflow:
        """Outcomes that are too long for an entry of this width."""

    @property
    def reused(self) -> Mapping[str, Sequence[int]]:
        """Stages that were copied from each table, by the name of the table."""

    def opened(self) -> Columns:
        """Return the entries. Changes to the next stage have no effect before it is finished."""

    def finish(self, first: int, entries: Columns, longest: int) -> None:
        """Store the next stage, given its first index and the greatest length in it."""

    def take(self, stage: int, first: int, entries: ReusedStage) -> None:
        """Copy a stage from another solution, and record which one."""


class KeysByStage(Protocol):
    """The keys of an enumerated game, sorted by stage, and within a stage by key.

    They are in a file, or in memory.
    """

    by_stage: Mapping[int, int]
    """Number of keys of each stage, the first stage first. Empty until they are written."""

    def opened(self) -> Columns:
        """Return the keys as a column."""

    def write(self, by_stage: Mapping[int, int], parts: Iterable[tuple[int, Columns]]) -> None:
        """Store keys, each part from its first index on. All ranks call this together."""


class ReusedStage(Protocol):
    """Entries of a stage of a finished solution, read when they are accessed."""

    @property
    def name(self) -> str:
        """Name of that solution."""

    @property
    def longest(self) -> int:
        """Greatest length of an outcome in the stage."""

    @property
    def has_gains_before_endless(self) -> bool:
        """True if some entries hold gains before infinite play."""

    def encoded_by(self, coding: Coding) -> ReusedStage:
        """Return the stage with entries of another encoding."""

    def __len__(self) -> int:
        """Return the number of indexes of the stage."""

    def __getitem__(self, part: slice) -> Columns:
        """Return the entries of some indexes."""

    def require_same(self) -> None:
        """Raise unless the entries agree with the stage that they are to replace."""


KnownStages = Callable[["Places", Mapping[int, int]], Mapping[int, ReusedStage]]
"""Function that returns the stages of finished solutions.

Arguments are the index map of the game, and the number of indexes of each stage.
"""


class Run(Protocol):
    """Keys in order, in a file that grows at its end."""

    @property
    def number(self) -> int:
        """Number that identifies the run."""

    def __len__(self) -> int:
        """Return the number of keys."""

    def append(self, keys: Columns) -> None:
        """Append keys, which are greater than those in the file."""

    def opened(self) -> Columns:
        """Return all keys, mapped from the file."""


class Runs(Protocol):
    """The runs of a solve."""

    @property
    def kept(self) -> Sequence[Run]:
        """Runs of this rank that the next checkpoint will name.

        Before the first call of ``keep``, these are the runs of all ranks that the last checkpoint
        named, in rank order.
        """

    @property
    def is_wasteful(self) -> bool:
        """True if this rank has much to remove at a checkpoint, and more than it will keep."""

    def new(self) -> Run:
        """Return an empty run, which the next checkpoint removes unless it names it."""

    def indexed(self, number: int) -> Run:
        """Return one of the runs that the last checkpoint named."""

    def keep(self, runs: Iterable[Run]) -> None:
        """Name these runs, and no others, in all later checkpoints."""


class Keeper:
    """Place for the checkpoints of a solve. This one keeps nothing."""

    saved: Checkpoint | None = None
    """Checkpoint of an earlier solve."""
    runs: Runs | None = None
    """Runs for the keys of this rank if they exceed the memory, or ``None`` without a folder."""
    has_folder = False
    """True if there is a folder, which all ranks see."""
    needs_pauses = False
    """True if there will be checkpoints, so that workers must pause now and then."""
    redo_seconds = 0.0
    """Seconds of work that a solve would do again if it resumed now."""
    stopped = ""
    """Names of the ranks of an earlier solve that stopped; empty if none did."""

    @property
    def is_due(self) -> bool:
        """True if it is time for a checkpoint. All ranks read this together."""
        return False

    @property
    def is_due_soon(self) -> bool:
        """True if there should be one now, because there can be none for a while."""
        return False

    @property
    def state(self) -> Mapping[str, Any]:
        """State of the checkpoint of an earlier solve; empty without one."""
        return {} if self.saved is None else self.saved.state

    @property
    def summary(self) -> list[str]:
        """Sentence on the checkpoint from which the solve resumes; empty without one."""
        if self.saved is None:
            return self.resume_summary("")
        where, ranks = self.state.get("where") or self.state["phase"], len(self.saved.parts)
        if ranks == 1:
            return self.resume_summary(f"a checkpoint ({where})")
        return self.resume_summary(f"{where}, saved by {several(ranks, 'rank')}")

    def resume_summary(self, where: str) -> list[str]:
        """Return the summary of resuming from ``where``, which is empty for a new start."""
        when = f", where {self.stopped} had stopped" if self.stopped else ""
        if where:
            return [f"resumed from {where}{when}"]
        return [f"began again{when}"] if when else []

    def append(self, keys: Columns) -> None:
        """Append found keys to the log, which is the column of keys of every later checkpoint."""

    def saved_keys(self) -> Iterator[Columns]:
        """Yield all keys of the checkpoint in parts. The log holds them from then on."""
        return iter(())

    def forget_keys(self) -> None:
        """Drop the log of keys, because runs hold them."""

    def elsewhere(self, size: int, width: Any) -> Columns | None:
        """Return a column of zeros in a file, if files are allowed."""
        return None

    def keys_by_stage(self) -> KeysByStage | None:
        """Return the place for the keys of an enumerated game by stage, or ``None``."""
        return None

    def entries_by_stage(self, by_stage: Mapping[int, int], width: Any) -> EntriesByStage | None:
        """Return the place for the entries of a game by stage; ``None`` if it is solved whole.

        ``by_stage`` has the number of indexes of each stage. The entries have this width at first.
        If the game is enumerated, its keys have been stored.
        """
        return None

    def save(
        self,
        state: Mapping[str, Any],
        columns: Mapping[str, Columns] = MappingProxyType({}),
        fixed: Mapping[str, Columns] = MappingProxyType({}),
    ) -> None:
        """Write a checkpoint with these columns of this rank, all ranks together.

        Columns that are ``fixed`` do not change from one checkpoint to the next, and are written
        once. Keys among them are not written if the log or a run has them.
        """

    def together(self, name: str, column: Columns, share: ShareOfAll) -> Columns | None:
        """Return a column of all ranks, in the order of the indexes, at the first rank.

        All ranks write it to one file.
        """
        raise NotImplementedError

    def remove(self) -> None:
        """Remove all checkpoints. With several ranks the first one calls this."""
