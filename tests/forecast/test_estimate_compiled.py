"""Estimates: what comes out of a solve lies in the ranges that were told before."""

import pytest

from games import ConnectFour, Quixo
from games.in_a_row.plain import PlainConnectFour
from gamesolver import InvalidArgumentError, estimate, solve
from gamesolver.forecast import estimating


@pytest.mark.parametrize("game", [ConnectFour(3, 2), Quixo(size=2)], ids=repr)
def test_a_small_compiled_game_is_counted(game):
    """The number of positions lies in the range, found or numbered."""
    expected = estimate(game)
    assert len(solve(game)) in expected.positions
    assert expected.bytes.low <= expected.bytes.high <= 3.1 * expected.bytes.low


@pytest.mark.compiled(why="half a minute in plain Python")
@pytest.mark.parametrize("game", [PlainConnectFour(), ConnectFour()], ids=repr)
def test_a_game_too_large_to_be_explored(game, monkeypatch):
    """Of a game with 4.5e12 positions a part is explored; more than that is told, or not known."""
    monkeypatch.setattr(estimating, "SECONDS", 3.0)
    expected = estimate(game)
    assert 1 < expected.positions.low <= expected.positions.high
    assert expected.bytes.low >= 0


def test_what_is_no_game():
    """Anything but a game is refused in the words of solve."""
    with pytest.raises(InvalidArgumentError, match=r"^expected a Game, got 3$"):
        estimate(3)
