"""Finding: list every position that some roots reach, each orbit once.

**The method.** A hash set of keys in 1,024 shards (see ``key_set``). While there
is little to do one worker does it all from a stack. Otherwise in rounds: each worker
expands its part of the frontier and deals what it finds into bins, one for each shard;
then the workers share out the shards, and empty the bins of all into them. What is new is
the next frontier. At the end the shards, one after the other and each sorted, are all keys
in order, whoever found them and when. The bins grow with what was found.

Where the set would outgrow the memory and there is a folder, what was found goes to sorted runs on
disk, and finding goes on with them (see ``run_finding``).

**The cost.** The rules and some 20 ns a successor; some 24 bytes a position while the set
grows, and 8 bytes of bins, up to 67 MB a worker.

**What finding positions takes: the set of keys, those that wait, and the bins.**

**The frontier of finding: keys still to expand.**

First come those that were taken and put back; behind them the others, in the order in which
they were found. So the others are the last ones found, and a checkpoint need only say how many.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

import attrs
import numpy as np

from gamesolver.engine.keeper import Checkpoint, Keeper, Run, Runs
from gamesolver.engine.key_set import ALL_SHARDS, KeySet, bytes_of_key_set
from gamesolver.engine.places import keys_of
from gamesolver.engine.run_finding import PHASE as BY_RUNS
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
    """What finding so many positions takes, those still to expand and the bins included."""
    waiting = int(WAITING * positions)
    bins = threads * SHARDS * room_of_bin(positions, threads, limit) if waiting > ENOUGH else 0
    return bytes_of_key_set(positions) + 8 * (bins + waiting)


def room_of_bin(count: int, threads: int, limit: int) -> int:
    """How many keys a bin should hold.

    All of them together hold as many as were found, or up to half as many; they take an
    eighth of the memory at most.
    """
    bins = threads * SHARDS
    doubled = 1 << (count // bins).bit_length() >> 1
    return max(LEAST_BIN, min(BIN, doubled, limit // (8 * bins * 8)))


# ── the frontier of finding: keys still to expand ───────────────────────────────────────────────


@attrs.define(eq=False)
class Frontier:
    """Keys, from whose beginning parts are taken."""

    back: int = 0
    """How many were put back."""
    _parts: deque[Columns] = attrs.field(factory=deque, init=False)

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    def add(self, fresh: Columns) -> None:
        """Keys that were found."""
        if len(fresh):
            self._parts.append(fresh)

    def take(self, wanted: int) -> Columns:
        """So many keys from the beginning, or all there are."""
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
        """What of the keys taken last was not expanded."""
        for left in lefts:
            if len(left):
                self._parts.appendleft(left)
                self.back += len(left)

    def clear(self) -> None:
        """Forget all of them."""
        self._parts.clear()
        self.back = 0

    def parts(self) -> Iterable[Columns]:
        """All of them, a part at a time."""
        return self._parts

    def first(self, count: int) -> Columns:
        """So many keys from the beginning, which stay."""
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
"""Keys by shard, and how many there are of each."""


class Finder:
    """The positions found so far, and those still to expand."""

    def __init__(self, runner: Runner, meter: MemoryMeter, keeper: Keeper) -> None:
        self.runner = runner
        self.workers = runner.workers
        self.meter = meter
        self.found = KeySet(runner.workers, keeper.elsewhere)
        self.frontier = Frontier()
        self.story: list[str] = []
        """What there is to tell of it."""
        self.most_waiting = 0
        """How many positions have waited to be expanded at most."""
        self._keeper = keeper
        self._bins: list[Bins] = []
        self._met: list[Run] = []
        """Keys that found no room in the set."""
        self._is_outgrown = False
        """Whether the set has no room in memory for what comes, and runs are to take its place."""

    def run(self, roots: Iterable[int]) -> Columns:
        """The keys of all positions that the roots (canonical ones) reach, in order."""
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
        """Whether what outgrows the memory goes to files."""
        return self._keeper.runs is not None

    def enter(self, roots: Iterable[int]) -> None:
        """Enter the roots; what is new is the first frontier."""
        for fresh in self._entered(keys_of(np.array(list(roots), np.uint64))):
            self._add(fresh)

    def _entered(self, keys: Columns) -> Iterator[Columns]:
        """Enter some keys; those that are new, a part at a time."""
        fresh = np.empty(len(keys), np.uint64)
        while len(keys):
            done, added = self.found.enter(keys, fresh)
            yield fresh[:added].copy()
            keys = keys[done:]
            if len(keys) and not self._have_grown():
                self._put_aside(keys)
                return

    def _have_grown(self) -> bool:
        """Make room in the set; whether there is any: if not, runs take its place."""
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
        """Raise where more was taken than may be; with a folder, go on in runs."""
        if self._keeper.runs is None:
            self.meter.check(self.found.progress)
        else:
            self._is_outgrown |= not self.meter.allows(self._coming)

    def _in_runs(self, runs: Runs) -> RunFinder:
        """What was found, as runs; it is in memory no longer."""
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
        """Write keys that find no room in the set as a run."""
        if self._keeper.runs is not None and len(keys):
            self._met.append(self._keeper.runs.new())
            self._met[-1].append(once(np.require(keys, requirements="W")))

    def _by_runs(self, finder: RunFinder) -> Columns:
        """Go on by runs to the end."""
        with self.meter.leaving_out():
            finder.load_kernels()
        keys = finder.run()
        self.story.append(finder.story)
        return keys

    def _add(self, fresh: Columns) -> None:
        """Put keys that were not there before at the end of the frontier."""
        self.frontier.add(fresh)
        self._keeper.append(fresh)

    def _save(self) -> None:
        """Keep how far this has come."""
        back = self.frontier.back
        state = {"phase": "finding", "waiting": len(self.frontier) - back}
        self._keeper.save(state, left=self.frontier.first(back))

    def _go_on_from(self, saved: Checkpoint) -> None:
        """Enter what was found before; all but the last ones have been expanded."""
        expanded = saved.keys - saved.state.get("waiting", 0)
        passed = 0
        self.frontier.put_back([saved.left])
        for keys in self._keeper.saved_keys():
            for _ in self._entered(keys):
                self._look_at_memory()
            self.frontier.add(keys[max(0, expanded - passed) :].copy())
            passed += len(keys)

    def step(self) -> None:
        """Go on for a while, less than a second or two."""
        if len(self.frontier) < ENOUGH:
            self._find_few(self.frontier.take(ENOUGH))
        else:
            self._find_many()
        found, waiting = len(self.found), len(self.frontier)
        self.most_waiting = max(self.most_waiting, waiting)
        self.workers.report("finding", found - waiting, found, is_growing=True)
        self._look_at_memory()

    def load_kernels(self) -> None:
        """Have all of them compiled, or loaded from the cache, before anything is timed."""
        scratch, none = self.workers.scratches[0], np.empty(0, np.uint64)
        bins, filled = np.empty((SHARDS, 1), np.uint64), np.zeros(SHARDS, np.int64)
        self.runner.run_on_keys(kernels.find_few, none, scratch, *self.found.columns, none, 0, 0)
        self.runner.run_on_keys(kernels.expand, none, scratch, none, bins, filled)
        self.found.insert(bins, filled, (0, 0), none)
        self.found.grow()

    def end(self) -> Columns:
        """The keys of all that was found, in order; nothing else is kept."""
        self._bins.clear()
        self.frontier.clear()
        return self.found.in_order()

    # ── one worker, from a queue ───────────────────────────────────────────

    def _find_few(self, keys: Columns) -> None:
        """Expand from a queue: a frontier for all workers may come of it."""
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
        """One round: expand a part of the frontier into bins, and empty the bins."""
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
        """See that there are bins, and that they are not smaller than this; if memory allows."""
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
        """Expand until the bins are full; what is left of the frontier."""
        left, bins = chunk
        while len(left) and not self.workers.is_stopping:
            part = left[:KEYS_A_CALL]
            done = self.runner.run_on_keys(kernels.expand, part, scratch, part, *bins)[DONE]
            left = left[done:]
            if done < len(part):
                break
        return left

    def _insert(self, scratch: Scratch, shards: tuple[int, int]) -> tuple[Columns, bool]:
        """Empty the bins of some shards; the keys that are new, and whether one is full."""
        parts = []
        is_full = False
        for keys, filled in self._bins:
            fresh = np.empty(int(filled[slice(*shards)].sum()), np.uint64)
            added, is_shard_full = self.found.insert(keys, filled, shards, fresh)
            parts.append(fresh[:added])
            is_full |= is_shard_full
        return np.concatenate(parts), is_full
