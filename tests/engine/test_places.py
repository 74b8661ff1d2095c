"""Index maps: positions with indexes, and look-ups of table entries."""

import numpy as np

from gamesolver.engine.places import Places, entries_in
from gamesolver.kernels.codes import PENDING
from gamesolver.tables.entries import Overflow
from tests.attacks.false_symmetries import CELLS, CompiledRow, turned


def test_only_positions_that_stand_for_themselves_have_indexes():
    """Only the representative of an orbit has an index here; by the rules all members have it."""
    places = Places.indexed(CompiledRow("turned", "indexed").rules.calls)
    boards = range(1 << CELLS)
    with_indexes = {board for board in boards if places.index(board) >= 0}
    assert with_indexes == {min(board, turned(board)) for board in boards}


def test_long_outcomes_are_looked_up_in_every_index():
    """Long outcomes come from the overflow list, also for the first and the last index."""
    overflow = Overflow(254, np.array([0, 3]), np.array([300, 301]))
    entries = np.array([254, 5, 6, 254], np.uint8)
    indexes = np.array([3, 0, 1, -1])
    assert entries_in(entries, overflow, indexes).tolist() == [301, 300, 5, PENDING]
