"""Inner loops of sorted runs: merge two of them, and drop from one the keys of another.

Each reads its columns once, from the first key to the last. So the columns may be memory-mapped
files, which are then read sequentially.
"""

from __future__ import annotations

from gamesolver.kernels.compiling import kernel


@kernel
def merge(one, other, merged):
    """Merge two columns of keys in order, until ``merged`` is full. Return both read counts.

    No key is in both.
    """
    first = second = place = 0
    # The lesser of the two next keys is taken. Both counts are advanced by the comparison, without
    # a branch that the processor would have to predict.
    while place < merged.size and first < one.size and second < other.size:
        is_first = one[first] < other[second]
        merged[place] = one[first] if is_first else other[second]
        first += is_first
        second += not is_first
        place += 1
    # One column is exhausted, or `merged` is full. Copy the rest of the other column.
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
    """Drop the keys that are known, both columns in order. Return the number of keys left.

    ``stride`` is the number of known keys that are skipped at a time. It is greater than 1 if there
    are many more known keys than keys.
    """
    count = at = 0
    for each in range(keys.size):
        key = keys[each]
        # Both columns are in order, so `at` never moves back. Whole strides are skipped by their
        # last key, and then single keys.
        while at + stride <= known.size and known[at + stride - 1] < key:
            at += stride
        while at < known.size and known[at] < key:
            at += 1
        # Every key is written, and the next one overwrites it if it is known.
        keys[count] = key
        count += at == known.size or known[at] != key
    return count
