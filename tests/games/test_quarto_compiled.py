"""Quarto by compiled rules: held against the plain ones, what wins at once, nine pieces left."""

from contextlib import suppress
from itertools import count
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Quarto
from games.quarto.plain import CHOOSE, EMPTY, PIECES, PlainQuarto, has_line
from gamesolver import InvalidArgumentError, Outcome, Value, check_game, prove
from gamesolver.rules.figures import figures_of
from tests.oracles.plain_rules import assert_alike_at_random, assert_alike_everywhere
from tests.support.scale import scaled

ONE_PIECE, FULL = Quarto("..../.G../..../...."), Quarto("FPGA/BCDM/LINH/OEJK")
NINE_LEFT = {
    outcome: [
        table["parameters"]["board"]
        for table in figures_of("quarto", Quarto)
        if table["outcome"] == outcome and table["parameters"]["board"].count(EMPTY) == 9
    ]
    for outcome in ("win", "loss", "draw")
}


def test_the_rules_are_the_plain_ones_everywhere():
    """At every position that the start reaches."""
    assert assert_alike_everywhere(Quarto()) == 1_342


@pytest.mark.parametrize("game", [ONE_PIECE, FULL], ids=repr)
def test_the_rules_are_the_plain_ones_at_random(game):
    """Along games by chance, in which the position takes 64 bits; on a full board, too."""
    assert_alike_at_random(game, Random(1), games=scaled(3, 100))


@given(st.integers(0, 2**64 - 2), st.sampled_from([Quarto(), ONE_PIECE]))
def test_stray_numbers_are_no_positions(stray, game):
    """A number is refused, or it is that of a position which is read back."""
    with suppress(InvalidArgumentError):
        assert game.parse(game.format(stray)) == stray


@pytest.mark.parametrize("stray", [0x1_00001, 0x6, 0x11, 0x6_00000, 0x1_000000])
def test_what_is_no_position_is_refused_in_words(stray):
    """A piece twice, a sixth piece where five are left, a bit too many."""
    game = Quarto()
    assert game.board.count(EMPTY) == 5
    with pytest.raises(InvalidArgumentError) as caught:
        game.format(stray)
    assert str(caught.value) == (
        f"no position {stray} of {game!r}: expected a number that parse gives for a text"
    )


def test_the_empty_board():
    """It has no room in 64 bits, and the plain rules begin with it."""
    board = "..../..../..../...."
    with pytest.raises(InvalidArgumentError) as caught:
        Quarto(board)
    assert str(caught.value) == (
        f"bad board {board!r} of Quarto: expected a piece on it; put one down, or take "
        "games.quarto.plain.PlainQuarto to begin with none"
    )
    assert PlainQuarto(board).start() == f"{board} {CHOOSE}"


@pytest.mark.compiled(why="the same kernels are run by other tests")
def test_the_laws():
    """Every law holds at every position; a best move is among the candidates."""
    report = check_game(Quarto())
    assert report.exhaustive
    assert "candidates" in report.laws


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A.../.G../..C./.... D", Outcome(Value.WIN, 1)),  # to d1: A, G, C and D are light
        ("A.../.G../..C./.... ?", ["give J", "give L", "give N", "give P"]),  # dark and solid
        ("A.../.G../..C./BDF. ?", Outcome(Value.LOSS, 2)),  # hollow or solid, each completes a line
    ],
)
def test_what_is_known_at_once(text, said):
    """A piece that completes a line wins; nobody gives such a one if there is another."""
    candidates = ONE_PIECE.candidates(ONE_PIECE.parse(text))
    if isinstance(candidates, list):
        candidates = list(map(ONE_PIECE.format_move, candidates))
    assert candidates == said


def assert_proved(board, outcome):
    """A proof says so, and is verified by the rules alone."""
    proof = prove(Quarto(board), exact=False, memory="16 MB")
    assert proof.value.name.lower() == outcome
    assert proof.verify().bounds.value is proof.value


@pytest.mark.parametrize("board", [*NINE_LEFT["loss"], *NINE_LEFT["win"]])
def test_won_and_lost_with_nine_left(board):
    """Proved as a program in C has it."""
    assert_proved(board, "win" if board in NINE_LEFT["win"] else "loss")


@pytest.mark.compiled
@pytest.mark.parametrize("board", NINE_LEFT["draw"])
def test_drawn_with_nine_left(board):
    """Proved as a program in C has it, though some ten thousand positions are looked at."""
    assert_proved(board, "draw")


@pytest.mark.slow
def test_with_nine_left_by_chance():
    """Of boards by chance a proof says what plain rules say, asked without what wins at once."""
    chance, proved = Random(9), 0
    for _ in count():
        board = board_by_chance(chance, 7)
        if board is None:
            continue
        proof = prove(Quarto(board), exact=False, memory="16 MB")
        assert proof.value is prove(PlainQuarto(board), exact=False).value, board
        assert proof.verify().bounds.value is proof.value
        proved += 1
        if proved == scaled(8, 40):
            return


def board_by_chance(chance, pieces):
    """A board with so many pieces; ``None`` where it has a line."""
    squares = [EMPTY] * 16
    places = zip(chance.sample(range(16), pieces), chance.sample(PIECES, pieces), strict=True)
    for square, piece in places:
        squares[square] = piece
    rows = ["".join(squares[first : first + 4]) for first in range(0, 16, 4)]
    return None if has_line("".join(squares)) else "/".join(rows)
