"""Sort the positions of an enumerated game by position, with their entries, and back by key.

In memory positions are in the order of their mixed keys. Sorting them all in one step would take as
much memory again. They are therefore sorted in *rounds*. In each round a few *stretches* of some
million positions are gathered from all keys, and each stretch is sorted within the cache. The entry
of a position is packed into the bits that a stretch leaves free. If these are too few, the order of
the positions is computed first, and the entries are put in this order.

In the other direction, keys are dealt into *shards* by their highest bits, and each shard is
sorted. Keys are spread evenly, so each shard gets slightly more space than its expected size.

**Cost.** One scan of all keys for each round, some 3 ns a key. Some 10 ns a position to sort; 20 ns
a position in the other direction.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs
import numpy as np

from gamesolver.kernels import sorting as kernels
from gamesolver.kernels.places import mixed_plainly, unmixed_plainly
from gamesolver.system.columns import Columns, streamed
from gamesolver.system.workers import chunks_of, default_threads, in_turn

STRETCH = 1 << 17  # positions, about: sorting them stays within the cache
STRETCHES = 255  # a round at most
STRETCHES_A_TASK = 2
ROUND = 160_000_000  # bytes, about
SAMPLE = 1 << 16
GUIDE_BITS = 14
KEYS_A_LOOK = 1 << 18  # keys that are looked at together
KEYS_A_SHARD = 1 << 12

QUIETLY = np.errstate(over="ignore")
"""Context in which numpy does not warn that keys overflow when they are mixed in plain Python."""

Stretch = tuple[Columns, Columns]
"""Positions in order, and their entries."""


def in_order(keys: Columns, entries: Columns) -> Iterator[Stretch]:
    """Yield all positions in order, with their entries, in stretches."""
    bits = int(entries.max(initial=0)).bit_length()
    sample = np.sort(unmixed_plainly(keys[:: max(1, len(keys) // SAMPLE)]))
    stretches = -(-len(keys) // STRETCH)
    inner = {int(sample[len(sample) * number // stretches]) for number in range(1, stretches)}
    bounds = np.array(sorted({0, 2**64 - 1} | inner), np.uint64)
    rounds = -(-len(keys) * (8 + entries.itemsize) // ROUND)
    in_a_round = min(STRETCHES, -(-(len(bounds) - 1) // rounds))
    shelf = _Shelf.for_some(in_a_round * STRETCH * 17 // 16, entries.dtype)
    for first, last in chunks_of(len(bounds) - 1, in_a_round):
        yield from _round(keys, entries, bounds[first : last + 1], sample, shelf, bits)


def _round(
    keys: Columns, entries: Columns, bounds: Columns, sample: Columns, shelf: _Shelf, bits: int
) -> Iterator[Stretch]:
    """Yield the stretches of a round, whose bounds are adjusted slightly."""
    guide = _Guide.between(bounds, sample)
    shelf.handed_out = 0
    chunks = (slice(*ends) for ends in chunks_of(len(keys), KEYS_A_LOOK))
    parts = ((keys[chunk], entries[chunk], guide, shelf) for chunk in chunks)
    looked = list(in_turn(_look, parts, 2 * default_threads()))
    tasks = chunks_of(len(bounds) - 1, STRETCHES_A_TASK)
    sources = ((looked, range(*task), guide.bounds, bits) for task in tasks)
    sorted_ones = in_turn(_sorted, sources, default_threads() + 1)
    yield from (stretch for stretch in sorted_ones if len(stretch[0]))


@attrs.frozen(eq=False)
class _Guide:
    """Map from the highest bits of a position to the stretch at which its search begins."""

    bounds: Columns
    shift: np.uint64
    stretches: Columns

    @classmethod
    @QUIETLY
    def between(cls, bounds: Columns, sample: Columns) -> _Guide:
        """Return a guide to the stretches. A bound is moved to where the highest bits change.

        A bound is not moved if that would move too many positions.
        """
        first, last = bounds[0], min(bounds[-1], sample[-1])
        shift = np.uint64(max(0, int(last - first).bit_length() - GUIDE_BITS))
        ends = np.searchsorted(sample, bounds[[0, -1]])
        most = int(ends[1] - ends[0]) // len(bounds)
        moved = first + (bounds - first >> shift << shift)
        far = np.searchsorted(sample, bounds) - np.searchsorted(sample, moved)
        moved = np.where(far > most // 4, bounds, moved)
        moved[-1] = bounds[-1]
        at = first + (np.arange(1 << GUIDE_BITS, dtype=np.uint64) << shift)
        stretches = np.searchsorted(moved[1:-1], at, "right")
        return cls(moved, shift, np.append(stretches, len(bounds) - 2).astype(np.uint8))


@attrs.frozen(eq=False)
class _Look:
    """Positions and entries of a chunk of keys for a round, and the end of each stretch."""

    positions: Columns
    entries: Columns
    ends: list[int]

    def of(self, stretch: int) -> Stretch:
        """Return the positions and entries of a stretch."""
        part = slice(self.ends[stretch - 1] if stretch else 0, self.ends[stretch])
        return self.positions[part], self.entries[part]


@attrs.define(eq=False)
class _Shelf:
    """Buffer for the positions and entries of a round, reused by the next round."""

    positions: Columns
    entries: Columns
    handed_out: int = 0
    lock: threading.Lock = attrs.field(factory=threading.Lock)

    @classmethod
    def for_some(cls, size: int, width: Any) -> _Shelf:
        """Return a buffer for ``size`` positions and their entries."""
        return cls(streamed(size, np.uint64), streamed(size, width))

    def take(self, count: int) -> Stretch:
        """Return space for ``count`` more positions and entries, outside a full buffer."""
        with self.lock:
            part = slice(self.handed_out, self.handed_out + count)
            self.handed_out += count
        if part.stop > len(self.positions):
            return np.empty(count, np.uint64), np.empty(count, self.entries.dtype)
        return self.positions[part], self.entries[part]


@QUIETLY
def _look(keys: Columns, entries: Columns, guide: _Guide, shelf: _Shelf) -> _Look:
    """Return the positions and entries of a chunk of keys that belong to a round."""
    ends = np.empty(len(guide.bounds) - 1, np.int64)
    some, some_entries = np.empty_like(keys), np.empty_like(entries)
    bins = np.empty(len(keys), np.uint8)
    count = kernels.choose(
        keys, entries, guide.bounds, guide.stretches, guide.shift, some, some_entries, bins, ends
    )
    positions, theirs = shelf.take(count)
    kernels.deal(some, some_entries, bins, ends, positions, theirs)
    return _Look(positions, theirs, ends.tolist())


@QUIETLY
def _sorted(looked: list[_Look], stretches: range, bounds: Columns, bits: int) -> Stretch:
    """Return some stretches in the order of the positions. An entry takes ``bits`` bits."""
    columns_by_stretch = [
        tuple(zip(*(look.of(stretch) for look in looked), strict=True)) for stretch in stretches
    ]
    size = sum(len(part) for parts, _ in columns_by_stretch for part in parts)
    positions, entries = np.empty(size, np.uint64), np.empty(size, looked[0].entries.dtype)
    begin = 0
    for stretch, columns in zip(stretches, columns_by_stretch, strict=True):
        some, theirs = map(np.concatenate, columns)
        part = slice(begin, begin + len(some))
        _sort(some, theirs, bounds[stretch], bits, positions[part], entries[part])
        begin = part.stop
    return positions, entries


def _sort(
    some: Columns,
    theirs: Columns,
    first: np.uint64,
    bits: int,
    positions: Columns,
    entries: Columns,
) -> None:
    """Write the positions of a stretch in order, and their entries. ``some`` is overwritten."""
    words, low = np.empty_like(some), np.uint64(bits)
    width = int(kernels.join(some, theirs, first, low, words)).bit_length()
    if width + bits > 64:
        order = np.argsort(some)
        positions[:], entries[:] = some[order], theirs[order]
        return
    if kernels.sort_words(words, some, low, width):
        words = some
    kernels.part(words, first, low, positions, entries)


@QUIETLY
def by_key(
    stretches: Callable[[], Iterable[Stretch]],
    size: int,
    width: Any,
    make: Callable[[int, Any], Columns] = np.empty,
) -> Stretch:
    """Return the keys of positions that come in any order, sorted, and their entries.

    ``stretches`` may be called twice, if the keys are so unevenly spread that a shard overflows.
    ``make`` allocates the two columns.
    """
    shards = 1 << max(1, (size // KEYS_A_SHARD).bit_length())
    shift = np.uint64(65 - shards.bit_length())
    room = size // shards + 8 * math.isqrt(size // shards) + 16
    counts = np.zeros(shards, np.int64)
    keys, theirs = make(shards * room, np.uint64), make(shards * room, width)
    for positions, entries in stretches():
        if not kernels.deal_keys(positions, entries, shift, room, counts, keys, theirs):
            return _sorted_at_once(stretches(), size, width)
    pieces = ((keys, theirs, counts, *ends, room, shift) for ends in chunks_of(shards, 64))
    for _ in in_turn(_sort_shards, pieces, 2 * default_threads()):
        pass
    kernels.close_gaps(keys, theirs, counts, room)
    return _cut(keys, size), _cut(theirs, size)


def _cut(column: Columns, size: int) -> Columns:
    """Return the first entries of a column, and free the memory after them."""
    if column.flags.owndata:
        column.resize(size, refcheck=False)
    return column[:size]


def _sort_shards(
    keys: Columns,
    entries: Columns,
    counts: Columns,
    first: int,
    last: int,
    room: int,
    shift: np.uint64,
) -> None:
    """Sort some shards in place."""
    part = slice(first * room, last * room)
    kernels.sort_shards(keys[part], entries[part], counts[first:last], room, shift)


def _sorted_at_once(stretches: Iterable[Stretch], size: int, width: Any) -> Stretch:
    """Return keys in order, and their entries, sorted in one step with more memory."""
    keys, theirs, done = np.empty(size, np.uint64), np.empty(size, width), 0
    for positions, entries in stretches:
        keys[done : done + len(positions)] = mixed_plainly(positions)
        theirs[done : done + len(positions)] = entries
        done += len(positions)
    order = np.argsort(keys)
    return keys[order], theirs[order]
