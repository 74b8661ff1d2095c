"""Numbers of claims, as the verifier reads them: ``tables.claim_scale`` defines them.

Python calls these functions, and ``kernels.claim_certificate`` compiles them. They do not call each
other, because numba would not compile a call of a plain function. No search uses them, on purpose:
the numbers of searches are in ``kernels.scale``.
"""

from __future__ import annotations

NOTHING = -(1 << 60)
"""Lower bound that always holds, and claims nothing."""


def level_of(number: int, unit: int) -> int:
    """Return the level of a number."""
    # Rounded away from 0, because plies bring a number nearer to 0 than its level.
    return -(-number // unit) if number > 0 else number // unit


def plies_of(number: int, unit: int) -> int:
    """Return the plies of a number."""
    return -number % unit if number > 0 else number % unit


def is_sound(number: int, unit: int, most_plies: int) -> bool:
    """Return True if a claim may have this number.

    No number of 64 bits overflows here. A number that is no farther from 0 than ``NOTHING``
    does not overflow in other functions either.
    """
    # As ``plies_of``, which cannot be called here.
    plies = -number % unit if number > 0 else number % unit
    return NOTHING <= number <= -NOTHING and plies <= most_plies


def farther(bound: int) -> int:
    """Return the number that a side needs one ply on, to get ``bound`` by a move without gain."""
    return bound + (bound > 0) - (bound < 0)


def backed_up(number: int, gain: int, unit: int) -> int:
    """Return what a side gets by a move, at least: one ply more than after it, and the gain.

    A gain that leads to another side of 0 counts as an end of the plies.
    """
    # One ply more is one nearer to 0, for either side. A number of 0 has no plies.
    nearer = number - (number > 0) + (number < 0)
    if gain == 0:
        return nearer
    # As ``level_of``, which cannot be called here.
    after = -(-nearer // unit) if nearer > 0 else nearer // unit
    before = after + gain
    # Both levels are on one side of 0, so the plies lead to the same end as before.
    if (before > 0 and after > 0) or (before < 0 and after < 0):
        return nearer + gain * unit
    # Else the move counts as the end, in one ply. Level 0 has no plies.
    return before * unit - (before > 0) + (before < 0)


def level_of_end(points: int, payoff: int, has_ties: bool) -> int:
    """Return the level of a terminal position by the points of the player to move.

    ``payoff`` is the payoff of infinite play for that player. With ``has_ties``, an end with that
    payoff is one level away from it.
    """
    more = points - payoff
    # An end with the payoff of infinite play is one level better for the side that wins infinite
    # play. The levels beyond it shift as well, so that they stay apart.
    if has_ties and more * payoff >= 0:
        return more + (1 if payoff > 0 else -1)
    return more
