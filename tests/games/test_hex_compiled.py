"""Hex by compiled rules: held against the plain ones, what is known of safe chains, proofs."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Hex
from gamesolver import Bounds, InvalidArgumentError, Outcome, Value, check_game, explore, prove
from tests.oracles.plain_rules import assert_alike_at_random, assert_alike_everywhere
from tests.oracles.published import figures, made

(FIVE_BY_FIVE,) = [
    each for each in figures("hex") if each["parameters"] == {"rows": 5, "columns": 5}
]


@pytest.mark.parametrize("game", [Hex(2, 3), Hex(2, 2), Hex(1, 1)], ids=repr)
def test_small_boards_everywhere(game):
    """At every position the compiled rules say what the plain ones say."""
    assert assert_alike_everywhere(game) == len(explore(game.plain, fold=False))


@pytest.mark.parametrize("game", [Hex(4, 8), Hex(5, 5), Hex(32, 1)], ids=repr)  # 64 bits
def test_large_boards_at_random(game):
    """Along random games the compiled rules say what the plain ones say, up to the last bit."""
    assert_alike_at_random(game, random.Random(0), games=5)


@given(st.integers(0, 2**64 - 2), st.sampled_from([Hex(2, 3), Hex(4, 8)]))
def test_any_integer_has_a_twin(position, game):
    """Half a turn bears what is no position."""
    assert game.canonical(position) == min(position, *game.symmetries(position))


@pytest.mark.parametrize("stray", [0b0001_0001, 0b0011, 0b0001_0000, 1 << 8, 2**64 - 2])
def test_stray_integers(stray):
    """Two stones on a hexagon, too many of a colour, or a bit too many: refused in words."""
    with pytest.raises(InvalidArgumentError) as caught:
        Hex(2, 2).format(stray)
    assert str(caught.value) == (
        f"no position {stray} of Hex(rows=2, columns=2): "
        "expected a number that parse gives for a text"
    )


def test_boards_of_more_than_64_bits():
    """Such a board is refused, and told what to take."""
    with pytest.raises(InvalidArgumentError) as caught:
        Hex(6, 6)
    assert str(caught.value) == (
        "bad board 6 x 6 of Hex: expected at most 32 hexagons, got 36; "
        "take a smaller board, or games.hex.plain.PlainHex for larger ones"
    )


@pytest.mark.parametrize("game", [Hex(2, 2), pytest.param(Hex(2, 3), marks=pytest.mark.compiled)])
def test_the_laws(game):
    """Every law holds at every position, and so does what is said of safe chains."""
    report = check_game(game)
    assert report.exhaustive
    assert "candidates" in report.laws


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (".r.../.r.../.r.../.r.../.bbbb", Outcome(Value.WIN, 1)),
        ("...../..r../...../.r.../b.b..", Bounds(at_least=Outcome(Value.WIN, 21))),
        ("...../..r../...../.r.../..b..", Bounds(at_most=Outcome(Value.LOSS, 22))),
        ("...../..r../.b.../.r.../.....", None),  # one bridge is broken
        ("...../...../..r../...../.....", None),
    ],
)
def test_safe_chains(text, said):
    """Joined by the next stone; by bridges with it; and by those of the player who has moved."""
    game = Hex(5, 5)
    candidates = game.candidates(game.parse(text))
    assert (None if isinstance(candidates, list) else candidates) == said


def test_a_broken_bridge_is_mended_first():
    """Blue is one hexagon from breaking red's chain, and takes it before all others."""
    game = Hex(5, 5)
    first = game.candidates(game.parse("...../..r../.b.../.r.../....."))[0]
    assert game.format_move(first) == "c3"


@pytest.mark.compiled
def test_four_by_four():
    """Red wins by the short diagonal alone; a proof of it is verified by the rules."""
    game = Hex(4, 4)
    proof = prove(game, exact=False, memory="16 MB")
    assert proof.value is Value.WIN
    assert proof.verify().bounds.value is Value.WIN
    assert winning_openings(game) == ["a4", "b3", "c2", "d1"]


@pytest.mark.slow
def test_every_opening_of_five_by_five():
    """The openings of five by five are those of another program, and red wins."""
    game = made("hex", FIVE_BY_FIVE)
    assert prove(game, exact=False, memory="64 MB").value is Value.WIN
    assert winning_openings(game) == FIVE_BY_FIVE["won_by"]


def winning_openings(game):
    """The names of the first moves that win, each proved by itself."""
    after = {move: game.play(game.start(), move) for move in game.moves(game.start())}
    values = {
        move: prove(game, position, exact=False, memory="64 MB").value
        for move, position in after.items()
    }
    return sorted(game.format_move(move) for move, each in values.items() if each is Value.LOSS)
