"""Verdicts on a position that compiled ``candidates`` may return instead of moves.

``roughly`` marks the priority of a move as uncertain.

Each of these functions is compiled, and returns the number that ``candidates`` must return. *Won*
and *lost* are for the player to move, and plies are counted to the end of play. In a
game with scores there are verdicts on scores, and the others concern only the sign of the score.

>>> from numba import njit
>>> import numpy as np
>>> @njit
... def candidates(heap, moves, positions, priorities):
...     '''A heap of up to three is taken at once; of more than a hundred nothing is known.'''
...     if heap <= 3:
...         return won_in(1)
...     if heap > 100:
...         return nothing_known()
...     moves[0], positions[0], priorities[0] = 3, heap - np.uint64(3), 0
...     return np.int64(1)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamesolver.kernels.deferring import njit
from gamesolver.kernels.scale import MOST
from gamesolver.kernels.search_scores import (
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    NOTHING_KNOWN,
    ROUGH,
    SCORES_AT_LEAST,
    SCORES_AT_MOST,
    SCORES_WITHIN,
    verdict,
)

__all__ = [
    "drawn",
    "lost_in",
    "lost_within",
    "not_lost",
    "not_won",
    "nothing_known",
    "roughly",
    "scores_at_least",
    "scores_at_most",
    "scores_within",
    "won_in",
    "won_within",
]


@njit(inline="always")
def won_in(plies: Any) -> Any:
    """Return the verdict that the player to move wins in exactly ``plies``.

    Parameters
    ----------
    plies
        Number of plies to the end, 0 or more.

    Returns
    -------
    int64
        Number for ``candidates`` to return.
    """
    return np.int64(verdict(EXACTLY, MOST - plies))


@njit(inline="always")
def lost_in(plies: Any) -> Any:
    """Return the verdict that the player to move loses in exactly ``plies``.

    Parameters
    ----------
    plies
        Number of plies to the end, 0 or more.

    Returns
    -------
    int64
        Number for ``candidates`` to return.
    """
    return np.int64(verdict(EXACTLY, plies - MOST))


@njit(inline="always")
def won_within(plies: Any) -> Any:
    """Return the verdict that the player to move wins in at most ``plies``.

    Parameters
    ----------
    plies
        Greatest number of plies of the win.

    Returns
    -------
    int64
        Number for ``candidates`` to return.
    """
    return np.int64(verdict(AT_LEAST, MOST - plies))


@njit(inline="always")
def lost_within(plies: Any) -> Any:
    """Return the verdict that the player to move loses in at most ``plies``.

    Parameters
    ----------
    plies
        Greatest number of plies of the loss.

    Returns
    -------
    int64
        Number for ``candidates`` to return.
    """
    return np.int64(verdict(AT_MOST, plies - MOST))


@njit(inline="always")
def drawn() -> Any:
    """Return the verdict that the position is drawn.

    Returns
    -------
    int64
        Number for ``candidates`` to return.
    """
    return np.int64(verdict(EXACTLY, 0))


@njit(inline="always")
def not_lost() -> Any:
    """Return the verdict that the player to move wins or draws.

    Returns
    -------
    int64
        Number for ``candidates`` to return.
    """
    return np.int64(verdict(AT_LEAST, 0))


@njit(inline="always")
def not_won() -> Any:
    """Return the verdict that the player to move loses or draws.

    Returns
    -------
    int64
        Number for ``candidates`` to return.
    """
    return np.int64(verdict(AT_MOST, 0))


@njit(inline="always")
def scores_at_least(points: Any) -> Any:
    """Return the verdict that the player to move scores at least ``points`` from here on.

    Parameters
    ----------
    points
        Least score of the player to move, from here on.

    Returns
    -------
    int64
        Number for ``candidates`` to return.
    """
    return np.int64(verdict(SCORES_AT_LEAST, points))


@njit(inline="always")
def scores_at_most(points: Any) -> Any:
    """Return the verdict that the player to move scores at most ``points`` from here on.

    Parameters
    ----------
    points
        Greatest score of the player to move, from here on.

    Returns
    -------
    int64
        Number for ``candidates`` to return.
    """
    return np.int64(verdict(SCORES_AT_MOST, points))


@njit(inline="always")
def scores_within(points: Any) -> Any:
    """Return the verdict that neither side wins by more than ``points``.

    Parameters
    ----------
    points
        Greatest margin of either side, 0 or more.

    Returns
    -------
    int64
        Number for ``candidates`` to return.
    """
    return np.int64(verdict(SCORES_WITHIN, points))


@njit(inline="always")
def nothing_known() -> Any:
    """Return the verdict that nothing is known: the moves of the rules are tried.

    Returns
    -------
    int64
        Number for ``candidates`` to return.
    """
    return np.int64(NOTHING_KNOWN)


@njit(inline="always")
def roughly(priority: Any) -> Any:
    """Return an uncertain priority.

    Moves with such priorities are tried after all others, the greatest first, but for those that
    were enough in like positions just before. It pays if the move of the greatest priority is the
    right one in little more than half of all won positions; where priorities are good, it does
    harm.

    Parameters
    ----------
    priority
        Estimate of the move's strength; the greatest is tried first.

    Returns
    -------
    int64
        Number for ``candidates`` to write among its priorities.
    """
    return np.int64(ROUGH + priority)
