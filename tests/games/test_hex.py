"""Hex: who wins on which boards, winning openings, chains by example, compiled rules, words."""

from functools import cache

import pytest

from games import Hex
from games.hex.plain import PlainHex
from gamesolver import (
    IllegalMoveError,
    InvalidArgumentError,
    PositionTextError,
    Value,
    check_game,
    solve,
)
from tests.oracles.published import assert_counts, assert_outcome, figures, made
from tests.oracles.unfolded import assert_same_unfolded, unfolded

FIGURES = figures("hex")
MOST = 1_000_000  # positions that plain rules solve


def opened(game):
    """The names of all first moves."""
    return {game.format_move(move): move for move in game.moves(game.start())}


@pytest.mark.parametrize(
    "golden",
    [
        pytest.param(each, marks=[pytest.mark.slow] if each["positions"] > 10_000 else [])
        for each in FIGURES
        if each.get("positions", MOST) < MOST
    ],
    ids=lambda each: str(each["parameters"]),
)
def test_boards(golden):
    """Outcomes, raw positions and all winning openings are as published or recomputed."""
    game = made("hex", golden).plain
    solution = solve(game)
    counts = solution.counts(symmetric=True)
    assert_outcome(solution.outcome, golden)
    assert_counts(counts, golden)
    assert sum(counts.values()) == golden["positions"]
    winning = [name for name, move in opened(game).items()
               if solution[game.play(game.start(), move)].value is Value.LOSS]  # fmt: skip
    assert sorted(winning) == golden["won_by"]


@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_first_player_wins_on_square_boards(size):
    """J. Nash's theorem, on the boards that are solved at once."""
    assert solve(PlainHex(rows=size, columns=size)).value is Value.WIN


@pytest.mark.parametrize(("rows", "columns"), [(1, 2), (2, 3), (2, 4), (1, 5)])
def test_the_shorter_way_wins(rows, columns):
    """Red wins where the way down is the shorter one; turned over blue does, moving second."""
    assert solve(PlainHex(rows=rows, columns=columns)).value is Value.WIN
    assert solve(PlainHex(rows=columns, columns=rows)).value is Value.LOSS


def test_openings_near_the_acute_corner():
    """In the acute corners a1 and c3 red loses, and so at b1 next to one."""
    game = PlainHex()
    solution, first = solve(game), opened(game)
    for name in ("a1", "c3", "b1"):
        assert solution[game.play(game.start(), first[name])].value is Value.WIN


@pytest.mark.slow
def test_openings_of_four_by_four():
    """Only the four on the short diagonal win (by this library alone), neither a1 nor b1."""
    game = PlainHex(rows=4, columns=4)

    @cache
    def is_won(position):
        if game.terminal_value(position) is not None:
            return False
        after = (game.play(position, move) for move in game.moves(position))
        return not all(is_won(game.canonical(each)) for each in after)

    winning = [name for name, move in opened(game).items()
               if not is_won(game.canonical(game.play(game.start(), move)))]  # fmt: skip
    assert winning == ["d1", "c2", "b3", "a4"]


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (3, 2), (3, 3)])
def test_half_a_turn_changes_nothing(rows, columns):
    """Solved without symmetry, all twins have one outcome: that of their orbit."""
    assert_same_unfolded(PlainHex(rows, columns))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("r.b/r.b/r..", Value.LOSS),  # straight down
        ("b.r/br./r..", Value.LOSS),  # along the short diagonal
        ("rb./.rb/..r", None),  # along the long one hexagons do not touch
        ("rr./bbb/r..", Value.LOSS),  # from the left to the right
        ("rrb/.b./br.", Value.LOSS),
        ("rbr/b../...", None),
    ],
)
def test_chains(text, value):
    """Red joins above and below, blue left and right, by neighbours among six."""
    game = PlainHex()
    assert game.terminal_value(game.parse(text)) is value


def test_every_full_board_is_won_by_one_player():
    """Of the boards filled with five red and four blue stones none is a draw, none won twice."""
    solution = solve(unfolded(PlainHex(3, 3)))
    full = [each for each in solution if "." not in each]
    assert full
    for board in full:
        assert solution[board].remoteness == 0
        assert solution.game.terminal_value(board) is Value.LOSS


def test_the_board_leans():
    """Each row stands further right than the one above it, with names at its sides."""
    game = PlainHex(rows=2, columns=3)
    assert game.render(game.parse("r../.b.")) == " a b c\n1 r . .\n 2 . b ."


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".../...",
        ".../.../..b",
        "rr./.../...",
        "r.b/r.b/r.b",
        "x../.../...",
        "rbr/rbr/rbr",
        "r.b/rb./rb.",
        ".../.../...\n",
        None,
        5,
    ],
)
def test_texts_that_are_refused(text):
    """A text that is no position, or where play was over before, is refused word for word."""
    for game in (Hex(), PlainHex()):
        with pytest.raises(PositionTextError) as caught:
            game.parse(text)
        assert str(caught.value) == (
            f"no position of {game!r} in {text!r}: expected 3 rows of 3 of '.', 'r', 'b' with '/' "
            "between them, as many r as b or one more, and no sides joined but by the last stone"
        )


def test_illegal_moves():
    """A hexagon that is taken is refused with those that are not, word for word."""
    game = PlainHex(rows=2, columns=2)
    with pytest.raises(IllegalMoveError) as caught:
        game.play(game.parse("r./.b"), 0)
    assert str(caught.value) == ("illegal move 0 in position 'r./.b': legal moves are b1, a2")


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"rows": 0}, "bad rows 0 of Hex: expected a whole number from 1 to 100"),
        ({"columns": 27}, "bad columns 27 of Hex: expected a whole number from 1 to 26"),
    ],
)
def test_parameters_that_make_no_board(parameters, message):
    """A board has a row and a column at least, and a letter for each column."""
    with pytest.raises(InvalidArgumentError) as caught:
        Hex(**parameters)
    assert str(caught.value) == message


@pytest.mark.parametrize("game", [PlainHex(2, 2), PlainHex(1, 3), PlainHex(3, 2)], ids=repr)
def test_the_laws(game):
    """Every law holds at every position."""
    assert check_game(game).exhaustive
