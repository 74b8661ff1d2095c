"""The compiled rules of Teeko. The layout and the numbering are drawn in ``teeko``.

``teeko_tables`` numbers sets of men, and makes the arrays that are read here. Both
players' boards have one shape, 32 bits apart, so goals are looked for on both at once.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import njit

from games.teeko_tables import (
    FULL,
    LOW_SQUARES,
    NO_NUMBER,
    SIDE,
    SQUARES,
    SYMMETRIES,
    THIRD,
    goal_shapes,
    men_tables,
    sections_of,
)
from gamesolver import CompiledRules

LOSS, WIN, PLAYING = -1, 1, 2

ZERO, ONE, HALF = np.uint64(0), np.uint64(1), np.uint64(32)
BOARD = np.uint64((1 << SQUARES) - 1)
BOTH_BOARDS = np.uint64((1 << SQUARES) - 1 << 32 | (1 << SQUARES) - 1)
LOW_SHIFT, LOW_BITS = np.uint64(LOW_SQUARES), np.uint64((1 << LOW_SQUARES) - 1)
THIRD_SHIFT, THIRD_BITS = np.uint64(THIRD), np.uint64((1 << THIRD) - 1)
NOT_FIRST = np.uint64(sum(1 << square for square in range(SQUARES) if square % SIDE > 0))
NOT_LAST = np.uint64(sum(1 << square for square in range(SQUARES) if square % SIDE < SIDE - 1))
ROW = np.uint64(SIDE)


@njit(cache=True)
def count_bits(word):
    """How many bits are set; a compiler makes one instruction of this loop."""
    count = 0
    while word != ZERO:
        word &= word - ONE
        count += 1
    return np.int64(count)


@njit(cache=True)
def number_of(men, low, high):
    """The number of a set of men; less than 0 for more than four."""
    below = men & LOW_BITS
    return np.int64(low[below] + high[min(count_bits(below), FULL + 1), men >> LOW_SHIFT])


@njit(cache=True)
def turned(men, turn, which):
    """Men under a symmetry, a third of the board at a time."""
    image = turn[which, 0, men & THIRD_BITS] | turn[which, 1, men >> THIRD_SHIFT & THIRD_BITS]
    return np.uint64(image | turn[which, 2, men >> THIRD_SHIFT + THIRD_SHIFT])


@njit(cache=True)
def closed_up(men, below, kind):
    """Men on the squares that a set leaves free: its squares are taken out, the last one first."""
    for place in range(FULL):
        stay = np.uint64(below[kind, FULL - 1 - place])
        men = men & stay | men >> ONE & ~stay
    return men


@njit(cache=True)
def spread_out(men, below, kind):
    """The squares of a set are put in again, the first one first; undoes ``closed_up``."""
    for place in range(FULL):
        stay = np.uint64(below[kind, place])
        men = men & stay | (men & ~stay) << ONE
    return men


@njit(cache=True)
def neighbours(man):
    """The squares one step away from one square."""
    row = man | man << ONE & NOT_FIRST | man >> ONE & NOT_LAST
    return (row | row << ROW | row >> ROW) & BOARD ^ man


@njit(cache=True, inline="always")
def goals(position, steps, corners):
    """The first squares of all goals, on both boards. In line the two tables are constants."""
    found = ZERO
    for each in range(len(corners)):
        two = position & position >> steps[each, 0]
        found |= two & two >> steps[each, 1] & corners[each]
    return found


@cache
def teeko_rules(advanced: bool, drops: bool) -> CompiledRules:
    """Four men each on five by five, with all goals of the rules that are played."""
    men = men_tables()
    sections = sections_of(men, drops)
    low, high, sets, turn = men.low, men.high, men.sets, men.turn
    kinds, reached, below, first_sets = men.kinds, men.reached, men.below, men.first_sets
    lowest = np.array([(bits & -bits).bit_length() - 1 for bits in range(1 << SYMMETRIES)])
    starts, section_starts, widths = sections.starts, sections.section_starts, sections.widths
    section_kinds, section_sets = sections.kinds, sections.sets
    count_sections = len(widths)
    steps, corners = goal_shapes(advanced)

    @njit(cache=True)
    def successors(position: Any, moves: Any, positions: Any) -> Any:
        mine, theirs = position & BOARD, position >> HALF
        empty = BOARD & ~(mine | theirs)
        count = 0
        if count_bits(mine) < FULL:
            while empty != ZERO:
                target = empty & ~(empty - ONE)
                empty ^= target
                moves[count] = SQUARES * SQUARES + count_bits(target - ONE)
                positions[count] = theirs | (mine | target) << HALF
                count += 1
            return np.int64(count)
        left = mine
        while left != ZERO:
            source = left & ~(left - ONE)
            left ^= source
            code = SQUARES * count_bits(source - ONE)
            after = theirs | (mine ^ source) << HALF
            targets = neighbours(source) & empty
            while targets != ZERO:
                target = targets & ~(targets - ONE)
                targets ^= target
                moves[count] = code + count_bits(target - ONE)
                positions[count] = after | target << HALF
                count += 1
        return np.int64(count)

    @njit(cache=True)
    def predecessors(position: Any, positions: Any) -> Any:
        if goals(position, steps, corners) & BOARD != ZERO:  # it was there before the last move
            return np.int64(0)
        mine, theirs = position & BOARD, position >> HALF
        empty = BOARD & ~(mine | theirs)
        count = 0
        left = theirs
        while left != ZERO:
            target = left & ~(left - ONE)
            left ^= target
            before = theirs ^ target | mine << HALF
            if drops:
                positions[count] = before
                count += 1
                if count_bits(mine) < FULL:
                    continue
            sources = neighbours(target) & empty
            while sources != ZERO:
                source = sources & ~(sources - ONE)
                sources ^= source
                positions[count] = before | source
                count += 1
        return np.int64(count)

    @njit(cache=True)
    def terminal_code(position: Any) -> Any:
        found = goals(position, steps, corners)
        if found == ZERO:
            return np.int64(PLAYING)
        return np.int64(LOSS if found >> HALF != ZERO else WIN)

    @njit(cache=True)
    def index(position: Any) -> Any:
        mine, theirs = position & BOARD, position >> HALF
        more = count_bits(theirs) - count_bits(mine)
        if position & ~BOTH_BOARDS | mine & theirs or more < 0 or more > 1:
            return np.int64(-1)
        number = number_of(mine, low, high)
        if number < 0:
            return np.int64(-1)
        kind = kinds[number]
        ways = np.int64(reached[number])
        least = -NO_NUMBER
        while ways != 0:
            image = turned(theirs, turn, lowest[ways])
            least = min(least, number_of(closed_up(image, below, kind), low, high))
            ways &= ways - 1
        return np.int64(max(starts[kind, more] + least, -1))

    @njit(cache=True)
    def position_at(index: Any) -> Any:
        section = 0
        while section + 1 < count_sections and index >= section_starts[section + 1]:
            section += 1
        within, width = index - section_starts[section], widths[section]
        kind = section_kinds[section] + within // width
        theirs = np.uint64(sets[section_sets[section] + within % width])
        return np.uint64(first_sets[kind]) | spread_out(theirs, below, kind) << HALF

    @njit(cache=True)
    def symmetries(position: Any, positions: Any) -> Any:
        mine, theirs = position & BOARD, position >> HALF & BOARD
        for which in range(1, SYMMETRIES):
            image = turned(mine, turn, which) | turned(theirs, turn, which) << HALF
            positions[which - 1] = image
        return np.int64(SYMMETRIES - 1)

    @njit(cache=True)
    def stage(position: Any) -> Any:
        return count_bits(position)

    return CompiledRules(
        successors=successors,
        terminal_code=terminal_code,
        max_moves=8 * FULL,
        symmetries=symmetries,
        max_twins=SYMMETRIES - 1,
        stage=stage if drops else None,
        index=index,
        position_at=position_at,
        slots=sections.slots,
        predecessors=predecessors,
        max_predecessors=(8 + drops) * FULL,
    )
