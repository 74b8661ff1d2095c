"""Reading and writing cells inside kernels; ``cells`` tells what a cell is."""

from __future__ import annotations

import numba as nb
import numpy as np

from gamesolver.kernels.codes import DRAW, ENDLESS, FIRST, LOSS, PENDING, WIN

U3 = np.uint64(3)

helper = nb.njit(nogil=True, inline="always")


@helper
def cell_in(cells, overflow, slot):
    """The cell of a slot, of a long one too."""
    cell = np.int64(cells[slot])
    if cell != overflow.code:
        return cell
    slots = overflow.slots
    place = np.searchsorted(slots, slot)
    is_listed = place < slots.size and slots[place] == slot
    return np.int64(overflow.cells[place]) if is_listed else PENDING


@helper
def cell_of(kind, plies):
    """The cell of a loss, draw or win (0, 1, 2) in so many plies."""
    return FIRST + 3 * plies + kind


@helper
def rank_of(kind, plies):
    """How good an outcome is for the player to move: the greater, the better.

    A quick win, a slow win, a finished draw (shorter first), an endless draw
    (0), a slow loss, a quick loss.
    """
    if kind == WIN:
        return (1 << 40) - plies
    if kind == DRAW:
        return (1 << 34) - plies
    return plies - (1 << 40)


@helper
def back_of(cell, turn_kept):
    """The rank of a settled cell seen from one move before."""
    if cell == ENDLESS:
        return 0
    number = np.uint64(cell - FIRST)  # unsigned, for these are divided faster
    plies = np.int64(number // U3)
    kind = np.int64(number) - 3 * plies
    return rank_of(kind if turn_kept else 2 - kind, plies + 1)


@helper
def back_of_end(code, turn_kept):
    """The rank of an end of play, by its value (-1, 0, 1), seen from one move before."""
    if code == 0:
        return (1 << 34) - 1
    return (1 << 40) - 1 if (code > 0) == turn_kept else 1 - (1 << 40)


@helper
def cell_of_rank(rank):
    """The cell of an outcome with that rank; undoes :func:`rank_of`."""
    if rank == 0:
        return ENDLESS
    if rank < 0:
        return cell_of(LOSS, rank + (1 << 40))
    if rank > (1 << 35):
        return cell_of(WIN, (1 << 40) - rank)
    return cell_of(DRAW, (1 << 34) - rank)
