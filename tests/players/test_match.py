"""Matches: the requested number of games, played fairly, and reported with intervals."""

import random
from math import sqrt

import pytest

from games import PongHauKi, TicTacToe
from gamesolver import InvalidArgumentError, PlayerError, solve
from gamesolver.players import (
    Match,
    MinimaxPlayer,
    PerfectPlayer,
    RandomPlayer,
    ShareOfWinsPlayer,
    best_response,
    match,
    odds,
)
from tests.support.small_games import Drawn

GAME = TicTacToe()
SOLUTION = solve(GAME)
RANDOM = RandomPlayer(GAME)
PLAYERS = {
    "random": RANDOM,
    "perfect": PerfectPlayer(SOLUTION),
    "by value": PerfectPlayer(SOLUTION, by="value"),
    "all best": PerfectPlayer(SOLUTION, ties="random"),
    "all by value": PerfectPlayer(SOLUTION, by="value", ties="random"),
    "share": ShareOfWinsPlayer(GAME),
    "minimax": MinimaxPlayer(GAME),
    "response": best_response(SOLUTION, RANDOM),
}


def assert_within(played, expected, errors=4):
    """Check that each share is within ``errors`` standard errors of its chance."""
    for kind in ("win", "draw", "loss", "endless"):
        chance = float(getattr(expected, kind))
        error = sqrt(chance * (1 - chance) / played.games)
        assert abs(getattr(played, kind) / played.games - chance) <= errors * error


PAIRS = [(one, [*PLAYERS][place - step]) for step in range(8) for place, one in enumerate(PLAYERS)]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_a_million_games_are_as_the_odds_state(first, second):
    """A million games of a pair of players lie within four standard errors of the odds."""
    players = PLAYERS[first], PLAYERS[second]
    played = match(GAME, *players, games=1_000_000, seed=20)
    assert played.games == 1_000_000
    assert_within(played, odds(GAME, *players))


@pytest.mark.parametrize("game", [PongHauKi(), Drawn(), Drawn(seated=False)], ids=repr)
def test_a_million_games_where_play_can_loop(game):
    """A million games with cycles or kept turns lie within four standard errors of the odds."""
    player = RandomPlayer(game)
    assert_within(match(game, player, player, 1_000_000, seed=3), odds(game, player, player))


def test_players_that_draw_lots_themselves():
    """A callable that draws its own random moves is called in each game, and so plays at random."""
    luck = random.Random(5)
    queried = []

    def lucky(position):
        queried.append(position)
        return luck.choice(list(GAME.moves(position)))

    played = match(GAME, lucky, RANDOM, games=5_000, seed=1)
    assert_within(played, odds(GAME, RANDOM, RANDOM))
    assert queried.count(GAME.start()) == 5_000


def test_players_of_ours_are_queried_once_a_ply():
    """A built-in player is queried once for each position, not once for each game."""
    queried = []

    class Watched(PerfectPlayer):
        def __call__(self, position):
            queried.append(position)
            return super().__call__(position)

    match(GAME, Watched(SOLUTION), RANDOM, games=5_000, seed=1)
    assert len(queried) == len(set(queried)) < 200


def test_one_seed_one_match():
    """Equal seeds give equal matches, and a match without a seed reports the one it used."""
    one = match(GAME, RANDOM, RANDOM, 1_000, 7)
    assert one == match(GAME, RANDOM, RANDOM, 1_000, seed=7)
    assert one != match(GAME, RANDOM, RANDOM, 1_000, seed=8)
    by_lot = match(GAME, RANDOM, RANDOM, 1_000)
    assert by_lot == match(GAME, RANDOM, RANDOM, 1_000, seed=by_lot.seed)


def test_endless_games():
    """A game that has not ended at ``cap`` is infinite, and one that ends there is not."""
    game = Drawn(first="f")
    assert match(game, RandomPlayer(game), RandomPlayer(game), 10, 1).endless == 10
    assert match(GAME, PLAYERS["perfect"], PLAYERS["perfect"], 10, 1, cap=8).endless == 10
    assert match(GAME, PLAYERS["perfect"], PLAYERS["perfect"], 10, 1, cap=9).draw == 10


def test_from_another_position():
    """The first-named player makes the first move at the given start, whichever side is to move."""
    position = GAME.parse("xx.oo...x")  # o is to move, and wins
    assert match(GAME, PLAYERS["perfect"], RANDOM, 10, 1, start=position).win == 10


def test_intervals_by_wilson():
    """The ends of an interval are 1.96 standard errors from the share, as Wilson requires."""
    played = Match(win=700, draw=0, loss=300, endless=0, seed=1, cap=9)
    for count in (700, 300):
        for end in played.interval(count):
            share = count / 1000
            assert abs(share - end) / sqrt(end * (1 - end) / 1000) == pytest.approx(1.959963985)
    assert played.interval(0)[0] == 0
    assert Match(win=5, draw=0, loss=0, endless=0, seed=1, cap=9).interval(5)[1] == 1


def test_an_interval_of_what_cannot_have_been_counted():
    """A count that is not a whole number from 0 to the number of games is refused."""
    played = Match(win=2, draw=0, loss=1, endless=0, seed=1, cap=9)
    for count in (4, -1, 1.5, None, "win"):
        with pytest.raises(InvalidArgumentError, match="expected a whole number from 0 to 3"):
            played.interval(count)


def test_in_words():
    """The report shows counts, shares and intervals, and infinite games only if there are any."""
    assert str(Match(win=90, draw=10, loss=0, endless=0, seed=4, cap=9)) == (
        "100 games, seed 4\n"
        "win               90   90.00%  (82.56% to 94.48%)\n"
        "draw              10   10.00%  (5.52% to 17.44%)\n"
        "loss               0    0.00%  (0.00% to 3.70%)"
    )
    assert "endless" in str(Match(win=0, draw=0, loss=0, endless=1, seed=4, cap=9))


def test_progress():
    """Finished games are reported, up to all of them."""
    reported = []
    match(GAME, RANDOM, RANDOM, 100, 1, progress=reported.append)
    assert (reported[-1].phase, reported[-1].done, reported[-1].total) == ("games", 100, 100)


def test_a_player_at_fault():
    """A player's fault ends the match with an error that names the position."""
    with pytest.raises(PlayerError, match="<lambda> returned 4 in position"):
        match(GAME, lambda position: 4, RANDOM, seed=1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 0}, "bad games 0: expected a whole number from 1 to 1000000000000000"),
        ({"games": 1.5}, "bad games 1.5: expected a whole number from 1 to 1000000000000000"),
        ({"games": True}, "bad games True: expected a whole number from 1 to 1000000000000000"),
        ({"cap": -1}, "bad cap -1: expected a whole number from 1 to 1000000000000000"),
        ({"seed": -1}, "bad seed -1: expected a whole number from 0 on, or None"),
        ({"seed": "luck"}, "bad seed 'luck': expected a whole number from 0 on, or None"),
        ({"first": None}, "bad player None: expected a callable that takes a position"),
    ],
    ids=str,
)
def test_bad_arguments(arguments, message):
    """Each argument is refused by name, with what was expected."""
    with pytest.raises(InvalidArgumentError) as caught:
        match(**{"game": GAME, "first": RANDOM, "second": RANDOM} | arguments)
    assert str(caught.value) == message
