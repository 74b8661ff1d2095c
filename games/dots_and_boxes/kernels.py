"""The compiled rules of Dots and Boxes. Positions and their numbers: ``games.dots_and_boxes``.

A line closes a box if the three other lines of that box are drawn: for each line there are two
masks of three bits. A line at the edge has one box only, and for the other one the mask of all
lines, which are never all drawn before the last one.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import njit

from gamesolver import NO_SCORE, CompiledRules
from gamesolver.bits import count_bits, permutation_tables, permuted

ONE = np.uint64(1)
MOST_NUMBERED = 31
"""Lines of the largest board whose positions are numbered: 2^31 slots, of two bytes each."""


@njit(cache=True)
def least_image(drawn, tables):
    """The least of all sets of lines into which these are turned."""
    least = drawn
    for which in range(1, tables.shape[0]):
        least = min(least, permuted(drawn, tables, which))
    return least


@cache
def dots_and_boxes_rules(rows: int, columns: int) -> CompiledRules:
    """Dots and Boxes on ``rows`` by ``columns`` boxes."""
    places = _places(rows, columns)
    lines, boxes = len(places), rows * columns
    every_line, turn = np.uint64((1 << lines) - 1), np.uint64(1 << lines)
    beside = np.array(_beside(rows, columns), np.uint64)
    tables = permutation_tables(_images(rows, columns))
    images = len(tables)

    @njit(cache=True)
    def successors(position: Any, moves: Any, positions: Any, gains: Any) -> Any:
        drawn, passed = position & every_line, position ^ turn
        count = 0
        for line in range(lines):
            bit = ONE << np.uint64(line)
            if drawn & bit:
                continue
            one, other = beside[line]
            closed = np.int64(drawn & one == one) + np.int64(drawn & other == other)
            moves[count] = line
            positions[count] = (position if closed else passed) | bit
            gains[count] = closed
            count += 1
        return np.int64(count)

    @njit(cache=True)
    def terminal_score(position: Any) -> Any:
        return np.int64(0 if position & every_line == every_line else NO_SCORE)

    @njit(cache=True)
    def symmetries(position: Any, positions: Any) -> Any:
        mover = position & turn
        for which in range(images):
            image = permuted(position & every_line, tables, which)
            positions[2 * which] = image | mover
            positions[2 * which + 1] = image | mover ^ turn
        return np.int64(2 * images)

    @njit(cache=True)
    def canonical(position: Any) -> Any:
        return least_image(position & every_line, tables)

    @njit(cache=True)
    def player(position: Any) -> Any:
        return np.int64(position & turn != np.uint64(0))

    @njit(cache=True)
    def stage(position: Any) -> Any:
        return count_bits(position & every_line)

    @njit(cache=True)
    def index(position: Any) -> Any:
        if position >= turn << ONE:
            return np.int64(-1)
        return np.int64(least_image(position & every_line, tables))

    @njit(cache=True)
    def position_at(index: Any) -> Any:
        return np.uint64(index)

    is_numbered = lines <= MOST_NUMBERED
    return CompiledRules(
        successors=successors,
        terminal_score=terminal_score,
        max_moves=lines,
        least_score=-boxes,
        most_score=boxes,
        symmetries=symmetries,
        max_twins=2 * images,
        canonical=canonical,
        player=player,
        stage=stage,
        index=index if is_numbered else None,
        position_at=position_at if is_numbered else None,
        slots=1 << lines if is_numbered else None,
    )


def _places(rows: int, columns: int) -> list[tuple[int, int]]:
    """How far down and right each line is, in halves of a box: one of the two is odd."""
    return [(y, x) for y in range(2 * rows + 1) for x in range(2 * columns + 1) if (y + x) % 2]


def _beside(rows: int, columns: int) -> list[tuple[int, int]]:
    """For each line the others of the box on either side; all lines where there is no box."""
    bits = {place: 1 << line for line, place in enumerate(_places(rows, columns))}
    middles = {(y, x) for y in range(1, 2 * rows, 2) for x in range(1, 2 * columns, 2)}

    def others(y: int, x: int, bit: int) -> int:
        if (y, x) not in middles:
            return sum(bits.values())
        return sum(bits[each] for each in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1))) - bit

    return [
        (
            others(y - (x % 2), x - (y % 2), bit),
            others(y + (x % 2), x + (y % 2), bit),
        )
        for (y, x), bit in bits.items()
    ]


def _images(rows: int, columns: int) -> list[list[int]]:
    """Where each line goes by each symmetry of the board; the first one leaves all in place."""
    places = _places(rows, columns)
    images = [places, [(2 * rows - y, x) for y, x in places]]
    images += [[(y, 2 * columns - x) for y, x in image] for image in images]
    if rows == columns:
        images += [[(x, y) for y, x in image] for image in images]
    return [[places.index(place) for place in image] for image in images]
