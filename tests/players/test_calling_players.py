"""Answers of players, and the messages about invalid ones."""

import numpy as np
import pytest

from games import TicTacToe
from gamesolver import InvalidArgumentError, PlayerError, SizeLimitError
from gamesolver.players import RandomPlayer, odds

GAME = TicTacToe()
RANDOM = RandomPlayer(GAME)


def test_hidden_lots_are_refused():
    """A player that answers differently when queried again is refused, as it has no exact odds."""
    luck = np.random.default_rng(1)

    def moody(position):
        return int(luck.choice(GAME.moves(position)))

    with pytest.raises(PlayerError) as caught:
        odds(GAME, moody, RANDOM)
    assert caught.value.kind == "changes its mind"
    assert caught.value.player is moody
    assert str(caught.value).startswith("moody answered ")
    assert str(caught.value).endswith(
        f" in position {GAME.format(caught.value.position)!r}: "
        "expected one move, or the list of the moves among which it chooses"
    )


def test_a_list_in_another_order_is_the_same_answer():
    """A list is a set of moves, so that another order is the same answer."""
    luck = np.random.default_rng(1)

    def shuffling(position):
        return [int(each) for each in luck.permutation(GAME.moves(position))]

    assert odds(GAME, shuffling, RANDOM) == odds(GAME, RANDOM, RANDOM)


ANSWERS = {
    "nothing": (None, "returned None in position '.........': legal moves are 0, 1, 2, 3, 4, 5"),
    "far": (9, "returned 9 in position '.........': legal moves are 0, 1, 2, 3, 4, 5, 6, 7, 8"),
    "tuple": ((1, 2), "returned (1, 2) in position '.........': legal moves are 0, 1"),
    "empty": ([], "returned an empty list in position '.........': expected one move at least"),
    "twice": (
        [1, 2, 1],
        "returned [1, 2, 1], with one move twice in position '.........': expected each move once",
    ),
    "mixed": ([1, "x"], "returned 'x' in position '.........': legal moves are 0, 1"),
    "array": (np.array([1, 2]), "returned array([1, 2]) in position '.........': legal moves are"),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_that_are_no_moves(name):
    """An answer other than a legal move or a list of them is refused, with the legal moves."""
    answer, message = ANSWERS[name]
    with pytest.raises(PlayerError) as caught:
        odds(GAME, lambda position: answer, RANDOM)
    assert caught.value.kind == "illegal move"
    assert caught.value.position == GAME.start()
    assert str(caught.value).startswith(f"<lambda> {message}")


def test_a_player_that_raises():
    """An exception of a player is reported with the position, and is the cause of the error."""

    def broken(position):
        raise KeyError("no idea")

    with pytest.raises(PlayerError) as caught:
        odds(GAME, RANDOM, broken)
    assert caught.value.kind == "raises"
    assert isinstance(caught.value.__cause__, KeyError)
    assert str(caught.value) == (
        "broken raised KeyError: 'no idea' in position 'x........': "
        "expected a legal move, or a list of them"
    )


def test_numbers_of_numpy_are_moves():
    """A value equal to a legal move is that move."""
    assert odds(GAME, lambda at: np.int64(at.index(".")), RANDOM) == odds(
        GAME, lambda at: at.index("."), RANDOM
    )


@pytest.mark.parametrize("player", [None, 3, "perfect", TicTacToe()], ids=repr)
def test_a_player_must_be_callable(player):
    """An object that cannot be called is refused by name."""
    with pytest.raises(InvalidArgumentError) as caught:
        odds(GAME, RANDOM, player)
    assert str(caught.value) == f"bad player {player!r}: expected a callable that takes a position"


def test_play_that_leads_too_far():
    """A graph of play beyond the limit is an error that states the limit."""
    with pytest.raises(SizeLimitError) as caught:
        odds(GAME, RANDOM, RANDOM, limit=5477)
    assert caught.value.limit == 5477
    assert str(caught.value) == (
        "the graph of play has more than 5477 positions; begin at a position nearer to the end "
        "of play; "
        "limit=... allows more"
    )
    assert odds(GAME, RANDOM, RANDOM, limit=5478).positions == 5478


@pytest.mark.parametrize("limit", [0, -1, None, "many", True, 1.5], ids=repr)
def test_bad_limits(limit):
    """A limit that is not a positive number of positions is refused."""
    with pytest.raises(InvalidArgumentError) as caught:
        odds(GAME, RANDOM, RANDOM, limit=limit)
    assert str(caught.value) == f"bad limit {limit!r}: expected a number of positions from 1 on"


def test_a_start_that_is_no_position():
    """A start that is not a position of the game is refused as an invalid argument."""
    with pytest.raises(InvalidArgumentError, match="bad position 17 in start="):
        odds(GAME, RANDOM, RANDOM, start=17)
