"""PettingZoo's environments as games of ours."""

from __future__ import annotations

import pytest

from games import TicTacToe
from gamesolver import InvalidArgumentError, solve
from tests.support.at_the_terminal import refused

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed here")
pytest.importorskip("pygame", reason="pygame, which PettingZoo's classic games need, is not here")

from gamesolver.adapters import pettingzoo


def test_tic_tac_toe_is_ours():
    """From two marks on, all positions with their outcomes are as by our rules; ends included."""
    game = pettingzoo.Game("tictactoe_v3")
    ours = TicTacToe()
    start = game.parse("[0, 1, 4, 2]")  # x in a corner and the centre, o beside
    theirs = solve(game, start=start)
    own = ours.start()
    for move in (0, 1, 4, 2):
        own = ours.play(own, move)
    assert theirs.outcome == solve(ours, start=own).outcome
    assert len(theirs) == len({*_reached(ours, own)})


def _reached(game, position):
    yield position
    if game.terminal_value(position) is None:
        for move in game.moves(position):
            yield from _reached(game, game.play(position, move))


BAD = {
    "rps_v2": "rps_v2 of PettingZoo does not fit: its observations have no action_mask, moves are "
    "made together",
    "nosuch_v1": "PettingZoo has no environment 'nosuch_v1'",
    "x": "bad name 'x': expected an environment of pettingzoo.classic with its version, such as "
    "'tictactoe_v3'",
    "tictactoe_v3(size=9)": "PettingZoo cannot make 'tictactoe_v3(size=9)': TypeError: "
    "raw_env.__init__() got an unexpected keyword argument 'size'",
}


@pytest.mark.parametrize("name", BAD)
def test_bad_names_are_refused(name):
    """One line says what does not fit, or what was expected."""
    with pytest.raises(InvalidArgumentError) as caught:
        pettingzoo.Game(name)
    assert str(caught.value) == BAD[name]


def test_at_the_command_line():
    """The prefix names the framework."""
    assert refused("solve", "pettingzoo:nosuch_v1") == BAD["nosuch_v1"]
