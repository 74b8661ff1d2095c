"""Sums as games: moves, texts, equal components, laws and files."""

import pytest

from games import Nim, Subtraction
from gamesolver import (
    GameContractError,
    IllegalMoveError,
    PositionTextError,
    Sum,
    check_game,
    solve,
)

TWICE = Sum(Subtraction(heap=4), Subtraction(heap=4), Nim(heaps=(1, 2)))


def test_moves_are_in_one_of_the_games():
    """A move changes one game of the sum, and move and text start with the index of the game."""
    game = Sum(Subtraction(heap=2), Nim(heaps=(1, 1)))
    start = game.start()
    assert game.format(start) == "2 + (1, 1)"
    assert game.parse("2 + (1, 1)") == start
    assert [game.format_move(move) for move in game.moves(start)] == [
        "0: take 1", "0: take 2", "1: take 1 from heap a", "1: take 1 from heap b",
    ]  # fmt: skip
    assert game.play(start, (1, (0, 1))) == (2, (0, 1))
    assert game.render(start) == "||\n\na: |\nb: |"


def test_sums_of_sums_are_one_sum():
    """A sum in a sum is replaced by its games."""
    inner = Sum(Subtraction(heap=1), Subtraction(heap=2))
    assert Sum(inner, Nim()).games == (Subtraction(heap=1), Subtraction(heap=2), Nim())
    assert repr(inner) == ("Sum(Subtraction(heap=1), Subtraction(heap=2))")


def test_equal_games_change_places():
    """Positions are symmetric if equal games, or heaps within a game, are exchanged."""
    assert TWICE.canonical((4, 1, (2, 0))) == TWICE.canonical((1, 4, (0, 2))) == (1, 4, (0, 2))
    other = Sum(Subtraction(heap=4), Subtraction(heap=4, takes=(1,)))
    assert other.canonical((4, 1)) == (4, 1)


@pytest.mark.parametrize("game", [TWICE, Sum(Nim(heaps=(1, 2)), Subtraction(heap=3))])
def test_the_laws(game):
    """A sum keeps every law except ``parameters``, as games are not literals."""
    with pytest.raises(GameContractError) as caught:
        check_game(game)
    assert {fault.law for fault in caught.value.faults} == {"parameters"}


def test_wrong_moves_and_texts():
    """Illegal moves and invalid texts are refused with the expected ones."""
    game = Sum(Subtraction(heap=1), Subtraction(heap=1))
    with pytest.raises(IllegalMoveError, match=r"legal moves are 0: take 1, 1: take 1$"):
        game.play((1, 1), (2, 1))
    with pytest.raises(PositionTextError, match=r"expected 2 positions with ' \+ ' between them"):
        game.parse("1")
    with pytest.raises(PositionTextError):
        game.parse(None)


def test_a_sum_is_not_kept(tmp_path):
    """A sum cannot be saved, because a file cannot store its games as parameters."""
    with pytest.raises(GameContractError, match=r"^Sum cannot be saved: parameter 'games'"):
        solve(Sum(Nim())).save(tmp_path / "sum.solution")
