"""Matches and odds of games with scores, gains and a payoff of infinite play."""

from fractions import Fraction
from math import sqrt

import pytest

from gamesolver import GameContractError
from gamesolver.players import RandomPlayer, chances, match, odds
from tests.attacks.played_scores import Mill, Race, Ring, drawings
from tests.oracles.chances import score_chances
from tests.support.some_players import Some, listed


def two_players(game, number):
    """Return two players of a game that choose among some of the moves."""
    return Some(game, number), Some(game, ~number)


@pytest.mark.parametrize("gains", [False, True])
def test_the_chance_of_every_score(gains):
    """Odds of random games have exactly the chances by score of a chain over all sums."""
    for number, game in enumerate(drawings(f"odds {gains}", gains=gains)):
        for first, second in (two_players(game, number), (RandomPlayer(game), RandomPlayer(game))):
            by_score, endless = score_chances(game, listed(first), listed(second))
            found = odds(game, first, second)
            assert found.exact
            assert {score: each for score, each in found.scores.items() if each} == by_score
            assert found.endless == endless
            assert found.win + found.draw + found.loss + endless == 1
            assert sum(found.scores.values()) == 1
            assert found.expectation == sum(score * each for score, each in by_score.items())
            assert list(found.scores) == sorted(found.scores, reverse=True)


def test_odds_in_floats(monkeypatch):
    """Results in floats are within their bound of the fractions, score by score."""
    reported = 0
    for game in drawings("floats", 60):
        player = RandomPlayer(game)
        exact = odds(game, player, player)
        with monkeypatch.context() as patch:
            patch.setattr(chances, "MOST_EXACT", 0)
            found = odds(game, player, player)
        reported += not found.exact
        for score, chance in exact.scores.items():
            assert abs(found.scores[score] - chance) <= found.residual + 1e-15
        farthest = sum(map(abs, exact.scores)) * (found.residual + 1e-15)
        assert abs(found.expectation - exact.expectation) <= farthest
    assert reported > 10


def test_a_match_is_as_the_odds_state():
    """The mean of many games is within five standard errors of the expectation."""
    for game in drawings("match", 40):
        player = RandomPlayer(game)
        played, chances = (
            match(game, player, player, 20_000, seed=1, cap=200),
            odds(game, player, player),
        )
        assert set(played.scores) <= set(chances.scores)
        assert sum(played.scores.values()) == played.games
        assert played.total == sum(score * games for score, games in played.scores.items())
        square = sum(score**2 * float(each) for score, each in chances.scores.items())
        deviation = sqrt(max(0, square - float(chances.expectation) ** 2) / played.games)
        assert abs(played.mean - float(chances.expectation)) <= 5 * deviation + 1e-9


def test_a_match_of_gains():
    """A player who takes two of three counters against one wins each of ten games by one."""
    played = match(Race(), lambda position: min(2, position), lambda position: 1, 10, seed=1)
    assert (played.win, played.scores, played.total, played.mean) == (10, {1: 10}, 10, 1.0)
    assert str(played) == (
        "10 games, seed 1\n"
        "win               10  100.00%  (72.25% to 100.00%)\n"
        "draw               0    0.00%  (0.00% to 27.75%)\n"
        "loss               0    0.00%  (0.00% to 27.75%)\n"
        "score +10 in sum, +1.00 on average"
    )
    assert played.shape()["scores"] == {
        "sum": 10,
        "mean": 1.0,
        "by_score": [
            {"score": 1, "games": 10, "share": 1.0, "low": played.interval(10)[0], "high": 1.0}
        ],
    }


def test_the_odds_of_gains():
    """Random play for three counters scores 1 with chance 3/4 and -1 with chance 1/4."""
    game = Race()
    found = odds(game, RandomPlayer(game), RandomPlayer(game))
    assert found.scores == {1: Fraction(3, 4), -1: Fraction(1, 4)}
    assert found.expectation == Fraction(1, 2)
    assert str(found) == "win 75.00%, draw 0.00%, loss 25.00%; score +0.50 on average"
    assert found.shape()["scores"] == {
        "expected": 0.5,
        "fraction": "1/2",
        "by_score": [
            {"score": 1, "chance": 0.75, "fraction": "3/4"},
            {"score": -1, "chance": 0.25, "fraction": "1/4"},
        ],
    }


def test_endless_play_that_is_lost():
    """Without scores infinite play is counted separately, and reported as a loss."""
    game = Ring()
    walk = lambda position: "on"  # noqa: E731  # a player
    assert odds(game, walk, walk).expectation == -1
    assert str(odds(game, walk, walk)) == (
        "win 0.00%, draw 0.00%, loss 0.00%, endless 100.00%; infinite play is a loss"
    )
    played = match(game, walk, walk, 10, seed=1, cap=20)
    assert (played.endless, played.endless_payoff, played.mean) == (10, -1, -1.0)
    assert str(played).endswith("infinite play is a loss")
    assert odds(game, walk, walk, start=("here", 1)).endless_payoff == 1


def test_a_gain_on_a_loop():
    """A move that gains and lies on a cycle is refused by name."""
    with pytest.raises(GameContractError) as caught:
        odds(
            Mill(0),
            lambda position: ["on", "stop"][: 2 - position[1]],
            lambda position: "on",
        )
    assert caught.value.faults[0].message == (
        "a move in position ('here', 0) gains, and play can return to it: expected "
        "no gain on a cycle"
    )
