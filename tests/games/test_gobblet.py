"""Gobblet Gobblers, compiled: rules on any board, and lines of all boards."""

from itertools import product

import numba as nb
import numpy as np
import pytest

from games import GobbletGobblers
from gamesolver import Value
from tests.oracles.plain_rules import assert_alike
from tests.oracles.published import figures
from tests.support.scale import IS_PLAIN

READINGS = ["final-board", "lift-loses", "mover-wins"]
BY_NAME = pytest.mark.parametrize("reading", READINGS)


@BY_NAME
def test_every_board_of_one_size(reading):
    """On all 1,423 boards of one size, reachable or not, plain and compiled rules agree.

    In plain Python a fifth of the boards is tested.
    """
    game = GobbletGobblers(reading, sizes=1)
    boards = [
        board
        for board in product(range(3**9))
        if max(np.base_repr(board[0], 3).count(each) for each in "12") <= 2
    ]
    assert len(boards) == 1423
    for board in boards[:: 5 if IS_PLAIN else 1]:
        assert_alike(game, game.from_plain(board))


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
    """A player who may lift nothing has lost; if pieces are only placed it is a draw."""
    game = GobbletGobblers(reading, copies=1, placing_only=only)
    position = game.parse(text)
    assert game.terminal_value(position) is value
    assert_alike(game, position)
    assert (game.moves(position) == []) is (value is not None)


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
