"""Numbers of the pending indexes, in order: from an index to its number within one cache line.

A line holds a count and the bits of 448 indexes. The number of an index is the count of its line
and the number of bits before its own.
"""

from __future__ import annotations

import numpy as np

from gamesolver.kernels.compiling import kernel, njit
from gamesolver.kernels.intrinsics import ones

LINE, IN_LINE = 8, 448  # words of a line: a count, then bits
U_IN_LINE, U6, U63 = np.uint64(IN_LINE), np.uint64(6), np.uint64(63)
U0, U1 = np.uint64(0), np.uint64(1)

helper = njit(inline="always")


@kernel
def number_indexes(indexes, first, lines):
    """Give each index its number. They are in order, and the first line begins with ``first``."""
    one = np.uint64(1)
    lines[:] = 0
    # Set the bit of each index. The first word of a line gets the number of indexes in the line
    # before it.
    for index in indexes:
        place = np.int64(index) - first
        line = place // IN_LINE
        bit = place - line * IN_LINE
        lines[line * LINE + 1 + bit // 64] |= one << np.uint64(bit % 64)
        if line * LINE + LINE < lines.size:
            lines[line * LINE + LINE] += one
    # Add the numbers up, so that the first word counts the indexes in all lines before its own.
    count = np.uint64(0)
    for line in range(0, lines.size, LINE):
        count += lines[line]
        lines[line] = count


@helper
def number_of(lines, place):
    """Return the number of an index, given by its distance from the first line, or -1."""
    line = np.uint64(place) // U_IN_LINE  # of unsigned numbers, which are divided in one step
    bit = np.uint64(place) - line * U_IN_LINE
    first = np.int64(line) * LINE
    # A negative distance is a huge unsigned number, and is rejected before any word is read.
    if place < 0 or first >= lines.size:
        return -1
    # The word with the bit of the index, shifted so that this bit is the lowest.
    last = first + 1 + np.int64(bit >> U6)
    bits = lines[last] >> (bit & U63)
    if bits & U1 == U0:
        return -1
    # Indexes in earlier lines, in earlier words of the line, and in the bits before this one: all
    # bits of the word less those from this one on.
    number = np.int64(lines[first])
    for word in range(first + 1, last):
        number += ones(lines[word])
    return number + ones(lines[last]) - ones(bits)
