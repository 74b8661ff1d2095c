"""Clobber: rules by example, and sums of small parts."""

import numpy as np
import pytest

from games import Clobber
from games.clobber.kernels import (
    MOST_UPS,
    board_of,
    book_of,
    measured,
    place_of,
    shapes_on,
)
from gamesolver import (
    Bounds,
    Outcome,
    Value,
    prove,
    solve,
)
from gamesolver.bits import scattered


def test_one_row():
    """In rows of an even number of stones the first player wins, except with six stones."""
    values = {columns: solve(Clobber(1, columns)).value for columns in range(2, 13, 2)}
    assert [columns for columns, value in values.items() if value is Value.LOSS] == [6]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("wbw/bwb", ["a2xb2", "a2xa1", "c2xb2", "c2xc1", "b1xb2", "b1xa1", "b1xc1"]),
        (".ww/bwb", ["a1xb1", "c1xc2", "c1xb1"]),
        ("w../..b", []),
        ("w.b/...", []),  # not over a hole, nor diagonally
        ("w../.b.", []),
    ],
)
def test_moves(text, moves):
    """A stone moves onto a stone of the other player next to it in a row or a column."""
    game = Clobber(rows=2, columns=3)
    position = game.parse(text)
    assert [game.format_move(move) for move in game.moves(position)] == moves
    assert (game.terminal_value(position) is Value.LOSS) == (not moves)


def test_a_stone_is_taken():
    """A move removes the stone on its target, and leaves its own square empty."""
    game = Clobber(rows=2, columns=3)
    after = game.play(game.start(), game.parse_move(game.start(), "a2xb2"))
    assert (game.format(after), game.player(after)) == (".ww/bwb", 1)


# ── sums of parts ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("wb../....", Bounds(at_least=Outcome(Value.WIN, 1))),
        ("wb.w/.bw.", Bounds(at_most=Outcome(Value.LOSS, 2))),  # *1 + *1 is nothing
        ("wwb./....", Bounds(at_most=Outcome(Value.LOSS, 2))),  # an up of the other player
        ("w.wb/.b..", Bounds(at_least=Outcome(Value.WIN, 1))),
        ("w..w/.b..", Bounds(at_most=Outcome(Value.LOSS, 0))),
        ("wbwb/bwbw", Bounds(at_least=Outcome(Value.WIN, 7))),
    ],
)
def test_sums(text, reported):
    """The winner of a sum of small parts is known, and the number of plies is bounded."""
    game = Clobber(2, 4)
    assert game.candidates(game.parse(text)) == reported


def test_a_part_that_is_another_one_turned_has_the_word_that_it_would_be_measured_to_have():
    """A part stored as a rotated part has the word that measuring it gives.

    The player with the first stone comes first, even if rotation puts another stone first.
    """
    board, book = board_of(2, 3), book_of(2, 3)
    room = [np.zeros((2 * MOST_UPS + 1, 4), np.bool_) for _ in range(2)]
    tried = 0
    for shape in map(np.uint64, shapes_on(2, 3)):
        for colours in range((1 << int(shape).bit_count() - 1) - 1):
            mine = scattered(np.uint64(2 * colours + 1), shape)
            word = int(measured(mine, shape ^ mine, board, book, *room))
            there = book.numbers[place_of(shape, mine, board, book)]
            assert there
            assert int(book.words[there]) == word
            tried += 1
    assert tried > 200


def test_proofs_are_the_solution():
    """The outcome of a start, proved and verified by the rules alone, is that of the solution."""
    proof = prove(Clobber(2, 4), memory="4 MB")
    assert proof.outcome == solve(Clobber(2, 4)).outcome
    assert proof.verify().bounds == proof.bounds
