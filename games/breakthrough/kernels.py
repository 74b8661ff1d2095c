"""Knowledge of pawns in Breakthrough, for proofs.

A pawn on the last row but one always has a step to the far row: no pawn of its own side is
diagonally ahead, because that pawn would already have won. So a player with such a pawn who is to
move wins at once. Otherwise the opponent has to capture it. A pawn wins in three plies if it can
move to that row, cannot be captured there, and the opponent does not win first.

Squares are numbered row by row. White's pawns are the lowest bits of a position, Black's the next
ones, and the bit above both is 1 if Black is to move.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamesolver import njit
from gamesolver.bits import lowest_place
from gamesolver.verdicts import lost_in, won_in

ZERO, ONE = np.uint64(0), np.uint64(1)
TAKES, LOST, EXCHANGED = 100, 90, 40
"""Parts of the priority of a move."""


class Squares(NamedTuple):
    """Squares of a board as bits."""

    size: Any
    columns: Any
    everywhere: Any
    lefts: Any
    """Squares with a left neighbour."""
    rights: Any
    """Squares with a right neighbour."""
    before: Any
    """For each player the row before the far row."""


@njit(cache=True)
def pawns_of(position, seat, board):
    """Return the pawns of a player."""
    return position >> np.uint64(board.size * seat) & board.everywhere


@njit(cache=True)
def ahead(pawns, seat, board):
    """Return the squares straight ahead."""
    by = np.uint64(board.columns)
    return (pawns << by if seat else pawns >> by) & board.everywhere


@njit(cache=True)
def slanting(pawns, seat, board):
    """Return the squares diagonally ahead, to the left and to the right."""
    forward = ahead(pawns, seat, board)
    return (forward & board.lefts) >> ONE | (forward & board.rights) << ONE


@njit(cache=True)
def priority_of(target, theirs, attacked, guarded, seat, board):
    """Return a priority: captures first, then steps to squares that are safe or defended."""
    row = lowest_place(target) // board.columns
    priority = row if seat else board.size // board.columns - row
    if theirs & target != ZERO:
        priority += TAKES
    if attacked & target != ZERO:
        priority -= EXCHANGED if guarded & target != ZERO else LOST
    return priority


@njit(cache=True)
def verdict_on(mine, theirs, seat, board):
    """Return the value if it is known, else 0, and the pawns, one of them to be captured."""
    slants = slanting(mine, seat, board)
    is_last = theirs & theirs - ONE == ZERO
    if mine & board.before[seat] != ZERO or (is_last and theirs & slants != ZERO):
        return won_in(1), ZERO
    danger = theirs & board.before[1 - seat]
    if danger & danger - ONE != ZERO or danger & ~slants != ZERO:
        return lost_in(2), ZERO
    attacked = slanting(theirs, 1 - seat, board)
    free = board.before[seat] & (slants | ahead(mine, seat, board) & ~theirs) & ~mine
    if danger == ZERO and free & ~attacked != ZERO:
        return won_in(3), ZERO
    return np.int64(0), danger


def candidates_of(rows: int, columns: int, successors: Any) -> Any:
    """Return the rule ``candidates`` on a board, by the rule ``successors``.

    It returns the value if a pawn can cross, or can reach a safe square on the row before.
    Otherwise it lists the captures of a pawn that would cross, or else all moves in order.
    """
    board = squares_of(rows, columns)

    @njit(cache=True)
    def candidates(position: Any, moves: Any, positions: Any, priorities: Any) -> Any:
        seat = np.int64(position >> np.uint64(2 * board.size) & ONE)
        mine, theirs = pawns_of(position, seat, board), pawns_of(position, 1 - seat, board)
        verdict, danger = verdict_on(mine, theirs, seat, board)
        if verdict != 0:
            return verdict
        attacked, count = slanting(theirs, 1 - seat, board), 0
        for each in range(successors(position, moves, positions)):
            after = pawns_of(positions[each], seat, board)
            target = after & ~mine
            if danger == ZERO or danger & target != ZERO:
                guarded = slanting(mine & after, seat, board)
                moves[count], positions[count] = moves[each], positions[each]
                priorities[count] = priority_of(target, theirs, attacked, guarded, seat, board)
                count += 1
        return np.int64(count)

    return candidates


def squares_of(rows: int, columns: int) -> Squares:
    """Return the squares of a board."""
    size, row = rows * columns, (1 << columns) - 1
    edge = sum(1 << first for first in range(0, size, columns))
    everywhere = (1 << size) - 1
    return Squares(
        size=size,
        columns=columns,
        everywhere=np.uint64(everywhere),
        lefts=np.uint64(everywhere & ~edge),
        rights=np.uint64(everywhere & ~(edge << columns - 1)),
        before=np.array([row << columns, row << size - 2 * columns], np.uint64),
    )
