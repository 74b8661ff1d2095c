"""Entries of a table inside kernels, where a few long outcomes are listed outside of it."""

from __future__ import annotations

import numpy as np

from gamesolver.kernels.codes import PENDING
from gamesolver.kernels.compiling import njit

helper = njit(inline="always")


@njit
def long_entry(overflow, index):
    """Return the entry of an index that is in the overflow columns, else ``PENDING``.

    ``np.searchsorted`` would do it, and compiles in half a second for each kind of entries.
    """
    indexes = overflow.indexes
    low, high = np.int64(0), indexes.size
    while low < high:
        middle = (low + high) // 2
        if indexes[middle] < index:
            low = middle + 1
        else:
            high = middle
    is_listed = low < indexes.size and indexes[low] == index
    return np.int64(overflow.entries[low]) if is_listed else np.int64(PENDING)


@helper
def entry_in(entries, overflow, index):
    """Return the entry of an index, from the overflow columns if it is long."""
    entry = np.int64(entries[index])
    if entry != overflow.code:
        return entry
    return long_entry(overflow, index)
