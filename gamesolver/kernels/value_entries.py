"""Encoding of wins, losses and draws as table entries, if infinite play is a draw.

An entry is ``FIRST + 1 + 3 * plies + value``. This is the case of three scores of
``score_entries``, with faster functions. The form has no numbers, so it is ``None``. ``encodings``
documents the functions, and compiles them for kernels.
"""

from __future__ import annotations

import numpy as np

from gamesolver.kernels import codes
from gamesolver.kernels.codes import (
    ENDLESS,
    FIRST,
    LEAST_WIN,
    LOSS,
    WIN,
    entry_of,
    plies_of,
    preference_key,
)

U3 = np.uint64(3)
entry_of_value_key, is_end = codes.entry_of_key, codes.is_end


def has_scores(form):
    """Return False."""
    return False


def payoff_for(form, seat):
    """Return 0."""
    return 0


def payoff_in(form, payoffs, place):
    """Return 0."""
    return 0


def is_end_of(form, code):
    """Return True for -1, 0 and 1."""
    return LOSS <= code <= WIN


def entry_of_end(form, end):
    """Return the entry of a value in 0 plies."""
    return entry_of(end, 0)


def is_end_entry(form, entry):
    """Return True if the entry has 0 plies."""
    return is_end(entry)


def plies_in(form, entry):
    """Return the plies of an entry that has some."""
    return plies_of(entry)


def key_of_last_move(form, end, turn_kept, gain, payoff):
    """Return the key of a win, loss or draw in one ply."""
    # The keys of a finished draw, a win and a loss in one ply, as constants.
    if end == 0:
        return (1 << 34) - 1
    # An end counts for the player to move there, and its value is negated if the turn passes.
    return (1 << 40) - 1 if (end > 0) == turn_kept else 1 - (1 << 40)


def key_of_move(form, entry, turn_kept, gain, payoff):
    """Return the key of the entry's outcome, one ply longer."""
    if entry == ENDLESS:
        return 0
    number = np.uint64(entry - FIRST)  # unsigned, for these are divided faster
    plies = np.int64(number // U3)
    # The remainder of the division is the value plus 1.
    value = np.int64(number) - 3 * plies - 1
    return preference_key(value if turn_kept else -value, plies + 1)


def entry_of_key(form, key, payoff):
    """Return the entry of an outcome with this key."""
    return entry_of_value_key(key)


def wins_enough(form, key):
    """Return True if the outcome is a win."""
    return key >= LEAST_WIN
