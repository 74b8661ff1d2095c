"""The inner loops that count the cells of a table. Arguments as in ``engine_kernels``."""

from __future__ import annotations

import numba as nb

from gamesolver.cell_codes import HOLE
from gamesolver.cells_kernels import cell_in
from gamesolver.places_kernels import PLAYER, STAGE, list_twins, position_in
from gamesolver.reaching_kernels import is_marked

FOLDED_TOGETHER = 7  # of a tally: twins differ in who is to move
ANYBODY = -1
SIDE_BY_SIDE = 4

helper = nb.njit(nogil=True, inline="always")


@helper
def _twins(rules, position, twins):
    """How many positions the orbit has; the others stand first in ``twins``."""
    size = 0
    for each in range(list_twins(rules, position, twins)):
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


@nb.njit(cache=True, nogil=True)
def count_all(cells, counts):
    """Count cells in so many rows: equal ones come together, and one count waits for another."""
    whole = cells.size - cells.size % SIDE_BY_SIDE
    for first in range(0, whole, SIDE_BY_SIDE):
        for row in range(SIDE_BY_SIDE):
            counts[row, cells[first + row]] += 1
    for each in range(whole, cells.size):
        counts[0, cells[each]] += 1
