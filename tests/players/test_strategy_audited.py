"""Audits of strategies: each is a player that is weakly perfect for its side."""

import pytest
from hypothesis import given, settings

from games import (
    ConnectFour,
    Dodgem,
    GobbletGobblers,
    Hexapawn,
    Nim,
    PongHauKi,
    ThreeMensMorris,
    TicTacToe,
)
from gamesolver import Value, load, solve
from gamesolver.players import RandomPlayer, SteadyPlayer, audit, match, odds, strategy
from tests.attacks.graph_games import DrawnGame, drawings
from tests.support.scale import scaled

GAMES = [
    TicTacToe(misere=True),
    Nim((1, 2, 3)),
    Hexapawn(3, 3),
    PongHauKi(),
    Dodgem(),
    ConnectFour(3, 3),
    TicTacToe(),
    Nim((2, 2), misere=True),
    ThreeMensMorris(),
    pytest.param(
        GobbletGobblers(sizes=1, copies=3),
        marks=pytest.mark.compiled(why="thousands of positions are too slow in plain Python"),
    ),
]


@pytest.fixture(scope="module")
def crosses():
    """Strategy of tic-tac-toe for x, with the fewest positions."""
    return strategy(solve(TicTacToe()))


def assert_weak(solution, seat, **options):
    """Check by an audit that a strategy is weakly perfect, and return the strategy."""
    found = strategy(solution, seat, **options)
    report = audit(found, solution, seat)
    assert report.weak is True
    assert report.faults == ()
    assert report.own_play[seat].value is found.value
    return found


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_strategy_is_weakly_perfect_in_its_seat(game, seat):
    """A strategy is weakly perfect, with cycles or without, if the start is won, drawn or lost."""
    assert_weak(solve(game), seat, seconds=scaled(0.2, 1))


@settings(max_examples=scaled(80, 1_500))
@given(drawings())
def test_strategies_of_drawn_graphs_are_weakly_perfect(drawing):
    """Strategies of random graphs are weakly perfect for both players."""
    solution = solve(DrawnGame(drawing))
    for seat in (0, 1):
        assert_weak(solution, seat)


def test_of_a_loaded_solution(path):
    """A strategy of a loaded solution is weakly perfect."""
    solve(TicTacToe()).save(path)
    assert len(assert_weak(load(path), 1)) == 71


def test_without_a_position_that_it_needs_it_is_not(crosses):
    """A strategy that lacks a position with a losing move is not weakly perfect."""
    solution, judged = solve(TicTacToe()), 0
    for left_out in [*crosses.choices][:: scaled(3, 1)]:
        if any(row.outcome.value is Value.LOSS for row in solution.moves(left_out)):
            assert audit(_Fewer(crosses, left_out), solution, 0).weak is False
            judged += 1
    assert judged > scaled(1, 5)


class _Fewer:
    """Strategy without one position, in which it chooses among all moves."""

    def __init__(self, found, left_out):
        self.found, self.left_out = found, left_out

    def __call__(self, position):
        game = self.found.game
        if game.canonical(position) == self.left_out:
            return list(game.moves(position))
        return self.found(position)


def test_positions_with_a_single_legal_move_count(crosses):
    """Positions with a single legal move are in the table, too."""
    game = crosses.game
    single = [each for each in crosses.choices if len(list(game.moves(each))) == 1]
    assert len(single) > 0
    queried = {game.canonical(each) for each in positions_queried(crosses, 0)}
    assert set(single) <= queried == set(crosses.choices)


def positions_queried(player, seat):
    """Return the positions in which a player is queried, against every reply."""
    game, met, waiting = player.game, set(), [player.game.start()]
    while waiting:
        here = waiting.pop()
        if here in met or game.terminal_value(here) is not None:
            continue
        met.add(here)
        moves = [player(here)] if game.player(here) == seat else game.moves(here)
        waiting += [game.play(here, move) for move in moves]
    return {each for each in met if game.player(each) == seat}


def test_a_single_position_is_reported_as_one():
    """The title has the singular for one position."""
    assert strategy(solve(Nim((1,)))).title == (
        "the player who moves first wins with 1 position, the fewest there can be"
    )


def test_it_plays_like_any_other_player(crosses):
    """A strategy is a steady player that never loses, by exact odds and in a match."""
    game = crosses.game
    rival = RandomPlayer(game)
    assert isinstance(crosses, SteadyPlayer)
    assert odds(game, crosses, rival).loss == 0
    assert match(game, crosses, rival, games=1_000, seed=1).loss == 0
