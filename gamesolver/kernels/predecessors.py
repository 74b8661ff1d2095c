"""The inner loops of waves from behind: settled slots tell their predecessors.

Arguments as in ``kernels.sweeping``. While these waves run, a slot that is pending holds one
of the greatest cells of its width: ``most - k``, where k open moves are counted still (see
``open_moves``: more may be open, for none counts more than it will hear). A *block*
of slots has a flag that is up while something in it is to be looked at.
"""

from __future__ import annotations

import numpy as np

from gamesolver.kernels.cells import value_of
from gamesolver.kernels.codes import DRAW, FIRST, HOLE, WIN
from gamesolver.kernels.compiling import INNER, UNCOUNTED, njit
from gamesolver.kernels.intrinsics import fetch_ahead, ones
from gamesolver.kernels.open_moves import (
    different_slots,
    has_all_twins,
    has_none_left,
    is_settled_as,
)
from gamesolver.kernels.places import look_up, position_in
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
from gamesolver.kernels.sweeping import expand
from gamesolver.kernels.wide_stage import own_cells

BLOCK, LINE = 1 << 10, 64  # slots
ZERO, ONE = np.uint64(0), np.uint64(1)
ROUND = 4  # moves of a position that are looked up at a time

helper = njit(inline="always", **UNCOUNTED)
function = njit(**INNER)


@function
def _those_of_line(cells, line, least, most):
    """Which cells of a line are in a range, as bits; a line may begin before the first cell.

    ``least`` and ``most`` are numbers of the cells' own width, so that many are compared at once:
    the compiler makes vectors of loops of a fixed length, over places that cannot be negative.
    """
    those = ZERO
    if line < 0 or line + LINE > cells.size:
        for slot in range(max(line, 0), min(line + LINE, cells.size)):
            is_one = (cells[slot] >= least) & (cells[slot] <= most)
            those |= np.uint64(is_one) << np.uint64(slot - line)
        return those
    first, is_any = np.uint64(line), np.uint8(0)
    for place in range(LINE):
        cell = cells[first + np.uint64(place)]
        is_any |= np.uint8((cell >= least) & (cell <= most))
    if is_any:
        for place in range(LINE):
            cell = cells[first + np.uint64(place)]
            those |= np.uint64((cell >= least) & (cell <= most)) << np.uint64(place)
    return those


