"""The inner loops of a forecast: how soon positions are settled, told by the rules alone.

``outcomes_within`` looks ahead from positions as far as some number of plies, by
depth-first search without a table: a win as soon as one move wins, a loss when all lose. A
branch is left as soon as what it could still say is of no use to the position before it.

Each level of the search has a row of ``positions``, ``kept`` (whether a move keeps the
turn) and ``state`` (see the names below); ``moves`` are written and not read.
"""

from __future__ import annotations

import numba as nb

from gamesolver.kernels.places import PLAYING, folded, mixed, position_in
from gamesolver.kernels.scratch import ENDS, FAULT, GUARDS, MOVES, WHERE

COUNT, NEXT, IS_LOST, SEEKS_WIN, SEEKS_LOSS = range(5)  # of a level's state
STATES = 5
UNDECIDED, ENTERING, GIVEN_UP, ENDED, AT_FAULT = range(2, 7)
"""Besides -1, 0 and 1: lost, neither, won."""

helper = nb.njit(nogil=True, inline="always")


@helper
def _enter(rules, position, plies, moves, positions, kept, state):
    """List the successors that are no ends; what the ends say, and ``UNDECIDED`` if not enough."""
    count = rules.successors(position, moves, positions)
    if count < 1 or count > moves.size - GUARDS:
        return AT_FAULT
    seat = rules.player(position) if rules.has_seats else -1
    state[IS_LOST], state[NEXT], going_on = 1, 0, 0
    for each in range(count):
        code = rules.terminal_code(positions[each])
        keeps = seat >= 0 and rules.player(positions[each]) == seat
        if code == PLAYING:
            positions[going_on], kept[going_on] = positions[each], keeps
            going_on += 1
            continue
        if not -1 <= code <= 1:
            return AT_FAULT
        back = code if keeps else -code
        if back == 1:
            return 1
        if back == 0:
            state[IS_LOST] = 0
    state[COUNT] = going_on
    if going_on == 0:
        return -1 if state[IS_LOST] else 0
    return 0 if plies == 1 else UNDECIDED


@helper
def _outcome_within(rules, position, depth, most, moves, levels):
    """Whether a position is won (1) or lost (-1) within ``depth`` plies."""
    positions, kept, state = levels
    level, seen, result = 0, 0, ENTERING
    state[0, SEEKS_WIN] = state[0, SEEKS_LOSS] = 1
    while True:
        here = state[level]
        if result == ENTERING:
            asked = positions[level - 1, state[level - 1, NEXT] - 1] if level else position
            mine = positions[level]
            result = _enter(rules, asked, depth - level, moves, mine, kept[level], here)
            seen += 1
        if result == UNDECIDED:
            is_useless = here[IS_LOST] == 0 and here[SEEKS_WIN] == 0
            if here[NEXT] == here[COUNT] or is_useless:
                result = -1 if here[IS_LOST] else 0
            elif seen >= most:
                return GIVEN_UP
            else:
                below = state[level + 1]
                win, loss = here[SEEKS_WIN], here[SEEKS_LOSS] * here[IS_LOST]
                keeps = kept[level, here[NEXT]]
                below[SEEKS_WIN], below[SEEKS_LOSS] = (win, loss) if keeps else (loss, win)
                here[NEXT] += 1
                level += 1
                result = ENTERING
                continue
        if result == AT_FAULT or level == 0:
            return result
        level -= 1
        here = state[level]
        back = result if kept[level, here[NEXT] - 1] else -result
        if back == 0:
            here[IS_LOST] = 0
        result = 1 if back == 1 else UNDECIDED


def outcomes_within(rules, places, cells, scratch, slots, depth, most, levels, results):
    """What each of these slots is within ``depth`` plies, by looking at ``most`` positions.

    Where play has ended the result is ``ENDED``.
    """
    moves = scratch.moves
    for place in range(slots.size):
        position = position_in(rules, places, slots[place])
        if rules.terminal_code(position) != PLAYING:
            results[place] = ENDED
            continue
        result = _outcome_within(rules, position, depth, most, moves, levels)
        if result == AT_FAULT:
            scratch.tally[FAULT], scratch.tally[WHERE] = True, slots[place]
            return
        results[place] = 0 if result == GIVEN_UP else result


def list_successors(rules, places, cells, scratch, slots, keys):
    """The keys of all that one move leads to from these slots; ends and moves are counted."""
    moves, successors, twins = scratch.moves, scratch.successors, scratch.twins
    tally, filled = scratch.tally, 0
    for place in range(slots.size):
        position = position_in(rules, places, slots[place])
        if rules.terminal_code(position) != PLAYING:
            tally[ENDS] += 1
            continue
        count = rules.successors(position, moves, successors)
        if count < 1 or count > moves.size - GUARDS:
            tally[FAULT], tally[WHERE] = True, slots[place]
            return
        for each in range(count):
            keys[filled] = mixed(folded(rules, successors[each], twins))
            filled += 1
    tally[MOVES] = filled
