"""Tables of compiled games in files: by slot, or by position in order.

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
from gamesolver.engine.growing_cells import recoded
from gamesolver.engine.kernel_calls import scratch_for
from gamesolver.engine.places import Places, Prober, cells_in, column_of
from gamesolver.engine.running import Runner
from gamesolver.engine.sorting import by_key
from gamesolver.engine.table import CellTable, are_all_marked, marks_from
from gamesolver.files.format import Column, Guide, Scoring, read_root
from gamesolver.files.packing import CELLS_A_BLOCK, ENTRIES_A_RUN, FOUND_A_BLOCK, PackedTable, Run
from gamesolver.files.tables import FileTable, grouped
from gamesolver.kernels.codes import PENDING
from gamesolver.kernels.forms import encoding_of
from gamesolver.rules.compiled import CompiledGame
from gamesolver.system.columns import Columns
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from gamesolver.system.workers import Workers, chunks_of, default_threads, in_turn
from gamesolver.tables.cells import VALUES, Coding, Overflow
from gamesolver.tables.labels import Labels
from gamesolver.tables.table import Finder
from gamesolver.value import Outcome

BLOCKS_A_STRETCH = 256  # as they are read one after the other
BYTES_A_KEY = 8
LONG, FEW = 254, 32
"""Cell of an outcome that is listed elsewhere; at most one cell in ``FEW`` may be such."""


def cell_parts_of(table: CellTable) -> PackedTable:
    """Return the columns of a table in memory, with long outcomes among the others."""
    size = len(table.cells)
    scoring = _scoring_of(table)
    if table.places.is_numbered:
        columns = {"cells": Column(size, CELLS_A_BLOCK)}
        runs = _as_stored(_by_slot(table), table.coding, scoring)
        return PackedTable("numbered", columns, {"cells": runs}, scoring=scoring)
    return PackedTable(
        "found",
        {"found_cells": Column(size, FOUND_A_BLOCK)},
        {"found_cells": _as_stored(table.in_order(), table.coding, scoring)},
        is_all_reached=table.is_all_reached,
        scoring=scoring,
    )


def _scoring_of(table: CellTable) -> Scoring | None:
    """Return the scoring of the cells, or None for values; with scores no outcome is listed."""
    if table.coding == VALUES:
        return None  # and no need to look for the longest
    longest = int(table.coding.length_of(int(table.cells.max())))
    return Scoring.of(table.coding, max(0, longest))  # where nothing ends, no cell has a length


def _as_stored(runs: Iterable[Run], coding: Coding, scoring: Scoring | None) -> Iterator[Run]:
    """Yield runs with cells of the one encoding that files have."""
    stored = VALUES if scoring is None else scoring.coding
    if encoding_of(coding.form) is encoding_of(stored.form):
        yield from runs
        return
    for *positions, cells in runs:
        yield *positions, recoded(cells, coding, stored)


def _by_slot(table: CellTable) -> Iterator[Run]:
    """Yield the cells of an indexed game."""
    for first, last in chunks_of(len(table.cells), ENTRIES_A_RUN):
        if len(table.overflow):
            yield (cells_in(table.cells, table.overflow, np.arange(first, last)),)
        else:
            yield (table.cells[first:last],)


class CellFileTable(FileTable):
    """Cells of a compiled game."""

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
        prober = Prober.of(Places.numbered(self.game.rules.calls))
        places = self.places_of(prober, positions)
        is_there = np.flatnonzero(places >= 0)
        entries = np.full(len(places), default)
        entries[is_there] = self.entries(places[is_there])
        return entries

    @abstractmethod
    def places_of(self, prober: Prober, positions: Iterable[object]) -> Columns:
        """Return the places of many positions, -1 for integers that are not positions."""

    def table_at(self, places: Places, cells: Any, overflow: Overflow) -> CellTable:
        """Return the table in memory, given the places of its positions."""
        workers = Workers(None, lambda: scratch_for(self.game.rules), Reporter(None), MemoryMeter())
        runner = Runner(self.game, places, workers)
        start = self.rules.canonical(read_root(self.rules, self.file.shape.roots[0]))
        return CellTable(runner, cells, start, overflow, self.file.shape.is_all_reached)


class NumberedFileTable(CellFileTable):
    """Places are the slots of the game's own index."""

    @cached_property
    def places(self) -> Places:
        """The slots."""
        return Places.numbered(self.game.rules.calls, self.coding)

    def places_of(self, prober: Prober, positions: Iterable[object]) -> Columns:
        return prober.slots(column_of(positions))

    def require_reached(self, roots: tuple[Any, ...]) -> None:
        """There is nothing to look at: each slot has been, whether play comes there or not."""

    def place(self, position: object) -> int:
        return self.places.slot(int(position)) if is_position(position) else -1  # type: ignore[call-overload]  # it is a number

    def position(self, place: int) -> int:
        return self.places.position(place)

    def _load(self) -> CellTable:
        return self.table_at(self.places, *self._cells_and_overflow())

    def _cells_and_overflow(self) -> tuple[Columns, Overflow]:
        """Return all cells; if few need more than a byte, these are in the overflow."""
        counts = self.file.shape.outcomes.items()
        if self.file.shape.scoring is not None:
            return self.cells(), Overflow.joined([])
        are_long = sum(n for outcome, n in counts if VALUES.cell_for(outcome) >= LONG)
        if not 0 < are_long <= len(self) // FEW:
            return self.cells(), Overflow.joined([])
        column = self.file.shape.columns["cells"]
        cells, parts = self.maker(1)(column.length, np.uint8), []
        for number in range(column.blocks):
            first = number * column.in_a_block
            block = self.file.block("cells", number, is_kept=False)
            slots = np.flatnonzero(block >= LONG)
            parts.append(Overflow(LONG, slots + first, block[slots].astype(np.int64)))
            cells[first : first + len(block)] = np.minimum(block, LONG)
        return cells, Overflow.joined(parts)


