"""Connect Four and m,n,k games against published counts, with their symmetries and without."""

import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import attrs
import pytest

import games
from games import ConnectFour
from games.in_a_row.plain import PlainConnectFour
from gamesolver import Outcome, Value, solve

GOLDEN = tomllib.loads((Path(__file__).parent / "goldens" / "in_a_row.toml").read_text())["games"]
NAMES = {"won": Value.WIN, "lost": Value.LOSS, "drawn": Value.DRAW}


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


def made(golden):
    """The game that a golden speaks of."""
    return getattr(games, golden["game"])(**golden["parameters"])


def marks(golden):
    """The marks of a large game: left out, or too slow in plain Python."""
    mark = pytest.mark.slow if "slow" in golden else pytest.mark.compiled
    return [mark] if golden["folded"] > 5_000 else []


def assert_as_published(solution, golden):
    """Raw positions, how many are won, lost and drawn, and the start."""
    sums = Counter()
    for outcome, count in solution.counts(symmetric=True).items():
        sums[outcome.value] += count
    assert sum(sums.values()) == golden["positions"]
    for name in NAMES.keys() & golden.keys():
        assert sums[NAMES[name]] == golden[name]
    assert solution.outcome == Outcome(Value[golden["value"]], golden["remoteness"])


@pytest.mark.parametrize(
    "golden", [pytest.param(each, id=repr(made(each)), marks=marks(each)) for each in GOLDEN]
)
def test_counts(golden):
    """Positions, folded and not, won, lost and drawn ones, and the start are as published."""
    solution = solve(made(golden))
    assert_as_published(solution, golden)
    assert len(solution) == golden["folded"]


@pytest.mark.parametrize(
    "golden",
    [
        pytest.param(each, id=repr(made(each)), marks=marks(each))
        for each in GOLDEN
        if each["game"] == "ConnectFour"
        and each["parameters"].get("fall", True)
        and each["positions"] < 4_000_000
    ],
)
def test_counts_without_the_mirror(golden):
    """With no symmetry named, the raw positions are solved one by one, to the same figures."""
    solution = solve(Unfolded(**golden["parameters"]))
    assert_as_published(solution, golden)
    assert len(solution) == golden["positions"]
