"""Connect Four: plain and compiled rules on any board, impossible lines, and known positions."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import ConnectFour
from games.in_a_row.plain import PlainConnectFour
from gamesolver import (
    PositionTextError,
    solve,
)
from tests.oracles.plain_rules import assert_alike


def test_a_solution_has_no_other_numbers():
    """Of all numbers of twelve bits only reachable positions have an outcome."""
    game = ConnectFour(3, 3, 3)
    solution = solve(game)
    known = set(solution) | {image for each in solution for image in game.symmetries(each)}
    assert {each for each in range(1 << 12) if each in solution} == known


@given(
    st.sampled_from([(7, 6, 4), (6, 3, 2), (5, 5, 3), (9, 6, 4), (3, 3, 1)]),
    st.randoms(use_true_random=False),
)
def test_any_board(board, chance: random.Random):
    """On a board filled at random, with lines or not, the compiled and the plain rules agree."""
    width, height, line = board
    game = ConnectFour(width, height, line)
    heights = [chance.randint(0, height) for _ in range(width)]
    stones = [*"xo" * (sum(heights) // 2), *"x" * (sum(heights) % 2)]
    chance.shuffle(stones)
    columns = ["".join(stones.pop() for _ in range(each)).rjust(height, ".") for each in heights]
    position = game.from_plain(tuple(map("".join, zip(*columns, strict=True))))
    assert_alike(game, position)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (PlainConnectFour(4, 3, 3), "..../ooo./xxx."),  # both have won
        (PlainConnectFour(4, 3, 3), "o.../oo../xxxo"),  # the player to move has won
        (PlainConnectFour(2, 3, 4), "o./x./o."),
        (PlainConnectFour(4, 4, 2, fall=False), "xx../..../..xx/.o.o"),
    ],
)
def test_lines_that_cannot_be(game, text):
    """A text is refused if it has a line that the last stone cannot have made."""
    with pytest.raises(PositionTextError, match=", and no lines but those that the last stone can"):
        game.parse(text)
