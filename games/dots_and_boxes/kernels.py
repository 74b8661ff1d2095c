"""The compiled rules of Dots and Boxes. Positions and their numbers: ``games.dots_and_boxes``.

A line closes a box if the three other lines of that box are drawn: for each line there are two
masks of three bits. A line at the edge has one box only, and for the other one the mask of all
lines, which are never all drawn before the last one.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from games.dots_and_boxes.plain import boxes_beside, grid_of
from gamesolver import NO_SCORE, CompiledRules, njit
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
    grid = grid_of(rows, columns)
    lines, boxes = grid.size, rows * columns
    every_line, turn = np.uint64((1 << lines) - 1), np.uint64(1 << lines)
    beside = np.array(_beside(rows, columns), np.uint64)
    tables = permutation_tables(grid.symmetries)
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


def _beside(rows: int, columns: int) -> list[list[int]]:
    """Return for each line the others of both its boxes, or all lines where there is no box."""
    every_line = (1 << grid_of(rows, columns).size) - 1
    found = [
        [sum(1 << other for other in others) for others in boxes]
        for boxes in boxes_beside(rows, columns)
    ]
    return [[*boxes, every_line][:2] for boxes in found]
