"""A heap of counters as two compiled games with one index: the last one wins, or loses."""

import attrs
import numpy as np
from numba import njit

from gamesolver import CompiledGame, CompiledRules


@njit(cache=True)
def taken(heap, moves, positions):
    """Take one, two or three counters."""
    count = min(3, np.int64(heap))
    for place in range(count):
        moves[place] = place + 1
        positions[place] = heap - np.uint64(place + 1)
    return count


@njit(cache=True)
def slot_of(heap):
    """Every other slot is a hole."""
    return np.int64(2 * heap) if heap <= np.uint64(30) else np.int64(-1)


@njit(cache=True)
def heap_in(slot):
    """The heap of a slot; that of a hole has another one."""
    return np.uint64(slot // 2)


last_wins = CompiledRules(
    taken,
    njit(lambda heap: 2 if heap else -1),
    max_moves=3,
    index=slot_of,
    position_at=heap_in,
    slots=62,
)
last_loses = attrs.evolve(last_wins, terminal_code=njit(lambda heap: 2 if heap else 1))


@attrs.frozen
class Pile(CompiledGame):
    """A heap of thirty counters, numbered."""

    misere: bool = False

    @property
    def rules(self):
        return last_loses if self.misere else last_wins

    def start(self):
        return 30
