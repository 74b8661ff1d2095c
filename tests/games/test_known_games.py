"""What is known about the games on the shelf, as the command line lists it.

That it comes out is held by ``test_shelf_pages.py``.
"""

from __future__ import annotations

from gamesolver import registered_games
from gamesolver.cli.commands.games import known_about

KNOWN = [
    (kind, known) for name, kind in registered_games().items() for known in known_about(name, kind)
]


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
