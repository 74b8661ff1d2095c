"""Table of a compiled game: one entry for each index.

:class:`EntryTable` reads one entry for a look-up and counts entries by compiled code. The mark
*reachable from the start* is computed once, on first use, and takes a fifth of a byte per index.

:func:`marks_from` computes the marks by breadth-first search in both directions.

* Forward: a waiting index is expanded, and its unseen successors wait. The search ends when no
  index waits.
* Backward: most moves lead to seen positions, and more so the more are marked. Once half of all
  positions are marked, it is faster to query the others. A position is reached if one of its
  predecessors is, and of two or three queried one will be. If the game lists ``predecessors``,
  two passes query all unmarked indexes. Those found by the second pass are expanded forward.

Cost: forward, one look-up for each move. Each backward pass makes one list of predecessors and
a few look-ups for each position, and looks up all predecessors of positions never reached.
At most half of the positions are never reached.

Source: S. Beamer, K. Asanovic, D. Patterson, "Direction-optimizing breadth-first search",
2012, for graphs that are stored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from typing import Any, NoReturn, SupportsIndex

import attrs
import numpy as np

from gamesolver.arguments import is_position
from gamesolver.engine.places import Places, Prober, column_of, entries_in
from gamesolver.engine.running import Runner
from gamesolver.engine.sorting import Stretch, in_order
from gamesolver.errors import GameSolverError
from gamesolver.kernels import reachable as kernels
from gamesolver.kernels.codes import ENDLESS, UNUSED
from gamesolver.kernels.deferring import FEW, plainly, plainly_if_few
from gamesolver.kernels.scratch import EXPANSIONS, FOLDED_TOGETHER, NEW, Scratch
from gamesolver.rules.faults import changed_rules
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.system.columns import Columns
from gamesolver.system.workers import chunks_of
from gamesolver.tables.entries import Coding, Overflow, first_places
from gamesolver.tables.labels import Labels
from gamesolver.tables.table import ALL, Finder, Part, folded_together, no_seats
from gamesolver.value import Outcome

# ── indexes reachable from the start: marked once, a fifth of a byte per index ──────────────────

INDEXES_A_MARKING = kernels.DIGITS << 14
SHARE = 16  # one in this many indexes is expanded in a pass, while the direction may still change


def marks_from(
    runner: Runner, entries: Columns, starts: Collection[int], positions: int
) -> Columns:
    """Return the marks of all indexes reached from ``starts``, of ``positions`` in total."""
    marks = np.zeros(-(-len(entries) // kernels.DIGITS), np.uint8)
    for start in {*starts}:
        marks[start // kernels.DIGITS] += kernels.WAITING * 3 ** (start % kernels.DIGITS)
    chunks = chunks_of(len(entries), INDEXES_A_MARKING)

    def run(phase: str, kernel: Callable[..., None], last: int) -> Columns:
        return runner.run(phase, kernel, entries, chunks, lambda chunk: (chunk, marks, last))

    may_turn = runner.game.rules.leads_back
    total = expanded = len({*starts})
    while expanded:
        if may_turn and total > positions // 2:
            for mark in (kernels.EXPANDED, kernels.WAITING):
                run("reaching back", kernels.mark_back, mark)
            may_turn = False
        tally = run(
            "reaching",
            kernels.spread_marks,
            INDEXES_A_MARKING // SHARE if may_turn else INDEXES_A_MARKING,
        )
        total += int(tally[NEW])
        expanded = int(tally[EXPANSIONS])
    return marks


def are_all_marked(marks: Columns, num_indexes: int) -> bool:
    """Return True if each of ``num_indexes`` indexes is reached."""
    whole, left = divmod(num_indexes, kernels.DIGITS)
    is_full = (kernels.STATES != kernels.UNSEEN).all(axis=0)
    rest = range(num_indexes - left, num_indexes)
    return bool(is_full[marks[:whole]].all()) and all(is_marked(marks, index) for index in rest)


def is_marked(marks: Columns, index: int) -> bool:
    """Return True if an index is reached."""
    return bool(kernels.STATES[index % kernels.DIGITS, marks[index // kernels.DIGITS]])


# ── the table of a compiled game: an entry for each index ───────────────────────────────────────

INDEXES_A_CHUNK = 1 << 16
ENTRIES_FOR_A_CALL = 10  # entries that are counted in plain Python in the time of a call of a rule


@attrs.define(eq=False, slots=False)
class EntryTable:
    """Outcomes by index. A look-up computes an index or finds a key in the sorted keys."""

    runner: Runner
    entries: Columns
    start: int
    """Canonical start position."""
    overflow: Overflow
    """Outcomes too long for the entries."""
    is_all_reached: bool
    """True if the start is the only root of an enumerated game, so that it reaches everything."""

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        """Raise: compiled rules cannot be pickled, and the entries are too large."""
        raise GameSolverError(
            f"the outcomes of {self.runner.game!r} cannot be pickled while they are in memory: "
            "save the solution, and pickle the one that load returns"
        )

    def missing(
        self, game: Game[Any, Any], position: object, before: object = None
    ) -> GameSolverError:
        return changed_rules(game, position, before)

    @property
    def places(self) -> Places:
        """Index map of the positions."""
        return self.runner.places

    @property
    def coding(self) -> Coding:
        """Encoding of outcomes as entries."""
        return self.places.coding

    def quickly(self) -> AbstractContextManager[None]:
        """Return a context in which kernels over a small table run as plain Python.

        That takes less time than to compile them, until the rules of the game are compiled.
        """
        return plainly() if self.is_short else nullcontext()

    @property
    def is_short(self) -> bool:
        """True if the table is small, and the rules of the game are not compiled."""
        return len(self.entries) <= FEW and self.places.calls.are_deferred

    def _outcome(self, position: object, entry: int) -> Outcome | None:
        """Return the outcome of an entry for the player to move at its position."""
        payoff = self.coding.form.payoff
        if payoff and self.places.calls.call("player", position):
            payoff = -payoff
        return self.coding.outcome_of(entry, payoff)

    def entries_for(self, outcome: Outcome) -> list[int]:
        """Return all entries of an outcome. Infinite play has one for each time of a last gain."""
        if outcome.remoteness is not None or not self.coding.form.has_endless:
            return [self.coding.entry_for(outcome)]
        in_time = range(int(self.coding.length_of(self._largest)) // 2 + 1)
        scored, points = outcome.score is not None, outcome.points
        return [self.coding.entry_for(Outcome.of(points, ~plies, scored)) for plies in in_time]

    @cached_property
    def _largest(self) -> int:
        """Largest entry in the table."""
        return max(int(self.entries.max()), int(self.overflow.entries.max(initial=0)))

    @cached_property
    def _length(self) -> int:
        chunks = (
            self.entries[slice(*ends)] for ends in chunks_of(len(self.entries), INDEXES_A_CHUNK)
        )
        return len(self.entries) - sum(int(np.count_nonzero(part == UNUSED)) for part in chunks)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[int]:
        return (position for position, _ in self.items())

    def get(self, position: object) -> Outcome | None:
        if not is_position(position):
            return None
        index = self.places.index(int(position))  # type: ignore[call-overload]  # it is a number
        return (
            None if index < 0 else self._outcome(position, self.overflow.entry(self.entries, index))
        )

    def entry(self, index: int) -> tuple[int, Outcome | None]:
        """Return the position at an index and its outcome, ``None`` for an unused index."""
        position = self.places.position(index)
        return position, self._outcome(position, self.overflow.entry(self.entries, index))

    def items(self) -> Iterator[tuple[int, Outcome]]:
        for positions, entries in self._stretches():
            for position, entry in zip(positions, entries.tolist(), strict=True):
                outcome = self._outcome(position, entry)
                if outcome is not None:
                    yield position, outcome

    def _stretches(self) -> Iterator[tuple[Iterable[int], Columns]]:
        """Yield blocks of positions in order, with their entries."""
        if not self.places.is_indexed:
            yield from ((positions.tolist(), entries) for positions, entries in self.in_order())
            return
        for first, last in chunks_of(len(self.entries), INDEXES_A_CHUNK):
            indexes = np.arange(first, last)
            indexes = indexes[self.entries[first:last] != UNUSED]
            yield (
                map(self.places.position, indexes.tolist()),
                entries_in(self.entries, self.overflow, indexes),
            )

    def in_order(self) -> Iterable[Stretch]:
        """Return stretches of the positions of an enumerated game in order, with their entries."""
        if len(self.entries) > FEW:
            return in_order(self.places.keys, self.entries)
        with self.quickly():
            return list(in_order(self.places.keys, self.entries))

    def probe(self, positions: Iterable[object], one: Finder) -> Columns:
        with self.quickly():
            indexes = Prober.of(self.places).indexes(column_of(positions))
        return entries_in(self.entries, self.overflow, indexes)

    def probe_labels(self, positions: Iterable[object], one: Finder) -> Labels:
        return self.coding.labels_of(self.probe(positions, one))

    def start_reaches(self, position: int) -> bool:
        if self.is_all_reached:
            return True
        return is_marked(self._marks, self.places.index(position))

    def count(self, rules: Rules[Any, Any], part: Part) -> dict[Outcome, int]:
        """Return the number of positions with each outcome in a part."""
        size = self._largest + 1
        if part == ALL:
            with plainly_if_few(len(self.entries) // ENTRIES_FOR_A_CALL):
                total = self._count_all(size)
        else:
            with self.quickly():
                total = self._count_part(rules, part, size)
        entries = np.flatnonzero(total).tolist()
        counts: Counter[Outcome] = Counter()
        for entry in entries:
            if outcome := self.coding.outcome_of(entry):
                counts[outcome] += int(
                    total[entry]
                )  # those that differ in their last gain together
        return counts

    def _count_all(self, size: int) -> Columns:
        """Return the number of indexes with each entry."""

        def counted(scratch: Scratch, chunk: tuple[int, int]) -> Columns:
            counts = np.zeros((kernels.SIDE_BY_SIDE, size), np.int64)
            kernels.count_all(self.entries[slice(*chunk)], counts)
            total: Columns = counts.sum(axis=0)
            return total

        total: Columns = sum(self._run(counted), np.zeros(size, np.int64))
        if len(self.overflow):
            total[self.overflow.code] = 0
            np.add.at(total, self.overflow.entries, 1)
        return total

    def _count_part(self, rules: Rules[Any, Any], part: Part, size: int) -> Columns:
        """Return the number of positions with each entry in a part."""
        if part.seat is not None and not rules.has_seats:
            raise no_seats(rules.game)
        marks = np.empty(0, np.uint8)
        if part.reachable and not self.is_all_reached:
            marks = self._marks
        wanted = [] if part.stage is None else self.runner.game.rules.numbers_of(part.stage)
        if part.stage is not None and not wanted:
            return np.zeros(size, np.int64)
        stages = np.array(wanted, np.int64)
        seat = kernels.EITHER_PLAYER if part.seat is None else part.seat

        def counted(scratch: Scratch, chunk: tuple[int, int]) -> Columns:
            counts = np.zeros(size + 1, np.int64)
            tally = self.runner.run_once(
                kernels.count_entries,
                self.entries,
                scratch,
                chunk,
                self.overflow.columns,
                marks,
                stages,
                seat,
                part.symmetric,
                counts,
            )
            counts[size] = tally[FOLDED_TOGETHER]
            return counts

        total: Columns = sum(self._run(counted), np.zeros(size + 1, np.int64))
        if total[size]:
            raise folded_together(rules.game)
        return total[:size]

    def examples(self) -> dict[Outcome, int]:
        """Return the first position, by index, of each outcome that occurs."""
        chunks = chunks_of(len(self.entries), INDEXES_A_CHUNK)
        places = first_places(
            entries_in(self.entries, self.overflow, np.arange(*chunk))
            if len(self.overflow)
            else self.entries[slice(*chunk)]
            for chunk in chunks
        )
        firsts = ((self.coding.outcome_of(entry), place) for entry, place in places.items())
        return {outcome: self.places.position(place) for outcome, place in firsts if outcome}

    def is_endless(self) -> bool:
        """Return True if no position has a finite outcome. The first block usually decides."""
        chunks = chunks_of(len(self.entries), INDEXES_A_CHUNK)
        return all(int(self.entries[slice(*chunk)].max()) <= ENDLESS for chunk in chunks)

    def _run(self, counted: Callable[[Scratch, tuple[int, int]], Columns]) -> list[Columns]:
        """Return the counts of each chunk of indexes."""
        chunks = chunks_of(len(self.entries), max(INDEXES_A_CHUNK, len(self.entries) // 256))
        return self.runner.workers.run("counting", counted, chunks)

    @cached_property
    def _marks(self) -> Columns:
        """Marks of the indexes that the start reaches, computed on first use."""
        start = self.places.index(self.start)
        with self.quickly():
            return marks_from(self.runner, self.entries, [start], len(self))
