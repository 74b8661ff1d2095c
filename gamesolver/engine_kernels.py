"""The inner loops of the engine: settle what is easy, and list what is not.

Each takes the rules and the places as tuples (see ``places_kernels``), the cells (see
``cells``), and a worker's own room:

``moves``, ``positions``, ``twins``   the buffers that the rules fill
``ahead``, ``kept``, ``slots``        of a batch: successors, whether the turn is kept, slots
``best``, ``ends``                    of a batch: the greatest back so far, where a row ends

They return nothing and raise nothing: ``tally`` counts what was done, and says where a
fault of the rules was met.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from gamesolver.cells_kernels import (
    ENDLESS,
    FIRST,
    HOLE,
    PENDING,
    back_of,
    back_of_end,
    cell_of,
    cell_of_rank,
)
from gamesolver.machine import ones
from gamesolver.places_kernels import (
    BATCH,
    GUARDS,
    INDEX,
    PLAYER,
    PLAYING,
    SEATED,
    STAGE,
    SUCCESSORS,
    TERMINAL,
    look_up,
    position_in,
)

NOTHING = -(1 << 62)  # the rank of no back at all
LEAST_DRAW, LEAST_WIN = 1 << 33, 1 << 39  # ranks from here on are finished draws, and wins
LINE, IN_LINE = 8, 448  # words in a cache line of the ranks: a count, then bits of 448 slots

ENDS, HOLES, OPEN, AHEAD, FAULT, WHERE, TOO_LONG = range(7)  # of a tally
BAD_COUNT, BAD_CODE, MISSING = 1, 2, 3  # faults

helper = nb.njit(nogil=True, inline="always")


@helper
def _look_ahead(rules, position, room):
    """What the ends one move on decide: how many successors are none, and the greatest back.

    A negative number tells a fault.
    """
    moves, positions = room[0], room[1]
    count = rules[SUCCESSORS](position, moves, positions)
    if count < 1 or count > moves.size - GUARDS:
        return -BAD_COUNT, NOTHING
    best = NOTHING
    seat = rules[PLAYER](position) if rules[SEATED] else -1
    going_on = 0
    for each in range(count):
        code = rules[TERMINAL](positions[each])
        if code == PLAYING:
            going_on += 1
        elif -1 <= code <= 1:
            kept = seat >= 0 and rules[PLAYER](positions[each]) == seat
            best = max(best, back_of_end(code, kept))
            if best >= LEAST_WIN:
                return 0, best
        else:
            return -BAD_CODE, NOTHING
    return going_on, best


def settle_ends(rules, places, cells, room, tally, chunk):
    """Label ends of play, holes, and what the ends one move on decide."""
    is_numbered = places[0].size == 0
    for slot in range(chunk[0], chunk[1]):
        position = position_in(rules, places, slot)
        if is_numbered and rules[INDEX](position) != slot:
            cells[slot] = HOLE
            tally[HOLES] += 1
            continue
        code = rules[TERMINAL](position)
        if -1 <= code <= 1:
            cells[slot] = cell_of(code + 1, 0)
            tally[ENDS] += 1
            continue
        if code != PLAYING:
            tally[FAULT], tally[WHERE] = BAD_CODE, slot
            return
        going_on, best = _look_ahead(rules, position, room)
        if going_on < 0:
            tally[FAULT], tally[WHERE] = -going_on, slot
            return
        if going_on == 0:
            cells[slot] = cell_of_rank(best)
        else:
            tally[OPEN] += 1
            tally[AHEAD] += going_on


@helper
def _expand(rules, position, room, begin):
    """Put the successors that are no ends into the batch; where it ends, and what the ends say."""
    moves, positions, ahead, kept = room[0], room[1], room[3], room[4]
    best = NOTHING
    seat = rules[PLAYER](position) if rules[SEATED] else -1
    for each in range(rules[SUCCESSORS](position, moves, positions)):
        successor = positions[each]
        code = rules[TERMINAL](successor)
        keeps = seat >= 0 and rules[PLAYER](successor) == seat
        if code == PLAYING:
            ahead[begin] = successor
            kept[begin] = keeps
            begin += 1
        else:
            best = max(best, back_of_end(code, keeps))
    return begin, best


@helper
def _fill(rules, places, cells, batch, room, tally):
    """Expand a batch of positions that are pending, and look their successors up."""
    twins, ahead, slots, best, ends = room[2], room[3], room[5], room[6], room[7]
    count = 0
    for place, slot in enumerate(batch):
        best[place] = NOTHING
        if cells[slot] == PENDING:
            position = position_in(rules, places, np.int64(slot))
            count, best[place] = _expand(rules, position, room, count)
        ends[place] = count
    look_up(rules, places, ahead, count, cells, twins, slots)
    for place in range(batch.size):
        for edge in range(ends[place - 1] if place else 0, ends[place]):
            if not 0 <= slots[edge] < cells.size or cells[slots[edge]] == HOLE:
                tally[FAULT], tally[WHERE] = MISSING, batch[place]
                return False
    return True


def sweep(rules, places, cells, room, tally, pending, wave, drawing):
    """Settle every position that is decided in so many plies by what was settled in fewer."""
    kept, slots, best, ends = room[4], room[5], room[6], room[7]
    for begin in range(0, pending.size, BATCH):
        batch = pending[begin : begin + BATCH]
        if not _fill(rules, places, cells, batch, room, tally):
            return
        edge = 0
        for place, slot in enumerate(batch):
            greatest, is_open = best[place], False
            while edge < ends[place]:
                cell = np.int64(cells[slots[edge]])
                # another worker may have settled it in this very wave
                if cell == PENDING or (cell - FIRST) // 3 >= wave:
                    is_open = True
                elif cell != ENDLESS:
                    greatest = max(greatest, back_of(cell, kept[edge]))
                edge += 1
            if greatest == NOTHING:
                continue
            is_draw = LEAST_DRAW <= greatest < LEAST_WIN
            if greatest >= LEAST_WIN or (is_draw if drawing else not (is_draw or is_open)):
                cells[slot] = cell_of_rank(greatest)
                tally[ENDS] += 1


def greatest_backs(rules, places, cells, room, tally, pending, most):
    """Settle every position whose successors are all settled, at up to ``most`` plies."""
    kept, slots, best, ends = room[4], room[5], room[6], room[7]
    for begin in range(0, pending.size, BATCH):
        batch = pending[begin : begin + BATCH]
        if not _fill(rules, places, cells, batch, room, tally):
            return
        edge = 0
        for place, slot in enumerate(batch):
            greatest, is_open = best[place], False
            while edge < ends[place]:
                cell = np.int64(cells[slots[edge]])
                if cell == PENDING:
                    is_open = True
                else:
                    greatest = max(greatest, back_of(cell, kept[edge]))
                edge += 1
            if is_open or greatest == NOTHING:
                continue
            settled = cell_of_rank(greatest)
            if (settled - FIRST) // 3 > most:
                tally[TOO_LONG] += 1
            else:
                cells[slot] = settled


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
        if not _fill(rules, places, cells, batch, room, tally):
            return
        edge = 0
        for place in range(batch.size):
            row = begin + place
            _border(borders, row, best[place])
            while edge < ends[place]:
                number = _number_of(ranks, slots[edge])
                if number >= 0:
                    edges[total] = ~number if kept[edge] else number
                    total += 1
                else:
                    back = back_of(np.int64(cells[slots[edge]]), kept[edge])
                    _border(borders, row, back)
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


def loops_in_stage(rules, places, cells, room, tally, pending):
    """Count the moves that stay in their stage."""
    for slot in pending:
        position = position_in(rules, places, np.int64(slot))
        stage = rules[STAGE](position)
        for each in range(rules[SUCCESSORS](position, room[0], room[1])):
            if rules[TERMINAL](room[1][each]) == PLAYING:
                tally[ENDS] += rules[STAGE](room[1][each]) == stage


def stages_of(rules, places, cells, room, tally, pending, stages):
    """The stage of each of these slots."""
    for place in range(pending.size):
        stages[place] = rules[STAGE](position_in(rules, places, np.int64(pending[place])))
