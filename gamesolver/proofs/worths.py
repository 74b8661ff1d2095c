"""Outcomes on one scale of whole numbers: what is asked of a position, and what is answered.

The scale is that of ``kernels.worths``, whose lecture says what it means: a win in r plies is
``MOST - r``, a loss in r plies ``r - MOST``, a draw 0; a question is "is this position worth at
least so much?"
"""

from __future__ import annotations

from gamesolver.value import Bounds, Outcome, Value

MOST = 1 << 19
"""What a win is worth that has come."""

NOTHING = -MOST, MOST
"""The bounds of a position of which nothing is known."""

GOING_ON = 1 - MOST, MOST - 1
"""The same where play has not ended."""

ANY_WIN = 1
ANY_DRAW = 0


def back(worth: int, kept: bool) -> int:
    """What a successor's worth makes of a move, for whoever makes it."""
    nearer = worth - (worth > 0) + (worth < 0)
    return nearer if kept else -nearer


def asked_next(asked: int, kept: bool) -> int:
    """The question of a successor that answers ``asked`` here: by yes if the turn is kept."""
    if kept:
        return asked + (asked > 0) - (asked < 0)
    return -asked if asked > 0 else 1 if asked == 0 else 2 - asked


def worth_of(outcome: Outcome) -> int:
    """An outcome on the scale; of draws it has one."""
    plies = 0 if outcome.remoteness is None else outcome.remoteness
    return int(outcome.value) * (MOST - plies)


def bounds_of(verdict: Outcome | Bounds) -> tuple[int, int]:
    """What an author's verdict says, on the scale."""
    if isinstance(verdict, Outcome):
        return worth_of(verdict), worth_of(verdict)
    at_least, at_most = verdict.at_least, verdict.at_most
    least = -MOST if at_least is None else _worth_at(at_least, -MOST, ANY_WIN)
    most = MOST if at_most is None else _worth_at(at_most, -ANY_WIN, MOST)
    return least, most


def _worth_at(bound: Outcome | Value, of_loss: int, of_win: int) -> int:
    """A bound on the scale, where a value alone says nothing of plies."""
    if isinstance(bound, Outcome):
        return worth_of(bound)
    return {Value.LOSS: of_loss, Value.DRAW: 0, Value.WIN: of_win}[bound]


def named(worth: int) -> Outcome | Value:
    """A worth in words: of a draw, and of a win or loss within any number of plies, the value."""
    if -ANY_WIN <= worth <= ANY_WIN:
        return Value(worth)
    return Outcome(Value.of(worth), MOST - abs(worth))


def bounds_between(least: int, most: int) -> Bounds:
    """Two worths in words."""
    is_settled = least == most
    at_least = named(least) if is_settled or least > 1 - MOST else None
    at_most = named(most) if is_settled or most < MOST - 1 else None
    return Bounds(at_least, at_most)
