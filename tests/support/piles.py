"""A heap of counters as two compiled games with one index: taking the last wins, or loses."""

import attrs
import numpy as np
from numba import njit

from gamesolver import CompiledGame, CompiledRules


@njit(cache=True)
def taken(heap, moves, positions):
    """Fill in the moves, which take one, two or three counters, and return their number."""
    count = min(3, np.int64(heap))
    for place in range(count):
        moves[place] = place + 1
        positions[place] = heap - np.uint64(place + 1)
    return count


@njit(cache=True)
def index_of(heap):
    """Return the index of a heap; every other index is unused."""
    return np.int64(2 * heap) if heap <= np.uint64(30) else np.int64(-1)


@njit(cache=True)
def heap_in(index):
    """Return the heap of an index; at an unused index, one whose own index differs."""
    return np.uint64(index // 2)


last_wins = CompiledRules(
    taken,
    njit(lambda heap: 2 if heap else -1),
    max_moves=3,
    index=index_of,
    position_at=heap_in,
    num_indexes=62,
)
last_loses = attrs.evolve(last_wins, terminal_code=njit(lambda heap: 2 if heap else 1))


@attrs.frozen
class Pile(CompiledGame):
    """Indexed game with a heap of thirty counters."""

    misere: bool = False

    @property
    def rules(self):
        return last_loses if self.misere else last_wins

    def start(self):
        return 30
