"""Dealing: things put in order of a number that each of them has.

Where the numbers are small this goes by counting: how many things there are of each
number says where those of the next one begin. That is one pass in order through things
and numbers, and as many streams of writing as there are numbers; it takes the bytes of
the result and no more. Numbers far apart are sorted.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from gamesolver.crew import chunks_of
from gamesolver.labels import Columns

SMALL = 1 << 16
A_TIME = 1 << 16  # numbers counted at a time: numpy makes them wide to count them


def dealt(things: Columns, numbers: Columns) -> tuple[Columns, Columns, Columns]:
    """The things in order of their numbers, in the old order where these are the same.

    With them come the different numbers there are, rising, and where the things of each
    of them end.

    >>> things, numbers, ends = dealt(np.array([50, 60, 70]), np.array([2, 1, 2]))
    >>> things.tolist(), numbers.tolist(), ends.tolist()
    ([60, 50, 70], [1, 2], [1, 3])
    """
    if len(numbers) and not (numbers.min() >= 0 and numbers.max() < SMALL):
        order = np.argsort(numbers, kind="stable")
        rising, counts = np.unique(numbers, return_counts=True)
        return things[order], rising, np.cumsum(counts)
    counts = np.zeros(int(numbers.max(initial=0)) + 1, np.int64)
    for part in chunks_of(len(numbers), A_TIME):
        here = np.bincount(numbers[slice(*part)])
        counts[: len(here)] += here
    in_order = np.empty_like(things)
    _deal(things, numbers, np.cumsum(counts) - counts, in_order)
    rising = np.flatnonzero(counts)
    return in_order, rising, np.cumsum(counts)[rising]


@nb.njit(cache=True, nogil=True)
def _deal(things, numbers, cursors, in_order):
    """Put every thing behind the others of its number."""
    for place in range(things.size):
        number = numbers[place]
        in_order[cursors[number]] = things[place]
        cursors[number] += 1
