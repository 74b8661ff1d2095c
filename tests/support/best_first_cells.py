"""An encoding of scores for tests, in which the entries of each length start at the best score.

Like a user's encoding it has a class of forms, and the functions of
``gamesolver.kernels.score_cells``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamesolver.kernels import score_cells
from gamesolver.kernels.codes import ENDLESS, FIRST
from gamesolver.kernels.compiling import njit


class BestFirst(NamedTuple):
    """Parameters of the encoding, as in :class:`gamesolver.kernels.score_cells.ScoreForm`."""

    rises: Any
    scores: Any
    least: Any
    payoff: Any
    has_endless: Any


@njit
def _turned(form, cell):
    """Return an entry with the scores of its length in the opposite order."""
    if cell <= ENDLESS:
        return cell
    length = (cell - FIRST) // form.scores
    return 2 * (FIRST + length * form.scores) + form.scores - 1 - cell


has_scores, payoff_for, payoff_in = (
    score_cells.has_scores,
    score_cells.payoff_for,
    score_cells.payoff_in,
)
is_end_of, is_end_cell = score_cells.is_end_of, score_cells.is_end_cell
plies_in, wins_enough, key_of_last_move = (
    score_cells.plies_in,
    score_cells.wins_enough,
    score_cells.key_of_last_move,
)
longest_below, are_within, lengths_of = (
    score_cells.longest_below,
    score_cells.are_within,
    score_cells.lengths_of,
)


def cell_of_end(form, end):
    """Return the entry of a score in 0 plies."""
    return FIRST + form.scores - 1 - (end - form.least)


def key_of_move(form, cell, turn_kept, gain, payoff):
    """Return the key of an outcome with one ply and the gain of the move added."""
    return score_cells.backed_up(form, _turned(form, cell), turn_kept, gain, payoff)


compiled_cell_of_key = njit(score_cells.cell_of_key)


def cell_of_key(form, key, payoff):
    """Return the entry of an outcome with this key."""
    return _turned(form, compiled_cell_of_key(form, key, payoff))


def _all_turned(form, cells):
    """Return a column of entries with the scores of each length in the opposite order."""
    lengths = (cells - FIRST) // form.scores
    turned = 2 * (FIRST + lengths * form.scores) + form.scores - 1 - cells
    return np.where(cells <= ENDLESS, cells, turned)


def cells_of(form, points, plies):
    """Return the entries of outcomes, as wide entries."""
    return _all_turned(form, score_cells.cells_of(form, points, plies))


def points_and_plies(form, cells):
    """Return the points and the plies of entries from ``FIRST`` on."""
    return score_cells.points_and_plies(form, _all_turned(form, cells.astype(np.int64)))
