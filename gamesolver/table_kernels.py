"""The inner loops of a table of cells: counting them, and marking what the start reaches.

Arguments as in ``engine_kernels``. A slot's mark is one of three: not seen, waiting to be
expanded, expanded. Five of them, as digits of base three, make a byte.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from gamesolver.cells_kernels import FIRST, HOLE, cell_in
from gamesolver.machine import fetch_ahead, swap_if
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
UNSEEN, WAITING = 0, 1  # of a mark; 2: expanded
DIGITS = 5  # marks a byte
POWERS = np.array([1, 3, 9, 27, 81], np.int64)
STATES = np.array([[b // 3**d % 3 for b in range(256)] for d in range(DIGITS)], np.uint8)
"""The mark that each digit of a byte is; to divide would take longer."""
WAITS = (STATES == WAITING).any(axis=0)

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


def count_cells(rules, places, cells, room, tally, chunk, longs, marks, asked, counts):
    """Count the cells of a chunk: those marked, of one seat, of one stage, as far as asked.

    ``marks`` and ``stages`` are empty where they do not matter.
    """
    seat, stages, by_orbit = asked
    twins = room[2]
    for slot in range(chunk[0], chunk[1]):
        cell = cell_in(cells, longs, slot)
        if cell == HOLE:
            continue
        if marks.size and not is_marked(marks, slot):
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


@helper
def is_marked(marks, slot):
    """Whether a slot was reached."""
    return STATES[slot % DIGITS, marks[slot // DIGITS]] != UNSEEN


@helper
def _advance(marks, slot, state):
    """Bring a slot from one state to the next; whether it was there."""
    place, digit = slot // DIGITS, slot % DIGITS
    while True:
        held = np.int64(marks[place])
        if STATES[digit, held] != state:
            return False
        if swap_if(marks, place, held, held + POWERS[digit]):
            return True


def spread_marks(rules, places, cells, room, tally, chunk, marks):
    """Mark the successors of every slot of a chunk that waits, until none of it does."""
    moves, positions, twins, slots = room[0], room[1], room[2], room[5]
    for place in range(chunk[0], chunk[1]):
        while WAITS[marks[place]]:
            for slot in range(DIGITS * place, min(DIGITS * place + DIGITS, cells.size)):
                if not _advance(marks, slot, WAITING):
                    continue
                if FIRST <= cells[slot] < FIRST + 3:
                    continue  # an end of play
                count = rules[SUCCESSORS](position_in(rules, places, slot), moves, positions)
                look_up(rules, places, positions, count, cells, twins, slots)
                for each in range(count):
                    fetch_ahead(marks, slots[each] // DIGITS)
                for each in range(count):
                    if not 0 <= slots[each] < cells.size:
                        tally[FAULT], tally[WHERE] = MISSING, slot
                        return
                    tally[NEW] += _advance(marks, slots[each], UNSEEN)
