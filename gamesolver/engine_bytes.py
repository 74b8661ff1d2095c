"""What the engine will take, looked at before it is taken and told in forecasts."""

from __future__ import annotations

import numpy as np

from gamesolver.borders import counter_to
from gamesolver.pending_graph import bytes_to_list
from gamesolver.retrograde import bytes_to_settle
from gamesolver.stages import bytes_to_deal

BYTES_KNOWN = 5  # a row: the labels that the graph solver is given


def bytes_to_sweep(pending: int, left: int, is_staged: bool) -> int:
    """What the pending slots take beside the cells: in stages, or while a wave leaves some."""
    return pending * 4 + (bytes_to_deal(pending) if is_staged else pending * 2 + left * 4)


def bytes_to_solve_graph(slots: int, rows: int, edges: int, max_moves: int) -> int:
    """What the graph of so many pending slots takes, beside the cells and their numbers."""
    listed = bytes_to_list(slots, rows, edges, max_moves)
    kept = listed - slots // 7 + rows * BYTES_KNOWN
    counter = np.dtype(counter_to(max_moves)).itemsize
    return max(listed, kept + bytes_to_settle(rows, edges, 4, counter))
