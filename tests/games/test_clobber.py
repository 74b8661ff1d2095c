"""Clobber: published winners, rules by example, words."""

import pytest

from games import Clobber
from games.clobber.plain import PlainClobber
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

SOLVED = [each for each in figures("clobber") if "positions" in each]


@pytest.mark.parametrize("golden", SOLVED, ids=lambda each: str(each["parameters"]))
def test_boards(golden):
    """Whoever begins wins or loses as published; plies and counts are those of another program."""
    solution = solve(made("clobber", golden).plain)
    counts = solution.counts(symmetric=True)
    assert_outcome(solution.outcome, golden)
    assert sum(counts.values()) == golden["positions"]
    assert_counts(counts, golden)


def test_one_row():
    """In a row of an even number of stones whoever begins wins, but for six: the theorem."""
    values = {columns: solve(PlainClobber(1, columns)).value for columns in range(2, 13, 2)}
    assert [columns for columns, value in values.items() if value is Value.LOSS] == [6]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("wbw/bwb w", ["a2xb2", "a2xa1", "c2xb2", "c2xc1", "b1xb2", "b1xa1", "b1xc1"]),
        (".ww/bwb b", ["a1xb1", "c1xc2", "c1xb1"]),
        ("w../..b b", []),
        ("w.b/... w", []),  # not over a hole, nor slanting
        ("w../.b. w", []),
    ],
)
def test_moves(text, moves):
    """A stone goes where one of the other player's stands next to it, in a row or a column."""
    game = PlainClobber(rows=2, columns=3)
    assert [game.format_move(move) for move in game.moves(text)] == moves
    assert (game.terminal_value(text) is Value.LOSS) == (not moves)


def test_a_stone_is_taken():
    """The stone that stood there is taken off, and the square that is left is empty."""
    game = PlainClobber(rows=2, columns=3)
    after = game.play(game.start(), (0, 1))
    assert (after, game.stage(after)) == (".ww/bwb b", 1)


@pytest.mark.parametrize(
    "text",
    ["", "wbw/bwb", "wbw/bwx w", "wbw/bwb b", ".bw/bwb b", ".bw/bwb w", "w.w/b.b b", "...wbwb w",
     None, 5],
)  # fmt: skip
def test_texts_that_are_refused(text):
    """A text that is no position, with a turn or a colour too many, is refused word for word."""
    with pytest.raises(PositionTextError) as caught:
        PlainClobber(rows=2, columns=3).parse(text)
    assert str(caught.value) == (
        f"no position of PlainClobber(rows=2, columns=3) in {text!r}: expected 2 rows of 3 of '.', "
        "'w', 'b' with '/' between them, then ' w' for the player to move where an even number of "
        "stones has been taken, half of them of each colour, or ' b' where it is odd, and one more "
        "of 'b'"
    )


def test_texts_that_are_read():
    """Whatever play comes to is read back."""
    game = PlainClobber(rows=3, columns=3)
    assert all(game.parse(position) == position for position in explore(game, fold=False))


def test_illegal_moves():
    """A move onto an empty square is refused with those that are legal, word for word."""
    with pytest.raises(IllegalMoveError) as caught:
        PlainClobber(rows=1).play(".wwb b", (3, 0))
    assert str(caught.value) == ("illegal move (3, 0) in position '.wwb b': legal moves are d1xc1")


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"rows": 0}, "bad rows 0 of Clobber: expected a whole number from 1 to 100"),
        ({"columns": 1}, "bad columns 1 of Clobber: expected a whole number from 2 to 26"),
    ],
)
def test_parameters_that_make_no_game(parameters, message):
    """A board has two columns at least, so that there is a first move, and letters for them."""
    with pytest.raises(InvalidArgumentError) as caught:
        Clobber(**parameters)
    assert str(caught.value) == message


@pytest.mark.parametrize("game", [*map(PlainClobber, (2, 3, 2), (4, 3, 2))], ids=repr)
def test_symmetries(game):
    """Turns and mirror images that keep the colours change no outcome, and no count."""
    assert_same_unfolded_and_reached(game)


@pytest.mark.parametrize("game", [*map(PlainClobber, (2, 3, 1), (4, 3, 6))], ids=repr)
def test_the_laws(game):
    """Every law holds at every position."""
    assert check_game(game).exhaustive
