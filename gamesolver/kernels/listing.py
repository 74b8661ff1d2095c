"""The inner loops that list the graph of what is pending, with its border.

Arguments as in ``kernels.sweeping``. Slots are numbered by ``ranks``: a cache line holds a
count and the bits of 448 slots, so that a slot becomes a number within one line.
"""

from __future__ import annotations

import numpy as np
from numba.extending import overload

from gamesolver.kernels.codes import HOLE, PENDING
from gamesolver.kernels.compiling import kernel, njit
from gamesolver.kernels.intrinsics import ones
from gamesolver.kernels.scores import LEAST_WIN, back_of, kept_gain, kept_worth
from gamesolver.kernels.scratch import AHEAD, BATCH, FAULT, STAYS, WHERE
from gamesolver.kernels.sweeping import NOTHING, cell_there, fill_batch

OF_VALUES = 4  # columns of a border of wins, losses and draws
LINE, IN_LINE = 8, 448  # words of a line: a count, then bits
U_IN_LINE, U6, U63 = np.uint64(IN_LINE), np.uint64(6), np.uint64(63)
U0, U1 = np.uint64(0), np.uint64(1)

helper = njit(inline="always")


@kernel
def rank_slots(slots, first, ranks):
    """Number slots given in order: bits by the line, each line opened by the count before it.

    The lines begin with the slot ``first``.
    """
    one = np.uint64(1)
    ranks[:] = 0
    for slot in slots:
        place = np.int64(slot) - first
        line = place // IN_LINE
        bit = place - line * IN_LINE
        ranks[line * LINE + 1 + bit // 64] |= one << np.uint64(bit % 64)
        if line * LINE + LINE < ranks.size:
            ranks[line * LINE + LINE] += one
    count = np.uint64(0)
    for line in range(0, ranks.size, LINE):
        count += ranks[line]
        ranks[line] = count


@helper
def number_of(ranks, place):
    """The number of a slot among those ranked, by its place behind the first of them; else -1."""
    line = np.uint64(place) // U_IN_LINE  # of unsigned numbers, which are divided in one step
    bit = np.uint64(place) - line * U_IN_LINE
    first = np.int64(line) * LINE
    if place < 0 or first >= ranks.size:
        return -1
    last = first + 1 + np.int64(bit >> U6)
    bits = ranks[last] >> (bit & U63)
    if bits & U1 == U0:
        return -1
    number = np.int64(ranks[first])
    for word in range(first + 1, last):
        number += ones(ranks[word])
    return number + ones(ranks[last]) - ones(bits)


@helper
def _heard(back, said):
    """What the backs of a row say with one more of them.

    The greatest, the greatest loss, the greatest finished draw, how many are no losses.
    """
    greatest, loss, draw, others = said
    return (
        max(greatest, back),
        max(loss, back if back < 0 else NOTHING),
        max(draw, back if 0 < back < LEAST_WIN else NOTHING),
        others + (back >= 0),
    )


@helper
def _tell_values(borders, row, said):
    """Enter into the border what the backs of a row say of wins, losses and draws."""
    least_win, not_lost, greatest_loss, least_draw = borders
    greatest, loss, draw, others = said
    least_win[row] = (1 << 40) - greatest if greatest >= LEAST_WIN else 0
    not_lost[row] = others
    greatest_loss[row] = loss + (1 << 40) if loss != NOTHING else 0
    least_draw[row] = (1 << 34) - draw if draw != NOTHING else 0


@helper
def _tell_ranks(borders, row, said):
    """The same with scores: the backs themselves."""
    greatest_good, not_bad, greatest_bad = borders
    greatest, worst, _, others = said
    greatest_good[row] = max(greatest, 0)
    not_bad[row] = others
    greatest_bad[row] = worst if worst != NOTHING else 0


def _tell(borders, row, said):
    """Enter into the border what the backs of a row say, as it has columns for it."""
    return (
        _tell_values(borders, row, said)
        if len(borders) == OF_VALUES
        else _tell_ranks(borders, row, said)
    )


@overload(_tell, jit_options={"nogil": True, "forceinline": True})
def _tell_one(borders, row, said):
    """The one of the two that has such columns: numba would type both."""
    if len(borders) == OF_VALUES:
        return lambda borders, row, said: _tell_values(borders, row, said)
    return lambda borders, row, said: _tell_ranks(borders, row, said)


def list_edges(rules, places, cells, scratch, pending, sifting, first, ranks, rows, edges, borders):
    """The rows of a chunk of pending positions, and what their settled successors say.

    ``borders`` are columns, one entry a row: the least win in plies, the number of backs that
    are no losses, the greatest loss, the least finished draw (0: none). With scores they are
    ranks: the greatest above 0, the number of those from 0 on, the greatest below.
    """
    kept, slots, best, ends = scratch.kept, scratch.slots, scratch.best, scratch.ends
    tally = scratch.tally
    total = 0
    for begin in range(0, pending.size, BATCH):
        batch = pending[begin : begin + BATCH]
        fill_batch(rules, places, cells, batch, scratch, sifting)
        edge = 0
        for place in range(batch.size):
            worth = kept_worth(rules.form, scratch.worths, place)
            # of ends of play that were sifted the greatest back alone is known, and is enough
            said = _heard(best[place], (NOTHING, NOTHING, NOTHING, 0))
            while edge < ends[place]:
                cell = cell_there(cells, slots[edge])
                gain = kept_gain(scratch.gains, scratch.gained, edge)
                if cell == HOLE:
                    tally[FAULT], tally[WHERE] = True, batch[place]
                    return
                if cell == PENDING:
                    if gain != 0:  # of a move that may be returned from
                        tally[STAYS], tally[WHERE] = True, batch[place]
                        return
                    number = number_of(ranks, slots[edge] - first)
                    if number < 0:  # of a stage that is solved later
                        tally[FAULT], tally[WHERE] = True, batch[place]
                        return
                    edges[total] = ~number if kept[edge] else number
                    total += 1
                else:
                    back = back_of(rules.form, cell, kept[edge], gain, worth)
                    said = _heard(back, said)
                edge += 1
            _tell(borders, begin + place, said)
            rows[begin + place] = total
    tally[AHEAD] = total
