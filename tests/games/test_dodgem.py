"""Dodgem: cars that leave the board, and players who are shut in."""

import pytest

from games import Dodgem
from gamesolver import Value


def test_play_ends_one_ply_after_the_last_car():
    """A player without cars wins at their next turn, and a car leaves straight ahead only."""
    game = Dodgem(size=2)
    assert game.format(game.start()) == "o./.x x"
    position = game.parse(".x/o. x")
    assert {game.format_move(move) for move in game.moves(position)} == {"b2 off", "b2-a2"}
    left = game.play(position, game.parse_move(position, "b2 off"))
    assert game.format(left) == "../o. o"
    assert game.terminal_value(left) is None
    assert game.terminal_value(game.play(left, game.moves(left)[0])) is Value.WIN


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("o../xo./... x", Value.WIN),
        ("..o/.ox/... x", Value.WIN),
        ("oxo/.../... x", None),
        ("o../x../... o", None),
        ("ox./x../... o", Value.WIN),
    ],
)
def test_shutting_in_loses(text, value):
    """A player who is shut in has won."""
    game = Dodgem(size=3)
    assert game.terminal_value(game.parse(text)) is value
