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

from gamesolver.kernels import cells as values
from gamesolver.kernels.codes import APART, BEYOND, ENDLESS, FIRST, HALF, MOST_GAIN, NEAR
from gamesolver.kernels.compiling import UNCOUNTED, njit
from gamesolver.kernels.deferring import when_compiling
from gamesolver.kernels.scratch import STAYS, WHERE

LEAST_WIN = 1 << 39  # ranks from here on are wins, where there are no scores
TOO_FAR, UNTOLD = -1, -2  # cells of scores beyond the bounds, and of gains before endless play
MET, NOTED = 1, 2  # a move that gains where play may return

helper = njit(inline="always")


def unless_none(
    of_none: Callable[..., Any], **options: Any
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Replace a function by ``of_none`` if its first argument is ``None``."""

    def decorated(of_some: Callable[..., Any]) -> Callable[..., Any]:
        def either(first: Any, *others: Any) -> Any:
            return (of_none if first is None else of_some)(first, *others)

        @when_compiling
        def _teach() -> None:
            from numba import types
            from numba.extending import overload

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
    """Return the rank of an end, or of infinite play (its ``length`` is the complement)."""
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
    """Return the points of an outcome with this rank."""
    return ((rank + HALF) >> APART) + worth


@njit(**UNCOUNTED)
def put_together(form, points, length):
    """Return the cell of points and a length, or ``TOO_FAR`` or ``UNTOLD`` if there is none."""
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
    """Return the rank of a settled cell, one move before."""
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
    """Return the payoff of infinite play for a player index."""
    return -form.worth if seat == 1 else form.worth


@unless_none(
    lambda form, cell, turn_kept, gain, worth: values.back_of(cell, turn_kept), **OF_NUMBERS
)
def back_of(form, cell, turn_kept, gain, worth):
    """Return the rank of a settled cell, one move before, if infinite play has a payoff."""
    return taken_back(form, cell, turn_kept, gain, worth)


@unless_none(
    lambda form, end, turn_kept, gain, worth: values.back_of_end(end, turn_kept), **OF_NUMBERS
)
def back_of_end(form, end, turn_kept, gain, worth):
    """Return the rank of a terminal position by its code in the rules, one move before."""
    return rank_of_points((end if turn_kept else -end) + gain, 1, worth)


@unless_none(lambda form, end: values.cell_of(end, 0), **OF_NUMBERS)
def cell_of_end(form, end):
    """Return the cell of a terminal position."""
    return FIRST + (end - form.least)


@unless_none(lambda form, rank, worth: values.cell_of_rank(rank), **OF_NUMBERS)
def cell_of_rank(form, rank, worth):
    """Return the cell of an outcome with this rank; ``TOO_FAR`` or ``UNTOLD`` if it has none."""
    more = (rank + HALF) >> APART
    plies = abs(rank - (more << APART))
    if more == 0:
        length = (1 << NEAR) - plies if rank else -1
    else:
        length = plies if plies < 1 << BEYOND else ~(plies - (1 << BEYOND))
    return put_together(form, more + worth, length)


@unless_none(lambda form, rank: rank >= LEAST_WIN, **OF_NUMBERS)
def wins_enough(form, rank):
    """Return True if no back is better in one ply, so that no other move is needed."""
    return False


@unless_none(lambda form, cell: values.plies_of(cell), **OF_NUMBERS)
def plies_in(form, cell):
    """Return the length of a settled cell, as it counts for the width of cells."""
    return (cell - FIRST) // form.scores


@unless_none(lambda form, code: -1 <= code <= 1, **OF_NUMBERS)
def is_end_of(form, code):
    """Return True if the rules may return this code for a terminal position."""
    return 0 <= code - form.least < form.scores


@unless_none(lambda form, cell: values.is_end(cell), **OF_NUMBERS)
def is_end_cell(form, cell):
    """Return True if a cell is that of a terminal position."""
    return FIRST <= cell < FIRST + form.scores


@unless_none(lambda form, worths, place: 0, **OF_BUFFERS)
def kept_worth(form, worths, place):
    """Return the payoff of infinite play for the player to move at a position of a batch."""
    return worths[place]


# ── moves that gain, and moves that do not ──────────────────────────────────────────────────────


@unless_none(
    lambda gains, successors, position, moves, positions: successors(position, moves, positions),
    **OF_BUFFERS,
)
def listed(gains, successors, position, moves, positions):
    """Call the rules for the moves, and for their gains in games with gains."""
    return successors(position, moves, positions, gains)


@unless_none(lambda gains, each: 0, **OF_BUFFERS)
def gain_of(gains, each):
    """Return the gain of a move."""
    return gains[each]


@unless_none(lambda gains, each: False, **OF_BUFFERS)
def gains_too_much(gains, each):
    """Return True if the absolute gain of a move is too large for ranks."""
    return not -MOST_GAIN <= gains[each] <= MOST_GAIN


@unless_none(lambda gains, each, gained, place: None, **OF_BUFFERS)
def keep_gain(gains, each, gained, place):
    """Store the gain of a move as that of a move of a batch."""
    gained[place] = gains[each]


@unless_none(lambda gains, gained, place: 0, **OF_BUFFERS)
def kept_gain(gains, gained, place):
    """Return the gain of a move of a batch."""
    return gained[place]


@unless_none(lambda gains, rules, each, position, successor: False, **OF_BUFFERS)
def may_be_returned_from(gains, rules, each, position, successor):
    """Return True if a move gains without going to a later stage or a terminal position."""
    is_tried = gains[each] != 0 and rules.form.rises
    stays = is_tried and rules.stage(successor) <= rules.stage(position)
    return stays and rules.end(successor) == rules.playing


@unless_none(lambda gains, tally, slot: None, **OF_BUFFERS)
def note_return(gains, tally, slot):
    """Record the first such move in the tally."""
    if tally[STAYS] == MET:
        tally[STAYS], tally[WHERE] = NOTED, slot
