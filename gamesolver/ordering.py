"""The positions of a found game in their own order, with their cells, a stretch at a time.

In memory they stand by their mixed keys. To put them in order all at once would take as
much memory again as there is; so it is done for one *stretch* of positions after the
other, each of some millions: they are gathered from all keys, sorted, and handed on. A
position that leaves a byte free takes its cell along in it; otherwise the cells follow by
an index.

**The cost.** A look at all keys for each stretch, some 1 ns a key; sorting, some 10 ns a
position where cells ride along, and 100 where they follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from gamesolver.crew import chunks_of, default_threads, in_turn
from gamesolver.labels import Columns
from gamesolver.places_kernels import unmixed_plainly

STRETCH = 1 << 22  # positions, about
SAMPLE = 1 << 16
KEYS_A_LOOK = 1 << 18  # keys that are looked at together: they stay in the cache

Stretch = tuple[Columns, Columns]
"""Positions in order, and their cells."""


def in_order(keys: Columns, cells: Columns) -> Iterator[Stretch]:
    """All positions with their cells, stretch by stretch."""
    if len(keys) <= STRETCH:
        return iter([_sorted(unmixed_plainly(keys), cells)])
    stretches = ((keys, cells, *bounds) for bounds in pairwise(_bounds(keys)))
    return in_turn(_stretch, stretches, default_threads() + 1)


def _bounds(keys: Columns) -> list[int]:
    """Where each stretch begins, and where the last one ends."""
    sample = np.sort(unmixed_plainly(keys[:: max(1, len(keys) // SAMPLE)]))
    stretches = -(-len(keys) // STRETCH)
    inner = [int(sample[len(sample) * each // stretches]) for each in range(1, stretches)]
    return [0, *dict.fromkeys(inner), 2**64 - 1]


def _stretch(keys: Columns, cells: Columns, low: int, high: int) -> Stretch:
    """The positions from one number to below another, and their cells."""
    positions, theirs = [], []
    for first, last in chunks_of(len(keys), KEYS_A_LOOK):
        seen = unmixed_plainly(keys[first:last])
        there = np.flatnonzero((seen >= np.uint64(low)) & (seen < np.uint64(high)))
        positions.append(seen[there])
        theirs.append(cells[first:last][there])
    return _sorted(np.concatenate(positions), np.concatenate(theirs))


def _sorted(positions: Columns, cells: Columns) -> Stretch:
    """Both in the order of the positions."""
    bits = 8 * cells.itemsize
    if int(positions.max(initial=0)) >> (64 - bits):
        order = np.argsort(positions)
        return positions[order], cells[order]
    riding = (positions << np.uint64(bits)) | cells.astype(np.uint64)
    riding.sort()
    return riding >> np.uint64(bits), riding.astype(cells.dtype)
