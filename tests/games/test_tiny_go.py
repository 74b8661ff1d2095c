"""Go on tiny boards: published scores and boards, superko, and rules by example."""

from functools import cache

import pytest

from games import TinyGo
from gamesolver import explore, solve
from tests.oracles.published import assert_outcome, figures, made
from tests.support.scale import scaled

FIGURES = figures("tiny-go")
DIFFER = {(2, 2), (1, 6), (1, 7)}
"""Boards on which a player who would lose stones by superko plays on for ever without it."""
SEARCHED = [(2, 2), *((1, columns) for columns in range(1, 7))]
"""Boards that are quickly searched with superko, where a position includes the game so far."""
OTHER = {"x": "o", "o": "x"}
LARGEST = scaled(8, 9)
"""Points of the largest board that is solved."""


def area(golden):
    """Return the number of points of a board."""
    rows, columns = shape(golden)
    return rows * columns


def shape(golden):
    """Return the rows and columns of the board of some figures."""
    game = made("tiny-go", golden)
    return game.rows, game.columns


EACH = pytest.mark.parametrize(
    "golden",
    [each for each in FIGURES if area(each) <= LARGEST],
    ids=lambda each: str(each["parameters"]),
)


@EACH
def test_scores(golden):
    """The start has the score of the figures, which differs from superko on three boards only."""
    game = made("tiny-go", golden)
    outcome = solve(game).outcome
    assert_outcome(outcome, golden)
    assert (outcome.score != golden["with_superko"]) == ((game.rows, game.columns) in DIFFER)


class Superko:
    """Search of Go in which no earlier board may be repeated."""

    def __init__(self, game):
        self.game = game
        self.after, self.area = cache(self._after), cache(self._area)

    def reaches(self, score, points=None, mover="x", seen=frozenset(), passes=0):
        """Return True if black reaches at least the given score."""
        points = points or self.game.start().points
        seen |= {points}
        is_black, suffices = mover == "x", self.area(points) >= score
        if passes == 2 or (passes == 1 and suffices == is_black):
            return suffices
        tried = [(after, 0) for after in self.after(points, mover) if after not in seen]
        return is_black == any(
            self.reaches(score, after, OTHER[mover], seen, passed) == is_black
            for after, passed in [*tried, (points, passes + 1)]
        )

    def _after(self, points, mover):
        """Return the boards after a stone, those with most stones of the mover first."""
        here = self.game.start()._replace(points=points, mover=mover)
        moves = [move for move in self.game.moves(here) if move != "pass"]
        boards = [self.game.play(here, move).points for move in moves]
        return sorted(boards, key=lambda each: each.count(OTHER[mover]) - each.count(mover))

    def _area(self, points):
        """Return the lead of black."""
        here = self.game.start()._replace(points=points, passes=2)
        return self.game.terminal_score(here)


@pytest.mark.parametrize(
    "golden",
    [each for each in FIGURES if shape(each) in SEARCHED],
    ids=lambda each: str(each["parameters"]),
)
def test_scores_with_superko(golden):
    """If no earlier board may be repeated, the search finds the published scores."""
    search, score = Superko(made("tiny-go", golden)), golden["with_superko"]
    assert search.reaches(score)
    assert not search.reaches(score + 1)


@pytest.mark.parametrize(
    "golden",
    [each for each in FIGURES if "legal_boards" in each and area(each) <= LARGEST],
    ids=lambda each: str(each["parameters"]),
)
def test_all_legal_boards_are_reached(golden):
    """Play reaches exactly the legal boards, and they are as many as published."""
    game = made("tiny-go", golden)
    boards = {image.points for each in explore(game) for image in (each, *game.symmetries(each))}
    assert boards == {*game.boards()}
    assert len(boards) == golden["legal_boards"]["positions"]


# ── rules by example ───────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("position", "point", "after"),
    [
        (".o./... x", 4, ".o./.x. o"),
        (".ox/... x", 4, ".ox/.x. o"),
        ("xo./.x. x", 2, "x.x/.x. o"),  # one is taken,
        ("oo./xx. x", 2, "..x/xx. o"),  # or two,
        ("xoo/.x. x", 5, "x../.xx o"),  # from any side
    ],
)
def test_groups_without_liberties_are_taken(position, point, after):
    """Surrounded stones are taken off, whole groups at once."""
    game = TinyGo(rows=2, columns=3)
    here = game.parse(position)
    assert game.format(game.play(here, point)) == after


def test_ko():
    """A single stone that captured one stone cannot be recaptured before a pass."""
    game = TinyGo(rows=1, columns=4)
    position = game.parse(".xo. o")
    taken = game.play(position, 0)
    assert game.format(taken) == "o.o. x ko 1"
    assert 1 not in game.moves(taken)
    passed = game.play(taken, "pass")
    assert game.format(passed) == "o.o. o pass"


def test_no_liberty_is_no_move():
    """A stone without a liberty cannot be placed unless it captures."""
    game = TinyGo(rows=1, columns=3)
    assert game.moves(game.parse(".x. o")) == ["pass"]
    assert game.moves(game.parse("x.o x")) == [1, "pass"]


@pytest.mark.parametrize(
    ("position", "score"),
    [
        (".x. o pass pass", -3),
        ("x.o x pass pass", 0),
        ("... x pass pass", 0),
        (".x. x pass", None),
    ],
)
def test_area(position, score):
    """Stones count, and empty points that border on one colour only, once both have passed."""
    game = TinyGo(rows=1, columns=3)
    assert game.terminal_score(game.parse(position)) == score


def test_the_area_in_the_lecture():
    """On the board that the rule book shows x is two ahead, and o two behind."""
    game = TinyGo(rows=2, columns=4)
    for mover, score in (("x", 2), ("o", -2)):
        assert game.terminal_score(game.parse(f".xo./.xxo {mover} pass pass")) == score
