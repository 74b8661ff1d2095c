"""Positions and moves of Nine Men's Morris as numbers: a byte for each ring.

**A position** is stored for the player to move. Each ring is a byte, clockwise from its upper left
corner. The men of the player to move are the low half of a word, and those of the other player the
high half:

    bits of player to move   0-7          8-15           16-23
    of the other player     32-39         40-47          48-55
    men in hand             24-31, the number of both players; in Lasker's
                            morris the player to move 24-27, the other 28-31
    three rings             outer         middle         inner
    two rings               outer         none           inner
    one ring                the ring      the centre     none
"""

from __future__ import annotations

HALF, HAND, MEN, RING = 32, 24, (1 << 24) - 1, 8
HAND_OF_ONE = 4
"""Number of bits of the hand of a player in Lasker's morris."""
BYTES = {1: (0, 1), 2: (0, 2), 3: (0, 1, 2)}
"""The byte of each ring from the outside, by the number of rings. With one, the centre's too."""
CODE, NOWHERE = 32, 31
"""A move is (32 * source + target) * 32 + taken, in bits of the men of the player to move. The
source of a new man is 31, and so is ``taken`` without a capture."""


def place_of(point: int, rings: int) -> int:
    """Return the bit of a point in the lower half of a position."""
    return RING * BYTES[rings][point // RING] + point % RING


def point_at(place: int, rings: int) -> int:
    """Return the point of a bit. Inverse of ``place_of``.

    >>> place_of(15, 2), point_at(23, 2)
    (23, 15)
    """
    return RING * BYTES[rings].index(place // RING) + place % RING
