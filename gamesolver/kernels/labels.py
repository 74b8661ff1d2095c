"""Labels as entries of retrograde analysis, and back.

The *level* of a label is its remoteness. For infinite play after a gain, it is the plies to the
last gain, beyond a *horizon*. Its *kind* is the number of its points among all points that occur.

Arrays with a level, or another small number, are sorted by counting (``graph.boundary``).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamesolver.kernels.compiling import kernel

PENDING, NO_PLIES = -(1 << 31), -1  # NO_PLIES: of a label without plies
NEVER_RESOLVED = -1


class Timed(NamedTuple):
    """Positions in order of the level at which they are propagated."""

    positions: Any
    levels: Any  # the different levels, rising
    ends: Any  # where those of each level end


class Format(NamedTuple):
    """Format of an entry: its level and its kind."""

    shift: Any  # the bits of a kind
    horizon: Any  # the levels of play that gains something and never ends begin here
    points: Any  # those of each kind, rising


@kernel
def start(rows, plies, entries, unresolved):
    """Start the counters of pending positions; what is known is resolved when its time comes."""
    for position in range(plies.size):
        is_pending = np.int64(plies[position]) == PENDING
        entries[position] = NEVER_RESOLVED
        unresolved[position] = rows[position + 1] - rows[position] if is_pending else 0


@kernel
def decode(entries, form, points):
    """Split entries into kinds and plies. The plies replace the entries."""
    below = (1 << form.shift) - 1
    for position in range(entries.size):
        entry = np.int64(entries[position])
        level = entry >> form.shift
        is_never = entry == NEVER_RESOLVED
        points[position] = 0 if is_never else form.points[entry & below]
        entries[position] = (
            NO_PLIES if is_never else level if level < form.horizon else ~(level - form.horizon)
        )


@kernel
def deal_by_number(things, numbers, cursors, in_order):
    """Sort entries by number, stably. ``cursors`` holds the first index of each number."""
    for place in range(things.size):
        number = numbers[place]
        in_order[cursors[number]] = things[place]
        cursors[number] += 1
