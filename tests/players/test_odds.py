"""Odds: chances without sampling, in fractions, on loops too."""

import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Nim, PongHauKi, ThreeMensMorris, TicTacToe
from gamesolver import InvalidArgumentError, SizeLimitError, Value, solve
from gamesolver.players import (
    MinimaxPlayer,
    Odds,
    PerfectPlayer,
    RandomPlayer,
    ShareOfWinsPlayer,
    odds,
)
from gamesolver.players import chances as chances_module
from gamesolver.players import linear as linear_floats
from tests.attacks.graph_games import DrawnGame, drawings
from tests.oracles.chances import chances, rows_of
from tests.support.small_games import Detour, Drawn
from tests.support.some_players import Some, Steep, Walk, listed

GAME = TicTacToe()
SOLUTION = solve(GAME)
RANDOM = RandomPlayer(GAME)
PLAYERS = [
    RANDOM,
    PerfectPlayer(SOLUTION),
    PerfectPlayer(SOLUTION, by="value"),
    PerfectPlayer(SOLUTION, ties="random"),
    PerfectPlayer(SOLUTION, by="value", ties="random"),
    ShareOfWinsPlayer(GAME),
    MinimaxPlayer(GAME),
]


def expected(game, first, second):
    """The slow chances."""
    return chances(*rows_of(game, listed(first), listed(second)))


def assert_right(game, first, second):
    """As the slow reference has it, exactly; and one in all."""
    found = odds(game, first, second)
    four = found.win, found.draw, found.loss, found.endless
    assert found.exact
    assert four == expected(game, first, second)
    assert sum(four) == 1


@given(drawings(most_nodes=7), st.integers(0, 99), st.booleans())
def test_odds_are_those_of_the_equations(drawing, seed, folded):
    """On graphs with cycles and kept turns the chances are what one equation a node gives."""
    game = DrawnGame(drawing, folded)
    assert_right(game, Some(game, seed), Some(game, seed + 1))
    assert_right(game, RandomPlayer(game), Some(game, seed))


@pytest.mark.parametrize(
    "game", [Nim((1, 2)), Drawn(), Drawn(seated=False), Detour(), PongHauKi()], ids=repr
)
def test_odds_of_small_games(game):
    """So they are for the games on the shelf, with seats and without, for random play."""
    assert_right(game, RandomPlayer(game), RandomPlayer(game))
    assert_right(game, PerfectPlayer(solve(game), ties="random"), RandomPlayer(game))


@pytest.mark.parametrize("second", PLAYERS, ids=str)
@pytest.mark.parametrize("first", PLAYERS, ids=str)
def test_odds_of_tic_tac_toe_are_nobodys_loss_if_no_player_errs(first, second):
    """They sum to one, and a perfect player never loses, whichever player the other is."""
    found = odds(GAME, first, second)
    assert found.win + found.draw + found.loss == 1
    assert found.endless == 0
    if isinstance(first, PerfectPlayer | MinimaxPlayer):
        assert found.loss == 0
    if isinstance(second, PerfectPlayer | MinimaxPlayer):
        assert found.win == 0


def test_random_play_of_tic_tac_toe():
    """Each game of ``n`` plies has one chance in 9!/(9-n)!: summed over all games, by length."""
    wins = {5: 1440, 7: 47952, 9: 81792}  # x; and o below: 255,168 games in all, 46,080 drawn
    losses = {6: 5328, 8: 72576}
    assert sum(wins.values()) + sum(losses.values()) + 46_080 == 255_168
    ways = {0: 1}
    for ply in range(9):
        ways[ply + 1] = ways[ply] * (9 - ply)
    found = odds(GAME, RANDOM, RANDOM)
    assert found.win == sum(Fraction(count, ways[plies]) for plies, count in wins.items())
    assert found.loss == sum(Fraction(count, ways[plies]) for plies, count in losses.items())
    assert found.draw == Fraction(46_080, ways[9])
    assert found.positions == 5478


def test_the_first_named_moves_first_whatever_the_seat():
    """From a position where o is to move, the player named first plays o."""
    position = GAME.parse("x...o...x")
    found = odds(GAME, PerfectPlayer(SOLUTION), PerfectPlayer(SOLUTION), start=position)
    assert SOLUTION[position].value is Value.DRAW
    assert found.draw == 1
    won = GAME.parse("xx.oo...x")
    assert odds(GAME, PerfectPlayer(SOLUTION), RANDOM, start=won).win == 1


def test_an_end_has_odds_too():
    """Where play has ended none is called, and the player named first is the one to move there."""
    over = GAME.parse("xxxoo....")
    assert odds(GAME, RANDOM, RANDOM, start=over) == Odds(0, 0, 1, 0)


# ── loops ──────────────────────────────────────────────────────────────────


def test_endless_play_is_certain_where_no_player_leaves():
    """Two who keep to a loop play for ever."""
    assert odds(Drawn(first="f"), lambda at: "round", lambda at: "round") == Odds(0, 0, 0, 1)


