"""The inner loop of a stage: every slot looked at once, after all later stages.

Arguments as in ``kernels.sweeping``. The slots of a stage are a range, and those of later stages
come behind it: so the slot of a successor says whether play stays in the stage, goes on to a later
one or, which no rule may do, falls back.
"""

from __future__ import annotations

import numpy as np

from gamesolver.kernels.codes import HOLE, PENDING
from gamesolver.kernels.compiling import kernel
from gamesolver.kernels.places import look_up, position_in
from gamesolver.kernels.scores import (
    back_of,
    back_of_end,
    cell_of_end,
    cell_of_rank,
    is_end_of,
    plies_in,
)
from gamesolver.kernels.scratch import (
    AHEAD,
    BATCH,
    DRAWN,
    ENDS,
    FAULT,
    GUARDS,
    HOLES,
    MOVES,
    OPEN,
    SETTLED,
    TOO_LONG,
    WHERE,
)
from gamesolver.kernels.sweeping import NOTHING, cell_there

WON_AT_ONCE = (1 << 40) - 1  # the rank of a win in one ply: there is none greater


@kernel
def list_batch(rules, places, cells, scratch, begin, last):
    """Settle ends of play and holes among some slots, and look up the moves of the others.

    -1 reports a fault, in the tally too.
    """
    moves, successors, neighbours = scratch.moves, scratch.successors, scratch.neighbours
    tally, ends, kept = scratch.tally, scratch.ends, scratch.kept
    total = np.int64(0)
    for slot in range(begin, last):
        ends[slot - begin] = total
        if cells[slot] != PENDING:
            continue
        position = position_in(rules, places, slot)
        if rules.index(position) != slot:
            cells[slot] = HOLE
            tally[HOLES] += 1
            continue
        code = rules.end(position)
        if is_end_of(rules.form, code):
            cells[slot] = cell_of_end(rules.form, code)
            tally[ENDS] += 1
            tally[DRAWN] += code == 0
            continue
        count = rules.successors(position, moves, successors)
        if code != rules.playing or count < 1 or count > moves.size - GUARDS:
            tally[FAULT], tally[WHERE] = True, slot
            return -1
        seat = rules.player(position) if rules.has_seats else -1
        for each in range(count):
            neighbours[total] = successors[each]
            kept[total] = seat >= 0 and rules.player(successors[each]) == seat
            total += 1
        tally[MOVES] += count
        ends[slot - begin] = total
    look_up(rules, places, neighbours, total, cells, scratch.twins, scratch.slots)
    return total


def settle_stage(rules, places, cells, scratch, chunk, first, most):
    """Settle each slot of a part of a stage if its successors are settled, or one wins at once.

    ``first`` is the first slot of the stage. A slot of which the outcome is longer than ``most``
    stays pending.
    """
    kept, slots, ends, tally = scratch.kept, scratch.slots, scratch.ends, scratch.tally
    for begin in range(chunk[0], chunk[1], BATCH):
        last = min(begin + BATCH, chunk[1])
        if list_batch(rules, places, cells, scratch, begin, last) < 0:
            return
        edge = 0
        for slot in range(begin, last):
            greatest, open_moves = NOTHING, 0
            while edge < ends[slot - begin]:
                cell, where = cell_there(cells, slots[edge]), slots[edge]
                if cell == HOLE or where < first:
                    tally[FAULT], tally[WHERE] = True, slot
                    return
                if cell == PENDING:  # of this stage: all others are settled
                    code = rules.end(scratch.neighbours[edge])
                    if code == rules.playing:
                        open_moves += 1
                    elif is_end_of(rules.form, code):
                        back = back_of_end(rules.form, code, kept[edge], 0, 0)
                        greatest = max(greatest, back)
                    else:
                        tally[FAULT], tally[WHERE] = True, slot
                        return
                else:
                    greatest = max(greatest, back_of(rules.form, cell, kept[edge], 0, 0))
                edge += 1
            if greatest == NOTHING and open_moves == 0:  # settled before, or no position
                continue
            if open_moves and greatest < WON_AT_ONCE:
                tally[OPEN] += 1
                tally[AHEAD] += open_moves
                continue
            settled = cell_of_rank(rules.form, greatest, 0)
            if plies_in(rules.form, settled) > most:
                tally[TOO_LONG] += 1
            else:
                cells[slot] = settled
                tally[SETTLED] += 1
