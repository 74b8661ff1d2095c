"""The registry: games of installed packages, the library's and others, by name."""

import os
import shutil
import subprocess
import sys
from importlib.machinery import ModuleSpec
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

import games
import gamesolver
from games import Nim, TicTacToe
from gamesolver import GameContractError, UnknownGameError, find_game, registered_games, solve
from gamesolver.rules import registry


@pytest.fixture
def offer(monkeypatch):
    """Function that adds entry points of an imaginary package to the library's own."""

    def offering(**entries):
        module = ModuleType("their_games")
        module.__dict__.update(Theirs=type("Theirs", (Nim,), {"__module__": "their_games"}))
        module.__dict__.update(Nim=Nim, number=5)
        monkeypatch.setitem(sys.modules, "their_games", module)
        ours = registry._entries()
        theirs = [EntryPoint(name, value, registry.GROUP) for name, value in entries.items()]
        monkeypatch.setattr(registry, "_entries", lambda: (*ours, *theirs))

    return offering


def test_our_shelf_is_found_through_its_entry_point():
    """Every game of ``games`` is registered under the name of its class, in order."""
    by_name = registered_games()
    assert list(by_name) == sorted(by_name)
    assert set(by_name.values()) == {getattr(games, name) for name in games.__all__}
    assert by_name["tic-tac-toe"] is TicTacToe


def test_a_package_that_is_installed_meanwhile_is_found(tmp_path, monkeypatch):
    """Games of a package are registered from its installation until its removal."""
    monkeypatch.syspath_prepend(tmp_path)
    assert "theirs" not in registered_games()
    (tmp_path / "their_package.py").write_text(
        "from games.nim import Nim\nclass Theirs(Nim): pass\n"
    )
    about = tmp_path / "theirs-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[gamesolver.games]\nanything = their_package\n")
    os.utime(tmp_path, ns=(1, 1))
    assert find_game("theirs").__module__ == "their_package"
    shutil.rmtree(about)
    os.utime(tmp_path, ns=(2, 2))
    assert "theirs" not in registered_games()


def test_an_entry_point_may_name_a_class(offer):
    """A class offered by an entry point is registered under the name of the entry point."""
    offer(mine="their_games:Theirs")
    assert find_game("mine").__name__ == "Theirs"


def test_an_entry_point_may_name_a_module(offer):
    """The games that a module defines are registered, and those it imports are not."""
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
    """The message names the entry point and the reason why it offers no game."""
    offer(bad=value)
    with pytest.raises(GameContractError) as caught:
        registered_games()
    assert str(caught.value) == message


