"""Outcomes on one scale of whole numbers, for whoever proves one position.

What a position is *worth* to its mover is a number: a win in r plies is ``MOST - r``, a loss in r
plies its opposite, ``r - MOST``, and any draw is 0. The greater is preferred, and a *question* is
a number too: "is this position worth at least so much?" For more than 0 it says *the mover wins
within so many plies*; for 0 or less, that the other does not.

Going back over a move turns the sign around, unless the turn is kept, and takes a worth one ply
nearer to 0. So the question of a position is a question of each successor: a move answers yes where
its successor, asked what :func:`asked_next` says, answers no (yes, where the turn is kept).
"""

from __future__ import annotations

import numba as nb

from gamesolver.kernels.compiling import UNCOUNTED

MOST = 1 << 19
"""What a win is worth that has come: no line of play has as many plies."""

EXACTLY, AT_LEAST, AT_MOST = range(3)
KINDS = 3
NOTHING_KNOWN = -(1 << 40)
"""What ``candidates`` says in place of a count: a kind of verdict with a worth, or nothing."""

helper = nb.njit(nogil=True, inline="always", **UNCOUNTED)


def back_plainly(worth, kept):
    """What a successor's worth makes of a move, for whoever makes it."""
    nearer = worth - (worth > 0) + (worth < 0)
    return nearer if kept else -nearer


def asked_next_plainly(asked, kept):
    """The question of a successor that answers ``asked`` here: by yes if the turn is kept."""
    if kept:
        return asked + (asked > 0) - (asked < 0)
    return -asked if asked > 0 else 1 if asked == 0 else 2 - asked


back, asked_next = helper(back_plainly), helper(asked_next_plainly)


def verdict_plainly(kind, worth):
    """A verdict as a number below 0."""
    return -1 - (kind + KINDS * (worth + MOST))


def verdict_of_plainly(code):
    """The bounds of the worth that a verdict names."""
    kind, worth = (-1 - code) % KINDS, (-1 - code) // KINDS - MOST
    return (-MOST if kind == AT_MOST else worth), (MOST if kind == AT_LEAST else worth)


verdict, verdict_of = helper(verdict_plainly), helper(verdict_of_plainly)
