"""The compiled rules of Clobber. Positions are drawn in ``games.clobber``.

Stones that can take one in a direction are found all at once: those whose neighbour there, moved
back over them, is one of the other player's.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from games._boards import colour_twins
from gamesolver import CompiledRules
from gamesolver.bits import count_bits, lowest_bit, lowest_place

LOSS, PLAYING = -1, 2
ZERO, ONE = np.uint64(0), np.uint64(1)
WAYS = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""Up, to the left, to the right and down, as they come row by row."""


class Board(NamedTuple):
    """What is known of a board, to be asked again and again."""

    size: Any
    everywhere: Any
    """All squares."""
    steps: Any
    """For each way, how many squares further on the neighbour is."""
    having: Any
    """For each way, the squares that have a neighbour there."""
    twins: Any
    """For each symmetry, where each square comes from."""


@njit(cache=True)
def seat_to_move(position, board):
    """White with an even number of stones taken."""
    return np.int64((board.size - count_bits(position)) & 1)


@njit(cache=True)
def moved(squares, step):
    """Some squares, each so many places further on."""
    return squares << np.uint64(step) if step >= 0 else squares >> np.uint64(-step)


@njit(cache=True)
def takers(mine, theirs, board, way):
    """The stones that can take one in that direction."""
    return mine & board.having[way] & moved(theirs, -board.steps[way])


@njit(cache=True)
def both_of(position, board):
    """The stones of the player to move, and of the other one."""
    white, black = position & board.everywhere, position >> np.uint64(board.size)
    return (black, white) if seat_to_move(position, board) else (white, black)


@njit(cache=True)
def list_moves(position, moves, positions, board):
    """A stone after the other, by the square it goes to; how many moves."""
    mine, theirs = both_of(position, board)
    is_black, size = seat_to_move(position, board), np.uint64(board.size)
    able = ZERO
    for way in range(len(board.steps)):
        able |= takers(mine, theirs, board, way)
    count = 0
    while able:
        stone = lowest_bit(able)
        able ^= stone
        for way in range(len(board.steps)):
            if takers(stone, theirs, board, way):
                target = moved(stone, board.steps[way])
                own, other = mine ^ stone | target, theirs ^ target
                moves[count] = board.size * lowest_place(stone) + lowest_place(target)
                positions[count] = other | own << size if is_black else own | other << size
                count += 1
    return np.int64(count)


@njit(cache=True)
def end_of(position, board):
    """Lost if no stone can take another."""
    mine, theirs = both_of(position, board)
    for way in range(len(board.steps)):
        if takers(mine, theirs, board, way):
            return np.int64(PLAYING)
    return np.int64(LOSS)


@njit(cache=True)
def image_of(position, board, twin):
    """A position after one of the symmetries."""
    size, image = np.uint64(board.size), ZERO
    for square in range(board.size):
        source, place = np.uint64(board.twins[twin, square]), np.uint64(square)
        image |= (position >> source & ONE) << place
        image |= (position >> source + size & ONE) << place + size
    return image


@njit(cache=True)
def list_twins(position, positions, board):
    """All symmetries of a position; how many."""
    for twin in range(len(board.twins)):
        positions[twin] = image_of(position, board, twin)
    return np.int64(len(board.twins))


@njit(cache=True)
def least_twin(position, board):
    """The least of an orbit."""
    least = position
    for twin in range(len(board.twins)):
        least = min(least, image_of(position, board, twin))
    return least


@cache
def clobber_rules(rows: int, columns: int) -> CompiledRules:
    """Clobber on ``rows`` by ``columns`` squares."""
    board = board_of(rows, columns)

    @njit(cache=True)
    def successors(position: Any, moves: Any, positions: Any) -> Any:
        return list_moves(position, moves, positions, board)

    @njit(cache=True)
    def terminal_code(position: Any) -> Any:
        return end_of(position, board)

    @njit(cache=True)
    def symmetries(position: Any, positions: Any) -> Any:
        return list_twins(position, positions, board)

    @njit(cache=True)
    def canonical(position: Any) -> Any:
        return least_twin(position, board)

    @njit(cache=True)
    def player(position: Any) -> Any:
        return seat_to_move(position, board)

    @njit(cache=True)
    def stage(position: Any) -> Any:
        return np.int64(board.size - count_bits(position))

    return CompiledRules(
        successors=successors,
        terminal_code=terminal_code,
        max_moves=2 * rows * columns,  # no square is left by white and by black
        symmetries=symmetries,
        max_twins=len(board.twins),
        canonical=canonical,
        player=player,
        stage=stage,
    )


def board_of(rows: int, columns: int) -> Board:
    """What is known of a board."""

    def having(down: int, right: int) -> int:
        return sum(
            1 << columns * row + column
            for row in range(rows)
            for column in range(columns)
            if 0 <= row + down < rows and 0 <= column + right < columns
        )

    return Board(
        size=rows * columns,
        everywhere=np.uint64(having(0, 0)),
        steps=np.array([columns * down + right for down, right in WAYS], np.int64),
        having=np.array([having(*way) for way in WAYS], np.uint64),
        twins=np.array(colour_twins(rows, columns), np.int64),
    )
