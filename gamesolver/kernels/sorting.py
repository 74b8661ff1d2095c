"""Inner loops that sort enumerated positions, and that restore the order of their keys.

Both are radix sorts, from the lowest *digit* of several bits up. Each pass counts every digit, and
deals the numbers out in their present order. A pass over numbers that fit the cache takes about 2
ns a number.
"""

from __future__ import annotations

import numpy as np

from gamesolver.kernels.compiling import kernel, making_arrays, njit
from gamesolver.kernels.places import mixed, unmixed

WORD_BITS = 12  # of a digit at most
KEY_BITS = 11  # of a digit
DIGITS = 1 << KEY_BITS
U_KEY_BITS, U_MASK = np.uint64(KEY_BITS), np.uint64(DIGITS - 1)
U0, U1 = np.uint64(0), np.uint64(1)

helper = njit(inline="always")


@kernel
def choose(keys, entries, bounds, guide, shift, found, their_entries, stretches, ends):
    """List the positions of some keys between the first bound and the last, and their entries.

    The stretch of each position is listed too, and the begin of each stretch. A position out of
    bounds is overwritten by the next one, because a branch that cannot be predicted takes longer.
    ``guide`` limits the search for a stretch by the highest bits of the position.
    """
    first, span = bounds[0], bounds[bounds.size - 1] - bounds[0]
    count = 0
    for each in range(keys.size):
        # Below the first bound the unsigned difference wraps around, so one comparison tests both
        # ends.
        position = unmixed(keys[each])
        found[count] = position
        their_entries[count] = entries[each]
        count += position - first < span
    # The highest bits of a position leave few stretches. A binary search finds the last one whose
    # bound is not above the position.
    ends[:] = 0
    for each in range(count):
        highest = np.int64(min((found[each] - first) >> shift, np.uint64(guide.size - 2)))
        stretch, last = np.int64(guide[highest]), np.int64(guide[highest + 1])
        while stretch < last:
            # Rounded up, so that the range becomes smaller in each step.
            middle = (stretch + last + 1) // 2
            if found[each] < bounds[middle]:
                last = middle - 1
            else:
                stretch = middle
        stretches[each] = stretch
        ends[stretch] += 1
    # Counts become the first free entries, which `deal` moves on to the ends.
    _add_up(ends)
    return count


@kernel
def deal(found, their_entries, stretches, ends, positions, theirs):
    """Deal chosen positions and their entries into stretches. ``ends``: the first free places."""
    for each in range(positions.size):
        place = ends[stretches[each]]
        ends[stretches[each]] = place + 1
        positions[place] = found[each]
        theirs[place] = their_entries[each]


@helper
def _add_up(counts):
    """Replace each count by the sum of the counts before it."""
    total = 0
    for each in range(counts.size):
        count = counts[each]
        counts[each] = total
        total += count


@kernel
def join(positions, entries, first, bits, words):
    """Make words of the distances from the first position, with the entries in their lowest bits.

    Return all bits that are set in the distances.
    """
    any_ones = U0
    for each in range(positions.size):
        steps = positions[each] - first
        any_ones |= steps
        words[each] = steps << bits | np.uint64(entries[each])
    return any_ones


@kernel
def part(words, first, bits, positions, entries):
    """Split words into positions and entries. Inverse of :func:`join`."""
    mask = (U1 << bits) - U1
    for each in range(words.size):
        positions[each] = (words[each] >> bits) + first
        entries[each] = words[each] & mask


@making_arrays
def sort_words(words, spare, low, width):
    """Sort numbers by some bits from ``low`` up. ``spare`` has as many entries.

    The digits of all passes are counted at once. Return True if the result is in ``spare``.
    """
    # As few passes as digits of 12 bits allow, with digits of equal width.
    passes = max(1, -(-width // WORD_BITS))
    digit_bits = max(1, -(-width // passes))
    counts = np.zeros((passes, 1 << digit_bits), np.int64)
    mask = np.uint64((1 << digit_bits) - 1)
    step = np.uint64(digit_bits)
    # The counts of a digit do not depend on the order of the words, so one scan serves all passes.
    for word in words:
        left = word >> low
        for each in range(passes):
            counts[each, np.int64(left & mask)] += 1
            left >>= step
    # Each pass is stable, so it preserves the order by all lower digits.
    source, target = words, spare
    for each in range(passes):
        shift = low + step * np.uint64(each)
        places = counts[each]
        _add_up(places)
        for word in source:
            digit = np.int64((word >> shift) & mask)
            target[places[digit]] = word
            places[digit] += 1
        source, target = target, source
    # Each pass swaps the two columns.
    return passes % 2 == 1


@kernel
def deal_keys(positions, entries, shift, room, counts, keys, theirs):
    """Deal the keys of some positions, with their entries, into shards that have room."""
    for each in range(positions.size):
        key = mixed(positions[each])
        shard = np.int64(key >> shift)
        count = counts[shard]
        # The keys are too unevenly spread. The caller sorts them in another way.
        if count == room:
            return False
        counts[shard] = count + 1
        keys[shard * room + count] = key
        theirs[shard * room + count] = entries[each]
    return True


@making_arrays
def sort_shards(keys, entries, counts, room, shift):
    """Sort each of some shards, entries along with their keys.

    Keys are spread evenly, so twice as many bits distinguish nearly all keys of a shard. An
    insertion sort orders the rest.
    """
    digits = np.empty(DIGITS, np.int64)
    spare_keys, spare_entries = np.empty(room, keys.dtype), np.empty(room, entries.dtype)
    # The keys of a shard have equal bits from `shift` on. The next digit is just below.
    high = shift - U_KEY_BITS
    for shard in range(counts.size):
        size = counts[shard]
        # Two passes, the lower digit first. The second one brings the keys back to their shard.
        part, theirs = keys[shard * room :], entries[shard * room :]
        _pass_with_entries(part, theirs, spare_keys, spare_entries, size, high - U_KEY_BITS, digits)
        _pass_with_entries(spare_keys, spare_entries, part, theirs, size, high, digits)
        # Only keys with 22 equal bits can be out of order. They are adjacent and few.
        for each in range(1, size):
            key, entry, place = part[each], theirs[each], each
            while place > 0 and part[place - 1] > key:
                part[place], theirs[place] = part[place - 1], theirs[place - 1]
                place -= 1
            part[place], theirs[place] = key, entry


@helper
def _pass_with_entries(source, entries, target, target_entries, size, shift, counts):
    """Deal keys out by one digit, and their entries with them."""
    # Counting sort: the counts of digits become the first free entries.
    counts[:] = 0
    for each in range(size):
        counts[np.int64((source[each] >> shift) & U_MASK)] += 1
    _add_up(counts)
    for each in range(size):
        digit = np.int64((source[each] >> shift) & U_MASK)
        target[counts[digit]] = source[each]
        target_entries[counts[digit]] = entries[each]
        counts[digit] += 1


@kernel
def close_gaps(keys, entries, counts, room):
    """Move the shards together."""
    place = 0
    for shard in range(counts.size):
        # No entry moves up, so none is overwritten before it is read.
        for each in range(shard * room, shard * room + counts[shard]):
            keys[place] = keys[each]
            entries[place] = entries[each]
            place += 1
