"""Pickled solutions: a pickle names the file with the outcomes, which unpickling opens again."""

import copy
import multiprocessing
import pickle

import pytest

from games import Nim, Quixo, TicTacToe
from gamesolver import ClosedError, FileError, GameSolverError, load, load_values, solve
from tests.support.small_games import Heap

GAMES = [TicTacToe(), Nim(heaps=(1, 2)), Quixo(size=2), Heap(4)]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_what_was_loaded_travels(game, tmp_path, monkeypatch):
    """A loaded solution is unpickled with the same answers, in another folder, for any game."""
    monkeypatch.chdir(tmp_path)
    solved = solve(game)
    solved.save("kept")
    solved.export("kept.values")
    solution, values = load("kept", game), load_values("kept.values", game)
    texts = pickle.dumps(solution), pickle.dumps(values)
    assert max(map(len, texts)) < 1000
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    again, values_again = map(pickle.loads, texts)  # made a few lines above
    assert again.game == values_again.game == game
    assert again.counts() == solution.counts() == solved.counts()
    assert values_again.counts() == values.counts()
    solution.close()
    assert again.outcome == copy.copy(again).outcome == solved.outcome
    assert repr(again.how) == repr(solution.how)


def test_a_file_is_found_from_wherever_it_is_pickled(tmp_path, monkeypatch):
    """A relative path refers to the folder in which the file was opened, not the current one."""
    monkeypatch.chdir(tmp_path)
    solved = solve(Nim(heaps=(1, 2)))
    solved.save("kept")
    solved.export("kept.values")
    solution, values = load("kept"), load_values("kept.values")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    for each in (solution, values):
        again = pickle.loads(pickle.dumps(each))
        assert again.counts() == each.counts() == copy.copy(again).counts()


def test_what_was_opened_unchecked_is_opened_unchecked_again(tmp_path, monkeypatch):
    """A solution loaded with ``check=False`` is unpickled unchecked, even twice."""
    solve(Nim(heaps=(3, 4))).save(tmp_path / "kept")
    solve(Nim(heaps=(3, 4))).export(tmp_path / "kept.values")
    checked = pickle.dumps(load(tmp_path / "kept"))
    monkeypatch.setattr(Nim, "moves", lambda self, position: [(position[0] == 0, 1)])
    for opens, name in ((load, "kept"), (load_values, "kept.values")):
        each = opens(tmp_path / name, check=False)
        again = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(each))))
        assert again.counts() == each.counts()
    with pytest.raises(FileError, match="was saved under other rules"):
        pickle.loads(checked)


def test_another_process_opens_the_file(tmp_path):
    """A loaded solution can be passed to a process of a pool."""
    solve(TicTacToe()).save(tmp_path / "kept")
    with multiprocessing.get_context("spawn").Pool(1) as pool, load(tmp_path / "kept") as solution:
        assert pool.apply_async(repr, (solution,)).get(timeout=60) == repr(solution)


def test_a_plain_solution_in_memory_travels_whole():
    """The pickle of a plain solution in memory contains its outcomes."""
    solution = solve(TicTacToe())
    assert pickle.loads(pickle.dumps(solution)).counts() == solution.counts()


def test_a_compiled_solution_in_memory_does_not():
    """A compiled solution in memory cannot be pickled, and the message names the alternative."""
    with pytest.raises(GameSolverError) as caught:
        pickle.dumps(solve(Quixo(size=2)))
    assert str(caught.value) == (
        "the outcomes of Quixo(size=2) cannot be pickled while they are in memory: "
        "save the solution, and pickle the one that load returns"
    )


def test_a_closed_file_is_not_opened_by_a_pickle(tmp_path):
    """A closed solution cannot be pickled, and a pickle whose file is missing cannot be read."""
    solve(TicTacToe()).save(tmp_path / "kept")
    solution = load(tmp_path / "kept")
    text = pickle.dumps(solution)
    solution.close()
    with pytest.raises(ClosedError):
        pickle.dumps(solution)
    (tmp_path / "kept").unlink()
    with pytest.raises(FileError):
        pickle.loads(text)  # made a few lines above
