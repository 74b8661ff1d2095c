"""What compiled ``candidates`` may say in place of moves: a verdict on the position.

And of moves, that their order is a rough one (``roughly``).

Each of these functions is compiled, and gives the number that ``candidates`` returns. *Won* and
*lost* are meant for the player to move, as ever, and plies are counted to the end of play. In a
game with scores there are verdicts on those, and the others say no more than their sign.

>>> from numba import njit
>>> import numpy as np
>>> @njit
... def candidates(heap, moves, positions, ranks):
...     '''A heap of up to three is taken at once; of more than a hundred nothing is known.'''
...     if heap <= 3:
...         return won_in(1)
...     if heap > 100:
...         return nothing_known()
...     moves[0], positions[0], ranks[0] = 3, heap - np.uint64(3), 0
...     return np.int64(1)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from gamesolver.kernels.scale import MOST
from gamesolver.kernels.worths import (
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
    """The mover wins in so many plies, and no sooner.

    Parameters
    ----------
    plies
        How many plies play goes on, 0 or more.

    Returns
    -------
    int64
        What ``candidates`` returns.
    """
    return np.int64(verdict(EXACTLY, MOST - plies))


@njit(inline="always")
def lost_in(plies: Any) -> Any:
    """The mover loses in so many plies, and no later.

    Parameters
    ----------
    plies
        How many plies play goes on, 0 or more.

    Returns
    -------
    int64
        What ``candidates`` returns.
    """
    return np.int64(verdict(EXACTLY, plies - MOST))


@njit(inline="always")
def won_within(plies: Any) -> Any:
    """The mover wins in so many plies at most.

    Parameters
    ----------
    plies
        The most that the win takes.

    Returns
    -------
    int64
        What ``candidates`` returns.
    """
    return np.int64(verdict(AT_LEAST, MOST - plies))


@njit(inline="always")
def lost_within(plies: Any) -> Any:
    """The mover loses in so many plies at most.

    Parameters
    ----------
    plies
        The most that the loss takes.

    Returns
    -------
    int64
        What ``candidates`` returns.
    """
    return np.int64(verdict(AT_MOST, plies - MOST))


@njit(inline="always")
def drawn() -> Any:
    """Neither wins.

    Returns
    -------
    int64
        What ``candidates`` returns.
    """
    return np.int64(verdict(EXACTLY, 0))


@njit(inline="always")
def not_lost() -> Any:
    """The mover wins, or it is a draw.

    Returns
    -------
    int64
        What ``candidates`` returns.
    """
    return np.int64(verdict(AT_LEAST, 0))


@njit(inline="always")
def not_won() -> Any:
    """The mover loses, or it is a draw.

    Returns
    -------
    int64
        What ``candidates`` returns.
    """
    return np.int64(verdict(AT_MOST, 0))


@njit(inline="always")
def scores_at_least(points: Any) -> Any:
    """The mover's score is so much or more, from here on.

    Parameters
    ----------
    points
        The least score of the mover, from here on.

    Returns
    -------
    int64
        What ``candidates`` returns.
    """
    return np.int64(verdict(SCORES_AT_LEAST, points))


@njit(inline="always")
def scores_at_most(points: Any) -> Any:
    """The mover's score is so much or less.

    Parameters
    ----------
    points
        The greatest score of the mover, from here on.

    Returns
    -------
    int64
        What ``candidates`` returns.
    """
    return np.int64(verdict(SCORES_AT_MOST, points))


@njit(inline="always")
def scores_within(points: Any) -> Any:
    """Neither side wins by more than so much.

    Parameters
    ----------
    points
        The most by which either side wins, 0 or more.

    Returns
    -------
    int64
        What ``candidates`` returns.
    """
    return np.int64(verdict(SCORES_WITHIN, points))


@njit(inline="always")
def nothing_known() -> Any:
    """The rules are to be asked.

    Returns
    -------
    int64
        What ``candidates`` returns.
    """
    return np.int64(NOTHING_KNOWN)


@njit(inline="always")
def roughly(rank: Any) -> Any:
    """A rank of which the author is not sure.

    Moves with such ranks are tried after all others, the greatest first, but for those that were
    enough in like positions just before. It pays where the move that ranks first is the right one
    in little more than half of all won positions; where ranks are good, it does harm.

    Parameters
    ----------
    rank
        How good the move seems; the greatest is tried first.

    Returns
    -------
    int64
        What ``candidates`` writes among its ranks.
    """
    return np.int64(ROUGH + rank)
