"""Breakthrough: published counts and values, rules by example, words."""

import pytest

from games import Breakthrough
from games.breakthrough.plain import PlainBreakthrough
from gamesolver import (
    IllegalMoveError,
    InvalidArgumentError,
    PositionTextError,
    Value,
    check_game,
    solve,
)
from tests.oracles.published import assert_counts, assert_outcome, figures, made
from tests.oracles.unfolded import assert_same_unfolded_and_reached

SOLVED = [each for each in figures("breakthrough") if "positions" in each]


@pytest.mark.parametrize(
    "golden",
    [
        pytest.param(each, marks=[pytest.mark.slow] if each["positions"] > 20_000 else [])
        for each in SOLVED
    ],
    ids=lambda each: str(each["parameters"]),
)
def test_boards(golden):
    """Who wins in how many plies is as published; counts are those of another program.

    Where it is published that the first move must be a capture, all best ones are.
    """
    solution = solve(made("breakthrough", golden).plain)
    counts = solution.counts(symmetric=True)
    assert_outcome(solution.outcome, golden)
    assert sum(counts.values()) == golden["positions"]
    assert_counts(counts, golden)
    if "only_by" in golden:
        assert {sign for _, sign, _ in solution.best_moves(solution.start)} == {"x"}


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
    """A pawn steps ahead, straight or slanting, onto empty squares, and takes slanting only."""
    game = PlainBreakthrough(columns=3)
    position = game.parse(text)
    assert [game.format_move(move) for move in game.moves(position)] == moves


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
    assert PlainBreakthrough().terminal_value(text) is value


def test_there_is_always_a_move():
    """Wherever play goes on there is a move, so no rule says what happens without one."""
    game = PlainBreakthrough()
    going_on = [each for each in solve(game) if game.terminal_value(each) is None]
    assert going_on
    assert all(map(game.moves, going_on))


def test_pawns_that_have_been_taken():
    """The stage counts the pawns that have been taken."""
    game = PlainBreakthrough()
    assert (game.stage(game.start()), game.stage("b./bb/w./.w/.w w")) == (0, 2)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "bb/bb/../ww/ww",
        "bb/bb/../ww w",
        "bb/bb/b./ww/ww w",
        "bb/bb/../wx/ww w",
        "bb/bb/../ww/ww b",
        "bb/bb/w./.w/ww w",
        "b./bb/../ww/wb b",
        "../../../ww/ww w",
        "ww/.b/../../.. b",
        "bb/bb/../ww/ww w\n",
        None,
        5,
    ],
)
def test_texts_that_are_refused(text):
    """A text that is no position is refused word for word."""
    for game in (Breakthrough(), PlainBreakthrough()):
        with pytest.raises(PositionTextError) as caught:
            game.parse(text)
        assert str(caught.value) == (
            f"no position of {game!r} in {text!r}: expected 5 rows of 2 of '.', 'w', 'b' "
            "with '/' between them, at most 4 of each letter, then ' w' or ' b' for the player to "
            "move, as the rows that pawns have come ahead allow; the other one has a pawn, and no "
            "pawn but one of that player's has crossed"
        )


def test_illegal_moves():
    """A move that is not legal is refused with those that are, word for word."""
    with pytest.raises(IllegalMoveError) as caught:
        PlainBreakthrough().play("bb/../b./w./.. w", (6, "x", 4))
    assert str(caught.value) == (
        "illegal move (6, 'x', 4) in position 'bb/../b./w./.. w': legal moves are a2-b3"
    )


RANKS = "expected a whole number from 1 to"


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"rows": 1}, "bad rows 1 of Breakthrough: expected a whole number from 2 to 100"),
        ({"columns": 1}, "bad columns 1 of Breakthrough: expected a whole number from 2 to 26"),
        ({"ranks": 0}, f"bad ranks 0 of Breakthrough: {RANKS} 2, half of the 5 rows"),
        ({"ranks": 3}, f"bad ranks 3 of Breakthrough: {RANKS} 2, half of the 5 rows"),
        ({"rows": 3}, f"bad ranks 2 of Breakthrough: {RANKS} 1, half of the 3 rows"),
        ({"ranks": "2"}, f"bad ranks '2' of Breakthrough: {RANKS} 2, half of the 5 rows"),
    ],
)
def test_parameters_that_make_no_game(parameters, message):
    """A board has room for both players' pawns, two columns at least, and a letter for each."""
    with pytest.raises(InvalidArgumentError) as caught:
        Breakthrough(**parameters)
    assert str(caught.value) == message


def test_symmetries():
    """The mirror image changes no outcome, and no count."""
    assert_same_unfolded_and_reached(PlainBreakthrough(rows=3, columns=3, ranks=1))


def test_a_board_with_many_rows():
    """Squares are called as in chess, and numbers of two digits stand in line."""
    game = PlainBreakthrough(rows=10, ranks=1)
    assert game.render(game.start()).split("\n")[::9] == ["10 b b", " 1 w w"]
    assert game.format_move(game.moves(game.start())[0]) == "a1-a2"


@pytest.mark.parametrize(
    "game", [PlainBreakthrough(4), PlainBreakthrough(2, 2, 1), PlainBreakthrough(3, 3, 1)], ids=repr
)
def test_the_laws(game):
    """Every law holds at every position."""
    assert check_game(game).exhaustive
