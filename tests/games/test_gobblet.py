"""Gobblet Gobblers: any board compared with an oracle, texts, pictures, and lines of all boards."""

from itertools import product

import numba as nb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GobbletGobblers
from gamesolver import Value
from tests.oracles.gobblet import PlainGobbletGobblers
from tests.oracles.published import figures
from tests.support.scale import IS_PLAIN

READINGS = ["final-board", "lift-loses", "mover-wins"]
BY_NAME = pytest.mark.parametrize("reading", READINGS)
SQUARES = range(9)


def word_of(game, board):
    """Return the game's position for a board of the oracle, whose first layer is the largest."""
    word = 0
    for kind, layer in enumerate(reversed(board)):
        for square in SQUARES:
            owner = layer // 3**square % 3
            if owner:
                word |= 1 << 9 * (game.kinds * (owner - 1) + kind) + square
    return word


def assert_alike(game, board):
    """Assert that a game and the oracle agree at a board."""
    oracle = PlainGobbletGobblers(game.reading, game.sizes, game.copies, game.placing_only)
    position, end = word_of(game, board), oracle.terminal_value(board)
    assert game.parse(game.format(position)) == position
    assert game.terminal_value(position) == end
    assert game.stage(position) == oracle.stage(board)
    images = {word_of(game, each) for each in oracle.symmetries(board)}
    assert {position, *game.symmetries(position)} == {position, *images}
    assert game.rules.calls.index_of(position) >= 0
    if end is None:
        moves = {game.format_move(move): game.play(position, move) for move in game.moves(position)}
        played = {
            oracle.format_move(each): oracle.play(board, each) for each in oracle.moves(board)
        }
        assert moves == {text: word_of(game, after) for text, after in played.items()}


def layers(copies):
    """Return all layers with at most ``copies`` pieces of each player."""
    digits = {number: np.base_repr(number, 3) for number in range(3**9)}
    return [each for each, text in digits.items() if max(map(text.count, "12")) <= copies]


@BY_NAME
def test_every_board_of_one_size(reading):
    """On all 1,423 boards of one size, reachable or not, the oracle and the rules agree.

    In plain Python a fifth of the boards is tested.
    """
    game, boards = GobbletGobblers(reading, sizes=1), layers(2)
    assert len(boards) == 1423
    for board in boards[:: 5 if IS_PLAIN else 1]:
        assert_alike(game, (board,))


WHOLE = [
    GobbletGobblers(reading, copies=copies, placing_only=only)
    for reading, copies, only in [*product(READINGS, (2, 3), (False,)), (READINGS[1], 2, True)]
]


@pytest.mark.parametrize("game", WHOLE, ids=repr)
@given(st.data())
def test_any_board_of_three_sizes(game, data):
    """On any board of three sizes the game and the oracle agree."""
    board = data.draw(st.tuples(*[st.sampled_from(layers(game.copies))] * 3))
    assert_alike(game, board)


def test_board_and_moves_as_text():
    """A stack is written from the smallest piece up, and a move by size and squares."""
    game = GobbletGobblers()
    position = game.start()
    for move in ("Sa3", "Ma3", "Lb2", "Mb1", "Lb2-c2"):
        position = game.play(position, game.parse_move(position, move))
    assert game.format(position) == "wSmM,.,./.,.,wL/.,mM,."
    assert game.format_for(position, 1) == "xSoM,.,./.,.,xL/.,oM,. o"
    board = ["3 xSoM .    .", "2 .    .    xL", "1 .    oM   .", "  a    b    c"]
    assert game.render_for(position, 1) == "\n".join(board)


def test_pieces_in_hand_are_drawn():
    """A picture has 12 pieces at the start, and after a ply one of them is on its square."""
    game = GobbletGobblers()
    start = game.start()
    after = game.play(start, game.parse_move(start, "Lb2"))
    for picture in (game.svg_for(start, 0), game.svg_for(after, 1)):
        assert picture.count("<circle") == 12
    assert game.svg_for(start, 0) != game.svg_for(after, 1)


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
    """A player who may lift nothing has lost; if pieces are only placed it is a draw."""
    game = GobbletGobblers(reading, copies=1, placing_only=only)
    board = PlainGobbletGobblers(reading, copies=1, placing_only=only).parse(text)
    assert game.terminal_value(word_of(game, board)) is value
    assert_alike(game, board)


# ── lines of all boards ───────────────────────────────────────────────────────────────────────────


BOARDS = figures("gobblet-gobblers")[0]["boards"]


@nb.njit
def _count_ends(position_at, index, first, second, third, indexes, counts):
    for number in range(indexes):
        position = position_at(number)
        if index(position) == number:
            counts[first(position), second(position), third(position)] += 1


@pytest.mark.slow
def test_lines_of_all_boards():
    """The indexes have 360,382,485 boards; numbers with lines or without moves are as published."""
    rules = [GobbletGobblers(reading).rules for reading in READINGS]
    for each in rules:
        each.calls  # noqa: B018  # compiles them
    counts = np.zeros((4, 4, 4), dtype=np.int64)  # -1 is the last index
    codes = [each.terminal_code for each in rules]
    _count_ends(rules[0].position_at, rules[0].index, *codes, rules[0].num_indexes, counts)
    loss, win, playing = -1, 1, 2
    assert counts.sum() == BOARDS["all"]
    assert counts[playing, :, playing].sum() == BOARDS["no_line"]
    assert counts[win, win, win] == BOARDS["line_of_mover"]
    assert counts[loss, loss, loss] == BOARDS["line_of_other"]
    assert counts[win, win, loss] == BOARDS["lines_of_both"]
    assert counts[playing, loss, playing] == BOARDS["stuck_in_lift_loses"]
    assert np.count_nonzero(counts) == 5
