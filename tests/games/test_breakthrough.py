"""Breakthrough: rules by example, and candidate moves."""

import pytest

from games import Breakthrough
from gamesolver import (
    Outcome,
    Value,
    solve,
)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("bbb/bbb/.../www/www w", ["a2-a3", "a2-b3", "b2-a3", "b2-b3", "b2-c3", "c2-b3", "c2-c3"]),
        ("b.b/.../bb./w../... w", ["a2xb3"]),  # nothing is taken straight ahead,
        ("b.b/.../.b./w../..w b", ["a5-a4", "a5-b4", "c5-b4", "c5-c4", "b3xa2", "b3-b2", "b3-c2"]),
        ("b../.../.../bww/.w. w", ["b2-a3", "b2-b3", "b2-c3", "c2-b3", "c2-c3", "b1xa2"]),
    ],
)
def test_moves(text, moves):
    """A pawn steps straight or diagonally ahead, and captures only diagonally."""
    game = Breakthrough(columns=3)
    position = game.parse(text)
    assert sorted(game.format_move(move) for move in game.moves(position)) == sorted(moves)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (".w/../../b./.. b", Value.LOSS),
        ("../../.w/../b. w", Value.LOSS),
        (".w/../../b./.. w", Value.WIN),
        ("../.w/../../.. b", Value.LOSS),
        ("../b./../../.. b", Value.WIN),
        ("../.w/../b./.. b", None),
    ],
)
def test_ends(text, value):
    """A pawn on the far row wins, and so does taking the last pawn."""
    game = Breakthrough()
    assert game.terminal_value(game.parse(text)) is value


def test_there_is_always_a_move():
    """Every position before the end has a move, so the rules need no case without one."""
    game = Breakthrough()
    going_on = [each for each in solve(game) if game.terminal_value(each) is None]
    assert going_on
    assert all(map(game.moves, going_on))


def test_a_board_with_many_rows():
    """Squares have the names of chess, and row numbers of two digits are aligned."""
    game = Breakthrough(rows=10, ranks=1)
    assert game.render(game.start()).split("\n")[::9] == ["10 b b", " 1 w w"]
    assert game.format_move(game.moves(game.start())[0]) == "a1-a2"


# ── candidate moves ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("b.b/w../.../.bb/w.w w", Outcome(Value.WIN, 1)),  # one step from the far row
        ("w../.b./w../.../... w", Outcome(Value.WIN, 1)),  # the last pawn is taken
        ("b.b/.../w../b../..w w", Outcome(Value.LOSS, 2)),  # no pawn can capture on a2
        ("..b/.../w../.b./..w w", ["c1xb2"]),
        ("..b/.../w../..b/.w. w", ["b1xc2"]),
        ("..b/.b./w../.../..w b", None),
        ("..b/.../w../.../..w w", Outcome(Value.WIN, 3)),  # no pawn can capture on a4
    ],
)
def test_what_is_known_of_a_position(text, reported):
    """``candidates`` finds a pawn that wins next, one to capture now, and one out of reach."""
    game = Breakthrough(5, 3)
    candidates = game.candidates(game.parse(text))
    if isinstance(candidates, list):
        candidates = [game.format_move(move) for move in candidates]
    assert candidates == reported or (reported is None and isinstance(candidates, list))
