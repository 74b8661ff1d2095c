"""Closing: the file is released at once, and a later call is refused with a reason."""

import sqlite3
import threading

import numpy as np
import pytest

from games import ConnectFour, Nim, Quixo, TicTacToe
from gamesolver import ClosedError, FileError, load, load_values, solve
from gamesolver.players import (
    PerfectPlayer,
    RandomPlayer,
    audit,
    best_response,
    compare,
    match,
    puzzles,
    strategy,
    traps,
)

GAMES = [TicTacToe(), ConnectFour(4, 3), Quixo(size=2)]
"""A plain game, a compiled enumerated game and an indexed game."""
NIM = Nim(heaps=(1, 2))


@pytest.fixture
def path(tmp_path):
    """Path of a solution file."""
    return tmp_path / "some.solution"


@pytest.fixture(scope="module", params=GAMES, ids=repr)
def kept(request, tmp_path_factory):
    """Content of a solution file, and its positions."""
    solution = solve(request.param)
    path = tmp_path_factory.mktemp("kept") / "kept.solution"
    solution.save(path)
    return path.read_bytes(), list(load(path))


@pytest.fixture
def opened(kept, path):
    """Loaded solution after many queries."""
    path.write_bytes(kept[0])
    solution = load(path)
    solution.mainline(), [solution[each] for each in kept[1][:100]]
    return solution


QUESTIONS = {
    "outcome": lambda solution: solution.outcome,
    "value": lambda solution: solution.value,
    "remoteness": lambda solution: solution.remoteness,
    "len": len,
    "iter": iter,
    "in": lambda solution: solution.start in solution,
    "[]": lambda solution: solution[solution.start],
    "get": lambda solution: solution.get(solution.start),
    "get of a stranger": lambda solution: solution.get(object()),
    "probe_many": lambda solution: solution.probe_many([solution.start]),
    "moves": lambda solution: solution.moves(solution.start),
    "best_moves": lambda solution: solution.best_moves(solution.start),
    "best_move": lambda solution: solution.best_move(solution.start),
    "to_pandas": lambda solution: solution.to_pandas(),
    "to_polars": lambda solution: solution.to_polars(),
    "mainline": lambda solution: solution.mainline(),
    "board": lambda solution: solution.board(),
    "counts": lambda solution: solution.counts(),
    "verify": lambda solution: solution.verify(),
    "save": lambda solution: solution.save("never"),
    "export": lambda solution: solution.export("never.csv"),
    "export of values": lambda solution: solution.export("never.values"),
    "export of a graph": lambda solution: solution.export("never.dot"),
    "to_networkx": lambda solution: solution.to_networkx(),
    "with": lambda solution: solution.__enter__(),
    "perfect": lambda solution: PerfectPlayer(solution)(solution.start),
    "match": lambda solution: match(
        solution.game, PerfectPlayer(solution), RandomPlayer(solution.game), 1
    ),
    "best_response": lambda solution: best_response(solution, RandomPlayer(solution.game))(
        solution.start
    ),
    "audit": lambda solution: audit(RandomPlayer(solution.game), solution),
    "compare": lambda solution: compare(solution, solution),
    "puzzles": puzzles,
    "traps": traps,
    "strategy": strategy,
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_is_refused(question, opened, tmp_path, monkeypatch):
    """Each query that needs an outcome raises ClosedError and writes nothing."""
    monkeypatch.chdir(tmp_path)
    opened.close()
    with pytest.raises(ClosedError) as caught:
        QUESTIONS[question](opened)
    place = tmp_path / "some.solution"
    assert str(caught.value) == f"{place} is closed: load(path) opens it again"
    assert caught.value.path == str(place)
    assert [each.name for each in tmp_path.iterdir()] == ["some.solution"]


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_solution_without_a_file_is_closed_likewise(question):
    """A solution without a file also refuses queries after ``close``."""
    solution = solve(NIM)
    solution.close()
    with pytest.raises(ClosedError) as caught:
        QUESTIONS[question](solution)
    message = "the solution of Nim(heaps=(1, 2)) is closed: solve it again"
    assert (str(caught.value), caught.value.path) == (message, "")


def test_what_needs_no_outcome_is_still_reported(opened):
    """Game, start and ``how`` remain available, and the repr shows that the solution is closed."""
    game, start, how = opened.game, opened.start, opened.how
    assert not opened.is_closed
    opened.close()
    assert opened.is_closed
    assert (opened.game, opened.start, opened.how) == (game, start, how)
    assert repr(opened) == f"<Solution of {game!r}: closed>"
    assert "this solution is closed" in opened._repr_html_()


def test_closing_twice_is_closing(opened):
    """Closing a solution twice is allowed."""
    opened.close()
    opened.close()
    assert opened.is_closed


def test_the_file_is_closed_at_the_end_of_the_with(path, monkeypatch):
    """A ``with`` closes the file even after an error, and leaves the file unchanged."""
    files, connect = [], sqlite3.connect

    def noted(*arguments, **more):
        files.append(connect(*arguments, **more))
        return files[-1]

    solve(NIM).save(path)
    before = path.read_bytes()
    monkeypatch.setattr(sqlite3, "connect", noted)
    with load(path) as solution:
        assert solution[1, 1].remoteness == 2
    with pytest.raises(ZeroDivisionError), load(path) as other:
        _ = 1 / 0
    assert solution.is_closed
    assert other.is_closed
    for file in files:
        with pytest.raises(sqlite3.ProgrammingError, match="closed database"):
            file.execute("SELECT 1")
    monkeypatch.undo()
    assert len(load(path)) == 5
    assert path.read_bytes() == before


def test_an_iteration_is_never_cut_short(opened, kept):
    """An iteration after closing lists all positions or raises ClosedError."""
    positions = iter(opened)
    listed = [next(positions)]
    opened.close()
    try:
        listed += positions
    except ClosedError:
        assert not isinstance(opened.game, Quixo)  # all of its positions are in one block
    else:
        assert listed == kept[1]


def test_whichever_player_queries_meanwhile_is_answered_or_reported(path):
    """Threads that query during closing get right outcomes and then ClosedError."""
    solve(TicTacToe()).save(path)
    solution, expected = load(path), solve(TicTacToe())
    positions, wrong, refusals = list(expected), [], []

    def query():
        try:
            while True:
                wrong.extend(each for each in positions if solution[each] != expected[each])
        except ClosedError as error:
            refusals.append(error)
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=query) for _ in range(4)]
    for thread in threads:
        thread.start()
    solution.close()
    for thread in threads:
        thread.join()
    assert (wrong, len(refusals)) == ([], 4)


