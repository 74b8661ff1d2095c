"""The compiled rules of Breakthrough. Positions are drawn in ``games.breakthrough``.

A pawn on the last row but one always has a step across: slanting ahead of it stands no pawn of its
own side, for that one would have crossed before. So whoever has such a pawn and is to move wins at
once; and who meets one has to take it. A pawn that can come to that row where nobody can take it,
while the other player does not win before, wins in three plies.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from gamesolver import CompiledRules, njit
from gamesolver.bits import count_bits, lowest_bit, lowest_place
from gamesolver.verdicts import lost_in, won_in

LOSS, WIN, PLAYING = -1, 1, 2
WHITE, BLACK = 0, 1
ZERO, ONE = np.uint64(0), np.uint64(1)


class Grid(NamedTuple):
    """Tables of the places of a board, for repeated look-ups."""

    size: Any
    columns: Any
    pawns: Any
    """How many there are at first, of both sides."""
    everywhere: Any
    """All squares."""
    lefts: Any
    """Those that have one to their left."""
    rights: Any
    """Those that have one to their right."""
    far: Any
    """For each seat the row that it wants to reach."""
    before: Any
    """And the row before that."""


# ── positions ───────────────────────────────────────────────────────────────────────────────────


@njit(cache=True)
def seat_of(position, board):
    """The seat to move."""
    return np.int64(position >> np.uint64(2 * board.size) & ONE)


@njit(cache=True)
def pawns_of(position, seat, board):
    """The pawns of a seat."""
    return position >> np.uint64(board.size * seat) & board.everywhere


@njit(cache=True)
def ahead(pawns, seat, board):
    """The squares straight ahead."""
    by = np.uint64(board.columns)
    return (pawns << by if seat else pawns >> by) & board.everywhere


@njit(cache=True)
def slanting(pawns, seat, board):
    """The squares ahead to the left and to the right."""
    forward = ahead(pawns, seat, board)
    return (forward & board.lefts) >> ONE | (forward & board.rights) << ONE


@njit(cache=True)
def end_of(position, board):
    """A player who has crossed, or has captured all pawns of the other, has won."""
    seat = seat_of(position, board)
    mine, theirs = pawns_of(position, seat, board), pawns_of(position, 1 - seat, board)
    if theirs & board.far[1 - seat] != ZERO or mine == ZERO:
        return np.int64(LOSS)
    if mine & board.far[seat] != ZERO or theirs == ZERO:
        return np.int64(WIN)
    return np.int64(PLAYING)


@njit(cache=True)
def steps_of(pawn, mine, theirs, seat, board):
    """Where one of the mover's pawns can go."""
    straight = ahead(pawn, seat, board) & ~theirs
    return (straight | slanting(pawn, seat, board)) & ~mine


@njit(cache=True)
def after_step(position, pawn, target, seat, board):
    """The position after a step."""
    turn = ONE << np.uint64(2 * board.size)
    mine, theirs = np.uint64(board.size * seat), np.uint64(board.size * (1 - seat))
    return (position ^ (pawn | target) << mine) & ~(target << theirs) ^ turn


@njit(cache=True)
def code_of(pawn, target, theirs, board):
    """The number of a move."""
    source, goal = lowest_place(pawn), lowest_place(target)
    return 2 * (source * board.size + goal) + np.int64(theirs & target != ZERO)


@njit(cache=True)
def list_moves(position, moves, positions, board):
    """All steps, by the square that a pawn leaves; how many."""
    seat = seat_of(position, board)
    mine, theirs = pawns_of(position, seat, board), pawns_of(position, 1 - seat, board)
    count, left = 0, mine
    while left != ZERO:
        pawn = lowest_bit(left)
        left ^= pawn
        targets = steps_of(pawn, mine, theirs, seat, board)
        while targets != ZERO:
            target = lowest_bit(targets)
            targets ^= target
            moves[count] = code_of(pawn, target, theirs, board)
            positions[count] = after_step(position, pawn, target, seat, board)
            count += 1
    return np.int64(count)


@njit(cache=True)
def mirrored(position, board):
    """From left to right."""
    image, columns = ZERO, np.uint64(board.columns)
    row = (ONE << columns) - ONE
    for first in range(0, 2 * board.size, board.columns):
        squares = position >> np.uint64(first) & row
        turned = ZERO
        for _ in range(board.columns):
            turned = turned << ONE | squares & ONE
            squares >>= ONE
        image |= turned << np.uint64(first)
    above = np.uint64(2 * board.size)
    return image | position >> above << above


