"""Best responses, compared with all possible players."""

from fractions import Fraction
from math import prod

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games import Nim, PongHauKi, TicTacToe
from gamesolver import (
    InvalidArgumentError,
    PlayerError,
    SizeLimitError,
    UnknownPositionError,
    solve,
)
from gamesolver.players import PerfectPlayer, RandomPlayer, best_response, odds
from gamesolver.players import responses as response_values
from tests.attacks.graph_games import DrawnGame, drawings
from tests.oracles.chances import every_player, rows_of
from tests.support.scale import scaled
from tests.support.small_games import Drawn
from tests.support.some_players import Arrows, Some, Steep, listed

MOST_PLAYERS = 256


def goals(chances):
    """Return the three goals in order of priority: to win, not to lose, to end."""
    win, _, loss, endless = chances
    return win, 1 - loss, 1 - endless


def best_of_all(game, solution, opponent, keep_value):
    """Return the best goals of all players, or of those that keep the value, by trying each."""

    def allowed(position):
        moves = list(game.moves(position))
        rows = {row.move: row.outcome.value for row in solution.moves(position)}
        best = max(rows.values())
        return [place for place, move in enumerate(moves) if not keep_value or rows[move] is best]

    start, rows, ends = rows_of(game, lambda position: list(game.moves(position)), listed(opponent))
    ours = [node for node in rows if node[1] == 0]
    assume(prod(len(allowed(node[0])) for node in ours) <= MOST_PLAYERS)
    return max(map(goals, every_player(game, start, rows, ends, allowed)))


def attained(game, player, opponent):
    """Return the goals that a player attains against an opponent."""
    found = odds(game, player, opponent)
    return goals((found.win, found.draw, found.loss, found.endless))


@settings(max_examples=scaled(100, 6_000))
@given(drawings(most_nodes=5), st.integers(0, 99), st.booleans(), st.booleans())
def test_no_player_does_better(drawing, seed, folded, keep_value):
    """No player on a random graph with cycles attains better goals than the best response."""
    game = DrawnGame(drawing, folded)
    solution = solve(game)
    opponent = Some(game, seed)
    player = best_response(solution, opponent, keep_value)
    best = best_of_all(game, solution, opponent, keep_value)
    assert attained(game, player, opponent) == best
    if game.terminal_value(game.start()) is None:
        promised = player.promise(game.start())
        assert goals((promised.win, promised.draw, promised.loss, promised.endless)) == best


