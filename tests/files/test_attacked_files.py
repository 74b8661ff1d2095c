"""Hostile input for checkpoints, exports and bulk look-ups, and the resulting messages."""

import shutil
from contextlib import suppress

import numpy as np
import pytest
from numba import njit

from games import ConnectFour, Nim, Quixo, TicTacToe
from gamesolver import (
    CompiledGame,
    CompiledRules,
    FileError,
    InvalidArgumentError,
    load,
    load_values,
    solve,
)

NIM = Nim(heaps=(1, 2))


def counters(num_indexes):
    """Return a game of taking one to three of twenty counters, with the given number of indexes."""

    @njit
    def successors(position, moves, positions):
        count = min(3, np.int64(position))
        for each in range(count):
            moves[each] = each + 1
            positions[each] = position - np.uint64(each + 1)
        return count

    @njit
    def terminal_code(position):
        return -1 if position == 0 else 2

    @njit
    def index(position):
        return np.int64(position) if position < np.uint64(num_indexes) else np.int64(-1)

    @njit
    def position_at(index):
        return np.uint64(index)

    class Counters(CompiledGame):
        """Game class with the same name whatever its number of indexes."""

        rules = CompiledRules(
            successors=successors,
            terminal_code=terminal_code,
            max_moves=3,
            num_indexes=num_indexes,
            index=index,
            position_at=position_at,
        )

        def start(self):
            return 20

    return Counters()


class GoneError(Exception):
    """Error by which a listener stops a solve."""


def stopping(phase):
    """Return a listener that raises ``GoneError`` in the given phase."""

    def listen(news):
        if news.phase.startswith(phase):
            raise GoneError

    return listen


# ── checkpoints ────────────────────────────────────────────────────────────


@pytest.mark.parametrize("methods", [("auto", "retrograde"), ("retrograde", "auto")])
@pytest.mark.parametrize("phase", ["wins and losses in 3", "checking indexes"])
def test_another_method_goes_on_the_old_way(methods, phase, tmp_path):
    """A solve resumed with another method is right, though only one method counts open moves."""
    game = Quixo(size=2)
    with suppress(GoneError):
        solve(game, method=methods[0], folder=tmp_path, every=0, progress=stopping(phase))
    again = solve(game, method=methods[1], folder=tmp_path)
    right = solve(game)
    assert [(each, again[each]) for each in again] == [(each, right[each]) for each in right]


def test_another_number_of_indexes_is_other_rules(tmp_path):
    """A changed number of indexes is refused, although the sampled positions do not show it."""
    small, large = counters(21), counters(41)
    with pytest.raises(GoneError):
        solve(small, folder=tmp_path, every=0, progress=stopping("checking indexes"))
    with pytest.raises(FileError, match="under other rules"):
        solve(large, folder=tmp_path)
    solve(small).save(tmp_path / "file")
    solve(small).export(tmp_path / "a.values")
    for check in (True, False):
        with pytest.raises(FileError, match="saved under other rules"):
            load(tmp_path / "file", large, check=check)
        with pytest.raises(FileError, match="saved under other rules"):
            load_values(tmp_path / "a.values", large, check=check)


def test_a_folder_that_is_gone_costs_no_solution(tmp_path):
    """A solve whose checkpoint folder is removed meanwhile still returns its solution."""
    folder = tmp_path / "kept"
    solution = solve(
        ConnectFour(3, 3),
        folder=folder,
        progress=lambda news: shutil.rmtree(folder, ignore_errors=True),
    )
    assert solution.outcome == solve(ConnectFour(3, 3)).outcome


def test_the_start_in_another_type_is_the_same(tmp_path):
    """A checkpoint whose start is an int is resumed from an equal NumPy integer."""
    game = ConnectFour(3, 3)
    with pytest.raises(GoneError):
        solve(game, start=game.start(), folder=tmp_path, every=0, progress=stopping("stages"))
    assert "resumed" in solve(game, start=np.uint64(game.start()), folder=tmp_path).how.why


@pytest.mark.parametrize("folder", ["", "a\0b", "\ud800", 5, b"\0"])
def test_folders_that_cannot_be(folder):
    """A folder that cannot be a path is refused with a message."""
    with pytest.raises(InvalidArgumentError, match=r"bad folder .*: expected a text or a path"):
        solve(ConnectFour(3, 3), folder=folder)


# ── listeners ──────────────────────────────────────────────────────────────


@pytest.mark.parametrize("error", [TimeoutError("I go"), ValueError("I go"), KeyError("I go")])
def test_what_a_listener_raises_comes_out_as_it_is(error, tmp_path):
    """An exception raised by a listener leaves ``save``, ``export`` and ``solve`` unchanged."""

    def listen(news):
        raise error

    solution = solve(NIM)
    for work in (
        lambda: solution.save(tmp_path / "file", progress=listen),
        lambda: solution.export(tmp_path / "a.csv", progress=listen),
        lambda: solve(ConnectFour(3, 3), progress=listen),
    ):
        with pytest.raises(type(error)) as caught:
            work()
        assert caught.value is error
    assert not list(tmp_path.iterdir())


def test_a_listener_receives_nothing_after_the_solve():
    """A later query of the solution is not progress of the solve."""
    seen = []
    solution = solve(ConnectFour(3, 3), progress=seen.append)
    before = len(seen)
    solution.counts(symmetric=True)
    assert len(seen) == before


# ── bulk probes ────────────────────────────────────────────────────────────


class Twice:
    """Object whose ``__index__`` returns another number from the second call on."""

    questions = 0

    def __index__(self):
        self.questions += 1
        return 1 if self.questions == 1 else -7


@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour(3, 3)])
def test_odd_positions(game):
    """An argument that is not a list is refused; an item that is not a position is unknown."""
    solution = solve(game)
    for positions in (None, 5, int, object()):
        with pytest.raises(InvalidArgumentError, match="expected a list or a column of positions"):
            solution.probe_many(positions)
    odd = [Twice(), np.array(1), np.float64(3), np.nan, True, [1], {}, np.uint64(0), 10**30]
    expected = [solution.get(each) is not None for each in odd]
    assert solution.probe_many(odd).known.tolist() == expected
    masked = np.ma.array([solution.start] * 2, mask=[False, True], dtype=object)
    assert solution.probe_many(masked).known.tolist() == [True, False]
