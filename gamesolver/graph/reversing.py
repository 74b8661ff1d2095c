"""Reversal of a graph: moves listed by successor (see ``kernels.reversing``)."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from gamesolver.kernels.reversing import BIN_BITS, count_bins, fill_bins, sort_bin
from gamesolver.system.columns import Columns, streamed

EDGES_A_CALL = 1 << 25  # between two calls of a kernel, a person can interrupt
ROWS_A_CALL = 1 << 22


def reverse(rows: Columns, edges: Columns) -> tuple[Columns, Columns]:
    """Return the rows and edges of the reversed graph, which lists predecessors.

    Edges are first dealt into bins of 65,536 targets, then sorted bin by bin,
    so that every random write falls into the cache. The bits that record whether
    a move keeps the turn travel along.
    """
    size = len(rows) - 1
    starts = bins_of(size)
    for begin in range(0, len(edges), EDGES_A_CALL):
        count_bins(edges[begin : begin + EDGES_A_CALL], starts)
    np.cumsum(starts, out=starts)
    sources = np.empty_like(edges)
    low_bits = streamed(len(edges), np.uint16)
    cursors = starts[:-1].copy()
    for begin in range(0, size, ROWS_A_CALL):
        fill_bins(rows[begin : begin + ROWS_A_CALL + 1], begin, edges, cursors, sources, low_bits)
    return sort_bins(starts, sources, low_bits, size), sources


def bins_of(size: int) -> Columns:
    """Return a zero for each bin of ``size`` targets, and one more."""
    return np.zeros(-(-size // (1 << BIN_BITS)) + 1, dtype=np.int64)


def sort_bins(starts: Columns, edges: Columns, low_bits: Columns, size: int) -> Columns:
    """Sort the edges of each bin by target. Return the first edge of each target, and the end.

    ``starts`` has the first edge of each bin, and ``low_bits`` the number of each target in its
    bin. There are ``size`` targets.
    """
    width = 1 << BIN_BITS
    rows = np.empty(size + 1, dtype=np.int64)
    rows[size] = len(edges)
    scratch = np.empty(int(np.diff(starts).max(initial=0)), dtype=edges.dtype)
    for number, (start, stop) in enumerate(pairwise(starts)):
        targets = rows[number * width : min(size, (number + 1) * width)]
        sort_bin(edges[start:stop], low_bits[start:stop], targets, start, scratch)
    return rows
