"""The compiled rules of animal shogi. The layout is drawn in ``animal_shogi``.

Moves are made on the board *turned round*, as the other player will see it: a
successor is then the turned board with one or two squares changed. There the pieces
that move are the ones not marked as owned, they walk up in bits, and bit i is the
mover's square i: a1, b1, c1, a2 and so on.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import njit

from games.animal_shogi_back_kernels import MAX_PREDECESSORS, predecessors
from games.animal_shogi_board_kernels import (
    BACK,
    BOARD,
    CHICK,
    EACH,
    HAND,
    HANDS,
    HELD,
    HEN,
    HEN_ON_A1,
    HOME_ROW,
    IN_HAND,
    KINDS,
    NOT_A,
    NOT_C,
    ONE,
    ROW,
    SIDE,
    SQUARE_OF,
    SQUARES,
    STRAIGHT,
    TARGETS,
    TWO,
    ZERO,
    attackers,
    kind_of,
    turned,
)
from games.animal_shogi_index_kernels import canonical, index_of, position_in, symmetries
from games.animal_shogi_tables import numbering
from gamesolver import CompiledRules

LOSS, WIN, PLAYING = -1, 1, 2
MAX_MOVES = 43
"""At most. Besides the lions k pieces lie on the board, all the mover's: for k = 3 a hen,
an elephant and a giraffe with their 6 + 4 + 4 steps, the lion with 8, and three kinds of
pieces to drop on 7 empty squares. Other k give less."""

FIRST_ON_ROW_3 = 6  # a chick there becomes a hen when it moves


def _gains() -> Any:
    """What taking a piece adds on the turned board, where the mover's hand is the second."""
    gains = np.zeros(KINDS, np.uint64)
    for held_as, kind in enumerate(IN_HAND):
        gains[kind] = 1 << int(HANDS + HAND) + 2 * held_as
    gains[HEN] = gains[CHICK]
    return gains


GAINS = _gains()
DROPPED_ON_A1 = np.array([1 << 36, 1 << 24, 1 << 12 | 1 << 36], np.uint64)  # as in IN_HAND


@njit(cache=True)
def successors(position: Any, moves: Any, positions: Any) -> Any:
    """Fill the buffers: steps on the board, then drops."""
    after = turned(position)
    pieces = (after >> SIDE | after >> BACK | after >> STRAIGHT) & BOARD
    movers = pieces & ~after
    count = _steps(after, movers, moves, positions)
    return np.int64(_drops(after, BOARD ^ pieces, moves, positions, count))


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
        kind = kind_of(piece)
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
            positions[count] = (emptied & ~(EACH * there) | piece * there) + GAINS[kind_of(taken)]
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
    lion = position >> SIDE & position >> BACK & ~position & BOARD  # the other player's
    can_take = attackers(position, lion) != ZERO
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


@cache
def animal_shogi_rules(pieces: str, numbered: bool) -> CompiledRules:
    """The bundle; its rules are the same for all pieces, its numbering is not."""
    if not numbered:
        return _found_rules()
    return CompiledRules(
        successors=successors,
        terminal_code=terminal_code,
        max_moves=MAX_MOVES,
        symmetries=symmetries,
        max_twins=1,
        index=index_of(pieces),
        position_at=position_in(pieces),
        slots=numbering(pieces).slots,
        predecessors=predecessors,
        max_predecessors=MAX_PREDECESSORS,
    )


@cache
def _found_rules() -> CompiledRules:
    """Whichever pieces it is played with: positions alone tell them."""
    return CompiledRules(
        successors=successors,
        terminal_code=terminal_code,
        max_moves=MAX_MOVES,
        symmetries=symmetries,
        max_twins=1,
        canonical=canonical,
    )
