"""Quixo: plain and compiled rules on any board, lines, and moves from the edge."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Quixo
from games.quixo.plain import PlainQuixo
from gamesolver import (
    Value,
)
from tests.oracles.plain_rules import (
    assert_alike,
    index_position,
)
from tests.support.scale import IS_PLAIN


def test_every_board_of_two_by_two():
    """Plain and compiled rules agree on all 81 boards of 2x2, numbered by their digits."""
    game = Quixo(size=2)
    for index in range(game.rules.num_indexes):
        position = index_position(game, index)
        assert_alike(game, position)
        squares = game.format(position).replace("/", "")
        assert index == sum(".mw".index(cube) * 3**place for place, cube in enumerate(squares))


def test_boards_of_three_by_three():
    """Plain and compiled rules agree on some of the 19,683 boards of 3x3."""
    game = Quixo(size=3)
    for index in random.Random(3).sample(range(game.rules.num_indexes), 300 if IS_PLAIN else 2_000):
        assert_alike(game, index_position(game, index))


@given(st.integers(2, 5), st.data())
def test_boards_at_random(size, data):
    """Plain and compiled rules agree on any board, including full ones and lines of both."""
    squares = data.draw(st.text(".mw", min_size=size**2, max_size=size**2))
    text = "/".join(squares[first : first + size] for first in range(0, size**2, size))
    assert_alike(Quixo(size=size), Quixo(size=size).parse(text))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("mmm/w.w/...", Value.WIN),
        ("www/m.m/...", Value.LOSS),
        ("mmm/www/...", Value.WIN),
        ("m../m../mww", Value.WIN),
        ("w../.w./..w", Value.LOSS),
        ("..w/.w./w..", Value.LOSS),
        ("..m/.mw/m.w", Value.WIN),
        ("mm./m../...", None),
    ],
)
def test_lines(text, value):
    """A line of the player to move is a win, and a line of the other player alone is a loss."""
    assert PlainQuixo(size=3).terminal_value(tuple(text.split("/"))) is value
    game = Quixo(size=3)
    assert game.terminal_value(game.parse(text)) is value


def test_completing_both_lines_loses():
    """A push that completes lines of both is a win for the other player, who is then to move."""
    game = Quixo(size=3)
    position = game.parse("mmw/wwm/..m")
    pushed = game.play(position, game.parse_move(position, "8>2"))
    assert game.format(pushed) == "www/mmm/..w"
    assert game.terminal_value(pushed) is Value.WIN


def test_moves_from_the_edge():
    """A corner cube has two moves, another edge cube has three, and an inner cube has none."""
    game = Quixo(size=4)
    texts = [game.format_move(move) for move in game.moves(game.start())]
    assert len(texts) == game.rules.max_moves == 32
    assert texts[:5] == ["a4 to d4", "a4 to a1", "b4 to a4", "b4 to d4", "b4 to b1"]
    assert not any(text.startswith(("b3", "c3", "b2", "c2")) for text in texts)
