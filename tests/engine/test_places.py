"""Index maps: positions with slots, and look-ups of table entries."""

import numpy as np

from gamesolver.engine.places import Places, cells_in
from gamesolver.kernels.codes import PENDING
from gamesolver.tables.cells import Overflow
from tests.attacks.false_symmetries import CELLS, CompiledRow, turned


def test_only_positions_that_stand_for_themselves_have_slots():
    """Only the representative of an orbit has a slot, although the rules index all members."""
    places = Places.numbered(CompiledRow("turned", "numbered").rules.calls)
    boards = range(1 << CELLS)
    with_slots = {board for board in boards if places.slot(board) >= 0}
    assert with_slots == {min(board, turned(board)) for board in boards}


def test_long_outcomes_are_looked_up_in_every_slot():
    """Long outcomes come from the overflow list, also for the first and the last slot."""
    overflow = Overflow(254, np.array([0, 3]), np.array([300, 301]))
    cells = np.array([254, 5, 6, 254], np.uint8)
    slots = np.array([3, 0, 1, -1])
    assert cells_in(cells, overflow, slots).tolist() == [301, 300, 5, PENDING]
