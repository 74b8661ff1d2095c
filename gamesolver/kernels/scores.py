"""Cells and ranks of games with scores, or in which endless play is won; taken one move back.

Every function here takes a ``form``. For a game of wins, losses and draws it is ``None``: numba
then leaves out all but the short way, by the constants of ``codes``. Points are counted from
what endless play is worth to the player to move, and a *rank* is the greater, the better:

===================  ===================================================
``r * 2^40 - n``     r points more, in n plies; the sooner the better
``2^34 - n``         what endless play is worth, at an end that is preferred to it
``0``                endless play
``n - 2^34``         what it is worth, at an end that is worse
``n - r * 2^40``     r points less, the later the better
===================  ===================================================

Play that gains and then never ends has 2^35 plies more than there are to its last gain.
"""

from __future__ import annotations

import numba as nb
import numpy as np
from numba.core import types
from numba.extending import overload

from gamesolver.kernels import cells as plain
from gamesolver.kernels.codes import APART, BEYOND, ENDLESS, FIRST, HALF, NEAR
from gamesolver.kernels.scratch import STAYS, WHERE

LEAST_WIN = 1 << 39  # ranks from here on are wins, where there are no scores
TOO_FAR, UNTOLD = -1, -2  # cells of scores beyond the bounds, and of gains before endless play

MET, NOTED = 1, 2  # a move that gains where play may return

inlined = nb.njit(nogil=True, forceinline=True)


@inlined
def worth_to(form, seat):
    """What endless play is worth to a seat."""
    if form is None:
        return 0
    return -form.worth if seat == 1 else form.worth


@inlined
def rank_of_points(points, length, worth):
    """The rank of an end, or of play without end (its ``length`` is the complement)."""
    more = points - worth
    plies = length if length >= 0 else (1 << BEYOND) + ~length
    if more > 0:
        return (more << APART) - plies
    if more < 0:
        return plies - (-more << APART)
    if length < 0:
        return 0
    return (1 << NEAR) - plies if worth >= 0 else plies - (1 << NEAR)


@inlined
def taken_apart(form, cell):
    """The points and the length of a settled cell."""
    if cell == ENDLESS:
        return 0, -1
    number = np.uint64(cell - FIRST)
    length = np.int64(number // np.uint64(form.scores))
    points = np.int64(number) - length * form.scores + form.least
    if form.has_endless:
        length = ~(length >> 1) if length & 1 else length >> 1
    return points, length


@inlined
def put_together(form, points, length):
    """The cell of points with a length; ``TOO_FAR`` or ``UNTOLD`` where there is none."""
    if length == -1 and points == 0 and form.worth == 0:
        return ENDLESS
    if length < 0 and not form.has_endless:
        return UNTOLD
    if not 0 <= points - form.least < form.scores:
        return TOO_FAR
    if form.has_endless:
        length = 2 * ~length + 1 if length < 0 else 2 * length
    return FIRST + form.scores * length + (points - form.least)


@inlined
def back_of(form, cell, turn_kept, gain, worth):
    """The rank of a settled cell seen from one move before, where endless play has a worth."""
    if form is None:
        return plain.back_of(cell, turn_kept)
    points, length = taken_apart(form, cell)
    points = (points if turn_kept else -points) + gain
    if length >= 0:
        return rank_of_points(points, length + 1, worth)
    return rank_of_points(points, -1 if points == worth else length - 1, worth)


@inlined
def back_of_end(form, end, turn_kept, gain, worth):
    """The rank of an end of play, by what the rules say of it, seen from one move before."""
    if form is None:
        return plain.back_of_end(end, turn_kept)
    return rank_of_points((end if turn_kept else -end) + gain, 1, worth)


@inlined
def cell_of_end(form, end):
    """The cell of an end of play."""
    if form is None:
        return plain.cell_of(end + 1, 0)
    return FIRST + (end - form.least)


@inlined
def cell_of_rank(form, rank, worth):
    """The cell of an outcome with that rank; ``TOO_FAR`` where its points have none."""
    if form is None:
        return plain.cell_of_rank(rank)
    more = (rank + HALF) >> APART
    plies = abs(rank - (more << APART))
    if more == 0:
        return put_together(form, worth, (1 << NEAR) - plies if rank else -1)
    length = plies if plies < 1 << BEYOND else ~(plies - (1 << BEYOND))
    return put_together(form, more + worth, length)


@inlined
def points_of(rank, worth):
    """The points of an outcome with that rank."""
    return ((rank + HALF) >> APART) + worth


@inlined
def wins_enough(form, rank):
    """Whether no other back need be looked at, for none is better in one ply."""
    return form is None and rank >= LEAST_WIN


@inlined
def plies_in(form, cell):
    """The length of a settled cell, as far as the width of cells is concerned."""
    if form is None:
        return plain.plies_of(cell)
    return (cell - FIRST) // form.scores


@inlined
def is_end_of(form, code):
    """Whether this is what the rules may say of an end of play."""
    if form is None:
        return -1 <= code <= 1
    return 0 <= code - form.least < form.scores


def listed(successors, position, moves, positions, gains):
    """Ask the rules for moves; ``gains`` is ``None`` where there are none."""
    if gains is None:
        return successors(position, moves, positions)
    return successors(position, moves, positions, gains)


@overload(listed, jit_options={"nogil": True, "forceinline": True})
def _listed(successors, position, moves, positions, gains):
    """The one of the two that has the arguments of the rules: numba would type both."""
    if isinstance(gains, types.NoneType):
        return lambda successors, position, moves, positions, gains: successors(
            position, moves, positions
        )
    return lambda successors, position, moves, positions, gains: successors(
        position, moves, positions, gains
    )


@inlined
def may_be_returned_from(rules, gains, each, position, successor):
    """Whether a move gains and leads to no later stage, where there are stages."""
    if gains is None:
        return False
    if gains[each] == 0 or not rules.form.rises:
        return False
    return rules.stage(successor) <= rules.stage(position)


@inlined
def note_return(scratch, slot):
    """Let the tally say where the first such move was met."""
    if scratch.gains is not None and scratch.tally[STAYS] == MET:
        scratch.tally[STAYS], scratch.tally[WHERE] = NOTED, slot


@inlined
def gain_of(gains, each):
    """What a move gains."""
    if gains is None:
        return 0
    return gains[each]


@inlined
def keep_gain(gains, each, gained, place):
    """Keep what a move gains as that of a move of a batch."""
    if gains is not None:
        gained[place] = gains[each]


@inlined
def kept_gain(gains, gained, place):
    """What a move of a batch gains."""
    if gains is None:
        return 0
    return gained[place]


@inlined
def kept_worth(form, worths, place):
    """What endless play is worth to who moves at a position of a batch."""
    if form is None:
        return 0
    return worths[place]
