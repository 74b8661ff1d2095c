"""The board of Gobblet Gobblers: what the rules forward and back have in common.

Both halves of a word, and all three sizes in it, are worked on at once wherever that can
be done. Tables by nine bits answer the rest; sets of squares are gone through as lists,
five bits a square, which the lowest square begins.
"""

from __future__ import annotations

import numpy as np
from numba import njit

ZERO, ONE = np.uint64(0), np.uint64(1)
HALF = np.uint64(32)
FULL = np.uint64(511)
MIDDLE, SMALL = np.uint64(9), np.uint64(18)
"""Where the middle and the small pieces begin in a half; the large ones begin it."""

LARGE_ONES = FULL | FULL << HALF
LARGE_AND_MIDDLE = LARGE_ONES | LARGE_ONES << MIDDLE

EVERY = range(512)
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
HAS_LINE = np.array([any(m & line == line for line in LINES) for m in EVERY], dtype=np.uint8)
COUNT = np.array([mask.bit_count() for mask in EVERY], dtype=np.uint8)

SQUARE, NEXT = np.uint64(15), np.uint64(5)
"""The square in the first entry of a list; how far the next one is. An entry has 16 added."""


def _list_of(mask):
    squares = [square for square in range(9) if mask >> square & 1]
    return sum(16 + square << 5 * place for place, square in enumerate(squares))


SQUARES_OF = np.array([_list_of(mask) for mask in EVERY], dtype=np.uint64)


@njit(cache=True)
def swapped(position):
    """The position seen by the other player."""
    return position >> HALF | position << HALF


@njit(cache=True)
def seen_from_above(position):
    """The lowest nine bits of either half: the squares where that side is on top."""
    taken = position | swapped(position)
    hidden = (taken & LARGE_AND_MIDDLE) << MIDDLE | (taken & LARGE_ONES) << SMALL
    on_top = position & ~hidden
    return on_top | on_top >> MIDDLE | on_top >> SMALL


@njit(cache=True)
def faces_line(position):
    """Whether the other player has a line."""
    return HAS_LINE[seen_from_above(position) >> HALF & FULL] != 0
