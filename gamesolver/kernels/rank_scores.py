"""The inner loops of ranks that hear of outcomes as *ranks*, numbers that are compared.

Ranks in the other sense are processes (see ``kernels.ranks``); here a *back* is what a move is
worth to whoever makes it, as a number that is the greater, the better (see ``kernels.scores``):
points, plies, and what endless play is worth are all in it. So one of these loops serves games with
scores and games of wins, losses and draws.
"""

from __future__ import annotations

import numpy as np

from gamesolver.kernels.cells import back_of
from gamesolver.kernels.codes import HOLE, PENDING
from gamesolver.kernels.compiling import kernel
from gamesolver.kernels.intrinsics import fetch_ahead
from gamesolver.kernels.places import folded, mixed, position_in
from gamesolver.kernels.scores import kept_gain, note_return, taken_back
from gamesolver.kernels.scratch import AHEAD, FAULT, WHERE
from gamesolver.kernels.sweeping import expand, worth_at


def list_moves(
    rules, places, cells, scratch, slots, code, step, names, codes, gains, best, worths, size
):
    """The slots that pending positions lead to, each with the code of the move, and its gain.

    ``code`` is that of the first of the positions, and ``step`` the difference to the next one's.
    Ends of play are told by the rules, and left out: ``best`` is the greatest back among them.
    """
    neighbours, kept, tally = scratch.neighbours, scratch.kept, scratch.tally
    total = 0
    for place in range(slots.size):
        position = position_in(rules, places, np.int64(slots[place]))
        worths[place] = worth_at(rules, position)
        count, best[place] = expand(rules, position, scratch, 0, True)
        note_return(scratch.gains, tally, slots[place])
        for move in range(count):
            slot = rules.index(neighbours[move])
            if not 0 <= slot < size:
                tally[FAULT], tally[WHERE] = True, slots[place]
                return
            names[total] = slot
            codes[total] = code + place * step + kept[move]
            gains[total] = kept_gain(scratch.gains, scratch.gained, move)
            total += 1
    tally[AHEAD] = total


def list_moves_in_stage(
    rules, places, cells, scratch, slots, code, step, names, codes, gains, best, worths,
    later, first, last,
):  # fmt: skip
    """The same of moves within a stage, whose slots go from ``first`` to before ``last``.

    What ``later`` stages hold is read where moves lead there, as ends are told: of it too ``best``
    has the greatest back, and no more is sent.
    """
    neighbours, kept, ahead, tally = scratch.neighbours, scratch.kept, scratch.slots, scratch.tally
    total = 0
    for place in range(slots.size):
        position = position_in(rules, places, np.int64(slots[place]))
        worths[place] = 0
        count, greatest = expand(rules, position, scratch, 0, True)
        for move in range(count):
            ahead[move] = rules.index(neighbours[move])
            fetch_ahead(later, max(ahead[move], 0))
        for move in range(count):
            slot = ahead[move]
            cell = np.int64(later[slot]) if last <= slot < later.size else PENDING
            if not first <= slot < later.size or cell == HOLE:
                tally[FAULT], tally[WHERE] = True, slots[place]
                return
            if slot < last:
                names[total] = slot
                codes[total] = code + place * step + kept[move]
                total += 1
            else:
                greatest = max(greatest, back_of(cell, kept[move]))
        best[place] = greatest
    tally[AHEAD] = total


def list_moves_by_key(
    rules, places, cells, scratch, slots, code, step, names, codes, gains, best, worths
):
    """The same for found positions: the keys of those that they lead to."""
    neighbours, kept, tally = scratch.neighbours, scratch.kept, scratch.tally
    total = 0
    for place in range(slots.size):
        position = position_in(rules, places, np.int64(slots[place]))
        worths[place] = worth_at(rules, position)
        count, best[place] = expand(rules, position, scratch, 0, True)
        note_return(scratch.gains, tally, slots[place])
        for move in range(count):
            names[total] = mixed(folded(rules, neighbours[move], scratch.twins))
            codes[total] = code + place * step + kept[move]
            gains[total] = kept_gain(scratch.gains, scratch.gained, move)
            total += 1
    tally[AHEAD] = total


@kernel
def hear(replies, codes, shift, gains, form, worths, greatest, bad, not_bad, still_open):
    """Enter what the slots hold that pending positions lead to.

    Of each position: its greatest back, the greatest that is worse than endless play, how many are
    not, and how many moves lead to what is pending. ``gains`` is empty where no move gains. Returns
    -1, or the number of a position with a move to a hole.
    """
    for move in range(replies.size):
        number, kept = np.int64(codes[move]) >> shift, np.int64(codes[move]) & 1
        cell = np.int64(replies[move])
        if cell == HOLE:
            return number
        if cell == PENDING:
            still_open[number] += 1
            continue
        gain = np.int64(gains[move]) if gains.size else 0
        back = taken_back(form, cell, kept == 1, gain, np.int64(worths[number]))
        greatest[number] = max(greatest[number], back)
        if back < 0:
            bad[number] = max(bad[number], back)
        else:
            not_bad[number] += 1
    return -1
