"""Inner loops of ``looking_up``, with arguments as in ``gamesolver.kernels.places``."""

import numpy as np

from gamesolver.kernels.places import index_of, look_up


def read_one_by_one(rules, places, entries, positions, found, images, batch, indexes, zero):
    """Look positions up one by one, each only after the previous entry has been read."""
    before = 0
    for each in range(positions.size):
        index = index_of(rules, places, positions[each + before], images)
        found[each] = entries[index]
        before = np.int64(found[each]) * zero  # always 0, but the compiler cannot know that


def read_in_bulk(rules, places, entries, positions, found, images, batch, indexes, zero):
    """Look positions up batch by batch."""
    for begin in range(0, positions.size, batch.size):
        count = min(batch.size, positions.size - begin)
        for each in range(count):
            batch[each] = positions[begin + each]
        look_up(rules, places, batch, count, entries, images, indexes)
        for each in range(count):
            found[begin + each] = entries[indexes[each]]
