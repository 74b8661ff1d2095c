"""Outcomes on one scale of whole numbers, for whoever proves one position.

What a position is *worth* to its mover is a number: a win in r plies is ``MOST - r``, a loss in r
plies its opposite, ``r - MOST``, and any draw is 0. The greater is preferred, and a *question* is
a number too: "is this position worth at least so much?" For more than 0 it says *the mover wins
within so many plies*; for 0 or less, that the other does not.

Going back over a move turns the sign around, unless the turn is kept, and takes a worth one ply
nearer to 0. So the question of a position is a question of each successor: a move answers yes where
its successor, asked what :func:`asked_next` says, answers no (yes, where the turn is kept).

**Scores** make the scale longer: p points more than endless play is worth, in r plies, are
``p * unit - r``, and as many less the opposite. All of one p are a *level*, and 0 is one alone.
The ``unit`` is larger than any line of play is long; where there are no scores it is ``MOST``, and
the levels are -1, 0 and 1. Where endless play is won by a side and no move gains, an end that is
worth as much is worth a level more to that side, for it prefers an end.

**A gain** moves a worth by whole levels (:func:`shifted`), and a question likewise
(:func:`needed`). Of a side that gets more than endless play is worth, the plies are those until an
end; where a gain comes between, until the last one after which that side need not have an end any
more, for it can hold what it has: such a move counts as an end of the plies. So ends never stand
farther away than the plies say, and a win within so many plies does not depend on the way to it.
"""

from __future__ import annotations

import numpy as np

from gamesolver.kernels import scale
from gamesolver.kernels.compiling import UNCOUNTED, njit
from gamesolver.kernels.scale import LARGEST, MOST

INFINITE = (1 << 23) - 1
"""Bound of a position of which nothing is known: greater than any worth."""

EXACTLY, AT_LEAST, AT_MOST, SCORES_AT_LEAST, SCORES_AT_MOST, SCORES_WITHIN = range(6)
KINDS = 6
VERDICTS_FROM = -(1 << 21)  # no worth, and no score, in a verdict is less
NOTHING_KNOWN = -(1 << 40)
"""Result of ``candidates`` if the author knows nothing. Other results below 0 are verdicts."""
ROUGH = -(1 << 40)
"""Added to a rank of which the author is not sure; other ranks are far greater."""

helper = njit(inline="always", **UNCOUNTED)
inlined = njit(forceinline=True, **UNCOUNTED)


nearer_by_ply, farther_by_ply = inlined(scale.nearer_by_ply), inlined(scale.farther_by_ply)
level, bottom = helper(scale.level), helper(scale.bottom)
shifted, needed = inlined(scale.shifted), inlined(scale.needed)
level_with = inlined(scale.level_with)


@helper
def back_by_ply(worth, kept, unit):
    """Return the worth of a move for the player who makes it, from its successor's worth."""
    nearer = nearer_by_ply(worth, unit)
    return nearer if kept else -nearer


@helper
def asked_by_ply(asked, kept, unit):
    """Return the question of a successor that decides ``asked``: by yes if the turn is kept."""
    return farther_by_ply(asked if kept else 1 - asked, unit)


@helper
def back(worth, kept, gain, unit):
    """Return the worth of a move with a gain for the player who makes it."""
    return shifted(back_by_ply(worth, kept, unit), gain, unit, LARGEST)


@helper
def asked_next(asked, kept, gain, unit):
    """Return the question of a successor that decides ``asked`` before a move with a gain."""
    return asked_by_ply(needed(asked, gain, unit, LARGEST), kept, unit)


@inlined
def least_with(score, worth, has_ties, unit):
    """Return the least worth of a position with this score."""
    points = level_with(score, worth, has_ties)
    is_tied = has_ties and worth > 0 and points == 1
    return bottom(points - is_tied, unit)


@inlined
def most_with(score, worth, has_ties, unit):
    """Return the greatest worth of a position with this score."""
    points = level_with(score, worth, has_ties)
    is_tied = has_ties and worth < 0 and points == -1
    return bottom(points + is_tied + 1, unit) - 1


# ── verdicts ────────────────────────────────────────────────────────────────────────────────────


def verdict_plainly(kind, worth):
    """Return a verdict as a number below 0."""
    return -1 - (kind + KINDS * (worth - VERDICTS_FROM))


verdict = helper(verdict_plainly)


@inlined
def verdict_of(code, worth, is_scored, has_ties, unit):
    """Return the bounds of the worth that a verdict gives; ``worth`` is for infinite play.

    In a game with scores, a value gives only the sign of the score.
    """
    kind, said = (-1 - code) % KINDS, (-1 - code) // KINDS + VERDICTS_FROM
    low, high = (-said if kind == SCORES_WITHIN else said), said
    least, most = np.int64(-INFINITE), np.int64(INFINITE)
    if kind < SCORES_AT_LEAST:
        low = high = np.int64(said > 0) - np.int64(said < 0)
    has_low = kind != AT_MOST and kind != SCORES_AT_MOST
    has_high = kind != AT_LEAST and kind != SCORES_AT_LEAST
    if kind == EXACTLY and is_scored:
        has_low, has_high = said >= 0, said <= 0
    if has_low:
        least = least_with(low, worth, has_ties, unit)
    if has_high:
        most = most_with(high, worth, has_ties, unit)
    if kind < SCORES_AT_LEAST and said != 0 and not is_scored:
        points = level_with(low, worth, has_ties)
        plies = MOST - abs(said)
        with_plies = points * unit - (plies if points > 0 else -plies)
        least, most = with_plies if has_low else least, with_plies if has_high else most
    return least, most
