"""Saving and loading: the solution that comes back answers as the one that was saved."""

import json
import os
import sqlite3
import stat

import attrs
import pytest

from games import MNK, ConnectFour, GobbletGobblers, Nim, Quixo, TicTacToe
from gamesolver import FileError, Game, GameContractError, Value, load, solve
from tests.engine_games import SheetGame
from tests.engine_solving import chain, random_drawing
from tests.graph_games import DrawnGame

DRAWINGS = {
    "random": random_drawing(300, seed=4),
    "long": chain(110, -1),
    "longer": chain(400, 1),
}


class Sheet(SheetGame):
    """A drawing by its name, so that the parameters are literal."""

    def __init__(self, name, fold="raw", numbered=False, back=False):
        super().__init__(DRAWINGS[name], fold, numbered, back=back)
        object.__setattr__(self, "name", name)


class Drawn(DrawnGame):
    """A drawing by its name, in plain Python; texts are those of Python."""

    def __init__(self, name):
        super().__init__(DRAWINGS[name])
        object.__setattr__(self, "name", name)


GAMES = [
    lambda: TicTacToe(),
    lambda: Nim(heaps=(3, 4)),
    lambda: Drawn("random"),
    lambda: ConnectFour(4, 3),
    lambda: MNK(3, 3, 3),
    lambda: Quixo(size=2),
    lambda: GobbletGobblers(sizes=1),
    lambda: Sheet("random"),
    lambda: Sheet("random", numbered=True, back=True),
    lambda: Sheet("long", "strict", numbered=True, back=True),
    lambda: Sheet("longer", "strict"),
]
"""Plain, found and numbered; with loops, with long outcomes beside the cells, with wide cells."""


@pytest.fixture
def path(tmp_path):
    """Where a file may stand: with spaces, in any script."""
    return tmp_path / "eine Lösung 解.solution"


def reopened(solution, path, **options):
    """A solution that was saved and loaded again."""
    solution.save(path)
    return load(path, solution.game, **options)


@pytest.mark.parametrize("made", GAMES)
def test_every_answer_is_the_same(made, path):
    """Outcomes in the same order, moves, lines, counts of all kinds, verification, how."""
    solution = solve(made())
    again = reopened(solution, path)
    assert [(each, again[each]) for each in again] == [(each, solution[each]) for each in solution]
    assert repr(again) == repr(solution)
    assert list(again.counts().items()) == list(solution.counts().items())
    for kind in ("symmetric", "reachable"):
        assert again.counts(**{kind: True}) == solution.counts(**{kind: True})
    assert again.mainline() == solution.mainline()
    for position in list(solution)[:20]:
        assert again.moves(position) == solution.moves(position)
    one, other = solution.verify(full=True), again.verify(full=True)
    assert attrs.evolve(one, seconds=0) == attrs.evolve(other, seconds=0)
    for name in ("road", "why", "seconds", "bytes", "rounds"):
        assert getattr(again.how, name) == getattr(solution.how, name)
    for stranger in (None, "", -1, 2**64, [], object()):
        assert (stranger in again) == (stranger in solution)


def test_equal_solutions_are_equal_byte_for_byte(tmp_path):
    """Without how they were solved: by any road, with any threads, loaded or not."""

    def bytes_of(solution):
        solution.save(tmp_path / "one", how=False)
        return (tmp_path / "one").read_bytes()

    by_minimax, by_retrograde = (
        bytes_of(solve(TicTacToe(), method=road)) for road in ("minimax", "retrograde")
    )
    assert by_minimax == by_retrograde
    assert bytes_of(load(tmp_path / "one")) == by_minimax
    one, two = (bytes_of(solve(ConnectFour(4, 3), threads=threads)) for threads in (1, 2))
    assert one == two


def test_the_file_says_what_it_is(path):
    """An SQLite file with an application id, about the game by name and parameters."""
    solve(Nim(heaps=(1, 2))).save(path)
    head = path.read_bytes()[:100]
    assert head.startswith(b"SQLite format 3\0")
    assert head[68:72] == b"gsol"
    file = sqlite3.connect(path)
    ((text,),) = file.execute("SELECT content FROM about WHERE name = 'identity'")
    file.close()
    identity = json.loads(text)
    assert identity["name"] == "nim"
    assert identity["kind"] == "games.nim:Nim"
    assert identity["parameters"] == "{'heaps': (1, 2), 'misere': False}"


