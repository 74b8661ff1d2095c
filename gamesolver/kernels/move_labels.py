"""Inner loops that label many positions: their moves, the successors, and the best moves.

Arguments as in ``kernels.sweeping``. The moves of all positions are concatenated. ``ends`` holds
the end of the moves of each position.
"""

from __future__ import annotations

from gamesolver.kernels.codes import PENDING, UNUSED
from gamesolver.kernels.compiling import njit
from gamesolver.kernels.encodings import key_of_move, points_of
from gamesolver.kernels.entries import entry_in
from gamesolver.kernels.gains import gain_of, listed
from gamesolver.kernels.places import look_up
from gamesolver.kernels.scratch import FAULT, GUARDS
from gamesolver.kernels.sweeping import NOTHING, payoff_at

helper = njit(inline="always")


@helper
def value_of(key, payoff):
    """Return loss, draw or win, -1, 0 or 1, of an outcome with this preference key."""
    points = points_of(key, payoff)
    return (points > 0) - (points < 0)


def list_moves(
    rules, places, entries, scratch, positions, are_known, moves, gains, kept, successors, ends
):
    """List the moves of positions that are known, their gains and their successors."""
    total = 0
    for each in range(positions.size):
        position = positions[each]
        # A position that is unknown or terminal has an empty range of moves.
        if are_known[each] and rules.end(position) == rules.playing:
            reached = scratch.successors
            count = listed(scratch.gains, rules.successors, position, scratch.moves, reached)
            if count < 1 or count > scratch.moves.size - GUARDS:
                scratch.tally[FAULT] = True
                return
            seat = rules.player(position) if rules.has_seats else -1
            for move in range(count):
                moves[total] = scratch.moves[move]
                gains[total] = gain_of(scratch.gains, move)
                kept[total] = seat >= 0 and rules.player(reached[move]) == seat
                successors[total] = reached[move]
                total += 1
        ends[each] = total


def look_up_entries(rules, places, entries, scratch, overflow, positions, found):
    """Look up the entries of many successors; ``UNUSED`` marks those without an index."""
    neighbours, indexes = scratch.neighbours, scratch.indexes
    # In batches of the buffer's size. The look-up overwrites the batch, and `positions` remain.
    for begin in range(0, positions.size, neighbours.size):
        count = min(neighbours.size, positions.size - begin)
        for each in range(count):
            neighbours[each] = positions[begin + each]
        look_up(rules, places, neighbours, count, entries, scratch.images, indexes)
        for each in range(count):
            index = indexes[each]
            found[begin + each] = entry_in(entries, overflow, index) if index >= 0 else UNUSED


def judge_moves(
    rules, places, entries, scratch, positions, ends, found, gains, kept, are_best, keep_value
):
    """Mark the best moves and those that preserve the value; ``found`` are entries."""
    begin = 0
    for each in range(positions.size):
        if begin == ends[each]:
            continue
        # The preference keys of the moves replace their entries. The greatest is the outcome of the
        # position.
        payoff, best = payoff_at(rules, positions[each]), NOTHING
        for move in range(begin, ends[each]):
            if found[move] == UNUSED or found[move] == PENDING:
                scratch.tally[FAULT] = True
                return
            found[move] = key_of_move(rules.form, found[move], kept[move], gains[move], payoff)
            best = max(best, found[move])
        # A best move has the greatest key, plies included. A move preserves the value if it leads
        # to the same result, in any number of plies.
        value = value_of(best, payoff)
        for move in range(begin, ends[each]):
            are_best[move] = found[move] == best
            keep_value[move] = value_of(found[move], payoff) == value
        begin = ends[each]
