"""Games in user files, which need no class name if the file has only one game."""

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
    """Current folder with files of one game, several games and no game."""
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
    """A game needs no name if all other classes of its file begin with ``_``."""
    assert main([command, "mixed_game.py"]) == 0
    assert "Other" in capsys.readouterr().out


@pytest.mark.parametrize("place", ["one_game.py", "./one_game.py", "one_game.py:Heap"])
@pytest.mark.parametrize("command", ["solve", "show", "check", "stats", "estimate"])
def test_the_only_game_of_a_file_needs_no_name(folder, capsys, command, place):
    """Every command takes the only game of a file; its abstract base class is not counted."""
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
    """A file without exactly one game is refused; the message names what it contains."""
    assert re.fullmatch(re.escape(message), refused(command, place))


@pytest.mark.compiled(why="a compiled game is forecast")
def test_an_estimate_states_what_stages_take_on_disk():
    """The table has disk and memory with a folder, and ``--checkpoint`` is advised."""
    game = f"{EXAMPLES}/connect_four_by_discs.py:ConnectFourByDiscs"
    size = "--width", "3", "--height", "2", "--line", "3"
    output = answered("estimate", game, *size, "--memory", "1KB")
    assert " disk 123 bytes with a folder: 1 byte an index stage " in " ".join(output.split())
    assert "with a folder: for 36 indexes of the largest of 7 stages" in output
    advice = f"gamesolver solve {game} --checkpoint FOLDER keeps one stage in memory"
    assert " ".join(output.split()).endswith(advice)
