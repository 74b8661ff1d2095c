"""Entries of all indexes while they are being resolved, and the list of long outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import numpy as np

from gamesolver.kernels.codes import FIRST, PENDING
from gamesolver.system.columns import Columns, Elsewhere, streamed, zeros_for
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.workers import chunks_of
from gamesolver.tables.entries import (
    VALUES,
    WIDTHS,
    Coding,
    Overflow,
    widened,
)

INDEXES_A_CHUNK, ENTRIES_A_CHUNK = 1 << 16, 1 << 22


def recoded(entries: Columns, before: Coding, after: Coding) -> Columns:
    """Return entries of one coding as 64-bit entries of another coding."""
    wide = entries.astype(np.int64)
    resolved = np.flatnonzero(entries >= FIRST)
    wide[resolved] = after.entries_of(before.labels_of(entries[resolved]))
    return wide


@attrs.define(eq=False)
class GrowingEntries:
    """Entries that can be widened, and a list of the entries of long outcomes."""

    meter: MemoryMeter
    elsewhere: Elsewhere
    """Storage for columns that do not fit into memory."""
    entries: Columns
    coding: Coding = VALUES
    overflow: Overflow = attrs.field(factory=lambda: Overflow.joined([]))

    @classmethod
    def pending_all(
        cls,
        size: int,
        width: Any,
        meter: MemoryMeter,
        elsewhere: Elsewhere,
        coding: Coding = VALUES,
    ) -> GrowingEntries:
        """Return entries in which every index is pending."""
        entries = zeros_for(f"counting {size} indexes", size, width, meter, elsewhere)
        return cls(meter, elsewhere, entries, coding)

    @property
    def part(self) -> tuple[int, int]:
        """First index to resolve, and the index after the last one."""
        return 0, len(self.entries)

    @property
    def chunks(self) -> list[tuple[int, int]]:
        """The indexes to resolve, in chunks."""
        begin, end = self.part
        return [(begin + a, begin + b) for a, b in chunks_of(end - begin, INDEXES_A_CHUNK)]

    @property
    def ranges(self) -> list[tuple[int, int]]:
        """The indexes to resolve, in as few ranges as possible."""
        return [self.part]

    def pending(self, chunks: Sequence[tuple[int, int]] | None = None) -> Columns:
        """Return the pending indexes of some chunks, by default of all, in order."""
        chunks = self.chunks if chunks is None else chunks
        count = sum(int((self.entries[slice(*chunk)] == PENDING).sum()) for chunk in chunks)
        narrow = np.uint32 if len(self.entries) < 2**32 else np.int64
        doing = f"counting {count} pending indexes"
        pending = zeros_for(doing, count, narrow, self.meter, self.elsewhere, streamed)
        filled = 0
        for first, last in chunks:
            more = np.flatnonzero(self.entries[first:last] == PENDING)
            pending[filled : filled + len(more)] = more + first
            filled += len(more)
        return pending

    def still_pending(self, pending: Columns) -> Columns:
        """Return those of the indexes that are still pending. ``pending`` is overwritten."""
        count = 0
        for first, last in chunks_of(len(pending), ENTRIES_A_CHUNK):
            part = pending[first:last]
            part = part[self.entries[part] == PENDING]
            pending[count : count + len(part)] = part
            count += len(part)
        if count < len(pending) and self.meter.allows(count * pending.itemsize):
            return pending[:count].copy()  # so that the rest of the memory is freed
        return pending[:count]

    def widen_for(self, length: int) -> None:
        """Widen the entries until every outcome of this length fits."""
        coding = self.coding
        width = coding.narrowest_for(length)
        if len(self.overflow) and length > coding.longest_below(self.overflow.code - 2):
            wider = WIDTHS[WIDTHS.index(self.entries.dtype.type) + 1]
            width = max(width, wider, key=coding.longest_in)
        if np.dtype(width).itemsize > self.entries.itemsize:
            self.entries = widened(self.entries, width, self.meter, self.elsewhere)
            self.entries[self.overflow.indexes] = self.overflow.entries
            self.overflow = Overflow.joined([])

    @property
    def longest(self) -> int:
        """Greatest length of an outcome in these entries."""
        greatest = max((int(self.entries[slice(*chunk)].max()) for chunk in self.chunks), default=0)
        return max(0, int(self.coding.length_of(greatest)))

    def recode(self, coding: Coding, longest: int) -> None:
        """Change the entries to another encoding. ``longest`` is the greatest length so far."""
        before, self.coding = self.coding, coding
        self.widen_for(2 * longest + 1)
        for chunk in chunks_of(len(self.entries), ENTRIES_A_CHUNK):
            self.entries[slice(*chunk)] = recoded(self.entries[slice(*chunk)], before, coding)

    def take_in_overflow(self) -> None:
        """Write the long outcomes into the entries, widened if they need it."""
        if len(self.overflow):
            self.widen_for(int(self.coding.length_of(self.overflow.entries.max())))
