"""Enumeration of all positions that the roots reach, one for each orbit.

Method: breadth-first search with a hash set of *keys* (mixed positions) in 1,024 shards; see
``key_set``. A small frontier is expanded by one worker from a queue. A large one is expanded
in rounds. Each worker expands a part of the frontier and sorts the successors into one bin for
each shard. The workers then divide the shards and insert the bins. New keys form the next
frontier. At the end the sorted shards, concatenated, are all keys in order. The result does not
depend on the number of workers.

If the set would outgrow the memory and a folder is given, the keys are written to sorted runs
on disk. The search continues with them (``run_finding``).

The :class:`Frontier` holds keys to expand. Keys that were put back come first. The others
follow in the order in which they were found, so a checkpoint stores only their number.

Cost: the rules and about 20 ns for each successor. About 24 bytes for each position while the
set grows, and 8 bytes for each bin entry, up to 67 MB for each worker.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

import attrs
import numpy as np

from gamesolver.engine.keeper import BY_RUNS, FINDING, Checkpoint, Keeper, Run, Runs
from gamesolver.engine.key_set import ALL_SHARDS, KeySet, bytes_of_key_set
from gamesolver.engine.places import keys_of
from gamesolver.engine.run_finding import RunFinder, once
from gamesolver.engine.running import Runner
from gamesolver.kernels import finding as kernels
from gamesolver.kernels.finding import SHARDS
from gamesolver.kernels.scratch import ADDED, DONE, IS_FULL, Scratch
from gamesolver.lazy import loaded
from gamesolver.system.columns import Columns
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.workers import chunks_of

# ── what finding positions takes ────────────────────────────────────────────────────────────────

ENOUGH = 1 << 15  # a frontier of this size is worth the bins
BIN, LEAST_BIN = 8192, 64  # keys a bin
WAITING = 0.25  # of the positions, those that wait to be expanded, at most about so many


def bytes_to_find(positions: int, threads: int, limit: int) -> int:
    """Return the bytes needed to find ``positions``, including the frontier and the bins."""
    waiting = int(WAITING * positions)
    bins = threads * SHARDS * room_of_bin(positions, threads, limit) if waiting > ENOUGH else 0
    return bytes_of_key_set(positions) + 8 * (bins + waiting)


def room_of_bin(count: int, threads: int, limit: int) -> int:
    """Return the number of keys for which a bin should have room.

    All of them together hold as many as were found, or up to half as many; they take an
    eighth of the memory at most.
    """
    bins = threads * SHARDS
    doubled = 1 << (count // bins).bit_length() >> 1
    return max(LEAST_BIN, min(BIN, doubled, limit // (8 * bins * 8)))


# ── the frontier of finding: keys still to expand ───────────────────────────────────────────────


@attrs.define(eq=False)
class Frontier:
    """Queue of keys to expand."""

    back: int = 0
    """Number of keys that were put back."""
    _parts: deque[Columns] = attrs.field(factory=deque, init=False)

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    def add(self, fresh: Columns) -> None:
        """Append keys that were found."""
        if len(fresh):
            self._parts.append(fresh)

    def take(self, wanted: int) -> Columns:
        """Remove and return up to ``wanted`` keys from the beginning."""
        parts = [np.empty(0, np.uint64)]
        while wanted and self._parts:
            first = self._parts.popleft()
            parts.append(first[:wanted])
            if len(first) > wanted:
                self._parts.appendleft(first[wanted:])
            wanted -= len(parts[-1])
        taken = np.concatenate(parts)
        self.back = max(0, self.back - len(taken))
        return taken

    def put_back(self, lefts: Iterable[Columns]) -> None:
        """Put back keys that were taken and not expanded."""
        for left in lefts:
            if len(left):
                self._parts.appendleft(left)
                self.back += len(left)

    def clear(self) -> None:
        """Remove all keys."""
        self._parts.clear()
        self.back = 0

    def parts(self) -> Iterable[Columns]:
        """Return all keys, in parts."""
        return self._parts

    def first(self, count: int) -> Columns:
        """Return up to ``count`` keys from the beginning without removing them."""
        parts = [np.empty(0, np.uint64)]
        for part in self._parts:
            parts.append(part[:count])
            count -= len(parts[-1])
        return np.concatenate(parts)


# ── finding: list every position that some roots reach, each orbit once ─────────────────────────

BYTES_OF_QUEUE = 8 * 4 * ENOUGH
KEYS_A_CALL = 1 << 14
KEYS_A_ROUND = 1 << 21

Bins = tuple[Columns, Columns]
"""Keys by shard, and the number of keys in each shard."""


class Finder:
    """Search for positions: the set of keys found so far and the frontier."""

    def __init__(self, runner: Runner, meter: MemoryMeter, keeper: Keeper) -> None:
        self.runner = runner
        self.workers = runner.workers
        self.meter = meter
        self.found = KeySet(runner.workers, keeper.elsewhere)
        self.frontier = Frontier()
        self.story: list[str] = []
        """Remarks for the record of the solve."""
        self.most_waiting = 0
        """Largest size of the frontier so far."""
        self._keeper = keeper
        self._bins: list[Bins] = []
        self._met: list[Run] = []
        """Runs of keys for which the set had no room."""
        self._is_outgrown = False
        """True if the set has no room in memory for more keys, so that runs replace it."""

    def run(self, roots: Iterable[int]) -> Columns:
        """Return the keys of all positions that the canonical roots reach, in order."""
        keeper, runs = self._keeper, self._keeper.runs
        if runs is not None and runs.kept:
            if keeper.state["phase"] != BY_RUNS:
                return runs.kept[0].opened()  # all of them had been found
            return self._by_runs(RunFinder.going_on(self.runner, self.meter, keeper, runs))
        if keeper.saved is None:
            self.enter(roots)
        else:
            self._go_on_from(keeper.saved)
        roots = list(roots)
        while len(self.frontier) and not self._is_outgrown:
            self.step()
            if len(self.frontier) and self.meter.asks(taken := self.meter.taken()):
                loaded("forecast.no_end", "require_an_end_of_found")(self, roots, taken)
            if keeper.is_due and not self._is_outgrown:
                self._save()
        if runs is not None and self._is_outgrown:
            return self._by_runs(self._in_runs(runs))
        return self.end()

    @property
    def has_disk(self) -> bool:
        """True if keys that outgrow the memory are written to files."""
        return self._keeper.runs is not None

    def enter(self, roots: Iterable[int]) -> None:
        """Insert the roots. The new keys are the first frontier."""
        for fresh in self._entered(keys_of(np.array(list(roots), np.uint64))):
            self._add(fresh)

    def _entered(self, keys: Columns) -> Iterator[Columns]:
        """Insert keys, and yield those that are new, in parts."""
        fresh = np.empty(len(keys), np.uint64)
        while len(keys):
            done, added = self.found.enter(keys, fresh)
            yield fresh[:added].copy()
            keys = keys[done:]
            if len(keys) and not self._have_grown():
                self._put_aside(keys)
                return

    def _have_grown(self) -> bool:
        """Enlarge the set. Return False if it may not grow and runs must replace it."""
        if self._keeper.runs is not None and not self.found.may_grow(self._coming):
            self._is_outgrown = True
            return False
        self.found.grow()
        return True

    @property
    def _coming(self) -> int:
        """Bytes that the next round may take."""
        return BYTES_OF_QUEUE + 2 * sum(bins.nbytes for bins, _ in self._bins)

    def _look_at_memory(self) -> None:
        """Raise if the memory limit is exceeded. With a folder, switch to runs instead."""
        if self._keeper.runs is None:
            self.meter.check(self.found.progress)
        else:
            self._is_outgrown |= not self.meter.allows(self._coming)

    def _in_runs(self, runs: Runs) -> RunFinder:
        """Return a finder by runs with the keys found so far, and free their memory."""
        known, frontier = runs.new(), runs.new()
        for keys in self.found.parts_in_order():
            known.append(keys)
        for keys in self.frontier.parts():
            frontier.append(keys)
        while self._bins:
            bins, filled = self._bins.pop()
            dealt = [bins[shard, :size] for shard, size in enumerate(filled.tolist())]
            self._put_aside(np.concatenate(dealt))
            del bins, dealt
        self.found.clear()
        self.frontier.clear()
        return RunFinder(
            runner=self.runner,
            meter=self.meter,
            keeper=self._keeper,
            runs=runs,
            known=[known],
            frontier=frontier,
            met=self._met,
        )

    def _put_aside(self, keys: Columns) -> None:
        """Write keys for which the set has no room as a run."""
        if self._keeper.runs is not None and len(keys):
            self._met.append(self._keeper.runs.new())
            self._met[-1].append(once(np.require(keys, requirements="W")))

    def _by_runs(self, finder: RunFinder) -> Columns:
        """Return all keys, finding the rest by runs."""
        with self.meter.leaving_out():
            finder.load_kernels()
        keys = finder.run()
        self.story.append(finder.story)
        return keys

    def _add(self, fresh: Columns) -> None:
        """Append new keys to the frontier and the checkpoint."""
        self.frontier.add(fresh)
        self._keeper.append(fresh)

    def _save(self) -> None:
        """Write a checkpoint."""
        back = self.frontier.back
        state = {"phase": FINDING, "waiting": len(self.frontier) - back}
        state["where"] = f"finding, with {len(self.found)} positions found"
        self._keeper.save(state, {"waiting": self.frontier.first(back)})

    def _go_on_from(self, saved: Checkpoint) -> None:
        """Insert the keys of a checkpoint. The last ones and those that wait form the frontier."""
        size = sum(len(part.get("keys", ())) for part in saved.parts)
        expanded, passed = size - saved.state.get("waiting", 0), 0
        self.frontier.put_back([part["waiting"] for part in saved.parts if "waiting" in part])
        for keys in self._keeper.saved_keys():
            for _ in self._entered(keys):
                self._look_at_memory()
            self.frontier.add(keys[max(0, expanded - passed) :].copy())
            passed += len(keys)

    def step(self) -> None:
        """Expand a part of the frontier, for less than a second or two."""
        if len(self.frontier) < ENOUGH:
            self._find_few(self.frontier.take(ENOUGH))
        else:
            self._find_many()
        found, waiting = len(self.found), len(self.frontier)
        self.most_waiting = max(self.most_waiting, waiting)
        self.workers.report("finding", found - waiting, found, is_growing=True)
        self._look_at_memory()

    def load_kernels(self) -> None:
        """Compile all kernels, or load them from the cache, before anything is timed."""
        scratch, none = self.workers.scratches[0], np.empty(0, np.uint64)
        bins, filled = np.empty((SHARDS, 1), np.uint64), np.zeros(SHARDS, np.int64)
        self.runner.run_on_keys(kernels.find_few, none, scratch, *self.found.columns, none, 0, 0)
        self.runner.run_on_keys(kernels.expand, none, scratch, none, bins, filled)
        self.found.insert(bins, filled, (0, 0), none)
        self.found.grow()

    def end(self) -> Columns:
        """Return all keys in order, and free everything else."""
        self._bins.clear()
        self.frontier.clear()
        return self.found.in_order()

    # ── one worker, from a queue ───────────────────────────────────────────

    def _find_few(self, keys: Columns) -> None:
        """Expand keys from a queue with one worker."""
        scratch = self.workers.scratches[0]
        queue = np.empty(4 * ENOUGH, np.uint64)
        queue[: len(keys)] = keys
        tally = self.runner.run_on_keys(
            kernels.find_few, queue, scratch, *self.found.columns, queue, 0, len(keys)
        )
        done, added = int(tally[DONE]), int(tally[ADDED])
        self.frontier.put_back([queue[done : len(keys)].copy()])
        self._keeper.append(queue[len(keys) : added])
        self.frontier.add(queue[max(done, len(keys)) : added].copy())
        if tally[IS_FULL]:
            self._have_grown()

    # ── all workers, in rounds ─────────────────────────────────────────────

    def _find_many(self) -> None:
        """Make one round: expand a part of the frontier into bins, then insert the bins."""
        room = room_of_bin(len(self.found), len(self.workers.scratches), self.meter.limit)
        if not self._have_bins(room):
            return
        part = self.frontier.take(min(KEYS_A_ROUND, sum(bins.size for bins, _ in self._bins)))
        cut = chunks_of(len(part), -(-len(part) // len(self._bins)))
        chunks = [(part[slice(*ends)], bins) for ends, bins in zip(cut, self._bins, strict=False)]
        left = self.workers.run("finding", self._expand, chunks, self.found.progress)
        self.frontier.put_back(left)
        while any(filled.any() for _, filled in self._bins):
            done = self.workers.run("finding", self._insert, ALL_SHARDS, self.found.progress)
            for fresh, _ in done:
                self._add(fresh)
            if any(is_full for _, is_full in done) and not self._have_grown():
                return
        if sum(map(len, left)) == len(part):  # one position has more successors in a shard
            self._have_bins(2 * self._bins[0][0].shape[1])

    def _have_bins(self, room: int) -> bool:
        """Make bins of at least ``room`` keys. Return False if memory does not allow them."""
        if self._bins and self._bins[0][0].shape[1] >= room:
            return True
        self._bins.clear()
        coming = 8 * room * SHARDS * len(self.workers.scratches)
        if self._keeper.runs is not None and not self.meter.allows(coming):
            self._is_outgrown = True
            return False
        self.meter.check(self.found.progress, coming)
        self._bins = [
            (np.empty((SHARDS, room), np.uint64), np.zeros(SHARDS, np.int64))
            for _ in self.workers.scratches
        ]
        return True

    def _expand(self, scratch: Scratch, chunk: tuple[Columns, Bins]) -> Columns:
        """Expand keys until the bins are full. Return the keys that are left."""
        left, bins = chunk
        while len(left) and not self.workers.is_stopping:
            part = left[:KEYS_A_CALL]
            done = self.runner.run_on_keys(kernels.expand, part, scratch, part, *bins)[DONE]
            left = left[done:]
            if done < len(part):
                break
        return left

    def _insert(self, scratch: Scratch, shards: tuple[int, int]) -> tuple[Columns, bool]:
        """Insert the bins of some shards. Return the new keys, and True if a shard is full."""
        parts = []
        is_full = False
        for keys, filled in self._bins:
            fresh = np.empty(int(filled[slice(*shards)].sum()), np.uint64)
            added, is_shard_full = self.found.insert(keys, filled, shards, fresh)
            parts.append(fresh[:added])
            is_full |= is_shard_full
        return np.concatenate(parts), is_full
