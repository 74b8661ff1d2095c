"""The inner loops that list the graph of what is pending, with its border.

Arguments as in ``engine_kernels``. Slots are numbered by ``ranks``: a cache line holds a
count and the bits of 448 slots, so that a slot becomes a number within one line.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from gamesolver.cells_kernels import PENDING, back_of
from gamesolver.engine_kernels import AHEAD, FALLING, FAULT, LEAST_WIN, NOTHING, WHERE, fill_batch
from gamesolver.machine import ones
from gamesolver.places_kernels import BATCH

LINE, IN_LINE = 8, 448  # words of a line: a count, then bits

helper = nb.njit(nogil=True, inline="always")


def rank_slots(slots, ranks):
    """Number slots given in order: bits by the line, each line opened by the count before it."""
    one = np.uint64(1)
    ranks[:] = 0
    for slot in slots:
        line = np.int64(slot) // IN_LINE
        bit = np.int64(slot) - line * IN_LINE
        ranks[line * LINE + 1 + bit // 64] |= one << np.uint64(bit % 64)
        if line * LINE + LINE < ranks.size:
            ranks[line * LINE + LINE] += one
    count = np.uint64(0)
    for line in range(0, ranks.size, LINE):
        count += ranks[line]
        ranks[line] = count


@helper
def _number_of(ranks, slot):
    """The number of a slot among those ranked; -1 where it is none of them."""
    line = slot // IN_LINE
    bit = slot - line * IN_LINE
    line *= LINE
    last = line + 1 + bit // 64
    bits = ranks[last] >> np.uint64(bit % 64)
    if bits & np.uint64(1) == np.uint64(0):
        return -1
    number = np.int64(ranks[line])
    for word in range(line + 1, last):
        number += ones(ranks[word])
    return number + ones(ranks[last]) - ones(bits)


def list_edges(rules, places, cells, room, tally, pending, ranks, rows, edges, borders):
    """The rows of a chunk of pending positions, and what their settled successors say.

    ``borders`` are four columns, one entry a row: the least win in plies, the number of
    backs that are no losses, the greatest loss, the least finished draw (0: none).
    """
    kept, slots, best, ends = room[4], room[5], room[6], room[7]
    total = 0
    for begin in range(0, pending.size, BATCH):
        batch = pending[begin : begin + BATCH]
        if not fill_batch(rules, places, cells, batch, room, tally):
            return
        edge = 0
        for place in range(batch.size):
            row = begin + place
            _border(borders, row, best[place])
            while edge < ends[place]:
                number = _number_of(ranks, slots[edge])
                cell = np.int64(cells[slots[edge]])
                if number >= 0:
                    edges[total] = ~number if kept[edge] else number
                    total += 1
                elif cell == PENDING:  # of a stage that is solved later
                    tally[FAULT], tally[WHERE] = FALLING, batch[place]
                    return
                else:
                    _border(borders, row, back_of(cell, kept[edge]))
                edge += 1
            rows[row] = total
    tally[AHEAD] = total


@helper
def _border(borders, row, back):
    """Enter a back into the columns of its row."""
    least_win, not_lost, greatest_loss, least_draw = borders
    if back == NOTHING:
        return
    if back < 0:
        greatest_loss[row] = max(greatest_loss[row], back + (1 << 40))
        return
    not_lost[row] += 1
    if back >= LEAST_WIN:
        plies = (1 << 40) - back
        least_win[row] = min(least_win[row] or plies, plies)
    elif back:
        plies = (1 << 34) - back
        least_draw[row] = min(least_draw[row] or plies, plies)
