"""Players without a solution: share of wins and minimax."""

from fractions import Fraction

import pytest
from hypothesis import given, settings

from games import Nim, PongHauKi, TicTacToe
from gamesolver import CycleError, Game, Value, solve
from gamesolver.players import (
    MinimaxPlayer,
    PerfectPlayer,
    RandomPlayer,
    ShareOfWinsPlayer,
    match,
    odds,
)
from tests.attacks.graph_games import DrawnGame, drawings
from tests.support.scale import scaled
from tests.support.small_games import Countdown, Detour, Drawn

GAME = TicTacToe()
SOLUTION = solve(GAME)


# ── share of wins ──────────────────────────────────────────────────────────


def share(game, position):
    """Return the share of wins by its recursive definition."""
    value = game.terminal_value(position)
    if value is not None:
        return Fraction(int(value))
    moves = list(game.moves(position))
    return Fraction(sum(score(game, position, move) > 0 for move in moves), len(moves))


def score(game, position, move):
    """Return the negated share of the next position, or the share itself if the turn is kept."""
    ahead = game.play(position, move)
    kept = game.player(position) == game.player(ahead) is not None
    return share(game, ahead) * (1 if kept else -1)


@settings(max_examples=scaled(100, 3_000))
@given(drawings(most_nodes=6, loops=False))
def test_share_of_wins_is_as_it_is_defined(drawing):
    """The player chooses the first move with the greatest score by the definition."""
    game = DrawnGame(drawing, folded=False)
    for position in solve(game):
        if game.terminal_value(position) is None:
            moves = list(game.moves(position))
            scores = [score(game, position, each) for each in moves]
            assert ShareOfWinsPlayer(game)(position) == moves[scores.index(max(scores))]


def test_share_of_wins_in_loops():
    """Cycles do no harm to the share of wins, even if all their moves keep the turn."""

    class Dither(Countdown):
        """Game with a cycle in which every move is good by the definition, and one wins."""

        def start(self):
            return "a"

        def moves(self, position):
            return {"a": "bc", "b": "ac", "c": "aw"}[position]

        def play(self, position, move):
            return move

        def terminal_value(self, position):
            return Value.WIN if position == "w" else None

        def player(self, position):
            return 0

    assert [ShareOfWinsPlayer(Dither())(each) for each in "abc"] == ["b", "a", "a"]
    assert ShareOfWinsPlayer(Detour())("here") == "end"


def test_share_of_wins_does_worse_than_minimax():
    """Against random play it wins less and loses more, and a perfect player always beats it."""
    rival, counting, thinking = RandomPlayer(GAME), ShareOfWinsPlayer(GAME), MinimaxPlayer(GAME)
    assert odds(GAME, counting, rival).win < odds(GAME, thinking, rival).win
    assert odds(GAME, counting, rival).loss > odds(GAME, thinking, rival).loss == 0
    assert odds(GAME, PerfectPlayer(SOLUTION), counting).win == 1


# ── minimax ────────────────────────────────────────────────────────────────


@settings(max_examples=scaled(100, 2_000))
@given(drawings(most_nodes=8, loops=False))
def test_minimax_plays_the_first_best_move(drawing):
    """The chosen move is the first of the best moves, in whatever order positions are queried."""
    game = DrawnGame(drawing)
    solution = solve(game)
    player = MinimaxPlayer(game)
    for position in reversed(list(solution)):
        if game.terminal_value(position) is None:
            assert player(position) == solution.best_moves(position)[0]


def test_minimax_remembers():
    """A second query calls the game only once."""
    queried = []

    class Counted(Nim):
        def terminal_value(self, position):
            queried.append(position)
            return super().terminal_value(position)

    player = MinimaxPlayer(Counted((3, 4, 5)))
    assert player((3, 4, 5)) == (0, 2)
    first = len(queried)
    assert player((3, 4, 5)) == (0, 2)
    assert len(queried) - first == 1 < first


def test_minimax_refuses_loops():
    """In a game with cycles the error names a position that can return to itself."""
    game = Drawn()
    player = MinimaxPlayer(game)
    message = (
        "a MinimaxPlayer needs a game without cycles: "
        "position '<b1>' can return to itself; PerfectPlayer plays it"
    )
    for play in (
        lambda: player(game.start()),
        lambda: odds(game, player, player),
        lambda: match(game, player, player),
    ):
        with pytest.raises(CycleError) as caught:
            play()
        assert str(caught.value) == message
        assert caught.value.cycle == ("b1", "a0")


def test_minimax_goes_as_deep_as_play_does():
    """A line of ten thousand plies does not exhaust the stack."""

    class Long(Countdown):
        def moves(self, position):
            return [1]

    class Longer(Long):
        size = 10_000

    game: Game = Longer()
    assert MinimaxPlayer(game)(game.start()) == 1


def test_players_of_games_with_loops():
    """Perfect and random players can play games with cycles."""
    game = PongHauKi()
    found = odds(game, PerfectPlayer(solve(game)), RandomPlayer(game))
    assert found.loss == 0
