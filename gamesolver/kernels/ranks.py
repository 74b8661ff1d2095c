"""Inner loops of ranks: the indexes that each owns, and messages between them.

Indexes of an indexed game belong to ranks block by block in turn. Block b, of ``2 ** bits``
indexes, belongs to rank ``b % size``, as its block ``b // size``. Enumerated positions belong to
ranks by the highest bits of their keys: a key to rank ``key * size >> 64``. So each rank has
*places* from 0 on, one for each of its indexes, or for each of its keys in order.

A rank numbers its own pending indexes in order. A *code* consists of such a number, the rank, and a
bit that is set if a move keeps the turn. With it the owner of the successor can reply. A *message*
consists of a number of its receiver, and a bit that is set if the move of that position is good.
"""

from __future__ import annotations

import numpy as np

from gamesolver.kernels.compiling import kernel, njit

BYTE, MORE = 7, 128  # bits that a byte of a packed number has, and the mark that another follows

U1, U32, LOW = np.uint64(1), np.uint64(32), np.uint64(0xFFFF_FFFF)

helper = njit(inline="always")


# ── found positions ─────────────────────────────────────────────────────────────────────────────


@helper
def owner_of_key(key, size):
    """Return the rank that owns a key: ``key * size >> 64``."""
    # The product is longer than 64 bits, so the halves of the key are multiplied separately.
    return np.int64(((key >> U32) * size + ((key & LOW) * size >> U32)) >> U32)


@kernel
def drop_repeats(keys):
    """Sort keys that are in order of their upper halves, without repeats. Return their number."""
    count = 0
    for each in range(keys.size):
        # The first `count` keys are in order without repeats. Only keys with an equal upper half
        # can be greater than the next one, so its place is near the end.
        key, place = keys[each], count
        while place > 0 and keys[place - 1] > key:
            place -= 1
        if place > 0 and keys[place - 1] == key:
            continue
        # The greater keys move up by one. Entry `count` is free, because its key was read before.
        for later in range(count, place, -1):
            keys[later] = keys[later - 1]
        keys[place] = key
        count += 1
    return count


# ── moves in order of the ranks that own their successors ───────────────────────────────────────


@helper
def _owner_of(name, bits, size):
    """Return the rank that owns an index."""
    return np.int64(np.uint32(name >> bits) % np.uint32(size))


@kernel
def deal_out(names, codes, bits, size, places, codes_in_order, ends):
    """Sort moves by the owner of the successor's index, and replace the index by its place there.

    ``ends`` gets the end of each owner's moves.
    """
    # A counting sort: count the moves of each owner, and add up the counts.
    ends[:] = 0
    for move in range(names.size):
        ends[_owner_of(names[move], bits, size)] += 1
    for owner in range(1, size):
        ends[owner] += ends[owner - 1]
    low = (1 << bits) - 1
    # Each end moves down to the begin of the owner's moves. From the last move to the first, so
    # that moves of one owner keep their order.
    for move in range(names.size - 1, -1, -1):
        name = names[move]
        owner = _owner_of(name, bits, size)
        ends[owner] -= 1
        # The owner counts its own blocks only. The place within the block is equal.
        places[ends[owner]] = (((name >> bits) // size) << bits) | (name & low)
        codes_in_order[ends[owner]] = codes[move]
    # Each entry is now a begin. The begin of the next owner is the end of this one.
    for owner in range(size - 1):
        ends[owner] = ends[owner + 1]
    ends[size - 1] = names.size


@kernel
def deal_out_keys(names, codes, size, keys, codes_in_order, ends):
    """Sort moves to found positions by owner, as :func:`deal_out` does; they keep their names."""
    # The counting sort of `deal_out`, with another rule for the owner.
    ends[:] = 0
    for move in range(names.size):
        ends[owner_of_key(names[move], size)] += 1
    for owner in range(1, ends.size):
        ends[owner] += ends[owner - 1]
    for move in range(names.size - 1, -1, -1):
        owner = owner_of_key(names[move], size)
        ends[owner] -= 1
        keys[ends[owner]] = names[move]
        codes_in_order[ends[owner]] = codes[move]
    # The begins become the ends.
    for owner in range(ends.size - 1):
        ends[owner] = ends[owner + 1]
    ends[ends.size - 1] = names.size


# ── messages, packed ────────────────────────────────────────────────────────────────────────────


@kernel
def pack(messages, packed):
    """Pack sorted messages as differences, each in as few bytes as possible.

    A good message that repeats is packed once, because one resolves its position. Return the number
    of bytes, and of messages.
    """
    before, filled, count = 0, 0, 0
    for place in range(messages.size):
        # Repeats of a bad message are kept, because each of them counts one more bad move.
        message = np.int64(messages[place])
        if place and message == before and message & 1:
            continue
        # A variable-length integer (LEB128): seven bits a byte, the lowest first.
        more = message - before
        while more >= MORE:
            packed[filled] = (more & (MORE - 1)) | MORE
            more >>= BYTE
            filled += 1
        packed[filled] = more
        filled += 1
        count += 1
        before = message
    return filled, count


# ── one table of all parts ──────────────────────────────────────────────────────────────────────


@kernel
def put_in_place(part, first, rank, bits, size, entries):
    """Put entries of a rank, from its place ``first`` on, at their indexes."""
    low = (1 << bits) - 1
    for each in range(part.size):
        # Block n of the rank is block n * size + rank of all. The place within a block is equal.
        place = first + each
        entries[((((place >> bits) * size) + rank) << bits) | (place & low)] = part[each]
