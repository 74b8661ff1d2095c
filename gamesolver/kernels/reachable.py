"""Kernels that mark the reachable slots of a table and count its entries.

Arguments are those of ``kernels.sweeping``. A mark has three states: unseen, waiting to be
expanded, and expanded. A byte holds five marks as digits of base three, and a chunk of slots
begins with a byte. :func:`spread_marks` expands waiting slots forward. :func:`ask_back` marks
unseen slots that have a marked predecessor. ``engine.table`` describes the method.

:func:`count_cells` counts entries of a part of the table, and :func:`count_all` counts all.
"""

from __future__ import annotations

import numpy as np

from gamesolver.kernels.cells import cell_in
from gamesolver.kernels.codes import UNUSED
from gamesolver.kernels.compiling import INNER, kernel, njit
from gamesolver.kernels.encodings import is_end_cell
from gamesolver.kernels.gains import listed
from gamesolver.kernels.intrinsics import fetch_ahead, swap_if
from gamesolver.kernels.places import list_images, look_up, position_in
from gamesolver.kernels.predecessors import list_predecessors
from gamesolver.kernels.scratch import BATCH, EXPANSIONS, FAULT, FOLDED_TOGETHER, NEW, WHERE

# ── the inner loops of marking what the start reaches ───────────────────────────────────────────

