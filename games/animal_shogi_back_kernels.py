"""The compiled rules of animal shogi, one move back: from which positions one is reached.

All is undone on the board *turned round*, as the player sees it who has just moved: one
move back he is to move, and the turned board with one or two squares changed is such a
position. There his pieces are those marked as owned, and they walk down in bits. So he
comes from where a piece that walks up would go to: ``TARGETS`` says it.

* A *step* is undone to an empty square. A chick on row 4 has not walked there, for it
  would be a hen; but a hen there may have been a chick until then.
* Each step may have *taken* one of the pieces that he now has in hand, and back it goes to
  the other player, on the square that is left; a chick in hand may have been a hen.
* A *drop* is undone by taking the piece in hand again. Nobody drops a hen or a lion.

Play had not ended one move back: the other lion was not attacked. So if two pieces attack
it now, no move leads here; if one does, that one has moved; and no piece comes from a
square from which it attacks. Nor was a lion on row 4: the one that is there has moved, and
none comes from there. What is listed is therefore no end of play, and each has a slot.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from games.animal_shogi_board_kernels import (
    BACK,
    BOARD,
    BOARDS,
    CHICK,
    EACH,
    ELEPHANT,
    GIRAFFE,
    HANDS,
    HEN,
    IN_HAND,
    KINDS,
    LION,
    ONE,
    ROW,
    SIDE,
    SQUARE_OF,
    STRAIGHT,
    TARGETS,
    ZERO,
    attackers,
    kind_of,
    turned,
)

MAX_PREDECESSORS = 112
"""At most. In hand lie k kinds of pieces, all of them his who has moved, and as many others
as can be lie on the board, all his as well. For k = 3 these are a hen, an elephant and a
giraffe, and a step was one of 6 + 4 + 4, or of 8 by the lion; it took nothing or one of 4
kinds, as a chick in hand counts twice: 22 * 5. Two pieces may have been dropped. For k = 2
it is at most 26 * 4 + 3, for k = 1 at most 30 * 3 + 4, and for k = 0 36 + 4."""

HAND_BITS = np.uint64(0b111_111)
FAR_ROW = np.uint64(0b111)
FAR_SQUARES = range(3)
ON_C4 = {CHICK: 1 << 36, ELEPHANT: 1 << 24, HEN: 1 << 12, GIRAFFE: 1 << 12 | 1 << 36}
OWN_CHICK = np.uint64(1 | ON_C4[CHICK])
RETURNS = 4  # kinds of pieces that may have been taken


def _sources() -> Any:
    """Where a piece may have come from by a step, by ``TARGETS``: eight kinds for each square."""
    sources = TARGETS.copy()
    for square in FAR_SQUARES:
        sources[square * KINDS + CHICK] = 0
    sources[LION::KINDS] &= ~FAR_ROW
    return sources


def _to_hand() -> Any:
    """What a piece adds to the mover's hand if its drop is undone; 0 for hens and lions."""
    to_hand = np.zeros(KINDS, np.uint64)
    for held_as, kind in enumerate(IN_HAND):
        to_hand[kind] = 1 << int(HANDS) + 2 * held_as
    return to_hand


def _returned() -> tuple[Any, Any]:
    """By the mover's hand: how many kinds of pieces he may have taken; what each one changes.

    The lower bits are the piece on c4, to be added; the upper ones, those of the hands, are
    to be taken away.
    """
    counts = np.zeros(int(HAND_BITS) + 1, np.int64)
    changes = np.zeros((int(HAND_BITS) + 1, RETURNS), np.uint64)
    for hand in range(int(HAND_BITS) + 1):
        held = [kind for held_as, kind in enumerate(IN_HAND) if hand >> 2 * held_as & 3]
        some = [ON_C4[kind] | int(TO_HAND[kind]) for kind in held]
        if CHICK in held:
            some.append(ON_C4[HEN] | int(TO_HAND[CHICK]))
        counts[hand] = len(some)
        changes[hand, : len(some)] = some
    return counts, changes.ravel()


SOURCES, TO_HAND = _sources(), _to_hand()
IS_DROPPED = (TO_HAND != 0).astype(np.int64)
COUNT_RETURNED, RETURNED = _returned()


@njit(cache=True)
def predecessors(position: Any, positions: Any) -> Any:
    """Fill the buffer, piece by piece: steps, steps that took another piece, and a drop."""
    before = turned(position)
    lions = before >> SIDE & before >> BACK & BOARD
    lion = lions & ~before  # the other player's
    moved = attackers(before, lion)
    if moved == ZERO:
        moved = before & BOARD
    elif moved & moved - ONE != ZERO:
        return np.int64(0)
    if lions & before & FAR_ROW != ZERO:
        moved &= lions
    attacked = np.int64(SQUARE_OF[lion]) * KINDS
    empty = BOARD & ~(before >> SIDE | before >> BACK | before >> STRAIGHT)
    hand = np.int64(before >> HANDS & HAND_BITS)
    count = 0
    while moved != ZERO:
        here = moved & (~moved + ONE)  # the lowest bit
        moved ^= here
        square = np.int64(SQUARE_OF[here])
        piece = before >> np.uint64(square) & EACH
        kind = kind_of(piece)
        left = before ^ piece * here
        sources = SOURCES[square * KINDS + kind] & empty & ~TARGETS[attacked + kind]
        first = count
        count = _steps(left, piece, sources, positions, count)
        if kind == HEN and (here & FAR_ROW) << ROW & empty != ZERO:
            positions[count] = left | OWN_CHICK * (here << ROW)
            count += 1
        if count > first:
            count = _captures(here, hand, positions, first, count)
        positions[count] = left + TO_HAND[kind]  # written over by the next one if not dropped
        count += IS_DROPPED[kind]
    return np.int64(count)


@njit(cache=True)
def _steps(left, piece, sources, positions, count):
    """The piece is back on each of the squares."""
    while sources != ZERO:
        there = sources & (~sources + ONE)
        sources ^= there
        positions[count] = left | piece * there
        count += 1
    return count


@njit(cache=True)
def _captures(here, hand, positions, first, count):
    """What was undone from ``first`` on, with each piece on the square left that may have been."""
    end = count
    for each in range(hand * RETURNS, hand * RETURNS + COUNT_RETURNED[hand]):
        taken, from_hand = (RETURNED[each] & BOARDS) * here, RETURNED[each] & ~BOARDS
        for step in range(first, end):
            positions[count] = (positions[step] | taken) - from_hand
            count += 1
    return count
