"""Amazons: turns by example, and removed squares."""

import pytest

from games import Amazons
from gamesolver import (
    PositionTextError,
    Value,
)


def named(game, position):
    """Return the texts of the legal moves."""
    return [game.format_move(move) for move in game.moves(position)]


# ── rules by example ───────────────────────────────────────────────────────


def test_an_amazon_walks_as_a_queen():
    """An amazon moves straight or diagonally up to the next piece or removed square."""
    game = Amazons("b../.../..w")
    assert named(game, game.start()) == ["c1-b2", "c1-c2", "c1-c3", "c1-b1", "c1-a1"]
    assert named(game, game.parse("b.#/#../##w w")) == ["c1-b2", "c1-c2"]


def test_the_amazon_that_walked_shoots():
    """An amazon shoots from its new square, also at the one it left, and the turn passes."""
    game = Amazons("b.w/...")
    walked = game.play(game.start(), game.parse_move(game.start(), "c2-c1"))
    assert game.format(walked) == "b../..w w c1"
    assert game.player(walked) == 0
    assert named(game, walked) == ["xb2", "xc2", "xb1", "xa1"]
    shot = game.play(walked, game.parse_move(walked, "xc2"))
    assert game.format(shot) == "b.#/..w b"
    assert game.player(shot) == 1


def test_only_one_of_two_amazons_shoots():
    """Only the amazon that has just moved shoots."""
    game = Amazons("w.w/#b#/...")
    assert named(game, game.parse("ww./#b#/... w b3")) == ["xc3"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("b#./##./..w b", Value.LOSS),
        ("b#./##./#.w w", None),
        ("b.#/##./..w b", None),
        ("bw./##./#.. b", Value.LOSS),
    ],
)
def test_who_is_shut_in_has_lost(text, value):
    """A player whose amazons cannot move has lost, whatever the other player can do."""
    game = Amazons()
    assert game.terminal_value(game.parse(text)) is value


def test_the_board_in_text():
    """Rows are counted from below, and columns have letters."""
    game = Amazons("b.#/..w")
    assert game.render(game.start()) == "2 b . #\n1 . . w\n  a b c"


# ── words ──────────────────────────────────────────────────────────────────


def test_what_was_gone_stays_gone():
    """A square removed at the start is removed in every text, in any orientation of the board."""
    game = Amazons("b.#/..w")
    for text in ("b.#/..w w", "..w/b.# w", "#.b/w.. w", "b##/..w b"):
        assert game.format(game.parse(text)) == text
    with pytest.raises(PositionTextError):
        game.parse("b#./..w w")