# ── what is known ───────────────────────────────────────────────────────────────────────────────


@njit(cache=True)
def list_candidates(position, moves, positions, ranks, board):
    """Cross; else take whoever would; else come where nobody can take you; else all, in order."""
    seat = seat_of(position, board)
    mine, theirs = pawns_of(position, seat, board), pawns_of(position, 1 - seat, board)
    slants = slanting(mine, seat, board)
    if mine & board.before[seat] != ZERO or (theirs & theirs - ONE == ZERO and theirs & slants):
        return won_in(1)
    danger = theirs & board.before[1 - seat]
    if danger & danger - ONE != ZERO or danger & ~slants != ZERO:
        return lost_in(2)
    attacked = slanting(theirs, 1 - seat, board)
    free = board.before[seat] & (slants | ahead(mine, seat, board) & ~theirs) & ~mine
    if danger == ZERO and free & ~attacked != ZERO:
        return won_in(3)
    count, left = 0, mine
    while left != ZERO:
        pawn = lowest_bit(left)
        left ^= pawn
        targets = steps_of(pawn, mine, theirs, seat, board)
        if danger != ZERO:
            targets &= danger
        guarded = slanting(mine ^ pawn, seat, board)
        while targets != ZERO:
            target = lowest_bit(targets)
            targets ^= target
            moves[count] = code_of(pawn, target, theirs, board)
            positions[count] = after_step(position, pawn, target, seat, board)
            ranks[count] = rank_of(target, theirs, attacked, guarded, seat, board)
            count += 1
    return np.int64(count)


@njit(cache=True)
def rank_of(target, theirs, attacked, guarded, seat, board):
    """Pawns are taken first; then those go ahead that are not taken, or not for nothing."""
    row = lowest_place(target) // board.columns
    rank = row if seat else board.size // board.columns - row
    if theirs & target != ZERO:
        rank += TAKES
    if attacked & target != ZERO:
        rank -= EXCHANGED if guarded & target != ZERO else LOST
    return rank


TAKES, LOST, EXCHANGED = 100, 90, 40

# ── the rules ───────────────────────────────────────────────────────────────────────────────────


@cache
def breakthrough_rules(rows: int, columns: int, ranks: int) -> CompiledRules:
    """Breakthrough on ``rows`` by ``columns`` squares, with so many ``ranks`` of pawns a side."""
    board = board_of(rows, columns, ranks)

    @njit(cache=True)
    def successors(position: Any, moves: Any, positions: Any) -> Any:
        return list_moves(position, moves, positions, board)

    @njit(cache=True)
    def terminal_code(position: Any) -> Any:
        return end_of(position, board)

    @njit(cache=True)
    def symmetries(position: Any, positions: Any) -> Any:
        positions[0] = mirrored(position, board)
        return np.int64(1)

    @njit(cache=True)
    def canonical(position: Any) -> Any:
        return min(position, mirrored(position, board))

    @njit(cache=True)
    def player(position: Any) -> Any:
        return seat_of(position, board)

    @njit(cache=True)
    def stage(position: Any) -> Any:
        white, black = pawns_of(position, WHITE, board), pawns_of(position, BLACK, board)
        return board.pawns - count_bits(white) - count_bits(black)

    @njit(cache=True)
    def candidates(position: Any, moves: Any, positions: Any, ranks: Any) -> Any:
        return list_candidates(position, moves, positions, ranks, board)

    return CompiledRules(
        successors=successors,
        terminal_code=terminal_code,
        max_moves=3 * rows * columns,
        canonical=canonical,
        symmetries=symmetries,
        max_twins=1,
        player=player,
        stage=stage,
        candidates=candidates,
    )


def board_of(rows: int, columns: int, ranks: int) -> Grid:
    """Return the tables of a board."""
    size = rows * columns
    row = (1 << columns) - 1
    below = size - columns
    edge = sum(1 << first for first in range(0, size, columns))
    everywhere = (1 << size) - 1
    return Grid(
        size=size,
        columns=columns,
        pawns=2 * ranks * columns,
        everywhere=np.uint64(everywhere),
        lefts=np.uint64(everywhere & ~edge),
        rights=np.uint64(everywhere & ~(edge << columns - 1)),
        far=np.array([row, row << below], np.uint64),
        before=np.array([row << columns, row << below - columns], np.uint64),
    )
