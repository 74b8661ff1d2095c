"""A game of millions of positions, whole: four millions by day, and by night 27."""

import pytest

from games import ConnectFour
from gamesolver import solve
from tests.oracles.published import by_value, figures
from tests.support.scale import scaled

SHAPE, FOLDED = scaled(((5, 4), 1_974_174), ((7, 3), 13_723_856))


@pytest.mark.compiled(why="millions of positions are too slow in plain Python")
def test_connect_four():
    """As many positions are won, lost and drawn as published."""
    (golden,) = [
        each
        for each in figures("connect-four")
        if each["parameters"] == dict(zip(("width", "height"), SHAPE, strict=True))
    ]
    solution = solve(ConnectFour(*SHAPE))
    counts = solution.counts(symmetric=True)
    assert len(solution) == FOLDED
    assert sum(counts.values()) == golden["positions"]
    assert by_value(counts) == {name: golden[name] for name in ("won", "lost", "drawn")}
