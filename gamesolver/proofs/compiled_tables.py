"""What tables know of a compiled game, in columns: the worth of each position that is solved.

Those of a numbered game have its own slots; those of a found one are sorted as its table in memory
sorts them, so that one table alone lends its keys. A file is read into memory.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from gamesolver.engine.places import Places, cells_in, keys_of
from gamesolver.engine.table import CellTable
from gamesolver.files.cell_tables import CellFileTable
from gamesolver.kernels.codes import ENDLESS, FIRST
from gamesolver.kernels.solved import UNSOLVED, Solved
from gamesolver.proofs.worths import Scale, Scales
from gamesolver.rules.calls import Calls
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.guard import Rules
from gamesolver.system.columns import Columns
from gamesolver.system.workers import chunks_of
from gamesolver.tables.claims import MOST
from gamesolver.tables.solved import SolvedPositions
from gamesolver.tables.table import Table

CELLS_A_PART = 1 << 20
NO_SLOTS = np.empty(0, np.int32)


class CompiledSolved(SolvedPositions):
    """The outcomes that some tables of one compiled game have."""

    def __init__(self, solved: SolvedPositions, calls: Calls, scales: Scales) -> None:
        super().__init__(solved.tables, solved.worth_at)
        self._calls = calls
        self._scales = scales

    @classmethod
    def of(cls, solved: SolvedPositions, game: CompiledGame) -> CompiledSolved:
        """The same for kernels; itself, if it is that already."""
        if isinstance(solved, cls):
            return solved
        return cls(solved, game.rules.calls, Scales.of(Rules(game)))

    @cached_property
    def columns(self) -> Solved:
        """All of it, as kernels look it up."""
        places, worths, _ = self._joined
        return Solved(*places.columns, worths)

    @property
    def places(self) -> Places:
        """Where the positions stand."""
        return self._joined[0]

    @property
    def sources(self) -> Columns:
        """By which table, as a number, each slot is solved."""
        return self._joined[2]

    @cached_property
    def _joined(self) -> tuple[Places, Columns, Columns]:
        """Where positions stand, and of each slot the worth and the number of its table."""
        tables = [_in_memory(each.held()) for each in self.tables]
        if not tables:
            return Places.numbered(self._calls), NO_SLOTS, NO_SLOTS
        if self._calls.rules.is_numbered:
            return self._numbered(tables)
        return self._found(tables)

    def _numbered(self, tables: list[Table[Any]]) -> tuple[Places, Columns, Columns]:
        places = Places.numbered(self._calls)
        worths = np.full(places.size, UNSOLVED, np.int32)
        sources = np.zeros(places.size, np.int32)
        for number, table in enumerate(tables):
            if isinstance(table, CellTable):
                own = self._worths_of(table)
            else:
                own = self._worths_by_slot(table, places)
            is_new = (worths == UNSOLVED) & (own != UNSOLVED)
            worths[is_new], sources[is_new] = own[is_new], number
        return places, worths, sources

    def _found(self, tables: list[Table[Any]]) -> tuple[Places, Columns, Columns]:
        if len(tables) == 1 and isinstance(tables[0], CellTable):
            table = tables[0]
            return table.places, self._worths_of(table), np.zeros(len(table.cells), np.int32)
        keys, worths = zip(*(self._keys_and_worths(table) for table in tables), strict=True)
        sources = [np.full(len(each), number, np.int32) for number, each in enumerate(keys)]
        joined, firsts = np.unique(np.concatenate(keys), return_index=True)
        columns = np.concatenate(worths)[firsts], np.concatenate(sources)[firsts]
        return Places.found(self._calls, joined), *columns

    def _worths_of(self, table: CellTable) -> Columns:
        """The worth in each slot of a table."""
        scale = self._scales.first
        if not scale.is_scored and not scale.endless:
            return worths_of(table)
        return worths_with(table, scale) if not scale.endless else self._worths_at(table)

    def _worths_at(self, table: CellTable) -> Columns:
        """The same, where it depends on whose turn it is."""
        worths = np.full(len(table.cells), UNSOLVED, np.int32)
        for position, outcome in table.items():
            worths[table.places.slot(position)] = self.worth_at(position, outcome)
        return worths

    def _keys_and_worths(self, table: Table[Any]) -> tuple[Columns, Columns]:
        """The keys of a table's positions, with the worth of each."""
        if isinstance(table, CellTable):
            return table.places.keys, self._worths_of(table)
        positions = np.fromiter(table, np.uint64, len(table))
        with np.errstate(over="ignore"):
            return keys_of(positions), self._worths_one_by_one(table)

    def _worths_one_by_one(self, table: Table[Any]) -> Columns:
        worths = (self.worth_at(position, outcome) for position, outcome in table.items())
        return np.fromiter(worths, np.int32, len(table))

    def _worths_by_slot(self, table: Table[Any], places: Places) -> Columns:
        """The worth in each slot of a numbered game, of which a table has some."""
        worths = np.full(places.size, UNSOLVED, np.int32)
        slots = np.fromiter((places.slot(each) for each in table), np.int64, len(table))
        worths[slots] = self._worths_one_by_one(table)
        return worths


def _in_memory(table: Table[Any]) -> Table[Any]:
    return table.whole if isinstance(table, CellFileTable) else table


def worths_of(table: CellTable) -> Columns:
    """The worth in each slot of a table."""
    worths = np.empty(len(table.cells), np.int32)
    for first, last in chunks_of(len(worths), CELLS_A_PART):
        cells = cells_in(table.cells, table.overflow, np.arange(first, last))
        plies, kinds = np.divmod(cells - FIRST, 3)
        worths[first:last] = np.where(cells < ENDLESS, UNSOLVED, (kinds - 1) * (MOST - plies))
        worths[first:last][cells == ENDLESS] = 0
    return worths


def worths_with(table: CellTable, scale: Scale) -> Columns:
    """The same of a game with scores, where endless play is worth none."""
    worths = np.empty(len(table.cells), np.int32)
    for first, last in chunks_of(len(worths), CELLS_A_PART):
        cells = cells_in(table.cells, table.overflow, np.arange(first, last))
        labels = table.coding.labels_of(cells)
        points, plies = labels.points.astype(np.int64), labels.plies.astype(np.int64)
        if scale.has_gains:
            plies[:] = 0
        own = points * scale.unit - np.sign(points) * plies
        worths[first:last] = np.where(cells < ENDLESS, UNSOLVED, own)
    return worths
