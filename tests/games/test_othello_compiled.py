"""Othello by compiled rules: held against the plain ones, proofs of larger boards."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Othello
from gamesolver import InvalidArgumentError, check_game, prove
from tests.oracles.plain_rules import assert_alike_at_random, assert_alike_everywhere

FROM_TWENTY = {
    ".x.o../oxoo../.oxoxx/..xo../.xxx../...... x": -26,
    "o..o../.o.o.x/xxxoxx/..oo.x/...o../....o. x": -16,
    "x..o.o/.xooxx/.oxo../.oxo../..o.../...o.. x": 24,
    "....../.x..xo/.oxxox/..oo../.xoo../.xoo.. x": -8,
    "....../oox.x./oooxo./ooxo../o.o.../...o.. x": 2,
    "x.xxx./.xxo../.xxo../..ooo./.o..o./.....o x": -10,
}
"""Positions of six by six with twenty empty squares: their scores by a program in C of its own."""


def test_the_rules_are_the_plain_ones_everywhere():
    """At every raw position that the start reaches."""
    assert assert_alike_everywhere(Othello(3, 3)) == 47


def test_the_rules_are_the_plain_ones_on_a_large_board():
    """Along a game by chance, on the largest board that there is."""
    assert_alike_at_random(Othello(6, 6), Random(1), games=1)


@given(st.integers(0, 2**64 - 2), st.sampled_from([Othello(2, 3), Othello(6, 6)]))
def test_stray_numbers_are_no_positions(stray, game):
    """A number is refused, or it is that of a position which is read back."""
    with suppress(InvalidArgumentError):
        assert game.parse(game.format(stray)) == stray


@pytest.mark.parametrize("stray", [0, 2**5 - 1, 2**12])
def test_what_is_no_position_is_refused_in_words(stray):
    """No disc, a row that has no such number, a bit above the player to move."""
    with pytest.raises(InvalidArgumentError) as caught:
        Othello(2, 3).format(Othello(2, 3).start() | stray if stray else 0)
    assert "expected a number that parse gives for a text" in str(caught.value)


def test_boards_that_are_too_large():
    """Ten bits a row of six, and one: six rows; the plain rules have more."""
    with pytest.raises(InvalidArgumentError) as caught:
        Othello(7, 6)
    assert str(caught.value) == (
        "bad board 7 x 6 of Othello: expected at most 6 rows of 6 squares; take a smaller board, "
        "or games.othello.plain.PlainOthello for larger ones"
    )


@pytest.mark.compiled(why="the same kernels are run by other tests")
def test_the_laws():
    """Every law holds at every position; a best move is among the candidates."""
    assert check_game(Othello(3, 3)).exhaustive


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shape", "score"), [((4, 4), -8), ((4, 5), 16), ((5, 4), 16), ((5, 5), 13)]
)
def test_larger_boards_are_worth_what_another_program_says(shape, score):
    """Of four by four as published; else a program in C of its own. Five by five has 21 empty."""
    proof = prove(Othello(*shape), exact=False, memory="64 MB")
    assert (proof.score, proof.verify().bounds.score) == (score, score)


@pytest.mark.slow
@pytest.mark.parametrize(("text", "score"), FROM_TWENTY.items())
def test_six_by_six_from_twenty_empty_squares(text, score):
    """The scores that another program finds."""
    game = Othello(6, 6)
    proof = prove(game, game.parse(text), exact=False, memory="256 MB")
    assert (proof.score, proof.verify().bounds.score) == (score, score)
