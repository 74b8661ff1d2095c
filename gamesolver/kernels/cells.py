"""Entries of a table inside kernels, where a few long outcomes are listed outside of it."""

from __future__ import annotations

import numpy as np

from gamesolver.kernels.codes import PENDING
from gamesolver.kernels.compiling import njit

helper = njit(inline="always")


@njit
def long_cell(overflow, slot):
    """Return the cell of a slot that is in the overflow columns, else ``PENDING``.

    ``np.searchsorted`` would do it, and compiles in half a second for each kind of cells.
    """
    slots = overflow.slots
    low, high = np.int64(0), slots.size
    while low < high:
        middle = (low + high) // 2
        if slots[middle] < slot:
            low = middle + 1
        else:
            high = middle
    is_listed = low < slots.size and slots[low] == slot
    return np.int64(overflow.cells[low]) if is_listed else np.int64(PENDING)


@helper
def cell_in(cells, overflow, slot):
    """Return the cell of a slot, from the overflow columns if it is long."""
    cell = np.int64(cells[slot])
    if cell != overflow.code:
        return cell
    return long_cell(overflow, slot)
