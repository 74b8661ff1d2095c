"""Encoding of scores as table entries, and of all outcomes if infinite play is not a draw.

An entry is ``FIRST + scores * length + (score - least)``. The length is the number of plies. If
infinite play may have a score, lengths alternate: ``2 * plies`` for a finite outcome, and
``2 * plies + 1`` for infinite play with its last gain after these plies. :class:`ScoreForm` has the
numbers. With three scores from -1 on, the entries are those of ``value_entries``.

``encodings`` documents the functions, and compiles those for kernels.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamesolver.kernels.codes import (
    APART,
    BEYOND,
    ENDLESS,
    ENDLESS_GAIN,
    FIRST,
    HALF,
    NEAR,
    TOO_FAR,
    key_of_points,
)


class ScoreForm(NamedTuple):
    """Numbers of an encoding."""

    rises: Any
    """True if the stage must rise with every move that gains."""
    scores: Any
    """Number of possible scores."""
    least: Any
    """The least of them."""
    payoff: Any
    """Payoff of infinite play for player 0."""
    has_endless: Any
    """True if infinite play may have a score. Then every second length represents such play."""


def put_together(form, points, length):
    """Return the entry of a score and a length.

    If there is none, return ``TOO_FAR`` or ``ENDLESS_GAIN``.
    """
    # Infinite play that brings nothing is the entry `ENDLESS` in every form.
    if length == -1 and points == 0 and form.payoff == 0:
        return ENDLESS
    # Gains before infinite play need the form with alternating lengths. The caller changes to it.
    if length < 0 and not form.has_endless:
        return ENDLESS_GAIN
    if not 0 <= points - form.least < form.scores:
        return TOO_FAR
    if form.has_endless:
        length = 2 * ~length + 1 if length < 0 else 2 * length
    return FIRST + form.scores * length + (points - form.least)


def backed_up(form, entry, turn_kept, gain, payoff):
    """Return the key of a move to a position with this entry."""
    # -1 is the complement of 0: infinite play after no gain at all.
    points, length = np.int64(0), np.int64(-1)
    if entry != ENDLESS:
        # An unsigned division is faster.
        number = np.uint64(entry - FIRST)
        length = np.int64(number // np.uint64(form.scores))
        points = np.int64(number) - length * form.scores + form.least
        if form.has_endless:
            # An odd length is infinite play, with its last gain after half as many plies.
            length = ~(length >> 1) if length & 1 else length >> 1
    # The points are for the player to move at the successor, and the gain for the player who moves.
    points = (points if turn_kept else -points) + gain
    # Before infinite play, the complement counts the plies to the last gain. If the points equal
    # the payoff, the outcome is that of infinite play without gains.
    if length >= 0:
        length += 1
    else:
        length = -1 if points == payoff else length - 1
    return key_of_points(points, length, payoff)


def has_scores(form):
    """Return True."""
    return True


def payoff_for(form, seat):
    """Return the payoff of infinite play for a player index."""
    return -form.payoff if seat == 1 else form.payoff


def payoff_in(form, payoffs, place):
    """Return the payoff that the batch has stored."""
    return payoffs[place]


def is_end_of(form, code):
    """Return True for a score in the bounds."""
    return 0 <= code - form.least < form.scores


def entry_of_end(form, end):
    """Return the entry of a score in 0 plies."""
    return FIRST + (end - form.least)


def is_end_entry(form, entry):
    """Return True if the entry has length 0."""
    return FIRST <= entry < FIRST + form.scores


def plies_in(form, entry):
    """Return the length in an entry."""
    return (entry - FIRST) // form.scores


def key_of_last_move(form, end, turn_kept, gain, payoff):
    """Return the key of a score in one ply, with the gain of the move."""
    return key_of_points((end if turn_kept else -end) + gain, 1, payoff)


def key_of_move(form, entry, turn_kept, gain, payoff):
    """Return the key of an outcome with one ply more, and the gain of the move."""
    return backed_up(form, entry, turn_kept, gain, payoff)


def entry_of_key(form, key, payoff):
    """Return the entry of an outcome with this key."""
    # A key is within half a step of its points, on either side, and its distance from them is the
    # length.
    more = (key + HALF) >> APART
    plies = abs(key - (more << APART))
    if more == 0:
        # At the payoff itself, key 0 is infinite play. An end after n plies has the key 2^34 - n,
        # or its opposite if infinite play is preferred.
        length = (1 << NEAR) - plies if key else -1
    else:
        # Infinite play has 2^35 plies more than there are to its last gain.
        length = plies if plies < 1 << BEYOND else ~(plies - (1 << BEYOND))
    return put_together(form, more + payoff, length)


def wins_enough(form, key):
    """Return False, because another move may have more points."""
    return False


# ── whole columns, in Python ───────────────────────────────────────────────────────


def longest_below(form, entry):
    """Return the greatest length whose outcomes all have lesser entries."""
    # The entries of a length end below `FIRST + scores * (length + 1)`.
    return (entry - FIRST) // int(form.scores) - 1


def are_within(form, points):
    """Return for each score if there are entries for it."""
    return (points >= form.least) & (points < form.least + form.scores)


def lengths_of(form, plies):
    """Return the lengths for these plies, which are complements before infinite play."""
    if not form.has_endless:
        return plies
    wide = plies.astype(np.int64, copy=False)  # twice as many plies may not fit
    return np.where(wide >= 0, 2 * wide, 2 * ~wide + 1)


def entries_of(form, points, plies):
    """Return the entries of outcomes, wide."""
    plies, points = plies.astype(np.int64), points.astype(np.int64)
    entries = FIRST + form.scores * lengths_of(form, plies) + points - form.least
    # Infinite play without gains has its own entry, as in `put_together`.
    are_plain = (plies == -1) & (points == 0) & (form.payoff == 0)
    return np.where(are_plain, ENDLESS, entries)


def points_and_plies(form, entries):
    """Return the points and the plies of entries from ``FIRST`` on; others have no meaning."""
    plies, points = np.divmod(entries.astype(np.int64) - FIRST, form.scores)
    if form.has_endless:
        plies = np.where(plies & 1, ~(plies >> 1), plies >> 1)
    return points + form.least, plies
