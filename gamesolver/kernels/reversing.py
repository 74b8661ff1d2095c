"""Reversing a graph: the moves listed by where they lead.

The plain way, one counter and one cursor a target, writes all over memory: on a
large graph each edge waits for a line of memory twice. So edges are first dealt
into *bins* of 65,536 targets, one sequential stream a bin, and then sorted bin
by bin, where every write falls into the cache. Three passes, 13 to 15 ns an
edge where the plain way takes 30 to 59; two bytes an edge beside the result.

``edges`` hold indices, complemented (``~index``) where the move keeps the turn;
the reversed edges hold the sources, complemented likewise.
"""

from __future__ import annotations

import numpy as np

from gamesolver.kernels.compiling import kernel

BIN_BITS = 16


@kernel
def count_bins(edges, bin_starts):
    """Count the edges that lead into each bin of 65,536 positions, one place further on."""
    for edge in range(edges.size):
        target = np.int64(edges[edge])
        if target < 0:
            target = ~target
        bin_starts[(target >> BIN_BITS) + 1] += 1


@kernel
def fill_bins(rows, first, edges, cursors, sources, low_bits):
    """Deal the edges of some rows into the bins of their targets, in the order of the sources."""
    for row in range(rows.size - 1):
        source = first + row
        for edge in range(rows[row], rows[row + 1]):
            target = np.int64(edges[edge])
            column = source
            if target < 0:
                target = ~target
                column = ~source
            b = target >> BIN_BITS
            place = cursors[b]
            cursors[b] = place + 1
            sources[place] = column
            low_bits[place] = target & ((1 << BIN_BITS) - 1)


@kernel
def sort_bin(sources, low_bits, rows, first, scratch):
    """Sort one bin by target in place; ``rows`` gets where each target's edges begin."""
    size = rows.size
    for target in range(size):
        rows[target] = 0
    for edge in range(sources.size):
        rows[low_bits[edge]] += 1
    total = 0
    for target in range(size):
        count = rows[target]
        rows[target] = total
        total += count
    for edge in range(sources.size):
        target = low_bits[edge]
        scratch[rows[target]] = sources[edge]
        rows[target] += 1
    for edge in range(sources.size):
        sources[edge] = scratch[edge]
    for target in range(size - 1, 0, -1):
        rows[target] = rows[target - 1] + first
    if size:
        rows[0] = first
