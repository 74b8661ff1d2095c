"""The narrowest numbers that will do for a graph: for counters of moves, for outcomes.

What is narrow takes less memory, and more of it is near when it is needed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamesolver.errors import InvalidArgumentError
from gamesolver.graph.border import Border, counter_to
from gamesolver.kernels.codes import WIN, cell_of
from gamesolver.system.columns import Columns
from gamesolver.tables.labels import PENDING, Labels


def counter_dtype(rows: Columns, labels: Labels, border: Border) -> type[np.integer[Any]]:
    """The narrowest integer that counts the moves of a position; every pending one has some."""
    moves = np.diff(rows)
    labels.require_possible(len(moves))
    stuck = (moves == 0) & (labels.value == PENDING) & (border.not_lost == 0)
    stuck[np.flatnonzero(border.losses)] = False
    if stuck.any():
        raise InvalidArgumentError(f"position {int(stuck.argmax())} has neither moves nor a label")
    return counter_to(int(moves.max(initial=0)) + int(border.not_lost.max(initial=0)) + 1)


def cell_dtype(labels: Labels, border: Border) -> type[np.integer[Any]]:
    """The narrowest integer whose cells can count plies through the whole graph."""
    longest = int(labels.plies.max(initial=0)) + border.longest + len(labels)
    return np.int32 if cell_of(WIN, longest + 1) < 2**31 else np.int64
