"""Quarto: lines that have something in common, and pieces that the other player gives."""

from itertools import product
from random import Random

import pytest

from games import Quarto
from games.quarto.plain import LINES, PIECES, SQUARES, PlainQuarto, has_line
from gamesolver import InvalidArgumentError, PositionTextError, Value, prove
from gamesolver.rules.figures import figures_of
from tests.support.scale import scaled

WORDS = ["".join(each) for each in product("ld", "st", "rq", "ho")]
"""Each piece by the first letters of its properties; of square and solid the second ones."""
NINE_PIECES = [
    pytest.param(table["parameters"]["board"], table["outcome"], id=table["outcome"])
    for table in figures_of("quarto", Quarto)
    if table.get("positions", 0) > 20_000
]


def have_something_in_common(pieces):
    """Whether some letter stands in all of their words."""
    return bool(set.intersection(*({*WORDS[PIECES.index(piece)]} for piece in pieces)))


def test_lines():
    """Of random fours those are lines that have a word in common, in ten places."""
    luck = Random(1)
    assert len({frozenset(line) for line in LINES}) == 10
    for _ in range(scaled(300, 20_000)):
        four, line = luck.sample(PIECES, 4), luck.choice(LINES)
        squares = ["."] * SQUARES
        for square, piece in zip(line, four, strict=True):
            squares[square] = piece
        assert has_line("".join(squares)) == have_something_in_common(four)


def test_a_turn_has_two_moves():
    """Whoever is given a piece puts it down and gives the next one."""
    game = PlainQuarto("..../..../..../....")
    position, seats = game.start(), []
    for move in ("P", 0, "A", 15, "B"):
        seats.append(game.player(position))
        position = game.play(position, move)
    assert seats == [0, 1, 1, 0, 0]
    assert position == "P.../..../..../...A B"
    assert game.player(position) == 1


def test_a_line_wins_at_once():
    """For whoever completes it, who would give the next piece."""
    game = PlainQuarto("B.../.D../..H./....")
    after = game.play(game.play(game.start(), "E"), 15)
    assert game.terminal_value(after) is Value.WIN
    assert game.player(after) == game.player(game.play(game.start(), "E"))


@pytest.mark.parametrize(("board", "outcome"), NINE_PIECES)
def test_from_nine_pieces(board, outcome):
    """Proved as throw-away code has it: 120,000 positions and more; of a draw only the value."""
    is_draw = outcome.startswith("draw")
    proof = prove(PlainQuarto(board), exact=not is_draw)
    assert proof.value.name.lower() == outcome.split()[0]
    assert is_draw or str(proof.outcome) == outcome
    assert proof.how.visited < 400_000


def test_there_are_boards_with_nine_pieces():
    """Won, lost and drawn ones."""
    assert {str(each.values[1]).split(" in ")[0] for each in NINE_PIECES} == {"win", "loss", "draw"}


@pytest.mark.parametrize("board", ["", 7, "..../..../....", "AA../..../..../....", "ABCD/" * 4,
                                   "ABCD/..../..../....", "Q.../..../..../...."])  # fmt: skip
def test_boards_that_cannot_be(board):
    """They are refused with what is expected."""
    with pytest.raises(InvalidArgumentError) as caught:
        Quarto(board)
    assert str(caught.value) == (
        f"bad board {board!r} of Quarto: expected four rows of four with '/' between them, of '.' "
        "and letters from A to P, none of them twice and no line complete"
    )


@pytest.mark.parametrize("text", ["", "..../..../..../....", "A.../..../..../.... A",
                                  "ABCD/..../..../.... E", "ABCD/EFGH/..../.... ?"])  # fmt: skip
def test_texts_that_are_no_positions(text):
    """A piece twice, a line before the last piece, two lines with none in common."""
    with pytest.raises(PositionTextError, match="or more pieces on it, letters from A to P"):
        PlainQuarto("..../..../..../....").parse(text)
