"""Inner loops of the enumeration of positions: a hash set of keys, in shards.

The top bits of a key select its shard, and the next bits its entry in the shard. So a shard is
nearly in order, and so are all shards. If the entry of a key is taken, the key goes to the next
free one, from the end of the shard to its begin. A shard is never full. 0 is the key of no
position, and marks a free entry.

New keys reach a shard in bins, so all entries of the shard that they touch are in the cache. One
worker at a time has the shard, so no worker waits for another.

Each of several ranks owns the keys from ``least`` to ``most``. ``ranks`` is their number, 1 for a
process without others. The low 64 bits of ``ranks`` times a key of one rank are spread as evenly as
all keys are, and are in the same order. They select the shard. Keys of other ranks are listed in
``others``, in the order in which they are met.
"""

from __future__ import annotations

import numpy as np

from gamesolver.kernels.compiling import kernel, njit
from gamesolver.kernels.encodings import is_end_of
from gamesolver.kernels.gains import listed
from gamesolver.kernels.intrinsics import fetch_ahead
from gamesolver.kernels.places import folded, mixed, unmixed
from gamesolver.kernels.scratch import ADDED, DONE, FAULT, GUARDS, IS_FULL, OTHERS, WHERE

SHARD_BITS = 10
SHARDS = 1 << SHARD_BITS
AHEAD = 8  # keys that a place is fetched ahead
AT_A_TIME = 1 << 15  # positions that one worker expands in a call

SHIFT = np.uint64(64 - SHARD_BITS)
BITS, U32 = np.uint64(SHARD_BITS), np.uint64(32)

helper = njit(inline="always")


@helper
def _home(spread, capacity):
    """Return the index of a key in its shard, if that entry is free."""
    # The 32 bits after those of the shard, as a fraction, times the capacity: a multiplication is
    # faster than a remainder, and keeps the keys in order.
    within = (spread << BITS) >> U32
    return np.int64((within * np.uint64(capacity)) >> U32)


@helper
def _enter(table, shard, capacity, ranks, key):
    """Put a key into its shard, which has room. Return True if the key is new."""
    # Linear probing, which goes on at the begin of the shard after its end. The shard has a free
    # entry, so the loop ends.
    begin, place = shard * capacity, _home(key * ranks, capacity)
    while True:
        there = table[begin + place]
        if there == key:
            return False
        if there == 0:
            table[begin + place] = key
            return True
        place += 1
        if place == capacity:
            place = 0


@helper
def _expand(rules, key, scratch):
    """Put the keys of the successors among the neighbours. Return their number, -1 for a fault."""
    moves, successors, images = scratch.moves, scratch.successors, scratch.images
    keys = scratch.neighbours
    # A terminal position has a key like any other, and no successors.
    position = unmixed(key)
    code = rules.end(position)
    if code != rules.playing:
        return 0 if is_end_of(rules.form, code) else -1
    count = listed(scratch.gains, rules.successors, position, moves, successors)
    if count < 1 or count > moves.size - GUARDS:
        return -1
    # One key represents a whole orbit. The key 0 marks a free entry. It is that of ``NO_POSITION``
    # alone, which also marks a fault of the symmetries.
    for each in range(count):
        keys[each] = mixed(folded(rules, successors[each], images))
        if keys[each] == 0:
            return -1
    return count


def expand(rules, places, entries, scratch, frontier, bins, filled, ranks, least, most, others):
    """Sort the successors of a frontier into bins, one per shard, until a bin is full.

    If not all successors of a position fit, the position is expanded again later. The keys that
    were stored before are known then. A key that repeats itself takes one entry.
    """
    keys, tally, room = scratch.neighbours, scratch.tally, bins.shape[1]
    sent = 0
    for place in range(frontier.size):
        # If the rules raise an exception, this is the position to report.
        tally[WHERE] = place
        count = _expand(rules, frontier[place], scratch)
        if count < 0:
            tally[FAULT] = True
            return
        for each in range(count):
            key = keys[each]
            # A key outside the range belongs to another rank, and is listed for it. If the list is
            # full, the position is not done.
            if not least <= key <= most:
                if sent == others.size:
                    return
                others[sent] = key
                sent += 1
                continue
            # The top bits select the shard. A key that repeats the last one of its bin is dropped,
            # at the cost of a comparison. Other repeats are found when the bin is emptied.
            shard = np.int64((key * ranks) >> SHIFT)
            size = filled[shard]
            if size and bins[shard, size - 1] == key:
                continue
            # If the bin is full, the position is not done. It is expanded again after the bins are
            # emptied, and those of its keys that they held are known then.
            if size == room:
                return
            bins[shard, size] = key
            filled[shard] = size + 1
        # Only whole positions are counted. Keys in ``others`` after the counted ones are
        # overwritten.
        tally[DONE] += 1
        tally[OTHERS] = sent