def test_loading_finds_the_game_by_itself(path):
    """A registered game is made again with its parameters."""
    solve(Nim(heaps=(1, 2), misere=True)).save(path)
    assert load(path).game == Nim(heaps=(1, 2), misere=True)


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
    """Nothing that a file names is imported for its sake."""
    solve(Halving()).save(path)
    assert load(path, Halving()).outcome == solve(Halving()).outcome
    told = r"a solution of Halving\(\*\*{'top': 9}\), which no installed package offers"
    with pytest.raises(FileError, match=told):
        load(path)


def test_a_file_of_another_game_or_other_parameters_is_refused(path):
    """The message names both games."""
    solve(Nim(heaps=(1, 2))).save(path)
    with pytest.raises(FileError, match=r"solution of games.nim:Nim, not of games\.\S+:TicTacToe"):
        load(path, TicTacToe())
    with pytest.raises(FileError, match=r"'heaps': \(1, 2\).*not of Nim\(heaps=\(1, 3\)\)"):
        load(path, Nim(heaps=(1, 3)))


def test_other_rules_under_the_same_name_are_refused(path, monkeypatch):
    """256 positions of play are asked again; ``check=False`` asks none."""
    solve(Nim(heaps=(3, 4))).save(path)
    monkeypatch.setattr(Nim, "moves", lambda self, position: [(position[0] == 0, 1)])
    with pytest.raises(FileError, match=r"saved under other rules than those of Nim\("):
        load(path)
    assert len(load(path, check=False)) == 14


def test_parameters_that_no_file_can_name_are_refused(path):
    """A game is known by its name and literal parameters."""
    with pytest.raises(GameContractError, match="parameter 'drawing' is no literal"):
        solve(DrawnGame(DRAWINGS["long"])).save(path)


def test_what_the_game_cannot_write_is_not_saved(path):
    """A text that parse does not give back would lose the position."""

    class Mute(Halving):
        def format(self, position):
            return "a number"

    with pytest.raises(GameContractError, match="Mute cannot be saved: position 9 has the text"):
        solve(Mute()).save(path)
    assert not path.exists()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "holds no solution: expected a file that solution.save wrote"),
        (b"win in 5\n" * 1000, "holds no solution: expected a file that solution.save wrote"),
        (b"SQLite format 3\0" + bytes(1000), "holds no solution"),
    ],
)
def test_other_files_are_refused(content, message, path):
    """Empty, a text, another program's."""
    path.write_bytes(content)
    with pytest.raises(FileError, match=message) as caught:
        load(path)
    assert caught.value.path == str(path)


def test_a_file_of_a_later_schema_is_refused_by_its_number(path):
    """A later version may keep more than this one can read."""
    solve(Nim(heaps=(1,))).save(path)
    file = sqlite3.connect(path)
    file.execute("PRAGMA user_version = 7")
    file.close()
    with pytest.raises(FileError, match="was written under schema 7: this version reads schema 1"):
        load(path)


def test_a_folder_or_nothing_is_refused(tmp_path):
    """In the words of the system."""
    with pytest.raises(FileError, match="Is a directory"):
        load(tmp_path)
    with pytest.raises(FileError, match="No such file or directory"):
        load(tmp_path / "nowhere")
    with pytest.raises(FileError, match=r"cannot write .*: it is a folder"):
        solve(Nim(heaps=(1,))).save(tmp_path)
    with pytest.raises(FileError, match="there is no folder"):
        solve(Nim(heaps=(1,))).save(tmp_path / "nowhere" / "file")


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_folder_that_may_not_be_written_to(tmp_path):
    """Nothing is left behind."""
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    with pytest.raises(FileError, match="cannot write"):
        solve(Nim(heaps=(1,))).save(tmp_path / "file")
    tmp_path.chmod(stat.S_IRWXU)
    assert list(tmp_path.iterdir()) == []


def test_an_old_file_stays_until_the_new_one_is_whole(path, monkeypatch):
    """Whatever stops the writing, the old file is there, and nothing beside it."""
    solve(Nim(heaps=(1, 2))).save(path)
    before = path.read_bytes()

    def stop(news):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(TicTacToe()).save(path, progress=stop)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_file_removed_while_it_is_open_goes_on_answering(path):
    """What was opened stays open."""
    solution = solve(TicTacToe())
    again = reopened(solution, path)
    path.unlink()
    assert all(again[each] == solution[each] for each in solution)
