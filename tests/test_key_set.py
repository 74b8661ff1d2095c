"""The set of keys: what is in it, in which order, and the bytes it takes."""

import numpy as np
import pytest

from games import MNK
from gamesolver import MemoryLimitError, key_set
from gamesolver.crew import Crew
from gamesolver.finding import Finder
from gamesolver.key_set import KeySet, bytes_of_key_set
from gamesolver.memory import MemoryMeter
from gamesolver.passes import Passes
from gamesolver.places import Places
from gamesolver.progress import Reporter
from gamesolver.room import Room


def crew(threads=1, limit=None):
    """A crew for a game that does not matter."""
    rules = MNK(3, 3, 3).rules
    return Crew(threads, lambda: Room.of(rules), Reporter(None), MemoryMeter(limit))


def filled(keys):
    """A set with these keys."""
    found = KeySet(crew())
    fresh = np.empty(len(keys), np.uint64)
    while len(keys):
        done = found.enter(found.crew.rooms[0], keys, fresh)[0]
        keys = keys[done:]
        if len(keys):
            found.grow()
    return found


def some_keys(count, seed=5):
    """Keys, all over the place."""
    return np.random.default_rng(seed).integers(1, 2**64, count, np.uint64)


def test_keys_come_out_in_order_and_once():
    """Whatever goes in, in whatever order, comes out sorted and without repeats."""
    keys = some_keys(3000)
    found = filled(np.concatenate([keys, keys[::-1]]))
    assert len(found) == 3000
    assert found.in_order().tolist() == sorted(keys.tolist())


def test_a_set_knows_its_keys():
    """Keys that were entered are known, others are not."""
    keys = some_keys(3000)
    found = filled(keys)
    others = some_keys(1000, seed=6)
    room = found.crew.rooms[0]
    assert found.count_known(room, np.concatenate([keys[:10], others])) == 10
    assert found.count_known(room, others[:0]) == 0


def test_some_of_the_keys_are_a_part_by_chance():
    """About as many as asked for, each of them in the set; all of them if there are fewer."""
    keys = some_keys(3000)
    found = filled(keys)
    some = found.some(300)
    assert 200 < len(some) < 400
    assert set(some.tolist()) < set(keys.tolist())
    assert set(found.some(10**6).tolist()) == set(keys.tolist())


@pytest.mark.compiled(why="a hundred thousand keys take minutes")
def test_the_bytes_are_those_of_its_tables():
    """The formula tells the tables that stand side by side when the set has grown last."""
    largest = 0
    usual = np.zeros

    class Watched(KeySet):
        def grow(self):
            nonlocal largest
            before = self.table.nbytes
            super().grow()
            largest = max(largest, before + self.table.nbytes)

    found = Watched(crew())
    keys, fresh = some_keys(10**5), usual(10**5, np.uint64)
    while len(keys):
        keys = keys[found.enter(found.crew.rooms[0], keys, fresh)[0] :]
        if len(keys):
            found.grow()
    ordered = found.table.nbytes + 8 * len(found)
    assert bytes_of_key_set(10**5) == max(largest, ordered)


def test_growing_looks_at_the_memory_first(monkeypatch):
    """A table that would not fit is not made; the error says how many positions were found."""
    monkeypatch.setattr(key_set, "CAPACITY", 2)
    game = MNK(3, 3, 3)
    workers = crew(limit="1 GB")
    finder = Finder(Passes(game, Places.numbered(game.rules.calls), workers), workers.meter)
    workers.meter.limit = 1
    workers.meter.base = 2**62
    finder.found.table = np.zeros(0, np.uint64)
    with pytest.raises(MemoryLimitError, match="after finding 0 positions"):
        workers.meter.check(finder.found.progress, coming=8)
