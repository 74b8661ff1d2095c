"""Command ``compile``, which creates machine code before it is needed."""

import pytest

from games import ConnectFour
from gamesolver.cli.commands import compile as command
from tests.support.at_the_terminal import answered, refused


@pytest.fixture(autouse=True)
def no_samples(monkeypatch):
    """Remove the sample games from ``compile``, because they take long."""
    monkeypatch.setattr(command, "SOLVED", ())
    monkeypatch.setattr(command, "PROVED", ())


def test_the_rules_of_a_game_are_compiled():
    """After ``compile`` the rules are machine code, and the cache folder is named."""
    output = answered("compile", "connect-four", "--width", "2", "--height", "2")
    assert output.startswith("Compiled for Connect Four (width 2, height 2)")
    assert "\nMachine code is kept in " in output
    calls = ConnectFour(width=2, height=2).rules.calls
    assert not calls.are_deferred
    assert not calls.candidates.may_be_plain


def test_a_game_in_plain_python_has_nothing_to_compile():
    """A game in plain Python is refused."""
    assert refused("compile", "tic-tac-toe").startswith("Tic-Tac-Toe has no compiled rules")
