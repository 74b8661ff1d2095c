"""Connect Four and m,n,k games against published counts, with their symmetries and without."""

from functools import cache

import attrs
import pytest

from games import ConnectFour
from games.in_a_row.plain import PlainConnectFour
from gamesolver import solve
from tests.oracles.published import assert_counts, figures, made

GOLDEN = [
    (name, each)
    for name in ("connect-four", "mnk")
    for each in figures(name)
    if "folded" in each  # of the usual board the counts are published, and no more
]


class PlainUnfolded(PlainConnectFour):
    """The plain rules without the mirror."""

    def symmetries(self, position):
        """None."""
        return ()


class Unfolded(ConnectFour):
    """The same game without its mirror."""

    @property
    def rules(self):
        """The bundle without symmetries."""
        return without_symmetries(super().rules)

    @property
    def plain(self):
        """The plain rules without symmetries."""
        return PlainUnfolded(self.width, self.height, self.line, self.fall)


@cache
def without_symmetries(rules):
    """A bundle that folds nothing, one for each bundle that does."""
    return attrs.evolve(rules, symmetries=None, canonical=None)


def marks(golden):
    """The marks of a large game: left out, or too slow in plain Python."""
    mark = pytest.mark.slow if golden["folded"] > 100_000 else pytest.mark.compiled
    return [mark] if golden["folded"] > 5_000 else []


def assert_as_published(solution, golden):
    """Raw positions, how many are won, lost and drawn, and the start."""
    counts = solution.counts(symmetric=True)
    assert sum(counts.values()) == golden["positions"]
    assert_counts(counts, golden)
    assert str(solution.outcome) == golden["outcome"]


@pytest.mark.parametrize(
    ("name", "golden"),
    [
        pytest.param(name, each, id=repr(made(name, each)), marks=marks(each))
        for name, each in GOLDEN
    ],
)
def test_counts(name, golden):
    """Positions, folded and not, won, lost and drawn ones, and the start are as published."""
    solution = solve(made(name, golden))
    assert_as_published(solution, golden)
    assert len(solution) == golden["folded"]


def test_values_of_all_boards():
    """The table of values agrees with what each board in it is said to come to, four in a row."""
    table = figures("connect-four")[0]["values"]
    letters = {"loss": "L", "draw": "D", "win": "W"}
    told, values = [], []
    for golden in figures("connect-four"):
        game = made("connect-four", golden)
        row = table.get(str(game.height), "") if game.line == 4 else ""
        if 0 <= game.width - 4 < len(row):
            told.append(row[game.width - 4])
            values.append(letters[golden["outcome"].partition(" in ")[0]])
    assert values == told
    assert len(told) == 30


@pytest.mark.parametrize(
    "golden",
    [
        pytest.param(each, id=repr(made(name, each)), marks=marks(each))
        for name, each in GOLDEN
        if name == "connect-four"
        and each["parameters"].get("fall", True)
        and each["positions"] < 4_000_000
    ],
)
def test_counts_without_the_mirror(golden):
    """With no symmetry named, the raw positions are solved one by one, to the same figures."""
    solution = solve(Unfolded(**golden["parameters"]))
    assert_as_published(solution, golden)
    assert len(solution) == golden["positions"]
