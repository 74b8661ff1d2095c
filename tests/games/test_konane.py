"""Konane: published winners, first moves and jumps by example."""

import pytest

from games import Konane
from gamesolver import (
    Value,
    solve,
)

START = "bwbw/wbwb/bwbw/wbwb b"


@pytest.mark.parametrize("text", ["..bw/wbwb/bwbw/wbwb b", "bwbw/wbwb/b..w/wbwb b"])
def test_white_wins_on_four_by_four(text):
    """Black, to move after the first two removals, loses with holes in a corner or the middle."""
    game = Konane()
    assert solve(game)[game.parse(text)].value is Value.LOSS


@pytest.mark.parametrize(
    ("size", "text", "moves"),
    [
        ((4, 4), START, ["a4", "b3", "c2", "d1"]),
        ((3, 5), "bwbwb/wbwbw/bwbwb b", ["a3", "e3", "a1", "e1"]),  # the middle stone is white
        ((3, 3), "bwb/wbw/bwb b", ["a3", "c3", "b2", "a1", "c1"]),
        ((2, 5), "bwbwb/wbwbw b", ["a2", "c2", "e2"]),
        ((4, 4), "bwbw/w.wb/bwbw/wbwb w", ["b4", "a3", "c3", "b2"]),
        ((4, 4), ".wbw/wbwb/bwbw/wbwb w", ["b4", "a3"]),
    ],
)
def test_first_moves(size, text, moves):
    """Black takes a stone off in a corner or in the middle, White one next to the hole."""
    game = Konane(*size)
    position = game.parse(text)
    assert [game.format_move(move) for move in game.moves(position)] == [
        f"{square} off" for square in moves
    ]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("bw.w.w. b", ["a1-c1", "a1-e1", "a1-g1"]),
        ("bw.wb.. b", ["a1-c1", "e1-c1"]),  # there is a stone where the second jump would end
        ("b.bw.w. w", ["d1-b1"]),
        ("b..w..b b", []),
        ("bw..... w", []),  # not off the board
    ],
)
def test_jumps(text, moves):
    """A stone jumps over one of the other player, and can jump on in the same direction."""
    game = Konane(rows=1, columns=7)
    position = game.parse(text)
    assert sorted(map(game.format_move, game.moves(position))) == moves
    assert (game.terminal_value(position) is Value.LOSS) == (not moves)


def after(game, text, move):
    """Return the position after a move, both as texts."""
    position = game.parse(text)
    return game.format(game.play(position, game.parse_move(position, move)))


def test_no_jump_round_a_corner():
    """A move jumps in one direction only, and removes the stone that it jumps over."""
    game = Konane(rows=3, columns=3)
    position = game.parse("bw./..w/b.. b")
    assert [game.format_move(move) for move in game.moves(position)] == ["a3-c3"]
    assert after(game, "bw./..w/b.. b", "a3-c3") == "..b/..w/b.. w"


def test_a_long_jump_takes_all():
    """A jump to the left over three stones removes all of them and moves the stone to its end."""
    game = Konane(rows=1, columns=7)
    assert after(game, ".w.w.wb b", "g1-a1") == "b...... w"
    assert after(game, ".w.w.wb b", "g1-c1") == ".wb.... w"


def test_a_long_jump_up_a_column():
    """Jumps go along columns as well."""
    game = Konane(rows=5, columns=2)
    assert after(game, "../w./../w./b. b", "a1-a5") == "b./../../../.. w"
