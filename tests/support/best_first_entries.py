"""An encoding of scores for tests, in which the entries of each length start at the best score.

Like a user's encoding it has a class of forms, and the functions of
``gamesolver.kernels.score_entries``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamesolver.kernels import score_entries
from gamesolver.kernels.codes import ENDLESS, FIRST
from gamesolver.kernels.compiling import njit


class BestFirst(NamedTuple):
    """Parameters of the encoding, as in :class:`gamesolver.kernels.score_entries.ScoreForm`."""

    rises: Any
    scores: Any
    least: Any
    payoff: Any
    has_endless: Any


@njit
def _turned(form, entry):
    """Return an entry with the scores of its length in the opposite order."""
    if entry <= ENDLESS:
        return entry
    length = (entry - FIRST) // form.scores
    return 2 * (FIRST + length * form.scores) + form.scores - 1 - entry


has_scores, payoff_for, payoff_in = (
    score_entries.has_scores,
    score_entries.payoff_for,
    score_entries.payoff_in,
)
is_end_of, is_end_entry = score_entries.is_end_of, score_entries.is_end_entry
plies_in, wins_enough, key_of_last_move = (
    score_entries.plies_in,
    score_entries.wins_enough,
    score_entries.key_of_last_move,
)
longest_below, are_within, lengths_of = (
    score_entries.longest_below,
    score_entries.are_within,
    score_entries.lengths_of,
)


def entry_of_end(form, end):
    """Return the entry of a score in 0 plies."""
    return FIRST + form.scores - 1 - (end - form.least)


def key_of_move(form, entry, turn_kept, gain, payoff):
    """Return the key of an outcome with one ply and the gain of the move added."""
    return score_entries.backed_up(form, _turned(form, entry), turn_kept, gain, payoff)


compiled_entry_of_key = njit(score_entries.entry_of_key)


def entry_of_key(form, key, payoff):
    """Return the entry of an outcome with this key."""
    return _turned(form, compiled_entry_of_key(form, key, payoff))


def _all_turned(form, entries):
    """Return a column of entries with the scores of each length in the opposite order."""
    lengths = (entries - FIRST) // form.scores
    turned = 2 * (FIRST + lengths * form.scores) + form.scores - 1 - entries
    return np.where(entries <= ENDLESS, entries, turned)


def entries_of(form, points, plies):
    """Return the entries of outcomes, as wide entries."""
    return _all_turned(form, score_entries.entries_of(form, points, plies))


def points_and_plies(form, entries):
    """Return the points and the plies of entries from ``FIRST`` on."""
    return score_entries.points_and_plies(form, _all_turned(form, entries.astype(np.int64)))
