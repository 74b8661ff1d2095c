"""Tables of compiled games in files: by index, or by position in order.

In memory the positions of an enumerated game are in the order of their *keys*, which are mixed so
that they are spread evenly. In a file they are in their own order, in which a solution lists them,
and which compresses far better.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any

import numpy as np

from gamesolver.arguments import NO_POSITION, is_position
from gamesolver.engine.growing_entries import recoded
from gamesolver.engine.kernel_calls import scratch_for
from gamesolver.engine.places import Places, Prober, column_of, entries_in
from gamesolver.engine.running import Runner
from gamesolver.engine.sorting import by_key
from gamesolver.engine.table import EntryTable, are_all_marked, marks_from
from gamesolver.files.format import Column, Guide, Scoring, read_root
from gamesolver.files.packing import (
    ENTRIES_A_BLOCK,
    ENTRIES_A_RUN,
    ENUMERATED_A_BLOCK,
    PackedTable,
    Run,
)
from gamesolver.files.tables import FileTable, grouped
from gamesolver.kernels.codes import PENDING
from gamesolver.kernels.forms import encoding_of
from gamesolver.rules.compiled import CompiledGame
from gamesolver.system.columns import Columns
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from gamesolver.system.workers import Workers, chunks_of, default_threads, in_turn
from gamesolver.tables.entries import VALUES, Coding, Overflow
from gamesolver.tables.labels import Labels
from gamesolver.tables.table import Finder
from gamesolver.value import Outcome

BLOCKS_A_STRETCH = 256  # as they are read one after the other
BYTES_A_KEY = 8
LONG, FEW = 254, 32
"""Entry of an outcome that is listed elsewhere; at most one entry in ``FEW`` may be such."""


def entry_parts_of(table: EntryTable) -> PackedTable:
    """Return the columns of a table in memory, with long outcomes among the others."""
    size = len(table.entries)
    scoring = _scoring_of(table)
    if table.places.is_indexed:
        columns = {"cells": Column(size, ENTRIES_A_BLOCK)}
        runs = _as_stored(_by_index(table), table.coding, scoring)
        return PackedTable("numbered", columns, {"cells": runs}, scoring=scoring)
    return PackedTable(
        "found",
        {"found_cells": Column(size, ENUMERATED_A_BLOCK)},
        {"found_cells": _as_stored(table.in_order(), table.coding, scoring)},
        is_all_reached=table.is_all_reached,
        scoring=scoring,
    )


def _scoring_of(table: EntryTable) -> Scoring | None:
    """Return the scoring of the entries, or None for values; with scores no outcome is listed."""
    if table.coding == VALUES:
        return None  # and no need to look for the longest
    longest = int(table.coding.length_of(int(table.entries.max())))
    return Scoring.of(table.coding, max(0, longest))  # where nothing ends, no entry has a length


def _as_stored(runs: Iterable[Run], coding: Coding, scoring: Scoring | None) -> Iterator[Run]:
    """Yield runs with entries of the one encoding that files have."""
    stored = VALUES if scoring is None else scoring.coding
    if encoding_of(coding.form) is encoding_of(stored.form):
        yield from runs
        return
    for *positions, entries in runs:
        yield *positions, recoded(entries, coding, stored)


def _by_index(table: EntryTable) -> Iterator[Run]:
    """Yield the entries of an indexed game."""
    for first, last in chunks_of(len(table.entries), ENTRIES_A_RUN):
        if len(table.overflow):
            yield (entries_in(table.entries, table.overflow, np.arange(first, last)),)
        else:
            yield (table.entries[first:last],)


class EntryFileTable(FileTable):
    """Entries of a compiled game."""

    @property
    def game(self) -> CompiledGame:
        """The game: no other has such a table."""
        return self.rules.game  # type: ignore[return-value]  # loading has looked

    def probe(self, positions: Iterable[object], one: Finder) -> Columns:
        return self._probed(positions, PENDING)

    def probe_labels(self, positions: Iterable[object], one: Finder) -> Labels:
        return self.coding.labels_of(self.probe(positions, one))

    def probe_values(self, positions: Iterable[object], one: Callable[[object], int]) -> Columns:
        return self._probed(positions, -1)

    def _probed(self, positions: Iterable[object], default: int) -> Columns:
        """Return the entries of many positions; ``default`` for integers that are not positions."""
        prober = Prober.of(Places.indexed(self.game.rules.calls))
        places = self.places_of(prober, positions)
        is_there = np.flatnonzero(places >= 0)
        entries = np.full(len(places), default)
        entries[is_there] = self.entries_at(places[is_there])
        return entries

    @abstractmethod
    def places_of(self, prober: Prober, positions: Iterable[object]) -> Columns:
        """Return the places of many positions, -1 for integers that are not positions."""

    def table_at(self, places: Places, entries: Any, overflow: Overflow) -> EntryTable:
        """Return the table in memory, given the places of its positions."""
        workers = Workers(None, lambda: scratch_for(self.game.rules), Reporter(None), MemoryMeter())
        runner = Runner(self.game, places, workers)
        start = self.rules.canonical(read_root(self.rules, self.file.shape.roots[0]))
        return EntryTable(runner, entries, start, overflow, self.file.shape.is_all_reached)


class IndexedFileTable(EntryFileTable):
    """Table of an indexed game: places are the indexes that its rules give."""

    @cached_property
    def places(self) -> Places:
        """The indexes."""
        return Places.indexed(self.game.rules.calls, self.coding)

    def places_of(self, prober: Prober, positions: Iterable[object]) -> Columns:
        return prober.indexes(column_of(positions))

    def require_reached(self, roots: tuple[Any, ...]) -> None:
        """There is nothing to look at: each index has been, whether play comes there or not."""

    def place(self, position: object) -> int:
        return self.places.index(int(position)) if is_position(position) else -1  # type: ignore[call-overload]  # it is a number

    def position(self, place: int) -> int:
        return self.places.position(place)

    def _load(self) -> EntryTable:
        return self.table_at(self.places, *self._entries_and_overflow())

    def _entries_and_overflow(self) -> tuple[Columns, Overflow]:
        """Return all entries; if few need more than a byte, these are in the overflow."""
        counts = self.file.shape.outcomes.items()
        if self.file.shape.scoring is not None:
            return self.entries(), Overflow.joined([])
        are_long = sum(n for outcome, n in counts if VALUES.entry_for(outcome) >= LONG)
        if not 0 < are_long <= len(self) // FEW:
            return self.entries(), Overflow.joined([])
        column = self.file.shape.columns["cells"]
        entries, parts = self.maker(1)(column.length, np.uint8), []
        for number in range(column.blocks):
            first = number * column.in_a_block
            block = self.file.block("cells", number, is_kept=False)
            indexes = np.flatnonzero(block >= LONG)
            parts.append(Overflow(LONG, indexes + first, block[indexes].astype(np.int64)))
            entries[first : first + len(block)] = np.minimum(block, LONG)
        return entries, Overflow.joined(parts)


class EnumeratedFileTable(EntryFileTable):
    """Places are those of the positions in order."""

    def block_entries(self, number: int) -> Any:
        return self.file.block(self.main, number)[1]

    def positions_in(self, number: int) -> Columns:
        """Return the positions of a block, in order."""
        positions: Columns = self.file.block(self.main, number)[0]
        return positions

    def get(self, position: object) -> Outcome | None:
        where = self._entry_of(position)
        return None if where is None else self.outcome_of(position, int(where[2][where[1]]))

    def place(self, position: object) -> int:
        where = self._entry_of(position)
        return -1 if where is None else where[0] * self._in_a_block + where[1]

    def _entry_of(self, position: object) -> tuple[int, int, Columns] | None:
        """Return the block of a position, where in it that is, and the entries of that block."""
        if not is_position(position):
            return None
        wanted = int(position)  # type: ignore[call-overload]  # it is a number
        number = self._guide.block_with(wanted)
        if number < 0:
            return None
        positions, entries = self.file.block(self.main, number)
        within = int(positions.searchsorted(np.uint64(wanted)))
        if within == len(positions) or positions[within] != wanted:
            return None
        return number, within, entries

    def places_of(self, prober: Prober, positions: Iterable[object]) -> Columns:
        wanted = prober.canonicals(column_of(positions))
        places = np.full(len(wanted), -1)
        for number, those in grouped(self.file.guide(self.main).block_with_each(wanted)):
            if number >= 0:
                block = self.positions_in(number)
                within = np.minimum(np.searchsorted(block, wanted[those]), len(block) - 1)
                is_there = block[within] == wanted[those]
                places[those] = np.where(is_there, within + number * self._in_a_block, -1)
        places[wanted == NO_POSITION] = -1
        return places

    def position(self, place: int) -> int:
        number, within = divmod(place, self._in_a_block)
        return int(self.positions_in(number)[within])

    @cached_property
    def _guide(self) -> Guide:
        return self.file.guide(self.main)

    @property
    def _in_a_block(self) -> int:
        return self.file.shape.columns[self.main].in_a_block

    def _load(self) -> EntryTable:
        make = self.maker(BYTES_A_KEY + np.dtype(self.width).itemsize)
        keys, entries = by_key(self._stretches, len(self), self.width, make)
        places = Places.enumerated(self.game.rules.calls, keys, coding=self.coding)
        return self.table_at(places, entries, Overflow.joined([]))

    def require_reached(self, roots: tuple[Any, ...]) -> None:
        whole: EntryTable = self.whole  # type: ignore[assignment]  # what ``_load`` gives
        indexes = [whole.places.index(self.rules.canonical(root)) for root in roots]
        if not are_all_marked(
            marks_from(whole.runner, whole.entries, indexes, len(whole)), len(whole)
        ):
            raise self.file.broken("some of its positions are not reachable from its roots")
        if self.file.shape.is_all_reached and len({*indexes}) > 1:
            raise self.file.broken("it was solved from more positions than its start")

    def _stretches(self) -> Iterator[Run]:
        """Return all positions and their entries, read by several threads."""
        blocks = self.file.shape.columns[self.main].blocks
        return in_turn(self._stretch, chunks_of(blocks, BLOCKS_A_STRETCH), default_threads() + 1)

    def _stretch(self, first: int, last: int) -> Run:
        """Return the positions and entries of some blocks."""
        numbers = range(first, last)
        blocks = [self.file.block(self.main, number, is_kept=False) for number in numbers]
        positions, entries = map(np.concatenate, zip(*blocks, strict=True))
        beyond = self.file.guide(self.main).first_of(last)
        if not ((positions[1:] > positions[:-1]).all() and positions[-1] < beyond):
            raise self.file.broken("its positions are not sorted")
        self.require_guide(self.main, numbers, positions[:: self._in_a_block])
        if positions[-1] == NO_POSITION:
            raise self.file.broken("a stored position is invalid")
        return positions, self.within(entries).astype(self.width)
