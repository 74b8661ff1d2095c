"""Kernels that mark the reachable indexes of a table and count its entries.

Arguments are those of ``kernels.sweeping``. A mark has three states: unseen, waiting to be
expanded, and expanded. A byte holds five marks as digits of base three, and a chunk of indexes
begins with a byte. :func:`spread_marks` expands waiting indexes forward. :func:`mark_back` marks
unseen indexes that have a marked predecessor. ``engine.table`` describes the method.

:func:`count_entries` counts entries of a part of the table, and :func:`count_all` counts all.
"""

from __future__ import annotations

import numpy as np

from gamesolver.kernels.codes import UNUSED
from gamesolver.kernels.compiling import INNER, kernel, njit
from gamesolver.kernels.encodings import is_end_entry
from gamesolver.kernels.entries import entry_in
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
def is_marked(marks, index):
    """Return True if an index was reached."""
    return STATES[index % DIGITS, marks[index // DIGITS]] != UNSEEN


@helper
def _advance(marks, index, state):
    """Advance an index from ``state`` to the next. Return False if it was in another state."""
    # Five marks share a byte, and another worker may change one of the others between the read and
    # the swap. A power of three moves one digit up, and leaves the others.
    place, digit = index // DIGITS, index % DIGITS
    while True:
        held = np.int64(marks[place])
        if STATES[digit, held] != state:
            return False
        if swap_if(marks, place, held, held + POWERS[digit]):
            return True


def spread_marks(rules, places, entries, scratch, chunk, marks, enough):
    """Expand the waiting indexes of a chunk, at most ``enough``, and mark their successors."""
    moves, successors, images = scratch.moves, scratch.successors, scratch.images
    indexes, tally = scratch.indexes, scratch.tally
    for place in range(chunk[0] // DIGITS, (chunk[1] - 1) // DIGITS + 1):
        # A successor may be in this very byte, so the byte is read until none of its marks waits.
        while WAITS[marks[place]] and tally[EXPANSIONS] < enough:
            for index in range(DIGITS * place, min(DIGITS * place + DIGITS, entries.size)):
                # The test and the advance are one atomic step, since other workers mark indexes of
                # this byte too.
                if not _advance(marks, index, WAITING):
                    continue
                tally[EXPANSIONS] += 1
                if is_end_entry(rules.form, entries[index]):
                    continue  # an end of play
                position = position_in(rules, places, index)
                count = listed(scratch.gains, rules.successors, position, moves, successors)
                look_up(rules, places, successors, count, entries, images, indexes)
                # All marks are fetched ahead before the first is read.
                for each in range(count):
                    fetch_ahead(marks, indexes[each] // DIGITS)
                for each in range(count):
                    if not 0 <= indexes[each] < entries.size:
                        tally[FAULT], tally[WHERE] = True, index
                        return
                    # Only the worker that takes a mark out of ``UNSEEN`` counts the index as new.
                    tally[NEW] += _advance(marks, indexes[each], UNSEEN)


def mark_back(rules, places, entries, scratch, chunk, marks, found):
    """Set the mark ``found`` for the unseen indexes of a chunk with a marked predecessor.

    Waiting indexes become expanded: all their successors are queried after they were marked.
    """
    batch, count = scratch.batch, 0
    for place in range(chunk[0] // DIGITS, (chunk[1] - 1) // DIGITS + 1):
        # One look-up skips five indexes that are expanded.
        if IS_DONE[marks[place]]:
            continue
        for index in range(DIGITS * place, min(DIGITS * place + DIGITS, entries.size)):
            state = STATES[index % DIGITS, marks[place]]
            if state == WAITING:
                marks[place] += POWERS[index % DIGITS]  # no other worker writes in this chunk
            if state == UNSEEN and entries[index] != UNUSED:
                batch[count] = index
                count += 1
                if count == BATCH:
                    _mark_reached(rules, places, entries, scratch, batch, marks, found)
                    count = 0
                    if scratch.tally[FAULT]:
                        return
    _mark_reached(rules, places, entries, scratch, batch[:count], marks, found)


@njit(**INNER)
def _mark_reached(rules, places, entries, scratch, batch, marks, found):
    """Mark the indexes of a batch with a marked predecessor, looking up a few at a time."""
    before, targets, tally = scratch.neighbours, scratch.indexes, scratch.tally
    begins, ends = scratch.begins, scratch.ends
    if not list_predecessors(rules, places, scratch, batch):
        return
    # The first marked predecessor decides an index, and one of the first few is usually marked. So
    # each round looks up only ``ROUND`` more predecessors of every index that is not decided.
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
        for place, index in enumerate(batch):
            until, is_reached = min(begins[place] + ROUND, ends[place]), False
            for edge in range(begins[place], until):
                target = targets[edge]
                # The rules may list predecessors without an index, which are skipped. Nor does a
                # marked terminal position count: play does not go on from it.
                if not is_reached and 0 <= target < entries.size and is_marked(marks, target):
                    is_reached = rules.end(before[edge]) == rules.playing
            if is_reached:
                # The mark is 0, and no other worker writes in this chunk, so an addition sets it.
                marks[index // DIGITS] += found * POWERS[index % DIGITS]
                tally[NEW] += 1
            # An index that is reached has no predecessors left to look up.
            begins[place] = ends[place] if is_reached else until
            is_going_on |= begins[place] < ends[place]


# ── the inner loops that count the entries of a table. Arguments as in ``kernels.sweeping`` ─────

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


def count_entries(
    rules, places, entries, scratch, chunk, overflow, marks, stages, seat, by_orbit, counts
):
    """Count the entries of a chunk, restricted to marks, a player and stages if given.

    ``marks`` and ``stages`` are empty without a restriction.
    """
    images = scratch.images
    for index in range(chunk[0], chunk[1]):
        # The tests that need least come first: only indexes that pass them need their position.
        entry = entry_in(entries, overflow, index)
        if entry == UNUSED:
            continue
        if marks.size and not is_marked(marks, index):
            continue
        position = position_in(rules, places, index)
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
        counts[entry] += size if by_orbit else 1


@kernel
def count_all(entries, counts):
    """Count entries in several rows in turn, so that equal neighbours do not delay each other."""
    whole = entries.size - entries.size % SIDE_BY_SIDE
    for first in range(0, whole, SIDE_BY_SIDE):
        for row in range(SIDE_BY_SIDE):
            counts[row, entries[first + row]] += 1
    for each in range(whole, entries.size):
        counts[0, entries[each]] += 1