def test_a_loop_too_large_for_fractions_is_solved_in_floats_and_states_so(monkeypatch):
    """Beyond that many nodes chances are floats, with an error that is reported, and sum to one."""
    game = PongHauKi()
    player = RandomPlayer(game)
    exact = odds(game, player, player)
    monkeypatch.setattr(chances_module, "MOST_EXACT", 10)
    found = odds(game, player, player)
    assert exact.exact
    assert not found.exact
    assert found.residual <= 1e-12
    assert "(within " in str(found)
    for kind in ("win", "draw", "loss", "endless"):
        assert isinstance(getattr(found, kind), float)
        assert abs(getattr(found, kind) - float(getattr(exact, kind))) <= 1e-12
    assert found.win + found.draw + found.loss + found.endless == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("size", [2, 3, 100, 150, 151, 301, 302, 400])
def test_the_ruin_of_a_gambler(size):
    """A fair walk from 1 comes to n before 0 with chance 1/n; exactly so up to 300 nodes."""
    game = Walk(size)
    found = odds(game, RandomPlayer(game), RandomPlayer(game))
    assert found.exact == (size <= 301)
    assert abs(found.win - Fraction(1, size)) <= (0 if found.exact else 1e-12)
    assert found.residual <= 1e-12


@pytest.fixture(scope="module", params=["walk", "morris"])
def by_chance(request):
    """A game played at random, and its chances as they are usually found."""
    game = {"walk": Walk(400), "morris": ThreeMensMorris()}[request.param]
    player = RandomPlayer(game)
    return game, player, odds(game, player, player)


@pytest.mark.parametrize("way", ["_bicgstab", "_reduced", "_elimination"])
def test_every_way_to_solve_in_floats(monkeypatch, by_chance, way):
    """Each of the ways alone finds the same chances, or states that it cannot."""
    game, player, usual = by_chance
    without(monkeypatch, {"_bicgstab", "_reduced", "_elimination"} - {way})
    if (game, way) == (ThreeMensMorris(), "_reduced"):  # its positions are tied too much
        monkeypatch.setattr(linear_floats, "MOST_PRODUCTS", 1_000_000)
        with pytest.raises(SizeLimitError, match="has odds with an error of"):
            odds(game, player, player)
        return
    found = odds(game, player, player)
    assert not found.exact
    assert found.residual <= 1e-12
    assert found.win == pytest.approx(usual.win, abs=2e-12)


def without(monkeypatch, ways):
    """Take away some of the ways to solve equations in floats."""
    nothing = {"_bicgstab": lambda *given: np.zeros_like, "_reduced": lambda *given: None}
    for way in ways & set(nothing):
        monkeypatch.setattr(linear_floats, way, nothing[way])
    if "_elimination" in ways:
        monkeypatch.setattr(linear_floats, "MOST_DENSE", 0)


@pytest.mark.parametrize("size", [12_000, 20_001])
def test_a_long_walk(size):
    """Where nothing mixes and elimination is out of the question, the chance is found all the same.

    By parity the walk is won by who moves at odd places only.
    """
    game = Walk(size)
    found = odds(game, RandomPlayer(game), RandomPlayer(game))
    assert found.positions > 10_000
    assert found.residual <= 1e-12
    assert abs(found.win - 1 / size) <= 1e-12
    assert found.win + found.draw + found.loss + found.endless == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("steps", [150, 400, 3_000])
def test_play_that_takes_longer_than_the_world(steps):
    """2^400 plies before the end are no hindrance: who makes the last step is known exactly.

    From the first place on each step is made by lot, or play is back there. A run that gets
    through has its last step made by who began the run; and each begins with the same chance, but
    for the very first run, which counts for next to nothing.
    """
    game = Steep(steps)
    found = odds(game, RandomPlayer(game), RandomPlayer(game))
    assert found.residual <= 1e-12
    assert found.win == pytest.approx(0.5, abs=1e-12)
    assert found.win + found.loss == pytest.approx(1, abs=1e-12)


def test_what_cannot_be_solved_is_an_error(monkeypatch):
    """Where no method reaches the residual, the size of the loop and what is missing are shown."""
    game = Walk(400)
    without(monkeypatch, {"_bicgstab", "_reduced", "_elimination"})
    with pytest.raises(SizeLimitError) as caught:
        odds(game, RandomPlayer(game), RandomPlayer(game))
    assert str(caught.value) == (
        "a cycle of 399 positions has odds with an error of 1.0e+00, above 1e-12: "
        "play takes too long to end; use match instead"
    )


@pytest.mark.parametrize(("missing", "size"), [("flint", 100), ("scipy.sparse", 400)])
def test_what_brings_the_odds_of_loops_is_reported(monkeypatch, missing, size):
    """Without what solves equations the message states what to install; only loops need it."""
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.setattr(linear_floats, "FEW_PRODUCTS", -1)
    with pytest.raises(InvalidArgumentError) as caught:
        odds(Walk(size), RandomPlayer(Walk(size)), RandomPlayer(Walk(size)))
    assert str(caught.value) == (
        "chances in games with cycles require python-flint and scipy: "
        'pip install "solved-games[odds]"'
    )
    game = TicTacToe()
    assert odds(game, RandomPlayer(game), RandomPlayer(game)).exact
