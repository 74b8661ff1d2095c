"""The inner loops that put the positions of a found game in order, and their keys again.

Both sort by *digits* of some bits, from the lowest up: each pass counts how often every
digit comes, and deals the numbers out, keeping the order of those with the same digit. A
pass over a stretch that fits the cache costs some 2 ns a number.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from gamesolver.places_kernels import mixed, unmixed

DIGIT_BITS = 11
DIGITS = 1 << DIGIT_BITS
U_DIGIT_BITS, U_MASK = np.uint64(DIGIT_BITS), np.uint64(DIGITS - 1)
U0, U64 = np.uint64(0), np.uint64(64)

jit = nb.njit(cache=True, nogil=True)


@jit
def gather(keys, cells, bounds, spare, words, theirs, ends):
    """Take the positions of some keys that lie between the first bound and the last.

    They come stretch by stretch in ``words``, their cells in ``theirs``, and where each
    stretch ends in ``ends``. ``spare`` is room for as many words, cells and stretches.
    What is not wanted is written over by the next one, for to guess which it is takes longer.
    """
    found, their_cells, stretches = spare
    first, last = bounds[0], bounds[bounds.size - 1]
    count = 0
    for each in range(keys.size):
        position = unmixed(keys[each])
        found[count] = position
        their_cells[count] = cells[each]
        count += (position >= first) & (position < last)
    ends[:] = 0
    for each in range(count):
        stretch = 0
        for bound in range(1, bounds.size - 1):
            stretch += found[each] >= bounds[bound]
        stretches[each] = stretch
        ends[stretch] += 1
    total = 0
    for stretch in range(ends.size):
        some = ends[stretch]
        ends[stretch] = total
        total += some
    for each in range(count):
        place = ends[stretches[each]]
        ends[stretches[each]] = place + 1
        words[place] = found[each]
        theirs[place] = their_cells[each]


@jit
def join(words, cells, bits):
    """Put each cell into the lowest bits of its word."""
    for each in range(words.size):
        words[each] = words[each] << bits | np.uint64(cells[each])


@jit
def greatest(keys):
    """The greatest position."""
    most = U0
    for key in keys:
        most = max(most, unmixed(key))
    return most


@jit
def sort_words(words, spare):
    """Sort numbers in place, with as much room to spare; digits that all share are passed over."""
    counts = np.empty(DIGITS, np.int64)
    all_ones, any_ones = ~U0, U0
    for word in words:
        all_ones &= word
        any_ones |= word
    differing = all_ones ^ any_ones
    is_spare = False
    shift = U0
    while shift < U64 and differing >> shift:
        if (differing >> shift) & U_MASK:
            if is_spare:
                _pass(spare, words, shift, counts)
            else:
                _pass(words, spare, shift, counts)
            is_spare = not is_spare
        shift += U_DIGIT_BITS
    if is_spare:
        for each in range(words.size):
            words[each] = spare[each]


@nb.njit(nogil=True, inline="always")
def _pass(source, target, shift, counts):
    """Deal numbers out by one digit."""
    counts[:] = 0
    for word in source:
        counts[np.int64((word >> shift) & U_MASK)] += 1
    total = 0
    for digit in range(DIGITS):
        count = counts[digit]
        counts[digit] = total
        total += count
    for word in source:
        digit = np.int64((word >> shift) & U_MASK)
        target[counts[digit]] = word
        counts[digit] += 1


@jit
def count_shards(positions, shift, counts):
    """How many of the keys of some positions fall into each shard: by their highest bits."""
    for position in positions:
        counts[np.int64(mixed(position) >> shift)] += 1


@jit
def deal_keys(positions, cells, shift, cursors, keys, theirs):
    """Put the keys of some positions, and their cells, into their shards."""
    for each in range(positions.size):
        key = mixed(positions[each])
        shard = np.int64(key >> shift)
        place = cursors[shard]
        cursors[shard] = place + 1
        keys[place] = key
        theirs[place] = cells[each]


@jit
def sort_shards(keys, cells, ends, shift):
    """Sort each of some shards, cells along with their keys.

    Keys are spread evenly, so that of a few thousand the next twice so many bits tell
    nearly all apart; what they leave is put right by looking at neighbours.
    """
    counts = np.empty(DIGITS, np.int64)
    first = 0
    spare_keys, spare_cells = np.empty(0, keys.dtype), np.empty(0, cells.dtype)
    for last in ends:
        size = last - first
        if spare_keys.size < size:
            spare_keys, spare_cells = np.empty(size, keys.dtype), np.empty(size, cells.dtype)
        part, theirs = keys[first:last], cells[first:last]
        high = shift - U_DIGIT_BITS
        _pass_with_cells(part, theirs, spare_keys, spare_cells, size, high - U_DIGIT_BITS, counts)
        _pass_with_cells(spare_keys, spare_cells, part, theirs, size, high, counts)
        for each in range(1, size):
            key, cell, place = part[each], theirs[each], each
            while place > 0 and part[place - 1] > key:
                part[place], theirs[place] = part[place - 1], theirs[place - 1]
                place -= 1
            part[place], theirs[place] = key, cell
        first = last


@nb.njit(nogil=True, inline="always")
def _pass_with_cells(source, cells, target, target_cells, size, shift, counts):
    """Deal keys out by one digit, and their cells with them."""
    counts[:] = 0
    for each in range(size):
        counts[np.int64((source[each] >> shift) & U_MASK)] += 1
    total = 0
    for digit in range(DIGITS):
        count = counts[digit]
        counts[digit] = total
        total += count
    for each in range(size):
        digit = np.int64((source[each] >> shift) & U_MASK)
        target[counts[digit]] = source[each]
        target_cells[counts[digit]] = cells[each]
        counts[digit] += 1
