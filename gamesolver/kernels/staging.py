"""Inner loops of a stage on disk: each slot is visited once, after all later stages.

Arguments as in ``kernels.sweeping``. The slots of a stage are a range, and those of later stages
follow it. So the slot of a successor determines if play stays in the stage or goes on to a later
one. No move may lead to an earlier stage.
"""

from __future__ import annotations

import numpy as np

from gamesolver.kernels import codes
from gamesolver.kernels.codes import ENDLESS, FIRST, PENDING, UNUSED
from gamesolver.kernels.compiling import kernel
from gamesolver.kernels.encodings import (
    cell_of_key,
    is_end_of,
    key_of_last_move,
    key_of_move,
    plies_of,
)
from gamesolver.kernels.first_pass import label
from gamesolver.kernels.intrinsics import fetch_ahead
from gamesolver.kernels.places import look_up, position_in
from gamesolver.kernels.scratch import (
    AHEAD,
    BATCH,
    FAULT,
    GUARDS,
    MOVES,
    OPEN,
    RESOLVED,
    TOO_LONG,
    WHERE,
)
from gamesolver.kernels.sweeping import NOTHING, cell_there

WON_AT_ONCE = (1 << 40) - 1  # the key of a win in one ply: the greatest key

SHORT = 256


def _keys_of_moves() -> np.ndarray:
    """Return the key of a move to each one-byte cell, by whether the turn is kept."""
    keys = np.full((2, SHORT), NOTHING)
    # Pending slots and unused ones keep `NOTHING`, which is less than any key. Row 0 is for a turn
    # that passes, row 1 for a turn that is kept.
    keys[:, ENDLESS] = 0
    for cell in range(FIRST, SHORT):
        value, plies = codes.value_of(cell), codes.plies_of(cell) + 1
        keys[:, cell] = codes.preference_key(-value, plies), codes.preference_key(value, plies)
    return keys


KEYS_OF_MOVES = _keys_of_moves()
"""Look-up table of the keys of moves: the processor cannot predict the value of a cell."""


@kernel
def list_batch(rules, places, cells, scratch, batch):
    """Resolve unused slots and terminal positions of a batch; look up the moves of the others.

    Return -1 if there is a fault, which is in the tally.
    """
    moves, successors, neighbours = scratch.moves, scratch.successors, scratch.neighbours
    tally, ends, kept = scratch.tally, scratch.ends, scratch.kept
    total = np.int64(0)
    # The slots may be in any order, so their cells are prefetched together.
    for slot in batch:
        fetch_ahead(cells, slot)
    for place, slot in enumerate(batch):
        # A slot that needs no moves has an empty range of them.
        ends[place] = total
        if cells[slot] != PENDING:
            continue
        position = position_in(rules, places, slot)
        # Unused slots and terminal positions are resolved by the rules alone.
        if not label(rules, places, cells, tally, position, slot, slot):
            if tally[FAULT]:
                return -1
            continue
        count = rules.successors(position, moves, successors)
        if count < 1 or count > moves.size - GUARDS:
            tally[FAULT], tally[WHERE] = True, slot
            return -1
        seat = rules.player(position) if rules.has_seats else -1
        for each in range(count):
            # A look-up may replace neighbours by keys, so the positions are kept in `raw`.
            neighbours[total] = scratch.raw[total] = successors[each]
            kept[total] = seat >= 0 and rules.player(successors[each]) == seat
            total += 1
        tally[MOVES] += count
        ends[place] = total
    look_up(rules, places, neighbours, total, cells, scratch.images, scratch.slots)
    return total


def resolve_stage(rules, places, cells, scratch, chunk, first, most):
    """Resolve each slot of a part of a stage if its successors are resolved, or one wins at once.

    ``chunk`` lists the slots, in any order, and may list one twice. ``first`` is the first slot of
    the stage. A slot with an outcome longer than ``most`` stays pending.
    """
    kept, slots, ends, tally = scratch.kept, scratch.slots, scratch.ends, scratch.tally
    for begin in range(0, chunk.size, BATCH):
        batch = chunk[begin : begin + BATCH]
        if list_batch(rules, places, cells, scratch, batch) < 0:
            return
        # The moves of the batch are consecutive, slot after slot.
        edge = 0
        for place, slot in enumerate(batch):
            greatest, open_moves, is_wrong = NOTHING, 0, False
            while edge < ends[place]:
                where = slots[edge]
                cell = cell_there(cells, max(where, first))  # earlier ones may not be there
                # A move to a missing position, or back to an earlier stage, breaks the rules of
                # stages.
                is_wrong |= (cell == UNUSED) | (where < first)
                if cell == PENDING:  # of this stage: all others are resolved
                    # The successor may be a terminal position that no worker has labelled yet. The
                    # rules decide.
                    code = rules.end(scratch.raw[edge])
                    if code == rules.playing:
                        open_moves += 1
                    elif is_end_of(rules.form, code):
                        greatest = max(
                            greatest, key_of_last_move(rules.form, code, kept[edge], 0, 0)
                        )
                    else:
                        is_wrong = True
                elif cell < SHORT:
                    greatest = max(greatest, KEYS_OF_MOVES[np.int64(kept[edge]), cell])
                else:
                    greatest = max(greatest, key_of_move(rules.form, cell, kept[edge], 0, 0))
                edge += 1
            if is_wrong:
                tally[FAULT], tally[WHERE] = True, slot
                return
            if greatest == NOTHING and open_moves == 0:  # resolved before, or no position
                continue
            # An open move may lead to a better outcome, unless the position wins at once.
            if open_moves and greatest < WON_AT_ONCE:
                tally[OPEN] += 1
                tally[AHEAD] += open_moves
                continue
            # If the outcome does not fit the width of the cells, the slot stays pending. The caller
            # widens the cells and scans the stage again.
            resolved = cell_of_key(rules.form, greatest, 0)
            if resolved != ENDLESS and plies_of(resolved) > most:
                tally[TOO_LONG] += 1
            else:
                cells[slot] = resolved
                tally[RESOLVED] += 1
