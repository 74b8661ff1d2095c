"""Compiled games that have no end, or fail on the way: for stopping the engine in its work."""

import numpy as np
from numba import njit

from gamesolver import CompiledGame, CompiledRules

TWO = np.uint64(2)
FAR = 30_000  # beyond what is tried before a solve
BAD = np.uint64(FAR - 5_000)


@njit
def doubled(position, moves, positions):
    """Twice the number and one more, or two more: a tree without end."""
    for each in range(2):
        moves[each] = each
        positions[each] = TWO * position + np.uint64(each + 1)
    return 2


@njit
def never(position):
    """Play goes on."""
    return 2


class Endless(CompiledGame):
    """A tree that has no leaves."""

    rules = CompiledRules(successors=doubled, terminal_code=never, max_moves=2)

    def start(self):
        return 0


@njit
def onward(position, moves, positions):
    """One or two further, until the end."""
    for each in range(2):
        moves[each] = each
        positions[each] = position + np.uint64(each + 1)
    return 2


@njit
def far(position):
    """Lost at the end, which is far away."""
    return -1 if position >= np.uint64(FAR) else 2


@njit
def index(position):
    """The number itself."""
    return np.int64(position) if position < np.uint64(FAR + 2) else np.int64(-1)


@njit
def position_at(slot):
    """The number itself."""
    return np.uint64(slot)


ONWARD = {"successors": onward, "terminal_code": far, "max_moves": 2}
NUMBERED = {"index": index, "position_at": position_at, "slots": FAR + 2}


class Onward(CompiledGame):
    """Count to a large number by ones and twos; one rule may be replaced."""

    def __init__(self, numbered=False, **rules):
        self.rules = CompiledRules(**ONWARD | (NUMBERED if numbered else {}) | rules)

    rules = None  # each game has its own

    def start(self):
        return 0


@njit
def stuck_far_away(position, moves, positions):
    """Fails at one position."""
    if position == BAD:
        raise ValueError("no way on")
    return onward(position, moves, positions)


@njit
def undecided_far_away(position):
    """Fails at one position."""
    if position == BAD:
        raise LookupError("who won?")
    return far(position)


@njit
def lost_index(position):
    """Fails at one position."""
    if position == BAD:
        raise OverflowError("no such slot")
    return index(position)


@njit
def lost_position(slot):
    """Fails at one slot."""
    if np.uint64(slot) == BAD:
        raise OverflowError("no such slot")
    return position_at(slot)


@njit
def lost_mirror(position, positions):
    """Fails at one position."""
    if position == BAD:
        raise ZeroDivisionError("no axis")
    return 0


@njit
def lost_seat(position):
    """Fails at one position."""
    if position == BAD:
        raise KeyError("nobody")
    return 0


@njit
def lost_stage(position):
    """Fails at one position."""
    if position == BAD:
        raise RuntimeError("between two acts")
    return np.int64(position)
