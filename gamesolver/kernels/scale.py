"""Functions of the scale on which proofs compare outcomes.

``kernels.search_scores`` describes the scale and compiles these functions, and
``proofs.search_scores`` calls them. They do not call each other, because numba does not compile a
call of a plain function. The verifier has its own, on purpose: ``kernels.claim_numbers``.
"""

from __future__ import annotations

MOST = 1 << 19
"""Number of a win that has been reached: no line of play has as many plies."""

LARGEST = 1 << 22
"""Largest absolute value of a position's number in kernels."""


def nearer_by_ply(score: int, unit: int) -> int:
    """Return a score one ply nearer to 0, in its level: the weakest of a level stays."""
    if score == 0 or abs(score) % unit == 1:
        return score
    return score - (1 if score > 0 else -1)


def farther_by_ply(target: int, unit: int) -> int:
    """Return the least score that is at least ``target`` one ply nearer to 0."""
    if target > 0:
        return target if target % unit == 1 else target + 1
    return target if target % unit == 0 else target - 1


def level(score: int, unit: int) -> int:
    """Return the level of a score, or of a question."""
    return -(-score // unit) if score > 0 else score // unit


def bottom(level: int, unit: int) -> int:
    """Return the least question of a level, for any number of plies."""
    return (level - 1) * unit + 1 if level > 0 else level * unit


def shifted(score: int, gain: int, unit: int, largest: int) -> int:
    """Return a score after adding a gain, ``largest`` at most, either way.

    What is larger is the bound of an unknown position, which stays unknown.
    """
    if gain == 0 or abs(score) > largest:
        return score
    after = -(-score // unit) if score > 0 else score // unit
    before = after + gain
    if (after > 0 and before > 0) or (after < 0 and before < 0):
        score += gain * unit
    else:
        score = before * unit - (before > 0) + (before < 0)
    return min(max(score, -largest), largest)


def needed(target: int, gain: int, unit: int, largest: int) -> int:
    """Return the least number that reaches ``target`` with a gain. ``largest`` is as above."""
    if gain == 0 or abs(target) > largest:
        return target
    before = -(-target // unit) if target > 0 else target // unit
    after = before - gain
    if (before > 0 and after > 0) or (before < 0 and after < 0):
        return target - gain * unit
    end = before * unit
    is_too_much = target == end if target > 0 else target > end + 1
    after += is_too_much
    return (after - 1) * unit + 1 if after > 0 else after * unit


def level_with(score: int, payoff: int, has_ties: bool) -> int:
    """Return the level of an end for the player to move; ``payoff`` is for infinite play.

    With ``has_ties``, the side that infinite play is won by prefers an end to it.
    """
    points = score - payoff
    if has_ties and payoff > 0 and points >= 0:
        points += 1
    if has_ties and payoff < 0 and points <= 0:
        points -= 1
    return points
