"""Enumeration by sorted runs on disk, if memory does not hold the set of all positions.

**Method.** A *run* is a file of keys in order. The known keys are a few runs that share no key. The
*frontier* is the run of the keys still to expand. For each ply:

1. The frontier is expanded in the order of its file. Successors fill a buffer. When it is full, it
   is sorted, repeats are dropped, and it is written as one run of *candidates*.
2. The candidates of all runs are gathered by stretches of keys, from the least key to the greatest.
   A stretch is as long as memory allows. Repeats, and keys of the known runs, are dropped from it.
   The rest is new, and comes in order. It is the next frontier.
3. The next frontier joins the known runs. Runs of similar size are merged, so that there are few.

The search ends when a ply finds nothing new. All known runs, merged, are the keys in order. The
result is equal to that of the set in memory.

**Ranks.** Each rank has the runs of the keys that it owns, and expands its own frontier. Before the
merge, each rank collects its candidates that other ranks own, and sends them to their owners in key
order. An owner stores what it receives as one more run for each sender. All ranks are in the same
step, and meet after each part of it. One process owns all keys, and sends nothing.

A look-up of each successor is thus replaced by one reading of all known keys for each ply: the
detection of duplicates is delayed. Every file is read and written sequentially. Memory holds a
buffer or a stretch of keys, however many positions are found. The memory limit determines the
number of runs and stretches, and nothing else. If there are very many runs of candidates, they are
joined first, so that a stretch has enough keys of each.

**Cost.** The rules, and some 20 ns for each successor to sort it, twice. Some 5 ns for each known
key in each ply, and for each merge of it (once or twice for most keys). On disk eight bytes for
each known key and each candidate, and the same for what the next checkpoint will remove. On ranks,
each candidate of another rank is sorted once more, sent, and written once more.

Source: R. Korf, "Delayed duplicate detection", 2003; P. O'Neil and others, "The log-structured
merge-tree", 1996, for how often runs are merged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from math import isqrt
from typing import Any, TypeVar

import attrs
import numpy as np

from gamesolver.engine.keeper import BY_RUNS, Keeper, Run, Runs
from gamesolver.engine.running import Runner
from gamesolver.engine.shares import ends_of_keys, owned_keys, range_of_keys
from gamesolver.errors import FileError
from gamesolver.kernels import runs as kernels
from gamesolver.kernels.finding import list_keys
from gamesolver.kernels.ranks import drop_repeats
from gamesolver.kernels.scratch import ADDED, DONE, Scratch
from gamesolver.kernels.sorting import sort_words
from gamesolver.system.columns import Columns
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.team import Outbox, Team
from gamesolver.system.workers import chunks_of

SHARE = 0.5  # of the memory that is left, for buffers
LEAST, MOST = 1 << 10, 1 << 25  # keys of a buffer
ADVICE = "all of them are in files already"
MANY = 32  # runs of candidates of about one size are joined
KEYS_A_CALL = 1 << 14
KEYS_A_ROUND = 1 << 20  # between two checkpoints
KEYS_SENT = 1 << 20  # by a rank, between two meetings
SORTED_BITS = 32  # of a key: the highest that differ, by which keys are spread evenly
AS_LARGE = 2  # a run at least this many times as large as the next one is not merged with it
BYTES_A_KEY, AT_MOST = 8, 32  # on the disk, a position: in the end, and on the way
GREATEST = 2**64 - 1

ItemT = TypeVar("ItemT")


def once(keys: Columns) -> Columns:
    """Return keys in order without repeats. The argument is overwritten."""
    if not len(keys):
        return keys
    first = keys.min()
    width = int(keys.max() - first).bit_length()
    keys -= first
    spare = np.empty_like(keys)
    low = np.uint64(max(0, width - SORTED_BITS))
    is_in_spare = sort_words(keys, spare, low, min(width, SORTED_BITS))
    in_order = spare if is_in_spare else keys
    in_order += first
    return in_order[: drop_repeats(in_order)]


@attrs.define(eq=False)
class Buffer:
    """Unsorted candidates of one worker that are not written yet."""

    keys: Columns
    filled: int = 0

    @property
    def room(self) -> Columns:
        """Part of the buffer that is still free."""
        return self.keys[self.filled :]

    def drained(self) -> Columns:
        """Return the keys of the buffer, in order and without repeats, and empty it."""
        keys = once(self.keys[: self.filled])
        self.filled = 0
        return keys

    def condense(self) -> Columns | None:
        """Drop repeats. If more than half is left, empty the buffer and return its keys."""
        keys = self.drained()
        if len(keys) > len(self.keys) // 2:
            return keys
        self.keys[: len(keys)] = keys
        self.filled = len(keys)
        return None


@attrs.define(eq=False)
class RunFinder:
    """The positions that this rank has found so far, in runs, and those still to expand."""

    runner: Runner
    meter: MemoryMeter
    keeper: Keeper
    runs: Runs
    team: Team
    known: list[Run]
    """Known keys, the largest run first. No key is in two runs."""
    frontier: Run
    """Keys to expand, in any order. Each is known, or among the candidates."""
    met: list[Run]
    """The candidates of this ply. Some may belong to other ranks, to which they are sent."""
    expanded: int = 0
    """Number of keys of the frontier that have been expanded."""
    fresh: Run | None = None
    """New keys among the candidates that have been merged so far."""
    reached: int = 0
    """Key from which on candidates are still to be merged, unless ``fresh`` is further."""
    plies: int = 0
    """Number of plies expanded by runs."""
    _buffers: dict[int, Buffer] = attrs.field(factory=dict, init=False)
    _sure: tuple[int, list[Run]] = attrs.field(default=(0, []), init=False)
    """Number of expanded keys, and the runs of candidates, when all buffers were last empty."""

    @classmethod
    def resumed(
        cls, runner: Runner, meter: MemoryMeter, keeper: Keeper, runs: Runs, team: Team
    ) -> RunFinder:
        """Return a finder that resumes from a checkpoint."""
        resumed = partial(cls, runner, meter, keeper, runs, team)
        states = keeper.state.get("ranks", [keeper.state])
        if len(states) != team.size:
            plies = max(state["plies"] for state in states)
            return resumed(*_own_part_of(states, runs, team), plies=plies)
        state = states[team.rank]
        known, met = ([runs.indexed(each) for each in state[name]] for name in ("known", "met"))
        frontier, fresh = runs.indexed(state["frontier"]), state["fresh"]
        return resumed(
            known,
            frontier,
            met,
            state["expanded"],
            None if fresh is None else runs.indexed(fresh),
            state["reached"],
            state["plies"],
        )

    def run(self) -> Columns:
        """Return the keys of this rank's reachable positions, in order."""
        try:
            while self._ply():
                pass
            keys = self._all_keys()
        except FileError:
            if self.team.size == 1:
                self._save_after_failure()
            raise
        return keys

    def load_kernels(self) -> None:
        """Compile all kernels, or load them from the cache, before memory is measured."""
        none, scratch = np.empty(0, np.uint64), self.runner.workers.scratches[0]
        self.runner.run_on_keys(list_keys, none, scratch, none, none)
        kernels.merge(none, none, none)
        kernels.drop_known(none, none, 1)
        once(np.zeros(2, np.uint64))

    @property
    def summary(self) -> str:
        """Summary of the search, as text."""
        return f"found by sorted runs, {self.plies} plies on disk"

    def _ply(self) -> bool:
        """Expand the frontier by one ply. Return True if any rank has a next frontier."""
        if self.fresh is None:
            self._expand()
            self._exchange_candidates()
            self.fresh = self.runs.new()
        self._merge_candidates(self.fresh)
        self.plies += 1
        new, self.fresh, self.reached = self.fresh, None, 0
        self.frontier, self.expanded, self.met = new, 0, []
        if len(new):
            self.known.append(new)
            self._keep_known_few()
        if not self.team.meet(len(new)).any():
            return False
        self._pause()
        return True

    def _in_step(self, items: Iterator[ItemT]) -> Iterator[ItemT | None]:
        """Yield the items, and then ``None`` until every rank has used up its items.

        All ranks iterate together, and meet before each item. The first rank reports the progress.
        """
        while True:
            item = next(items, None)
            waiting = len(self.frontier) - self.expanded
            of_ranks = self.team.meet(item is not None, self._found, waiting)
            if self.team.rank == 0:
                _, found, still_waiting = of_ranks.sum(axis=0).tolist()
                self.runner.workers.report("finding", found - still_waiting, found, is_growing=True)
            if not of_ranks[:, 0].any():
                return
            yield item

    # ── checkpoints ────────────────────────────────────────────────────────

    def _pause(self) -> None:
        """Write a checkpoint if it is time, or if there is much to remove. All ranks call this."""
        self.runs.keep(self._all_runs())
        if self.keeper.is_due or self.team.meet(self.runs.is_wasteful).any():
            self._write_candidates()
            self.runs.keep(self._all_runs())
            self._save()

    def _save(self) -> None:
        state = {
            "known": [run.number for run in self.known],
            "frontier": self.frontier.number,
            "expanded": self.expanded,
            "met": [run.number for run in self.met],
            "fresh": None if self.fresh is None else self.fresh.number,
            "reached": self.reached,
            "plies": self.plies,
        }
        where = f"finding, with {self.team.sum_of(self._found)} positions found"
        states = self.team.gather_all(state)
        self.keeper.forget_keys()
        self.keeper.save({"phase": BY_RUNS, "where": where, "ranks": states})

    def _save_after_failure(self) -> None:
        """Try to write a checkpoint after a failed write. Several ranks do not call this.

        The contents of buffers are not saved. The keys from which they came are expanded again.
        """
        if self._buffers:
            self.expanded, self.met = self._sure
        self.runs.keep(self._all_runs())
        try:
            self._save()
        except FileError:
            return  # the previous checkpoint remains valid

    def _all_runs(self) -> list[Run]:
        """Return all runs that a later solve needs to resume."""
        fresh = [] if self.fresh is None else [self.fresh]
        return [*self.known, self.frontier, *self.met, *fresh]

    # ── a ply: the frontier expanded ───────────────────────────────────────

    def _expand(self) -> None:
        """Write the successors of the frontier as runs of candidates."""
        room = self._room(len(self.runner.workers.scratches))
        self._buffers = {
            id(scratch): Buffer(np.empty(room, np.uint64))
            for scratch in self.runner.workers.scratches
        }
        self._sure = self.expanded, self.met
        frontier = self.frontier.opened()
        rounds = chunks_of(len(frontier) - self.expanded, KEYS_A_ROUND)
        begin = self.expanded
        for part in self._in_step(iter(rounds)):
            if part is not None:
                keys = frontier[begin + part[0] : begin + part[1]]
                chunks = [keys[a:b] for a, b in chunks_of(len(keys), KEYS_A_CALL)]
                written = self.runner.workers.run("finding", self._listed, chunks, self._progress)
                self.met = [*self.met, *(run for runs in written for run in runs)]
                self.expanded = begin + part[1]
                self._keep_candidates_few(room)
            self._pause()
        self._write_candidates()
        self._buffers = {}

    def _room(self, buffers: int) -> int:
        """Return the number of keys for each of some buffers, with equal space to spare."""
        free = SHARE * (self.meter.limit - self.meter.in_use()) / (2 * 8 * buffers)
        least = max(LEAST, self.runner.game.rules.max_moves)
        room = max(least, min(MOST, int(free)))
        self.meter.check(self._progress, 2 * 8 * buffers * room if room == least else 0, ADVICE)
        return room

    def _listed(self, scratch: Scratch, keys: Columns) -> list[Run]:
        """List the successors of some positions. Return the runs written in the process."""
        buffer, written = self._buffers[id(scratch)], []
        while len(keys) and not self.runner.workers.is_stopping:
            part = keys.copy()
            tally = self.runner.run_on_keys(list_keys, part, scratch, part, buffer.room)
            buffer.filled += int(tally[ADDED])
            keys = keys[tally[DONE] :]
            if len(keys) and (candidates := buffer.condense()) is not None:
                written.append(self._written(candidates))
        return written

    def _write_candidates(self) -> None:
        """Write the contents of the buffers as runs."""
        for buffer in self._buffers.values():
            if buffer.filled:
                self.met = [*self.met, self._written(buffer.drained())]
        self._sure = self.expanded, self.met

    def _written(self, keys: Columns) -> Run:
        """Return a new run of these keys."""
        run = self.runs.new()
        run.append(keys)
        return run

    def _keep_candidates_few(self, most: int) -> None:
        """Join runs of candidates of similar size if there are many."""
        while self.met and most < MANY * max(map(len, self.met)):
            alike = [run for run in self.met if len(run) <= most]
            kept = [run for run in self.met if len(run) > most]
            for first, last in chunks_of(len(alike), MANY):
                some = alike[first:last]
                kept += [self._joined(some)] if len(some) == MANY else some
            self.met = kept
            most *= MANY

    def _joined(self, runs: Sequence[Run]) -> Run:
        """Return one run of the keys of several runs."""
        joined = self.runs.new()
        for keys, _ in self._stretches(runs, 0, GREATEST, []):
            joined.append(keys)
        return joined

    # ── a ply: candidates of other ranks ──────────────────────────────────

    def _exchange_candidates(self) -> None:
        """Send candidates to the ranks that own them, and add the received ones.

        The keys from each rank arrive in key order, so they are one run.
        """
        size = self.team.size
        received = [self.runs.new() for _ in range(size)]
        for keys in self._in_step(self._candidates_of_others()):
            keys = np.empty(0, np.uint64) if keys is None else keys
            inbox, _ = self.team.exchange(Outbox(keys, ends_of_keys(keys, size)))
            for run, part in zip(received, inbox.parts(), strict=True):
                run.append(part)
        self.met = [*self.met, *(run for run in received if len(run))]

    def _candidates_of_others(self) -> Iterator[Columns]:
        """Yield the candidates that other ranks own, from the next rank on, in pieces.

        Each rank begins with a different owner, so that no owner receives from all ranks at once.
        """
        least, most = map(int, range_of_keys(self.team.rank, self.team.size))
        for first, last in ((most + 1, GREATEST), (0, least - 1)):
            for keys, _ in self._stretches(self.met, first, last, []):
                for begin, end in chunks_of(len(keys), KEYS_SENT):
                    yield keys[begin:end]

    # ── a ply: new keys among the candidates ──────────────────────────────

    def _merge_candidates(self, fresh: Run) -> None:
        """Append to ``fresh`` the new keys among the candidates that have not been merged yet."""
        ends = _range_to_merge(fresh.opened(), self.reached, self.team.rank, self.team.size)
        for stretch in self._in_step(self._stretches(self.met, *ends, self.known)):
            if stretch is not None:
                keys, last = stretch
                fresh.append(keys)
                self.reached = last + 1
            self._pause()

    def _stretches(
        self, runs: Sequence[Run], first: int, last: int, known: Sequence[Run]
    ) -> Iterator[tuple[Columns, int]]:
        """Yield the keys of some runs in order, without repeats and known keys, in stretches.

        Only keys from ``first`` to ``last`` are yielded. Each stretch comes with the greatest key
        that it may contain.
        """
        workers = self.runner.workers
        columns, others = ([run.opened() for run in each if len(run)] for each in (runs, known))
        if not columns or first > last:
            return

        def gathered(scratch: Scratch, ends: tuple[np.uint64, np.uint64]) -> Columns:
            parts = [between(column, *ends) for column in columns]
            keys = once(np.concatenate(parts))
            for column in others:
                part = between(column, *ends)
                if len(keys) and len(part):
                    stride = max(1, isqrt(len(part) // len(keys)))
                    keys = keys[: kernels.drop_known(keys, part, stride)]
            return keys

        room = max(1, self._room(len(workers.scratches)) // len(columns))
        ends = _ends_of_stretches(columns, np.uint64(first), np.uint64(last), room)
        while bounds := [*islice(ends, len(workers.scratches))]:
            stretches = workers.run("finding", gathered, bounds, self._progress)
            yield from zip(stretches, (int(last) for _, last in bounds), strict=True)

    # ── known keys ─────────────────────────────────────────────────────────

    def _keep_known_few(self) -> None:
        """Merge the last two runs while they are of similar size."""
        while len(self.known) > 1 and AS_LARGE * len(self.known[-1]) >= len(self.known[-2]):
            self._merge_last_two()

    def _merge_last_two(self) -> None:
        """Merge the last two runs."""
        one, other = (run.opened() for run in self.known[-2:])
        merged, buffer = self.runs.new(), np.empty(self._room(1), np.uint64)
        while len(one) or len(other):
            room = buffer[: len(one) + len(other)]
            first, second = kernels.merge(one, other, room)
            merged.append(room)
            one, other = one[first:], other[second:]
            self.meter.check(self._progress, advice=ADVICE)
        self.known[-2:] = [merged]

    def _all_keys(self) -> Columns:
        """Return all known keys in one run, in order, after a checkpoint that names it."""
        while len(self.known) > 1:
            self._merge_last_two()
        self.runs.keep(self._all_runs())
        self._save()  # so that nothing is found again if the next step stops
        self.runs.keep(self.known)
        return self.known[0].opened()

    # ── words ──────────────────────────────────────────────────────────────

    @property
    def _found(self) -> int:
        return sum(map(len, self.known)) + (0 if self.fresh is None else len(self.fresh))

    @property
    def _progress(self) -> str:
        """Progress of the work, as text."""
        return f"finding {self._found} positions"


def _own_part_of(
    states: Sequence[Mapping[str, Any]], runs: Runs, team: Team
) -> tuple[list[Run], Run, list[Run]]:
    """Return the known keys, frontier and candidates of this rank, from states of other ranks.

    There were more or fewer of them. The keys of this rank are copied from the runs of all. If the
    checkpoint was written during a merge, the new keys found so far become the frontier, and the
    remaining candidates are merged later.
    """
    least, most = range_of_keys(team.rank, team.size)
    known: list[Run] = []
    met: list[Run] = []
    frontier = runs.new()

    def copied(number: int, first: int = 0, last: int = GREATEST) -> Run:
        """Return a new run of the own keys of an old run, from ``first`` to ``last``."""
        copy = runs.new()
        if first <= last:
            ends = max(np.uint64(first), least), min(np.uint64(last), most)
            copy.append(between(runs.indexed(number).opened(), *ends))
        return copy

    for rank, state in enumerate(states):
        known += map(copied, state["known"])
        waiting = runs.indexed(state["frontier"]).opened()[state["expanded"] :]
        ends = 0, GREATEST
        if state["fresh"] is not None:
            known.append(copied(state["fresh"]))
            waiting = runs.indexed(state["fresh"]).opened()
            ends = _range_to_merge(waiting, state["reached"], rank, len(states))
        met += [copied(number, *ends) for number in state["met"]]
        for first, last in chunks_of(len(waiting), KEYS_A_ROUND):
            frontier.append(owned_keys(waiting[first:last], team.rank, team.size))
    in_order = sorted(filter(len, known), key=len, reverse=True)
    return in_order or [runs.new()], frontier, [run for run in met if len(run)]


def keys_of_runs(runs: Runs, team: Team) -> Columns:
    """Return the keys of this rank, in order, from the runs of an earlier solve.

    That solve had found all keys, and left one run for each of its ranks.
    """
    if len(runs.kept) == team.size:
        own = runs.kept[team.rank]
    else:
        own, bounds = runs.new(), range_of_keys(team.rank, team.size)
        for run in runs.kept:
            own.append(between(run.opened(), *bounds))
    runs.keep([own])
    return own.opened()


def _range_to_merge(fresh: Columns, reached: int, rank: int, size: int) -> tuple[int, int]:
    """Return the first and the last key of the range that a rank has not merged yet.

    ``fresh`` has the new keys found so far, and ``reached`` is the least key not yet merged.
    """
    least, most = map(int, range_of_keys(rank, size))
    next_key = int(fresh[-1]) + 1 if len(fresh) else 0
    return max(least, next_key, reached), most


def between(keys: Columns, first: np.uint64, last: np.uint64) -> Columns:
    """Return the part of sorted keys from ``first`` to ``last``, both included."""
    begin = np.searchsorted(keys, first, "left")
    end = np.searchsorted(keys, last, "right")
    return keys[begin:end]


def _ends_of_stretches(
    columns: Sequence[Columns], first: np.uint64, last: np.uint64, room: int
) -> Iterator[tuple[np.uint64, np.uint64]]:
    """Yield the bounds of stretches with up to ``room`` keys of each column.

    The stretches cover the range from ``first`` to ``last``.
    """
    while True:
        end = last
        for keys in columns:
            place = int(np.searchsorted(keys, first, "left")) + room - 1
            if place < len(keys) - 1:
                end = min(end, keys[place])
        yield first, end
        if end == last:
            return
        first = end + np.uint64(1)
