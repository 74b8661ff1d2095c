"""The size of a position, and whether positions keep growing: a sign of a game without end.

A counter that is never reset, or a list of the moves played, makes each position larger than those
before it. The men on a board do not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from random import Random
from typing import Any

from gamesolver.errors import GameContractError
from gamesolver.rules.game import MoveT, PositionT
from gamesolver.rules.guard import Rules
from gamesolver.system.progress import Stopwatch

SMALL = 1 << 40
"""Integers up to which the number itself counts; of a larger one its bits."""
MOST_PARTS = 10_000
PARTS = 4
"""Of a line of positions; each must be larger on average than the one before."""
LARGER = 1.5
"""Least ratio of the size of positions in the last part to that in the first part."""
PLIES = 4_000
"""Of a line of random play."""


def size_of(position: Any) -> int:
    """Return how much stands in a position: its integers, its letters, and its parts.

    >>> size_of((3, "xo.", (-4,))), size_of(1 << 70)
    (12, 1099511627847)
    """
    size, waiting = 0, [position]
    for part in waiting:  # which grows on the way
        if isinstance(part, int):
            number = abs(part)
            size += number if number < SMALL else SMALL + number.bit_length()
        elif isinstance(part, str | bytes):
            size += len(part)
        elif isinstance(part, tuple | list | set | frozenset):
            size += 1
            waiting.extend(part)
        elif isinstance(part, Mapping):
            size += 1
            waiting.extend([*part.keys(), *part.values()])
        elif hasattr(part, "__dict__"):
            waiting.append(vars(part))
        else:
            size += len(repr(part))
        if len(waiting) > MOST_PARTS:
            return size + len(waiting)
    return size


def is_growing(sizes: Sequence[float]) -> bool:
    """Return True if sizes in a line rise from quarter to quarter, by half or more in all.

    >>> is_growing(range(8)), is_growing([1, 2, 3, 4, 4, 3, 2, 1]), is_growing([5])
    (True, False, False)
    """
    length = len(sizes) // PARTS
    if not length:
        return False
    quarters = [sizes[length * part : length * (part + 1)] for part in range(PARTS)]
    means = [sum(quarter) / length for quarter in quarters]
    is_rising = all(first < second for first, second in pairwise(means))
    return is_rising and means[-1] >= LARGER * means[0]


def grown_by_random_play(
    rules: Rules[PositionT, MoveT], position: PositionT, luck: Random, seconds: float
) -> PositionT | None:
    """Return the last position of a line of random play in which positions keep growing.

    Return ``None`` if play ends, or cannot go on, within ``PLIES`` plies or the given time, or
    if positions do not keep growing. An error of a rule is ignored.
    """
    clock, sizes = Stopwatch(seconds), [size_of(position)]
    with suppress(GameContractError):
        while len(sizes) < PLIES and not clock.is_over:
            if rules.ending(position) is not None:
                return None
            position = rules.play(position, luck.choice(rules.moves(position)))
            sizes.append(size_of(position))
        return position if len(sizes) > PLIES // 4 and is_growing(sizes) else None
    return None
