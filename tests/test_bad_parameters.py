"""What a game cannot be made with, and where it cannot be started from."""

import pytest

from games import MNK, GobbletGobblers, Nim, PlainGobbletGobblers, TicTacToe
from gamesolver import InvalidArgumentError, solve


@pytest.mark.parametrize(
    ("kind", "arguments", "message"),
    [
        (Nim, (5,), "bad heaps 5 of Nim: expected one or more whole numbers from 0 on"),
        (Nim, ((-1, 2),), "bad heaps -1 of Nim: expected a whole number from 0 on"),
        (MNK, (0,), "bad m 0 of MNK: expected a whole number from 1 on"),
        (
            GobbletGobblers,
            ("x",),
            "bad reading 'x' of GobbletGobblers: "
            "expected 'final-board', 'lift-loses' or 'mover-wins'",
        ),
        (
            GobbletGobblers,
            ("final-board", True),
            "bad sizes True of GobbletGobblers: expected a whole number from 1 to 3",
        ),
        (
            GobbletGobblers,
            ("lift-loses", 3, 4),
            "bad copies 4 of GobbletGobblers: expected a whole number from 1 to 3",
        ),
        (
            PlainGobbletGobblers,
            ("final-board", 0),
            "bad sizes 0 of PlainGobbletGobblers: expected a whole number from 1 on",
        ),
    ],
)
def test_parameters_that_make_no_game(kind, arguments, message):
    """Our games refuse parameters that make no sense, in words of the family."""
    with pytest.raises(InvalidArgumentError) as caught:
        kind(*arguments)
    assert str(caught.value) == message


def test_a_start_that_the_game_cannot_read():
    """A start of the caller's that makes no sense is not blamed on the game."""
    with pytest.raises(InvalidArgumentError) as caught:
        solve(TicTacToe(), start=42)
    assert str(caught.value) == (
        "bad position 42 in start=...: is it a position of TicTacToe()? canonical(42) raised "
        "TypeError: 'int' object is not subscriptable"
    )
    assert isinstance(caught.value.__cause__, TypeError)
