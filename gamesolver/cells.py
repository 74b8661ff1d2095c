"""Cells: an outcome as one small number, for tables of hundreds of millions.

====================  ==============================================
``PENDING``           0   nothing known yet
``HOLE``              1   no position has this slot
``ENDLESS``           2   an endless draw
``FIRST + 3 r + v``   3.. remoteness r; v is 0 for LOSS, 1 for DRAW, 2 for WIN
====================  ==============================================

A cell takes one byte while every outcome fits (83 plies), then two (21,843),
then four. A code is the same number in every width, so a table is widened by
copying it.
"""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np

from gamesolver.value import Outcome, Value

PENDING, HOLE, ENDLESS, FIRST = 0, 1, 2, 3
LOSS, DRAW, WIN = 0, 1, 2
WIDTHS = (np.uint8, np.uint16, np.uint32)


@nb.njit(nogil=True)
def cell_of(kind: Any, plies: Any) -> Any:
    """The cell of a loss, draw or win (0, 1, 2) in so many plies."""
    return FIRST + 3 * plies + kind


@nb.njit(nogil=True)
def rank_of(kind: Any, plies: Any) -> Any:
    """How good an outcome is for the player to move: the greater, the better.

    A quick win, a slow win, a finished draw (shorter first), an endless draw
    (0), a slow loss, a quick loss.
    """
    if kind == WIN:
        return (1 << 40) - plies
    if kind == DRAW:
        return (1 << 34) - plies
    return plies - (1 << 40)


@nb.njit(nogil=True)
def back_of(cell: Any, turn_kept: Any) -> Any:
    """The rank of a settled cell seen from one move before."""
    if cell == ENDLESS:
        return 0
    kind = (cell - FIRST) % 3
    return rank_of(kind if turn_kept else 2 - kind, (cell - FIRST) // 3 + 1)


@nb.njit(nogil=True)
def cell_of_rank(rank: Any) -> Any:
    """The cell of an outcome with that rank; undoes :func:`rank_of`."""
    if rank == 0:
        return ENDLESS
    if rank < 0:
        return cell_of(LOSS, rank + (1 << 40))
    if rank > (1 << 35):
        return cell_of(WIN, (1 << 40) - rank)
    return cell_of(DRAW, (1 << 34) - rank)


def longest_in(width: Any) -> int:
    """The most plies of which every outcome fits into cells of that width."""
    return (int(np.iinfo(width).max) - FIRST - WIN) // 3


def outcome_of(cell: int) -> Outcome | None:
    """The outcome that a cell stands for; ``None`` for a hole or a pending one.

    >>> outcome_of(FIRST + 3 * 7 + WIN)
    Outcome(Value.WIN, 7)
    """
    if cell in (PENDING, HOLE):
        return None
    if cell == ENDLESS:
        return Outcome(Value.DRAW, None)
    plies, kind = divmod(cell - FIRST, 3)
    return Outcome(Value(kind - 1), plies)


def cell_for(outcome: Outcome) -> int:
    """The cell that stands for an outcome; undoes :func:`outcome_of`."""
    if outcome.remoteness is None:
        return ENDLESS
    return FIRST + 3 * outcome.remoteness + int(outcome.value) + 1
