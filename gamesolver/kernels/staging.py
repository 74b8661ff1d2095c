"""The inner loops of a stage: every slot looked at once, after all later stages.

Arguments as in ``kernels.sweeping``. The slots of a stage are a range, and those of later stages
come behind it: so the slot of a successor says whether play stays in the stage, goes on to a later
one or, which no rule may do, falls back.

**A group of positions** whose moves lead to much the same ones is looked at together, where an
author says how. Its rules list the slots to which moves of the group lead, each once; the kernel
reads their cells and makes *worths* of them, for whoever moves there: the ranks of their backs in
32 bits. Of these the rules take the greatest for each position of the group. So a slot is looked up
once for all moves of the group that lead there, in the order in which the author lists it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamesolver.kernels import codes
from gamesolver.kernels.cells import (
    back_of,
    back_of_end,
    cell_of,
    cell_of_rank,
    kind_of,
    plies_of,
)
from gamesolver.kernels.codes import DRAW, ENDLESS, FIRST, HOLE, LOSS, PENDING, WIN
from gamesolver.kernels.compiling import kernel, njit
from gamesolver.kernels.first_look import label
from gamesolver.kernels.intrinsics import fetch_ahead
from gamesolver.kernels.places import look_up, position_in
from gamesolver.kernels.scores import is_end_of
from gamesolver.kernels.scratch import (
    AHEAD,
    BATCH,
    FAULT,
    GUARDS,
    MOVES,
    OPEN,
    SETTLED,
    TOO_LONG,
    WHERE,
)
from gamesolver.kernels.sweeping import NOTHING, cell_there

WON_AT_ONCE = (1 << 40) - 1  # the rank of a win in one ply: there is none greater

SHORT = 256


def _backs() -> np.ndarray:
    """By whether the turn is kept and by the cell, of those of a byte: its back."""
    backs = np.full((2, SHORT), NOTHING)
    backs[:, ENDLESS] = 0
    for cell in range(FIRST, SHORT):
        kind, plies = codes.kind_of(cell), codes.plies_of(cell) + 1
        backs[0, cell], backs[1, cell] = codes.rank_of(2 - kind, plies), codes.rank_of(kind, plies)
    return backs


BACKS = _backs()
"""A table, for which of three kinds a cell is no processor foresees."""


@kernel
def list_batch(rules, places, cells, scratch, batch):
    """Settle ends of play and holes among some slots, and look up the moves of the others.

    -1 reports a fault, in the tally too.
    """
    moves, successors, neighbours = scratch.moves, scratch.successors, scratch.neighbours
    tally, ends, kept = scratch.tally, scratch.ends, scratch.kept
    total = np.int64(0)
    for slot in batch:
        fetch_ahead(cells, slot)
    for place, slot in enumerate(batch):
        ends[place] = total
        if cells[slot] != PENDING:
            continue
        position = position_in(rules, places, slot)
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
            neighbours[total] = successors[each]
            kept[total] = seat >= 0 and rules.player(successors[each]) == seat
            total += 1
        tally[MOVES] += count
        ends[place] = total
    look_up(rules, places, neighbours, total, cells, scratch.twins, scratch.slots)
    return total


def settle_stage(rules, places, cells, scratch, chunk, first, most):
    """Settle each slot of a part of a stage if its successors are settled, or one wins at once.

    ``chunk`` lists the slots, in any order, and may list one twice. ``first`` is the first slot of
    the stage. A slot of which the outcome is longer than ``most`` stays pending.
    """
    kept, slots, ends, tally = scratch.kept, scratch.slots, scratch.ends, scratch.tally
    for begin in range(0, chunk.size, BATCH):
        batch = chunk[begin : begin + BATCH]
        if list_batch(rules, places, cells, scratch, batch) < 0:
            return
        edge = 0
        for place, slot in enumerate(batch):
            greatest, open_moves, is_wrong = NOTHING, 0, False
            while edge < ends[place]:
                cell, where = cell_there(cells, slots[edge]), slots[edge]
                is_wrong |= (cell == HOLE) | (where < first)
                if cell == PENDING:  # of this stage: all others are settled
                    code = rules.end(scratch.neighbours[edge])
                    if code == rules.playing:
                        open_moves += 1
                    elif is_end_of(rules.form, code):
                        greatest = max(greatest, back_of_end(code, kept[edge]))
                    else:
                        is_wrong = True
                elif cell < SHORT:
                    greatest = max(greatest, BACKS[np.int64(kept[edge]), cell])
                else:
                    greatest = max(greatest, back_of(cell, kept[edge]))
                edge += 1
            if is_wrong:
                tally[FAULT], tally[WHERE] = True, slot
                return
            if greatest == NOTHING and open_moves == 0:  # settled before, or no position
                continue
            if open_moves and greatest < WON_AT_ONCE:
                tally[OPEN] += 1
                tally[AHEAD] += open_moves
                continue
            settled = cell_of_rank(greatest)
            if settled != ENDLESS and plies_of(settled) > most:
                tally[TOO_LONG] += 1
            else:
                cells[slot] = settled
                tally[SETTLED] += 1


# ── groups ──────────────────────────────────────────────────────────────────────────────────────

WON, DREW = 1 << 30, 1 << 28
"""What a win at once and a finished draw at once would be worth; endless play is worth 0."""
LEAST_WON = 1 << 29
WORTHLESS = -(1 << 31)
"""Less than any worth."""

helper = njit(inline="always")


@helper
def worth_of(kind, plies):
    """What an outcome is worth to the player to move, in the order of the ranks."""
    if kind == WIN:
        return WON - plies
    return DREW - plies if kind == DRAW else plies - WON


@helper
def cell_of_worth(worth):
    """The cell of an outcome of that worth; undoes :func:`worth_of`."""
    if worth == 0:
        return ENDLESS
    if worth < 0:
        return cell_of(LOSS, worth + WON)
    return cell_of(WIN, WON - worth) if worth > LEAST_WON else cell_of(DRAW, DREW - worth)


def _worths() -> np.ndarray:
    """By the cell, of those of a byte: what a move there is worth."""
    worths = np.full(SHORT, WORTHLESS, np.int32)
    worths[ENDLESS] = 0
    for cell in range(FIRST, SHORT):
        kind, plies = 2 - codes.kind_of(cell), codes.plies_of(cell) + 1
        lost, draw, won = plies - WON, DREW - plies, WON - plies
        worths[cell] = (lost, draw, won)[kind]
    return worths


WORTHS = _worths()


class GroupBuffers(NamedTuple):
    """What the rules of a group fill, and what they read."""

    targets: Any
    """Filled by the rules: the slots to which moves of the group lead."""
    worths: Any
    """What a move to each of them is worth."""
    slots: Any
    """Filled by the rules: those of the group's positions."""
    best: Any
    """Filled by the rules: the greatest worth of a move of each."""


