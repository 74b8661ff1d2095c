"""Puzzle search in the table of a compiled game, on all threads.

:func:`candidates_by_kernel` scans the entries in chunks, in random order. An entry without a wanted
outcome costs one read; the others cost a few look-ups and the walk of the solution tree. There is
one scan for each depth. The greatest depths that few positions have together share one scan.

:class:`Reach` decides whether the start reaches a candidate. Marking all reachable positions
takes seconds to a minute in a game of hundreds of millions, and a book of puzzles needs about a
hundred. If the game lists ``predecessors``, a best-first search backwards often suffices. It
expands positions of low stage and few bits (pieces, in many games) first. If the search exceeds
:data:`MOST_STEPS` steps, the marks are made once and used from then on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from heapq import heappop, heappush
from itertools import groupby, islice
from random import Random
from typing import Any

import numpy as np

from gamesolver.engine.places import entries_in
from gamesolver.engine.table import EntryTable
from gamesolver.files.entry_tables import EntryFileTable
from gamesolver.kernels.puzzles import find_puzzles
from gamesolver.kernels.scratch import FOUND, Scratch
from gamesolver.players.puzzle_search import depth
from gamesolver.rules.compiled import CompiledGame
from gamesolver.system.columns import Columns
from gamesolver.system.progress import Reporter
from gamesolver.system.workers import chunks_of
from gamesolver.tables.table import Table
from gamesolver.value import Outcome

# ── reachability of a position from the start ─────────────────────────────────────────────────────

MOST_STEPS = 1 << 11


class Reach:
    """Test of reachability from the start, for canonical positions of one table."""

    def __init__(self, game: CompiledGame, table: EntryTable) -> None:
        self._game = game
        self._table = table
        self._needs_marks = game.rules.leads_back and not table.is_all_reached

    def __call__(self, position: int) -> bool:
        """Return True if the start reaches a position or a symmetric one."""
        answer = self._chased(position) if self._needs_marks else None
        if answer is not None:
            return answer
        self._needs_marks = False  # the marks are there from now on
        return self._table.start_reaches(position)

    def _chased(self, position: int) -> bool | None:
        """Return the result of a bounded search backwards, or ``None`` if undecided."""
        if position == self._table.start:
            return True
        seen, waiting = {position}, [(self._earliness(position), position)]
        for _ in range(MOST_STEPS):
            if not waiting:
                return False
            here = heappop(waiting)[1]
            for before in self._before(here):
                if before == self._table.start:
                    return True
                if before not in seen:
                    seen.add(before)
                    heappush(waiting, (self._earliness(before), before))
        return None

    def _before(self, position: int) -> set[int]:
        """Return the canonical predecessors of a position."""
        calls = self._game.rules.calls
        raw = {
            earlier for earlier in calls.call_predecessors(position) if calls.index_of(earlier) >= 0
        }
        going_on = (earlier for earlier in raw if not calls.is_over(earlier))
        return {calls.call("canonical", earlier) for earlier in going_on}

    def _earliness(self, position: int) -> tuple[int, int]:
        """Return the search priority of a position: its stage and its number of bits."""
        return self._game.rules.calls.call("stage", position), position.bit_count()


# ── search for puzzles among the entries of a compiled game, on all threads ───────────────────────

INDEXES_A_CHUNK, INDEXES_OF_FEW = 1 << 14, 1 << 17  # of many, a small chunk has enough already
MOST_CHUNKS = 256  # between two checks of whether the caller has enough
FEW = 1 << 20  # positions that take less time to examine than another scan of the entries


def entries_of(table: Table[Any]) -> EntryTable | None:
    """Return the table of entries, loaded from its file if need be, or ``None``."""
    if isinstance(table, EntryFileTable):
        table = table.whole
    return table if isinstance(table, EntryTable) else None


def candidates_by_kernel(
    table: EntryTable, wanted: Mapping[Outcome, int], luck: Random, report: Reporter
) -> Iterator[int]:
    """Yield the puzzles with a wanted outcome, deepest first, in random order among equals."""
    for together in _searched_at_once(wanted):
        size = INDEXES_OF_FEW if _are_few(wanted, together) else INDEXES_A_CHUNK
        found = _drawn(table, together, chunks_of(len(table.entries), size), luck, report)
        if len({depth(outcome) for outcome in together}) > 1:  # so they are few
            found = iter(_deepest_first(table, together, np.fromiter(found, np.int64)))
        yield from map(table.places.position, found)


def _searched_at_once(wanted: Mapping[Outcome, int]) -> Iterator[list[Outcome]]:
    """Yield the groups of outcomes that share one scan of the entries, deepest first.

    A group has one depth, or several rare ones: a scan of the entries costs more
    than examining a million positions.
    """
    together: list[Outcome] = []
    deepest_first = sorted(wanted, key=depth, reverse=True)
    for _, of_one_depth in groupby(deepest_first, depth):
        more = list(of_one_depth)
        if together and not _are_few(wanted, together + more):
            yield together
            together = []
        together += more
    if together:
        yield together


def _are_few(wanted: Mapping[Outcome, int], outcomes: list[Outcome]) -> bool:
    """Return True if few positions have one of these outcomes."""
    return sum(map(wanted.__getitem__, outcomes)) <= FEW


def _deepest_first(table: EntryTable, outcomes: list[Outcome], indexes: Columns) -> list[int]:
    """Return indexes sorted by depth, deepest first. The sort is stable."""
    depths = {entry: depth(outcome) for outcome in outcomes for entry in table.entries_for(outcome)}
    entries = entries_in(table.entries, table.overflow, indexes)
    order = np.argsort([-depths[entry] for entry in entries.tolist()], kind="stable")
    ordered: list[int] = indexes[order].tolist()
    return ordered


def _drawn(
    table: EntryTable,
    wanted: Collection[Outcome],
    chunks: list[tuple[int, int]],
    luck: Random,
    report: Reporter,
) -> Iterator[int]:
    """Yield the indexes of puzzles with a wanted outcome, in random order."""
    entries = [entry for outcome in wanted for entry in table.entries_for(outcome)]
    is_wanted = np.zeros(max(entries) + 1, np.bool_)
    is_wanted[entries] = True

    def work(scratch: Scratch, chunk: tuple[int, int]) -> Any:
        puzzle_indexes = np.empty(chunk[1] - chunk[0], np.int64)
        tally = table.runner.run_once(
            find_puzzles,
            table.entries,
            scratch,
            chunk,
            table.overflow.columns,
            is_wanted,
            puzzle_indexes,
        )
        return puzzle_indexes[: tally[FOUND]]

    luck.shuffle(chunks)
    left, size, done = iter(chunks), len(table.runner.workers.scratches), 0
    while batch := list(islice(left, size)):
        indexes = np.concatenate(
            table.runner.workers.run("puzzles", work, batch, "looking for puzzles")
        )
        drawn = indexes.tolist()
        luck.shuffle(drawn)
        yield from drawn
        done += len(batch)
        report("search", done, len(chunks))
        size = min(2 * size, MOST_CHUNKS)