@settings(max_examples=scaled(80, 1_500))
@given(drawings(most_nodes=5), st.integers(0, 99))
def test_floats_do_as_well(drawing, seed):
    """A best response computed in floats is as good, up to rounding, as the exact one."""
    game = DrawnGame(drawing)
    solution = solve(game)
    opponent = Some(game, seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(response_values, "MOST_EXACT", 0)
        player = best_response(solution, opponent)
        found = attained(game, player, opponent)
    for ours, best in zip(found, best_of_all(game, solution, opponent, True), strict=True):
        assert abs(ours - best) < 1e-8


def test_a_promise_in_floats_is_reported_as_one():
    """A promise in floats has no negative chances, and reports its residual."""
    game = Steep(400)
    player = best_response(game, RandomPlayer(game), keep_value=False)
    promised = player.promise(game.start())
    assert not promised.exact
    assert (promised.win, promised.residual) == (pytest.approx(1), 1e-9)
    assert min(promised.draw, promised.loss, promised.endless) >= 0
    assert "-" not in str(promised).partition(" (within 1e-09)")[0]


def test_positions_that_it_cannot_be_queried_about():
    """An object that is not a position of the game is refused, with a solution and without."""
    game = TicTacToe()
    with pytest.raises(UnknownPositionError):
        best_response(solve(game), RandomPlayer(game))([1])
    gambler = best_response(game, RandomPlayer(game), keep_value=False)
    with pytest.raises(InvalidArgumentError, match="bad position 7: expected a position of Tic"):
        gambler(7)
    with pytest.raises(InvalidArgumentError, match=r"bad position \[1\]: expected a hashable"):
        gambler.promise([1])


def test_the_chance_is_attained_and_not_shuffled_away():
    """The player moves to the end, not to q, which also keeps the win but leads back to p."""
    game = Arrows((("p", ("q", "lost")), ("q", ("p",))))
    opponent = RandomPlayer(game)
    player = best_response(solve(game), opponent)
    assert player("p") == "lost"
    assert odds(game, player, opponent).win == 1


def test_endless_play_is_better_than_a_loss_and_worse_than_a_draw():
    """Infinite play is preferred to a loss, and a draw is preferred to infinite play."""
    for arrows, expected in (
        ((("p", ("q", "won")), ("q", ("p",)), ("won", ("lost",))), "q"),
        ((("p", ("q", "even")), ("q", ("p",))), "even"),
    ):
        game = Arrows(arrows)
        opponent = RandomPlayer(game)
        player = best_response(solve(game), opponent)
        assert player("p") == expected


def test_of_equals_the_earlier_move():
    """Of moves that are equally good and equally near to an end the first is played."""
    game = TicTacToe()
    solution = solve(game)
    player = best_response(solution, PerfectPlayer(solution))
    assert player(game.start()) == 0


def test_against_random_play_of_tic_tac_toe():
    """The best response to random play never loses, wins 191 of 192 games, and promises that."""
    game = TicTacToe()
    solution = solve(game)
    rival = RandomPlayer(game)
    player = best_response(solution, rival)
    found = odds(game, player, rival)
    assert (found.win, found.loss) == (Fraction(191, 192), 0)
    for other in ("first", "random"):
        assert found.win >= odds(game, PerfectPlayer(solution, ties=other), rival).win
    assert player.promise(game.start()) == found
    assert odds(game, rival, player).win == 0


def test_without_keeping_the_value_it_gambles():
    """As second player, a bold response to random play wins and loses more than a careful one."""
    game = TicTacToe()
    rival = RandomPlayer(game)
    careful = odds(game, rival, best_response(solve(game), rival))
    bold = odds(game, rival, best_response(game, rival, keep_value=False))
    assert bold.loss > careful.loss
    assert bold.win > careful.win == 0


@pytest.mark.parametrize("game", [PongHauKi(), Drawn(), Nim((2, 3))], ids=repr)
def test_it_is_queried_in_any_order(game):
    """The chosen moves do not depend on the first queried position."""
    solution = solve(game)
    rival = RandomPlayer(game)
    forward, backward = (best_response(solution, rival) for _ in range(2))
    queried = [each for each in solution if game.terminal_value(each) is None]
    one = {each: forward(each) for each in queried}
    assert one == {each: backward(each) for each in reversed(queried)}


def test_the_way_to_the_nearest_end_leads_through_what_was_queried_before():
    """Positions solved in an earlier call keep their distance from the end."""
    game = Arrows((("p", ("a", "b")), ("a", ("s",)), ("b", ("even",)), ("s", ("even",))))
    solution, opponent = solve(game), RandomPlayer(game)
    fresh, queried = (best_response(solution, opponent) for _ in range(2))
    assert queried("s") == "even"
    assert queried("p") == fresh("p") == "b"


def test_large_loops_are_solved_in_floats(monkeypatch):
    """Beyond ``MOST_EXACT`` nodes the promise is computed in floats and marked so."""
    game = PongHauKi()
    rival = RandomPlayer(game)
    exact = best_response(solve(game), rival).promise(game.start())
    monkeypatch.setattr(response_values, "MOST_EXACT", 1)
    found = best_response(solve(game), rival).promise(game.start())
    assert exact.exact
    assert not found.exact
    assert found.win == pytest.approx(float(exact.win), abs=1e-9)


# ── refusals ───────────────────────────────────────────────────────────────

GAME = TicTacToe()
SOLUTION = solve(GAME)
RANDOM = RandomPlayer(GAME)


def test_what_keeps_no_value_needs_no_solution():
    """If the value is ignored, a game is enough, and the response is that of its solution."""
    reported = "bad solution TicTacToe(): expected a Solution, as solve and load return it"
    with pytest.raises(InvalidArgumentError) as caught:
        best_response(GAME, RANDOM)
    assert str(caught.value) == reported
    one, other = (best_response(each, RANDOM, keep_value=False) for each in (GAME, SOLUTION))
    assert repr(one) == repr(other)
    assert one(GAME.start()) == other(GAME.start())
    assert one.promise(GAME.start()) == other.promise(GAME.start())
    with pytest.raises(InvalidArgumentError, match="expected a Game, got None"):
        best_response(None, RANDOM, keep_value=False)


@pytest.mark.parametrize(
    ("given_", "message"),
    [
        ({"solution": None}, "bad solution None: expected a Solution, as solve and load return it"),
        ({"opponent": 4}, "bad player 4: expected a callable that takes a position"),
        ({"keep_value": "no"}, "bad keep_value 'no': expected True or False"),
        ({"limit": 0}, "bad limit 0: expected a number of positions from 1 on"),
    ],
    ids=["solution", "opponent", "keep_value", "limit"],
)
def test_bad_arguments(given_, message):
    """Each invalid argument is refused before any work."""
    arguments = {"solution": SOLUTION, "opponent": RANDOM} | given_
    with pytest.raises(InvalidArgumentError) as caught:
        best_response(**arguments)
    assert str(caught.value) == message


def test_play_that_leads_too_far():
    """The limit holds for the graph of play, and is reported when the player is queried."""
    player = best_response(SOLUTION, RANDOM, limit=100)
    for _ in range(2):
        with pytest.raises(SizeLimitError, match="the graph of play has more than 100 positions"):
            player(GAME.start())


def test_positions_where_it_cannot_play():
    """Terminal positions, foreign objects and unknown positions are refused."""
    player = best_response(SOLUTION, RANDOM)
    with pytest.raises(InvalidArgumentError, match=r"play has ended in position 'xxxoo\.\.\.\.'"):
        player(GAME.parse("xxxoo...."))
    with pytest.raises(UnknownPositionError):
        player("xo.......o")


def test_an_opponent_that_errs_is_reported():
    """An illegal move of the opponent is reported as the opponent's fault."""
    player = best_response(SOLUTION, lambda position: 4)
    with pytest.raises(PlayerError, match="<lambda> returned 4 in position"):
        player(GAME.start())
