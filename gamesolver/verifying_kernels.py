"""The inner loop of the verifier: the certificate, slot by slot.

It shares the table with what it checks, that is how cells are read (``cells``) and where
positions stand (``places_kernels``), and nothing else: what an outcome is worth one move
before is worked out here anew.

A slot that fails is told by ``tally``: which, what it should be (a cell, ``NO_CELL``
where nothing is right), and why.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from gamesolver.cells_kernels import cell_in
from gamesolver.places_kernels import (
    GUARDS,
    INDEX,
    PLAYER,
    PLAYING,
    SEATED,
    SUCCESSORS,
    TERMINAL,
    is_twin,
    look_up,
    position_in,
)

PENDING, HOLE, ENDLESS, FIRST = 0, 1, 2, 3
LOSS, DRAW, WIN = 0, 1, 2
WIN_NEXT = FIRST + 3 + WIN
NO_CELL = 1 << 62
CHECK_EVERY = 61  # of the edges, unless all are asked for

POSITIONS, MOVES, ENDS, WHY, WHERE, SHOULD_BE = range(6)  # of a tally
AN_END, NO_END, A_HOLE, NO_HOLE, MISSING, NO_TWIN, NOT_GREATEST, NO_MOVES = range(1, 9)

helper = nb.njit(nogil=True, inline="always")


@helper
def _better(kind, plies, than_kind, than_plies):
    """Whether an outcome is preferred to another; -1 plies never end."""
    if kind != than_kind:
        return kind > than_kind
    if kind == LOSS:
        return plies > than_plies
    return plies >= 0 and (than_plies < 0 or plies < than_plies)


@helper
def _cell(kind, plies):
    return ENDLESS if plies < 0 else FIRST + 3 * plies + kind


@helper
def _wins_at_once(rules, position, count, room, tally):
    """Whether some move leads to an end that wins for the player making it."""
    seat = rules[PLAYER](position) if rules[SEATED] else -1
    for each in range(count):
        tally[MOVES] += 1
        code = rules[TERMINAL](room[1][each])
        if code != PLAYING and code != 0:
            keeps = seat >= 0 and rules[PLAYER](room[1][each]) == seat
            if keeps == (code == 1):
                return True
    return False


@helper
def _greatest_back(rules, places, cells, longs, position, count, room, tally, full):
    """The cell of the greatest back of all moves; -1 where a successor is not in its place."""
    positions, twins, ahead, kept, slots = room[1], room[2], room[3], room[4], room[5]
    seat = rules[PLAYER](position) if rules[SEATED] else -1
    for each in range(count):
        ahead[each] = positions[each]
        kept[each] = seat >= 0 and rules[PLAYER](positions[each]) == seat
    look_up(rules, places, ahead, count, cells, twins, slots)
    best_kind, best_plies = -1, np.int64(0)
    for each in range(count):
        tally[MOVES] += 1
        slot = slots[each]
        cell = cell_in(cells, longs, slot) if 0 <= slot < cells.size else HOLE
        if cell < ENDLESS:  # pending, or a hole
            tally[WHY] = MISSING
            return -1
        if full or tally[MOVES] % CHECK_EVERY == 0:
            stands_there = position_in(rules, places, slot)
            if not is_twin(rules, positions[each], stands_there, twins):
                tally[WHY] = NO_TWIN
                return -1
        kind, plies = DRAW, np.int64(-1)
        if cell != ENDLESS:
            kind = (cell - FIRST) % 3
            kind = kind if kept[each] else 2 - kind
            plies = (cell - FIRST) // 3 + 1
        if best_kind < 0 or _better(kind, plies, best_kind, best_plies):
            best_kind, best_plies = kind, plies
    return _cell(best_kind, best_plies)


def certify(rules, places, cells, room, tally, chunk, full, longs):
    """Check every slot of a chunk; stop at the first that fails."""
    is_numbered = places[0].size == 0
    for slot in range(chunk[0], chunk[1]):
        cell = cell_in(cells, longs, slot)
        position = position_in(rules, places, slot)
        tally[WHERE], tally[SHOULD_BE] = slot, NO_CELL
        if is_numbered and rules[INDEX](position) != slot:
            if cell != HOLE:
                tally[WHY] = A_HOLE
                return
            continue
        if cell == HOLE:
            tally[WHY] = NO_HOLE
            return
        tally[POSITIONS] += 1
        code = rules[TERMINAL](position)
        if code != PLAYING:
            tally[ENDS] += 1
            if cell != FIRST + code + 1:
                tally[WHY], tally[SHOULD_BE] = AN_END, FIRST + code + 1
                return
            continue
        count = rules[SUCCESSORS](position, room[0], room[1])
        if not 0 < count <= room[0].size - GUARDS:
            tally[WHY] = NO_MOVES
            return
        if cell == WIN_NEXT and not full and _wins_at_once(rules, position, count, room, tally):
            continue
        best = _greatest_back(rules, places, cells, longs, position, count, room, tally, full)
        if best != cell:
            tally[SHOULD_BE] = best
            if best >= 0:
                tally[WHY] = NOT_GREATEST
            return