def test_a_plain_version_has_no_name_on_the_shelf(offer, tmp_path, monkeypatch):
    """A module ``plain`` next to ``kernels`` is not registered; without ``kernels`` it is."""
    for name in ("large", "small"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("")
        game = f"from games import Nim\n\n\nclass Plain{name.title()}(Nim):\n    pass\n"
        (tmp_path / name / "plain.py").write_text(game)
    (tmp_path / "large" / "kernels.py").write_text("raise RuntimeError('asked for a game')\n")
    monkeypatch.syspath_prepend(tmp_path)
    offer(large="large", small="small")
    assert set(registered_games()) & {"plain-large", "plain-small"} == {"plain-small"}
    assert registry.game_at("large.plain:PlainLarge").__name__ == "PlainLarge"


def test_a_package_states_where_its_games_were(offer):
    """``MOVED`` maps the old path of a class to its new path."""
    offer(anything="their_games")
    sys.modules["their_games"].MOVED = {"old_games:Old": "their_games:Theirs"}
    assert registry.path_now("old_games:Old") == "their_games:Theirs"
    assert registry.game_at("old_games:Old").__name__ == "Theirs"
    assert registry.path_now("old_games:Other") == "old_games:Other"
    assert registry.game_at("old_games:Other") is None


def test_every_place_that_our_shelf_remembers_leads_to_a_game():
    """Each path in the library's ``MOVED`` leads to a class of the same name."""
    for old, new in games.MOVED.items():
        kind = registry.game_at(old)
        assert registry.path_of(kind) == new
        assert kind.__name__ == old.rpartition(":")[2]


# ── a folder of the same name ──────────────────────────────────────────────

MY_GAME = """
from gamesolver import Game, Value

class Mine(Game):
    def start(self): return 1
    def moves(self, position): return [0]
    def play(self, position, move): return move
    def terminal_value(self, position): return Value.LOSS if position == 0 else None
"""

HIDDEN = (
    "the library's own games are hidden by {}, which Python finds first: "
    "rename it, or work in another folder"
)


def printed_in(folder, *words, code=0):
    """Run ``python -m gamesolver`` in a folder and return the output on both streams."""
    path = [str(Path(gamesolver.__file__).parents[1]), *filter(None, sys.path)]
    ran = subprocess.run(
        [sys.executable, "-m", "gamesolver", *words],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(path)},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == code, ran.stderr
    return ran.stdout, ran.stderr.strip()


@pytest.fixture(params=["games/__init__.py", "games.py"])
def shadowed(request, tmp_path):
    """Folder with a user's own ``games``, and the path that hides the library's games there."""
    mine = tmp_path / request.param
    mine.parent.mkdir(exist_ok=True)
    mine.write_text("raise RuntimeError('nobody asked for this')\n")
    (tmp_path / "mine.py").write_text(MY_GAME)
    return tmp_path, mine.parent if mine.name == "__init__.py" else mine


def test_an_empty_shelf_states_what_hides_it(shadowed):
    """An empty list of games comes with a message about what hides them, on standard error."""
    folder, hides = shadowed
    assert printed_in(folder, "games")[1] == HIDDEN.format(hides)
    assert printed_in(folder, "games", "--json") == ("[]\n", HIDDEN.format(hides))


def test_a_game_that_is_hidden_is_not_just_unknown(shadowed, tmp_path):
    """A hidden game that is named or in a file gets a message about what hides it."""
    folder, hides = shadowed
    _, reported = printed_in(folder, "show", "nim", code=2)
    assert HIDDEN.format(hides) in reported
    solve(Nim(heaps=(1, 2))).save(tmp_path / "nim.solution")
    _, reported = printed_in(folder, "show", "nim.solution", code=2)
    assert HIDDEN.format(hides) in reported


def test_all_else_works_where_the_shelf_is_hidden(shadowed):
    """If the library's games are hidden, a game in a file is still checked, solved and saved."""
    folder, _ = shadowed
    printed_in(folder, "check", "mine.py:Mine")
    printed_in(folder, "solve", "mine.py:Mine", "--save", "mine.solution")
    assert "win" in printed_in(folder, "show", "mine.solution", "--game", "mine.py:Mine")[0]


def test_a_folder_that_is_found_first_hides_the_shelf_without_an_init_too(monkeypatch, tmp_path):
    """A plain folder that Python finds first, as in an editable install, hides the games too."""
    spec = ModuleSpec("games", None, is_package=True)
    spec.submodule_search_locations = [str(tmp_path / "games")]
    monkeypatch.setattr(registry, "find_spec", lambda name: spec)
    assert registry.hiding() == tmp_path / "games"
    assert "nim" not in registered_games()
    with pytest.raises(UnknownGameError) as caught:
        find_game("nim")
    assert str(caught.value) == f"unknown game 'nim': {HIDDEN.format(tmp_path / 'games')}"


def test_a_folder_of_games_without_an_init_hides_nothing_that_is_found(tmp_path):
    """A plain folder does not hide the package, which Python prefers if it finds both."""
    (tmp_path / "games").mkdir()
    assert "nim" in printed_in(tmp_path, "games")[0]


def test_a_misspelt_name_gets_the_nearest_right_one():
    """An unknown name is a KeyError with similar names as suggestions, if there are any."""
    with pytest.raises(UnknownGameError) as caught:
        find_game("tic-tac-to")
    assert isinstance(caught.value, KeyError)
    assert caught.value.name == "tic-tac-to"
    likely = "did you mean 'tic-tac-toe' or 'wild-tic-tac-toe'?"
    assert str(caught.value).startswith(f"unknown game 'tic-tac-to': {likely}; ")
    with pytest.raises(UnknownGameError) as caught:
        find_game("zzzz")
    expected = "unknown game 'zzzz': no name of the library is like it; registered_games lists all"
    assert str(caught.value) == expected
