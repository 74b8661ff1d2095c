"""Enumeration of all positions that the roots reach, one for each orbit.

Method: breadth-first search with a hash set of *keys* (mixed positions) in 1,024 shards; see
``key_set``. A small frontier is expanded by one worker from a queue, unless there are ranks. A
large one is expanded in rounds. Each worker expands a part of the frontier and sorts the successors
into one bin for each shard. The workers then divide the shards and insert the bins. New keys form
the next frontier. At the end the sorted shards, concatenated, are all keys in order. The result
does not depend on the number of workers.

If the set would outgrow the memory and a folder is given, the keys are written to sorted runs
on disk. The search continues with them (``run_finding``). With several ranks, all ranks switch to
runs if the set of any rank would outgrow its memory.

The :class:`Frontier` holds keys to expand. Keys that were put back come first. The others
follow in the order in which they were found, so a checkpoint stores only their number.

Cost: the rules and about 20 ns for each successor. About 24 bytes for each position while the
set grows, and 8 bytes for each bin entry, up to 67 MB for each worker.

**Ranks.** Each rank owns a range of the keys (``shares``) and has a set of these alone. All make
their steps together. Keys that the rank owns are inserted as in one process. Those of other
ranks are sorted at the end of the step, made unique, and sent to their owners, at 8 bytes each. An
owner inserts them in order, and expands the new ones in a later step. The search ends when no rank
has a frontier and none has sent a key. The sorted keys of all ranks, concatenated, are those that
one process finds. A process without others is a team of one, which sends nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

import attrs
import numpy as np

from gamesolver.engine.keeper import BY_RUNS, FINDING, Checkpoint, Keeper, Run, Runs
from gamesolver.engine.key_set import ALL_SHARDS, KeySet, bytes_of_key_set
from gamesolver.engine.places import keys_of
from gamesolver.engine.run_finding import Buffer, RunFinder, keys_of_runs, once
from gamesolver.engine.running import Runner
from gamesolver.engine.shares import ends_of_keys, owned_keys, range_of_keys
from gamesolver.kernels import finding as kernels
from gamesolver.kernels.finding import SHARDS
from gamesolver.kernels.scratch import ADDED, DONE, IS_FULL, OTHERS, Scratch
from gamesolver.lazy import loaded
from gamesolver.system.columns import Columns
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.team import Alone, Outbox, Team
from gamesolver.system.workers import chunks_of

# ── memory for finding positions ────────────────────────────────────────────────────────────────

ENOUGH = 1 << 15  # least size of a frontier for which bins are used
BIN, LEAST_BIN = 8192, 64  # keys a bin
WAITING = 0.25  # share of the positions that wait to be expanded, about the most


def bytes_to_find(positions: int, threads: int, limit: int) -> int:
    """Return the bytes needed to find ``positions``, including the frontier and the bins."""
    waiting = int(WAITING * positions)
    bins = threads * SHARDS * room_of_bin(positions, threads, limit) if waiting > ENOUGH else 0
    return bytes_of_key_set(positions) + 8 * (bins + waiting)


def room_of_bin(count: int, threads: int, limit: int) -> int:
    """Return the number of keys for which a bin should have room.

    All bins together have space for ``count`` keys, or for at least half as many. They take up to
    an eighth of the memory.
    """
    bins = threads * SHARDS
    doubled = 1 << (count // bins).bit_length() >> 1
    return max(LEAST_BIN, min(BIN, doubled, limit // (8 * bins * 8)))


# ── the frontier of finding: keys still to expand ───────────────────────────────────────────────


@attrs.define(eq=False)
class Frontier:
    """Queue of keys to expand."""

    back: int = 0
    """Number of keys that were returned without being expanded."""
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
        drawn_keys = np.concatenate(parts)
        self.back = max(0, self.back - len(drawn_keys))
        return drawn_keys

    def put_back(self, lefts: Iterable[Columns]) -> None:
        """Return keys to the frontier that were drawn and not expanded."""
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
OTHERS_A_STEP = 1 << 20  # keys of other ranks that a rank lists

Bins = tuple[Columns, Columns]
"""Keys by shard, and the number of keys in each shard."""


class Finder:
    """Search for positions: the keys found so far that this rank owns, and the frontier."""

    def __init__(
        self,
        runner: Runner,
        meter: MemoryMeter,
        keeper: Keeper,
        team: Team | None = None,
    ) -> None:
        self.runner = runner
        self.workers = runner.workers
        self.meter = meter
        self.team = team or Alone()
        self.found = KeySet(runner.workers, keeper.elsewhere, self.team.size)
        self.frontier = Frontier()
        self.summary: list[str] = []
        """Remarks for the record of the solve."""
        self.most_waiting = 0
        """Largest size of the frontier so far."""
        self.found_by_all = 0
        """Number of keys that all ranks have found, at the last step."""
        self.bytes_of_all = 0
        """Bytes that all ranks have taken, at the last step."""
        self.steps = 0
        self.keys_sent = 0
        """Number of keys sent to other ranks."""
        self._keeper = keeper
        self._bounds = range_of_keys(self.team.rank, self.team.size)
        """Least and greatest key that this rank owns."""
        self._others = [Buffer(np.empty(each, np.uint64)) for each in self._rooms_for_others()]
        """Keys of other ranks that each worker has reached in this step."""
        self._bins: list[Bins] = []
        self._met: list[Run] = []
        """Runs of keys that did not fit into the set."""
        self._is_outgrown = False
        """True if memory has no space for more keys in the set, so that runs replace it."""

    def run(self, roots: Iterable[int]) -> Columns:
        """Return the keys of this rank's positions that the canonical roots reach, in order."""
        keeper, runs = self._keeper, self._keeper.runs
        if runs is not None and runs.kept:
            if keeper.state["phase"] != BY_RUNS:
                return keys_of_runs(runs, self.team)
            return self._by_runs(
                RunFinder.resumed(self.runner, self.meter, keeper, runs, self.team)
            )
        roots = list(roots)
        if not self._restore():
            self.enter(roots)
        of_ranks = self.team.meet(len(self.frontier), self.meter.estimate_at)
        goes_on, self.meter.estimate_at = bool(of_ranks[:, 0].any()), int(of_ranks[:, 1].max())
        self._agree_on_memory()
        while goes_on and not self._is_outgrown:
            goes_on = self.step()
            self._agree_on_memory()
            if goes_on and self.meter.needs_estimate(self.bytes_of_all // self.team.size):
                loaded("forecast.no_end", "require_an_end_of_enumeration")(self, roots)
            self._save_if_due()
        if runs is not None and self._is_outgrown:
            return self._by_runs(self._in_runs(runs))
        self._record()
        return self.end()

    @property
    def has_disk(self) -> bool:
        """True if keys that outgrow the memory are written to files."""
        return self._keeper.runs is not None

    def enter(self, roots: Iterable[int]) -> None:
        """Insert the roots that this rank owns. The new keys are the first frontier."""
        keys = keys_of(np.array(list(roots), np.uint64))
        for fresh in self._entered(owned_keys(keys, self.team.rank, self.team.size)):
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
        if self.has_disk and not self.found.may_grow(self._coming):
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
        if self.has_disk:
            self._is_outgrown |= not self.meter.allows(self._coming)
        else:
            self.meter.check(self.found.progress)

    def _agree_on_memory(self) -> None:
        """Switch all ranks to runs if any rank has run out of memory for its keys."""
        if self.has_disk:
            self._is_outgrown = bool(self.team.meet(self._is_outgrown).any())

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
            team=self.team,
            known=[known],
            frontier=frontier,
            met=self._met,
        )

    def _put_aside(self, keys: Columns) -> None:
        """Write keys that do not fit into the set as a run."""
        if self._keeper.runs is not None and len(keys):
            self._met.append(self._keeper.runs.new())
            self._met[-1].append(once(np.require(keys, requirements="W")))

    def _by_runs(self, finder: RunFinder) -> Columns:
        """Return all keys, finding the rest by runs."""
        with self.meter.leaving_out():
            finder.load_kernels()
        keys = finder.run()
        self.summary.append(finder.summary)
        return keys

    def _add(self, fresh: Columns) -> None:
        """Append new keys to the frontier, and in one process to the log."""
        self.frontier.add(fresh)
        if self.team.size == 1:
            self._keeper.append(fresh)

    # ── checkpoints ────────────────────────────────────────────────────────

    def _save_if_due(self) -> None:
        """Write a checkpoint if it is time, and all keys found are in the set.

        One process has logged the keys. Several ranks write theirs in order.
        """
        if not self._keeper.is_due or self._is_outgrown:
            return
        state: dict[str, Any] = {"phase": FINDING}
        state["where"] = f"finding, with {self.found_by_all} positions found"
        if self.team.size == 1:
            back = self.frontier.back
            state["waiting"] = len(self.frontier) - back
            self._keeper.save(state, {"waiting": self.frontier.first(back)})
            return
        self.meter.check(self.found.progress, 8 * len(self.found))
        keys, waiting = self.found.some(len(self.found)), self.frontier.first(len(self.frontier))
        self._keeper.save(state, {"keys": np.sort(keys), "waiting": np.sort(waiting)})

    def _restore(self) -> bool:
        """Continue from a checkpoint. Return False if there is none."""
        saved = self._keeper.saved
        if saved is None:
            return False
        if self.team.size == 1:
            self._resume(saved)
            return True
        rank, size = self.team.rank, self.team.size
        for _ in self._entered(saved.own_keys("keys", rank, size)):
            self._look_at_memory()
        self.frontier.add(saved.own_keys("waiting", rank, size))
        return True

    def _resume(self, saved: Checkpoint) -> None:
        """Insert the keys of a checkpoint. The last ones and those that wait form the frontier."""
        size = sum(len(part.get("keys", ())) for part in saved.parts)
        expanded, passed = size - saved.state.get("waiting", 0), 0
        self.frontier.put_back([part["waiting"] for part in saved.parts if "waiting" in part])
        for keys in self._keeper.saved_keys():
            for _ in self._entered(keys):
                self._look_at_memory()
            self.frontier.add(keys[max(0, expanded - passed) :].copy())
            passed += len(keys)

    # ── steps, which all ranks make together ───────────────────────────────

    def step(self) -> bool:
        """Expand a part of the frontier, for a second or two, and send keys to their owners.

        Return True unless all positions are found.
        """
        if self.team.size == 1 and len(self.frontier) < ENOUGH:
            self._find_few(self.frontier.take(ENOUGH))
        elif len(self.frontier):
            self._find_many()
        self.most_waiting = max(self.most_waiting, len(self.frontier))
        goes_on = self._exchange()
        self._look_at_memory()
        return goes_on

    def _exchange(self) -> bool:
        """Send keys to their owners, and insert those received. Return True unless all is found."""
        team, outbox = self.team, self._outbox()
        sent = len(outbox.column)
        numbers = sent, len(self.frontier), len(self.found), self.meter.in_use()
        inbox, of_ranks = team.exchange(outbox, *numbers)
        self.steps += 1
        self.keys_sent += sent
        for keys in inbox.parts():
            for fresh in self._entered(keys):
                self._add(fresh)
        coming, waiting, self.found_by_all, self.bytes_of_all = of_ranks.sum(axis=0).tolist()
        if team.rank == 0:
            found = self.found_by_all
            self.workers.report("finding", found - waiting, found, is_growing=True)
        return bool(coming + waiting)

    def _outbox(self) -> Outbox:
        """Return the keys of other ranks that were met in this step, in order and each once."""
        met = [buffer.drained() for buffer in self._others]
        keys = met[0] if len(met) == 1 else once(np.concatenate(met))
        return Outbox(keys, ends_of_keys(keys, self.team.size))

    def _rooms_for_others(self) -> list[int]:
        """Return for each worker how many keys of other ranks it may list in a step."""
        workers = len(self.workers.scratches)
        if self.team.size == 1:
            return [0] * workers
        return [max(self.runner.game.rules.max_moves, OTHERS_A_STEP // workers)] * workers

    def _record(self) -> None:
        """Add the number of keys sent between ranks to the summary."""
        if self.team.size > 1 and self.steps:
            sent = int(self.team.meet(self.keys_sent).sum())
            found = f"{self.found_by_all} positions found in {self.steps} steps"
            self.summary.append(f"{found}, {sent} keys sent to the ranks that own them")

    def load_kernels(self) -> None:
        """Compile all kernels, or load them from the cache, before anything is timed."""
        scratch, none = self.workers.scratches[0], np.empty(0, np.uint64)
        bins, filled = np.empty((SHARDS, 1), np.uint64), np.zeros(SHARDS, np.int64)
        ends = *self._bounds, none
        self.runner.run_on_keys(kernels.find_few, none, scratch, *self.found.columns, none, 0, 0)
        self.runner.run_on_keys(
            kernels.expand, none, scratch, none, bins, filled, self.found.ranks, *ends
        )
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
        rooms = zip(cut, self._bins, self._others, strict=False)
        chunks = [(part[slice(*ends)], bins, others) for ends, bins, others in rooms]
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
        if self.has_disk and not self.meter.allows(coming):
            self._is_outgrown = True
            return False
        self.meter.check(self.found.progress, coming)
        self._bins = [
            (np.empty((SHARDS, room), np.uint64), np.zeros(SHARDS, np.int64))
            for _ in self.workers.scratches
        ]
        return True

    def _expand(self, scratch: Scratch, chunk: tuple[Columns, Bins, Buffer]) -> Columns:
        """Expand keys until there is no space for their successors. Return the keys left."""
        left, bins, others = chunk
        while len(left) and not self.workers.is_stopping:
            part = left[:KEYS_A_CALL]
            ends = self.found.ranks, *self._bounds, others.room
            tally = self.runner.run_on_keys(kernels.expand, part, scratch, part, *bins, *ends)
            done = int(tally[DONE])
            others.filled += int(tally[OTHERS])
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
