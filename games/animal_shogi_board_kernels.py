"""The board of animal shogi: what the rules forward and back have in common.

Four boards of twelve bits lie side by side in a position (drawn in ``animal_shogi``), so
that one mask and one shift mirror, turn or move everything at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

SQUARES = 12

ZERO, ONE, TWO = np.uint64(0), np.uint64(1), np.uint64(2)
ROW, HALF_BOARD = np.uint64(3), np.uint64(6)

# where the boards and hands begin, the board of the mover's pieces with bit 0
SIDE, BACK, STRAIGHT, HANDS = np.uint64(12), np.uint64(24), np.uint64(36), np.uint64(48)
HAND = np.uint64(6)  # bits of a hand, two for each kind
BOTH_HANDS, HELD = np.uint64(0xFFF), np.uint64(3)

# on one board of a position, whose last square, c4, is bit 0
BOARD = np.uint64(0xFFF)
HOME_ROW = np.uint64(0b111_000_000_000)
NOT_A, NOT_C = np.uint64(0b011_011_011_011), np.uint64(0b110_110_110_110)

# on all boards at once
BOARDS = np.uint64((1 << 48) - 1)
EACH = np.uint64(sum(1 << bit for bit in range(0, 48, 12)))  # one square of each board
COLUMN_C = np.uint64(sum(1 << bit for bit in range(0, 48, 3)))
COLUMN_B = COLUMN_C << ONE
EVEN_ROWS = np.uint64(sum(0b111 << bit for bit in range(0, 48, 6)))
EVEN_HALVES = np.uint64(sum(0b111_111 << bit for bit in range(0, 48, 12)))

# a piece is three bits, one a board: steps aside and straight back, steps back on the
# diagonal, keeps to the straight line ahead
HEN, ELEPHANT, LION, CHICK, GIRAFFE = 0b001, 0b010, 0b011, 0b100, 0b101
KINDS = 8
IN_HAND = (CHICK, ELEPHANT, GIRAFFE)  # in the order of the counts
SIDE_TO_KIND, BACK_TO_KIND, STRAIGHT_TO_KIND = np.uint64(12), np.uint64(23), np.uint64(34)
KIND = np.uint64(0b111)
HEN_ON_A1 = ONE << SIDE

STEPS = {
    CHICK: [(0, 1)],
    ELEPHANT: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    GIRAFFE: [(0, -1), (-1, 0), (1, 0), (0, 1)],
    HEN: [(0, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)],
    LION: [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)],
}


def _square_of() -> Any:
    """The square of a single bit."""
    squares = np.zeros((1 << SQUARES - 1) + 1, np.int8)
    for square in range(SQUARES):
        squares[1 << square] = square
    return squares


def _targets() -> Any:
    """Where a piece that walks up in bits may step: eight kinds for each square."""
    targets = np.zeros(SQUARES * KINDS, np.uint64)
    for square in range(SQUARES):
        row, column = divmod(square, 3)
        for kind, steps in STEPS.items():
            reached = [(column + right, row + up) for right, up in steps]
            on_board = [(x, y) for x, y in reached if 0 <= x < 3 and 0 <= y < 4]
            targets[square * KINDS + kind] = sum(1 << x + 3 * y for x, y in on_board)
    return targets


SQUARE_OF, TARGETS = _square_of(), _targets()


@njit(cache=True)
def turned(position):
    """The position as the other player sees it: round by half a turn, and owners exchanged."""
    pieces = (position >> SIDE | position >> BACK | position >> STRAIGHT) & BOARD
    boards = position & BOARDS ^ pieces
    boards = boards >> HALF_BOARD & EVEN_HALVES | (boards & EVEN_HALVES) << HALF_BOARD
    boards = boards >> ROW & EVEN_ROWS | (boards & EVEN_ROWS) << ROW
    hands = position >> HANDS
    hands = (hands >> HAND | hands << HAND) & BOTH_HANDS
    from_c, from_a = boards & COLUMN_C, boards >> TWO & COLUMN_C
    boards = from_c << TWO | from_a | boards & COLUMN_B
    return boards | hands << HANDS


@njit(cache=True)
def kind_of(piece):
    """The kind that the first bits of the boards say."""
    side, back = piece >> SIDE_TO_KIND, piece >> BACK_TO_KIND
    return np.int64((side | back | piece >> STRAIGHT_TO_KIND) & KIND)


@njit(cache=True)
def attackers(position, lion):
    """The mover's pieces that can take the other player's lion, where it stands."""
    side, back, straight = position >> SIDE, position >> BACK, position >> STRAIGHT
    beside = (lion & NOT_A) << ONE | (lion & NOT_C) >> ONE
    found = side & (beside | lion >> ROW) | back & beside >> ROW
    found |= (side | straight) & lion << ROW | ~straight & beside << ROW
    return found & position & BOARD
