"""The inner loop of the verifier: the certificate, slot by slot.

It shares the table with what it checks, that is how cells are read (``cells``) and where
positions stand (``kernels.places``), and nothing else: what an outcome is worth one move
before is worked out here anew.

The tally reports a slot that fails: which, what it should be (a cell, ``NO_CELL``
where nothing is right), and why.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from gamesolver.kernels.cells import cell_in
from gamesolver.kernels.places import PLAYING, is_twin, look_up, position_in
from gamesolver.kernels.scratch import (
    BATCH,
    ENDS,
    GUARDS,
    MOVES,
    POSITIONS,
    SHOULD_BE,
    WHERE,
    WHY,
)

PENDING, HOLE, ENDLESS, FIRST = 0, 1, 2, 3
LOSS, DRAW, WIN = 0, 1, 2
WIN_NEXT = FIRST + 3 + WIN
NO_CELL = 1 << 62
APART = 1 << 40  # the ranks of losses, draws and wins
RANK_OF_ENDLESS = APART // 2 + 1
CHECK_EVERY = 61  # of the edges, unless all are asked for

AN_END, A_HOLE, NO_HOLE, MISSING, NO_TWIN, NOT_GREATEST, NO_MOVES, NO_WAY_BACK = range(1, 9)

helper = nb.njit(nogil=True, inline="always")


@helper
def _rank(kind, plies):
    """An outcome as a number, the greater the better: sooner won, later lost."""
    return plies if kind == LOSS else kind * APART - plies


@helper
def _cell(rank):
    """The cell of an outcome that has such a rank."""
    if rank == RANK_OF_ENDLESS:
        return ENDLESS
    kind = (rank + APART // 2) // APART
    return FIRST + 3 * (rank if kind == LOSS else kind * APART - rank) + kind


@helper
def _wins_at_once(rules, seat, count, successors):
    """Whether some move leads to an end that wins for the player making it; moves looked at."""
    each, wins = 0, False
    while each < count and not wins:
        code = rules.terminal_code(successors[each])
        keeps = seat >= 0 and rules.player(successors[each]) == seat
        wins = code != PLAYING and code != 0 and keeps == (code == 1)
        each += 1
    return wins, each


@helper
def _expand(rules, seat, count, scratch, begin):
    """Put the successors of a position into the batch; where they end."""
    successors, ahead, kept, raw = scratch.successors, scratch.neighbours, scratch.kept, scratch.raw
    for each in range(count):
        ahead[begin + each] = raw[begin + each] = successors[each]
        kept[begin + each] = seat >= 0 and rules.player(successors[each]) == seat
    return begin + count


@helper
def _stands_for(rules, places, slot, position, twins):
    """Whether what stands in a slot is a twin of a position."""
    return is_twin(rules, position, position_in(rules, places, slot), twins)


@helper
def _leads_back(rules, places, slot, successor, scratch):
    """Whether what stands in a slot is among the predecessors of what it leads to."""
    position, back = position_in(rules, places, slot), scratch.predecessors
    count = rules.predecessors(successor, back)
    is_given = False
    for each in range(min(max(count, 0), back.size - GUARDS)):
        is_given |= back[each] == position
    return is_given


@nb.njit(nogil=True)
def _certify_batch(rules, places, cells, scratch, batch, full, leads_back, overflow):
    """Check that each of a batch has the greatest of its backs."""
    twins, raw, kept, slots = scratch.twins, scratch.raw, scratch.kept, scratch.slots
    ends, tally, edge = scratch.ends, scratch.tally, 0
    count = ends[batch.size - 1] if batch.size else 0
    look_up(rules, places, scratch.neighbours, count, cells, twins, slots)
    for place, here in enumerate(batch):
        tally[WHERE], tally[SHOULD_BE] = here, NO_CELL
        best = np.int64(-1)
        while edge < ends[place]:
            slot = slots[edge]
            cell = cell_in(cells, overflow, slot) if 0 <= slot < cells.size else HOLE
            if cell < ENDLESS:  # pending, or a hole
                tally[WHY] = MISSING
                return
            is_sampled = (tally[MOVES] + edge) % CHECK_EVERY == 0
            if (full or is_sampled) and not _stands_for(rules, places, slot, raw[edge], twins):
                tally[WHY] = NO_TWIN
                return
            asks_back = leads_back and is_sampled
            if asks_back and not _leads_back(rules, places, here, raw[edge], scratch):
                tally[WHY] = NO_WAY_BACK
                return
            kind, plies = (cell - FIRST) % 3, (cell - FIRST) // 3 + 1
            rank = _rank(kind if kept[edge] else 2 - kind, plies)
            best = max(best, rank if cell != ENDLESS else RANK_OF_ENDLESS)
            edge += 1
        if _cell(best) != cell_in(cells, overflow, here):
            tally[WHY], tally[SHOULD_BE] = NOT_GREATEST, _cell(best)
            return
    tally[MOVES] += edge


def certify(rules, places, cells, scratch, chunk, full, leads_back, overflow):
    """Check every slot of a chunk; stop at one that fails.

    With ``leads_back`` the rules list predecessors, which are looked at on some moves.
    What needs look-ups is put off until there is a batch of it. The tally is written at the
    end: to count in it took a quarter of the time.
    """
    is_numbered, ends, tally = places.keys.size == 0, scratch.ends, scratch.tally
    batch, waiting, filled = np.empty(BATCH, np.int64), 0, 0
    holes, num_ends, moves = 0, 0, 0
    tally[SHOULD_BE] = NO_CELL
    for slot in range(chunk[0], chunk[1]):
        cell = cell_in(cells, overflow, slot)
        position = position_in(rules, places, slot)
        if is_numbered and rules.index(position) != slot:
            holes += 1
            if cell != HOLE:
                tally[WHY], tally[WHERE] = A_HOLE, slot
                return
            continue
        if cell == HOLE:
            tally[WHY], tally[WHERE] = NO_HOLE, slot
            return
        code = rules.terminal_code(position)
        if code != PLAYING:
            num_ends += 1
            if cell != FIRST + code + 1:
                tally[WHY], tally[WHERE], tally[SHOULD_BE] = AN_END, slot, FIRST + code + 1
                return
            continue
        count = rules.successors(position, scratch.moves, scratch.successors)
        if not 0 < count <= scratch.moves.size - GUARDS:
            tally[WHY], tally[WHERE] = NO_MOVES, slot
            return
        seat = rules.player(position) if rules.has_seats else -1
        if cell == WIN_NEXT and not full:
            wins, looked_at = _wins_at_once(rules, seat, count, scratch.successors)
            moves += looked_at
            if wins:
                continue
        filled = _expand(rules, seat, count, scratch, filled)
        batch[waiting], ends[waiting] = slot, filled
        waiting += 1
        if waiting == BATCH:
            _certify_batch(rules, places, cells, scratch, batch, full, leads_back, overflow)
            if tally[WHY]:
                return
            waiting, filled = 0, 0
    _certify_batch(rules, places, cells, scratch, batch[:waiting], full, leads_back, overflow)
    tally[POSITIONS] = chunk[1] - chunk[0] - holes
    tally[ENDS] = num_ends
    tally[MOVES] += moves