UNSEEN, WAITING, EXPANDED = range(3)  # of a mark
DIGITS = 5  # marks a byte
POWERS = np.array([1, 3, 9, 27, 81], np.int64)
STATES = np.array([[b // 3**d % 3 for b in range(256)] for d in range(DIGITS)], np.uint8)
"""Mark in each digit of each byte. The look-up is faster than a division."""
WAITS = (STATES == WAITING).any(axis=0)
IS_DONE = (STATES == EXPANDED).all(axis=0)
ROUND = 2  # predecessors of a position that are looked up at a time

helper = njit(inline="always")


@helper
def is_marked(marks, slot):
    """Return True if a slot was reached."""
    return STATES[slot % DIGITS, marks[slot // DIGITS]] != UNSEEN


@helper
def _advance(marks, slot, state):
    """Advance a slot from ``state`` to the next. Return False if it was in another state."""
    # Five marks share a byte, and another worker may change one of the others between the read and
    # the swap. A power of three moves one digit up, and leaves the others.
    place, digit = slot // DIGITS, slot % DIGITS
    while True:
        held = np.int64(marks[place])
        if STATES[digit, held] != state:
            return False
        if swap_if(marks, place, held, held + POWERS[digit]):
            return True


def spread_marks(rules, places, cells, scratch, chunk, marks, enough):
    """Expand the waiting slots of a chunk, at most ``enough``, and mark their successors."""
    moves, successors, images = scratch.moves, scratch.successors, scratch.images
    slots, tally = scratch.slots, scratch.tally
    for place in range(chunk[0] // DIGITS, (chunk[1] - 1) // DIGITS + 1):
        # A successor may be in this very byte, so the byte is read until none of its marks waits.
        while WAITS[marks[place]] and tally[EXPANSIONS] < enough:
            for slot in range(DIGITS * place, min(DIGITS * place + DIGITS, cells.size)):
                # The test and the advance are one atomic step, since other workers mark slots of
                # this byte too.
                if not _advance(marks, slot, WAITING):
                    continue
                tally[EXPANSIONS] += 1
                if is_end_cell(rules.form, cells[slot]):
                    continue  # an end of play
                position = position_in(rules, places, slot)
                count = listed(scratch.gains, rules.successors, position, moves, successors)
                look_up(rules, places, successors, count, cells, images, slots)
                # All marks are fetched ahead before the first is read.
                for each in range(count):
                    fetch_ahead(marks, slots[each] // DIGITS)
                for each in range(count):
                    if not 0 <= slots[each] < cells.size:
                        tally[FAULT], tally[WHERE] = True, slot
                        return
                    # Only the worker that takes a mark out of ``UNSEEN`` counts the slot as new.
                    tally[NEW] += _advance(marks, slots[each], UNSEEN)


def mark_back(rules, places, cells, scratch, chunk, marks, found):
    """Set the mark ``found`` for the unseen slots of a chunk with a marked predecessor.

    Waiting slots become expanded: all their successors are queried after they were marked.
    """
    batch, count = scratch.batch, 0
    for place in range(chunk[0] // DIGITS, (chunk[1] - 1) // DIGITS + 1):
        # One look-up skips five slots that are expanded.
        if IS_DONE[marks[place]]:
            continue
        for slot in range(DIGITS * place, min(DIGITS * place + DIGITS, cells.size)):
            state = STATES[slot % DIGITS, marks[place]]
            if state == WAITING:
                marks[place] += POWERS[slot % DIGITS]  # no other worker writes in this chunk
            if state == UNSEEN and cells[slot] != UNUSED:
                batch[count] = slot
                count += 1
                if count == BATCH:
                    _mark_reached(rules, places, cells, scratch, batch, marks, found)
                    count = 0
                    if scratch.tally[FAULT]:
                        return
    _mark_reached(rules, places, cells, scratch, batch[:count], marks, found)


@njit(**INNER)
def _mark_reached(rules, places, cells, scratch, batch, marks, found):
    """Mark the slots of a batch with a marked predecessor, looking up a few at a time."""
    before, targets, tally = scratch.neighbours, scratch.slots, scratch.tally
    begins, ends = scratch.begins, scratch.ends
    if not list_predecessors(rules, places, scratch, batch):
        return
    # The first marked predecessor decides a slot, and one of the first few is usually marked. So
    # each round looks up only ``ROUND`` more predecessors of every slot that is not decided.
    for place in range(batch.size):
        begins[place] = ends[place - 1] if place else 0
    is_going_on = True
    while is_going_on:
        # The marks of a whole round are fetched ahead, then read.
        for place in range(batch.size):
            for edge in range(begins[place], min(begins[place] + ROUND, ends[place])):
                targets[edge] = rules.index(before[edge])
                fetch_ahead(marks, max(targets[edge], 0) // DIGITS)
        is_going_on = False
        for place, slot in enumerate(batch):
            until, is_reached = min(begins[place] + ROUND, ends[place]), False
            for edge in range(begins[place], until):
                target = targets[edge]
                # The rules may list predecessors without a slot, which are skipped. Nor does a
                # marked terminal position count: play does not go on from it.
                if not is_reached and 0 <= target < cells.size and is_marked(marks, target):
                    is_reached = rules.end(before[edge]) == rules.playing
            if is_reached:
                # The mark is 0, and no other worker writes in this chunk, so an addition sets it.
                marks[slot // DIGITS] += found * POWERS[slot % DIGITS]
                tally[NEW] += 1
            # A slot that is reached has no predecessors left to look up.
            begins[place] = ends[place] if is_reached else until
            is_going_on |= begins[place] < ends[place]


# ── the inner loops that count the cells of a table. Arguments as in ``kernels.sweeping`` ─────────

EITHER_PLAYER = -1
SIDE_BY_SIDE = 4


@helper
def _images(rules, position, images):
    """Return the size of the orbit. Its other members are moved to the front of ``images``."""
    size = 0
    for each in range(list_images(rules, position, images)):
        # The rules may list a symmetric position several times, or the position itself.
        is_new = images[each] != position
        for other in range(size):
            is_new &= images[other] != images[each]
        if is_new:
            images[size] = images[each]
            size += 1
    return size + 1


@helper
def _is_among(number, numbers):
    """Return True if ``number`` is in ``numbers``."""
    found = False
    for each in numbers:
        found |= each == number
    return found


def count_cells(
    rules, places, cells, scratch, chunk, overflow, marks, stages, seat, by_orbit, counts
):
    """Count the cells of a chunk, restricted to marks, a player and stages if given.

    ``marks`` and ``stages`` are empty without a restriction.
    """
    images = scratch.images
    for slot in range(chunk[0], chunk[1]):
        # The tests that need least come first: only slots that pass them need their position.
        cell = cell_in(cells, overflow, slot)
        if cell == UNUSED:
            continue
        if marks.size and not is_marked(marks, slot):
            continue
        position = position_in(rules, places, slot)
        if stages.size and not _is_among(rules.stage(position), stages):
            continue
        # A count for one player is undefined if the members of an orbit differ in the player to
        # move. So that count needs all members too.
        size = _images(rules, position, images) if by_orbit or seat != EITHER_PLAYER else 1
        if seat != EITHER_PLAYER:
            player = rules.player(position)
            for each in range(size - 1):
                if rules.player(images[each]) != player:
                    scratch.tally[FOLDED_TOGETHER] = (
                        True  # members of the orbit differ in the player to move
                    )
            if player != seat:
                continue
        counts[cell] += size if by_orbit else 1


@kernel
def count_all(cells, counts):
    """Count cells in several rows in turn, so that equal neighbours do not delay each other."""
    whole = cells.size - cells.size % SIDE_BY_SIDE
    for first in range(0, whole, SIDE_BY_SIDE):
        for row in range(SIDE_BY_SIDE):
            counts[row, cells[first + row]] += 1
    for each in range(whole, cells.size):
        counts[0, cells[each]] += 1
