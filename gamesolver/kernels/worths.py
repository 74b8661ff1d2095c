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

from gamesolver.kernels.compiling import UNCOUNTED, njit

MOST = 1 << 19
"""What a win is worth that has come: no line of play has as many plies."""

INFINITE = (1 << 23) - 1
"""More than anything is worth: the bound of what nothing is known of."""
LARGEST = 1 << 22
"""No position is worth more than that, either way."""

EXACTLY, AT_LEAST, AT_MOST, SCORES_AT_LEAST, SCORES_AT_MOST, SCORES_WITHIN = range(6)
KINDS = 6
VERDICTS_FROM = -(1 << 21)  # no worth, and no score, in a verdict is less
NOTHING_KNOWN = -(1 << 40)
"""What ``candidates`` says in place of a count: a kind of verdict with a worth, or nothing."""
ROUGH = -(1 << 40)
"""What is added to a rank of which the author is not sure; others are greater by far."""

helper = njit(inline="always", **UNCOUNTED)
inlined = njit(forceinline=True, **UNCOUNTED)


def nearer_plainly(worth, unit):
    """A worth one ply nearer to 0, but never in another level: the weakest of a level stays."""
    stays = worth == 0 or abs(worth) % unit == 1
    return worth - (0 if stays else 1 if worth > 0 else -1)


def farther_plainly(asked, unit):
    """The least worth that a ply nearer to 0 is as much."""
    if asked > 0:
        return asked if asked % unit == 1 else asked + 1
    return asked if asked % unit == 0 else asked - 1


nearer_by_ply, farther_by_ply = inlined(nearer_plainly), inlined(farther_plainly)


@helper
def back_by_ply(worth, kept, unit):
    """What a successor's worth makes of a move, for whoever makes it."""
    nearer = nearer_by_ply(worth, unit)
    return nearer if kept else -nearer


@helper
def asked_by_ply(asked, kept, unit):
    """The question of a successor that answers ``asked`` here: by yes if the turn is kept."""
    return farther_by_ply(asked if kept else 1 - asked, unit)


# ── levels, and what gains make of them ─────────────────────────────────────────────────────────


def level_plainly(worth, unit):
    """The level that a worth, or a question, belongs to."""
    return -(-worth // unit) if worth > 0 else worth // unit


level = helper(level_plainly)


def bottom_plainly(level, unit):
    """The least question of a level: so many points, in whatever plies."""
    return (level - 1) * unit + 1 if level > 0 else level * unit


bottom = helper(bottom_plainly)


@inlined
def shifted(worth, gain, unit):
    """What a worth becomes by a gain; of what nothing is known nothing becomes known."""
    if gain == 0 or abs(worth) > LARGEST:
        return worth
    after = level(worth, unit)
    before = after + gain
    if (after > 0 and before > 0) or (after < 0 and before < 0):
        worth += gain * unit
    else:
        worth = before * unit - (before > 0) + (before < 0)
    return min(max(worth, -LARGEST), LARGEST)


@inlined
def needed_by_gain(asked, gain, unit):
    """The least number that by a gain becomes so much."""
    if gain == 0:
        return asked
    before = level(asked, unit)
    after = before - gain
    if (asked > 0 and after > 0) or (before < 0 and after < 0):
        return asked - gain * unit
    is_too_much = asked == before * unit if asked > 0 else asked > before * unit + 1
    return bottom(after + is_too_much, unit)


@helper
def needed(asked, gain, unit):
    """The same for a worth; of what nothing is asked nothing becomes asked."""
    return asked if abs(asked) > LARGEST else needed_by_gain(asked, gain, unit)


@helper
def back(worth, kept, gain, unit):
    """What a successor's worth makes of a move that gains, for whoever makes it."""
    return shifted(back_by_ply(worth, kept, unit), gain, unit)


@helper
def asked_next(asked, kept, gain, unit):
    """The question of a successor that answers ``asked`` before a move that gains."""
    return asked_by_ply(needed(asked, gain, unit), kept, unit)


@inlined
def points_of(score, worth, has_ties):
    """The level of an end with this score, where endless play is worth so much to the mover.

    With ``has_ties`` whoever it is won by prefers an end to it.
    """
    points = score - worth
    if has_ties and worth > 0 and points >= 0:
        points += 1
    if has_ties and worth < 0 and points <= 0:
        points -= 1
    return points


@inlined
def least_with(score, worth, has_ties, unit):
    """The least that a position with this score may be worth."""
    points = points_of(score, worth, has_ties)
    is_tied = has_ties and worth > 0 and points == 1
    return bottom(points - is_tied, unit)


@inlined
def most_with(score, worth, has_ties, unit):
    """The most that a position with this score may be worth."""
    points = points_of(score, worth, has_ties)
    is_tied = has_ties and worth < 0 and points == -1
    return bottom(points + is_tied + 1, unit) - 1


# ── verdicts ────────────────────────────────────────────────────────────────────────────────────


def verdict_plainly(kind, worth):
    """A verdict as a number below 0."""
    return -1 - (kind + KINDS * (worth - VERDICTS_FROM))


verdict = helper(verdict_plainly)


@inlined
def verdict_of(code, worth, is_scored, has_ties, unit):
    """The bounds of the worth that a verdict names, where endless play has a worth to the mover.

    Where a game has scores, a value says no more than its sign.
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
        points = points_of(low, worth, has_ties)
        plies = MOST - abs(said)
        with_plies = points * unit - (plies if points > 0 else -plies)
        least, most = with_plies if has_low else least, with_plies if has_high else most
    return least, most
