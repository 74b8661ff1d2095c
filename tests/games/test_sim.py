"""Sim: orders of points, triangles by example, and the picture."""

import random
from itertools import combinations, permutations
from math import dist
from xml.etree import ElementTree

import pytest

from games import Sim
from gamesolver import (
    PositionTextError,
    Value,
)


def test_one_position_stands_for_all_orders():
    """All 720 orders of the points of a board have one canonical position, one of the images."""
    game, rng = Sim(), random.Random(5)
    for coloured in (2, 5, 7, 9):
        colours = "rb" * 8
        squares = [*colours[:coloured], *"." * (15 - coloured)]
        rng.shuffle(squares)
        images = {*game.symmetries("".join(squares))}
        assert len({*map(game.canonical, images)}) == 1
        assert game.canonical("".join(squares)) in images


def test_all_orders_are_symmetries():
    """On four points an orbit is the set of images of a board under all orders."""
    game = Sim(points=4)
    position = game.parse("rb..r.")
    names = ["ab", "ac", "ad", "bc", "bd", "cd"]
    colour = {frozenset(name): each for name, each in zip(names, position, strict=True)}
    images = {
        "".join(colour[frozenset((order["abcd".index(one)], order["abcd".index(two)]))]
                for one, two in names)
        for order in map("".join, permutations("abcd"))
    }  # fmt: skip
    assert {*game.symmetries(position)} == images
    assert len(images) == 24


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("rb.rb.", None),
        ("rr.rbb", Value.WIN),  # red has abc, and blue is to move
        ("rrbrb.", Value.WIN),
        ("rrrbb.", None),  # a star is not a triangle
        ("rbbrbr", Value.DRAW),
    ],
)
def test_triangles(text, value):
    """A player who has completed a triangle of their own has lost; a full board is a draw."""
    game = Sim(points=4)
    assert game.terminal_value(game.parse(text)) is value


def test_the_board_in_text():
    """The text has a row for each point, with its lines to the points before it."""
    game = Sim(points=4)
    assert game.render(game.parse("rb.r..")) == "  a b c\nb r\nc b r\nd . . ."
    assert [game.format_move(move) for move in game.moves("rb.r..")] == ["ad", "bd", "cd"]


@pytest.mark.parametrize("points", [4, 5, 6, 7])
def test_no_two_lines_have_one_middle(points):
    """The names at the middles of the lines lie apart in the picture."""
    game = Sim(points)
    root = ElementTree.fromstring(game.svg(game.start()))
    lines = [game.format_move(move) for move in game.moves(game.start())]
    middles = [
        (float(text.get("x")), float(text.get("y")))
        for text in root.iter()
        if text.tag.endswith("text") and text.text in lines
    ]
    assert len(middles) == len(lines)
    assert min(dist(*two) for two in combinations(middles, 2)) > 20


def test_triangles_that_cannot_be():
    """A text with two triangles that share no line is refused, as one line cannot complete both."""
    game = Sim(points=5)  # ab, ac, bc and ad, ae, de are red
    with pytest.raises(PositionTextError, match="no triangles but those that the last line can"):
        game.parse("rrrrrbbbbr")
    assert game.parse("rrrbrrb.bb") == "rrrbrrb.bb"  # abc and abd