VALUE_QUESTIONS = {
    "len": len,
    "value": lambda values: values.value(NIM.start()),
    "in": lambda values: NIM.start() in values,
    "probe_many": lambda values: values.probe_many([NIM.start()]),
    "counts": lambda values: values.counts(),
    "with": lambda values: values.__enter__(),
}


@pytest.mark.parametrize("question", VALUE_QUESTIONS)
def test_values_are_closed_likewise(question, tmp_path):
    """Loaded values refuse queries after the ``with``."""
    place = tmp_path / "some.values"
    solve(NIM).export(place)
    with load_values(place) as values:
        assert len(values) == 5
    assert values.is_closed
    assert repr(values) == "<Values of Nim(heaps=(1, 2)): closed>"
    with pytest.raises(ClosedError) as caught:
        VALUE_QUESTIONS[question](values)
    assert str(caught.value) == f"{place} is closed: load_values(path) opens it again"


def test_values_of_a_compiled_game_are_closed(tmp_path):
    """Look-ups of arrays of positions are also refused after closing."""
    place = tmp_path / "some.values"
    solution = solve(ConnectFour(4, 3))
    solution.export(place)
    values = load_values(place)
    column = np.array(list(solution)[:9], np.uint64)
    assert values.probe_many(column).known.all()
    values.close()
    with pytest.raises(FileError, match="is closed"):
        values.probe_many(column)
