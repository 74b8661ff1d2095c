"""Dodgem: cars that leave the board, and players who are shut in."""

from games import Dodgem
from gamesolver import Value


def test_play_ends_one_ply_after_the_last_car():
    """A player without a car wins at the own turn; a car leaves straight forward only."""
    game = Dodgem(size=2)
    assert game.start() == "o./.x x"
    position = game.parse(".x/o. x")
    assert [game.format_move(move) for move in game.moves(position)] == ["b2 off", "b2-a2"]
    left = game.play(position, (1, None))
    assert left == "../o. o"
    assert game.terminal_value(left) is None
    assert game.terminal_value(game.play(left, game.moves(left)[0])) is Value.WIN


def test_shutting_in_loses():
    """A player who is shut in has won."""
    game = Dodgem(size=3)
    assert game.terminal_value("o../xo./... x") is Value.WIN
    assert game.terminal_value("..o/.ox/... x") is Value.WIN
    assert game.terminal_value("oxo/.../... x") is None
    assert game.terminal_value("o../x../... o") is None
    assert game.terminal_value("ox./x../... o") is Value.WIN
