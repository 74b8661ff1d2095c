"""Saving and loading: a loaded solution gives the same answers as the saved one."""

import gc
import json
import sqlite3

import attrs
import pytest

from games import MNK, ConnectFour, GobbletGobblers, Nim, Quixo, TicTacToe
from gamesolver import MemoryLimitError, Value, load, solve
from tests.attacks.engine_games import SheetGame
from tests.attacks.graph_games import DrawnGame
from tests.support.engine_solving import chain, random_drawing

DRAWINGS = {
    "random": random_drawing(300, seed=4),
    "long": chain(110, -1),
    "longer": chain(400, 1),
}


class Sheet(SheetGame):
    """Compiled game on a drawing given by name, so that the parameters are literals."""

    def __init__(self, name, fold="raw", indexed=False, back=False):
        super().__init__(DRAWINGS[name], fold, indexed, back=back)
        object.__setattr__(self, "name", name)


class Drawn(DrawnGame):
    """Plain game on a drawing given by name, with Python's own texts of positions."""

    def __init__(self, name):
        super().__init__(DRAWINGS[name])
        object.__setattr__(self, "name", name)


GAMES = [
    lambda: TicTacToe(),
    lambda: Nim(heaps=(3, 4)),
    lambda: Drawn("random"),
    lambda: ConnectFour(3, 3),
    lambda: MNK(3, 3, 3),
    lambda: Quixo(size=2),
    lambda: GobbletGobblers(sizes=1),
    lambda: Sheet("random"),
    lambda: Sheet("random", indexed=True, back=True),
    lambda: Sheet("long", "strict", indexed=True, back=True),
    lambda: Sheet("longer", "strict"),
]
"""Plain, enumerated and indexed games: with cycles, a list of long outcomes, and wide entries."""


def reopened(solution, path, **options):
    """Save a solution, and return it loaded again."""
    solution.save(path)
    return load(path, solution.game, **options)


@pytest.mark.parametrize("made", GAMES)
def test_every_answer_is_the_same(made, path):
    """A loaded solution has the same outcomes, order, moves, lines, counts, report and ``how``."""
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
    for name in ("method", "why", "seconds", "bytes", "rounds"):
        assert getattr(again.how, name) == getattr(solution.how, name)
    for stranger in (None, "", -1, 2**64, [], object()):
        assert (stranger in again) == (stranger in solution)


ON_THE_DISK = [
    lambda: ConnectFour(4, 3),
    lambda: Quixo(size=2),
    lambda: Sheet("long", "strict", indexed=True, back=True),
]
"""An enumerated game, an indexed one, and one with long outcomes in a separate list."""


@pytest.mark.parametrize("made", ON_THE_DISK)
def test_what_exceeds_memory_stands_in_a_folder(made, path, tmp_path):
    """With a memory limit of 1 byte the table goes to an unnamed file, with the same answers."""
    folder = tmp_path / "made" / "when needed"
    solution = solve(made())
    again = reopened(solution, path, memory=1, folder=folder)
    assert not folder.exists()
    one, other = solution.verify(full=True), again.verify(full=True)
    assert attrs.evolve(one, seconds=0) == attrs.evolve(other, seconds=0)
    assert again.counts(reachable=True) == solution.counts(reachable=True)
    assert list(folder.iterdir()) == []


def test_without_a_folder_it_is_refused_and_reported_how(path):
    """With little memory a look-up works; ``verify`` is refused, with advice to pass a folder."""
    again = reopened(solve(ConnectFour(4, 3)), path, memory="1 kB")
    assert str(again.outcome) == "draw in 12"
    with pytest.raises(MemoryLimitError) as refused:
        again.verify()
    assert "the limit is 1.0 KB (as requested)" in str(refused.value)
    assert "load(path, folder=...) stores it in a file" in str(refused.value)


def test_equal_solutions_are_equal_byte_for_byte(tmp_path):
    """Equal solutions give equal files, for any method and number of threads, and after loading."""

    def bytes_of(solution):
        solution.save(tmp_path / "one", how=False)
        return (tmp_path / "one").read_bytes()

    by_minimax, by_retrograde = (
        bytes_of(solve(TicTacToe(), method=method)) for method in ("minimax", "retrograde")
    )
    assert by_minimax == by_retrograde
    assert bytes_of(load(tmp_path / "one")) == by_minimax
    one, two = (bytes_of(solve(ConnectFour(4, 3), threads=threads)) for threads in (1, 2))
    assert one == two


@pytest.mark.parametrize("name", ["long", "longer"])
def test_long_outcomes_have_the_same_place_by_any_method(name, tmp_path):
    """A table with a list of long outcomes gives the same file as one with wide entries."""
    game = Sheet(name, "strict", indexed=True, back=True)
    for method in ("auto", "retrograde"):
        solve(game, method=method).save(tmp_path / method, how=False)
    load(tmp_path / "auto", game).save(tmp_path / "again", how=False)
    auto, retrograde, again = (
        (tmp_path / each).read_bytes() for each in ("auto", "retrograde", "again")
    )
    assert auto == retrograde == again


def test_the_file_states_what_it_is(path):
    """A saved file is an SQLite file with an application id, and names the game and parameters."""
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
    """``load`` creates a registered game with the parameters in the file."""
    solve(Nim(heaps=(1, 2), misere=True)).save(path)
    assert load(path).game == Nim(heaps=(1, 2), misere=True)


def test_an_old_file_stays_until_the_new_one_is_whole(path, monkeypatch):
    """An interrupted save leaves the old file and no other."""
    solve(Nim(heaps=(1, 2))).save(path)
    before = path.read_bytes()

    def stop(news):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(TicTacToe()).save(path, progress=stop)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_file_removed_while_it_is_open_goes_on_answering(path):
    """A loaded solution gives right answers after its file was removed."""
    solution = solve(TicTacToe())
    again = reopened(solution, path)
    path.unlink()
    assert all(again[each] == solution[each] for each in solution)


def test_a_solution_that_no_player_holds_closes_its_file(path, monkeypatch):
    """A loaded solution closes its file when it is no longer referenced.

    Python 3.13 warns of a file that is left open, and 3.11 keeps it open silently.
    """
    opened, connect = [], sqlite3.connect

    def noted(*arguments, **more):
        opened.append(connect(*arguments, **more))
        return opened[-1]

    solve(Nim()).save(path)
    monkeypatch.setattr(sqlite3, "connect", noted)
    assert load(path).value is Value.WIN
    gc.collect()
    (file,) = opened
    with pytest.raises(sqlite3.ProgrammingError, match="closed database"):
        file.execute("SELECT 1")
