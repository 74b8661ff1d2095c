"""Positions of solved tables, as proofs look them up.

A position of an enumerated game has its place among the keys (``kernels.places``). For an indexed
game a table may cover only some ranges of indexes, such as the last stages. Then the place of an
index is the index less the number of indexes that are left out before it. Positions are many and
different scores (``kernels.search_scores``) are few. So a place holds a *number* of one byte or
more, and a list has the score for each number. Such positions are optional: without tables, kernels
take ``None`` in their place, and are compiled without look-ups.

The results that a proof takes from tables have a bit for each place and side.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamesolver.kernels.compiling import INNER, njit
from gamesolver.kernels.places import find

UNSOLVED = -(1 << 30)
"""Mark for a position that no table has solved."""
PLACES_A_BYTE = 4

inlined = njit(forceinline=True, **INNER)


class Solved(NamedTuple):
    """Keys of an enumerated game or ranges of indexes of an indexed one, and the scores."""

    keys: Any
    starts: Any
    shift: Any
    stages: Any
    firsts: Any
    """The first index of each stretch, in order."""
    lasts: Any
    """The index after its last one."""
    left_out: Any
    """Number of indexes left out before each stretch."""
    numbers: Any
    """Bytes of all numbers, the least significant first."""
    width: Any
    """Number of bytes of a number. Kernels are compiled once for all widths."""
    scores: Any
    """Score of each number; ``UNSOLVED`` for 0."""


@inlined
def place_of_index(solved, index):
    """Return the place of an index, or -1 if it is left out."""
    # A binary search for the last stretch that begins at the index or before it.
    stretch, beyond = np.int64(0), solved.firsts.size
    while stretch < beyond:
        middle = (stretch + beyond) >> 1
        if solved.firsts[middle] <= index:
            stretch = middle + 1
        else:
            beyond = middle
    # The index is before the first stretch, or between two of them.
    if stretch == 0 or index >= solved.lasts[stretch - 1]:
        return np.int64(-1)
    return index - solved.left_out[stretch - 1]


@inlined
def score_in(solved, place):
    """Return the score stored in a place."""
    # The least significant byte comes first.
    number, first = np.int64(0), place * solved.width
    for byte in range(solved.width):
        number |= np.int64(solved.numbers[first + byte]) << (8 * byte)
    return np.int64(solved.scores[number])


@njit(**INNER)
def place_of_solved(rules, solved, position, images):
    """Return the place of a position, or -1 if no table has solved it."""
    # Only an enumerated game has keys. An indexed game has stretches of indexes.
    if solved.keys.size:
        place = np.int64(find(rules, solved, position, images))
    else:
        place = place_of_index(solved, np.int64(rules.index(position)))
    # A place may be empty, if the tables have only some of the positions.
    if place < 0 or score_in(solved, place) == UNSOLVED:
        return np.int64(-1)
    return place


@inlined
def solved_score(rules, solved, position, images):
    """Return the score of a position, or ``UNSOLVED`` if no table has solved it."""
    if solved is None:
        return np.int64(UNSOLVED)
    place = place_of_solved(rules, solved, position, images)
    return score_in(solved, place) if place >= 0 else np.int64(UNSOLVED)


@inlined
def mark_reused(reused, place, side):
    """Record that a side's bound in a place was taken from a table."""
    # Two bits for each place, one for each side.
    reused[place // PLACES_A_BYTE] |= np.uint8(1 << (2 * (place % PLACES_A_BYTE) + side))
