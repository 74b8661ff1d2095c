"""Finding: list every position that some roots reach, each orbit once.

**The method.** A hash set of keys in 1,024 shards (see ``key_set``). While there
is little to do one worker does it all from a stack. Otherwise in rounds: each worker
expands its part of the frontier and deals what it finds into bins, one for each shard;
then the workers share out the shards, and empty the bins of all into them. What is new is
the next frontier. At the end the shards, one after the other and each sorted, are all keys
in order, whoever found them and when. The bins grow with what was found.

**The cost.** The rules and some 20 ns a successor; some 24 bytes a position while the set
grows, and 8 bytes of bins, up to 67 MB a worker.
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
from gamesolver.finding_kernels import SHARDS
from gamesolver.handing import RULES
from gamesolver.jitting import INTS, ROOM, compiled
from gamesolver.key_set import ALL_SHARDS, KeySet, bytes_of_key_set
from gamesolver.labels import Columns
from gamesolver.memory import MemoryMeter
from gamesolver.passes import Passes
from gamesolver.places import keys_of
from gamesolver.places_kernels import unmixed_plainly
from gamesolver.room import Room, not_whole

ENOUGH = 1 << 15  # a frontier of this size is worth the bins
BIN, LEAST_BIN = 8192, 64  # keys a bin
KEYS_A_CALL = 1 << 14
KEYS_A_ROUND = 1 << 21

WAITING = 0.25  # of the positions, those that wait to be expanded, at most about so many

Bins = tuple[Columns, Columns]
"""Keys by shard, and how many there are of each."""


def bytes_to_find(positions: int, threads: int, limit: int) -> int:
    """What finding so many positions takes, those still to expand and the bins included."""
    waiting = int(WAITING * positions)
    bins = threads * SHARDS * _room_of_bin(positions, threads, limit) if waiting > ENOUGH else 0
    return bytes_of_key_set(positions) + 8 * (bins + waiting)


def _room_of_bin(found: int, threads: int, limit: int) -> int:
    """How many keys a bin should hold.

    All of them together hold as many as were found, or up to half as many; they take an
    eighth of the memory at most.
    """
    bins = threads * SHARDS
    doubled = 1 << (found // bins).bit_length() >> 1
    return max(LEAST_BIN, min(BIN, doubled, limit // (8 * bins * 8)))


class Finder:
    """The positions found so far, and those still to expand."""

    def __init__(self, passes: Passes, meter: MemoryMeter) -> None:
        self.passes = passes
        self.crew = passes.crew
        self.meter = meter
        self.found = KeySet(passes.crew)
        self.frontier: deque[Columns] = deque()
        self._bins: list[Bins] = []

    def run(self, roots: Iterable[int]) -> Columns:
        """The keys of all positions that the roots (canonical ones) reach, in order."""
        self.enter(roots)
        while self.frontier:
            self.step()
        return self.end()

    def enter(self, roots: Iterable[int]) -> None:
        """Enter the roots; what is new is the first frontier."""
        keys = keys_of(np.array(list(roots), np.uint64))
        fresh = np.empty(len(keys), np.uint64)
        while len(keys):
            tally = self.found.enter(self.crew.rooms[0], keys, fresh)
            self.frontier.append(fresh[: tally[kernels.ADDED]].copy())
            keys = keys[tally[kernels.DONE] :]
            if tally[kernels.IS_FULL]:
                self.found.grow()

    def step(self) -> None:
        """Go on for a while, less than a second or two."""
        if self.waiting < ENOUGH:
            self._find_few(np.concatenate(self.frontier))
        else:
            self._find_many()
        self.crew.report("finding", len(self.found) - self.waiting, len(self.found))
        self.meter.check(self.found.progress)

    def load_kernels(self) -> None:
        """Have all of them compiled, or loaded from the cache, before anything is timed."""
        room, none = self.crew.rooms[0], np.empty(0, np.uint64)
        bins = np.empty((SHARDS, 1), np.uint64), np.zeros(SHARDS, np.int64)
        self._call_rules(kernels.find_few, room, (*self.found.columns, none, 0, 0), none)
        self._call_rules(kernels.expand, room, (none, *bins), none)
        self.found.insert(room, *bins, (0, 0), none)
        self.found.grow()

    def end(self) -> Columns:
        """The keys of all that was found, in order; nothing else is kept."""
        self._bins.clear()
        self.frontier.clear()
        return self.found.in_order()

    @property
    def waiting(self) -> int:
        """How many positions are still to expand."""
        return sum(len(part) for part in self.frontier)

    # ── one worker, from a queue ───────────────────────────────────────────

    def _find_few(self, keys: Columns) -> None:
        """Expand from a queue: a frontier for the whole crew may come of it."""
        room = self.crew.rooms[0]
        queue = np.empty(4 * ENOUGH, np.uint64)
        queue[: len(keys)] = keys
        given = *self.found.columns, queue, 0, len(keys)
        tally = self._call_rules(kernels.find_few, room, given, queue)
        self.frontier.clear()
        if tally[kernels.DONE] < tally[kernels.ADDED]:
            self.frontier.append(queue[tally[kernels.DONE] : tally[kernels.ADDED]].copy())
        if tally[kernels.IS_FULL]:
            self.found.grow()

    # ── all workers, in rounds ─────────────────────────────────────────────

    def _find_many(self) -> None:
        """One round: expand a part of the frontier into bins, and empty the bins."""
        self._have_bins(_room_of_bin(len(self.found), len(self.crew.rooms), self.meter.limit))
        part = self._next_part()
        cut = chunks_of(len(part), -(-len(part) // len(self._bins)))
        chunks = [(part[slice(*ends)], bins) for ends, bins in zip(cut, self._bins, strict=False)]
        left = self.crew.run("finding", self._expand, chunks, self.found.progress)
        self.frontier.extendleft(each for each in left if len(each))
        while any(filled.any() for _, filled in self._bins):
            done = self.crew.run("finding", self._insert, ALL_SHARDS, self.found.progress)
            self.frontier.extend(fresh for fresh, _ in done if len(fresh))
            if any(is_full for _, is_full in done):
                self.found.grow()
        if sum(map(len, left)) == len(part):  # one position has more successors in a shard
            self._have_bins(2 * self._bins[0][0].shape[1])

    def _have_bins(self, room: int) -> None:
        """See that there are bins, and that they are not smaller than this."""
        if self._bins and self._bins[0][0].shape[1] >= room:
            return
        self._bins.clear()
        self.meter.check(self.found.progress, coming=8 * room * SHARDS * len(self.crew.rooms))
        self._bins = [
            (np.empty((SHARDS, room), np.uint64), np.zeros(SHARDS, np.int64))
            for _ in self.crew.rooms
        ]

    def _next_part(self) -> Columns:
        """About as much of the frontier as fits into the bins."""
        wanted = min(KEYS_A_ROUND, sum(bins.size for bins, _ in self._bins))
        parts: list[Columns] = []
        while wanted and self.frontier:
            first = self.frontier.popleft()
            parts.append(first[:wanted])
            if len(first) > wanted:
                self.frontier.appendleft(first[wanted:])
            wanted -= len(parts[-1])
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
            tally = self.found.insert(room, keys, filled, shards, fresh)
            parts.append(fresh[: tally[kernels.ADDED]])
            is_full |= bool(tally[kernels.IS_FULL])
        return np.concatenate(parts), is_full

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
            fault = fault_of(self.passes.game, _positions(keys, room))
            raise fault or not_whole(self.passes.game)
        return room.tally


def _positions(keys: Columns, room: Room) -> list[int]:
    """The positions that a kernel has come to; the last is the one that it was at."""
    positions: list[int] = unmixed_plainly(keys[: room.tally[kernels.WHERE] + 1]).tolist()
    return positions
