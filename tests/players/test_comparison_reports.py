"""Reports of comparisons as text and as JSON."""

import json

import pytest

from games import Nim, PongHauKi, TicTacToe
from gamesolver import InvalidArgumentError, Outcome, Value, solve
from gamesolver.players import compare

BOARD, MISERE = solve(TicTacToe()), solve(TicTacToe(misere=True))
FOUND = compare(BOARD, MISERE)


def test_the_text():
    """The text has a table of values, the nearest change, the principal variations and examples."""
    text = FOUND.as_text()
    assert text.startswith("Down: Tic-Tac-Toe\nAcross: Tic-Tac-Toe (misere yes)\n\n")
    assert "The shallowest change:\n  draw in 8 / win in 8, after 0\n  x . .\n" in text
    assert "Best play:\n  draw in 9   draw in 9\n  0           4\n" in text
    values = FOUND.values
    row = [f"{values.get((Value.WIN, each), 0)}" for each in reversed(Value)]
    assert ["win", *row, "0"] in [line.split() for line in text.split("\n")]
    assert repr(FOUND) == (
        "<TicTacToe() against TicTacToe(misere=True): 194 positions agree, 571 differ>"
    )


def test_a_change_at_the_start_states_so():
    """A change of the start's own value is reported with no moves before it."""
    found = compare(solve(Nim((1,))), solve(Nim((1,), misere=True)))
    assert found.shallowest.line == ()
    assert "win in 1 / loss in 1, at the start" in found.as_text()


def test_positions_of_one_game_alone():
    """In JSON a position that only one game has is without an outcome of the other game."""
    alone = json.loads(compare(BOARD, solve(TicTacToe(play_on=True))).as_json())
    assert any(each["one"] is None for each in alone["outcomes"])


def test_endless_draws_are_compared():
    """A draw by infinite play is counted as an outcome of its own."""
    found = compare(*2 * [solve(PongHauKi())])
    assert Outcome(Value.DRAW, None) in [pair[0] for pair in found.outcomes]


def test_games_that_share_no_position_are_refused():
    """Two games without a common position are refused, even if each reads the other's texts."""
    one, other = solve(Nim((3, 4))), solve(Nim((30,)))
    with pytest.raises(InvalidArgumentError, match="leads to no position of the second; tr"):
        compare(one, other)
