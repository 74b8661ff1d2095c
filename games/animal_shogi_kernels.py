"""The compiled rules of animal shogi. The layout is drawn in ``animal_shogi``.

Four boards of twelve bits lie side by side in a position, so that one mask and one
shift mirror, turn or move everything at once. Moves are made on the board *turned
round*, as the other player will see it: a successor is then the turned board with
one or two squares changed. There the pieces that move are the ones not marked as
owned, they walk up in bits, and bit i is the mover's square i: a1, b1, c1, a2 and
so on.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import njit

from gamesolver import CompiledRules

LOSS, WIN, PLAYING = -1, 1, 2
SQUARES = 12
MAX_MOVES = 43
"""At most. Besides the lions k pieces lie on the board, all the mover's: for k = 3 a hen,
an elephant and a giraffe with their 6 + 4 + 4 steps, the lion with 8, and three kinds of
pieces to drop on 7 empty squares. Other k give less."""

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
NEITHER_A_NOR_C = np.uint64((1 << 64) - 1 - sum(0b101 << bit for bit in range(0, 48, 3)))
EVEN_ROWS = np.uint64(sum(0b111 << bit for bit in range(0, 48, 6)))
EVEN_HALVES = np.uint64(sum(0b111_111 << bit for bit in range(0, 48, 12)))

# a piece is three bits, one a board: steps aside and straight back, steps back on the
# diagonal, keeps to the straight line ahead
HEN, ELEPHANT, LION, CHICK, GIRAFFE = 0b001, 0b010, 0b011, 0b100, 0b101
KINDS = 8
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
FIRST_ON_ROW_3 = 6  # a chick there becomes a hen when it moves
IN_HAND = (CHICK, ELEPHANT, GIRAFFE)  # in the order of the counts


def _targets() -> Any:
    """Where a piece may step on the turned board: eight kinds for each square."""
    targets = np.zeros(SQUARES * KINDS, np.uint64)
    for square in range(SQUARES):
        row, column = divmod(square, 3)
        for kind, steps in STEPS.items():
            reached = [(column + right, row + up) for right, up in steps]
            on_board = [(x, y) for x, y in reached if 0 <= x < 3 and 0 <= y < 4]
            targets[square * KINDS + kind] = sum(1 << x + 3 * y for x, y in on_board)
    return targets


def _square_of() -> Any:
    """The square of a single bit."""
    squares = np.zeros((1 << SQUARES - 1) + 1, np.int8)
    for square in range(SQUARES):
        squares[1 << square] = square
    return squares


def _gains() -> Any:
    """What taking a piece adds on the turned board, where the mover's hand is the second."""
    gains = np.zeros(KINDS, np.uint64)
    for held_as, kind in enumerate(IN_HAND):
        gains[kind] = 1 << int(HANDS + HAND) + 2 * held_as
    gains[HEN] = gains[CHICK]
    return gains


TARGETS, SQUARE_OF, GAINS = _targets(), _square_of(), _gains()
DROPPED_ON_A1 = np.array([1 << 36, 1 << 24, 1 << 12 | 1 << 36], np.uint64)  # as in IN_HAND


@njit(cache=True)
def _mirrored(position):
    """Columns a and c exchanged, on all boards."""
    from_c, from_a = position & COLUMN_C, position >> TWO & COLUMN_C
    return from_c << TWO | from_a | position & NEITHER_A_NOR_C


@njit(cache=True)
def _turned(position):
    """The position as the other player sees it: round by half a turn, and owners exchanged."""
    pieces = (position >> SIDE | position >> BACK | position >> STRAIGHT) & BOARD
    boards = position & BOARDS ^ pieces
    boards = boards >> HALF_BOARD & EVEN_HALVES | (boards & EVEN_HALVES) << HALF_BOARD
    boards = boards >> ROW & EVEN_ROWS | (boards & EVEN_ROWS) << ROW
    hands = position >> HANDS
    hands = (hands >> HAND | hands << HAND) & BOTH_HANDS
    return _mirrored(boards) | hands << HANDS


@njit(cache=True)
def _kind(piece):
    """The kind that the first bits of the boards say."""
    side, back = piece >> SIDE_TO_KIND, piece >> BACK_TO_KIND
    return np.int64((side | back | piece >> STRAIGHT_TO_KIND) & KIND)


