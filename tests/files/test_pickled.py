"""Solutions in pickles: a file stands for its outcomes, and is opened again where it is read."""

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
    """It answers as before, whatever folder one is in, on its own shelf or not; and apart."""
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
    """A relative path is that of the folder in which the file was opened."""
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
    """Rules that have changed since are queried nothing, be it in a pickle or a pickle of that."""
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
    """A pool is handed a solution as any argument is."""
    solve(TicTacToe()).save(tmp_path / "kept")
    with multiprocessing.get_context("spawn").Pool(1) as pool, load(tmp_path / "kept") as solution:
        assert pool.apply_async(repr, (solution,)).get(timeout=60) == repr(solution)


def test_a_plain_solution_in_memory_travels_whole():
    """Its outcomes stand in the pickle."""
    solution = solve(TicTacToe())
    assert pickle.loads(pickle.dumps(solution)).counts() == solution.counts()


def test_a_compiled_solution_in_memory_does_not():
    """The message states what does."""
    with pytest.raises(GameSolverError) as caught:
        pickle.dumps(solve(Quixo(size=2)))
    assert str(caught.value) == (
        "the outcomes of Quixo(size=2) cannot be pickled while they are in memory: "
        "save the solution, and pickle the one that load returns"
    )


def test_a_closed_file_is_not_opened_by_a_pickle(tmp_path):
    """A closed solution answers nothing; a missing file is noticed when it is read."""
    solve(TicTacToe()).save(tmp_path / "kept")
    solution = load(tmp_path / "kept")
    text = pickle.dumps(solution)
    solution.close()
    with pytest.raises(ClosedError):
        pickle.dumps(solution)
    (tmp_path / "kept").unlink()
    with pytest.raises(FileError):
        pickle.loads(text)  # made a few lines above
