"""The inner loops of a table of cells: counting them, and marking what the start reaches.

Arguments as in ``engine_kernels``. Marks are bits, 64 slots a word.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from gamesolver.cells_kernels import FIRST, HOLE
from gamesolver.machine import fetch_ahead, set_bit
from gamesolver.places_kernels import (
    PLAYER,
    STAGE,
    SUCCESSORS,
    SYMMETRIES,
    look_up,
    position_in,
)

FOLDED_TOGETHER = 7  # of a tally: twins differ in who is to move
NEW, FAULT, WHERE = 0, 4, 5  # of a tally
MISSING = 3  # a fault
ANYBODY = -1

helper = nb.njit(nogil=True, inline="always")


@helper
def _twins(rules, position, twins):
    """How many positions the orbit has; the others stand first in ``twins``."""
    size = 0
    for each in range(rules[SYMMETRIES](position, twins)):
        is_new = twins[each] != position
        for other in range(size):
            is_new &= twins[other] != twins[each]
        if is_new:
            twins[size] = twins[each]
            size += 1
    return size + 1


def count_cells(rules, places, cells, room, tally, chunk, marks, seat, stages, by_orbit, counts):
    """Count the cells of a chunk: those marked, of one seat, of one stage, as far as asked.

    ``marks`` and ``stages`` are empty where they do not matter.
    """
    twins = room[2]
    one = np.uint64(1)
    for slot in range(chunk[0], chunk[1]):
        cell = np.int64(cells[slot])
        if cell == HOLE:
            continue
        if marks.size and marks[slot >> 6] >> np.uint64(slot & 63) & one == np.uint64(0):
            continue
        if seat == ANYBODY and stages.size == 0 and not by_orbit:
            counts[cell] += 1
            continue
        position = position_in(rules, places, slot)
        if stages.size and rules[STAGE](position) != stages[0]:
            continue
        size = _twins(rules, position, twins) if by_orbit or seat != ANYBODY else 1
        if seat != ANYBODY:
            player = rules[PLAYER](position)
            for each in range(size - 1):
                if rules[PLAYER](twins[each]) != player:
                    tally[FOLDED_TOGETHER] = 1
            if player != seat:
                continue
        counts[cell] += size if by_orbit else 1


def spread_marks(rules, places, cells, room, tally, chunk, marks, expanded):
    """Mark the successors of every marked slot of these words that is not expanded yet."""
    moves, positions, twins, slots = room[0], room[1], room[2], room[5]
    one = np.uint64(1)
    for word in range(chunk[0], chunk[1]):
        waiting = marks[word] & ~expanded[word]
        while waiting:
            expanded[word] |= waiting
            for bit in range(64):
                if waiting >> np.uint64(bit) & one == np.uint64(0):
                    continue
                slot = 64 * word + bit
                if FIRST <= cells[slot] < FIRST + 3:
                    continue  # an end of play
                count = rules[SUCCESSORS](position_in(rules, places, slot), moves, positions)
                look_up(rules, places, positions, count, cells, twins, slots)
                for each in range(count):
                    fetch_ahead(marks, slots[each] >> 6)
                for each in range(count):
                    if not 0 <= slots[each] < cells.size:
                        tally[FAULT], tally[WHERE] = MISSING, slot
                        return
                    if set_bit(marks, slots[each]):
                        tally[NEW] += 1
            waiting = marks[word] & ~expanded[word]
