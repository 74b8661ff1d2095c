"""What is known about the games on the shelf, as the command line lists it.

That it comes out is held by ``test_shelf_pages.py``.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import games
from gamesolver import registered_games
from gamesolver.rules.figures import figures_of

SHELF = Path(games.__file__).parent
FILES = sorted(file for file in SHELF.rglob("*.toml") if file.name != "found.toml")
KNOWN = [
    (kind, known)
    for name, kind in registered_games().items()
    for known in figures_of(name, kind)
    if "outcome" in known
]


def test_all_parameters_are_those_of_the_game():
    """Each entry makes a game, and names its source."""
    for kind, known in KNOWN:
        kind(**known["parameters"])
        assert known["source"]
    assert len(KNOWN) > 30


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SHELF)))
def test_figures_stand_under_the_names_of_games(file):
    """Whatever is at the top of a file of figures is called as a game on the shelf."""
    strangers = tomllib.loads(file.read_text(encoding="utf-8")).keys() - registered_games().keys()
    assert not strangers, f"no game is called so: {strangers}"


def test_a_package_that_tells_nothing_is_no_fault():
    """A class from elsewhere has nothing known about it."""
    assert figures_of("anything", type("Anything", (), {"__module__": "no_such_package"})) == []
    assert figures_of("tic-tac-toe", type("TicTacToe", (), {"__module__": "fractions"})) == []
