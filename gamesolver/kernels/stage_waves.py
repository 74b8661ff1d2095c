"""The inner loops of waves from behind within a stage, after all later stages.

Arguments as in ``kernels.sweeping``; what a pending cell counts as in ``kernels.predecessors``. The
slots of a stage are a range, and those of later stages come behind it.

A move to a later stage is heard of once, when the stage is first looked at. What it promises is put
into the cell at once, though the wave of so many plies is still to come: a win in so many or fewer,
or a draw at least. Such a *promise* is an outcome like any other once its wave has come, and before
it gives way to whatever is better. A position all of whose moves are lost, the longest of them in a
later stage, waits for its wave in the same way. So nothing is kept beside the cells, and whoever
asks in wave n takes all that is n plies long or longer for open.
"""

from __future__ import annotations

import numpy as np

from gamesolver.kernels.cells import back_of, cell_of, cell_of_rank, plies_of, value_of
from gamesolver.kernels.codes import DRAW, ENDLESS, FIRST, HOLE, LOSS, WIN
from gamesolver.kernels.compiling import INNER, njit
from gamesolver.kernels.intrinsics import fetch_ahead, swap_if
from gamesolver.kernels.open_moves import counted, has_none_left
from gamesolver.kernels.places import look_up, position_in
from gamesolver.kernels.predecessors import BLOCK, ROUND, gather
from gamesolver.kernels.scores import cell_of_end, is_end_of
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
    WHERE,
)
from gamesolver.kernels.sweeping import NOTHING, cell_there, expand

PLAYED_OUT = -1  # in place of how many moves stay in the stage
ONE_PLY = FIRST + 3  # the least cell of what is no end of play

helper = njit(inline="always")
function = njit(**INNER)


# ── the first look ──────────────────────────────────────────────────────────────────────────────


@function
def _list_later(rules, places, cells, scratch, begin, last, stage, pending, most_counted):
    """Label ends and holes among some slots, count moves within the stage, look up the others.

    How many there are of those; -1 reports a fault, in the tally too.
    """
    moves, successors, neighbours = scratch.moves, scratch.successors, scratch.neighbours
    tally, ends, kept, staying = scratch.tally, scratch.ends, scratch.kept, scratch.begins
    later = np.int64(0)
    for slot in range(begin, last):
        place = slot - begin
        ends[place], staying[place] = later, PLAYED_OUT
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
        if code != rules.playing or not 1 <= count <= moves.size - GUARDS:
            tally[FAULT], tally[WHERE] = True, slot
            return -1
        seat = rules.player(position) if rules.has_seats else -1
        going_on = 0
        for each in range(count):
            there = rules.stage(successors[each])
            if there < stage:
                tally[FAULT], tally[WHERE] = True, slot
                return -1
            if there == stage:
                successors[going_on] = successors[each]
                going_on += 1
            else:
                neighbours[later] = successors[each]
                kept[later] = seat >= 0 and rules.player(successors[each]) == seat
                later += 1
        tally[MOVES] += count
        ends[place], staying[place] = later, going_on
        cells[slot] = pending - counted(
            rules, position, successors, scratch.twins, scratch.slots, going_on, most_counted
        )
    look_up(rules, places, neighbours, later, cells, scratch.twins, scratch.slots)
    return later


def look_at_stage(
    rules, places, cells, scratch, chunk, stage, last, pending, most_counted, longest
):
    """Look at each slot of a part of a stage: it hears of later stages, and counts its moves.

    ``last`` is the slot behind the stage, ``longest`` the greatest length noted in each block.
    """
    slots, ends, staying, tally = scratch.slots, scratch.ends, scratch.begins, scratch.tally
    for begin in range(chunk[0], chunk[1], BATCH):
        end = min(begin + BATCH, chunk[1])
        if _list_later(
            rules, places, cells, scratch, begin, end, stage, pending, most_counted
        ) < 0:  # fmt: skip
            return
        edge = 0
        for place in range(end - begin):
            greatest, slot = NOTHING, begin + place
            while edge < ends[place]:
                cell = cell_there(cells, slots[edge])
                if cell == HOLE or slots[edge] < last:
                    tally[FAULT], tally[WHERE] = True, slot
                    return
                greatest = max(greatest, back_of(cell, scratch.kept[edge]))
                edge += 1
            if staying[place] == PLAYED_OUT:
                continue
            if staying[place] > 0:
                tally[OPEN] += 1
                tally[AHEAD] += staying[place]
                if greatest < 0:  # lost, if it is by the moves within the stage
                    continue
                if greatest == 0:  # never lost
                    cells[slot] = pending - most_counted
                    continue
            _note(cells, slot, cell_of_rank(greatest), tally, longest)


