"""The inner loops of the engine: settle what the ends decide, and what waves come to.

Each takes the rules and the places as tuples (see ``kernels.places``), the cells (see
``cells``), and a worker's own buffers (see ``scratch``).

They return nothing and raise nothing: a tally counts what was done, and says where a
fault of the rules was met.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from gamesolver.kernels.cells import back_of, back_of_end, cell_of, cell_of_rank, plies_of
from gamesolver.kernels.codes import ENDLESS, HOLE, LOSS, PENDING
from gamesolver.kernels.open_moves import counted
from gamesolver.kernels.places import NO_POSITION, PLAYING, look_up, position_in
from gamesolver.kernels.scratch import (
    AHEAD,
    BATCH,
    DRAWN,
    ENDS,
    FAULT,
    GUARDS,
    HOLES,
    LOOPS,
    MOVES,
    OPEN,
    SETTLED,
    TOO_LONG,
    WHERE,
)

NOTHING = -(1 << 62)  # the rank of no back at all
LEAST_DRAW, LEAST_WIN = 1 << 33, 1 << 39  # ranks from here on are finished draws, and wins

helper = nb.njit(nogil=True, inline="always")


@helper
def _look_ahead(rules, position, scratch):
    """What the ends one move on decide: how many successors are none, and the greatest back.

    These successors come to stand first, unless some end wins. -1 reports a fault. And how many
    successors there are.
    """
    moves, successors = scratch.moves, scratch.successors
    count = rules.successors(position, moves, successors)
    if count < 1 or count > moves.size - GUARDS:
        return -1, NOTHING, 0
    best = NOTHING
    seat = rules.player(position) if rules.has_seats else -1
    going_on = 0
    for each in range(count):
        code = rules.terminal_code(successors[each])
        if code == PLAYING:
            successors[going_on] = successors[each]
            going_on += 1
        elif -1 <= code <= 1 and successors[each] != NO_POSITION:
            kept = seat >= 0 and rules.player(successors[each]) == seat
            best = max(best, back_of_end(code, kept))
            if best >= LEAST_WIN:
                return 0, best, count
        else:
            return -1, NOTHING, 0
    return going_on, best, count


def settle_ends(rules, places, cells, scratch, chunk, pending, most_counted):
    """Label ends of play, holes, and what the ends one move on decide.

    What is left gets the cell ``pending``, less the open moves that it counts, up to
    ``most_counted`` of them.
    """
    is_numbered = places.keys.size == 0
    successors, twins, slots = scratch.successors, scratch.twins, scratch.slots
    tally = scratch.tally
    for slot in range(chunk[0], chunk[1]):
        position = position_in(rules, places, slot)
        if is_numbered and rules.index(position) != slot:
            cells[slot] = HOLE
            tally[HOLES] += 1
            continue
        code = rules.terminal_code(position)
        if -1 <= code <= 1:
            cells[slot] = cell_of(code + 1, 0)
            tally[ENDS] += 1
            tally[DRAWN] += code == 0
            continue
        if code != PLAYING:
            tally[FAULT], tally[WHERE] = True, slot
            return
        going_on, best, count = _look_ahead(rules, position, scratch)
        if going_on < 0:
            tally[FAULT], tally[WHERE] = True, slot
            return
        if going_on == 0:
            cells[slot] = cell_of_rank(best)
            continue
        tally[OPEN] += 1
        tally[AHEAD] += going_on
        tally[MOVES] += count
        if most_counted:
            cells[slot] = pending - counted(
                rules, position, successors, twins, slots, going_on, most_counted
            )
        else:
            cells[slot] = pending


@helper
def expand(rules, position, scratch, begin, sifting):
    """Put the successors into the batch; where it ends, and what the ends among them say.

    With ``sifting`` ends of play are told by the rules, and left out of the batch.
    """
    moves, successors = scratch.moves, scratch.successors
    neighbours, kept = scratch.neighbours, scratch.kept
    best = NOTHING
    seat = rules.player(position) if rules.has_seats else -1
    for each in range(rules.successors(position, moves, successors)):
        successor = successors[each]
        code = rules.terminal_code(successor) if sifting else PLAYING
        keeps = seat >= 0 and rules.player(successor) == seat
        if code == PLAYING:
            neighbours[begin] = successor
            kept[begin] = keeps
            begin += 1
        else:
            best = max(best, back_of_end(code, keeps))
    return begin, best


@helper
def fill_batch(rules, places, cells, batch, scratch, sifting=True):
    """Expand a batch of positions that are pending, and look their successors up."""
    best, ends = scratch.best, scratch.ends
    count = 0
    for place, slot in enumerate(batch):
        best[place] = NOTHING
        if cells[slot] == PENDING:
            position = position_in(rules, places, np.int64(slot))
            count, best[place] = expand(rules, position, scratch, count, sifting)
        ends[place] = count
    look_up(rules, places, scratch.neighbours, count, cells, scratch.twins, scratch.slots)


@helper
def cell_there(cells, slot):
    """The cell that was looked up; a hole where nothing was found."""
    return np.int64(cells[slot]) if slot >= 0 else HOLE


def sweep(rules, places, cells, scratch, pending, wave, drawing, sifting):
    """Settle every position that is decided in so many plies by what was settled in fewer."""
    kept, slots, best, ends = scratch.kept, scratch.slots, scratch.best, scratch.ends
    tally = scratch.tally
    news = cell_of(LOSS, wave)
    for begin in range(0, pending.size, BATCH):
        batch = pending[begin : begin + BATCH]
        fill_batch(rules, places, cells, batch, scratch, sifting)
        edge = 0
        for place, slot in enumerate(batch):
            greatest, is_open = best[place], False
            while edge < ends[place]:
                cell = cell_there(cells, slots[edge])
                if cell == HOLE:
                    tally[FAULT], tally[WHERE] = True, slot
                    return
                # another worker may have settled it in this very wave
                if cell == PENDING or cell >= news:
                    is_open = True
                elif cell != ENDLESS:
                    greatest = max(greatest, back_of(cell, kept[edge]))
                edge += 1
            if greatest == NOTHING:
                continue
            is_draw = LEAST_DRAW <= greatest < LEAST_WIN
            if greatest >= LEAST_WIN or (is_draw if drawing else not (is_draw or is_open)):
                cells[slot] = cell_of_rank(greatest)
                tally[SETTLED] += 1


def greatest_backs(rules, places, cells, scratch, pending, most):
    """Settle every position whose successors are all settled, at up to ``most`` plies."""
    kept, slots, best, ends = scratch.kept, scratch.slots, scratch.best, scratch.ends
    tally = scratch.tally
    for begin in range(0, pending.size, BATCH):
        batch = pending[begin : begin + BATCH]
        fill_batch(rules, places, cells, batch, scratch)
        edge = 0
        for place, slot in enumerate(batch):
            greatest, is_open = best[place], False
            while edge < ends[place]:
                cell = cell_there(cells, slots[edge])
                if cell == HOLE:
                    tally[FAULT], tally[WHERE] = True, slot
                    return
                if cell == PENDING:
                    is_open = True
                else:
                    greatest = max(greatest, back_of(cell, kept[edge]))
                edge += 1
            if is_open or greatest == NOTHING:
                continue
            settled = cell_of_rank(greatest)
            if plies_of(settled) > most:
                tally[TOO_LONG] += 1
            else:
                cells[slot] = settled


def loops_in_stage(rules, places, cells, scratch, pending):
    """Count the moves that stay in their stage."""
    successors, tally = scratch.successors, scratch.tally
    for slot in pending:
        position = position_in(rules, places, np.int64(slot))
        stage = rules.stage(position)
        for each in range(rules.successors(position, scratch.moves, successors)):
            if rules.terminal_code(successors[each]) == PLAYING:
                next_stage = rules.stage(successors[each])
                tally[LOOPS] += next_stage == stage
                if next_stage < stage:
                    tally[FAULT], tally[WHERE] = True, slot
                    return


def stages_of(rules, places, cells, scratch, pending, stages):
    """The stage of each of these slots."""
    for place in range(pending.size):
        stages[place] = rules.stage(position_in(rules, places, np.int64(pending[place])))
