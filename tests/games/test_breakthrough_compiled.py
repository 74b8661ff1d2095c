"""Breakthrough by compiled rules: held against the plain ones, what is known of pawns, a proof."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Breakthrough
from gamesolver import InvalidArgumentError, Outcome, Value, check_game, explore, prove
from tests.oracles.plain_rules import assert_alike_at_random, assert_alike_everywhere
from tests.oracles.published import figures, made


@pytest.mark.parametrize("game", [Breakthrough(4), Breakthrough(3, 3, 1)], ids=repr)
def test_small_boards_everywhere(game):
    """At every position the compiled rules say what the plain ones say."""
    assert assert_alike_everywhere(game) == len(explore(game.plain, fold=False))


@pytest.mark.parametrize("game", [Breakthrough(5, 6), Breakthrough(5, 5)], ids=repr)  # 61 bits
def test_large_boards_at_random(game):
    """Along random games the compiled rules say what the plain ones say, up to the last bit."""
    assert_alike_at_random(game, random.Random(0), games=3)


@given(st.integers(0, 2**64 - 2))
def test_any_integer_has_a_twin(position):
    """The mirror bears what is no position."""
    game = Breakthrough(4)
    assert game.canonical(position) == min(position, *game.symmetries(position))


@pytest.mark.parametrize("stray", [2**0 + 2**8, 2**17, 2**64 - 2])
def test_stray_integers(stray):
    """Two pawns on a square, or a bit too many: refused in words."""
    with pytest.raises(InvalidArgumentError) as caught:
        Breakthrough(4).format(stray)
    assert str(caught.value) == (
        f"no position {stray} of Breakthrough(rows=4): "
        "expected a number that parse gives for a text"
    )


def test_boards_of_more_than_63_bits():
    """Such a board is refused, and told what to take."""
    with pytest.raises(InvalidArgumentError) as caught:
        Breakthrough(8, 8)
    assert str(caught.value) == (
        "bad board 8 x 8 of Breakthrough: expected at most 31 squares, got 64; take a smaller "
        "board, or games.breakthrough.plain.PlainBreakthrough for larger ones"
    )


@pytest.mark.compiled
@pytest.mark.parametrize("game", [Breakthrough(4), Breakthrough(3, 3, 1)], ids=repr)
def test_the_laws(game):
    """Every law holds at every position, and so does what is said of moves."""
    report = check_game(game)
    assert report.exhaustive
    assert "candidates" in report.laws


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("b.b/w../.../.bb/w.w w", Outcome(Value.WIN, 1)),  # one step from the far row
        ("w../.b./w../.../... w", Outcome(Value.WIN, 1)),  # the last pawn is taken
        ("b.b/.../w../b../..w w", Outcome(Value.LOSS, 2)),  # nobody can take on a2
        ("..b/.../w../.b./..w w", ["c1xb2"]),
        ("..b/.../w../..b/.w. w", ["b1xc2"]),
        ("..b/.b./w../.../..w b", None),
        ("..b/.../w../.../..w w", Outcome(Value.WIN, 3)),  # nobody can take on a4
    ],
)
def test_what_is_known_of_a_position(text, said):
    """A pawn that crosses, one that must be taken, and one that nobody can stop."""
    game = Breakthrough(5, 3)
    candidates = game.candidates(game.from_plain(text))
    if isinstance(candidates, list):
        candidates = [game.format_move(move) for move in candidates]
    assert candidates == said or (said is None and isinstance(candidates, list))


@pytest.mark.slow
def test_five_by_five():
    """The second player wins in as many plies as is published, and not before."""
    (golden,) = [
        each for each in figures("breakthrough") if each["parameters"] == {"rows": 5, "columns": 5}
    ]
    proof = prove(made("breakthrough", golden), memory="1 GB")
    assert str(proof.outcome) == golden["outcome"]
