"""What a checkpoint of ranks says, and what a solve on ranks asks of the place where it is kept.

A checkpoint is what is settled, by slots: cells, and of found positions the keys beside them, or,
while positions are being found, the keys and which of them wait. So it is of use to any number of
ranks: each of the next solve takes what it owns from the parts of those that were.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import numpy as np

from gamesolver.engine.keeper import CellFile, KeyFile
from gamesolver.engine.shares import KeyShare, NumberedShare, Share, ShareOfAll, ends_of_keys
from gamesolver.system.columns import Columns
from gamesolver.system.workers import chunks_of
from gamesolver.texts import several

SLOTS_A_PIECE = 1 << 20


@attrs.frozen(eq=False)
class RankCheckpoint:
    """What the ranks of an earlier solve have left."""

    state: Mapping[str, Any]
    """What was being done: ``phase``, and whatever else its module wants to know again."""
    parts: tuple[Mapping[str, Columns], ...]
    """The columns of each of those ranks."""

    @property
    def is_finding(self) -> bool:
        """Whether positions were being found."""
        return bool(self.state["phase"] == "finding")

    def own_keys(self, name: str, rank: int, size: int) -> Columns:
        """A column of keys in order, as far as they belong to a rank of so many."""
        return np.concatenate([part[name][_own(part[name], rank, size)] for part in self.parts])

    def own_cells(self, share: Share) -> Columns:
        """The cells of a share."""
        width = np.result_type(*(part["cells"].dtype for part in self.parts))
        if isinstance(share, KeyShare):
            owned = (_own(part["keys"], share.rank, share.size) for part in self.parts)
            some = [part["cells"][own] for part, own in zip(self.parts, owned, strict=True)]
            return np.concatenate(some).astype(width, copy=False)
        cells = np.zeros(share.places, width)
        then = NumberedShare(share.in_all, 0, len(self.parts))
        for first, last in chunks_of(share.places, SLOTS_A_PIECE):
            owners, places = then.owners_of(share.slots_of(np.arange(first, last)))
            piece = cells[first:last]
            for rank, part in enumerate(self.parts):
                those = owners == rank
                piece[those] = part["cells"][places[those]]
        return cells


def _own(keys: Columns, rank: int, size: int) -> slice:
    """Where in some keys in order those of a rank stand."""
    ends = [0, *ends_of_keys(keys, size).tolist()]
    return slice(ends[rank], ends[rank + 1])


class RankKeeper:
    """Where ranks keep how far they have come; as it stands here, nowhere."""

    saved: RankCheckpoint | None = None
    has_folder = False
    """Whether there is a place that all ranks see."""
    stopped: str = ""
    """Which rank of an earlier solve stopped, in words; nothing where none did."""

    @property
    def story(self) -> list[str]:
        """From where the work goes on, and why it must, in words; nothing where it begins."""
        if self.saved is None:
            return self.story_from("")
        before = f"which {several(len(self.saved.parts), 'rank')} had come to"
        return self.story_from(f"{self.saved.state['where']}, {before}")

    def story_from(self, where: str) -> list[str]:
        """The same, given from where; nowhere if it begins."""
        when = f", where {self.stopped} had stopped" if self.stopped else ""
        if where:
            return [f"went on from {where}{when}"]
        return [f"began again{when}"] if when else []

    def is_due(self) -> bool:
        """Whether it is time for a checkpoint, as the first rank says; all ranks ask together."""
        return False

    def save(
        self,
        state: Mapping[str, Any],
        columns: Mapping[str, Columns],
        fixed: Mapping[str, Columns] | None = None,
    ) -> None:
        """Write a checkpoint, all ranks together; ``fixed`` columns stay as once written."""

    def keys_by_stage(self) -> KeyFile | None:
        """Return the file for the keys of an enumerated game by stage, or ``None``."""
        return None

    def cells_by_stage(
        self, by_stage: Mapping[int, int], width: Any, keys: KeyFile | None = None
    ) -> CellFile | None:
        """Return a file that all ranks write, for cells of this width at first, or ``None``."""
        return None

    def together(self, name: str, column: Columns, share: ShareOfAll) -> Columns | None:
        """What all have of a column, each at its place in one file; that file at the first rank."""
        raise NotImplementedError

    def remove(self) -> None:
        """Remove all that was kept; the first rank does."""
