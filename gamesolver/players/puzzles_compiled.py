"""Looking for puzzles among the cells of a compiled game, on all threads."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from random import Random
from typing import Any

import numpy as np

from gamesolver.cells import cell_for
from gamesolver.compiled_table import CellTable
from gamesolver.crew import chunks_of
from gamesolver.files.cell_table import CellFileTable
from gamesolver.players.puzzles_kernels import FOUND, find_puzzles
from gamesolver.progress import Reporter
from gamesolver.room import Room
from gamesolver.table import Table
from gamesolver.value import Outcome

SLOTS_A_CHUNK = 1 << 14
MOST_CHUNKS = 256  # between two looks at whether there is enough


def cells_of(table: Table[Any]) -> CellTable | None:
    """The table in memory, if it is one of cells; one in a file is brought there."""
    if isinstance(table, CellFileTable):
        table = table.whole
    return table if isinstance(table, CellTable) else None


def found_by_kernel(
    table: CellTable, wanted: Collection[Outcome], luck: Random, report: Reporter
) -> Iterator[int]:
    """The puzzles among the positions with a wanted outcome, in a drawn order."""
    cells = [cell_for(each) for each in wanted]
    is_wanted = np.zeros(max(cells) + 1, np.bool_)
    is_wanted[cells] = True

    def work(room: Room, chunk: tuple[int, int]) -> Any:
        found = np.empty(chunk[1] - chunk[0], np.int64)
        given = chunk, table.longs.columns, is_wanted, found
        tally = table.passes.call(find_puzzles, table.cells, room, given)
        return found[: tally[FOUND]]

    chunks = chunks_of(len(table.cells), SLOTS_A_CHUNK)
    luck.shuffle(chunks)
    left, size, done = iter(chunks), len(table.passes.crew.rooms), 0
    while batch := list(islice(left, size)):
        slots = np.concatenate(table.passes.crew.run("puzzles", work, batch, "looking for puzzles"))
        drawn = slots.tolist()
        luck.shuffle(drawn)
        yield from map(table.places.position, drawn)
        done += len(batch)
        report("search", done, len(chunks))
        size = min(2 * size, MOST_CHUNKS)
