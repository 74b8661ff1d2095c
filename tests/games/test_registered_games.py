"""The registry of games: names, construction, and files of figures.

``test_shelf_pages.py`` compares the figures with solutions.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import games
from gamesolver import UnknownGameError, find_game, registered_games
from gamesolver.rules.figures import figures_of
from tests.oracles.plain_rules import PLAIN_VERSIONS

SHELF = Path(games.__file__).parent
NAMES = [
    (name, kind)
    for name, kind in registered_games().items()
    if kind.__module__.partition(".")[0] == "games"
]
FILES = sorted(file for file in SHELF.rglob("*.toml") if file.name != "found.toml")
KNOWN = [
    (kind, known)
    for name, kind in registered_games().items()
    for known in figures_of(name, kind)
    if "outcome" in known
]


def test_all_parameters_are_those_of_the_game():
    """The parameters of each table of figures make a game, and the table names its source."""
    for kind, known in KNOWN:
        kind(**known["parameters"])
        assert known["source"]
    assert len(KNOWN) > 30


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SHELF)))
def test_figures_stand_under_the_names_of_games(file):
    """Every top-level name in a file of figures is the name of a registered game."""
    strangers = tomllib.loads(file.read_text(encoding="utf-8")).keys() - registered_games().keys()
    assert not strangers, f"no game is called so: {strangers}"


def test_a_package_that_reports_nothing_is_no_fault():
    """A class from a package without figures has none, and no error is raised."""
    assert figures_of("anything", type("Anything", (), {"__module__": "no_such_package"})) == []
    assert figures_of("tic-tac-toe", type("TicTacToe", (), {"__module__": "fractions"})) == []


# ── names and classes ─────────────────────────────────────────────────────────────────────────────


def test_registered_names():
    """Every file and folder of the package ``games`` has a registered game."""
    shelf = Path(games.__file__).parent
    modules = {kind.__module__.split(".")[1] for _, kind in NAMES}
    files = {
        file.stem for file in shelf.iterdir() if file.suffix in (".py", "") and file.stem[0] != "_"
    }
    assert modules == files
    assert sorted(games.__all__) == sorted(kind.__name__ for _, kind in NAMES)
    assert {"tic-tac-toe", "mnk", "gobblet-gobblers"} <= dict(NAMES).keys()
    assert list(registered_games()) == sorted(registered_games())


@pytest.mark.parametrize(("name", "kind"), NAMES)
def test_every_game_is_made_without_arguments(name, kind):
    """A game is imported by its class name, made without arguments, and its start has moves."""
    assert find_game(name) is getattr(games, kind.__name__) is kind
    assert_goes_on(kind())


@pytest.mark.parametrize("kind", PLAIN_VERSIONS)
def test_every_plain_version_is_made_without_arguments(kind):
    """A plain version is made without arguments, and is neither registered nor in ``games``."""
    assert kind not in registered_games().values()
    assert kind.__name__ not in games.__all__
    assert_goes_on(kind())


def assert_goes_on(game):
    """Check that the ``repr`` of a game has no arguments, and that its start is not terminal."""
    assert repr(game) == f"{type(game).__name__}()"
    assert game.terminal_value(game.start()) is None


def test_importing_games_loads_no_compiler():
    """Neither the games nor the library load numba or networkx when imported."""
    code = "import sys, games, gamesolver; print({'numba', 'networkx'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


NONE = "no name of the library is like it"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("tictactoe", "did you mean 'tic-tac-toe' or 'wild-tic-tac-toe'?"),
        ("TicTacToe", "did you mean 'tic-tac-toe'?"),
        ("nimm", "did you mean 'nim'?"),
        ("backgammon", NONE),
        ("morris", "did you mean 'nine-mens-morris' or 'three-mens-morris'?"),
        ("shogi", "did you mean 'animal-shogi'?"),
        ("four", "did you mean 'connect-four'?"),
        ("Tic", "did you mean 'tic-tac-toe' or 'wild-tic-tac-toe'?"),
        ("ti", NONE),
        ("hree", NONE),
        ("", NONE),
        (None, NONE),
    ],
)
def test_unknown_games(name, hint):
    """An unknown name is refused with similar names, and with the function that lists all."""
    with pytest.raises(UnknownGameError) as caught:
        find_game(name)
    assert str(caught.value) == f"unknown game {name!r}: {hint}; registered_games lists all"
    assert caught.value.name == name