class FoundFileTable(CellFileTable):
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

    def _load(self) -> CellTable:
        make = self.maker(BYTES_A_KEY + np.dtype(self.width).itemsize)
        keys, cells = by_key(self._stretches, len(self), self.width, make)
        places = Places.found(self.game.rules.calls, keys, coding=self.coding)
        return self.table_at(places, cells, Overflow.joined([]))

    def require_reached(self, roots: tuple[Any, ...]) -> None:
        whole: CellTable = self.whole  # type: ignore[assignment]  # what ``_load`` gives
        slots = [whole.places.slot(self.rules.canonical(root)) for root in roots]
        if not are_all_marked(marks_from(whole.runner, whole.cells, slots, len(whole)), len(whole)):
            raise self.file.broken("some of its positions are not reachable from its roots")
        if self.file.shape.is_all_reached and len({*slots}) > 1:
            raise self.file.broken("it was solved from more positions than its start")

    def _stretches(self) -> Iterator[Run]:
        """Return all positions and their cells, read by several threads."""
        blocks = self.file.shape.columns[self.main].blocks
        return in_turn(self._stretch, chunks_of(blocks, BLOCKS_A_STRETCH), default_threads() + 1)

    def _stretch(self, first: int, last: int) -> Run:
        """Return the positions and cells of some blocks."""
        numbers = range(first, last)
        blocks = [self.file.block(self.main, number, is_kept=False) for number in numbers]
        positions, cells = map(np.concatenate, zip(*blocks, strict=True))
        beyond = self.file.guide(self.main).first_of(last)
        if not ((positions[1:] > positions[:-1]).all() and positions[-1] < beyond):
            raise self.file.broken("its positions are not sorted")
        self.require_guide(self.main, numbers, positions[:: self._in_a_block])
        if positions[-1] == NO_POSITION:
            raise self.file.broken("a stored position is invalid")
        return positions, self.within(cells).astype(self.width)
