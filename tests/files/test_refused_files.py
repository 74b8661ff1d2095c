"""Refusals of saving and loading: games without a name, other files, other games."""

import os
import sqlite3
import stat

import pytest

from games import Nim, PongHauKi, TicTacToe
from gamesolver import FileError, Game, GameContractError, Value, load, load_values, solve
from tests.attacks.graph_games import DrawnGame
from tests.support.engine_solving import chain


class Halving(Game[int, int]):
    """A game that no package offers."""

    def __init__(self, top=9):
        self.top = top

    def start(self):
        return self.top

    def moves(self, position):
        return [position // 2]

    def play(self, position, move):
        return move

    def terminal_value(self, position):
        return None if position else Value.LOSS


def test_a_game_that_no_package_offers_is_passed(path):
    """A game that no package offers must be passed, because loading does not import its module."""
    solve(Halving()).save(path)
    assert load(path, Halving()).outcome == solve(Halving()).outcome
    text = r"a solution of Halving\(top=9\), which no installed package offers"
    with pytest.raises(FileError, match=text):
        load(path)


def test_a_file_of_another_game_or_other_parameters_is_refused(path):
    """A file of another game or other parameters is refused, and the message names both."""
    solve(Nim(heaps=(1, 2))).save(path)
    with pytest.raises(FileError, match=r"solution of games.nim:Nim, not of games\.\S+:TicTacToe"):
        load(path, TicTacToe())
    with pytest.raises(FileError) as caught:
        load(path, Nim(heaps=(1, 3)))
    assert str(
        caught.value
    ) == (  # worded alike for callers in Python and for users of the commands
        f"{path} contains a solution of Nim(heaps=(1, 2), misere=False), not of "
        "Nim(heaps=(1, 3)): pass a game with the parameters that the file names"
    )


def test_other_rules_under_the_same_name_are_refused(path, monkeypatch):
    """Other rules are found by checking 256 positions of play, which ``check=False`` leaves out."""
    solve(Nim(heaps=(3, 4))).save(path)
    monkeypatch.setattr(Nim, "moves", lambda self, position: [(position[0] == 0, 1)])
    with pytest.raises(FileError, match=r"saved under other rules than those of Nim\("):
        load(path)
    assert len(load(path, check=False)) == 14


class Third(Halving):
    """Version of the game with a second parameter, the number by which a move divides."""

    def __init__(self, top=9, part=2):
        super().__init__(top)
        self.part = part

    def moves(self, position):
        return [position // self.part]


Third.__qualname__ = Halving.__qualname__


def test_a_parameter_that_a_game_has_gained_is_as_usual(path):
    """A file saved before a parameter was added is one of the game with the default value."""
    solve(Halving(top=7)).save(path)
    assert load(path, Third(top=7)).outcome == solve(Third(top=7)).outcome
    for other in Third(top=7, part=3), Third(top=9):
        with pytest.raises(FileError, match="pass a game with the parameters that the file names"):
            load(path, other)


def test_a_value_among_the_parameters_is_kept(path):
    """A ``Value`` parameter is read back from a file, and a game with another one is refused."""
    game = PongHauKi(endless=Value.WIN)
    solve(game).save(path)
    assert (load(path).game, load(path).outcome) == (game, solve(game).outcome)
    with pytest.raises(FileError, match=r"endless=Value.WIN\), not of PongHauKi\(\)"):
        load(path, PongHauKi())


def test_parameters_that_no_file_can_name_are_refused(path):
    """A game with a parameter that is not a literal cannot be saved."""
    with pytest.raises(GameContractError, match="parameter 'drawing' is not a literal"):
        solve(DrawnGame(chain(110, -1))).save(path)


def test_what_the_game_cannot_write_is_not_saved(path):
    """A game is not saved if ``parse`` cannot read back its texts of positions."""

    class Mute(Halving):
        def format(self, position):
            return "a number"

    with pytest.raises(GameContractError) as caught:
        solve(Mute()).save(path)
    assert str(caught.value) == (
        "Mute cannot be saved: positions of type int, such as 9 with the text 'a number', cannot "
        "be read back from text: parse is not written; make parse the inverse of format"
        ""
    )
    assert not path.exists()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "does not contain a solution: expected a file that solution.save wrote"),
        (
            b"win in 5\n" * 1000,
            "does not contain a solution: expected a file that solution.save wrote",
        ),
        (b"SQLite format 3\0" + bytes(1000), "does not contain a solution"),
    ],
)
def test_other_files_are_refused(content, message, path):
    """Empty files, texts and files of other programs are refused."""
    path.write_bytes(content)
    with pytest.raises(FileError, match=message) as caught:
        load(path)
    assert caught.value.path == str(path)


def test_a_file_of_a_later_schema_is_refused_by_its_number(path):
    """A file of a later schema is refused, and the message names its number."""
    solve(Nim(heaps=(1,))).save(path)
    file = sqlite3.connect(path)
    file.execute("PRAGMA user_version = 7")
    file.close()
    with pytest.raises(
        FileError, match="was written under schema 7: this version reads schemas 1 to 2"
    ):
        load(path)


def test_a_folder_or_nothing_is_refused(tmp_path):
    """Folders, missing files and names that are too long are refused with the system's reason."""
    with pytest.raises(FileError, match="Is a directory"):
        load(tmp_path)
    with pytest.raises(FileError, match="No such file or directory"):
        load(tmp_path / "nowhere")
    for read in (load, load_values):
        with pytest.raises(FileError, match=r"cannot read .*: File name too long"):
            read(tmp_path / ("x" * 256))
    with pytest.raises(FileError, match=r"cannot write .*: it is a folder"):
        solve(Nim(heaps=(1,))).save(tmp_path)
    with pytest.raises(FileError, match="there is no folder"):
        solve(Nim(heaps=(1,))).save(tmp_path / "nowhere" / "file")


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_folder_that_may_not_be_written_to(tmp_path):
    """Saving to a folder without write permission is refused, and leaves nothing behind."""
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    with pytest.raises(FileError, match="cannot write"):
        solve(Nim(heaps=(1,))).save(tmp_path / "file")
    tmp_path.chmod(stat.S_IRWXU)
    assert list(tmp_path.iterdir()) == []
