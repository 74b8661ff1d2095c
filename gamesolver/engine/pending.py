"""The graph of what is pending: the moves between pending slots, and their border.

Pending slots are numbered in order; a bit a slot with a count every 448 bits turns a slot
into its number within one cache line. Each chunk of rows is listed by itself, and its
moves are put where they belong as soon as all chunks before it are. The graph solver of
``graph.retrograde`` does the rest.

**The cost.** Some sixteen bytes a move, and the rules once for each pending position.
"""

from __future__ import annotations

import threading
import time

import attrs
import numpy as np

from gamesolver.engine.settling import Settling
from gamesolver.graph.border import Border, RankedBorder, bytes_a_row, counter_to
from gamesolver.graph.retrograde import Settled, retrograde
from gamesolver.graph.widths import bytes_to_settle
from gamesolver.kernels import listing as kernels
from gamesolver.kernels.scratch import AHEAD, Scratch
from gamesolver.system.columns import Columns, Handed, streamed
from gamesolver.system.workers import chunks_of
from gamesolver.tables.labels import Labels

ROWS_A_CHUNK = 1 << 14
BYTES_OF_LABELS = 5  # a row: the labels that the graph solver is given

Graph = tuple[Columns, Columns, Border | RankedBorder]


def bytes_to_list(slots: int, rows: int, edges: int, max_moves: int, is_ranked: bool) -> int:
    """What :func:`list_edges` takes: rows, the border and edges; and ranks, which go again."""
    a_row = 8 + bytes_a_row(max_moves, is_ranked)
    return rows * a_row + edges * _narrow(rows).itemsize + slots // 7


def bytes_to_solve_graph(
    slots: int, rows: int, edges: int, max_moves: int, is_ranked: bool = False
) -> int:
    """What the graph of so many pending slots takes, beside the cells and their numbers.

    Where there are scores the border is *ranked*, and wider.
    """
    listed = bytes_to_list(slots, rows, edges, max_moves, is_ranked)
    held = listed - slots // 7 + rows * BYTES_OF_LABELS
    counter = np.dtype(counter_to(max_moves)).itemsize
    return max(listed, held + bytes_to_settle(rows, edges, 4, counter))


@attrs.define(eq=False)
class PendingGraph:
    """Settles by the graph of what is pending."""

    settling: Settling

    def fits(self, rows: Columns) -> bool:
        """Whether the graph of these rows fits into memory."""
        settling = self.settling
        moves = int(len(rows) * settling.first_pass.moves / settling.first_pass.open)
        max_moves = settling.runner.game.rules.max_moves
        coming = bytes_to_solve_graph(span_of(rows), len(rows), moves, max_moves)
        return settling.meter.allows(coming)

    def settle(self, pending: Columns, heard: int) -> None:
        """List the moves between pending slots, and let the graph solver settle them."""
        settling, keeper, held = self.settling, self.settling.keeper, self.settling.held
        held.take_in_overflow()  # the graph hears of them
        if settling.begun.get("phase") != "graph":  # a solve that went on from here has just begun
            settling.save_if_due(soon=True, phase="graph", heard=heard)
        began = time.monotonic()
        listed = list_edges(settling, pending, heard)
        rows, edges, border = listed
        keeper.redo_seconds = time.monotonic() - began  # no checkpoint has the graph
        settling.story.append(f"the graph of {len(pending)} pending slots, {len(edges)} moves")
        moves, begins = Handed(edges), Handed(rows)
        del rows, edges, listed  # so that the graph solver can free them

        def pause(settled: Settled) -> None:
            if keeper.is_due:
                held.enter(pending, settled)
                settling.save_if_due(phase="graph", heard=heard)

        initial = Labels.pending_all(len(pending))
        worths = settling.worths_of(pending)
        labels = retrograde(
            begins.take(),
            moves.take(),
            initial,
            report=settling.report,
            meter=settling.meter,
            border=border,
            pause=pause,
            worths=worths,
        )
        keeper.redo_seconds = 0.0
        settling.enter(pending, labels)


def list_edges(settling: Settling, pending: Columns, heard: int) -> Graph:
    """Rows and edges between the pending slots, and what the settled ones say.

    Every one of them will be settled in ``heard`` plies or more.
    """
    runner, cells, sifting = settling.runner, settling.cells, settling.is_sifting
    size, max_moves = len(pending), runner.places.calls.rules.max_moves
    is_plain = runner.places.coding.for_kernels is None
    first, span = int(pending[0]), span_of(pending)
    coming = bytes_to_list(span, size, size, max_moves, not is_plain)
    settling.meter.check(f"all but {size} positions are settled", coming)
    ranks = np.empty(kernels.LINE * -(-span // kernels.IN_LINE), np.uint64)
    kernels.rank_slots(pending, first, ranks)
    kind: type[Border | RankedBorder] = Border if is_plain else RankedBorder
    border = kind.empty(size, max_moves)
    rows = streamed(size + 1, np.int64)
    edges = _Joined(min(settling.first_pass.moves, size * max_moves), _narrow(size))
    room_by_scratch = {
        id(scratch): np.empty(min(size, ROWS_A_CHUNK) * max_moves, edges.column.dtype)
        for scratch in runner.workers.scratches
    }

    def listed(scratch: Scratch, chunk: tuple[int, int]) -> None:
        part, ends = pending[slice(*chunk)], rows[1:][slice(*chunk)]
        targets = room_by_scratch[id(scratch)]
        columns = tuple(column[slice(*chunk)] for column in border.columns)
        tally = runner.run_once(
            kernels.list_edges, cells, scratch, part, sifting, first, ranks, ends, targets, columns
        )
        ends[:] = np.diff(ends, prepend=0)
        if is_plain:
            losses = columns[2]
            losses[(ends > 0) & (losses <= heard)] = 0  # a later one comes from the graph itself
        edges.put(chunk[0] // ROWS_A_CHUNK, targets[: tally[AHEAD]])

    runner.workers.run("moves between pending positions", listed, chunks_of(size, ROWS_A_CHUNK))
    np.cumsum(rows, out=rows)
    return rows, edges.column[: rows[-1]], border


def span_of(pending: Columns) -> int:
    """How many slots there are from the first of these, which are in order, to the last."""
    return int(pending[-1]) - int(pending[0]) + 1


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
