"""The tables of compiled games in files: by slot, or by position in order.

In memory the positions of a found game stand in the order of their *keys*, mixed so that
they spread evenly; in a file in their own order, which compresses far better, and is the
order in which a solution lists them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any

import numpy as np

from gamesolver.arguments import is_position
from gamesolver.cell_codes import PENDING
from gamesolver.cells import cell_for
from gamesolver.compiled import NO_POSITION, CompiledGame
from gamesolver.compiled_table import CellTable
from gamesolver.crew import Crew, chunks_of, default_threads, in_turn
from gamesolver.files.parts import CELLS_A_BLOCK, KEYS_A_BLOCK, Parts, cut
from gamesolver.files.shape import Column
from gamesolver.files.table import FileTable
from gamesolver.files.texts import read_root
from gamesolver.labels import Columns
from gamesolver.longs import Longs
from gamesolver.memory import MemoryMeter
from gamesolver.ordering import by_key, in_order
from gamesolver.passes import Passes
from gamesolver.places import Places
from gamesolver.probing import Prober, cells_in, column_of
from gamesolver.progress import Reporter
from gamesolver.room import Room
from gamesolver.table import Finder

LONG, FEW = 254, 32
"""A cell that says that the outcome stands elsewhere; one in so many may be such."""


def parts_of(table: CellTable) -> Parts:
    """The columns of a table in memory; long outcomes stand among the others."""
    size = len(table.cells)
    columns = {"cells": Column(size, CELLS_A_BLOCK)}
    if not table.places.is_numbered:
        columns["keys"] = Column(size, KEYS_A_BLOCK)
    return Parts(
        "numbered" if table.places.is_numbered else "found",
        columns,
        _by_slot(table) if table.places.is_numbered else _in_order(table),
        is_all_reached=table.is_all_reached,
    )


def _by_slot(table: CellTable) -> Iterator[tuple[str, Any]]:
    """The blocks of cells of a numbered game."""
    if not len(table.longs):
        yield from cut("cells", table.cells, CELLS_A_BLOCK)
        return
    for first, last in chunks_of(len(table.cells), CELLS_A_BLOCK):
        yield "cells", cells_in(table.cells, table.longs, np.arange(first, last))


def _in_order(table: CellTable) -> Iterator[tuple[str, Any]]:
    """The blocks of positions and cells of a found game, in the order of the positions."""
    sizes = {"keys": KEYS_A_BLOCK, "cells": CELLS_A_BLOCK}
    left = {"keys": np.empty(0, np.uint64), "cells": np.empty(0, table.cells.dtype)}
    for stretch in in_order(table.places.keys, table.cells):
        for (name, size), more in zip(sizes.items(), stretch, strict=True):
            column = np.concatenate([left[name], more])
            whole = len(column) // size * size
            yield from cut(name, column[:whole], size)
            left[name] = column[whole:]
    for name, size in sizes.items():
        yield from cut(name, left[name], size)


class CellFileTable(FileTable):
    """Cells of a compiled game."""

    @property
    def game(self) -> CompiledGame:
        """The game: no other has such a table."""
        return self.rules.game  # type: ignore[return-value]  # loading has looked

    def probe(self, positions: Iterable[object], one: Finder) -> Columns:
        found = self.places_of(Prober.of(Places.numbered(self.game.rules.calls)), positions)
        is_there = np.flatnonzero(found >= 0)
        cells = np.full(len(found), PENDING)
        cells[is_there] = self.gather("cells", found[is_there])
        return cells

    def probe_values(self, positions: Iterable[object], one: Callable[[object], int]) -> Columns:
        found = self.places_of(Prober.of(Places.numbered(self.game.rules.calls)), positions)
        is_there = np.flatnonzero(found >= 0)
        values = np.full(len(found), -1)
        values[is_there] = self.gather("digits", found[is_there])
        return values

    @abstractmethod
    def places_of(self, prober: Prober, positions: Iterable[object]) -> Columns:
        """The places of many positions, -1 for what is none."""

    def table_at(self, places: Places, cells: Any, longs: Longs) -> CellTable:
        """The table in memory, given where its positions stand."""
        crew = Crew(None, lambda: Room.of(self.game.rules), Reporter(None), MemoryMeter())
        passes = Passes(self.game, places, crew)
        start = self.rules.canonical(read_root(self.rules, self.file.shape.roots[0]))
        return CellTable(passes, cells, start, longs, self.file.shape.is_all_reached)


class NumberedFileTable(CellFileTable):
    """Places are the slots of the game's own index."""

    @cached_property
    def places(self) -> Places:
        """The slots."""
        return Places.numbered(self.game.rules.calls)

    def places_of(self, prober: Prober, positions: Iterable[object]) -> Columns:
        return prober.slots(column_of(positions))

    def place(self, position: object) -> int:
        return self.places.slot(int(position)) if is_position(position) else -1  # type: ignore[call-overload]  # it is a number

    def position(self, place: int) -> int:
        return self.places.position(place)

    def _load(self) -> CellTable:
        return self.table_at(self.places, *self._cells_and_longs())

    def _cells_and_longs(self) -> tuple[Columns, Longs]:
        """All cells; where few need more than a byte, these stand beside the others."""
        counts = self.file.shape.outcomes.items()
        are_long = sum(n for outcome, n in counts if cell_for(outcome) >= LONG)
        if not 0 < are_long <= len(self) // FEW:
            return self.cells(), Longs.joined([])
        column = self.file.shape.columns["cells"]
        cells, parts = np.empty(column.length, np.uint8), []
        for number in range(column.blocks):
            first = number * column.in_a_block
            block = self.file.block("cells", number, is_kept=False)
            slots = np.flatnonzero(block >= LONG)
            parts.append(Longs(LONG, slots + first, block[slots].astype(np.int64)))
            cells[first : first + len(block)] = np.minimum(block, LONG)
        return cells, Longs.joined(parts)


class FoundFileTable(CellFileTable):
    """Places are those of the positions in order."""

    def place(self, position: object) -> int:
        if not is_position(position):
            return -1
        return self.search_one("keys", int(position))  # type: ignore[call-overload]  # it is a number

    def places_of(self, prober: Prober, positions: Iterable[object]) -> Columns:
        canonicals = prober.canonicals(column_of(positions))
        found = self.search_many("keys", canonicals)
        found[canonicals == NO_POSITION] = -1
        return found

    def position(self, place: int) -> int:
        return int(self.entry("keys", place))

    def _load(self) -> CellTable:
        keys, cells = by_key(self._stretches, len(self))
        return self.table_at(Places.found(self.game.rules.calls, keys), cells, Longs.joined([]))

    def _stretches(self) -> Iterator[tuple[Columns, Columns]]:
        """All positions and their cells, as wide as they are in memory, read by several threads."""
        blocks = range(self.file.shape.columns["cells"].blocks)
        given = ((each, self.width) for each in blocks)
        return in_turn(self._stretch, given, 2 * default_threads())

    def _stretch(self, number: int, width: Any) -> tuple[Columns, Columns]:
        """The positions and cells of one block of cells."""
        columns = self.file.shape.columns
        cells = self.file.block("cells", number, is_kept=False).astype(width)
        first = number * columns["cells"].in_a_block // columns["keys"].in_a_block
        last = first - -len(cells) // columns["keys"].in_a_block
        parts = [self.file.block("keys", each, is_kept=False) for each in range(first, last)]
        return np.concatenate(parts), cells
