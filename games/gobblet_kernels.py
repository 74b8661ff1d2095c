"""The compiled rules of Gobblet Gobblers. The layout is drawn in ``games.gobblet``.

What is known of a board at once, and the lists of squares, are in
``gobblet_board_kernels``; moves one step back in ``gobblet_back_kernels``.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numba import njit

from games.gobblet_back_kernels import max_predecessors, predecessors_of
from games.gobblet_board_kernels import (
    COUNT,
    FULL,
    HALF,
    HAS_LINE,
    MIDDLE,
    NEXT,
    ONE,
    SMALL,
    SQUARE,
    SQUARES_OF,
    ZERO,
    faces_line,
    seen_from_above,
    swapped,
)
from games.gobblet_index_kernels import index_of, num_slots, position_in, symmetries
from gamesolver import CompiledRules

LOSS, DRAW, WIN, PLAYING = -1, 0, 1, 2
SIZE_CODE, SOURCE_CODE, RESERVE = 256, 16, 15
"""A move is 256 * size + 16 * source + target; what is placed has the source 15."""


@njit(cache=True)
def add_targets(squares, count, changed, first, code, moves, positions):
    """Add the moves that put a piece on one of the squares; ``first`` is the bit of square 0."""
    while squares:
        square = squares & SQUARE
        squares >>= NEXT
        positions[count] = changed | ONE << first + square
        moves[count] = code + np.int64(square)
        count += ONE
    return count


@njit(cache=True)
def can_place(position, sizes, copies):
    """Whether there is a piece in the reserve, and a square for it."""
    taken = position | swapped(position)
    covered = ZERO
    for _ in range(sizes):
        covered |= taken & FULL
        if COUNT[position & FULL] < copies and covered != FULL:
            return True
        position >>= MIDDLE
        taken >>= MIDDLE
    return False


@njit(cache=True)
def can_lift(position, sizes):
    """Whether a piece may be lifted that uncovers no line, and there is a square for it."""
    taken = position | swapped(position)
    covered, first = ZERO, ZERO
    for _ in range(sizes):
        sources = SQUARES_OF[position >> first & FULL & ~covered]
        covered |= taken >> first & FULL
        while sources and covered != FULL:
            if not faces_line(position ^ ONE << first + (sources & SQUARE)):
                return True
            sources >>= NEXT
        first += MIDDLE
    return False


@njit(cache=True)
def is_stuck(position, sizes, copies, may_lift):
    """Whether there is no legal move."""
    return not can_place(position, sizes, copies) and not (may_lift and can_lift(position, sizes))


@cache
def _successors(sizes, copies, may_lift, must_not_uncover):
    @njit(cache=True)
    def successors(position, moves, positions):
        after = swapped(position)  # the mover's pieces stand in its upper half
        taken = position | after
        count, covered, first = ZERO, ZERO, ZERO
        for size in range(sizes):
            covered |= taken >> first & FULL
            if COUNT[position >> first & FULL] < copies:
                code = SIZE_CODE * size + SOURCE_CODE * RESERVE
                targets = SQUARES_OF[covered ^ FULL]
                count = add_targets(targets, count, after, HALF + first, code, moves, positions)
            first += MIDDLE
        if not may_lift:
            return np.int64(count)
        covered, first = ZERO, ZERO
        for size in range(sizes):
            sources = SQUARES_OF[position >> first & FULL & ~covered]
            covered |= taken >> first & FULL
            targets = SQUARES_OF[covered ^ FULL]
            while sources:
                source = sources & SQUARE
                sources >>= NEXT
                if must_not_uncover and faces_line(position ^ ONE << first + source):
                    continue
                code = SIZE_CODE * size + SOURCE_CODE * np.int64(source)
                lifted = after ^ ONE << HALF + first + source
                count = add_targets(targets, count, lifted, HALF + first, code, moves, positions)
            first += MIDDLE
        return np.int64(count)

    return successors


@njit(cache=True)
def line_below_first(position, seen):
    """1 if lifting the first large piece would uncover a line of the other player."""
    first = ONE << (SQUARES_OF[position & FULL] & SQUARE)
    middle, theirs = position >> MIDDLE, position >> HALF
    below = theirs >> MIDDLE | theirs >> SMALL & ~middle
    return HAS_LINE[(seen >> HALF | below & first) & FULL]


@cache
def _terminal_code(sizes, copies, may_lift, must_not_uncover, both):
    code_of = np.array([PLAYING, WIN, LOSS, both], dtype=np.int8)
    all_placed = (copies == COUNT).astype(np.uint8)

    @njit(cache=True)
    def terminal_code(position):
        seen = seen_from_above(position)
        mine, theirs = HAS_LINE[seen & FULL], HAS_LINE[seen >> HALF & FULL]
        code = np.int64(code_of[mine + 2 * theirs])
        if may_lift and not must_not_uncover:
            return code  # six large pieces at most: one can always be placed or moved
        # So a player can move for sure who has one in the reserve, or may lift the first one.
        # Zeros and ones, since the compiler makes a branch of each part of a truth value.
        in_doubt = all_placed[position & FULL] & (1 ^ (mine | theirs))
        if must_not_uncover:
            in_doubt &= line_below_first(position, seen)
        if in_doubt and is_stuck(position, sizes, copies, may_lift):
            return np.int64(LOSS if may_lift else DRAW)
        return code

    return terminal_code


@njit(cache=True)
def stage(position):
    """How many pieces are on the board; a compiler makes one instruction of the loop."""
    pieces = 0
    while position:
        position &= position - ONE
        pieces += 1
    return np.int64(pieces)


@cache
def gobblet_rules(reading: str, sizes: int, copies: int, placing_only: bool) -> CompiledRules:
    """The bundle for a game with these parameters."""
    may_lift = not placing_only
    must_not_uncover = may_lift and reading == "lift-loses"
    both = LOSS if reading == "mover-wins" else WIN
    return CompiledRules(
        successors=_successors(sizes, copies, may_lift, must_not_uncover),
        terminal_code=_terminal_code(sizes, copies, may_lift, must_not_uncover, both),
        max_moves=sizes * _most_moves(copies, may_lift),
        symmetries=symmetries,
        stage=stage,
        index=index_of(sizes, copies),
        position_at=position_in(sizes, copies),
        slots=num_slots(sizes, copies),
        max_twins=7,
        predecessors=predecessors_of(sizes, may_lift, must_not_uncover),
        max_predecessors=max_predecessors(sizes, copies, may_lift),
    )


def _most_moves(copies: int, may_lift: bool) -> int:
    """The most moves with pieces of one size: each piece, and the reserve, to any free square."""
    return max(
        ((placed < copies) + may_lift * placed) * (9 - placed) for placed in range(copies + 1)
    )
