"""Clobber by compiled rules: held against the plain ones, proofs of larger boards."""

from contextlib import suppress
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Clobber
from games.clobber.kernels import (
    MOST_UPS,
    board_of,
    book_of,
    measured,
    place_of,
    shapes_on,
)
from gamesolver import Bounds, InvalidArgumentError, Outcome, Value, check_game, prove, solve
from gamesolver.bits import scattered
from tests.oracles.plain_rules import assert_alike_at_random, assert_alike_everywhere
from tests.oracles.published import figures, made


@pytest.mark.parametrize(
    "game",
    [Clobber(2, 3), pytest.param(Clobber(2, 4), marks=pytest.mark.compiled), Clobber(1, 5)],
    ids=repr,
)
def test_the_rules_are_the_plain_ones_everywhere(game):
    """At every raw position that the start reaches."""
    assert assert_alike_everywhere(game) > 10


@pytest.mark.compiled(why="the book has 370,000 parts")
@pytest.mark.parametrize(
    "game", [Clobber(4, 8), Clobber(5, 6), Clobber(2, 16)], ids=repr
)  # 64 bits
def test_the_rules_are_the_plain_ones_on_large_boards(game):
    """Along games by chance."""
    assert_alike_at_random(game, Random(1), games=3)


@given(st.integers(0, 2**64 - 2), st.sampled_from([Clobber(2, 3), Clobber(4, 8)]))
def test_stray_numbers_are_no_positions(stray, game):
    """A number is refused, or it is that of a position which is read back."""
    with suppress(InvalidArgumentError):
        assert game.parse(game.format(stray)) == stray


@pytest.mark.parametrize("stray", [0, 1, 2**12, 2**63])
def test_what_is_no_position_is_refused_in_words(stray):
    """Stones of both on one square, above the board, or too many of one colour gone."""
    with pytest.raises(InvalidArgumentError) as caught:
        Clobber(2, 3).format(Clobber(2, 3).start() ^ stray if stray else 0b1_000001)
    assert "expected a number that parse gives for a text" in str(caught.value)


def test_boards_that_are_too_large():
    """Two bit boards and 64 bits: 32 squares; the plain rules have more."""
    with pytest.raises(InvalidArgumentError) as caught:
        Clobber(5, 7)
    assert str(caught.value) == (
        "bad board 5 x 7 of Clobber: expected at most 32 squares, got 35; take a smaller board, or "
        "games.clobber.plain.PlainClobber for larger ones"
    )


@pytest.mark.parametrize(
    "game",
    [
        Clobber(2, 3),
        pytest.param(
            Clobber(3, 3), marks=pytest.mark.compiled(why="the book has 4,000 parts")
        ),  # a part may be larger than those
    ],
    ids=repr,
)
def test_the_laws(game):
    """Every law holds at every position, and so does what is said of sums."""
    report = check_game(game)
    assert report.exhaustive
    assert "candidates" in report.laws


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("wb../.... w", Bounds(at_least=Outcome(Value.WIN, 1))),
        ("wb.w/.bw. b", Bounds(at_most=Outcome(Value.LOSS, 2))),  # *1 + *1 is nothing
        ("wwb./.... b", Bounds(at_most=Outcome(Value.LOSS, 2))),  # an up, and it is the other's
        ("w.wb/.b.. w", Bounds(at_least=Outcome(Value.WIN, 1))),
        ("w..w/.b.. b", Bounds(at_most=Outcome(Value.LOSS, 0))),
        ("wbwb/bwbw w", Bounds(at_least=Outcome(Value.WIN, 7))),
    ],
)
def test_sums(text, said):
    """Who wins a sum of small parts is known, and within how many plies."""
    game = Clobber(2, 4)
    assert game.candidates(game.parse(text)) == said


def test_a_part_that_is_another_one_turned_has_the_word_that_it_would_be_measured_to_have():
    """Of whoever has the first stone first, though another one may be the first before the turn."""
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


def larger_boards():
    """The figures of boards that are proved and not solved."""
    for each in figures("clobber"):
        size = each["parameters"].get("rows", 3) * each["parameters"].get("columns", 4)
        if "positions" not in each:
            mark = pytest.mark.slow if size > 20 else pytest.mark.compiled
            yield pytest.param(each, id=str(each["parameters"]), marks=mark)


@pytest.mark.parametrize("golden", [*larger_boards()])
def test_larger_boards(golden):
    """Who wins is proved, and verified by the rules alone."""
    proof = prove(made("clobber", golden), exact=False, memory="256 MB")
    assert proof.value.name.lower() == golden["outcome"]
    assert proof.verify().bounds.value is proof.value
