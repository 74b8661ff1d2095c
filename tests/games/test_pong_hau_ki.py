"""Pong Hau K'i: the game of the examples, and a player without a move."""

import runpy

from games import PongHauKi
from gamesolver import Value, solve
from tests.support.example_games import EXAMPLES


def test_pong_hau_ki_in_the_examples():
    """The separate version in the examples has the same outcomes."""
    example = runpy.run_path(str(EXAMPLES / "new_game.py"))["PongHauKi"]()
    game = PongHauKi()
    theirs, ours = solve(example), solve(game)
    assert len(theirs) == len(ours)
    assert all(theirs[each] == ours[game.parse(example.format(each))] for each in theirs)


def test_a_blocked_player():
    """Red has no stone next to the empty point, and has lost."""
    game = PongHauKi()
    blocked, free = map(game.parse, (".rbbr r", ".rbbr b"))
    assert game.terminal_value(blocked) is Value.LOSS
    assert game.terminal_value(free) is None
    assert game.render(blocked) == ".   r\n|\\ /|\n| b |\n|/ \\|\nb---r"
