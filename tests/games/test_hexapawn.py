"""Hexapawn: moves and ends by example."""

import pytest

from games import Hexapawn
from gamesolver import (
    Value,
)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("bbb/.../www w", ["a1-a2", "b1-b2", "c1-c2"]),
        ("bbb/w../.ww b", ["b3xa2", "b3-b2", "c3-c2"]),
        ("b.b/wb./.ww w", ["c1xb2", "c1-c2"]),
        ("b.b/bw./w.w w", ["b2xa3", "b2-b3", "b2xc3", "c1-c2"]),
    ],
)
def test_moves(text, moves):
    """A pawn steps onto an empty square ahead, and takes ahead to either side."""
    game = Hexapawn()
    position = game.parse(text)
    assert sorted(map(game.format_move, game.moves(position))) == sorted(moves)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("w.b/.../..w b", Value.LOSS),
        ("b../.../w.b w", Value.LOSS),
        ("w.b/.../..w w", Value.WIN),
        ("b../w../... w", Value.LOSS),
        ("b../w../... b", Value.LOSS),
        (".../..b/w.. w", None),
    ],
)
def test_ends(text, value):
    """A pawn on the far row wins, and so does leaving the other player without a move."""
    game = Hexapawn()
    assert game.terminal_value(game.parse(text)) is value
