"""Gobblet Gobblers, compiled: its rules are those of the plain class, its numbering has no gaps."""

import random
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GobbletGobblers
from games.gobblet.plain import PlainGobbletGobblers
from gamesolver import InvalidArgumentError, PositionTextError, Value, check_game
from tests.support.scale import IS_PLAIN

READINGS = ["final-board", "lift-loses", "mover-wins"]
BY_NAME = pytest.mark.parametrize("reading", READINGS)
GAMES = [
    *(GobbletGobblers(reading=reading) for reading in READINGS),
    GobbletGobblers("mover-wins", sizes=3, copies=3, placing_only=True),
    GobbletGobblers("lift-loses", sizes=2, copies=3),
    GobbletGobblers(placing_only=True),
    GobbletGobblers("mover-wins", sizes=2, copies=1),
    GobbletGobblers("lift-loses", sizes=3, copies=1),
    GobbletGobblers("final-board", sizes=1, copies=3),
]
EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=repr)
TWO_SIZES = GobbletGobblers(sizes=2, copies=1)


def index_of(game, position):
    """The slot of a position."""
    return game.rules.calls.ask("index", position)


def position_at(game, slot):
    """The position that stands for the slot."""
    return int(game.rules.calls.position_at(np.int64(slot)))


def assert_same_rules(game, position):
    """All that the two classes say of a position is the same."""
    plain, board = game.plain, game.to_plain(position)
    assert game.from_plain(board) == position
    assert game.parse(game.format(position)) == position
    assert game.terminal_value(position) is plain.terminal_value(board)
    assert game.stage(position) == plain.stage(board)
    assert game.player(position) is plain.player(board) is None
    assert {game.to_plain(each) for each in game.symmetries(position)} | {board} == {
        board,
        *plain.symmetries(board),
    }
    assert game.to_plain(game.canonical(position)) == plain.canonical(board)
    assert {index_of(game, each) for each in game.symmetries(position)} == {
        index_of(game, position)
    }
    codes, successors = game.rules.calls.ask_successors(position)
    assert len(codes) <= game.rules.max_moves
    moves = plain.moves(board)
    assert [game.to_plain_move(each) for each in codes] == moves
    assert [game.format_move(each) for each in codes] == list(map(plain.format_move, moves))
    assert list(map(game.to_plain, successors)) == [plain.play(board, each) for each in moves]


@EVERY_GAME
def test_random_walks(game):
    """Along random games both classes agree, and a few steps beyond the end as well."""
    chance = random.Random(20)
    for _ in range(5 if IS_PLAIN else 15):
        position = game.start()
        assert game.to_plain(position) == game.plain.start()
        for _ in range(40):
            assert_same_rules(game, position)
            successors = game.rules.calls.ask_successors(position)[1]
            if not successors or (
                game.terminal_value(position) is not None and chance.random() < 0.7
            ):
                break
            position = chance.choice(successors)


@BY_NAME
def test_every_board_of_one_size(reading):
    """On all 1,423 boards of one size, reachable or not, both classes agree; plainly on a fifth."""
    game = GobbletGobblers(reading, sizes=1)
    boards = [
        board
        for board in product(range(3**9))
        if max(np.base_repr(board[0], 3).count(each) for each in "12") <= 2
    ]
    assert len(boards) == 1423
    for board in boards[:: 5 if IS_PLAIN else 1]:
        assert_same_rules(game, game.from_plain(board))


# ── the numbering ──────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("sizes", "copies", "slots"),
    [(1, 2, 219), (2, 2, 219 * 1423), (3, 2, 443_459_451), (3, 1, 19 * 91**2)],
)
def test_slots(sizes, copies, slots):
    """Classes of the largest pieces' layer times layers of the others."""
    assert GobbletGobblers(sizes=sizes, copies=copies).rules.slots == slots


def test_a_slot_for_each_orbit():
    """Valid slots are as many as orbits, in the order of their least boards."""
    layers = [each for each in range(3**9) if is_layer(each, copies=1)]
    orbits = sorted({TWO_SIZES.plain.canonical(board) for board in product(layers, repeat=2)})
    slots = range(TWO_SIZES.rules.slots)
    valid = [slot for slot in slots if index_of(TWO_SIZES, position_at(TWO_SIZES, slot)) == slot]
    assert [TWO_SIZES.to_plain(position_at(TWO_SIZES, slot)) for slot in valid] == orbits


def is_layer(number, copies):
    """Whether the digits show at most so many pieces a side."""
    return max(np.base_repr(number, 3).count(each) for each in "12") <= copies


