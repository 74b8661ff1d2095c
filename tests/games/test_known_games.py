"""What is known about the games on the shelf: the small ones are solved again."""

from __future__ import annotations

import pytest

from gamesolver import CompiledGame, explore, registered_games, solve
from gamesolver.cli.commands.games import known_about
from tests.support.published import words

SMALL = 10_000
KNOWN = [
    (kind, known) for name, kind in registered_games().items() for known in known_about(name, kind)
]


def called(each):
    """A game as a test's name."""
    return f"{each.__name__}" if isinstance(each, type) else ""


def small(known):
    """Whether it is solved here."""
    return (known["positions"] or known["folded"] or SMALL + 1) <= SMALL


@pytest.mark.parametrize(("kind", "known"), [each for each in KNOWN if small(each[1])], ids=called)
def test_what_is_known_is_what_comes_out(kind, known):
    """The start's outcome, and how many positions play comes to, without symmetry and with."""
    game = kind(**known["parameters"])
    if isinstance(game, CompiledGame):
        game = game.plain  # the same rules, and no compiler
    assert known["words"] in words(solve(game).outcome)
    if known["positions"] is not None:
        assert len(explore(game, fold=False)) == known["positions"]
    if known["folded"] is not None:
        assert len(explore(game)) == known["folded"]


def test_all_parameters_are_those_of_the_game():
    """Each entry makes a game, and names its source."""
    for kind, known in KNOWN:
        kind(**known["parameters"])
        assert known["source"]
    assert len(KNOWN) > 30


def test_a_package_that_tells_nothing_is_no_fault():
    """A class from elsewhere has nothing known about it."""
    assert known_about("anything", type("Anything", (), {"__module__": "no_such_package"})) == []
    assert known_about("tic-tac-toe", type("TicTacToe", (), {"__module__": "fractions"})) == []
