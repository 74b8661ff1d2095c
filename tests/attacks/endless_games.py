"""Compiled games that have no end, or that fail on the way: for stopping the engine."""

import os

import numpy as np
from numba import njit

from gamesolver import CompiledGame, CompiledRules

TWO = np.uint64(2)
FAR = 6_000 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 10_000
BAD = np.uint64(FAR - 1_000)  # where a spoilt rule fails: beyond what is tried before a solve
LENGTH = np.zeros(1 << 17, np.int64)  # more than a megabyte: read where it lies


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
    """One or two further."""
    for each in range(2):
        moves[each] = each
        positions[each] = position + np.uint64(each + 1)
    return 2


@njit
def at_the_end(position):
    """Lost at the end."""
    return -1 if position >= np.uint64(LENGTH[0]) else 2


@njit
def index(position):
    """The number itself."""
    return np.int64(position) if position < np.uint64(LENGTH[0] + 2) else np.int64(-1)


@njit
def position_at(slot):
    """The number itself."""
    return np.uint64(slot)


class Onward(CompiledGame):
    """Count to a length by ones and twos; some rules may be replaced."""

    rules = None  # each game has its own

    def __init__(self, length, numbered=False, **spoilt):
        self.length = length
        LENGTH[0] = length
        rules = {"successors": onward, "terminal_code": at_the_end, "max_moves": 2}
        if numbered:
            rules |= {"index": index, "position_at": position_at, "slots": length + 2}
        self.rules = CompiledRules(**rules | spoilt)

    def __repr__(self):
        return f"Onward(length={self.length})"

    def start(self):
        return 0


@njit
def stuck(position, moves, positions):
    """No move at one position."""
    if position == BAD:
        raise ValueError("no way on")
    return onward(position, moves, positions)


@njit
def undecided(position):
    """No answer at one position."""
    if position == BAD:
        raise IndexError(7)
    return at_the_end(position)


@njit
def lost(position):
    """No slot for one position."""
    if position == BAD:
        raise OverflowError("no such slot")
    return index(position)


@njit
def empty(slot):
    """No position in one slot."""
    if np.uint64(slot) == BAD:
        raise OverflowError("empty")
    return position_at(slot)


@njit
def crooked(position, positions):
    """No symmetric positions, and at one position not even that."""
    if position == BAD:
        raise ZeroDivisionError("oh")
    return 0


@njit
def nobody(position):
    """One player moves all the time, but for one position."""
    if position == BAD:
        raise KeyError("nobody")
    return 0


@njit
def backstage(position):
    """Every position is a stage, but for one."""
    if position == BAD:
        raise RuntimeError("dark")
    return np.int64(position)
