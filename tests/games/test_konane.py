"""Konane: published winners, rules by example, words."""

import pytest

from games import Konane
from gamesolver import (
    IllegalMoveError,
    InvalidArgumentError,
    PositionTextError,
    Value,
    check_game,
    explore,
    solve,
)
from tests.oracles.published import assert_counts, assert_outcome, figures, made
from tests.oracles.unfolded import assert_same_unfolded_and_reached

START = "bwbw/wbwb/bwbw/wbwb b"


@pytest.mark.parametrize(
    "golden",
    [
        pytest.param(each, marks=[pytest.mark.slow] if each["positions"] > 20_000 else [])
        for each in figures("konane")
    ],
    ids=lambda each: str(each["parameters"]),
)
def test_boards(golden):
    """Whoever begins wins or loses as published; plies and counts are those of another program."""
    solution = solve(made("konane", golden))
    counts = solution.counts(symmetric=True)
    assert_outcome(solution.outcome, golden)
    assert sum(counts.values()) == golden["positions"]
    assert_counts(counts, golden)


@pytest.mark.parametrize("text", ["..bw/wbwb/bwbw/wbwb b", "bwbw/wbwb/b..w/wbwb b"])
def test_white_wins_on_four_by_four(text):
    """With the first two holes in a corner or in the middle Black, who begins, loses."""
    game = Konane()
    assert solve(game)[game.parse(text)].value is Value.LOSS


@pytest.mark.parametrize(
    ("size", "text", "moves"),
    [
        ((4, 4), START, ["a4", "b3", "c2", "d1"]),
        ((3, 5), "bwbwb/wbwbw/bwbwb b", ["a3", "e3", "a1", "e1"]),  # in the middle is a white one
        ((3, 3), "bwb/wbw/bwb b", ["a3", "c3", "b2", "a1", "c1"]),
        ((2, 5), "bwbwb/wbwbw b", ["a2", "c2", "e2", "a1", "e1"][:3]),
        ((4, 4), "bwbw/w.wb/bwbw/wbwb w", ["b4", "a3", "c3", "b2"]),
        ((4, 4), ".wbw/wbwb/bwbw/wbwb w", ["b4", "a3"]),
    ],
)
def test_first_moves(size, text, moves):
    """Black takes a stone off in a corner or in the middle, White one next to the hole."""
    game = Konane(*size)
    position = game.parse(text)
    assert [game.format_move(move) for move in game.moves(position)] == [
        f"remove {square}" for square in moves
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
    """A stone jumps over one of the other player's, and goes on in the same direction or not."""
    game = Konane(rows=1, columns=7)
    assert [game.format_move(move) for move in game.moves(text)] == moves
    assert (game.terminal_value(text) is Value.LOSS) == (not moves)


def test_no_jump_round_a_corner():
    """Jumps in two directions are two moves; each takes off what it jumps over."""
    game = Konane(rows=3, columns=3)
    position = game.parse("bw./..w/b.. b")
    assert [game.format_move(move) for move in game.moves(position)] == ["a3-c3"]
    assert game.play(position, (0, 2)) == "..b/..w/b.. w"


def test_a_long_jump_takes_all():
    """A jump to the left over three stones takes all of them, and the stone stands at its end."""
    game = Konane(rows=1, columns=7)
    assert game.play(".w.w.wb b", (6, 0)) == "b...... w"
    assert game.play(".w.w.wb b", (6, 2)) == ".wb.... w"


def test_a_long_jump_up_a_column():
    """Jumps go along columns as well."""
    game = Konane(rows=5, columns=2)
    assert game.play("../w./../w./b. b", (8, 0)) == "b./../../../.. w"


@pytest.mark.parametrize(
    "text",
    ["", START[:-2], START.replace("b b", "w b"), START[:-1] + "w", "wbwb/bwbw/wbwb/bwbw b",
     "bw.w/wbwb/bwbw/wbwb w", ".wbw/wbwb/bwbw/wbwb b", "b.bw/wbwb/bwbw/wbwb w",
     ".wbw/wbwb/bwbw/wb.b w",
     ".wbw/wbw./bwbw/wbwb b", "..bw/wbwb/bwbw/wbwb w", "..bw/wb.b/bwbw/wbwb b",
     ".w.w/.bwb/bwbw/wbwb w", None, 5],
)  # fmt: skip
def test_texts_that_are_refused(text):
    """A text that is no position, or was opened elsewhere, is refused word for word."""
    with pytest.raises(PositionTextError) as caught:
        Konane().parse(text)
    assert str(caught.value) == (
        f"no position of Konane() in {text!r}: expected 4 rows of 4 of '.', 'w', 'b' with '/' "
        "between them, each letter only where bwbw/wbwb/bwbw/wbwb has it, then ' w' or ' b' for "
        "the player to move, which is ' b' while no stone is off, and ' w' when one is, in a "
        "corner or in the middle, and ' b' when one beside it is off too; of more that are off two "
        "or more are 'w', and two or more 'b' where ' b' moves"
    )


def test_texts_that_are_read():
    """Whatever play comes to is read back."""
    game = Konane(rows=3)
    assert all(game.parse(position) == position for position in explore(game, fold=False))


def test_illegal_moves():
    """A first stone from elsewhere is refused with those that may be taken off, word for word."""
    with pytest.raises(IllegalMoveError) as caught:
        Konane().play(START, (2, None))
    assert str(caught.value) == (
        f"illegal move (2, None) in position {START!r}: legal moves are remove a4, remove b3, "
        "remove c2, remove d1"
    )


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"rows": 0}, "bad rows 0 of Konane: expected a whole number from 1 to 100"),
        ({"columns": 1}, "bad columns 1 of Konane: expected a whole number from 2 to 26"),
    ],
)
def test_parameters_that_make_no_game(parameters, message):
    """A board has two columns at least, so that both take off a stone, and letters for them."""
    with pytest.raises(InvalidArgumentError) as caught:
        Konane(**parameters)
    assert str(caught.value) == message


@pytest.mark.parametrize("game", [Konane(), Konane(3, 3), Konane(3, 4)], ids=repr)
def test_symmetries(game):
    """Turns and mirror images that keep the colours change no outcome, and no count."""
    assert_same_unfolded_and_reached(game)


@pytest.mark.parametrize("game", [Konane(3, 4), Konane(1, 8)], ids=repr)
def test_the_laws(game):
    """Every law holds at every position."""
    assert check_game(game).exhaustive