@function
def gather(cells, begin, last, flags, least, most, batch):
    """Fill a batch with slots that hold cells in a range; where to go on, and how many they are.

    Only blocks are looked at whose flag is up, and it is taken down.
    """
    own, first = own_cells(cells)
    slot, count = begin, 0
    while slot < last and count < batch.size:
        if slot % BLOCK == 0:
            if not flags[slot // BLOCK]:
                slot += BLOCK
                continue
            flags[slot // BLOCK] = False
        line = slot // LINE * LINE
        those = _those_of_line(own, line - first, least, most)
        those &= ~ZERO << np.uint64(slot - line)  # not those before
        while those != ZERO and count < batch.size:
            batch[count] = line + ones((those - ONE) & ~those)
            those &= those - ONE
            count += 1
        slot = line + LINE if those == ZERO else batch[count - 1] + 1
    while count > 0 and batch[count - 1] >= last:
        count -= 1
    return min(slot, last), count


def count_moves(rules, places, cells, scratch, chunk, pending, most_counted, first):
    """Label ends of play and holes, and have all that is pending count its moves.

    No move is followed: ends of play tell their predecessors, as all that is settled does.
    """
    successors, twins, slots = scratch.successors, scratch.twins, scratch.slots
    moves, tally = scratch.moves, scratch.tally
    holes, ends, drawn, all_moves = 0, 0, 0, 0
    for slot in range(chunk[0], chunk[1]):
        position = position_in(rules, places, slot)
        if rules.index(position) != slot:
            cells[slot - first] = HOLE
            holes += 1
            continue
        code = rules.end(position)
        if is_end_of(rules.form, code):
            cells[slot - first] = cell_of_end(rules.form, code)
            ends += 1
            drawn += code == 0
            continue
        if rules.counts_moves:
            count = rules.count_moves(position)
        else:
            count = rules.successors(position, moves, successors)
        if code != rules.playing or not 1 <= count <= moves.size - GUARDS:
            tally[FAULT], tally[WHERE] = True, slot
            return
        all_moves += count
        counted = min(count, most_counted)
        if counted > 1 and not has_all_twins(rules, position, twins):
            if rules.counts_moves:
                count = rules.successors(position, moves, successors)
            counted = different_slots(rules.index, successors, slots, count, most_counted)
        cells[slot - first] = pending - counted
    tally[HOLES], tally[ENDS], tally[DRAWN] = holes, ends, drawn
    tally[OPEN] = chunk[1] - chunk[0] - holes - ends
    tally[AHEAD] = tally[MOVES] = all_moves


def tell_news(rules, places, cells, scratch, chunk, flags, least, most, pending, win, news, alone):
    """Tell the predecessors of the slots of a chunk that the last wave settled.

    Those have cells from ``least`` to ``most``. ``pending`` is the least cell that is pending;
    a win gets the cell ``win``. Of ``news`` the first flags go up where slots are settled
    here, the second where slots may be lost by now. ``alone`` says that no other thread tells.
    """
    batch, kinds, tally = scratch.batch, scratch.kinds, scratch.tally
    slot, last = chunk
    while slot < last and not tally[FAULT]:
        slot, count = gather(cells, slot, last, flags, least, most, batch)
        for place in range(count):
            kinds[place] = value_of(cells[batch[place]])
        _tell(rules, places, cells, scratch, batch[:count], kinds, pending, win, news, alone)


def tell_listed(rules, places, cells, scratch, slots, kinds, pending, win, news, alone):
    """The same for slots in a list, since their cells do not say what they are."""
    for begin in range(0, slots.size, BATCH):
        part = slice(begin, begin + BATCH)
        _tell(rules, places, cells, scratch, slots[part], kinds[part], pending, win, news, alone)
        if scratch.tally[FAULT]:
            return


@function
def _tell(rules, places, cells, scratch, batch, kinds, pending, win, news, alone):
    """Tell the predecessors of a batch: they are won, or have an open move less."""
    before, targets, ends, tally = scratch.neighbours, scratch.slots, scratch.ends, scratch.tally
    fresh, doubts = news
    if rules.gives_slots:
        if not list_slots_back(rules, places, cells, scratch, batch):
            return
    else:
        if not list_back(rules, places, scratch, batch):
            return
        count = ends[batch.size - 1] if batch.size else np.int64(0)
        look_up(rules, places, before, count, cells, scratch.twins, targets)
    edge, settled = 0, 0
    for place, slot in enumerate(batch):
        kind = kinds[place]
        if kind == DRAW:
            edge = ends[place]
        seat = rules.player(position_in(rules, places, slot)) if rules.has_seats else -1
        while edge < ends[place]:
            target = targets[edge]
            if target >= 0:
                keeps = seat >= 0 and rules.player(before[edge]) == seat
                if (kind == WIN) == keeps:
                    if is_settled_as(win, cells, target, pending, alone):
                        settled += 1
                        fresh[target // BLOCK] = True
                elif has_none_left(cells, target, pending, alone):
                    doubts[target // BLOCK] = True
            edge += 1
    tally[SETTLED] += settled


@helper
def list_back(rules, places, scratch, batch):
    """Put the predecessors of a batch side by side; whether the rules gave as many as they may."""
    before, ends, listed = scratch.neighbours, scratch.ends, scratch.predecessors
    tally = scratch.tally
    count = 0
    for place, slot in enumerate(batch):
        number = rules.predecessors(position_in(rules, places, slot), listed)
        if not 0 <= number <= listed.size - GUARDS:
            tally[FAULT], tally[WHERE] = True, slot
            return False
        for each in range(number):  # a slice would have numba compile errors about shapes
            before[count + each] = listed[each]
        count += number
        ends[place] = count
    return True


@helper
def list_slots_back(rules, places, cells, scratch, batch):
    """The same where the rules give slots at once: those are looked up as well."""
    targets, ends, listed = scratch.slots, scratch.ends, scratch.earlier
    tally = scratch.tally
    count = 0
    for place, slot in enumerate(batch):
        number = rules.predecessor_slots(position_in(rules, places, slot), listed)
        if not 0 <= number <= listed.size - GUARDS:
            tally[FAULT], tally[WHERE] = True, slot
            return False
        for each in range(number):
            target = listed[each]
            targets[count + each] = target if target < cells.size else -1
            fetch_ahead(cells, max(targets[count + each], 0))
        count += number
        ends[place] = count
    return True


def settle_lost(rules, places, cells, scratch, chunk, flags, most, wave):
    """Settle what is lost of the slots of a chunk that may have no open move left."""
    batch, tally = scratch.batch, scratch.tally
    slot, last = chunk
    while slot < last and not tally[FAULT]:
        slot, count = gather(cells, slot, last, flags, most, most, batch)
        _settle(rules, places, cells, scratch, batch[:count], wave)


@function
def _settle(rules, places, cells, scratch, batch, wave):
    """Settle those of a batch whose every move leads to what was settled before, and draws none.

    None of the moves wins, or a wave would have told. A few moves of each position are
    looked up at a time: most of those that are not lost show it soon. Cells from ``loss`` to
    ``win`` were settled in this very wave, and count as open.
    """
    pending, loss, win, sifting, fresh = wave
    ahead, targets, tally = scratch.neighbours, scratch.slots, scratch.tally
    begins, ends = scratch.begins, scratch.ends
    count = 0
    for place, slot in enumerate(batch):
        begins[place] = count
        position = position_in(rules, places, slot)
        count, best = expand(rules, position, scratch, count, sifting)
        ends[place] = count
        if best >= 0:
            begins[place] = count + 1  # beyond the end: not lost
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
                if not 0 <= target < cells.size or cells[target] == HOLE:
                    tally[FAULT], tally[WHERE] = True, batch[place]
                    return
                cell = np.int64(cells[target])
                is_open |= cell >= pending or loss <= cell <= win
                is_open |= FIRST <= cell < loss and value_of(cell) == DRAW
            begins[place] = ends[place] + 1 if is_open else until
            is_going_on |= begins[place] < ends[place]
    for place, slot in enumerate(batch):
        if begins[place] == ends[place]:
            cells[slot] = loss
            fresh[slot // BLOCK] = True
            tally[SETTLED] += 1
