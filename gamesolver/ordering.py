"""The positions of a found game in their own order, with their cells, and back again.

In memory they stand by their mixed keys. To put them in order all at once would take as
much memory again as there is; so it is done in *rounds*: in each a few *stretches* of about a
million positions are gathered from all keys, and each is sorted within the cache. A position
that leaves a byte free takes its cell along in it; otherwise the cells follow by an index.

On the way back keys are dealt into *shards* by their highest bits, and each shard is sorted.

**The cost.** A look at all keys for each round, some 2 ns a key, and some 20 ns a position to
sort; 20 ns a position on the way back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np

from gamesolver import sorting_kernels as kernels
from gamesolver.crew import chunks_of, default_threads, in_turn
from gamesolver.labels import Columns
from gamesolver.places_kernels import unmixed_plainly

STRETCH = 1 << 20  # positions, about
STRETCHES = 12  # a round
SAMPLE = 1 << 16
KEYS_A_LOOK = 1 << 18  # keys that are looked at together: they stay in the cache
KEYS_A_SHARD, CROWDED = 1 << 12, 1 << 16

QUIETLY = np.errstate(over="ignore")
"""In plain Python numpy would warn that keys wrap around as they are mixed."""

Stretch = tuple[Columns, Columns]
"""Positions in order, and their cells."""


def in_order(keys: Columns, cells: Columns) -> Iterator[Stretch]:
    """All positions with their cells, stretch by stretch."""
    bounds = _bounds(keys)
    for first, last in chunks_of(len(bounds) - 1, STRETCHES):
        gathered = _gathered(keys, cells, np.array(bounds[first : last + 1], np.uint64))
        yield from in_turn(_sorted, gathered, default_threads() + 1)


def _bounds(keys: Columns) -> list[int]:
    """Where each stretch begins, and where the last one ends."""
    sample = np.sort(unmixed_plainly(keys[:: max(1, len(keys) // SAMPLE)]))
    stretches = -(-len(keys) // STRETCH)
    inner = [int(sample[len(sample) * each // stretches]) for each in range(1, stretches)]
    return sorted({0, *inner, 2**64 - 1})


def _gathered(
    keys: Columns, cells: Columns, bounds: Columns
) -> Iterator[tuple[Columns, Columns, int]]:
    """The positions of a round, stretch by stretch; how many bits of each are its cell."""
    bits = 8 * cells.itemsize
    if int(bounds[-1]) >> (64 - bits) and _greatest(keys) >> (64 - bits):
        bits = 0
    parts: list[list[Stretch]] = [[] for _ in bounds[1:]]
    chunks = chunks_of(len(keys), KEYS_A_LOOK)
    looks = ((keys[slice(*each)], cells[slice(*each)], bounds) for each in chunks)
    for words, theirs, ends in in_turn(_look, looks, 2 * default_threads()):
        for stretch, (first, last) in enumerate(pairwise([0, *ends.tolist()])):
            if first < last:
                parts[stretch].append((words[first:last].copy(), theirs[first:last].copy()))
    none = np.empty(0, np.uint64), np.empty(0, cells.dtype)
    for stretch in range(len(parts)):
        columns = zip(none, *parts[stretch], strict=True)
        parts[stretch] = []
        words, theirs = map(np.concatenate, columns)
        yield words, theirs, bits


@QUIETLY
def _greatest(keys: Columns) -> int:
    """The greatest position."""
    return int(kernels.greatest(keys))


@QUIETLY
def _look(keys: Columns, cells: Columns, bounds: Columns) -> tuple[Columns, Columns, Columns]:
    """Those of some positions that belong to a round, and where each stretch ends."""
    size, ends = len(keys), np.empty(len(bounds) - 1, np.int64)
    words, theirs = np.empty(size, np.uint64), np.empty(size, cells.dtype)
    spare = np.empty_like(words), np.empty_like(theirs), np.empty(size, np.uint8)
    kernels.gather(keys, cells, bounds, spare, words, theirs, ends)
    return words, theirs, ends


@QUIETLY
def _sorted(words: Columns, cells: Columns, bits: int) -> Stretch:
    """Both in the order of the positions."""
    if not bits:
        order = np.argsort(words)
        return words[order], cells[order]
    kernels.join(words, cells, np.uint64(bits))
    kernels.sort_words(words, np.empty_like(words))
    return words >> np.uint64(bits), words.astype(cells.dtype)


@QUIETLY
def by_key(positions: Callable[[], Iterator[Stretch]], size: int) -> Stretch:
    """The keys of positions that come in any order, in order, and their cells.

    ``positions`` gives them twice: to be counted, and to be dealt out.
    """
    bits = max(1, (size // KEYS_A_SHARD).bit_length())
    shift = np.uint64(64 - bits)
    counts = np.zeros(1 << bits, np.int64)
    kind = np.dtype(np.uint8)
    for some, cells in positions():
        kernels.count_shards(some, shift, counts)
        kind = cells.dtype
    ends = np.cumsum(counts)
    keys, theirs = np.empty(size, np.uint64), np.empty(size, kind)
    cursors = ends - counts
    for some, cells in positions():
        kernels.deal_keys(some, cells, shift, cursors, keys, theirs)
    if counts.max(initial=0) > CROWDED:  # keys that somebody made so
        order = np.argsort(keys)
        return keys[order], theirs[order]
    pieces = ((keys, theirs, ends, *each, shift) for each in chunks_of(len(ends), 64))
    for _ in in_turn(_sort_shards, pieces, 2 * default_threads()):
        pass
    return keys, theirs


def _sort_shards(
    keys: Columns, cells: Columns, ends: Columns, first: int, last: int, shift: np.uint64
) -> None:
    """Sort some shards in their place."""
    begin = int(ends[first - 1]) if first else 0
    part = slice(begin, int(ends[last - 1]))
    kernels.sort_shards(keys[part], cells[part], ends[first:last] - begin, shift)