def test_no_slot_for_what_is_no_position():
    """Every number of up to nine bits a layer is a position, or has the index -1."""
    game = GobbletGobblers(sizes=1, copies=3)
    for mine, theirs in product(range(0, 512, 3), range(512)):
        number = mine | theirs << 32
        is_position = not mine & theirs and max(mine.bit_count(), theirs.bit_count()) <= 3
        assert (index_of(game, number) >= 0) is is_position


@given(st.sampled_from(GAMES), st.integers(0, 2**64 - 2))
def test_any_integer_may_be_asked_about(game, number):
    """The index of any number is a slot or -1, and -1 if it has no text."""
    assert len(game.symmetries(number)) == 7
    slot = index_of(game, number)
    assert -1 <= slot < game.rules.slots
    if slot >= 0:
        assert index_of(game, game.parse(game.format(number))) == slot
    else:
        with pytest.raises(InvalidArgumentError, match=r"^no position"):
            game.format(number)


@given(st.sampled_from(GAMES), st.data())
def test_a_bit_too_many(game, data):
    """A position with one bit changed is another position or none, never the same slot's."""
    slot = data.draw(st.integers(0, game.rules.slots - 1))
    position = position_at(game, slot)
    changed = position ^ 1 << data.draw(st.integers(0, 63))
    if index_of(game, changed) == index_of(game, position):
        assert changed in game.symmetries(position)
    assert 0 <= index_of(game, position) <= slot


def test_slots_beyond_the_last_hold_nothing():
    """There is no position at a number that is no slot."""
    nothing = 2**64 - 1
    assert position_at(TWO_SIZES, -1) == position_at(TWO_SIZES, -(2**63)) == nothing
    assert position_at(TWO_SIZES, TWO_SIZES.rules.slots) == nothing


# ── words ──────────────────────────────────────────────────────────────────


def test_numbers_without_a_board():
    """A number that is no position has no text, and the error says what has one."""
    with pytest.raises(InvalidArgumentError) as caught:
        GobbletGobblers(sizes=1).format(7)
    assert str(caught.value) == (
        "no position 7 of GobbletGobblers(sizes=1): expected a number that parse gives for a text"
    )


@pytest.mark.parametrize("text", ["", "mmm....../.........", ".........", None])
def test_texts_that_are_refused(text):
    """The plain rules read the text, and what is no board is refused in the game's own name."""
    with pytest.raises(PositionTextError) as caught:
        GobbletGobblers(sizes=2).parse(text)
    assert str(caught.value) == (
        f"no position of GobbletGobblers(sizes=2) in {text!r}: expected 2 groups of nine of "
        "'.', 'm' (to move), 'w' (waiting) with '/' between them, the largest size first, at "
        "most 2 of each letter in a group"
    )


def test_board_and_moves_as_text():
    """Texts and boards are those of the plain rules."""
    game = GobbletGobblers(sizes=2, copies=1)
    position = game.parse("m......../.w.......")
    assert position == 1 | 1 << 32 + 9 + 1
    board = ["3 mL wS ..", "2 .. .. ..", "1 .. .. ..", "  a  b  c"]
    hands = ["", "m in hand: S", "w in hand: L"]
    assert game.render(position) == "\n".join([*board, *hands])
    assert game.play(position, game.parse_move(position, "0:0>1")) == 1 << 32 + 1 | 1 << 9 + 1
    assert game.format_move(game.moves(position)[0]) == "small from hand to c3"


@pytest.mark.parametrize(
    ("reading", "only", "text", "value"),
    [
        ("lift-loses", False, "m.w....../.wm....../wm.......", Value.LOSS),
        ("final-board", False, "m.w....../.wm....../wm.......", None),
        ("final-board", True, "m.w....../.wm....../wm.......", Value.DRAW),
        ("lift-loses", True, "m.w....../.wm....../wm.......", Value.DRAW),
        ("lift-loses", True, "m.w....../.w......./wm.......", None),
    ],
)
def test_no_legal_move(reading, only, text, value):
    """Who may lift nothing has lost; where pieces are only placed it is a draw."""
    game = GobbletGobblers(reading, copies=1, placing_only=only)
    position = game.parse(text)
    assert game.terminal_value(position) is value
    assert_same_rules(game, position)
    assert (game.moves(position) == []) is (value is not None)


@pytest.mark.compiled(why="ten seconds in plain Python, and the check has no kernels")
@pytest.mark.parametrize(
    "game",
    [GobbletGobblers(sizes=1, copies=1), GobbletGobblers(sizes=1), PlainGobbletGobblers(sizes=1)],
)
def test_laws(game):
    """Both classes obey the laws of games."""
    check_game(game)
