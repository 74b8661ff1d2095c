"""Hash set of keys in 1,024 shards, filled by all workers. One worker at a time has a shard.

The set grows by half at a time. The sorted shards, concatenated, are all keys in order (see
``kernels.finding``, which also defines the keys that a rank owns). A key takes 8 bytes, divided by
0.85 before the set grows and by 0.57 after. While it grows, the old and the new table are both in
memory. The table is always in memory, because a look-up reads it at random. If the keys do not fit,
they go to sorted runs on disk (see ``run_finding``).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Any

import numpy as np

from gamesolver.kernels import finding as kernels
from gamesolver.kernels.finding import SHARDS
from gamesolver.kernels.scratch import Scratch
from gamesolver.system.columns import Columns, Elsewhere, zeros_for
from gamesolver.system.workers import Workers, chunks_of

CAPACITY = 64  # places a shard to begin with
LOAD = 0.85
GROWTH = 1.5
SHARDS_A_CHUNK = 64
SHARDS_A_PIECE = 16

ALL_SHARDS = chunks_of(SHARDS, SHARDS_A_CHUNK)


def bytes_of_key_set(keys: int) -> int:
    """Return the most bytes that a set needs to collect this number of keys and sort them."""
    fullest = keys / SHARDS + 3 * sqrt(keys / SHARDS)
    before = capacity = CAPACITY
    while fullest > _most(capacity):
        before, capacity = capacity, _wider(capacity)
    return max(_size(before) + _size(capacity), _size(capacity) + keys) * 8


def _most(capacity: int) -> int:
    """Return the greatest number of keys in a shard."""
    return int(capacity * LOAD)


def _wider(capacity: int) -> int:
    return int(capacity * GROWTH) + 1


def _size(capacity: int) -> int:
    return SHARDS * capacity


class KeySet:
    """Keys, entered by kernels."""

    def __init__(self, workers: Workers[Scratch], elsewhere: Elsewhere, ranks: int = 1) -> None:
        self.ranks = np.uint64(ranks)
        self.workers = workers
        self.elsewhere = elsewhere
        self.capacity = CAPACITY
        self.table = np.zeros(_size(CAPACITY), np.uint64)
        self.counts = np.zeros(SHARDS, np.int64)

    def __len__(self) -> int:
        return int(self.counts.sum())

    @property
    def columns(self) -> tuple[Any, ...]:
        """The set as kernels take it: table, capacity, keys in each shard, most of these, ranks."""
        return self.table, self.capacity, self.counts, _most(self.capacity), self.ranks

    @property
    def progress(self) -> str:
        """Progress of the work, as text."""
        return f"finding {len(self)} positions"

    def insert(
        self, keys: Columns, filled: Columns, shards: tuple[int, int], fresh: Columns
    ) -> tuple[int, bool]:
        """Empty the bins of some shards. Return the number of new keys, and if a shard is full."""
        added, is_full = kernels.insert(*self.columns, keys, filled, shards, fresh)
        return added, is_full

    def enter(self, keys: Columns, fresh: Columns) -> tuple[int, int]:
        """Insert keys until a shard is full. Return the numbers of keys used and of new keys."""
        done, added = kernels.enter_all(*self.columns, keys, fresh)
        return done, added

    def count_known(self, keys: Columns) -> int:
        """Return how many of these keys are in the set."""
        return int(kernels.count_known(*self.columns, keys))

    def may_grow(self, extra: int) -> bool:
        """Return True if memory allows a table half as large again, and ``extra`` more bytes."""
        return self.workers.meter.allows(8 * _size(_wider(self.capacity)) + extra)

    def grow(self) -> None:
        """Move all keys to a table half as large again."""
        capacity = _wider(self.capacity)
        self.workers.meter.check(self.progress, 8 * _size(capacity))
        wider = np.zeros(_size(capacity), np.uint64)

        def moved(scratch: Scratch, shards: tuple[int, int]) -> None:
            kernels.rehash(self.table, self.capacity, wider, capacity, self.ranks, shards)

        self.workers.run("finding", moved, ALL_SHARDS, self.progress)
        self.table, self.capacity = wider, capacity

    def in_order(self) -> Columns:
        """Return all keys in order, and empty the table."""
        offsets = np.zeros(SHARDS + 1, np.int64)
        np.cumsum(self.counts, out=offsets[1:])
        keys = zeros_for(self.progress, len(self), np.uint64, self.workers.meter, self.elsewhere)

        def sorted_part(scratch: Scratch, shards: tuple[int, int]) -> None:
            kernels.compact(self.table, self.capacity, offsets, shards, keys)
            for shard in range(*shards):
                if self.workers.is_stopping:
                    return
                keys[offsets[shard] : offsets[shard + 1]].sort()

        self.workers.run("sorting", sorted_part, ALL_SHARDS)
        self.clear()
        return keys

    def clear(self) -> None:
        """Free the memory of the table."""
        self.table = np.empty(0, np.uint64)

    def parts_in_order(self) -> Iterator[Columns]:
        """Yield all keys in order, a few shards at a time, which needs less memory."""

        def sorted_shards(scratch: Scratch, shards: tuple[int, int]) -> Columns:
            first, last = (shard * self.capacity for shard in shards)
            keys = self.table[first:last]
            return np.sort(keys[keys != 0])

        pieces, side_by_side = chunks_of(SHARDS, SHARDS_A_PIECE), len(self.workers.scratches)
        for first, last in chunks_of(len(pieces), side_by_side):
            yield from self.workers.run("sorting", sorted_shards, pieces[first:last], self.progress)

    def some(self, count: int) -> Columns:
        """Return about ``count`` keys, those of the first shards: a random sample of all keys."""
        shards = -(-count * SHARDS // max(1, len(self)))
        part = self.table[: _size(self.capacity) * min(shards, SHARDS) // SHARDS]
        keys: Columns = part[part != 0]
        return keys
