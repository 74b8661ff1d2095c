"""Positions that a table has solved, as whoever proves others looks them up.

A position of a found game has its place among the keys (``kernels.places``). Of a numbered game a
table may have a few stretches of slots alone, such as the last stages; what lies between is left
out, so that a place is a slot less what is left out before it. What stands in a place is the worth
of the position (``kernels.worths``). There may be no such positions at all.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamesolver.kernels.compiling import INNER
from gamesolver.kernels.helpers import njit
from gamesolver.kernels.places import find, folded, mixed

UNSOLVED = -(1 << 30)
"""In place of the worth of what no table has solved."""

inlined = njit(forceinline=True, **INNER)


class Solved(NamedTuple):
    """The keys of a found game, or stretches of slots of a numbered one; and the worths."""

    keys: Any
    starts: Any
    shift: Any
    firsts: Any
    """The first slot of each stretch, in order."""
    lasts: Any
    """The slot behind its last one."""
    left_out: Any
    """How many slots before it are left out."""
    worths: Any
    """Empty where there is no table."""


@inlined
def place_of_slot(solved, slot):
    """The place of a slot; -1 where it is left out."""
    stretch, beyond = np.int64(0), solved.firsts.size
    while stretch < beyond:
        middle = (stretch + beyond) >> 1
        if solved.firsts[middle] <= slot:
            stretch = middle + 1
        else:
            beyond = middle
    if stretch == 0 or slot >= solved.lasts[stretch - 1]:
        return np.int64(-1)
    return slot - solved.left_out[stretch - 1]


@njit(**INNER)
def place_of_solved(rules, solved, position, twins):
    """The place of a position; -1 where no table has solved it."""
    if solved.worths.size == 0:
        return np.int64(-1)
    if solved.keys.size:
        place = np.int64(find(solved, mixed(folded(rules, position, twins))))
    else:
        place = place_of_slot(solved, np.int64(rules.index(position)))
    if place < 0 or solved.worths[place] == UNSOLVED:
        return np.int64(-1)
    return place


@inlined
def solved_worth(rules, solved, position, twins):
    """The worth of a position; ``UNSOLVED`` where no table has solved it."""
    if solved.worths.size == 0:
        return np.int64(UNSOLVED)
    place = place_of_solved(rules, solved, position, twins)
    return np.int64(solved.worths[place]) if place >= 0 else np.int64(UNSOLVED)
