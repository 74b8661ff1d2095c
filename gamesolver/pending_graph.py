"""The graph of what is pending: the moves between pending slots, and their border.

Pending slots are numbered in order; a bit a slot with a count every 448 bits turns a slot
into its number within one cache line. Each chunk of rows is listed by itself, and the
chunks are joined in their order.
"""

from __future__ import annotations

import numpy as np

from gamesolver import engine_kernels as kernels
from gamesolver.borders import Border
from gamesolver.crew import chunks_of
from gamesolver.jitting import column, compiled
from gamesolver.labels import Columns
from gamesolver.passes import Passes
from gamesolver.room import Room

ROWS_A_CHUNK = 1 << 14

Part = tuple[Columns, Columns, Border]


def list_edges(passes: Passes, cells: Columns, pending: Columns, heard: int) -> Part:
    """Rows and edges between the pending slots, and what the settled ones say.

    Every one of them will be settled in ``heard`` plies or more.
    """
    ranks = np.empty(kernels.LINE * -(-len(cells) // kernels.IN_LINE), np.uint64)
    compiled(kernels.rank_pending, column(pending.dtype), column(np.uint64))(pending, ranks)
    narrow = np.int32 if len(pending) < 2**31 else np.int64
    most = ROWS_A_CHUNK * passes.places.calls.rules.max_moves

    def listed(room: Room, chunk: tuple[int, int]) -> Part:
        part = pending[slice(*chunk)]
        ends = np.zeros(len(part), np.int64)
        edges = np.empty(min(most, len(part) * passes.places.calls.rules.max_moves), narrow)
        columns = tuple(np.zeros(len(part), np.int64) for _ in range(4))
        tally = passes.call(kernels.list_edges, cells, room, (part, ranks, ends, edges, columns))
        moves = np.diff(ends, prepend=0)
        win, not_lost, loss, draw = columns
        loss[(moves > 0) & (loss <= heard)] = 0  # a later one comes from the graph itself
        border = Border.of_columns(win, not_lost, loss, draw)
        return moves, edges[: tally[kernels.AHEAD]].copy(), border

    chunks = chunks_of(len(pending), ROWS_A_CHUNK)
    parts = passes.crew.run("moves between pending positions", listed, chunks)
    border = Border.gathered([border for _, _, border in parts])
    rows = np.zeros(len(pending) + 1, np.int64)
    np.cumsum(np.concatenate([moves for moves, _, _ in parts]), out=rows[1:])
    return rows, _joined([edges for _, edges, _ in parts], parts, int(rows[-1])), border


def _joined(edges: list[Columns], parts: list[Part], size: int) -> Columns:
    """One column from many, each freed as soon as it is copied."""
    parts.clear()
    edges.reverse()
    joined = np.empty(size, edges[0].dtype)
    filled = 0
    while edges:
        more = edges.pop()
        joined[filled : filled + len(more)] = more
        filled += len(more)
    return joined
