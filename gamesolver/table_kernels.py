"""The inner loop that counts the cells of a table. Arguments as in ``engine_kernels``."""

from __future__ import annotations

import numba as nb

from gamesolver.cell_codes import HOLE
from gamesolver.cells_kernels import cell_in
from gamesolver.places_kernels import PLAYER, STAGE, list_twins, position_in
from gamesolver.reaching_kernels import is_marked

FOLDED_TOGETHER = 7  # of a tally: twins differ in who is to move
ANYBODY = -1

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
