"""The compiled rules of Gobblet Gobblers. The layout is drawn in ``games.gobblet``.

If possible, both halves of a word and all three sizes are processed at once. Tables by nine bits
handle the rest. Sets of squares are iterated as lists with five bits for each square, the lowest
square first.

**One move back**, the player who has moved takes up one of their pieces that is on top. It came
from the reserve, or from any square to which it could move now, because a piece may have covered
any piece that it may cover. Play had not ended, so neither player had a line. The player's squares
on top were those seen when the piece is taken up, plus the square that it came from. The other
player's were those seen then, except that square. So two tables show the squares from which it
cannot have come.

**The numbering.** A *layer* is the pieces of one size on the nine squares, up to the given number
of each player. ``gamesolver.orbits`` numbers layers in the order of their base-3 numbers, so the
empty layer is number 0. Square 0 is the last digit, 1 is a piece of the player to move, and 2 one
of the other player. The eight symmetries of the board divide the large layers into *classes*. The
least layer represents its class: the 1,423 layers of two pieces a side have 219 classes.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from gamesolver import CompiledRules, njit
from gamesolver.bits import count_bits
from gamesolver.boards import Grid
from gamesolver.orbits import Numbering, number_layers

# ── the board: common code of the rules forward and back ──────────────────────────────────────────

ZERO, ONE = np.uint64(0), np.uint64(1)
HALF = np.uint64(32)
FULL = np.uint64(511)
MIDDLE, SMALL = np.uint64(9), np.uint64(18)
"""First bits of the middle and of the small pieces in a half, which the large ones begin."""

LARGE_ONES = FULL | FULL << HALF
LARGE_AND_MIDDLE = LARGE_ONES | LARGE_ONES << MIDDLE

EVERY = range(512)
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
HAS_LINE = np.array([any(m & line == line for line in LINES) for m in EVERY], dtype=np.uint8)
COUNT = np.array([mask.bit_count() for mask in EVERY], dtype=np.uint8)

SQUARE, NEXT = np.uint64(15), np.uint64(5)
"""Mask of the square in the first entry of a list, and bits of an entry. Entries have 16 added."""


def _list_of(mask):
    squares = [square for square in range(9) if mask >> square & 1]
    return sum(16 + square << 5 * place for place, square in enumerate(squares))


SQUARES_OF = np.array([_list_of(mask) for mask in EVERY], dtype=np.uint64)


@njit(cache=True)
def swapped(position):
    """Return the position as the other player sees it."""
    return position >> HALF | position << HALF


@njit(cache=True)
def seen_from_above(position):
    """Return the squares where each side is on top, in the lowest nine bits of each half."""
    taken = position | swapped(position)
    hidden = (taken & LARGE_AND_MIDDLE) << MIDDLE | (taken & LARGE_ONES) << SMALL
    on_top = position & ~hidden
    return on_top | on_top >> MIDDLE | on_top >> SMALL


@njit(cache=True)
def faces_line(position):
    """Return True if the other player has a line."""
    return HAS_LINE[seen_from_above(position) >> HALF & FULL] != 0


# ── ends and moves ────────────────────────────────────────────────────────────────────────────────

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
    """Return True if there is a piece in the reserve, and a square for it."""
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
    """Return True if a piece may be lifted that uncovers no line, and there is a square for it."""
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
    """Return True if there is no legal move."""
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
    """Return 1 if lifting the first large piece would uncover a line of the other player."""
    first = ONE << (SQUARES_OF[position & FULL] & SQUARE)
    middle, theirs = position >> MIDDLE, position >> HALF
    below = theirs >> MIDDLE | theirs >> SMALL & ~middle
    return HAS_LINE[(seen >> HALF | below & first) & FULL]


@cache
def _terminal_code(sizes, copies, may_lift, must_not_uncover, both):
    code_of = np.array([PLAYING, WIN, LOSS, both], dtype=np.int8)
    all_placed = (copies == COUNT).astype(np.uint8)
    # a Python number would be a type of its own, for which numba compiles called functions again
    many, alike, lifts = np.int64(sizes), np.int64(copies), np.bool_(may_lift)

    @njit(cache=True)
    def terminal_code(position):
        seen = seen_from_above(position)
        mine, theirs = HAS_LINE[seen & FULL], HAS_LINE[seen >> HALF & FULL]
        code = np.int64(code_of[mine + 2 * theirs])
        if may_lift and not must_not_uncover:
            return code  # with at most six large pieces, one can always be placed or moved
        # So a player with one in the reserve, or who may lift the first one, can move.
        # Zeros and ones, because the compiler makes a branch of each part of a truth value.
        in_doubt = all_placed[position & FULL] & (1 ^ (mine | theirs))
        if must_not_uncover:
            in_doubt &= line_below_first(position, seen)
        if in_doubt and is_stuck(position, many, alike, lifts):
            return np.int64(LOSS if may_lift else DRAW)
        return code

    return terminal_code


@njit(cache=True)
def stage(position):
    """Return the number of pieces on the board."""
    return count_bits(position)


# ── one move back ─────────────────────────────────────────────────────────────────────────────────


def _squares_where(has_no_line):
    return [sum(1 << square for square in range(9) if has_no_line(mask, square)) for mask in EVERY]


NO_LINE_WITH = np.array(
    _squares_where(lambda mask, square: not HAS_LINE[mask | 1 << square]), np.uint64
)
"""By squares: the squares that may be added without making a line."""
NO_LINE_WITHOUT = np.array(
    _squares_where(lambda mask, square: not HAS_LINE[mask & ~(1 << square)]), np.uint64
)
"""By squares: the squares without which there is no line."""


@cache
def predecessors_of(sizes: int, may_lift: bool, must_not_uncover: bool) -> Any:
    """Return the rule ``predecessors``."""

    @njit(cache=True)
    def predecessors(position, positions):
        before = swapped(position)  # the player who has moved has the lower half
        taken = position | before
        count, covered, first = 0, ZERO, ZERO
        for _ in range(sizes):
            moved = SQUARES_OF[before >> first & FULL & ~covered]
            covered |= taken >> first & FULL
            while moved:
                lifted = before ^ ONE << first + (moved & SQUARE)
                moved >>= NEXT
                seen = seen_from_above(lifted)
                mine, theirs = seen & FULL, seen >> HALF & FULL
                positions[count] = lifted  # overwritten by the next one if there was a line
                is_open = HAS_LINE[mine] | HAS_LINE[theirs] == 0
                count += 1 if is_open else 0
                if not may_lift or (must_not_uncover and not is_open):
                    continue
                sources = covered ^ FULL
                sources = SQUARES_OF[sources & NO_LINE_WITH[mine] & NO_LINE_WITHOUT[theirs]]
                while sources:
                    positions[count] = lifted | ONE << first + (sources & SQUARE)
                    sources >>= NEXT
                    count += 1
            first += MIDDLE
        return np.int64(count)

    return predecessors


def max_predecessors(sizes: int, copies: int, may_lift: bool) -> int:
    """Return a bound: for each size the pieces on the board, from the reserve or a free square."""
    return sizes * max(moved * (1 + may_lift * (9 - moved)) for moved in range(copies + 1))


# ── the board turned ──────────────────────────────────────────────────────────────────────────────

TWO, FOUR, SIX = (np.uint64(each) for each in (2, 4, 6))


def _in_all_layers(squares: int) -> np.uint64:
    """Return a set of squares, for all three sizes of both sides."""
    return np.uint64(sum(squares << first for first in (0, 9, 18, 32, 41, 50)))


LEFT, TOP = _in_all_layers(0o111), _in_all_layers(0o007)
BESIDE_DIAGONAL, CORNER = _in_all_layers(0o042), _in_all_layers(0o004)


@cache
def numbering(sizes: int, copies: int) -> Numbering:
    """Return the index, by the class of the large layer, then by the middle and small ones."""
    half, size = int(HALF), int(MIDDLE)
    layers = [((size * n, copies), (half + size * n, copies)) for n in range(sizes)]
    return number_layers(Grid(3, 3).symmetries, layers)


@njit(cache=True)
def exchanged(position, squares, apart):
    """Exchange the contents of the squares with those at the given distance."""
    differing = (position ^ position >> apart) & squares
    return position ^ differing ^ differing << apart


@njit(cache=True)
def symmetries(position, positions):
    """Fill in the board mirrored, upside down, both, and all four transposed."""
    mirrored = exchanged(position, LEFT, TWO)
    positions[0] = mirrored
    positions[1] = exchanged(position, TOP, SIX)
    positions[2] = exchanged(mirrored, TOP, SIX)
    positions[3] = transposed(position)
    for each in range(3):
        positions[4 + each] = transposed(positions[each])
    return np.int64(7)


@njit(cache=True)
def transposed(position):
    """Return the board with rows and columns exchanged."""
    return exchanged(exchanged(position, BESIDE_DIAGONAL, TWO), CORNER, FOUR)


# ── the bundle ────────────────────────────────────────────────────────────────────────────────────


@cache
def gobblet_rules(reading: str, sizes: int, copies: int, placing_only: bool) -> CompiledRules:
    """Return the bundle of rules for a game with these parameters."""
    may_lift = not placing_only
    must_not_uncover = may_lift and reading == "lift-loses"
    both = LOSS if reading == "mover-wins" else WIN
    orbits = numbering(sizes, copies)
    return CompiledRules(
        successors=_successors(sizes, copies, may_lift, must_not_uncover),
        terminal_code=_terminal_code(sizes, copies, may_lift, must_not_uncover, both),
        max_moves=sizes * _most_moves(copies, may_lift),
        symmetries=symmetries,
        stage=stage,
        index=orbits.index,
        position_at=orbits.position_at,
        num_indexes=orbits.num_indexes,
        max_symmetries=7,
        predecessors=predecessors_of(sizes, may_lift, must_not_uncover),
        max_predecessors=max_predecessors(sizes, copies, may_lift),
    )


def _most_moves(copies: int, may_lift: bool) -> int:
    """Return the most moves with one size: each piece, and the reserve, to any free square."""
    return max(
        ((placed < copies) + may_lift * placed) * (9 - placed) for placed in range(copies + 1)
    )
