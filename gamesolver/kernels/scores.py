"""Cells and ranks of games with scores, or in which endless play is won; taken one move back.

Most functions here come in two: one for a game with scores, whose cells have a ``form``, and one
for a game of wins, losses and draws, where the form is ``None``. Numba takes the one that fits, so
that the second kind of game knows nothing of the first. So it is with ``gains``.

Points are counted from what endless play is worth to the player to move, and a *rank* is the
greater, the better:

===================  ===================================================
``r * 2^40 - n``     r points more, in n plies; the sooner the better
``2^34 - n``         what endless play is worth, at an end that is preferred to it
``0``                endless play
``n - 2^34``         what it is worth, at an end that is worse
``n - r * 2^40``     r points less, the later the better
===================  ===================================================

Play that gains and then never ends has 2^35 plies more than there are to its last gain. There is
room for 2^22 points: a score, a gain, and what endless play is worth, each as large as it may be.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types
from numba.extending import overload

from gamesolver.kernels import cells as values
from gamesolver.kernels.codes import APART, BEYOND, ENDLESS, FIRST, HALF, MOST_GAIN, NEAR
from gamesolver.kernels.compiling import UNCOUNTED, njit
from gamesolver.kernels.scratch import STAYS, WHERE

LEAST_WIN = 1 << 39  # ranks from here on are wins, where there are no scores
TOO_FAR, UNTOLD = -1, -2  # cells of scores beyond the bounds, and of gains before endless play
MET, NOTED = 1, 2  # a move that gains where play may return

helper = njit(inline="always")


def unless_none(
    of_none: Callable[..., Any], **options: Any
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Let a function be another one where its first argument is ``None``."""

    def decorated(of_some: Callable[..., Any]) -> Callable[..., Any]:
        def either(first: Any, *others: Any) -> Any:
            return (of_none if first is None else of_some)(first, *others)

        @overload(either, strict=False, **options)
        def _chosen(first: Any, *others: Any) -> Callable[..., Any]:
            return of_none if isinstance(first, types.NoneType) else of_some

        return either

    return decorated


OF_NUMBERS = {"jit_options": {"nogil": True, "forceinline": True}}
OF_BUFFERS = {"inline": "always"}  # a buffer, or a rule, that is handed on costs at every call


# ── ranks and cells of scores ───────────────────────────────────────────────────────────────────


@njit(**UNCOUNTED)
def rank_of_points(points, length, worth):
    """The rank of an end, or of play without end (its ``length`` is the complement)."""
    more = points - worth
    plies = length if length >= 0 else (1 << BEYOND) + ~length
    if more > 0:
        rank = (more << APART) - plies
    elif more < 0:
        rank = plies - (-more << APART)
    elif length < 0:
        rank = 0
    else:
        rank = (1 << NEAR) - plies if worth >= 0 else plies - (1 << NEAR)
    return rank


@helper
def points_of(rank, worth):
    """The points of an outcome with that rank."""
    return ((rank + HALF) >> APART) + worth


@njit(**UNCOUNTED)
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


