"""Quixo: compiled rules against plain ones, published counts, words."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Quixo
from games.quixo.plain import PlainQuixo
from gamesolver import (
    IllegalMoveError,
    InvalidArgumentError,
    PositionTextError,
    Value,
    check_game,
    explore,
    solve,
)
from tests.oracles.plain_rules import (
    assert_alike,
    assert_alike_at_random,
    assert_alike_everywhere,
    slot_position,
)
from tests.oracles.published import by_value, figures, made
from tests.support.scale import IS_PLAIN

SOLVED = [each for each in figures("quixo") if "won" in each]
"""The boards of which all is known."""


def assert_as_published(solution, golden):
    """Positions won, lost and drawn, and the start."""
    assert by_value(solution.counts()) == {name: golden[name] for name in ("won", "lost", "drawn")}
    assert len(solution) == 3**solution.game.size**2 == golden["positions"]
    assert str(solution.outcome) == golden["outcome"]


@pytest.mark.compiled
def test_counts_of_three_by_three():
    """All 19,683 boards of 3x3 have the outcomes that were counted, on the plain road too."""
    game = Quixo(size=3)
    boards = [slot_position(game, slot) for slot in range(game.rules.slots)]
    solution = solve(game, method="retrograde", positions=boards)
    assert_as_published(solution, SOLVED[0])
    assert solution.verify().positions == len(boards)


@pytest.mark.slow
@pytest.mark.parametrize("golden", SOLVED, ids=lambda each: str(each["parameters"]))
def test_counts(golden):
    """The whole index of 3x3 and of 4x4 has the outcomes that were counted."""
    assert_as_published(solve(made("quixo", golden)), golden)


def test_two_by_two_everywhere():
    """At every position of 2x2 the compiled rules say what the plain ones say."""
    game = Quixo(size=2)
    assert assert_alike_everywhere(game) == len(explore(game.plain))


def test_every_board_of_two_by_two():
    """All 81 boards of 2x2 are alike in both rules, and are numbered by their digits."""
    game = Quixo(size=2)
    for slot in range(game.rules.slots):
        position = slot_position(game, slot)
        assert_alike(game, position)
        squares = game.format(position).replace("/", "")
        assert slot == sum(".mw".index(cube) * 3**place for place, cube in enumerate(squares))


def test_boards_of_three_by_three():
    """On some of the 19,683 boards of 3x3 the compiled rules say what the plain ones say."""
    game = Quixo(size=3)
    for slot in random.Random(3).sample(range(game.rules.slots), 300 if IS_PLAIN else 2_000):
        assert_alike(game, slot_position(game, slot))


@pytest.mark.parametrize("size", [3, 4, 5])
def test_larger_boards_at_random(size):
    """Along random games the compiled rules say what the plain ones say."""
    assert_alike_at_random(Quixo(size=size), random.Random(size), games=10, plies=40)


@given(st.integers(2, 5), st.data())
def test_boards_at_random(size, data):
    """On any board, full ones and those with lines of both included, the two rules agree."""
    squares = data.draw(st.text(".mw", min_size=size**2, max_size=size**2))
    text = "/".join(squares[first : first + size] for first in range(0, size**2, size))
    assert_alike(Quixo(size=size), Quixo(size=size).parse(text))


@given(st.integers(0, 2**64 - 2), st.integers(2, 5))
def test_any_integer_may_be_asked_for_its_index(position, size):
    """The index of an integer is a slot that holds just it, or -1 if it is no position."""
    game = Quixo(size=size)
    slot = game.rules.calls.ask("index", position)
    mine, theirs = position % 2**32, position >> 32
    is_position = max(mine, theirs) < 2**size**2 and not mine & theirs
    assert (slot >= 0) == is_position
    if is_position:
        assert slot_position(game, slot) == position
    else:
        with pytest.raises(InvalidArgumentError):
            game.to_plain(position)


def test_a_number_that_is_no_position():
    """A cube of both players, or off the board, is refused in words."""
    for stray in (1 | 1 << 32, 1 << 4, 1 << 36, 1 << 63):
        with pytest.raises(InvalidArgumentError) as caught:
            Quixo(size=2).format(stray)
        assert str(caught.value) == (
            f"no position {stray} of Quixo(size=2): expected a number that parse gives for a text"
        )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("mmm/w.w/...", Value.WIN),
        ("www/m.m/...", Value.LOSS),
        ("mmm/www/...", Value.WIN),
        ("m../m../mww", Value.WIN),
        ("w../.w./..w", Value.LOSS),
        ("..w/.w./w..", Value.LOSS),
        ("..m/.mw/m.w", Value.WIN),
        ("mm./m../...", None),
    ],
)
def test_lines(text, value):
    """A line of the mover's is a win whatever else there is, one of the other's alone a loss."""
    assert PlainQuixo(size=3).terminal_value(tuple(text.split("/"))) is value
    game = Quixo(size=3)
    assert game.terminal_value(game.parse(text)) is value


def test_completing_both_lines_loses():
    """A push that completes lines of both is a win for the other player, who is then to move."""
    game = Quixo(size=3)
    position = game.parse("mmw/wwm/..m")
    pushed = game.play(position, game.parse_move(position, "8>2"))
    assert game.format(pushed) == "www/mmm/..w"
    assert game.terminal_value(pushed) is Value.WIN


def test_moves_from_the_edge():
    """A corner goes back in at two ends, another edge square at three, an inner one nowhere."""
    game = Quixo(size=4)
    texts = [game.format_move(move) for move in game.moves(game.start())]
    assert len(texts) == game.rules.max_moves == 32
    assert texts[:5] == ["a4 to d4", "a4 to a1", "b4 to a4", "b4 to d4", "b4 to b1"]
    assert not any(text.startswith(("b3", "c3", "b2", "c2")) for text in texts)


@pytest.mark.parametrize(
    "text",
    ["", "...", ".../.../..", ".../.../..x", ".../.../.../...", ".../.../...\n", None, 5],
)
def test_texts_that_are_refused(text):
    """A text that is no board is refused word for word."""
    for game in (Quixo(size=3), PlainQuixo(size=3)):
        with pytest.raises(PositionTextError) as caught:
            game.parse(text)
        assert str(caught.value) == (
            f"no position of {game!r} in {text!r}: expected 3 rows of 3 of '.', "
            "'m' (to move), 'w' (waiting) with '/' between them"
        )


def test_illegal_moves_are_named():
    """A move that is not there is refused with those that are, by their texts."""
    game = Quixo(size=2)
    position = game.parse("mw/..")
    with pytest.raises(IllegalMoveError) as caught:
        game.parse_move(position, "1>0")
    assert str(caught.value) == (
        "illegal move 1>0 in position 'mw/..': legal moves are a2 to b2, a2 to a1, a1 to a2, "
        "a1 to b1, b1 to b2, b1 to a1"
    )


@pytest.mark.parametrize("size", [1, 6, 0, -3, True, "3", None, 2.0])
def test_sizes_that_make_no_game(size):
    """Boards have from 2 to 5 rows: 64 bits hold no larger one."""
    with pytest.raises(InvalidArgumentError) as caught:
        Quixo(size=size)
    assert str(caught.value) == (f"bad size {size!r} of Quixo: expected a whole number from 2 to 5")


@pytest.mark.parametrize("game", [PlainQuixo(size=2), Quixo(size=2)], ids=repr)
def test_the_laws(game):
    """Both ways of writing the rules obey every law."""
    assert check_game(game).exhaustive