@njit(cache=True)
def successors(position: Any, moves: Any, positions: Any) -> Any:
    """Fill the buffers: steps on the board, then drops."""
    turned = _turned(position)
    pieces = (turned >> SIDE | turned >> BACK | turned >> STRAIGHT) & BOARD
    movers = pieces & ~turned
    count = _steps(turned, movers, moves, positions)
    return np.int64(_drops(turned, BOARD ^ pieces, moves, positions, count))


@njit(cache=True)
def _steps(turned, movers, moves, positions):
    """Moves on the board, by the square left and then by the square reached."""
    count = 0
    waiting = movers
    while waiting != ZERO:
        here = waiting & (~waiting + ONE)  # the lowest bit
        waiting ^= here
        source = np.int64(SQUARE_OF[here])
        piece = turned >> np.uint64(source) & EACH
        kind = _kind(piece)
        emptied = turned ^ piece * here
        if kind == CHICK and source >= FIRST_ON_ROW_3:
            piece = HEN_ON_A1
        targets = TARGETS[source * KINDS + kind] & ~movers
        while targets != ZERO:
            there = targets & (~targets + ONE)
            targets ^= there
            target = np.int64(SQUARE_OF[there])
            taken = turned >> np.uint64(target) & EACH
            moves[count] = source * SQUARES + target
            positions[count] = (emptied & ~(EACH * there) | piece * there) + GAINS[_kind(taken)]
            count += 1
    return count


@njit(cache=True)
def _drops(turned, empty, moves, positions, count):
    """Pieces from the mover's hand, by kind and then by square."""
    for held_as in range(3):
        in_hand = HANDS + HAND + TWO * np.uint64(held_as)
        if turned >> in_hand & HELD == ZERO:
            continue
        rest = turned - (ONE << in_hand)
        targets = empty
        while targets != ZERO:
            there = targets & (~targets + ONE)
            targets ^= there
            moves[count] = (SQUARES + held_as) * SQUARES + np.int64(SQUARE_OF[there])
            positions[count] = rest | DROPPED_ON_A1[held_as] * there
            count += 1
    return count


@njit(cache=True)
def terminal_code(position: Any) -> Any:
    """Won if the other lion can be taken, lost if it is safe on its last row."""
    side, back, straight = position >> SIDE, position >> BACK, position >> STRAIGHT
    lion = side & back & ~position & BOARD  # the other player's
    beside = (lion & NOT_A) << ONE | (lion & NOT_C) >> ONE
    attackers = side & (beside | lion >> ROW) | back & beside >> ROW
    attackers |= (side | straight) & lion << ROW | ~straight & beside << ROW
    can_take = attackers & position & BOARD != ZERO
    has_lost = lion & HOME_ROW != ZERO
    if position >> HANDS == ZERO:  # as they must be where there is no move
        has_lost = has_lost or _is_stuck(position)
    return np.int64(WIN if can_take else LOSS if has_lost else PLAYING)


@njit(cache=True)
def _is_stuck(position):
    """Whether no piece of the mover's has a step."""
    mine = position & BOARD
    side, back = mine & position >> SIDE, mine & position >> BACK
    straight = position >> STRAIGHT
    diagonal, ahead = mine & ~straight, side | mine & straight
    reached = (side & NOT_A) << ONE | (side & NOT_C) >> ONE | side << ROW | ahead >> ROW
    reached |= ((back & NOT_A) << ONE | (back & NOT_C) >> ONE) << ROW
    reached |= ((diagonal & NOT_A) << ONE | (diagonal & NOT_C) >> ONE) >> ROW
    return reached & ~mine & BOARD == ZERO


@njit(cache=True)
def canonical(position: Any) -> Any:
    """The lesser of the two twins."""
    return min(position, _mirrored(position))


@njit(cache=True)
def symmetries(position: Any, positions: Any) -> Any:
    """The mirror image."""
    positions[0] = _mirrored(position)
    return np.int64(1)


@cache
def animal_shogi_rules() -> CompiledRules:
    """Animal shogi, whichever pieces it is played with: positions alone tell them."""
    return CompiledRules(
        successors=successors,
        terminal_code=terminal_code,
        max_moves=MAX_MOVES,
        symmetries=symmetries,
        canonical=canonical,
    )
