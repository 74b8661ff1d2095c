"""Amazons: recomputed outcomes and counts, turns by example, words."""

import pytest

from games import Amazons
from gamesolver import (
    IllegalMoveError,
    InvalidArgumentError,
    PositionTextError,
    Value,
    check_game,
    explore,
    solve,
)
from tests.oracles.published import assert_outcome, figures, made
from tests.oracles.unfolded import unfolded, unfolded_size


def named(game, position):
    """The legal moves as people write them."""
    return [game.format_move(move) for move in game.moves(position)]


@pytest.mark.parametrize(
    "golden",
    [
        pytest.param(each, marks=[] if "positions" in each else [pytest.mark.slow])
        for each in figures("amazons")
    ],
    ids=lambda each: str(each["parameters"]),
)
def test_boards(golden):
    """Who wins, in how many plies, and how many positions there are, is as recomputed."""
    game = made("amazons", golden)
    solution = solve(game)
    assert_outcome(solution.outcome, golden)
    assert len(solution) == golden["folded"]
    if "positions" in golden:
        assert len(explore(game, fold=False)) == golden["positions"]


@pytest.mark.parametrize("board", ["b../..w", "w../b..", "b./../.w", "b.w", "bw/..", ".b./#.#/.w."])
def test_turns_and_mirrors_change_nothing(board):
    """Solved without symmetry, all twins have one outcome: that of their orbit."""
    game = Amazons(board)
    folded, alone = solve(game), solve(unfolded(game))
    assert len(alone) >= len(folded)
    assert all(folded[each] == alone[each] for each in alone)


def test_verified():
    """The outcomes of a board with two amazons each satisfy the certificate."""
    solution = solve(Amazons("bb./.ww"))
    assert solution.verify(full=True).positions == unfolded_size(solution)


# ── rules by example ───────────────────────────────────────────────────────


def test_an_amazon_walks_as_a_queen():
    """Straight and slanting, up to what stands there or is gone, and never onto it."""
    game = Amazons("b../.../..w")
    assert named(game, game.start()) == ["c1-b2", "c1-c2", "c1-c3", "c1-b1", "c1-a1"]
    assert named(game, game.parse("b.#/#../##w w")) == ["c1-b2", "c1-c2"]


def test_the_amazon_that_walked_shoots():
    """From where it stands now, back to the square it left too; then it is the other's turn."""
    game = Amazons("b.w/...")
    walked = game.play(game.start(), game.parse_move(game.start(), "c2-c1"))
    assert game.format(walked) == "b../..w w c1"
    assert game.player(walked) == 0
    assert named(game, walked) == ["xb2", "xc2", "xb1", "xa1"]
    shot = game.play(walked, game.parse_move(walked, "xc2"))
    assert game.format(shot) == "b.#/..w b"
    assert game.player(shot) == 1


def test_only_one_of_two_amazons_shoots():
    """The other one, which has not walked, does not."""
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
    """A player none of whose amazons can walk has lost, the other is not asked."""
    game = Amazons()
    assert game.terminal_value(game.parse(text)) is value


def test_the_board_in_text():
    """Rows are counted from below, and columns have letters."""
    game = Amazons("b.#/..w")
    assert game.render(game.start()) == "2 b . #\n1 . . w\n  a b c"


# ── words ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "text",
    ["", "b../.../..w", "b../.../... w", "b../.../..w x", "b../.../..w w a3", "b../.../..w w c4",
     "b#./.##/##w b c1", "b../.../.ww w", "b../.../..w b", "b#./.../..w w", None, 5],
)  # fmt: skip
def test_texts_that_are_refused(text):
    """A text that is no position, or where the wrong one would shoot, is refused word for word."""
    with pytest.raises(PositionTextError) as caught:
        Amazons().parse(text)
    assert str(caught.value) == (
        f"no position of Amazons() in {text!r}: expected 3 rows of 3 of '.', 'w', 'b', '#' with "
        "'/' between them, as many of each letter as at the start and '#' wherever it was, ' w' "
        "for the player to move after an even number of shots, ' b' after an odd one, and then the "
        "square of an amazon that has moved and has to shoot, such as ' a1'"
    )


def test_what_was_gone_stays_gone():
    """A square that is gone at the start is gone in every text, whichever way the board lies."""
    game = Amazons("b.#/..w")
    for text in ("b.#/..w w", "..w/b.# w", "#.b/w.. w", "b##/..w b"):
        assert game.format(game.parse(text)) == text
    with pytest.raises(PositionTextError):
        game.parse("b#./..w w")


def test_illegal_moves():
    """A shot at a square that is gone is refused with those that are not, word for word."""
    game = Amazons("b.w/...")
    with pytest.raises(IllegalMoveError) as caught:
        game.play(game.parse("b../##w w c1"), 3)
    assert str(caught.value) == (
        "illegal move 3 in position 'b../##w w c1': legal moves are xb2, xc2"
    )


@pytest.mark.parametrize("board", ["", "b.", "bw/.", "b?w", "b" + "." * 25 + "w", None, 3])
def test_boards_that_are_none(board):
    """A board has even rows with a letter for each column, and an amazon of each player."""
    with pytest.raises(InvalidArgumentError) as caught:
        Amazons(board)
    assert str(caught.value) == (
        f"bad board {board!r} of Amazons: expected up to 100 rows of one length, up to 26, with "
        "'/' between them, of 'w', 'b', '.' and '#', one 'w' and one 'b' at least"
    )


@pytest.mark.parametrize("game", [Amazons("b../..w"), Amazons("b..w"), Amazons("bw")], ids=repr)
def test_the_laws(game):
    """Every law holds at every position."""
    assert check_game(game).exhaustive
