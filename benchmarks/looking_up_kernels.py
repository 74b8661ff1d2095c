"""Inner loops of ``looking_up``, with arguments as in ``gamesolver.kernels.places``."""

import numpy as np

from gamesolver.kernels.places import look_up, slot_of


def read_one_by_one(rules, places, cells, positions, found, images, batch, slots, zero):
    """Look positions up one by one, each only after the previous entry has been read."""
    before = 0
    for each in range(positions.size):
        slot = slot_of(rules, places, positions[each + before], images)
        found[each] = cells[slot]
        before = np.int64(found[each]) * zero  # always 0, but the compiler cannot know that


def read_in_bulk(rules, places, cells, positions, found, images, batch, slots, zero):
    """Look positions up batch by batch."""
    for begin in range(0, positions.size, batch.size):
        count = min(batch.size, positions.size - begin)
        for each in range(count):
            batch[each] = positions[begin + each]
        look_up(rules, places, batch, count, cells, images, slots)
        for each in range(count):
            found[begin + each] = cells[slots[each]]
