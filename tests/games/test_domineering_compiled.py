"""Domineering by compiled rules: held against the plain ones, counting, proofs."""

import random
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Domineering
from gamesolver import Bounds, InvalidArgumentError, Outcome, Value, check_game, explore, prove
from tests.oracles.plain_rules import assert_alike_at_random, assert_alike_everywhere
from tests.oracles.published import figures, made


@pytest.mark.parametrize("game", [Domineering(3, 4), Domineering(1, 3)], ids=repr)
def test_small_boards_everywhere(game):
    """At every position the compiled rules say what the plain ones say."""
    assert assert_alike_everywhere(game) == len(explore(game.plain, fold=False))


@pytest.mark.parametrize("game", [Domineering(8, 8), Domineering(5, 6)], ids=repr)  # 64 bits
def test_large_boards_at_random(game):
    """Along random games the compiled rules say what the plain ones say, up to the last bit."""
    assert_alike_at_random(game, random.Random(0), games=2)


@given(st.integers(0, 2**64 - 2), st.sampled_from([Domineering(3, 4), Domineering(8, 8)]))
def test_any_integer_has_twins(position, game):
    """Symmetries bear what is no position: they permute the integers."""
    orbit = {position, *game.symmetries(position)}
    for twin in orbit:
        assert {twin, *game.symmetries(twin)} == orbit


@pytest.mark.parametrize("stray", [0, 1 + 2**4, 2**64 - 2])
def test_stray_integers(stray):
    """An odd number of squares, or a bit too many: refused in words."""
    with pytest.raises(InvalidArgumentError) as caught:
        Domineering(2, 2).format(stray)
    assert str(caught.value) == (
        f"no position {stray} of Domineering(rows=2, columns=2): "
        "expected a number that parse gives for a text"
    )


def test_a_full_board_of_64_squares():
    """It is a number like others, and whoever is to move has lost."""
    game = Domineering(8, 8)
    full = game.parse("/".join(["########"] * 8) + " v")
    assert full == 2**64 - 2
    assert game.terminal_value(full) is Value.LOSS


def test_boards_of_more_than_64_squares():
    """Such a board is refused, and told what to take."""
    with pytest.raises(InvalidArgumentError) as caught:
        Domineering(9, 8)
    assert str(caught.value) == (
        "bad board 9 x 8 of Domineering: expected at most 64 squares, got 72; take a smaller "
        "board, or games.domineering.plain.PlainDomineering for larger ones"
    )


@pytest.mark.compiled
@pytest.mark.parametrize("game", [Domineering(3, 4), Domineering()], ids=repr)
def test_the_laws(game):
    """Every law holds at every position, and so does what counting says."""
    report = check_game(game)
    assert report.exhaustive
    assert "candidates" in report.laws


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("#.##/#.##/#.##/#.## v", Bounds(at_least=Outcome(Value.WIN, 2))),
        ("..#./###./..##/#### h", Bounds(at_least=Outcome(Value.WIN, 3))),
        # Horizontal takes both of Vertical's places at once, and no move is left.
        ("###./#.##/..##/.##. h", Bounds(at_least=Outcome(Value.WIN, 3))),
        # Vertical's only place takes one square from Horizontal, not two, and two are left.
        ("...#/.###/####/#### v", Bounds(at_most=Outcome(Value.LOSS, 2))),
    ],
)
def test_counting(text, said):
    """Whoever has more moves for sure than the other can have wins."""
    game = Domineering(4, 4)
    assert game.candidates(game.from_plain(text)) == said


@pytest.mark.parametrize(("rows", "columns"), [(3, 4), (4, 3)])
def test_what_counting_says_is_so(rows, columns):
    """Whatever squares are covered, the game is won as it says, or by one of its candidates."""
    game, size = Domineering(rows, columns), rows * columns
    upright = [1 << each | 1 << each + columns for each in range(size - columns)]
    lying = [3 << each for each in range(size) if (each + 1) % columns]

    @cache
    def is_won(covered, seat):
        fitting = [each for each in (upright, lying)[seat] if not each & covered]
        return any(not is_won(covered | each, 1 - seat) for each in fitting)

    said = 0
    for covered in range(1 << size):
        seat = covered.bit_count() // 2 % 2
        position = covered ^ 1
        if covered.bit_count() % 2 or game.terminal_value(position) is not None:
            continue
        candidates = game.candidates(position)
        if isinstance(candidates, list):
            after = [game.play(position, move) ^ 1 for move in candidates]
            assert any(not is_won(each, 1 - seat) for each in after) == is_won(covered, seat)
        else:
            said += 1
            assert (candidates.at_least is not None) == is_won(covered, seat)
    assert said > 1_000


def larger_squares():
    """The figures of six by six and seven by seven squares; eight by eight take too long."""
    for each in figures("domineering"):
        size = each["parameters"].get("rows", 4)
        if size in (6, 7) and size == each["parameters"].get("columns", 4):
            marks = [pytest.mark.slow] if size > 6 else [pytest.mark.compiled]
            yield pytest.param(each, id=str(size), marks=marks)


@pytest.mark.parametrize("golden", [*larger_squares()])
def test_larger_squares(golden):
    """Whoever begins wins, as is published."""
    proof = prove(made("domineering", golden), exact=False, memory="512 MB")
    assert proof.value.name.lower() == golden["outcome"]


@pytest.mark.compiled
def test_a_proof_is_verified():
    """All that it rests on holds, by the rules alone."""
    proof = prove(Domineering(4, 5), exact=False, memory="16 MB")
    assert proof.verify().bounds.value is proof.value is Value.WIN
