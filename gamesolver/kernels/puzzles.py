"""The inner loop that looks for puzzles. Arguments as in ``kernels.sweeping``."""

from __future__ import annotations

import numba as nb
import numpy as np

from gamesolver.kernels.cells import back_of, cell_in, is_end, kind_of
from gamesolver.kernels.codes import ENDLESS, HOLE, PENDING, WIN
from gamesolver.kernels.places import look_up, position_in
from gamesolver.kernels.scores import listed
from gamesolver.kernels.scratch import FAULT, FOUND, WHERE

LEAST_WIN, LEAST_DRAW, NOTHING = 1 << 39, 0, -(1 << 62)  # ranks; those of losses are negative
MOST_WAITING, MOST_STEPS = 1 << 10, 1 << 12  # of one tree; who goes beyond is asked elsewhere

helper = nb.njit(nogil=True, inline="always")


@helper
def _expand(rules, places, cells, scratch, overflow, position):
    """How many moves a position has, and the greatest back; ``NOTHING`` for a fault.

    The moves stand in the scratch, their successors in ``raw``.
    """
    successors, raw, kept = scratch.successors, scratch.raw, scratch.kept
    slots, settled = scratch.slots, scratch.cells
    count = listed(scratch.gains, rules.successors, position, scratch.moves, successors)
    seat = rules.player(position) if rules.has_seats else -1
    for each in range(count):
        raw[each] = successors[each]
        kept[each] = seat >= 0 and rules.player(successors[each]) == seat
    look_up(rules, places, successors, count, cells, scratch.twins, slots)
    best = NOTHING
    for each in range(count):
        cell = cell_in(cells, overflow, slots[each]) if slots[each] >= 0 else HOLE
        if cell in (HOLE, PENDING):
            return count, NOTHING
        settled[each] = cell
        best = max(best, back_of(cell, kept[each]))
    return count, best


@helper
def _num_from(scratch, count, least):
    """How many of the moves have a back from a rank on."""
    kept, settled = scratch.kept, scratch.cells
    number = 0
    for each in range(count):
        number += back_of(settled[each], kept[each]) >= least
    return number


@helper
def _push_best(scratch, count, best, waiting, size):
    """Put what the best moves lead to on the pile, ends of play left out; how high it is then."""
    raw, kept, settled = scratch.raw, scratch.kept, scratch.cells
    for each in range(count):
        has_ended = is_end(settled[each])
        if not has_ended and back_of(settled[each], kept[each]) == best:
            if size < waiting.size:
                waiting[size] = raw[each]
            size += 1
    return size


@nb.njit(nogil=True)
def _wins_alone(rules, places, cells, scratch, overflow, waiting, size):
    """Whether one move alone wins wherever the winner is to move, and a number below 0 for a fault.

    Who is to move there is told by the greatest back. Of a tree too large to look through
    it is taken for granted.
    """
    for _ in range(MOST_STEPS):
        if size == 0 or size > waiting.size:
            return 1
        size -= 1
        count, best = _expand(rules, places, cells, scratch, overflow, waiting[size])
        if best == NOTHING:
            return -1
        if best >= LEAST_WIN and _num_from(scratch, count, LEAST_WIN) != 1:
            return 0
        size = _push_best(scratch, count, best, waiting, size)
    return 1


def find_puzzles(rules, places, cells, scratch, chunk, overflow, wanted, found):
    """List the slots of a chunk with a wanted cell that are puzzles.

    Of several moves one is right: it wins where the cell is a win, and so on to the end; it
    does not lose where the cell is a draw.
    """
    tally, waiting = scratch.tally, np.empty(MOST_WAITING, np.uint64)
    for slot in range(chunk[0], chunk[1]):
        cell = cell_in(cells, overflow, slot)
        if cell >= wanted.size or not wanted[cell]:
            continue
        position = position_in(rules, places, slot)
        count, best = _expand(rules, places, cells, scratch, overflow, position)
        is_won = cell != ENDLESS and kind_of(cell) == WIN
        is_puzzle = 0 if best > NOTHING else -1
        if count > 1 and _num_from(scratch, count, LEAST_WIN if is_won else LEAST_DRAW) == 1:
            size = _push_best(scratch, count, best, waiting, 0) if is_won else 0
            is_puzzle = _wins_alone(rules, places, cells, scratch, overflow, waiting, size)
        if is_puzzle < 0:
            tally[FAULT], tally[WHERE] = True, slot
            return
        if is_puzzle:
            found[tally[FOUND]] = slot
            tally[FOUND] += 1
