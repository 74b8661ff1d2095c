"""The registry: games of installed packages, ours and other people's, by name."""

import sys
from importlib.metadata import EntryPoint
from types import ModuleType

import pytest

from games import Nim, TicTacToe
from gamesolver import GameContractError, UnknownGameError, find_game, registered_games
from gamesolver.rules import registry


@pytest.fixture
def offer(monkeypatch):
    """A function that lets an imaginary package offer entry points beside our own."""

    def offering(**entries):
        module = ModuleType("their_games")
        module.__dict__.update(Theirs=type("Theirs", (Nim,), {"__module__": "their_games"}))
        module.__dict__.update(Nim=Nim, number=5)
        monkeypatch.setitem(sys.modules, "their_games", module)
        ours = registry.entry_points(group=registry.GROUP)
        theirs = [EntryPoint(name, value, registry.GROUP) for name, value in entries.items()]
        monkeypatch.setattr(registry, "entry_points", lambda group: [*ours, *theirs])

    return offering


def test_our_shelf_is_found_through_its_entry_point():
    """Every game of ``games`` is registered under the name of its class, in order."""
    import games

    found = registered_games()
    assert list(found) == sorted(found)
    assert set(found.values()) == {getattr(games, name) for name in games.__all__}
    assert found["tic-tac-toe"] is TicTacToe


def test_an_entry_point_may_name_a_class(offer):
    """The name is then that of the entry point."""
    offer(mine="their_games:Theirs")
    assert find_game("mine").__name__ == "Theirs"


def test_an_entry_point_may_name_a_module(offer):
    """Its own games are found, and those it only imports are not."""
    offer(anything="their_games")
    assert "anything" not in registered_games()
    assert find_game("theirs").__module__ == "their_games"
    assert find_game("nim") is Nim


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (
            "their_games:number",
            "the entry point 'bad' offers no game: expected a Game subclass or a module, got 5",
        ),
        (
            "no_such_package",
            "the entry point 'bad' cannot be loaded: no_such_package raised ModuleNotFoundError: "
            "No module named 'no_such_package'",
        ),
    ],
)
def test_an_entry_point_that_offers_no_game(offer, value, message):
    """A broken package is named, with what it raised as the cause."""
    offer(bad=value)
    with pytest.raises(GameContractError) as caught:
        registered_games()
    assert str(caught.value) == message


def test_a_misspelt_name_gets_the_nearest_right_one():
    """An unknown name is a KeyError with a suggestion where one is near."""
    with pytest.raises(UnknownGameError) as caught:
        find_game("tic-tac-to")
    assert isinstance(caught.value, KeyError)
    assert caught.value.name == "tic-tac-to"
    assert str(caught.value).startswith("unknown game 'tic-tac-to': did you mean 'tic-tac-toe'?; ")
    with pytest.raises(UnknownGameError) as caught:
        find_game("zzzz")
    expected = f"unknown game 'zzzz': expected one of {', '.join(registered_games())}"
    assert str(caught.value) == expected
