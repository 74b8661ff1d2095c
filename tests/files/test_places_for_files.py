"""Places of files: names of any kind, full disks, two writers, and files of earlier versions."""

import shutil
import sys
import threading
import time
from pathlib import Path

import pytest

from games import MNK, Awari, ConnectFour, GobbletGobblers, Nim, Quixo, TicTacToe
from games.quixo.plain import PlainQuixo
from gamesolver import FileError, Value, load, load_proof, load_values, prove, solve
from tests.oracles.unfolded import unfolded_size
from tests.support.own_process import printed
from tests.support.scale import scaled

HERE = Path(__file__).parents[1]

NAMES = [
    "two words",
    "将棋 και Ωμέγα",
    "100%#?&='\"[x].solution",
    "-rf",
    ".hidden",
    "a" * 200,
    "new\nline",
    ":memory:",
    "file:x?mode=memory",
]


@pytest.mark.parametrize("name", NAMES)
def test_any_name_will_do(name, tmp_path, monkeypatch):
    """A file can have any name, as a relative or absolute path, given as str or Path."""
    folder = tmp_path / "some folder ü"
    folder.mkdir()
    monkeypatch.chdir(folder)
    solution = solve(Nim(heaps=(2, 3)))
    solution.save(name)
    assert [each.name for each in folder.iterdir()] == [name]
    for path in (name, folder / name, Path(name)):
        assert load(path).counts() == solution.counts()
    solution.export(Path(f"{name}.values"))
    assert load_values(f"{name}.values").value(solution.start) is Value.WIN


