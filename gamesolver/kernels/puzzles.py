"""Inner loop that searches for puzzles. Arguments as in ``kernels.sweeping``.

A move is as good as the best if it brings the same number of points, whatever the plies. The
preference keys of equal points lie within half a step around a multiple of ``2^40``, with scores
and without.
"""

from __future__ import annotations

import numpy as np

from gamesolver.kernels.codes import APART, ENDLESS, HALF, LEAST_WIN, PENDING, UNUSED, WIN
from gamesolver.kernels.compiling import INNER, njit
from gamesolver.kernels.encodings import has_scores, is_end_entry, key_of_move, payoff_for, value_of
from gamesolver.kernels.entries import entry_in
from gamesolver.kernels.gains import gain_of, listed
from gamesolver.kernels.places import look_up, position_in
from gamesolver.kernels.scratch import FAULT, FOUND, WHERE

NOTHING = -(1 << 62)  # less than any key
MOST_STEPS = 1 << 12  # of one tree; a larger one is left to `players.puzzle_search.winning_tree`

helper = njit(inline="always")


@helper
def needs_all_moves(form, entry):
    """Return True if a puzzle covers all moves of a win, not only the first: without scores."""
    return not has_scores(form) and entry != ENDLESS and value_of(entry) == WIN


@helper
def _least_as_good(key):
    """Return the least key with the points of this key."""
    return ((key + HALF) >> APART << APART) - HALF


@njit(**INNER)  # inlined, it was compiled twice, and a call costs little next to a look-up
def _expand(rules, places, entries, scratch, overflow, position):
    """Return the number of moves of a position, and their greatest key; ``NOTHING`` for a fault.

    The keys are stored in the scratch in ``indexes``, and the successors in ``raw``.
    """
    successors, raw, kept = scratch.successors, scratch.raw, scratch.kept
    indexes = keys = scratch.indexes
    count = listed(scratch.gains, rules.successors, position, scratch.moves, successors)
    seat = rules.player(position) if rules.has_seats else -1
    for each in range(count):
        # A look-up may replace successors by keys, so the positions are kept in `raw`.
        raw[each] = successors[each]
        kept[each] = seat >= 0 and rules.player(successors[each]) == seat
    look_up(rules, places, successors, count, entries, scratch.images, indexes)
    best, payoff = NOTHING, payoff_for(rules.form, seat)
    for each in range(count):
        # Each key overwrites the index from which it was looked up.
        entry = entry_in(entries, overflow, indexes[each]) if indexes[each] >= 0 else UNUSED
        if entry in (UNUSED, PENDING):
            return count, NOTHING
        scratch.entries[each] = entry
        keys[each] = key_of_move(
            rules.form, entry, kept[each], gain_of(scratch.gains, each), payoff
        )
        best = max(best, keys[each])
    return count, best


@helper
def _num_from(scratch, count, least):
    """Return the number of moves with at least this key."""
    number = 0
    for each in range(count):
        number += scratch.indexes[each] >= least
    return number


@helper
def _push_best(form, scratch, count, best, waiting, size):
    """Push the successors by the best moves, without terminal ones, onto the stack.

    Return its new size.
    """
    for each in range(count):
        if not is_end_entry(form, scratch.entries[each]) and scratch.indexes[each] == best:
            # The size counts on if the stack is full, so that the caller sees the overflow.
            if size < waiting.size:
                waiting[size] = scratch.raw[each]
            size += 1
    return size


@njit(**INNER)
def _wins_alone(rules, places, entries, scratch, overflow, waiting, size):
    """Return 1 if the winner has a single winning move at each turn, else 0; negative for a fault.

    The greatest key shows which player is to move. A tree too large to search counts as 1.
    """
    # Depth-first search with a stack. The remoteness falls with each best move, so no line returns.
    for _ in range(MOST_STEPS):
        if size == 0 or size > waiting.size:
            return 1
        size -= 1
        count, best = _expand(rules, places, entries, scratch, overflow, waiting[size])
        if best == NOTHING:
            return -1
        # At a turn of the winner, exactly one move must win. At a turn of the loser, all moves of
        # greatest remoteness are followed.
        if best >= LEAST_WIN and _num_from(scratch, count, LEAST_WIN) != 1:
            return 0
        size = _push_best(rules.form, scratch, count, best, waiting, size)
    return 1


def find_puzzles(rules, places, entries, scratch, chunk, overflow, wanted, found):
    """List the indexes of a chunk with a wanted entry that are puzzles.

    A puzzle has several moves, and one of them alone preserves the score, or the value in games
    without scores. If the entry is a win, this holds at each later turn of the winner too.
    """
    tally, waiting = scratch.tally, scratch.pile
    for index in range(chunk[0], chunk[1]):
        entry = entry_in(entries, overflow, index)
        # Most entries are dropped here, before any position is expanded.
        if entry >= wanted.size or not wanted[entry]:
            continue
        position = position_in(rules, places, index)
        count, best = _expand(rules, places, entries, scratch, overflow, position)
        is_puzzle = 0 if best > NOTHING else -1
        # The condition at the first move: only one of several moves is as good as the best.
        if count > 1 and is_puzzle == 0 and _num_from(scratch, count, _least_as_good(best)) == 1:
            is_puzzle = 1
            # The conditions at all later turns of the winner.
            if needs_all_moves(rules.form, entry):
                size = _push_best(rules.form, scratch, count, best, waiting, np.int64(0))
                is_puzzle = _wins_alone(rules, places, entries, scratch, overflow, waiting, size)
        if is_puzzle < 0:
            tally[FAULT], tally[WHERE] = True, index
            return
        if is_puzzle:
            found[tally[FOUND]] = index
            tally[FOUND] += 1
