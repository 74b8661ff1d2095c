"""Hexapawn: published counts and values, rules by example, words."""

import pytest

from games import Hexapawn
from gamesolver import (
    IllegalMoveError,
    InvalidArgumentError,
    PositionTextError,
    Value,
    check_game,
    solve,
)
from tests.oracles.published import figures, made
from tests.support.scale import scaled


def marks(positions):
    """The marks of a large board: left out, or too slow in plain Python."""
    if positions > scaled(100_000, 200_000):
        return [pytest.mark.slow]
    return [pytest.mark.compiled] if positions > 50_000 else []


@pytest.mark.parametrize(
    ("game", "golden"),
    [
        pytest.param(made("hexapawn", each), each, marks=marks(each["positions"]))
        for each in figures("hexapawn")
    ],
    ids=lambda each: repr(each) if isinstance(each, Hexapawn) else "",
)
def test_boards(game, golden):
    """Raw positions, and who wins in how many plies, are as published."""
    solution = solve(game)
    assert sum(solution.counts(symmetric=True).values()) == golden["positions"]
    assert str(solution.outcome) == golden["outcome"]


def test_both_roads_agree():
    """There are no loops: minimax gives the same outcomes."""
    game = Hexapawn(rows=4, columns=3)
    one, other = solve(game, method="minimax"), solve(game, method="retrograde")
    assert {each: one[each] for each in one} == {each: other[each] for each in other}


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
    assert [game.format_move(move) for move in game.moves(position)] == moves


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
    assert Hexapawn().terminal_value(text) is value


@pytest.mark.parametrize(
    "text",
    ["", "bbb/.../www", "bbb/www w", "bbb/b../www w", "bbb/.../www b", "bbb/w../.ww w",
     "b.b/.../bww b", ".../.../..w w", "ww./.../b.. b", "bbb/.../www w ", None, 5],
)  # fmt: skip
def test_texts_that_are_refused(text):
    """A text that is no position is refused word for word."""
    with pytest.raises(PositionTextError) as caught:
        Hexapawn().parse(text)
    assert str(caught.value) == (
        f"no position of Hexapawn() in {text!r}: expected 3 rows of 3 of '.', 'w', 'b' with '/' "
        "between them, at most 3 of each letter, then ' w' or ' b' for the player to move, as the "
        "rows that pawns have come ahead allow; the other one has a pawn, and no pawn but one of "
        "that player's has crossed"
    )


def test_illegal_moves():
    """A move that is not legal is refused with those that are, word for word."""
    with pytest.raises(IllegalMoveError) as caught:
        Hexapawn().play("bbb/.../www w", (6, 4))
    assert str(caught.value) == (
        "illegal move (6, 4) in position 'bbb/.../www w': legal moves are a1-a2, b1-b2, c1-c2"
    )


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"rows": 1}, "bad rows 1 of Hexapawn: expected a whole number from 2 to 100"),
        ({"columns": 0}, "bad columns 0 of Hexapawn: expected a whole number from 1 to 26"),
    ],
)
def test_parameters_that_make_no_game(parameters, message):
    """A board has two rows and a column at least."""
    with pytest.raises(InvalidArgumentError) as caught:
        Hexapawn(**parameters)
    assert str(caught.value) == message


@pytest.mark.parametrize("game", [Hexapawn(), Hexapawn(2, 2), Hexapawn(4, 1)], ids=repr)
def test_the_laws(game):
    """Every law holds at every position."""
    assert check_game(game).exhaustive
