"""Inner loops that encode blocks of files: positions as differences, and entries."""

from __future__ import annotations

import numpy as np

from gamesolver.kernels.compiling import kernel, njit

U0, U8, U255 = np.uint64(0), np.uint64(8), np.uint64(255)
MOST_BYTES = 8 + 1 + 9 + 4
"""Largest size of a block of one position; a longer block takes up to this for each position."""

helper = njit(inline="always")


@helper
def _planes_for(number):
    """Return the number of bytes of a number."""
    planes = 0
    while planes < 8 and number >> (U8 * np.uint64(planes)):
        planes += 1
    return planes


@helper
def _put(number, planes, apart, raw, place):
    """Write the bytes of a number, ``apart`` bytes from each other."""
    for plane in range(planes):
        raw[place + plane * apart] = np.uint8(number & U255)
        number >>= U8


@kernel
def write_positions(positions, raw):
    """Write the first position, and a byte for each difference: 255 for a long one.

    The number of planes of the long ones comes before them, and the planes follow. Return the
    number of bytes.
    """
    size = positions.size
    _put(positions[0], 8, 1, raw, 0)
    # Eight bytes of the first position, one for the number of planes, then one for each difference.
    short, rest = raw[9 : 9 + size], 9 + size
    before, bits = positions[0], U0
    for each in range(size):  # nothing else in this loop, so that several are done at once
        step = positions[each] - before
        before = positions[each]
        short[each] = np.uint8(min(step, U255))
        bits |= step
    # 255 is the mark, so a difference of exactly 255 is a long one.
    longs = 0
    for each in range(size):
        longs += short[each] == 255
    # The OR of all differences is as wide as the widest of them.
    planes = _planes_for(bits) if longs else 0
    raw[8] = planes
    number = 0
    for each in range(size):
        if short[each] == 255:
            # Byte n of all long differences forms plane n: bytes of equal weight compress well
            # together. The first difference is 0, so there is always a position before.
            _put(positions[each] - positions[each - 1], planes, longs, raw, rest + number)
            number += 1
    return rest + planes * longs


@kernel
def write_enumerated(positions, entries, in_a_block, raw, ends):
    """Write all blocks of a run, entries after positions, and the end of each block."""
    place = 0
    for block in range(ends.size):
        part = slice(block * in_a_block, min(positions.size, (block + 1) * in_a_block))
        # A block is decoded without others, so its first position is stored in full.
        place += write_positions(positions[part], raw[place:])
        theirs, bits = entries[part], U0
        for entry in theirs:
            bits |= np.uint64(entry)
        # Entries in planes too, the lowest byte first. The largest entry of the block determines
        # their number.
        for plane in range(max(1, _planes_for(bits))):
            shift, target = U8 * np.uint64(plane), raw[place : place + theirs.size]
            for each in range(theirs.size):
                target[each] = np.uint8(np.uint64(theirs[each]) >> shift)
            place += theirs.size
        ends[block] = place
