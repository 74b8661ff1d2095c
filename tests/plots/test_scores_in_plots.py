"""Plots of games with scores: one bar for all scores of a value, or one bar for each score."""

from __future__ import annotations

from collections import Counter

import matplotlib
import pytest
from matplotlib import pyplot as plt

from games import Nim
from gamesolver import InvalidArgumentError, Value, solve
from gamesolver.plots import outcomes_by_remoteness, outcomes_by_score, perfect_play, values_by_ply
from tests.support.at_the_terminal import ROOT, answered, refused
from tests.support.scored_games import Chase, Coins, Counters, Race, Treasure

matplotlib.use("Agg")  # no windows

SCORED = [Coins(), Counters(), Race(), Treasure(), Treasure(endless=-1)]
GAMES = f"{ROOT}/tests/support/scored_games.py"


@pytest.fixture(autouse=True)
def closed():
    """Fixture that closes all figures after a test."""
    yield
    plt.close("all")


def heights(ax):
    """Return the heights of the bars of each value, by its name in the legend."""
    return {each.get_label(): [bar.get_height() for bar in each] for each in ax.containers}


@pytest.mark.parametrize("game", [*SCORED, Chase()], ids=repr)
def test_a_bar_for_each_remoteness_and_value(game):
    """Positions of one value and different scores are counted in one bar."""
    solution = solve(game)
    sums = Counter()
    for outcome, count in solution.counts().items():
        sums[outcome.remoteness, outcome.value] += count
    received = heights(outcomes_by_remoteness(solution))
    for value in Value:
        expected = [count for (_, other), count in sums.items() if other is value]
        assert sorted(received.get(value.name.lower(), [])) == sorted(expected)


@pytest.mark.parametrize("draw", [outcomes_by_remoteness, outcomes_by_score, values_by_ply])
@pytest.mark.parametrize("game", SCORED, ids=repr)
def test_whole_numbers_of_positions(draw, game):
    """The axis for a few positions has ticks at whole numbers only."""
    ax = draw(solve(game))
    assert ax.get_yscale() == "log" or all(tick == int(tick) for tick in ax.get_yticks())


@pytest.mark.parametrize("game", SCORED, ids=repr)
def test_a_bar_for_each_score(game):
    """Each score has a bar as high as its number of positions, with the label of its value."""
    solution = solve(game)
    sums = Counter()
    for outcome, count in solution.counts().items():
        sums[outcome.score] += count
    ax = outcomes_by_score(solution)
    received = {round(bar.get_x() + bar.get_width() / 2, 9): bar.get_height() for bar in ax.patches}
    assert received == sums
    for bars in ax.containers:
        values = {Value.of(round(bar.get_x() + bar.get_width() / 2)) for bar in bars}
        assert values == {Value[bars.get_label().upper()]}


def test_scores_stand_below_the_boards_of_perfect_play():
    """Perfect play shows the score of each of its positions, and none in a game without scores."""
    solution = solve(Coins())
    received = [each.get_text() for each in perfect_play(solution).texts]
    plies = ["0", "1", "2", "3", "4", "5"]
    positions = [solution.start, *(row.position for row in solution.mainline())]
    scores = [solution[each].score for each in positions]
    assert sorted(received) == sorted([*plies, *(f"{each:+}" if each else "0" for each in scores)])
    chase = [each.get_text() for each in perfect_play(solve(Chase())).texts]
    assert not any(text.startswith("+") for text in chase)


def test_endless_wins_are_drawn():
    """Endless wins are counted by ply, and have a bar labelled "endless"."""
    ax = values_by_ply(solve(Chase()))
    assert sum(map(sum, heights(ax).values())) == 32
    labels = [each.get_text() for each in outcomes_by_remoteness(solve(Chase())).get_xticklabels()]
    assert labels == ["0", "1", "endless"]


def test_a_game_without_scores_is_referred_to_the_other_plot():
    """A game without scores is referred to another plot, in Python and at the terminal."""
    with pytest.raises(InvalidArgumentError) as caught:
        outcomes_by_score(solve(Nim((1, 2))))
    assert str(caught.value) == (
        "Nim(heaps=(1, 2)) has no scores: expected a game that defines terminal_score; "
        "outcomes_by_remoteness counts its positions by plies"
    )
    reported = refused("plot", "nim", "out.png", "--kind", "scores")
    assert reported.endswith("--kind outcomes counts its positions by plies")


def test_a_plot_of_scores_at_the_terminal(tmp_path):
    """``--kind scores`` writes a plot of the scores."""
    out = tmp_path / "scores.svg"
    assert answered("plot", f"{GAMES}:Race", out, "--kind", "scores").startswith(f"{out}: ")
    assert "score, for the player to move" in out.read_text()
