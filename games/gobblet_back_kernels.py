"""The compiled rules of Gobblet Gobblers, one move back: from which boards one is reached.

The player who has moved takes up a piece of his that lies on top. It came from the
reserve; or from any square where it could be moved to, for what a piece may be laid on
is what it may have lain on.

Play had not ended one move back: nobody had a line. His own squares on top are those seen
when the piece is taken up, and the square that it came from; the other's are those seen
then, but for that square. So two tables say where it cannot have come from.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import njit

from games.gobblet_board_kernels import (
    EVERY,
    FULL,
    HALF,
    HAS_LINE,
    MIDDLE,
    NEXT,
    ONE,
    SQUARE,
    SQUARES_OF,
    ZERO,
    seen_from_above,
    swapped,
)

SQUARES = range(9)


def _squares_where(has_no_line):
    return [sum(1 << square for square in SQUARES if has_no_line(mask, square)) for mask in EVERY]


NO_LINE_WITH = np.array(
    _squares_where(lambda mask, square: not HAS_LINE[mask | 1 << square]), np.uint64
)
"""By squares: which one may be added without making a line."""
NO_LINE_WITHOUT = np.array(
    _squares_where(lambda mask, square: not HAS_LINE[mask & ~(1 << square)]), np.uint64
)
"""By squares: without which one there is no line."""


@cache
def predecessors_of(sizes: int, may_lift: bool, must_not_uncover: bool) -> Any:
    """The rule ``predecessors``."""

    @njit(cache=True)
    def predecessors(position, positions):
        before = swapped(position)  # the player who has moved has the lower half
        taken = position | before
        count, covered, first = 0, ZERO, ZERO
        for _ in range(sizes):
            moved = SQUARES_OF[before >> first & FULL & ~covered]
            covered |= taken >> first & FULL
            while moved:
                lifted = before ^ ONE << first + (moved & SQUARE)
                moved >>= NEXT
                seen = seen_from_above(lifted)
                mine, theirs = seen & FULL, seen >> HALF & FULL
                positions[count] = lifted  # written over by the next one if there was a line
                is_open = HAS_LINE[mine] | HAS_LINE[theirs] == 0
                count += 1 if is_open else 0
                if not may_lift or (must_not_uncover and not is_open):
                    continue
                sources = covered ^ FULL
                sources = SQUARES_OF[sources & NO_LINE_WITH[mine] & NO_LINE_WITHOUT[theirs]]
                while sources:
                    positions[count] = lifted | ONE << first + (sources & SQUARE)
                    sources >>= NEXT
                    count += 1
            first += MIDDLE
        return np.int64(count)

    return predecessors


def max_predecessors(sizes: int, copies: int, may_lift: bool) -> int:
    """At most: for each size the pieces on the board, from the reserve or from any free square."""
    return sizes * max(moved * (1 + may_lift * (9 - moved)) for moved in range(copies + 1))
