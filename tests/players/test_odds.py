"""Odds: exact chances of every result, in games with cycles, too."""

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
    """Return the chances by the slow oracle."""
    return chances(*rows_of(game, listed(first), listed(second)))


def assert_right(game, first, second):
    """Check that the odds equal the oracle's exactly and sum to one."""
    found = odds(game, first, second)
    four = found.win, found.draw, found.loss, found.endless
    assert found.exact
    assert four == expected(game, first, second)
    assert sum(four) == 1


@given(drawings(most_nodes=7), st.integers(0, 99), st.booleans())
def test_odds_are_those_of_the_equations(drawing, seed, folded):
    """Odds of random graphs with cycles and kept turns solve one equation per node."""
    game = DrawnGame(drawing, folded)
    assert_right(game, Some(game, seed), Some(game, seed + 1))
    assert_right(game, RandomPlayer(game), Some(game, seed))


@pytest.mark.parametrize(
    "game", [Nim((1, 2)), Drawn(), Drawn(seated=False), Detour(), PongHauKi()], ids=repr
)
def test_odds_of_small_games(game):
    """The odds of small games equal those of the oracle, with and without ``player``."""
    assert_right(game, RandomPlayer(game), RandomPlayer(game))
    assert_right(game, PerfectPlayer(solve(game), ties="random"), RandomPlayer(game))


@pytest.mark.parametrize("second", PLAYERS, ids=str)
@pytest.mark.parametrize("first", PLAYERS, ids=str)
def test_odds_of_tic_tac_toe_are_nobodys_loss_if_no_player_errs(first, second):
    """The odds sum to one, and a perfect player never loses against any opponent."""
    found = odds(GAME, first, second)
    assert found.win + found.draw + found.loss == 1
    assert found.endless == 0
    if isinstance(first, PerfectPlayer | MinimaxPlayer):
        assert found.loss == 0
    if isinstance(second, PerfectPlayer | MinimaxPlayer):
        assert found.win == 0


def test_random_play_of_tic_tac_toe():
    """The odds of random play are the sum of 1/(9!/(9-n)!) over all games of n plies."""
    wins = {5: 1440, 7: 47952, 9: 81792}  # of x; below, of o: 255,168 games in all, 46,080 drawn
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
    """At a terminal position the odds are certain, for the player to move there."""
    over = GAME.parse("xxxoo....")
    assert odds(GAME, RANDOM, RANDOM, start=over) == Odds(0, 0, 1, 0)


# ── loops ──────────────────────────────────────────────────────────────────


def test_endless_play_is_certain_where_no_player_leaves():
    """Two players who never leave a cycle play for ever with certainty."""
    assert odds(Drawn(first="f"), lambda at: "round", lambda at: "round") == Odds(0, 0, 0, 1)


def test_a_loop_too_large_for_fractions_is_solved_in_floats_and_states_so(monkeypatch):
    """Beyond ``MOST_EXACT`` nodes the odds are floats with a reported error, and sum to one."""
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
    """A fair walk from 1 reaches n before 0 with chance 1/n, exactly so up to 300 nodes."""
    game = Walk(size)
    found = odds(game, RandomPlayer(game), RandomPlayer(game))
    assert found.exact == (size <= 301)
    assert abs(found.win - Fraction(1, size)) <= (0 if found.exact else 1e-12)
    assert found.residual <= 1e-12


@pytest.fixture(scope="module", params=["walk", "morris"])
def by_chance(request):
    """A game, its random player, and the odds by the usual method."""
    game = {"walk": Walk(400), "morris": ThreeMensMorris()}[request.param]
    player = RandomPlayer(game)
    return game, player, odds(game, player, player)


@pytest.mark.parametrize("way", ["_bicgstab", "_reduced", "_elimination"])
def test_every_way_to_solve_in_floats(monkeypatch, by_chance, way):
    """Each method alone finds the same odds, or reports that it cannot."""
    game, player, usual = by_chance
    without(monkeypatch, {"_bicgstab", "_reduced", "_elimination"} - {way})
    if (game, way) == (ThreeMensMorris(), "_reduced"):  # its positions are connected too densely
        monkeypatch.setattr(linear_floats, "MOST_PRODUCTS", 1_000_000)
        with pytest.raises(SizeLimitError, match="has odds with an error of"):
            odds(game, player, player)
        return
    found = odds(game, player, player)
    assert not found.exact
    assert found.residual <= 1e-12
    assert found.win == pytest.approx(usual.win, abs=2e-12)


def without(monkeypatch, ways):
    """Disable some of the methods that solve equations in floats."""
    nothing = {"_bicgstab": lambda *given: np.zeros_like, "_reduced": lambda *given: None}
    for way in ways & set(nothing):
        monkeypatch.setattr(linear_floats, way, nothing[way])
    if "_elimination" in ways:
        monkeypatch.setattr(linear_floats, "MOST_DENSE", 0)


@pytest.mark.parametrize("size", [12_000, 20_001])
def test_a_long_walk(size):
    """A walk too long for mixing and for elimination still has accurate odds.

    By parity the walk is won by the player who moves at odd places only.
    """
    game = Walk(size)
    found = odds(game, RandomPlayer(game), RandomPlayer(game))
    assert found.positions > 10_000
    assert found.residual <= 1e-12
    assert abs(found.win - 1 / size) <= 1e-12
    assert found.win + found.draw + found.loss + found.endless == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("steps", [150, 400, 3_000])
def test_play_that_takes_longer_than_the_world(steps):
    """Odds are accurate even if play takes some 2^400 plies.

    Each step from the first place on is made at random, or play returns to the first place. The
    last step of a run that gets through is made by the player who began the run. Either player
    begins a run with the same chance, except for the very first run, which hardly counts.
    """
    game = Steep(steps)
    found = odds(game, RandomPlayer(game), RandomPlayer(game))
    assert found.residual <= 1e-12
    assert found.win == pytest.approx(0.5, abs=1e-12)
    assert found.win + found.loss == pytest.approx(1, abs=1e-12)


def test_what_cannot_be_solved_is_an_error(monkeypatch):
    """If no method reaches the residual, the error shows the size of the cycle and the residual."""
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
    """Without the required packages the message says what to install; only cycles need them."""
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
