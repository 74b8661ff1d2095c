"""Positions that a table has solved, as whoever proves others looks them up.

A position is found in its slot as anywhere (``kernels.places``), and what stands there is its
worth (``kernels.worths``). There may be no such positions at all.
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
    """The places of a found game, or none of a numbered one; and the worth in each slot."""

    keys: Any
    starts: Any
    shift: Any
    worths: Any
    """Empty where there is no table."""


@njit(**INNER)
def slot_of_solved(rules, solved, position, twins):
    """The slot of a position; -1 where no table has solved it."""
    if solved.worths.size == 0:
        return np.int64(-1)
    if solved.keys.size:
        slot = np.int64(find(solved, mixed(folded(rules, position, twins))))
    else:
        slot = np.int64(rules.index(position))
    if slot < 0 or slot >= solved.worths.size or solved.worths[slot] == UNSOLVED:
        return np.int64(-1)
    return slot


@inlined
def solved_worth(rules, solved, position, twins):
    """The worth of a position; ``UNSOLVED`` where no table has solved it."""
    if solved.worths.size == 0:
        return np.int64(UNSOLVED)
    slot = slot_of_solved(rules, solved, position, twins)
    return np.int64(solved.worths[slot]) if slot >= 0 else np.int64(UNSOLVED)
