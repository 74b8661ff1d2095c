"""Positions and moves of Nine Men's Morris as numbers: a byte for each ring.

**A position** is seen from the player to move. Each ring is a byte, clockwise from its upper left
corner; the mover's men are the low half of a word, and those of the waiting player the high half:

    bits of the mover's      0-7          8-15           16-23
    of the other's          32-39         40-47          48-55
    men in hand             24-31, how many both players have; in Lasker's
                            morris the mover's 24-27, the other's 28-31
    three rings             outer         middle         inner
    two rings               outer         none           inner
    one ring                the ring      the centre     none
"""

from __future__ import annotations

HALF, HAND, MEN, RING = 32, 24, (1 << 24) - 1, 8
HAND_OF_ONE = 4
"""Number of bits of the hand of a player in Lasker's morris."""
BYTES = {1: (0, 1), 2: (0, 2), 3: (0, 1, 2)}
"""The byte of each ring from the outside, by how many there are; of one, that of the centre too."""
CODE, NOWHERE = 32, 31
"""A move is (32 * source + target) * 32 + taken, in bits of the mover's men; 31 for the source of a
man who is placed, and for none taken."""


def place_of(point: int, rings: int) -> int:
    """The bit of a point in the lower half of a position."""
    return RING * BYTES[rings][point // RING] + point % RING


def point_at(place: int, rings: int) -> int:
    """The point of a bit; undoes ``place_of``.

    >>> place_of(15, 2), point_at(23, 2)
    (23, 15)
    """
    return RING * BYTES[rings].index(place // RING) + place % RING
