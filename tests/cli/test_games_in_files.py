"""A game in a file of one's own: found without its name where it is the only one."""

import re
from pathlib import Path

import pytest

from gamesolver.cli.main import main
from tests.support.at_the_terminal import answered, refused
from tests.support.example_games import EXAMPLES

BASE = """
from gamesolver import Game, Value

class Heaps(Game):
    def start(self):
        return 3
    def terminal_value(self, position):
        return Value.LOSS if position == 0 else None
"""
HEAP = """
class Heap(Heaps):
    def moves(self, position):
        return range(1, min(position, 2) + 1)
    def play(self, position, move):
        return position - move
"""
OTHER = """
class Other(Heap):
    pass
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with some files, where the commands are given."""
    monkeypatch.chdir(tmp_path)
    private = (BASE + HEAP).replace("Heap", "_Heap")
    texts = {
        "one": BASE + HEAP,
        "two": BASE + HEAP + OTHER,
        "half": BASE,
        "none": "x = 1",
        "private": private,
        "mixed": private + OTHER.replace("Heap", "_Heap"),
    }
    for name, text in texts.items():
        Path(f"{name}_game.py").write_text(text)
    return tmp_path


@pytest.mark.parametrize("command", ["solve", "stats", "estimate"])
def test_private_classes_are_not_counted_among_the_games(folder, capsys, command):
    """The one game of a file whose other classes begin with ``_`` needs no name."""
    assert main([command, "mixed_game.py"]) == 0
    assert "Other" in capsys.readouterr().out


@pytest.mark.parametrize("place", ["one_game.py", "./one_game.py", "one_game.py:Heap"])
@pytest.mark.parametrize("command", ["solve", "show", "check", "stats", "estimate"])
def test_the_only_game_of_a_file_needs_no_name(folder, capsys, command, place):
    """It is taken, in every command; a class that others are made from is no game."""
    assert main([command, place]) == 0
    assert capsys.readouterr().out


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("two_game.py", "2 games in 'two_game.py': write two_game.py:Heap or two_game.py:Other"),
        ("none_game.py", "no game in 'none_game.py': it defines no class of gamesolver.Game"),
        ("half_game.py", "bad game 'half_game.py': expected it to define moves, play"),
        ("half_game.py:Heaps", "bad game 'half_game.py:Heaps': expected it to define moves, play"),
        (
            "private_game.py",
            "no game in 'private_game.py': it defines no class of gamesolver.Game whose name "
            "begins without _",
        ),
        (
            "mixed_game.py:_Heap",
            "no game in 'mixed_game.py:_Heap': the module has _Heap as a private name, by its _; "
            "its games are Other",
        ),
        ("nowhere.py", "no game in 'nowhere.py': there is no file nowhere.py"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "show", "check"])
def test_what_is_not_one_game(folder, command, place, message):
    """The message states what is there, and what to write."""
    assert re.fullmatch(re.escape(message), refused(command, place))


@pytest.mark.compiled(why="a compiled game is forecast")
def test_an_estimate_states_what_stages_take_on_disk():
    """Both figures stand in the table, and a folder is advised where one stage alone fits."""
    game = f"{EXAMPLES}/connect_four_by_discs.py:ConnectFourByDiscs"
    size = "--width", "3", "--height", "2", "--line", "3"
    output = answered("estimate", game, *size, "--memory", "1KB")
    assert " disk 123 bytes with a folder: 1 byte a slot stage " in " ".join(output.split())
    assert "with a folder: for 36 slots of the largest of 7 stages" in output
    advice = f"gamesolver solve {game} --checkpoint FOLDER keeps one stage in memory"
    assert " ".join(output.split()).endswith(advice)