@helper
def _note(cells, slot, cell, tally, longest):
    """Put into a cell what a later stage says."""
    cells[slot] = cell
    if cell != ENDLESS:
        tally[DRAWN] += value_of(cell) == DRAW
        longest[slot // BLOCK] = max(longest[slot // BLOCK], plies_of(cell))


# ── a wave ──────────────────────────────────────────────────────────────────────────────────────


def tell_stage(
    rules, places, cells, scratch, chunk, flags, stage, least, most, pending, better, news, alone
):
    """Tell the predecessors of those slots of a chunk that have cells from ``least`` to ``most``.

    Who is won by it, or drawn while draws are looked for, gets the cell ``better``, if it has
    nothing as good. Predecessors in other stages are looked past. ``news`` as in ``tell_news``.
    """
    batch, tally = scratch.batch, scratch.tally
    slot, last = chunk
    while slot < last and not tally[FAULT]:
        slot, count = gather(cells, slot, last, flags, least, most, batch)
        _tell(rules, places, cells, scratch, batch[:count], stage, pending, better, news, alone)


@function
def _tell(rules, places, cells, scratch, batch, stage, pending, better, news, alone):
    """Tell the predecessors of a batch: they have ``better`` or as good, or an open move less."""
    before, targets, ends, tally = scratch.neighbours, scratch.slots, scratch.ends, scratch.tally
    is_drawing = value_of(better) == DRAW
    fresh, doubts = news
    count = _list_back(rules, places, cells, scratch, batch, stage, is_drawing)
    if count < 0:
        return
    look_up(rules, places, before, count, cells, scratch.twins, targets)
    edge = 0
    for place, slot in enumerate(batch):
        is_won = value_of(np.int64(cells[slot])) == WIN
        seat = rules.player(position_in(rules, places, slot)) if rules.has_seats else -1
        while edge < ends[place]:
            target = targets[edge]
            if target >= 0:
                keeps = seat >= 0 and rules.player(before[edge]) == seat
                if is_drawing or is_won == keeps:
                    if _improve(cells, target, pending, better):
                        tally[SETTLED] += 1
                        fresh[target // BLOCK] = True
                elif cells[target] >= pending and has_none_left(cells, target, pending, alone):
                    doubts[target // BLOCK] = True
            edge += 1


@function
def _list_back(rules, places, cells, scratch, batch, stage, is_drawing):
    """Put those predecessors of a batch side by side that are of the stage; how many.

    -1 reports a fault, in the tally too. Draws tell while draws are looked for, and never else.
    """
    before, ends, listed = scratch.neighbours, scratch.ends, scratch.predecessors
    count = 0
    for place, slot in enumerate(batch):
        ends[place] = count
        if (value_of(np.int64(cells[slot])) == DRAW) != is_drawing:
            continue
        number = rules.predecessors(position_in(rules, places, slot), listed)
        if not 0 <= number <= listed.size - GUARDS:
            scratch.tally[FAULT], scratch.tally[WHERE] = True, slot
            return -1
        for each in range(number):
            if rules.stage(listed[each]) == stage:
                before[count] = listed[each]
                count += 1
        ends[place] = count
    return count


@helper
def _improve(cells, slot, pending, better):
    """Put ``better`` where nothing as good is known; whether that was done here."""
    while True:
        cell = cells[slot]
        if cell < pending and not _gives_way(np.int64(cell), better):
            return False
        if swap_if(cells, slot, cell, better):
            return True


@helper
def _gives_way(cell, better):
    """Whether a settled cell is a promise of less than ``better``."""
    kind = value_of(cell)
    is_longer = (kind == value_of(better)) & (cell > better)
    return (cell >= ONE_PLY) & (is_longer | ((kind == DRAW) & (value_of(better) == WIN)))


def settle_lost_in_stage(
    rules, places, cells, scratch, chunk, flags, slots, most, loss, fresh, longest
):
    """Settle what is lost of the slots of a chunk that may have no open move left.

    ``slots`` are those of the stage, from the first to behind the last; a loss of this wave gets
    the cell ``loss``.
    """
    batch, tally = scratch.batch, scratch.tally
    slot, last = chunk
    while slot < last and not tally[FAULT]:
        slot, count = gather(cells, slot, last, flags, most, most, batch)
        _settle(rules, places, cells, scratch, batch[:count], slots, loss, fresh, longest)


@function
def _settle(rules, places, cells, scratch, batch, slots, loss, fresh, longest):
    """Settle those of a batch whose every move leads to what was settled before, and draws none.

    A few moves of each position are looked up at a time, as in ``predecessors``. A longer outcome
    is open within the stage; in a later one it is settled, and makes the loss longer.
    """
    ahead, targets, tally = scratch.neighbours, scratch.slots, scratch.tally
    begins, ends, cell_by_place = scratch.begins, scratch.ends, scratch.best
    count = 0
    for place, slot in enumerate(batch):
        begins[place], cell_by_place[place] = count, loss
        count, _ = expand(rules, position_in(rules, places, slot), scratch, count, False)
        ends[place] = count
    is_going_on = True
    while is_going_on:
        for place in range(batch.size):
            for edge in range(begins[place], min(begins[place] + ROUND, ends[place])):
                targets[edge] = rules.index(ahead[edge])
                fetch_ahead(cells, max(targets[edge], 0))
        is_going_on = False
        for place in range(batch.size):
            if begins[place] >= ends[place]:
                continue
            until, is_open = min(begins[place] + ROUND, ends[place]), False
            for edge in range(begins[place], until):
                target = targets[edge]
                if not slots[0] <= target < cells.size or cells[target] == HOLE:
                    tally[FAULT], tally[WHERE] = True, batch[place]
                    return
                cell = np.int64(cells[target])
                is_open |= cell == ENDLESS or value_of(cell) == DRAW
                if target < slots[1]:
                    is_open |= cell >= loss
                elif cell >= loss:
                    cell_by_place[place] = max(
                        cell_by_place[place], cell_of(LOSS, plies_of(cell) + 1)
                    )
            begins[place] = ends[place] + 1 if is_open else until
            is_going_on |= begins[place] < ends[place]
    for place, slot in enumerate(batch):
        if begins[place] == ends[place]:
            _note(cells, slot, cell_by_place[place], tally, longest)
            fresh[slot // BLOCK] = True
            tally[SETTLED] += 1
