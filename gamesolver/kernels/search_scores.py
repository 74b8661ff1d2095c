"""Outcomes on one scale of integers, for proofs of single positions.

The *search score* of a position for the player to move is an integer. A win in r plies is ``MOST -
r``, a loss in r plies its opposite, ``r - MOST``, and any draw is 0. A greater score is preferred.
A *question* is an integer too: "is the score of this position at least this?" A question above 0
means *the player to move wins within some plies*. A question of 0 or less means that the opponent
does not.

A score is backed up over a move by negating it, unless the turn is kept, and by moving it one ply
nearer to 0. So the question of a position becomes a question of each successor. A move answers yes
if its successor answers no to the question of :func:`successor_target` (yes, if the turn is kept).

**Games with scores** extend the scale. p points more than the payoff of infinite play, in r plies,
are ``p * unit - r``, and p points less is the opposite. All scores of one p are a *level*, and 0 is
a level of its own. The ``unit`` is larger than any line of play is long. Without scores it is
``MOST``, and the levels are -1, 0 and 1. If infinite play is won by a side and no move gains, a
terminal position of equal score is one level better for that side, because that side prefers an
end.

**A gain** moves a score by whole levels (:func:`shifted`), and a question likewise
(:func:`needed`). If a side gets more than the payoff of infinite play, its plies lead to the end,
or to the last gain after which it can keep what it has without an end. Such a move counts as the
end of the plies. So an end is never farther away than its plies, and a win within some plies
does not depend on the path to it.
"""

from __future__ import annotations

import numpy as np

from gamesolver.kernels import scale
from gamesolver.kernels.compiling import INNER, UNCOUNTED, njit
from gamesolver.kernels.scale import LARGEST, MOST

INFINITE = (1 << 23) - 1
"""Bound of an unknown position: greater than any score."""

EXACTLY, AT_LEAST, AT_MOST, SCORES_AT_LEAST, SCORES_AT_MOST, SCORES_WITHIN = range(6)
KINDS = 6
VERDICTS_FROM = -(1 << 21)  # no score in a verdict is less
NOTHING_KNOWN = -(1 << 40)
"""Result of ``candidates`` if the author knows nothing. Other results below 0 are verdicts."""
ROUGH = -(1 << 40)
"""Added to an uncertain priority; other priorities are far greater."""

helper = njit(inline="always", **UNCOUNTED)
inlined = njit(forceinline=True, **INNER)


nearer_by_ply, farther_by_ply = inlined(scale.nearer_by_ply), inlined(scale.farther_by_ply)
level, bottom = helper(scale.level), helper(scale.bottom)
shifted, needed = inlined(scale.shifted), inlined(scale.needed)
level_with = inlined(scale.level_with)


@helper
def backed_up_by_ply(score, kept, unit):
    """Return the score of a move for the player who makes it, from its successor's score."""
    nearer = nearer_by_ply(score, unit)
    return nearer if kept else -nearer


@helper
def successor_target_by_ply(target, kept, unit):
    """Return the question of a successor that decides ``target``: by yes if the turn is kept."""
    return farther_by_ply(target if kept else 1 - target, unit)


@helper
def backed_up(score, kept, gain, unit):
    """Return the score of a move with a gain for the player who makes it."""
    return shifted(backed_up_by_ply(score, kept, unit), gain, unit, LARGEST)


@helper
def successor_target(target, kept, gain, unit):
    """Return the question of a successor that decides ``target`` before a move with a gain."""
    return successor_target_by_ply(needed(target, gain, unit, LARGEST), kept, unit)


@inlined
def least_with(score, payoff, has_ties, unit):
    """Return the least search score of a position with this score of the game."""
    points = level_with(score, payoff, has_ties)
    # Level 1 is then that of an end with the payoff of infinite play. Infinite play has this score
    # as well, at level 0, so the least search score is there.
    is_tied = has_ties and payoff > 0 and points == 1
    return bottom(points - is_tied, unit)


@inlined
def most_with(score, payoff, has_ties, unit):
    """Return the greatest search score of a position with this score of the game."""
    points = level_with(score, payoff, has_ties)
    # As above, for the other side: infinite play is at level 0, above the end with its payoff.
    is_tied = has_ties and payoff < 0 and points == -1
    return bottom(points + is_tied + 1, unit) - 1


# ── verdicts ────────────────────────────────────────────────────────────────────────────────────


def verdict_plainly(kind, score):
    """Return a verdict as a number below 0."""
    return -1 - (kind + KINDS * (score - VERDICTS_FROM))


verdict = helper(verdict_plainly)


@inlined
def verdict_of(code, payoff, is_scored, has_ties, unit):
    """Return the bounds of the score that a verdict gives; ``payoff`` is for infinite play.

    In a game with scores, a value gives only the sign of the score.
    """
    # The inverse of ``verdict_plainly``.
    kind, number = (-1 - code) % KINDS, (-1 - code) // KINDS + VERDICTS_FROM
    # Both limits of the score. Kinds without one of them leave its bound open.
    low, high = (-number if kind == SCORES_WITHIN else number), number
    least, most = np.int64(-INFINITE), np.int64(INFINITE)
    # These kinds state a search score, and its sign is the value.
    if kind < SCORES_AT_LEAST:
        low = high = np.int64(number > 0) - np.int64(number < 0)
    has_low = kind != AT_MOST and kind != SCORES_AT_MOST
    has_high = kind != AT_LEAST and kind != SCORES_AT_LEAST
    # With scores, a win is any score above 0 and a loss any below. Only a score of 0 is exact.
    if kind == EXACTLY and is_scored:
        has_low, has_high = number >= 0, number <= 0
    if has_low:
        least = least_with(low, payoff, has_ties, unit)
    if has_high:
        most = most_with(high, payoff, has_ties, unit)
    # Without scores, the search score includes plies. They are counted from the level of the value.
    if kind < SCORES_AT_LEAST and number != 0 and not is_scored:
        points = level_with(low, payoff, has_ties)
        plies = MOST - abs(number)
        with_plies = points * unit - (plies if points > 0 else -plies)
        least, most = with_plies if has_low else least, with_plies if has_high else most
    return least, most
