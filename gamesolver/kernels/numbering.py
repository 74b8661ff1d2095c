"""The inner loop that looks at edges: what no solver does, for it trusts the rules.

Arguments as in ``kernels.sweeping``; the cells do not matter here.
"""

from __future__ import annotations

import numba as nb

from gamesolver.kernels.places import (
    GUARDS,
    INDEX,
    PLAYING,
    POSITION_AT,
    STAGE,
    SUCCESSORS,
    TERMINAL,
    is_twin,
    position_in,
    slot_of,
)

EDGES, FAULT, WHERE = 0, 4, 5  # of a tally
BAD_COUNT, BAD_CODE, MISSING, NO_TWIN, BAD_HOLE, FALLING = range(1, 7)  # faults

helper = nb.njit(nogil=True, inline="always")


@nb.njit(nogil=True)
def _fault_of_edge(rules, places, size, stage, successor, twins):
    """What is wrong with a move from a position of such a stage: 0 for nothing."""
    slot = slot_of(rules, places, successor, twins)
    if not 0 <= slot < size:
        return MISSING
    there = position_in(rules, places, slot)
    if places[0].size == 0 and rules[INDEX](there) != slot:
        return MISSING
    if not is_twin(rules, successor, there, twins):
        return NO_TWIN
    return FALLING if rules[STAGE](successor) < stage else 0


@nb.njit(nogil=True)
def _fault_of_hole(rules, size, other):
    """What is wrong with a hole whose position has another index: 0 for nothing."""
    if other == -1:
        return 0
    if not 0 <= other < size or rules[INDEX](rules[POSITION_AT](other)) != other:
        return BAD_HOLE
    return 0


def check_edges(rules, places, cells, room, tally, chunk, size, first, step):
    """Look at some slots of a chunk, and at every edge from them.

    A position must play on or end, with no more moves than there may be; each successor
    must be in the orbit of what stands in its slot, and of no earlier stage.
    """
    moves, positions, twins = room[0], room[1], room[2]
    for slot in range(chunk[0] + first, chunk[1], step):
        tally[WHERE] = slot
        position = position_in(rules, places, slot)
        other = rules[INDEX](position) if places[0].size == 0 else slot
        if other != slot:
            tally[FAULT] = _fault_of_hole(rules, size, other)
            if tally[FAULT]:
                return
            continue
        code = rules[TERMINAL](position)
        if code != PLAYING:
            if not -1 <= code <= 1:
                tally[FAULT] = BAD_CODE
                return
            continue
        count = rules[SUCCESSORS](position, moves, positions)
        if count < 1 or count > moves.size - GUARDS:
            tally[FAULT] = BAD_COUNT
            return
        stage = rules[STAGE](position)
        for each in range(count):
            tally[FAULT] = _fault_of_edge(rules, places, size, stage, positions[each], twins)
            if tally[FAULT]:
                return
            tally[EDGES] += 1