def settle_groups(
    group_targets, group_best, cells, buffers, tally, stage, begin, end, first, last, most, longest
):
    """Settle some groups of a stage, whose slots go from ``first`` to before ``last``.

    A slot of which the outcome is longer than ``most`` stays pending. None is longer than
    ``longest``, by what is known of later stages.
    """
    most = min(most, longest)  # so that a shorter outcome is compared once
    targets, worths, slots, best = buffers
    for group in range(begin, end):
        tally[WHERE] = group
        count = group_targets(stage, group, targets)
        if not 0 <= count <= targets.size - GUARDS:
            tally[FAULT] = True
            return
        is_wrong = False
        for each in range(count):
            slot = targets[each]
            if not last <= slot < cells.size:
                tally[FAULT] = True
                return
            cell = np.int64(cells[slot])
            is_wrong |= (cell == PENDING) | (cell == HOLE)
            if cell < SHORT:
                worths[each] = WORTHS[cell]
            else:
                worths[each] = worth_of(2 - kind_of(cell), plies_of(cell) + 1)
        if is_wrong:
            tally[FAULT] = True
            return
        count = group_best(stage, group, worths, slots, best)
        if not 0 <= count <= slots.size - GUARDS:
            tally[FAULT] = True
            return
        for each in range(count):
            slot, worth = slots[each], np.int64(best[each])
            if not (first <= slot < last and -WON < worth < WON):
                tally[FAULT] = True
                return
            cell = cell_of_worth(worth)
            if cell != ENDLESS and plies_of(cell) < 1:  # no move is worth so much
                tally[FAULT] = True
                return
            if cell != ENDLESS and plies_of(cell) > most:
                if plies_of(cell) > longest:
                    tally[FAULT] = True
                    return
                tally[TOO_LONG] += 1
            else:
                cells[slot] = cell
                tally[SETTLED] += 1