LIMITED = """
import shutil
import sys
from pathlib import Path
from games import TicTacToe
from gamesolver import FileError, solve
from tests.support.own_process import make_room_for
solution = solve(TicTacToe())
folder = Path(sys.argv[1])
make_room_for(6_000)
for name in ("file", "a.csv", "a.jsonl", "a.npz", "a.parquet", "a.graphml", "a.values"):
    try:
        solution.save(folder / name) if name == "file" else solution.export(folder / name)
        print("nothing was refused", name)
    except FileError as error:
        print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limits on the size of files")
def test_a_full_disk(tmp_path):
    """A limit on the size of files is reported as an error, and the existing file stays."""
    solve(Nim(heaps=(1, 2))).save(tmp_path / "file")
    before = (tmp_path / "file").read_bytes()
    output = printed(LIMITED, tmp_path)
    lines = output.splitlines()
    assert len(lines) == 7
    assert all(line.startswith(f"cannot write {tmp_path}") for line in lines), lines
    assert [each.name for each in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_bytes() == before


def test_two_writers_at_once(tmp_path):
    """While two threads save to one path, it always contains one complete solution."""
    path, stop = tmp_path / "file", threading.Event()
    solutions = [solve(Nim(heaps=(3, 4))), solve(TicTacToe())]
    solutions[0].save(path)

    def write(solution):
        while not stop.is_set():
            solution.save(path)

    writers = [threading.Thread(target=write, args=(each,)) for each in solutions]
    for writer in writers:
        writer.start()
    met, loads, deadline = set(), 0, time.monotonic() + 60  # in case one writer waits long
    try:
        while loads < scaled(50, 200) or (len(met) < 2 and time.monotonic() < deadline):
            loads += 1
            again = load(path, check=False)
            right = next(each for each in solutions if each.game == again.game)
            assert again.counts() == right.counts()
            assert all(again[each] == right[each] for each in list(right)[:20])
            met.add(type(again.game).__name__)
    finally:
        stop.set()
        for writer in writers:
            writer.join()
    assert met == {"Nim", "TicTacToe"}
    assert list(tmp_path.iterdir()) == [path]


# ── files of earlier versions ──────────────────────────────────────────────

KEPT = {
    "nim-3-4": lambda: Nim(heaps=(3, 4)),
    "connect-four-3-3": lambda: ConnectFour(3, 3),
    "quixo-2": lambda: Quixo(size=2),
}
"""Games by the name of their file in ``tests/data``, which later versions must read."""


@pytest.mark.parametrize("form", ["0.1.0", "schema-2", "0.9.0"])
@pytest.mark.parametrize("name", KEPT)
def test_files_of_every_schema_are_read(name, form):
    """Files of the first version, of schema 2 and of 0.9 are read, whatever is written today."""
    solution = solve(KEPT[name]())
    again = load(HERE / "data" / f"{name}.{form}.solution")
    assert [(each, again[each]) for each in again] == [(each, solution[each]) for each in solution]
    assert again.verify(full=True).positions == unfolded_size(solution)
    assert again.how.method == solution.how.method
    values = load_values(HERE / "data" / f"{name}.{form}.values")
    assert [values.value(each) for each in solution] == [solution[each].value for each in solution]


def test_scores_of_an_earlier_version_are_read():
    """A solution with scores that version 0.9 has saved has the same outcomes."""
    solution, again = solve(Awari(seeds=3)), load(HERE / "data" / "awari-3.0.9.0.solution")
    assert {each: again[each] for each in again} == {each: solution[each] for each in solution}


PROVED = {
    "tic-tac-toe": TicTacToe,
    "connect-four-3-3": lambda: ConnectFour(3, 3),
    "awari-3": lambda: Awari(seeds=3),
}
"""Games by the name of the file of a proof that version 0.9 has saved."""


@pytest.mark.parametrize("name", PROVED)
def test_proofs_of_an_earlier_version_are_read(name):
    """A proof that version 0.9 has saved is opened, and each of its claims holds."""
    game = PROVED[name]()
    proof = load_proof(HERE / "data" / f"{name}.0.9.0.proof")
    assert proof.game == game
    assert proof.outcome == solve(game).outcome
    assert proof.verify().claims > 0


STOPPED = {
    "connect-four-3-3.0.9.0.folder": lambda folder: solve(ConnectFour(3, 3), folder=folder),
    "quixo-2.0.9.0.folder": lambda folder: solve(Quixo(size=2), folder=folder),
    "quixo-2.0.9.0.ranks-folder": lambda folder: solve(Quixo(size=2), folder=folder),
    "connect-four-4-4.0.9.0.proof-folder": lambda folder: prove(ConnectFour(4, 4), folder=folder),
}
"""Work by the name of the folder in which version 0.9 has left its checkpoint."""


@pytest.mark.parametrize("name", STOPPED)
def test_checkpoints_of_an_earlier_version_are_refused(name, tmp_path):
    """A checkpoint of version 0.9 is refused with the remedy, and is not changed."""
    folder = tmp_path / "folder"
    shutil.copytree(HERE / "data" / name, folder)
    before = {each.name: each.read_bytes() for each in folder.iterdir()}
    with pytest.raises(FileError) as caught:
        STOPPED[name](folder)
    assert str(caught.value) == (
        f"{folder} contains a checkpoint of another version of gamesolver: remove the files "
        "gamesolver-* there, or name another folder"
    )
    assert {each.name: each.read_bytes() for each in folder.iterdir()} == before


MOVED = {
    "plain-quixo-2": lambda: PlainQuixo(size=2),
}
"""Games by the name of a file saved when games were modules and plain ones were registered."""


@pytest.mark.parametrize("name", MOVED)
def test_files_of_games_that_have_moved_are_opened(name):
    """A file of a game that has moved is opened, whether the game is passed or not."""
    game = MOVED[name]()
    path = HERE / "data" / f"{name}.flat-shelf.solution"
    solution = solve(game)
    for again in (load(path), load(path, game)):
        assert again.game == game
        assert {each: again[each] for each in again} == {each: solution[each] for each in solution}


@pytest.mark.parametrize(
    ("name", "game"),
    [("mnk-2-2", MNK(2, 2, 2)), ("gobblet-1-1", GobbletGobblers(sizes=1, copies=1))],
)
def test_a_file_of_a_game_that_is_a_board_game_now_is_refused(name, game):
    """A file is refused if the game was found but its moves are other objects than in the file."""
    path = HERE / "data" / f"{name}.flat-shelf.solution"
    with pytest.raises(FileError) as caught:
        load(path)
    assert str(caught.value) == (
        f"{path} was saved under other rules than those of {game!r}: moves, ends or texts "
        "differ in 256 positions of play; solve the game again"
    )


def test_a_plain_version_is_found_again_though_it_has_no_name(tmp_path):
    """An unregistered plain version is found by the module and class that its file names."""
    path = tmp_path / "plain.solution"
    solve(PlainQuixo(size=2)).save(path)
    assert load(path).game == PlainQuixo(size=2)


def test_a_file_that_is_a_folder(tmp_path):
    """Saving to a path that is a folder is refused with a message."""
    with pytest.raises(FileError, match="it is a folder"):
        solve(Nim(heaps=(1, 2))).save(tmp_path)
