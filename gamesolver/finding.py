"""Finding: list every position that some roots reach, each orbit once.

**The method.** A hash set of keys in 1,024 shards (see ``finding_kernels``). While there
is little to do one worker does it all from a stack. Otherwise in rounds: each worker
expands its part of the frontier and deals what it finds into bins, one for each shard;
then the workers share out the shards, and empty the bins of all into them. What is new is
the next frontier. At the end the shards, one after the other and each sorted, are all keys
in order, whoever found them and when.

**The cost.** The rules and some 20 ns a successor; 8 bytes a position, over 0.85 while it
grows by half at a time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

import numba as nb
import numpy as np

from gamesolver import finding_kernels as kernels
from gamesolver.asking_again import fault_of
from gamesolver.crew import chunks_of
from gamesolver.finding_kernels import SHARDS, SLACK
from gamesolver.jitting import INTS, ROOM, RULES, compiled
from gamesolver.labels import Columns
from gamesolver.memory import MemoryMeter
from gamesolver.passes import Passes
from gamesolver.places import keys_of
from gamesolver.places_kernels import unmixed_plainly
from gamesolver.room import Room

CAPACITY = 64  # places a shard to begin with
LOAD = 0.85
GROWTH = 1.5
ENOUGH = 1 << 15  # a frontier of this size is worth the bins
BIN, LEAST_BIN = 8192, 128  # keys a bin
KEYS_A_CALL = 1 << 14
KEYS_A_ROUND = 1 << 21
SHARDS_A_CHUNK = 64

Bins = tuple[Columns, Columns]
"""Keys by shard, and how many there are of each."""


class Finder:
    """The positions found so far, and those still to expand."""

    def __init__(self, passes: Passes, meter: MemoryMeter) -> None:
        self.passes = passes
        self.crew = passes.crew
        self.meter = meter
        self.capacity = CAPACITY
        self.table = np.zeros(SHARDS * (CAPACITY + SLACK), np.uint64)
        self.counts = np.zeros(SHARDS, np.int64)
        self.frontier: deque[Columns] = deque()
        self._bins: list[Bins] = []

    def run(self, roots: Iterable[int]) -> Columns:
        """The keys of all positions that the roots (canonical ones) reach, in order."""
        self._enter(keys_of(np.array(list(roots), np.uint64)))
        while self.frontier:
            if sum(len(part) for part in self.frontier) < ENOUGH:
                self._find_few(np.concatenate(self.frontier))
            else:
                self._find_many()
        return self._sorted()

    @property
    def found(self) -> int:
        """How many positions are found so far."""
        return int(self.counts.sum())

    @property
    def _most(self) -> int:
        """How many keys a shard takes."""
        return int(self.capacity * LOAD)

    def _enter(self, keys: Columns) -> None:
        """Enter the roots; what is new is the first frontier."""
        fresh = np.empty(len(keys), np.uint64)
        room = self.crew.rooms[0]
        while len(keys):
            given = self.table, self.capacity, self.counts, self._most, keys, fresh
            tally = self._call(kernels.enter_all, room, given)
            self.frontier.append(fresh[: tally[kernels.ADDED]].copy())
            keys = keys[tally[kernels.DONE] :]
            if tally[kernels.IS_FULL]:
                self._grow()

    # ── one worker, from a queue ───────────────────────────────────────────

    def _find_few(self, keys: Columns) -> None:
        """Expand from a queue until it is empty, or a frontier for the whole crew."""
        room = self.crew.rooms[0]
        self.frontier.clear()
        queue = np.empty(4 * ENOUGH + len(room.columns[0]), np.uint64)
        with np.errstate(over="ignore"):
            while 0 < len(keys) < ENOUGH:
                queue[: len(keys)] = keys
                given = self.table, self.capacity, self.counts, self._most, queue, 0, len(keys)
                tally = self._call_rules(kernels.find_few, room, given, queue)
                keys = queue[tally[kernels.DONE] : tally[kernels.ADDED]].copy()
                if tally[kernels.IS_FULL]:
                    self._grow()
                self._look(len(keys))
        if len(keys):
            self.frontier.append(keys)

    # ── all workers, in rounds ─────────────────────────────────────────────

    def _find_many(self) -> None:
        """One round: expand a part of the frontier into bins, and empty the bins."""
        if not self._bins:
            self._bins = [self._empty_bins() for _ in self.crew.rooms]
        part = self._next_part()
        cut = chunks_of(len(part), -(-len(part) // len(self._bins)))
        chunks = [(part[slice(*ends)], bins) for ends, bins in zip(cut, self._bins, strict=False)]
        for left in self.crew.run("finding", self._expand, chunks, self._progress()):
            if len(left):
                self.frontier.appendleft(left)
        while any(filled.any() for _, filled in self._bins):
            shards = chunks_of(SHARDS, SHARDS_A_CHUNK)
            done = self.crew.run("finding", self._insert, shards, self._progress())
            self.frontier.extend(fresh for fresh, _ in done if len(fresh))
            if any(is_full for _, is_full in done):
                self._grow()
        self._look(sum(len(part) for part in self.frontier))

    def _empty_bins(self) -> Bins:
        """The bins of one worker; all of them together take an eighth of the memory at most."""
        each = self.meter.limit // (8 * len(self.crew.rooms) * SHARDS * 8)
        room = max(LEAST_BIN, min(BIN, each)) + self.passes.places.calls.rules.max_moves
        return np.empty((SHARDS, room), np.uint64), np.zeros(SHARDS, np.int64)

    def _next_part(self) -> Columns:
        """About as much of the frontier as fits into the bins."""
        parts = [self.frontier.popleft()]
        while self.frontier and sum(len(part) for part in parts) < KEYS_A_ROUND:
            parts.append(self.frontier.popleft())
        return np.concatenate(parts)

    def _expand(self, room: Room, chunk: tuple[Columns, Bins]) -> Columns:
        """Expand until the bins are full; what is left of the frontier."""
        left, bins = chunk
        while len(left) and not self.crew.is_stopping:
            part = left[:KEYS_A_CALL]
            done = self._call_rules(kernels.expand, room, (part, *bins), part)[kernels.DONE]
            left = left[done:]
            if done < len(part):
                break
        return left

    def _insert(self, room: Room, shards: tuple[int, int]) -> tuple[Columns, bool]:
        """Empty the bins of some shards; the keys that are new, and whether one is full."""
        parts = []
        is_full = False
        for keys, filled in self._bins:
            fresh = np.empty(int(filled[slice(*shards)].sum()), np.uint64)
            given = self.table, self.capacity, self.counts, self._most, keys, filled, shards, fresh
            tally = self._call(kernels.insert, room, given)
            parts.append(fresh[: tally[kernels.ADDED]])
            is_full |= bool(tally[kernels.IS_FULL])
        return np.concatenate(parts), is_full

    # ── the table ──────────────────────────────────────────────────────────

    def _grow(self) -> None:
        """Move all keys to a table half as large again."""
        capacity = int(self.capacity * GROWTH) + 1
        size = SHARDS * (capacity + SLACK)
        self.meter.check(self._progress(), coming=8 * min(size, int(self.found / LOAD * GROWTH)))
        wider = np.zeros(size, np.uint64)

        def moved(room: Room, shards: tuple[int, int]) -> None:
            given = self.table, self.capacity, wider, capacity, shards
            self._call(kernels.rehash, room, given)

        self.crew.run("finding", moved, chunks_of(SHARDS, SHARDS_A_CHUNK), self._progress())
        self.table, self.capacity = wider, capacity

    def _sorted(self) -> Columns:
        """All keys in order; the table is emptied."""
        offsets = np.zeros(SHARDS + 1, np.int64)
        np.cumsum(self.counts, out=offsets[1:])
        self._bins.clear()
        self.meter.check(self._progress(), coming=8 * self.found)
        keys = np.empty(self.found, np.uint64)

        def sorted_part(room: Room, shards: tuple[int, int]) -> None:
            given = self.table, self.capacity, offsets, shards, keys
            self._call(kernels.compact, room, given)
            for shard in range(*shards):
                if not self.crew.is_stopping:
                    keys[offsets[shard] : offsets[shard + 1]].sort()

        self.crew.run("sorting", sorted_part, chunks_of(SHARDS, SHARDS_A_CHUNK))
        self.table = np.empty(0, np.uint64)
        return keys

    # ── calling kernels ────────────────────────────────────────────────────

    def _call_rules(
        self, kernel: Callable[..., None], room: Room, arguments: tuple[Any, ...], keys: Columns
    ) -> Columns:
        """Run a kernel that asks the rules about ``keys``; its tally."""
        room.tally[:] = 0
        types = (nb.typeof(each) for each in arguments)
        given = self.passes.places.rules, room.columns, room.tally
        try:
            compiled(kernel, RULES, ROOM, INTS, *types)(*given, *arguments)
        except Exception as error:
            fault = fault_of(self.passes.game, _positions(keys, room)[-1:])
            if fault is None:
                raise
            raise fault from error
        if room.tally[kernels.FAULT]:
            raise self.passes.fault(_positions(keys, room)[-1])
        if not room.is_whole:
            positions = _positions(keys, room)
            raise fault_of(self.passes.game, positions) or self.passes.not_whole()
        return room.tally

    def _call(self, kernel: Callable[..., None], room: Room, arguments: tuple[Any, ...]) -> Columns:
        """Run a kernel that asks no rules; its tally."""
        room.tally[:] = 0
        types = (nb.typeof(each) for each in arguments)
        compiled(kernel, *types, INTS)(*arguments, room.tally)
        return room.tally

    def _look(self, waiting: int) -> None:
        self.passes.crew.report("finding", self.found - waiting, self.found)
        self.meter.check(self._progress())

    def _progress(self) -> str:
        return f"finding {self.found} positions"


def _positions(keys: Columns, room: Room) -> list[int]:
    """The positions that a kernel has come to; the last is the one that it was at."""
    positions: list[int] = unmixed_plainly(keys[: room.tally[kernels.WHERE] + 1]).tolist()
    return positions
