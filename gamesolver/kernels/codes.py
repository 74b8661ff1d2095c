"""Two integer encodings of an outcome: table entries, and preference keys.

A *table entry* is the integer that a table stores for a position. A *preference key* orders
outcomes for the player to move: the greater, the better. All modules decode them by the functions
below, and kernels use the same functions compiled (``encodings``). The verifier has its own
functions, on purpose.

In both, a loss, a draw and a win are the integers of ``Value``: -1, 0 and 1.
"""

from __future__ import annotations

from typing import Any, NamedTuple

LOSS, DRAW, WIN = -1, 0, 1
PENDING, UNUSED, ENDLESS, FIRST = 0, 1, 2, 3
"""Entries of an unresolved position, an unused index and infinite play; the first with plies."""


# ── entries, and whole columns of them ──────────────────────────────────────────────────────────


def entry_of(value, plies):
    """Return the entry of a loss, draw or win (-1, 0, 1) in this many plies."""
    return FIRST + 1 + 3 * plies + value


def value_of(entry: Any) -> Any:
    """Return -1, 0 or 1 for the entry of a loss, draw or win."""
    return (entry - FIRST) % 3 - 1


def plies_of(entry: Any) -> Any:
    """Return the plies of an entry that has some."""
    return (entry - FIRST) // 3


def is_end(entry):
    """Return True if an entry is the outcome of a terminal position."""
    return FIRST <= entry < FIRST + 3


# ── preference keys ─────────────────────────────────────────────────────────────────────────────
#
# Points are counted from the payoff of infinite play for the player to move; without scores they
# are -1, 0 and 1, and that payoff is 0.
#
# ===================  ===================================================
# ``p * 2^40 - n``     p points more, in n plies; the sooner the better
# ``2^34 - n``         the payoff of infinite play, at an end that is preferred to it
# ``0``                infinite play
# ``n - 2^34``         its payoff, at an end that is worse
# ``n - p * 2^40``     p points less, the later the better
# ===================  ===================================================
#
# For infinite play after gains, n is 2^35 plus the plies to the last gain. There is room for 2^22
# points: a score, a gain, and the payoff of infinite play, each as large as possible.

APART, NEAR, BEYOND = 40, 34, 35  # bits: between points, from infinite play, of infinite play
HALF = 1 << (APART - 1)
MOST_GAIN = 2_000_000  # of a compiled game, either way
LEAST_WIN = 1 << 39  # keys from here on are wins, if there are no scores
TOO_FAR, ENDLESS_GAIN = -1, -2
"""Entries of a score out of bounds, and of gains before infinite play that the form cannot hold."""


def preference_key(value, plies):
    """Return the preference key of a win, loss or finished draw."""
    if value == WIN:
        return (1 << 40) - plies
    if value == DRAW:
        return (1 << 34) - plies
    return plies - (1 << 40)


def entry_of_key(key):
    """Return the entry of the outcome with this key, the inverse of :func:`preference_key`."""
    if key == 0:
        return ENDLESS
    if key < 0:
        return FIRST + 1 + 3 * (key + (1 << 40)) + LOSS
    if key > (1 << 35):
        return FIRST + 1 + 3 * ((1 << 40) - key) + WIN
    return FIRST + 1 + 3 * ((1 << 34) - key) + DRAW


def key_of_points(points, length, payoff):
    """Return the preference key of a score, or of infinite play (``length`` is the complement)."""
    more = points - payoff
    plies = length if length >= 0 else (1 << BEYOND) + ~length
    if more > 0:
        key = (more << APART) - plies
    elif more < 0:
        key = plies - (-more << APART)
    elif length < 0:
        key = 0
    else:
        key = (1 << NEAR) - plies if payoff >= 0 else plies - (1 << NEAR)
    return key


def points_of(key, payoff):
    """Return the points of an outcome with this key."""
    return ((key + HALF) >> APART) + payoff


class OverflowColumns(NamedTuple):
    """The few entries that do not fit the element type of the other entries."""

    code: Any
    """Entry that marks an index whose outcome is listed here."""
    indexes: Any
    """Indexes, in ascending order."""
    entries: Any
