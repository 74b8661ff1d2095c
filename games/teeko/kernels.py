"""The compiled rules of Teeko. The layout and the numbering are drawn in ``games.teeko``.

Both players' boards have one shape, 32 bits apart, so goals are looked for on both at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from gamesolver import CompiledRules, njit
from gamesolver.bits import count_bits, lowest_bit, lowest_place, permutation_tables, permuted
from gamesolver.boards import ALL_DIRECTIONS, Grid
from gamesolver.orbits import Numbering, number_sets

# ── the tables: sets of men, and the sections of the index ────────────────────────────────────────

SIDE, SQUARES, FULL = 5, 25, 4
GRID = Grid(SIDE, SIDE)
SYMMETRIES = 8


@cache
def numbering(drops: bool) -> Numbering:
    """The sections of the index, those of fewer men first."""
    men = [(FULL, FULL)]
    if drops:
        men = [(mine, mine + more) for mine in range(FULL) for more in (0, 1)] + men
    return number_sets(GRID.symmetries, men, offsets=(0, 32))


def goal_shapes(advanced: bool) -> tuple[Any, Any]:
    """For each shape of a goal two steps, one to a second square and one to another such pair.

    With them the squares, of both players, from which these steps stay on the board.
    """
    lines = [(0, 1, 0, 2), (1, 0, 2, 0), (1, 1, 2, 2), (1, -1, 2, -2)]
    sides = range(1, SIDE) if advanced else (1,)
    steps, corners = [], []
    for down, right, then_down, then_right in lines + [(0, side, side, 0) for side in sides]:
        steps.append((SIDE * down + right, SIDE * then_down + then_right))
        fitting = _bits(
            SIDE * row + column
            for row, column in product(range(SIDE), repeat=2)
            if row + down + then_down < SIDE and 0 <= column + right + then_right < SIDE
        )
        corners.append(fitting | fitting << 32)
    return np.array(steps, np.uint64), np.array(corners, np.uint64)


def _bits(squares: Iterable[int]) -> int:
    return sum(1 << square for square in squares)


# ── the rules ─────────────────────────────────────────────────────────────────────────────────────

LOSS, WIN, PLAYING = -1, 1, 2

ZERO, ONE, HALF = np.uint64(0), np.uint64(1), np.uint64(32)
BOARD = np.uint64((1 << SQUARES) - 1)
NEXT_TO = np.array([near.bits for near in GRID.steps(*ALL_DIRECTIONS)], np.uint64)
"""For each square those one step away."""
ROUND = 4
"""So many steps of a man are written at once, whether he has them or not: each loop that may end
anywhere costs a branch that no processor foresees."""


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
    turn, orbits = permutation_tables(GRID.symmetries), numbering(drops)
    steps, corners = goal_shapes(advanced)

    @njit(cache=True)
    def successors(position: Any, moves: Any, positions: Any) -> Any:
        mine, theirs = position & BOARD, position >> HALF
        empty = BOARD & ~(mine | theirs)
        count = 0
        if count_bits(mine) < FULL:
            while empty != ZERO:
                target = lowest_bit(empty)
                empty ^= target
                moves[count] = SQUARES * SQUARES + lowest_place(target)
                positions[count] = theirs | (mine | target) << HALF
                count += 1
            return np.int64(count)
        left = mine
        while left != ZERO:
            source = lowest_bit(left)
            left ^= source
            code = SQUARES * lowest_place(source)
            after = theirs | (mine ^ source) << HALF
            targets = NEXT_TO[lowest_place(source)] & empty
            listed, count = count, count + count_bits(targets)
            for each in range(2 * ROUND):
                if each == ROUND and targets == ZERO:
                    break
                moves[listed + each] = code + lowest_place(targets)
                positions[listed + each] = after | lowest_bit(targets) << HALF
                targets &= targets - ONE
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
            target = lowest_bit(left)
            left ^= target
            before = theirs ^ target | mine << HALF
            if drops:
                positions[count] = before
                count += 1
                if count_bits(mine) < FULL:
                    continue
            sources = NEXT_TO[lowest_place(target)] & empty
            listed, count = count, count + count_bits(sources)
            for each in range(2 * ROUND):
                if each == ROUND and sources == ZERO:
                    break
                positions[listed + each] = before | lowest_bit(sources)
                sources &= sources - ONE
        return np.int64(count)

    @njit(cache=True)
    def count_moves(position: Any) -> Any:
        left, empty = position & BOARD, BOARD & ~(position | position >> HALF)
        if count_bits(left) < FULL:
            return count_bits(empty)
        count = np.int64(0)
        while left != ZERO:
            count += count_bits(NEXT_TO[lowest_place(left)] & empty)
            left &= left - ONE
        return count

    @njit(cache=True)
    def terminal_code(position: Any) -> Any:
        found = goals(position, steps, corners)
        if found == ZERO:
            return np.int64(PLAYING)
        return np.int64(LOSS if found >> HALF != ZERO else WIN)

    @njit(cache=True)
    def symmetries(position: Any, positions: Any) -> Any:
        mine, theirs = position & BOARD, position >> HALF & BOARD
        for which in range(1, SYMMETRIES):
            image = permuted(mine, turn, which) | permuted(theirs, turn, which) << HALF
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
        index=orbits.index,
        position_at=orbits.position_at,
        slots=orbits.slots,
        predecessors=predecessors,
        max_predecessors=(8 + drops) * FULL,
        count_moves=count_moves,
    )
