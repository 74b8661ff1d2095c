"""Compiled games without an end, or that fail during a solve, for tests of stopping the engine."""

import os

import numpy as np
from numba import njit

from gamesolver import CompiledGame, CompiledRules

TWO = np.uint64(2)
FAR = 6_000 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 10_000
BAD = np.uint64(FAR - 1_000)  # where a spoilt rule fails: beyond the positions tried before a solve
LENGTH = np.zeros(1 << 17, np.int64)  # more than a megabyte, so numba reads it in place


@njit
def doubled(position, moves, positions):
    """Move from n to 2n + 1 or 2n + 2: an infinite tree."""
    for each in range(2):
        moves[each] = each
        positions[each] = TWO * position + np.uint64(each + 1)
    return 2


@njit
def never(position):
    """Return the code of a position that is not terminal."""
    return 2


class Endless(CompiledGame):
    """A tree that has no leaves."""

    rules = CompiledRules(successors=doubled, terminal_code=never, max_moves=2)

    def start(self):
        return 0


@njit
def onward(position, moves, positions):
    """Count on by one or two."""
    for each in range(2):
        moves[each] = each
        positions[each] = position + np.uint64(each + 1)
    return 2


@njit
def at_the_end(position):
    """Return the code of a loss at the end."""
    return -1 if position >= np.uint64(LENGTH[0]) else 2


@njit
def index(position):
    """Return the number itself."""
    return np.int64(position) if position < np.uint64(LENGTH[0] + 2) else np.int64(-1)


@njit
def position_at(index):
    """Return the number itself."""
    return np.uint64(index)


class Onward(CompiledGame):
    """Count to a length by ones and twos; some rules may be replaced."""

    rules = None  # each game has its own

    def __init__(self, length, indexed=False, **spoilt):
        self.length = length
        LENGTH[0] = length
        rules = {"successors": onward, "terminal_code": at_the_end, "max_moves": 2}
        if indexed:
            rules |= {"index": index, "position_at": position_at, "num_indexes": length + 2}
        self.rules = CompiledRules(**rules | spoilt)

    def __repr__(self):
        return f"Onward(length={self.length})"

    def start(self):
        return 0


@njit
def stuck(position, moves, positions):
    """Write the moves of ``onward``, but raise at one position."""
    if position == BAD:
        raise ValueError("no way on")
    return onward(position, moves, positions)


@njit
def undecided(position):
    """Return the code of ``at_the_end``, but raise at one position."""
    if position == BAD:
        raise IndexError(7)
    return at_the_end(position)


@njit
def lost(position):
    """Return the index, but raise at one position."""
    if position == BAD:
        raise OverflowError("no such index")
    return index(position)


@njit
def empty(index):
    """Return the position at an index, but raise at one index."""
    if np.uint64(index) == BAD:
        raise OverflowError("empty")
    return position_at(index)


@njit
def crooked(position, positions):
    """Write no symmetric positions, and raise at one position."""
    if position == BAD:
        raise ZeroDivisionError("oh")
    return 0


@njit
def nobody(position):
    """Return 0 as the player to move, but raise at one position."""
    if position == BAD:
        raise KeyError("nobody")
    return 0


@njit
def backstage(position):
    """Return the position as its own stage, but raise at one position."""
    if position == BAD:
        raise RuntimeError("dark")
    return np.int64(position)