@njit(**UNCOUNTED)
def taken_back(form, cell, turn_kept, gain, worth):
    """The rank of a settled cell seen from one move before."""
    points, length = np.int64(0), np.int64(-1)
    if cell != ENDLESS:
        number = np.uint64(cell - FIRST)
        length = np.int64(number // np.uint64(form.scores))
        points = np.int64(number) - length * form.scores + form.least
        if form.has_endless:
            length = ~(length >> 1) if length & 1 else length >> 1
    points = (points if turn_kept else -points) + gain
    if length >= 0:
        length += 1
    else:
        length = -1 if points == worth else length - 1
    return rank_of_points(points, length, worth)


# ── the same for either kind of game ────────────────────────────────────────────────────────────


@unless_none(lambda form, seat: 0, **OF_NUMBERS)
def worth_to(form, seat):
    """What endless play is worth to a seat."""
    return -form.worth if seat == 1 else form.worth


@unless_none(
    lambda form, cell, turn_kept, gain, worth: values.back_of(cell, turn_kept), **OF_NUMBERS
)
def back_of(form, cell, turn_kept, gain, worth):
    """The rank of a settled cell seen from one move before, where endless play has a worth."""
    return taken_back(form, cell, turn_kept, gain, worth)


@unless_none(
    lambda form, end, turn_kept, gain, worth: values.back_of_end(end, turn_kept), **OF_NUMBERS
)
def back_of_end(form, end, turn_kept, gain, worth):
    """The rank of an end of play, by what the rules say of it, seen from one move before."""
    return rank_of_points((end if turn_kept else -end) + gain, 1, worth)


@unless_none(lambda form, end: values.cell_of(end, 0), **OF_NUMBERS)
def cell_of_end(form, end):
    """The cell of an end of play."""
    return FIRST + (end - form.least)


@unless_none(lambda form, rank, worth: values.cell_of_rank(rank), **OF_NUMBERS)
def cell_of_rank(form, rank, worth):
    """The cell of an outcome with that rank; ``TOO_FAR`` or ``UNTOLD`` where there is none."""
    more = (rank + HALF) >> APART
    plies = abs(rank - (more << APART))
    if more == 0:
        length = (1 << NEAR) - plies if rank else -1
    else:
        length = plies if plies < 1 << BEYOND else ~(plies - (1 << BEYOND))
    return put_together(form, more + worth, length)


@unless_none(lambda form, rank: rank >= LEAST_WIN, **OF_NUMBERS)
def wins_enough(form, rank):
    """Whether no other back need be looked at, for none is better in one ply."""
    return False


@unless_none(lambda form, cell: values.plies_of(cell), **OF_NUMBERS)
def plies_in(form, cell):
    """The length of a settled cell, as far as the width of cells is concerned."""
    return (cell - FIRST) // form.scores


@unless_none(lambda form, code: -1 <= code <= 1, **OF_NUMBERS)
def is_end_of(form, code):
    """Whether this is what the rules may say of an end of play."""
    return 0 <= code - form.least < form.scores


@unless_none(lambda form, cell: values.is_end(cell), **OF_NUMBERS)
def is_end_cell(form, cell):
    """Whether a cell is the outcome of a position in which play has ended."""
    return FIRST <= cell < FIRST + form.scores


@unless_none(lambda form, worths, place: 0, **OF_BUFFERS)
def kept_worth(form, worths, place):
    """What endless play is worth to whoever moves at a position of a batch."""
    return worths[place]


# ── moves that gain, and moves that do not ──────────────────────────────────────────────────────


@unless_none(
    lambda gains, successors, position, moves, positions: successors(position, moves, positions),
    **OF_BUFFERS,
)
def listed(gains, successors, position, moves, positions):
    """Ask the rules for moves, and for what they gain where they do."""
    return successors(position, moves, positions, gains)


@unless_none(lambda gains, each: 0, **OF_BUFFERS)
def gain_of(gains, each):
    """What a move gains."""
    return gains[each]


@unless_none(lambda gains, each: False, **OF_BUFFERS)
def gains_too_much(gains, each):
    """Whether a move gains more than ranks have room for, or loses more."""
    return not -MOST_GAIN <= gains[each] <= MOST_GAIN


@unless_none(lambda gains, each, gained, place: None, **OF_BUFFERS)
def keep_gain(gains, each, gained, place):
    """Keep what a move gains as that of a move of a batch."""
    gained[place] = gains[each]


@unless_none(lambda gains, gained, place: 0, **OF_BUFFERS)
def kept_gain(gains, gained, place):
    """What a move of a batch gains."""
    return gained[place]


@unless_none(lambda gains, rules, each, position, successor: False, **OF_BUFFERS)
def may_be_returned_from(gains, rules, each, position, successor):
    """Whether a move gains, play goes on, and in no later stage, where there are stages."""
    is_tried = gains[each] != 0 and rules.form.rises
    stays = is_tried and rules.stage(successor) <= rules.stage(position)
    return stays and rules.end(successor) == rules.playing


@unless_none(lambda gains, tally, slot: None, **OF_BUFFERS)
def note_return(gains, tally, slot):
    """Let the tally say where the first such move was met."""
    if tally[STAYS] == MET:
        tally[STAYS], tally[WHERE] = NOTED, slot
