"""The graph of what is pending: the moves between pending slots, and their border.

Pending slots are numbered in order; a bit a slot with a count every 448 bits turns a slot
into its number within one cache line. Each chunk of rows is listed by itself, and its
moves are put where they belong as soon as all chunks before it are.
"""

from __future__ import annotations

import threading

import numpy as np

from gamesolver.engine.running import Runner
from gamesolver.graph.border import Border, bytes_a_row
from gamesolver.kernels import listing as kernels
from gamesolver.kernels.scratch import AHEAD, Scratch
from gamesolver.system.columns import Columns, streamed
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.workers import chunks_of

ROWS_A_CHUNK = 1 << 14

Graph = tuple[Columns, Columns, Border]


def bytes_to_list(slots: int, rows: int, edges: int, max_moves: int) -> int:
    """What :func:`list_edges` takes: rows, the border and edges; and ranks, which go again."""
    return rows * (8 + bytes_a_row(max_moves)) + edges * _narrow(rows).itemsize + slots // 7


def list_edges(
    runner: Runner, cells: Columns, pending: Columns, heard: int, most: int, meter: MemoryMeter
) -> Graph:
    """Rows and edges between the pending slots, and what the settled ones say.

    Every one of them will be settled in ``heard`` plies or more; there are at most
    ``most`` edges.
    """
    size, max_moves = len(pending), runner.places.calls.rules.max_moves
    coming = bytes_to_list(len(cells), size, size, max_moves)
    meter.check(f"all but {size} positions are settled", coming)
    ranks = np.empty(kernels.LINE * -(-len(cells) // kernels.IN_LINE), np.uint64)
    kernels.rank_slots(pending, ranks)
    border = Border.empty(size, max_moves)
    rows = streamed(size + 1, np.int64)
    edges = _Joined(min(most, size * max_moves), _narrow(size))
    found_by = {
        id(scratch): np.empty(min(size, ROWS_A_CHUNK) * max_moves, edges.column.dtype)
        for scratch in runner.crew.scratches
    }

    def listed(scratch: Scratch, chunk: tuple[int, int]) -> None:
        part, ends = pending[slice(*chunk)], rows[1:][slice(*chunk)]
        found = found_by[id(scratch)]
        columns = tuple(each[slice(*chunk)] for each in border.columns)
        arguments = part, ranks, ends, found, columns
        tally = runner.run_once(kernels.list_edges, cells, scratch, *arguments)
        ends[:] = np.diff(ends, prepend=0)
        losses = columns[2]
        losses[(ends > 0) & (losses <= heard)] = 0  # a later one comes from the graph itself
        edges.put(chunk[0] // ROWS_A_CHUNK, found[: tally[AHEAD]])

    runner.crew.run("moves between pending positions", listed, chunks_of(size, ROWS_A_CHUNK))
    np.cumsum(rows, out=rows)
    return rows, edges.column[: rows[-1]], border


def _narrow(rows: int) -> np.dtype[np.signedinteger]:
    """The column for numbers of rows."""
    return np.dtype(np.int32 if rows < 2**31 else np.int64)


class _Joined:
    """One column from parts that come in any order, with room for as much as there may be.

    Memory that is never written to is never taken.
    """

    def __init__(self, most: int, dtype: np.dtype[np.signedinteger]) -> None:
        self.column = streamed(most, dtype)
        self._filled = 0
        self._next = 0
        self._waiting: dict[int, Columns] = {}
        self._lock = threading.Lock()

    def put(self, number: int, part: Columns) -> None:
        """Take a part, and put all those in their places that have none missing before."""
        with self._lock:
            self._waiting[number] = part if number == self._next else part.copy()
            while self._next in self._waiting:
                part = self._waiting.pop(self._next)
                self.column[self._filled : self._filled + len(part)] = part
                self._filled += len(part)
                self._next += 1
