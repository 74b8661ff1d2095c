"""The compiled rules of Gobblet Gobblers. The layout is drawn in ``games.gobblet``.

Both halves of a word, and all three sizes in it, are worked on at once wherever
that can be done. Tables by nine bits answer the rest; sets of squares are gone
through as lists, five bits a square, which the lowest square begins.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numba import njit

from games.gobblet_index_kernels import index_of, num_slots, position_in, symmetries
from gamesolver import CompiledRules

LOSS, DRAW, WIN, PLAYING = -1, 0, 1, 2
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

SIZE_CODE, SOURCE_CODE, RESERVE = 256, 16, 15
"""A move is 256 * size + 16 * source + target; what is placed has the source 15."""


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
    )


def _most_moves(copies: int, may_lift: bool) -> int:
    """The most moves with pieces of one size: each piece, and the reserve, to any free square."""
    return max(
        ((placed < copies) + may_lift * placed) * (9 - placed) for placed in range(copies + 1)
    )
