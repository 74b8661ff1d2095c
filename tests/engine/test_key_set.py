"""The set of keys: its content, its order and its memory."""

import numpy as np
import pytest

from gamesolver import MemoryLimitError
from gamesolver.engine import key_set
from gamesolver.engine.keeper import Keeper
from gamesolver.engine.key_set import KeySet
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from gamesolver.system.workers import Workers


def workers(threads=1, limit=None):
    """Return workers without scratch arrays, which the set does not need."""
    return Workers(threads, list, Reporter(None), MemoryMeter(limit))


def filled(keys):
    """Return a set of these keys."""
    found = KeySet(workers(), Keeper().elsewhere)
    fresh = np.empty(len(keys), np.uint64)
    while len(keys):
        done = found.enter(keys, fresh)[0]
        keys = keys[done:]
        if len(keys):
            found.grow()
    return found


def some_keys(count, seed=5):
    """Return random keys of 64 bits."""
    return np.random.default_rng(seed).integers(1, 2**64, count, np.uint64)


def test_keys_come_out_in_order_and_once():
    """Keys entered in any order come out sorted and without duplicates."""
    keys = some_keys(3000)
    found = filled(np.concatenate([keys, keys[::-1]]))
    assert len(found) == 3000
    assert found.in_order().tolist() == sorted(keys.tolist())


def test_a_set_knows_its_keys():
    """Entered keys are known, and others are not."""
    keys = some_keys(3000)
    found = filled(keys)
    others = some_keys(1000, seed=6)
    assert found.count_known(np.concatenate([keys[:10], others])) == 10
    assert found.count_known(others[:0]) == 0


def test_some_of_the_keys_are_a_part_at_random():
    """A sample has about the requested number of keys, or all if there are fewer."""
    keys = some_keys(3000)
    found = filled(keys)
    some = found.some(300)
    assert 200 < len(some) < 400
    assert set(some.tolist()) < set(keys.tolist())
    assert set(found.some(10**6).tolist()) == set(keys.tolist())


@pytest.mark.compiled(why="a hundred thousand keys take minutes")
def test_the_bytes_are_those_of_its_tables():
    """The memory formula equals the two tables of the last growth, or table and sorted keys."""
    largest = 0
    usual = np.zeros

    class Watched(KeySet):
        def grow(self):
            nonlocal largest
            before = self.table.nbytes
            super().grow()
            largest = max(largest, before + self.table.nbytes)

    found = Watched(workers(), Keeper().elsewhere)
    keys, fresh = some_keys(10**5), usual(10**5, np.uint64)
    while len(keys):
        keys = keys[found.enter(keys, fresh)[0] :]
        if len(keys):
            found.grow()
    ordered = found.table.nbytes + 8 * len(found)
    assert key_set.bytes_of_key_set(10**5) == max(largest, ordered)


def test_keys_that_want_the_last_place_go_round():
    """A shard whose keys all hash to its last place keeps them all in order."""
    crowd = np.uint64(0xFFFF_FFFF << 22) | np.arange(300, dtype=np.uint64)
    crowd = np.concatenate([crowd, crowd | np.uint64(1023 << 54)])  # the first and last shard
    found = filled(np.concatenate([crowd, crowd]))
    assert len(found) == found.count_known(crowd) == 600
    assert found.count_known(crowd + np.uint64(300)) == 0
    assert found.in_order().tolist() == sorted(crowd.tolist())


def test_growing_looks_at_the_memory_first():
    """A set that would exceed the limit does not grow, and the error has the positions found."""
    found = filled(some_keys(3000))
    before = found.table
    found.workers.meter.limit = 1
    with pytest.raises(MemoryLimitError, match="after finding 3000 positions"):
        found.grow()
    assert found.table is before
