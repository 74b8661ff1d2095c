"""Pong Hau K'i: the game of the examples, and a player without a move."""

import runpy

from games import PongHauKi
from gamesolver import Value, solve
from tests.support.example_games import EXAMPLES


def test_pong_hau_ki_in_the_examples():
    """The game of the examples, written for itself, has the same outcomes."""
    example = runpy.run_path(str(EXAMPLES / "new_game.py"))["PongHauKi"]()
    theirs, ours = solve(example), solve(PongHauKi())
    assert len(theirs) == len(ours)
    assert {example.format(each): theirs[each] for each in theirs} == {
        each: ours[each] for each in ours
    }


def test_a_blocked_player():
    """Red has no stone next to the empty point, and has lost."""
    game = PongHauKi()
    assert game.terminal_value(".rbbr r") is Value.LOSS
    assert game.terminal_value(".rbbr b") is None
    assert game.render(".rbbr r") == ".   r\n|\\ /|\n| b |\n|/ \\|\nb---r"
