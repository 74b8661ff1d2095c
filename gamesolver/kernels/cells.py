"""Cells and ranks inside kernels: read, written, and taken one move back."""

from __future__ import annotations

import numpy as np

from gamesolver.kernels import codes
from gamesolver.kernels.codes import ENDLESS, FIRST, PENDING
from gamesolver.kernels.compiling import njit

U3 = np.uint64(3)

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


cell_of, value_of = helper(codes.cell_of), helper(codes.value_of)
plies_of, is_end = helper(codes.plies_of), helper(codes.is_end)
rank_of, cell_of_rank = helper(codes.rank_of), helper(codes.cell_of_rank)


@helper
def back_of(cell, turn_kept):
    """Return the preference key of a resolved cell, one move before."""
    if cell == ENDLESS:
        return 0
    number = np.uint64(cell - FIRST)  # unsigned, for these are divided faster
    plies = np.int64(number // U3)
    value = np.int64(number) - 3 * plies - 1
    return rank_of(value if turn_kept else -value, plies + 1)


@helper
def back_of_end(code, turn_kept):
    """Return the preference key of a terminal position's value (-1, 0, 1), one move before."""
    if code == 0:
        return (1 << 34) - 1
    return (1 << 40) - 1 if (code > 0) == turn_kept else 1 - (1 << 40)
