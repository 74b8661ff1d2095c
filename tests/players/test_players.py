"""The built-in players and their answers."""

import pytest

from games import Nim, TicTacToe
from gamesolver import InvalidArgumentError, PlayerError, UnknownPositionError, players, solve
from gamesolver.players import (
    MinimaxPlayer,
    PerfectPlayer,
    RandomPlayer,
    ShareOfWinsPlayer,
    SteadyPlayer,
    odds,
)
from gamesolver.players import players as players_module

GAME = TicTacToe()
SOLUTION = solve(GAME)
OPEN = [each for each in SOLUTION if GAME.terminal_value(each) is None]


@pytest.mark.parametrize("name", players.__all__)
def test_every_name_is_documented_with_an_example(name):
    """Every public name except the type ``Player`` has a docstring with an example."""
    if name != "Player":
        assert ">>>" in getattr(players, name).__doc__


def test_names_that_are_there_and_names_that_are_not():
    """``dir`` lists all public names, and another name is an AttributeError."""
    assert set(players.__all__) <= set(dir(players))
    with pytest.raises(AttributeError, match="has no attribute 'odd'"):
        players.odd  # noqa: B018  # querying is the test


def test_random_names_all_legal_moves():
    """The random player returns a list of all legal moves in their order."""
    for position in OPEN:
        answer = RandomPlayer(GAME)(position)
        assert type(answer) is list
        assert answer == list(GAME.moves(position))


# ── perfect ────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("by", ["outcome", "value"])
def test_perfect_takes_the_first_in_the_order_of_the_game_or_all(by):
    """A perfect player returns the first of the moves to keep, or with ``random`` all of them."""
    first = PerfectPlayer(SOLUTION, by=by)
    every = PerfectPlayer(SOLUTION, by=by, ties="random")
    for position in OPEN:
        rows = {row.move: row.outcome for row in SOLUTION.moves(position)}
        best = max(rows.values())
        kept = [
            move
            for move in GAME.moves(position)
            if (rows[move] == best if by == "outcome" else rows[move].value is best.value)
        ]
        assert type(every(position)) is list
        assert every(position) == kept
        assert first(position) == kept[0]


def test_what_it_stated_can_be_changed_without_harm():
    """Changing a returned list does not change the player."""
    player = PerfectPlayer(SOLUTION, ties="random")
    start = GAME.start()
    player(start).clear()
    assert player(start) == list(range(9))


def test_it_forgets_and_answers_the_same(monkeypatch):
    """Answers beyond ``MOST_REMEMBERED`` are computed again and are the same."""
    monkeypatch.setattr(players_module, "MOST_REMEMBERED", 3)
    player, other = PerfectPlayer(SOLUTION), PerfectPlayer(SOLUTION)
    assert [player(each) for each in OPEN] == [other(each) for each in OPEN]
    assert len(player._chosen) <= 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"solution": GAME}, "bad solution TicTacToe(): expected a Solution, as solve and load"),
        ({"by": "speed"}, 'bad by \'speed\': expected "outcome", "score" or "value"'),
        ({"ties": None}, 'bad ties None: expected "first" or "random"'),
        ({"by": ["outcome"]}, 'bad by [\'outcome\']: expected "outcome", "score" or "value"'),
    ],
    ids=str,
)
def test_bad_perfection(arguments, message):
    """An invalid argument is refused by name."""
    with pytest.raises(InvalidArgumentError) as caught:
        PerfectPlayer(**{"solution": SOLUTION} | arguments)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    "player",
    [RandomPlayer(GAME), PerfectPlayer(SOLUTION), ShareOfWinsPlayer(GAME), MinimaxPlayer(GAME)],
    ids=lambda player: type(player).__name__,
)
def test_where_play_has_ended_no_player_plays(player):
    """At a terminal position every built-in player reports that play has ended."""
    assert isinstance(player, SteadyPlayer)
    with pytest.raises(InvalidArgumentError) as caught:
        player(GAME.parse("xxxoo...."))
    assert str(caught.value) == (
        "play has ended in position 'xxxoo....': expected a position that is not terminal"
    )


@pytest.mark.parametrize("made", [RandomPlayer, ShareOfWinsPlayer, MinimaxPlayer])
@pytest.mark.parametrize(
    ("foreign", "message"),
    [
        (
            7,
            "bad position 7: expected a position of TicTacToe(); terminal_value(7) raised "
            "TypeError",
        ),
        ([1], "bad position [1]: expected a hashable one"),
    ],
    ids=str,
)
def test_positions_that_the_game_cannot_read(made, foreign, message):
    """A query about an object that is not a position is refused, and the game is not blamed."""
    with pytest.raises(InvalidArgumentError) as caught:
        made(GAME)(foreign)
    assert str(caught.value).startswith(message)


def test_a_player_of_another_game():
    """A player made for another game is reported as at fault, not the game."""
    other = Nim((1, 2))
    for player in (RandomPlayer(other), PerfectPlayer(solve(other)), MinimaxPlayer(other)):
        with pytest.raises(PlayerError, match="position"):
            odds(GAME, player, RandomPlayer(GAME))


def test_foreign_positions():
    """A perfect player refuses a position it does not know, hashable or not."""
    for foreign in ("xo.......", [1, 2], None):
        with pytest.raises(UnknownPositionError):
            PerfectPlayer(SOLUTION)(foreign)


@pytest.mark.parametrize("player", [RandomPlayer, ShareOfWinsPlayer, MinimaxPlayer])
def test_players_need_a_game(player):
    """An object that is not a game is refused when the player is made."""
    with pytest.raises(InvalidArgumentError, match="expected a Game, got 'chess'"):
        player("chess")
