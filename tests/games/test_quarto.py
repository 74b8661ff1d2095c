"""Quarto: lines, turns of two moves, candidates, and proofs with nine pieces left."""

from itertools import count, product
from random import Random

import pytest

from games import Quarto
from games.quarto.plain import EMPTY, LINES, PIECES, SQUARES, PlainQuarto, has_line
from gamesolver import Outcome, Value, prove
from tests.support.scale import scaled

WORDS = ["".join(each) for each in product("ld", "st", "rq", "ho")]
"""Pieces by the first letters of their properties, or the second ones of square and solid."""


def have_something_in_common(pieces):
    """Return True if a letter occurs in the words of all pieces."""
    return bool(set.intersection(*({*WORDS[PIECES.index(piece)]} for piece in pieces)))


def test_lines():
    """Four random pieces in a line complete it exactly if they share a property."""
    luck = Random(1)
    assert len({frozenset(line) for line in LINES}) == 10
    for _ in range(scaled(300, 20_000)):
        four, line = luck.sample(PIECES, 4), luck.choice(LINES)
        squares = ["."] * SQUARES
        for square, piece in zip(line, four, strict=True):
            squares[square] = piece
        assert has_line("".join(squares)) == have_something_in_common(four)


def test_a_turn_has_two_moves():
    """A player who is given a piece puts it down and gives the next one."""
    game = PlainQuarto("..../..../..../....")
    position, seats = game.start(), []
    for move in ("P", 0, "A", 15, "B"):
        seats.append(game.player(position))
        position = game.play(position, move)
    assert seats == [0, 1, 1, 0, 0]
    assert position == "P.../..../..../...A B"
    assert game.player(position) == 1


def test_a_line_wins_at_once():
    """A complete line wins for the player who completed it and would give the next piece."""
    game = PlainQuarto("B.../.D../..H./....")
    after = game.play(game.play(game.start(), "E"), 15)
    assert game.terminal_value(after) is Value.WIN
    assert game.player(after) == game.player(game.play(game.start(), "E"))


# ── candidates ────────────────────────────────────────────────────────────────────────────────────


ONE_PIECE, FULL = Quarto("..../.G../..../...."), Quarto("FPGA/BCDM/LINH/OEJK")


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("A.../.G../..C./.... D", Outcome(Value.WIN, 1)),  # to d1: A, G, C and D are light
        ("A.../.G../..C./.... ?", ["give J", "give L", "give N", "give P"]),  # dark and solid
        ("A.../.G../..C./BDF. ?", Outcome(Value.LOSS, 2)),  # hollow or solid, each completes a line
    ],
)
def test_what_is_known_at_once(text, reported):
    """A piece that completes a line wins, and candidates give no such piece if they can."""
    candidates = ONE_PIECE.candidates(ONE_PIECE.parse(text))
    if isinstance(candidates, list):
        candidates = list(map(ONE_PIECE.format_move, candidates))
    assert candidates == reported


@pytest.mark.slow
def test_with_nine_left_at_random():
    """On random boards a proof with candidates agrees with a proof by plain rules."""
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
    """Return a random board with the given number of pieces, or ``None`` if it has a line."""
    squares = [EMPTY] * 16
    places = zip(chance.sample(range(16), pieces), chance.sample(PIECES, pieces), strict=True)
    for square, piece in places:
        squares[square] = piece
    rows = ["".join(squares[first : first + 4]) for first in range(0, 16, 4)]
    return None if has_line("".join(squares)) else "/".join(rows)
