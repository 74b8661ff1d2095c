"""The compiled rules of Othello. Positions are drawn in ``games.othello``.

Tables convert rows to two bit boards and back. There all squares for a disc are found at once. In
each direction these are the opposing discs next to a disc of the player to move, the discs next to
them, and so on, up to an empty square.

**Order of moves.** First come moves that leave the opponent few moves, and corners, which are never
turned over. Squares next to an empty corner come late, because they give the opponent the corner.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from games._boards import grid_of
from gamesolver import NO_SCORE, CompiledRules, njit
from gamesolver.bits import count_bits, lowest_bit, lowest_place, permutation_tables, permuted
from gamesolver.boards import ALL_DIRECTIONS

ZERO, ONE, TWO = np.uint64(0), np.uint64(1), np.uint64(2)
CORNER, GIVES_CORNER, MOBILITY = 12, 8, 4
"""Score of a corner, and the costs of a square next to one and of each move of the opponent."""


class Grid(NamedTuple):
    """Tables of the places of a board, for repeated look-ups."""

    size: Any
    rows: Any
    columns: Any
    bits: Any
    """Bits of the number of a row."""
    everywhere: Any
    """All squares."""
    dark: Any
    """For each number of a row, the squares with dark discs."""
    light: Any
    threes: Any
    """For each set of squares of a row, the number of the row with dark discs there."""
    steps: Any
    """For each direction, the distance to the neighbour in squares."""
    having: Any
    """For each direction, the squares that have a neighbour there."""
    longest: Any
    """Greatest number of discs between two others."""
    corners: Any
    beside: Any
    """For each square next to a corner, that corner, else 0."""
    images: Any
    """Tables of the symmetries."""


# ── reading and writing ─────────────────────────────────────────────────────────────────────────


@njit(cache=True)
def mover_of(position, board):
    """Return the player to move."""
    return position >> np.uint64(board.bits * board.rows) & ONE


@njit(cache=True)
def discs_of(position, board):
    """Return the dark discs and the light ones."""
    dark, light = ZERO, ZERO
    row_of = (ONE << np.uint64(board.bits)) - ONE
    for row in range(board.rows):
        place, number = np.uint64(board.columns * row), position & row_of
        dark |= board.dark[number] << place
        light |= board.light[number] << place
        position >>= np.uint64(board.bits)
    return dark, light


@njit(cache=True)
def both_of(position, board):
    """Return the discs of the player to move, and of the other player."""
    dark, light = discs_of(position, board)
    return (light, dark) if mover_of(position, board) else (dark, light)


@njit(cache=True)
def written(mine, theirs, mover, board):
    """Return a position, from the discs of the player to move and of the other player."""
    dark, light = (theirs, mine) if mover else (mine, theirs)
    position = mover
    row_of = (ONE << np.uint64(board.columns)) - ONE
    for row in range(board.rows - 1, -1, -1):
        place = np.uint64(board.columns * row)
        number = board.threes[dark >> place & row_of] + TWO * board.threes[light >> place & row_of]
        position = position << np.uint64(board.bits) | number
    return position


# ── discs that are turned over ──────────────────────────────────────────────────────────────────


@njit(cache=True)
def moved(squares, board, way):
    """Return squares moved by one in a direction, without those that leave the board."""
    squares, step = squares & board.having[way], board.steps[way]
    return squares << np.uint64(step) if step >= 0 else squares >> np.uint64(-step)


@njit(cache=True)
def placements(mine, theirs, board):
    """Return the empty squares where the player to move can put a disc."""
    empty, found = board.everywhere & ~(mine | theirs), ZERO
    for way in range(len(board.steps)):
        row = moved(mine, board, way) & theirs
        for _ in range(board.longest - 1):
            row |= moved(row, board, way) & theirs
        found |= moved(row, board, way) & empty
    return found


@njit(cache=True)
def turned(disc, mine, theirs, board):
    """Return the discs that a disc on an empty square turns over."""
    found = ZERO
    for way in range(len(board.steps)):
        row, ahead = ZERO, moved(disc, board, way)
        while ahead & theirs:
            row |= ahead
            ahead = moved(ahead, board, way)
        if ahead & mine:
            found |= row
    return found


# ── the rules ───────────────────────────────────────────────────────────────────────────────────


@njit(cache=True)
def list_moves(position, moves, positions, board):
    """Fill the buffers with all legal squares in order, or a pass, and return their number."""
    mine, theirs = both_of(position, board)
    other = mover_of(position, board) ^ ONE
    places, count = placements(mine, theirs, board), 0
    while places != ZERO:
        disc = lowest_bit(places)
        places ^= disc
        over = turned(disc, mine, theirs, board)
        moves[count] = lowest_place(disc)
        positions[count] = written(theirs ^ over, mine | disc | over, other, board)
        count += 1
    if count == 0:
        moves[0], positions[0] = board.size, written(theirs, mine, other, board)
        count = 1
    return np.int64(count)


@njit(cache=True)
def score_of(position, board):
    """Return the difference in discs if neither player can put one down."""
    mine, theirs = both_of(position, board)
    if placements(mine, theirs, board) or placements(theirs, mine, board):
        return np.int64(NO_SCORE)
    return count_bits(mine) - count_bits(theirs)


@njit(cache=True)
def list_candidates(position, moves, positions, priorities, board):
    """List all moves, those first that leave the opponent few moves."""
    count = list_moves(position, moves, positions, board)
    for each in range(count):
        theirs, mine = both_of(positions[each], board)  # the other player is to move there
        priority = -MOBILITY * count_bits(placements(theirs, mine, board))
        if moves[each] < board.size:
            place = np.uint64(moves[each])
            if board.corners >> place & ONE:
                priority += CORNER
            elif board.beside[place] & ~(mine | theirs):
                priority -= GIVES_CORNER
        priorities[each] = priority
    return count


# ── symmetry ────────────────────────────────────────────────────────────────────────────────────


@njit(cache=True)
def list_images(position, positions, board):
    """Fill in all symmetries, with colours kept and exchanged, and return their number."""
    mine, theirs = both_of(position, board)
    mover, count = mover_of(position, board), 0
    for which in range(len(board.images)):
        one, other = permuted(mine, board.images, which), permuted(theirs, board.images, which)
        positions[count] = written(one, other, mover, board)
        positions[count + 1] = written(one, other, mover ^ ONE, board)
        count += 2
    return np.int64(count)


@njit(cache=True)
def first_image(position, board):
    """Return the position of an orbit with dark to move and the least bit boards."""
    mine, theirs = both_of(position, board)
    least, beside = mine, theirs
    for which in range(len(board.images)):
        one = permuted(mine, board.images, which)
        if one <= least:
            other = permuted(theirs, board.images, which)
            if one < least or other < beside:
                least, beside = one, other
    return written(least, beside, ZERO, board)


@cache
def othello_rules(rows: int, columns: int, bits: int) -> CompiledRules:
    """Return the rules on ``rows`` by ``columns`` squares, with ``bits`` for a row."""
    board = board_of(rows, columns, bits)
    size = rows * columns

    @njit(cache=True)
    def successors(position: Any, moves: Any, positions: Any) -> Any:
        return list_moves(position, moves, positions, board)

    @njit(cache=True)
    def terminal_score(position: Any) -> Any:
        return score_of(position, board)

    @njit(cache=True)
    def symmetries(position: Any, positions: Any) -> Any:
        return list_images(position, positions, board)

    @njit(cache=True)
    def canonical(position: Any) -> Any:
        return first_image(position, board)

    @njit(cache=True)
    def player(position: Any) -> Any:
        return np.int64(mover_of(position, board))

    @njit(cache=True)
    def stage(position: Any) -> Any:
        dark, light = discs_of(position, board)
        return count_bits(dark | light)

    @njit(cache=True)
    def candidates(position: Any, moves: Any, positions: Any, priorities: Any) -> Any:
        return list_candidates(position, moves, positions, priorities, board)

    return CompiledRules(
        successors=successors,
        terminal_score=terminal_score,
        max_moves=size,
        least_score=-size,
        most_score=size,
        symmetries=symmetries,
        max_symmetries=2 * len(board.images),
        canonical=canonical,
        player=player,
        stage=stage,
        candidates=candidates,
    )


def board_of(rows: int, columns: int, bits: int) -> Grid:
    """Return the tables of a board."""
    sets = range(1 << columns)

    def where(digit: int) -> list[int]:
        """Return for each number of a row the squares with a digit, none for an invalid number."""
        return [
            sum(1 << each for each in range(columns) if number // 3**each % 3 == digit)
            if number < 3**columns
            else 0
            for number in range(1 << bits)
        ]

    def having(down: int, right: int) -> int:
        return sum(
            1 << columns * row + column
            for row in range(rows)
            for column in range(columns)
            if 0 <= row + down < rows and 0 <= column + right < columns
        )

    corners = {
        columns * row + column: (row, column)
        for row in (0, rows - 1)
        for column in (0, columns - 1)
    }
    beside = [
        sum(
            1 << corner
            for corner, (down, right) in corners.items()
            if max(abs(row - down), abs(column - right)) == 1
        )
        for row in range(rows)
        for column in range(columns)
    ]
    return Grid(
        size=rows * columns,
        rows=rows,
        columns=columns,
        bits=bits,
        everywhere=np.uint64(having(0, 0)),
        dark=np.array(where(1), np.uint64),
        light=np.array(where(2), np.uint64),
        threes=np.array(
            [sum(3**each for each in range(columns) if squares >> each & 1) for squares in sets],
            np.uint64,
        ),
        steps=np.array([columns * down + right for down, right in ALL_DIRECTIONS], np.int64),
        having=np.array([having(*way) for way in ALL_DIRECTIONS], np.uint64),
        longest=max(1, max(rows, columns) - 2),
        corners=np.uint64(sum(1 << corner for corner in corners)),
        beside=np.array(beside, np.uint64),
        images=permutation_tables(grid_of(rows, columns).symmetries),
    )
