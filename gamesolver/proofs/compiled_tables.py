"""What tables know of a compiled game, in columns: the worth of each position that is solved.

Those of a numbered game have its own slots, all of them; or where tables are of other games that
have some stages in common with it, the slots of these stages alone. Those of a found one are sorted
as its table in memory sorts them, so that one table alone lends its keys. A file is read into
memory. A position takes four bytes for its worth, and four for the table that it is from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

import attrs
import numpy as np

from gamesolver.engine.places import Places, cells_in, keys_of
from gamesolver.engine.table import CellTable
from gamesolver.files.cell_tables import CellFileTable
from gamesolver.files.shared_stages import SolvedElsewhere
from gamesolver.kernels.codes import ENDLESS, FIRST
from gamesolver.kernels.solved import UNSOLVED, Solved
from gamesolver.proofs.worths import Scale, Scales
from gamesolver.rules.calls import Calls
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.guard import Rules
from gamesolver.system.columns import Columns
from gamesolver.system.workers import chunks_of
from gamesolver.tables.claims import MOST
from gamesolver.tables.solved import SolvedPositions, SolvedTable
from gamesolver.tables.table import Table

CELLS_A_PART = 1 << 20
NO_WORTHS = np.empty(0, np.int32)


@attrs.frozen(eq=False)
class Stretches:
    """The slots of a numbered game that tables may have: what lies between them has no place."""

    firsts: Columns
    lasts: Columns
    """The slots behind them."""
    left_out: Columns
    """How many slots before each have no place."""

    @classmethod
    def of(cls, stretches: Iterable[tuple[int, int]]) -> Stretches:
        """From one slot to before another, in any order, each once."""
        firsts, lasts = np.array([*sorted({*stretches})], np.int64).reshape(-1, 2).T.copy()
        return cls(firsts, lasts, firsts - (np.cumsum(lasts - firsts) - (lasts - firsts)))

    def __len__(self) -> int:
        return int((self.lasts - self.firsts).sum())

    def place(self, slot: int) -> int:
        """Where a slot stands that is there."""
        return slot - int(self.left_out[self.firsts.searchsorted(slot, "right") - 1])

    def slot(self, place: int) -> int:
        """The slot in a place."""
        begins = self.firsts - self.left_out
        return place + int(self.left_out[begins.searchsorted(place, "right") - 1])


NO_STRETCHES = Stretches.of([])


@attrs.frozen(eq=False)
class JoinedTables:
    """All tables as one: of each place the worth, and the number of the table that it is from."""

    places: Places
    stretches: Stretches
    """None, where the positions are found."""
    worths: Columns
    sources: Columns

    def position(self, place: int) -> int:
        """The position in a place."""
        return self.places.position(
            self.stretches.slot(place) if self.places.is_numbered else place
        )


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
        joined = self.joined
        stretches = joined.stretches
        slots = stretches.firsts, stretches.lasts, stretches.left_out
        return Solved(*joined.places.columns, *slots, joined.worths)

    @cached_property
    def joined(self) -> JoinedTables:
        """All of it, and where it is from."""
        if not self.tables:
            return JoinedTables(Places.numbered(self._calls), NO_STRETCHES, NO_WORTHS, NO_WORTHS)
        if self._calls.rules.is_numbered:
            return self._numbered()
        places, worths, sources = self._found([_in_memory(each.held()) for each in self.tables])
        return JoinedTables(places, NO_STRETCHES, worths, sources)

    def _numbered(self) -> JoinedTables:
        places = Places.numbered(self._calls)
        elsewhere = [each for each in self.tables if isinstance(each, SolvedElsewhere)]
        shared = [each.ends for one in elsewhere for each in one.stages.values()]
        stretches = Stretches.of(
            shared if len(elsewhere) == len(self.tables) else [(0, places.size)]
        )
        worths = np.full(len(stretches), UNSOLVED, np.int32)
        sources = np.zeros(len(stretches), np.int32)
        for number, table in enumerate(self.tables):
            for slot, own in self._worths_in(table, places):
                first = stretches.place(slot)
                here, from_where = (each[first : first + len(own)] for each in (worths, sources))
                is_new = (here == UNSOLVED) & (own != UNSOLVED)
                here[is_new], from_where[is_new] = own[is_new], number
        return JoinedTables(places, stretches, worths, sources)

    def _worths_in(self, one: SolvedTable, places: Places) -> Iterator[tuple[int, Columns]]:
        """The worths that a table has: of the slots from a slot on."""
        if isinstance(one, SolvedElsewhere):
            for stage in one.stages.values():
                for first, last in chunks_of(len(stage), CELLS_A_PART):
                    yield stage.ends[0] + first, worths_of_cells(stage[first:last])
            return
        table = _in_memory(one.held())
        if isinstance(table, CellTable):
            yield 0, self._worths_of(table)
        else:
            yield 0, self._worths_by_slot(table, places)

    def _found(self, tables: list[Table[Any]]) -> tuple[Places, Columns, Columns]:
        """Where positions stand, and of each the worth and the number of its table."""
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
        worths[first:last] = worths_of_cells(cells)
    return worths


def worths_of_cells(cells: Columns) -> Columns:
    """The worths of some cells of wins, losses and draws."""
    plies, kinds = np.divmod(cells.astype(np.int64) - FIRST, 3)
    worths = np.where(cells < ENDLESS, UNSOLVED, (kinds - 1) * (MOST - plies))
    return np.where(cells == ENDLESS, 0, worths).astype(np.int32)


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