def list_keys(rules, places, entries, scratch, frontier, found):
    """List the keys of the successors of a frontier, position by position, while there is room."""
    keys, tally = scratch.neighbours, scratch.tally
    total = 0
    for place in range(frontier.size):
        tally[WHERE] = place
        count = _expand(rules, frontier[place], scratch)
        if count < 0:
            tally[FAULT] = True
            return
        # Only whole positions are listed, so the caller can continue with this one.
        if total + count > found.size:
            return
        for each in range(count):
            found[total + each] = keys[each]
        total += count
        tally[DONE] += 1
        tally[ADDED] = total


@kernel
def insert(table, capacity, counts, most, ranks, bins, filled, shards, fresh):
    """Empty the bins of a range of shards into them; list the keys that are new.

    A shard with ``most`` keys takes no more, and the rest of its bin remains. Return the number of
    new keys, and True if there is such a shard.
    """
    added, is_full = 0, False
    for shard in range(shards[0], shards[1]):
        # The keys of a bin are entered in order, each after its entry was fetched ahead.
        keys = bins[shard, : filled[shard]]
        left = keys.size
        for place in range(keys.size):
            if place + AHEAD < keys.size:
                ahead = keys[place + AHEAD] * ranks
                fetch_ahead(table, shard * capacity + _home(ahead, capacity))
            # The limit leaves free entries, without which linear probing would not end.
            if counts[shard] >= most:
                is_full = True
                break
            if _enter(table, shard, capacity, ranks, keys[place]):
                counts[shard] += 1
                fresh[added] = keys[place]
                added += 1
            left -= 1
        # The keys that are left move to the front of the bin. They are inserted when the table has
        # grown.
        for place in range(left):
            keys[place] = keys[keys.size - left + place]
        filled[shard] = left
    return added, is_full


@kernel
def enter_all(table, capacity, counts, most, ranks, keys, fresh):
    """Enter keys one by one until a shard is full, and list those that are new.

    Return the number of keys entered, and of new ones.
    """
    added = 0
    for place in range(keys.size):
        if place + AHEAD < keys.size:
            ahead = keys[place + AHEAD] * ranks
            fetch_ahead(table, np.int64(ahead >> SHIFT) * capacity + _home(ahead, capacity))
        shard = np.int64((keys[place] * ranks) >> SHIFT)
        # At a full shard the caller enlarges the table, and continues with this key.
        if counts[shard] >= most:
            return place, added
        if _enter(table, shard, capacity, ranks, keys[place]):
            counts[shard] += 1
            fresh[added] = keys[place]
            added += 1
    return keys.size, added


def find_few(
    rules, places, entries, scratch, table, capacity, counts, most, ranks, queue, head, tail
):
    """Expand a queue in order with one worker, for a limited time or until it is full.

    It also stops at a full shard. The position at which it stopped is expanded again.
    """
    keys, tally = scratch.neighbours, scratch.tally
    # The queue is expanded from ``head`` on, while new keys are appended at ``tail``: a
    # breadth-first search in one array.
    goes_on = True
    while goes_on and head < tail and tally[DONE] < AT_A_TIME:
        tally[WHERE] = head
        count = _expand(rules, queue[head], scratch)
        if count < 0:
            tally[FAULT] = True
            return
        for each in range(count):
            # Without room in the shard or in the queue, the position is left for later. Its keys up
            # to here are in the queue already, and will be known.
            shard = np.int64((keys[each] * ranks) >> SHIFT)
            tally[IS_FULL] |= counts[shard] >= most
            goes_on = not tally[IS_FULL] and tail < queue.size
            if not goes_on:
                break
            if _enter(table, shard, capacity, ranks, keys[each]):
                counts[shard] += 1
                queue[tail] = keys[each]
                tail += 1
        # The position is done once all its successors are entered.
        if goes_on:
            head += 1
            tally[DONE] += 1
    tally[ADDED] = tail


@kernel
def compact(table, capacity, offsets, shards, keys):
    """Copy the keys of a range of shards to their places among all keys."""
    for shard in range(shards[0], shards[1]):
        place = shard * capacity
        to = offsets[shard]
        # The number of keys is known, so the copy ends at the last key of the shard.
        while to < offsets[shard + 1]:
            if table[place]:
                keys[to] = table[place]
                to += 1
            place += 1


@kernel
def rehash(table, capacity, wider, wider_capacity, ranks, shards):
    """Move the keys of a range of shards into a wider table."""
    for shard in range(shards[0], shards[1]):
        # The top bits select the same shard in a table of any size, so shards are moved one by one.
        for place in range(shard * capacity, (shard + 1) * capacity):
            if table[place]:
                _enter(wider, shard, wider_capacity, ranks, table[place])


@kernel
def count_known(table, capacity, counts, most, ranks, keys):
    """Return the number of keys that are in the table."""
    known = 0
    for place in range(keys.size):
        # The probe of ``_enter``, without writing.
        spread = keys[place] * ranks
        begin, at = np.int64(spread >> SHIFT) * capacity, _home(spread, capacity)
        while table[begin + at] != 0 and table[begin + at] != keys[place]:
            at = at + 1 if at + 1 < capacity else 0
        known += table[begin + at] != 0
    return known
