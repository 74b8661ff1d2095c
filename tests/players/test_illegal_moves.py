"""Moves that are not legal, of the right type and of others."""

import pytest

from games import MNK, GobbletGobblers, Nim, Notakto, Subtraction, Template, TicTacToe
from gamesolver import IllegalMoveError
from tests.oracles.mnk import PlainMNK

PLACINGS = ", ".join(f"S{column}{row}" for row in (3, 2, 1) for column in "abc")


@pytest.mark.parametrize("move", [None, "a", 0.5, (1,), [0, 0]], ids=repr)
@pytest.mark.parametrize(
    "game",
    [
        TicTacToe(),
        MNK(),
        PlainMNK(),
        Nim(),
        Notakto(),
        Template(),
        Subtraction(),
        GobbletGobblers(),
    ],
    ids=repr,
)
def test_any_object_that_is_no_move(game, move):
    """An object that is not a legal move is refused, whatever its type."""
    position = game.start()
    with pytest.raises(IllegalMoveError) as caught:
        game.play(position, move)
    assert caught.value.legal_moves == tuple(game.moves(position))
    assert caught.value.move is move


@pytest.mark.parametrize(
    ("game", "text", "legal"),
    [
        (TicTacToe(), "a1", "0, 1, 2, 3, 4, 5, 6, 7, 8"),
        (Nim((1, 2)), "(0, 2)", "take 1 from heap a, take 1 from heap b, take 2 from heap b"),
        (Subtraction(), "4", "take 1, take 2, take 3"),
        (GobbletGobblers(sizes=1, copies=1), "0:0>1", PLACINGS),
    ],
)
def test_texts_that_are_no_move(game, text, legal):
    """``parse_move`` refuses a text with the position and the legal moves."""
    start = game.start()
    with pytest.raises(IllegalMoveError) as caught:
        game.parse_move(start, text)
    where = game.format(start)
    shown = where if where == repr(start) else repr(where)
    assert str(caught.value) == f"illegal move {text} in position {shown}: legal moves are {legal}"
