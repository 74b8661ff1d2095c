"""Comparisons of the rule readings of Gobblet Gobblers with three pieces a side."""

import numpy as np
import pytest

from games import GobbletGobblers
from gamesolver import Value, load, solve
from gamesolver.players import compare
from gamesolver.players.comparison_indexes import same_indexes

READINGS = ("final-board", "lift-loses", "mover-wins")

pytestmark = pytest.mark.compiled(why="a hundred thousand positions are too slow in plain Python")


@pytest.fixture(scope="module")
def solved():
    """The three readings with one copy of each size: 95,305 boards each."""
    return {reading: solve(GobbletGobblers(reading, copies=1)) for reading in READINGS}


CHANGES = [
    ("final-board", "lift-loses", 9_365, 1),
    ("final-board", "mover-wins", 78, 6),
    ("lift-loses", "mover-wins", 9_435, 1),
]


@pytest.mark.parametrize(("one", "other", "changed", "plies"), CHANGES)
def test_readings_against_each_other(solved, one, other, changed, plies):
    """Comparing entry by entry counts as many changes as looking up each position in both."""
    here, there = solved[one], solved[other]
    assert same_indexes(here, there)
    found = compare(here, there)
    positions = list(here)
    values, others = (each.probe_many(positions).values for each in (here, there))
    assert found.differ == int(np.count_nonzero(values != others)) == changed
    assert found.agree + found.differ == len(here) == len(there) == 95_305
    assert found.only_in_one == found.only_in_other == 0
    assert len(found.shallowest.line) == plies
    assert found.shallowest.one.value is not found.shallowest.other.value


def test_readings_from_files(solved, tmp_path):
    """Solutions loaded from files give the same comparison."""
    expected = compare(solved["final-board"], solved["mover-wins"])
    loaded = {}
    for reading in ("final-board", "mover-wins"):
        solved[reading].save(tmp_path / reading)
        loaded[reading] = load(tmp_path / reading)
    for one in (solved["final-board"], loaded["final-board"]):
        found = compare(one, loaded["mover-wins"])
        assert found.outcomes == expected.outcomes
        assert found.shallowest == expected.shallowest
        assert found.values[Value.DRAW, Value.WIN] > 0
