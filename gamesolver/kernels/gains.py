"""Gains of moves, in games that have them: functions that cost nothing in other games.

Each comes in two: one for a buffer of gains, and one for ``None`` in its place. Numba takes the one
that fits when it compiles a kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamesolver.kernels.codes import MOST_GAIN
from gamesolver.kernels.deferring import when_compiling
from gamesolver.kernels.encodings import OF_BUFFERS
from gamesolver.kernels.scratch import STAYS, WHERE

MET, NOTED = 1, 2  # a move that gains where play may return


def unless_none(
    of_none: Callable[..., Any], **options: Any
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Replace a function by ``of_none`` if its first argument is ``None``."""

    def decorated(of_some: Callable[..., Any]) -> Callable[..., Any]:
        # In plain Python, the first argument is tested at each call.
        def either(first: Any, *others: Any) -> Any:
            return (of_none if first is None else of_some)(first, *others)

        # In compiled code, its type decides once, so games without gains have no test in their
        # loops.
        @when_compiling
        def _teach() -> None:
            from numba import types
            from numba.extending import overload

            @overload(either, strict=False, **options)
            def _chosen(first: Any, *others: Any) -> Callable[..., Any]:
                return of_none if isinstance(first, types.NoneType) else of_some

        return either

    return decorated


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
    """Return True if the absolute gain of a move is too large for preference keys."""
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
    # Cheapest tests first: most moves gain nothing, and then the rules are not called.
    is_tried = gains[each] != 0 and rules.form.rises
    stays = is_tried and rules.stage(successor) <= rules.stage(position)
    return stays and rules.end(successor) == rules.playing


@unless_none(lambda gains, tally, index: None, **OF_BUFFERS)
def note_return(gains, tally, index):
    """Record the first such move in the tally."""
    if tally[STAYS] == MET:
        tally[STAYS], tally[WHERE] = NOTED, index
