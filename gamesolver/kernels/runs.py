"""The inner loops of sorted runs: two of them merged, and what one has left out of another.

Each goes through its columns from the first key to the last, once. So the columns may be files,
which are read as they lie on the disk.
"""

from __future__ import annotations

from gamesolver.kernels.compiling import kernel


@kernel
def merge(one, other, merged):
    """Merge two columns of keys in order, until ``merged`` is full. Return both read counts.

    No key is in both.
    """
    first = second = place = 0
    while place < merged.size and first < one.size and second < other.size:
        is_first = one[first] < other[second]
        merged[place] = one[first] if is_first else other[second]
        first += is_first
        second += not is_first
        place += 1
    while place < merged.size and first < one.size:
        merged[place] = one[first]
        first += 1
        place += 1
    while place < merged.size and second < other.size:
        merged[place] = other[second]
        second += 1
        place += 1
    return first, second


@kernel
def drop_known(keys, known, stride):
    """Leave out of some keys those that are known, both in order; how many are left.

    ``stride`` is how many of the known ones are passed over at a time: more than one where they
    are many more than the keys.
    """
    count = at = 0
    for each in range(keys.size):
        key = keys[each]
        while at + stride <= known.size and known[at + stride - 1] < key:
            at += stride
        while at < known.size and known[at] < key:
            at += 1
        keys[count] = key
        count += at == known.size or known[at] != key
    return count
