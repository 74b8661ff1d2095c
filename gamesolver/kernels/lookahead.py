"""Inner loops of an estimate: the number of plies in which positions are decided, by rules alone.

``outcomes_within`` searches depth first from positions, up to a number of plies, without a table. A
position is won as soon as one move wins, and lost when all lose. A branch is left as soon as its
result cannot matter to the position before it.

Move codes are written and not read.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from gamesolver.kernels.compiling import njit
from gamesolver.kernels.encodings import is_end_of
from gamesolver.kernels.gains import listed
from gamesolver.kernels.places import folded, mixed, position_in
from gamesolver.kernels.scratch import ENDS, FAULT, GUARDS, MOVES, WHERE

UNDECIDED, ENTERING, GIVEN_UP, ENDED, AT_FAULT = range(2, 7)
"""States of the search, in addition to the results -1 (lost), 0 (neither) and 1 (won)."""


class SearchLevels(NamedTuple):
    """State of the search at each level: a row or an entry of each column."""

    positions: Any
    """Successors that are not terminal."""
    kept: Any
    """True for each of these moves that keeps the turn."""
    count: Any
    """Number of these successors."""
    next: Any
    """Index of the next successor."""
    is_lost: Any
    """True if all moves looked at lose."""
    seeks_win: Any
    """True if a win here can decide the position before."""
    seeks_loss: Any
    """True if a loss here can decide the position before."""


helper = njit(inline="always")


@helper
def _sign(code):
    """Return 1, 0 or -1: the sign of a score or value."""
    return 1 if code > 0 else -1 if code < 0 else 0


@helper
def _enter(rules, position, plies, scratch, levels, level):
    """List the successors that are not terminal. Return the result, or ``UNDECIDED``."""
    positions, kept = levels.positions[level], levels.kept[level]
    moves = scratch.moves
    count = listed(scratch.gains, rules.successors, position, moves, positions)
    # A faulty number of moves must not be used: it would lead beyond the buffers.
    if count < 1 or count > moves.size - GUARDS:
        return AT_FAULT
    seat = rules.player(position) if rules.has_seats else -1
    # Terminal successors are used at once. The others move to the front of the row, which is safe
    # because no successor is read after its place is written.
    is_lost, going_on = True, 0
    for each in range(count):
        code = rules.end(positions[each])
        keeps = seat >= 0 and rules.player(positions[each]) == seat
        if code == rules.playing:
            positions[going_on], kept[going_on] = positions[each], keeps
            going_on += 1
            continue
        if not is_end_of(rules.form, code):
            return AT_FAULT
        # For the player to move: one winning move is enough, and a move that does not lose rules a
        # loss out.
        back = _sign(code if keeps else -code)
        if back == 1:
            return 1
        if back == 0:
            is_lost = False
    levels.count[level], levels.next[level], levels.is_lost[level] = going_on, 0, is_lost
    # All moves end the game, and none of them wins.
    if going_on == 0:
        return -1 if is_lost else 0
    # No plies are left: what is still open counts as neither.
    return 0 if plies == 1 else UNDECIDED


@helper
def _outcome_within(rules, position, depth, most, scratch, levels):
    """Return 1 if a position is won within ``depth`` plies, -1 if it is lost, else 0."""
    level, seen, result = 0, 0, ENTERING
    # At the root, both results matter. Below, only those that can decide the position before.
    levels.seeks_win[0] = levels.seeks_loss[0] = True
    while True:
        if result == ENTERING:
            # ``next`` moved on before the search went down, so the successor is the one before it.
            entered = levels.positions[level - 1, levels.next[level - 1] - 1] if level else position
            result = _enter(rules, entered, depth - level, scratch, levels, level)
            seen += 1
        if result == UNDECIDED:
            # Done if all moves were searched, or if no other move can change what matters: a loss
            # is ruled out, and a win does not count for the position before.
            is_lost = levels.is_lost[level]
            is_useless = not is_lost and not levels.seeks_win[level]
            if levels.next[level] == levels.count[level] or is_useless:
                result = -1 if is_lost else 0
            elif seen >= most:
                return GIVEN_UP
            else:
                # A win of a move decides this position. A loss matters only while all moves so far
                # lose. If the turn passes, the successor's win is this player's loss.
                win, loss = levels.seeks_win[level], levels.seeks_loss[level] and is_lost
                if not levels.kept[level, levels.next[level]]:
                    win, loss = loss, win
                levels.next[level] += 1
                level += 1
                levels.seeks_win[level], levels.seeks_loss[level] = win, loss
                result = ENTERING
                continue
        if result == AT_FAULT or level == 0:
            return result
        # Return to the position before, and use the result for the player who moved there.
        level -= 1
        back = result if levels.kept[level, levels.next[level] - 1] else -result
        if back == 0:
            levels.is_lost[level] = False
        result = 1 if back == 1 else UNDECIDED


def outcomes_within(rules, places, entries, scratch, indexes, depth, most, levels, results):
    """Fill in the result of each index within ``depth`` plies, visiting ``most`` positions each.

    A terminal position has the result ``ENDED``.
    """
    for place in range(indexes.size):
        position = position_in(rules, places, indexes[place])
        if rules.end(position) != rules.playing:
            results[place] = ENDED
            continue
        result = _outcome_within(rules, position, depth, most, scratch, levels)
        if result == AT_FAULT:
            scratch.tally[FAULT], scratch.tally[WHERE] = True, indexes[place]
            return
        results[place] = 0 if result == GIVEN_UP else result


def list_successors(rules, places, entries, scratch, indexes, keys):
    """List the keys of all successors of these indexes; count terminal positions and moves."""
    moves, successors, images = scratch.moves, scratch.successors, scratch.images
    tally, filled = scratch.tally, 0
    for place in range(indexes.size):
        position = position_in(rules, places, indexes[place])
        if rules.end(position) != rules.playing:
            tally[ENDS] += 1
            continue
        # ``keys`` has room for ``max_moves`` keys per index, so a larger number must not be used.
        count = listed(scratch.gains, rules.successors, position, moves, successors)
        if count < 1 or count > moves.size - GUARDS:
            tally[FAULT], tally[WHERE] = True, indexes[place]
            return
        for each in range(count):
            # Mixed canonical positions are the keys of an index map.
            keys[filled] = mixed(folded(rules, successors[each], images))
            filled += 1
    tally[MOVES] = filled
