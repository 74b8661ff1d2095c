"""The tables of compiled games in files: by slot, or by position in order.

In memory the positions of a found game stand in the order of their *keys*, mixed so that
they spread evenly; in a file in their own order, which compresses far better, and is the
order in which a solution lists them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np

from gamesolver.arguments import is_position
from gamesolver.compiled import CompiledGame
from gamesolver.compiled_table import CellTable
from gamesolver.crew import Crew
from gamesolver.files.ordering import in_order
from gamesolver.files.parts import CELLS_A_BLOCK, KEYS_A_BLOCK, Parts, cut
from gamesolver.files.shape import Column
from gamesolver.files.table import FileTable
from gamesolver.files.texts import read_root
from gamesolver.longs import NONE, Longs
from gamesolver.memory import MemoryMeter
from gamesolver.passes import Passes
from gamesolver.places import Places, keys_of
from gamesolver.progress import Reporter
from gamesolver.room import Room


def parts_of(table: CellTable) -> Parts:
    """The columns of a table in memory."""
    size, longs = len(table.cells), table.longs
    columns = {"cells": Column(size, CELLS_A_BLOCK)}
    if table.places.is_numbered:
        blocks = cut("cells", table.cells, CELLS_A_BLOCK)
    else:
        columns["keys"] = Column(size, KEYS_A_BLOCK)
        blocks = _in_order(table)
    if len(longs):
        columns |= {name: Column(len(longs), KEYS_A_BLOCK) for name in ("long_slots", "long_cells")}
        listed = zip(("long_slots", "long_cells"), (longs.slots, longs.cells), strict=True)
        blocks = chain(blocks, *(cut(name, column, KEYS_A_BLOCK) for name, column in listed))
    return Parts(
        "numbered" if table.places.is_numbered else "found",
        columns,
        blocks,
        table.cells.itemsize,
        is_all_reached=table.is_all_reached,
        long_code=longs.code if len(longs) else NONE,
    )


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

    def whole_cell(self, place: int, cell: int) -> int:
        if cell != self.file.shape.long_code:
            return cell
        found = int(np.searchsorted(self.longs.slots, place))
        return int(self.longs.cells[found])

    @cached_property
    def longs(self) -> Longs:
        """The outcomes that stand beside the cells."""
        if self.file.shape.long_code < 0:
            return Longs.joined([])
        slots, cells = (self.column(name, np.int64) for name in ("long_slots", "long_cells"))
        return Longs(self.file.shape.long_code, slots, cells)

    def table_at(self, places: Places, cells: Any) -> CellTable:
        """The table in memory, given where its positions stand."""
        crew = Crew(None, lambda: Room.of(self.game.rules), Reporter(None), MemoryMeter())
        passes = Passes(self.game, places, crew)
        start = self.rules.canonical(read_root(self.rules, self.file.shape.roots[0]))
        return CellTable(passes, cells, start, self.longs, self.file.shape.is_all_reached)


class NumberedFileTable(CellFileTable):
    """Places are the slots of the game's own index."""

    @cached_property
    def places(self) -> Places:
        """The slots."""
        return Places.numbered(self.game.rules.calls)

    def place(self, position: object) -> int:
        return self.places.slot(int(position)) if is_position(position) else -1  # type: ignore[call-overload]  # it is a number

    def position(self, place: int) -> int:
        return self.places.position(place)

    def _load(self) -> CellTable:
        return self.table_at(self.places, self.cells())


class FoundFileTable(CellFileTable):
    """Places are those of the positions in order."""

    def place(self, position: object) -> int:
        if not is_position(position):
            return -1
        found = self.search("keys", int(position))  # type: ignore[call-overload]  # it is a number
        return found[0] if found else -1

    def position(self, place: int) -> int:
        return int(self.entry("keys", place))

    def _load(self) -> CellTable:
        keys = keys_of(self.column("keys", np.uint64))
        order = np.argsort(keys)
        places = Places.found(self.game.rules.calls, keys[order])
        return self.table_at(places, self.cells()[order])
