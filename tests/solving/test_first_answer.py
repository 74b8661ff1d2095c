"""Small compiled games are solved in plain Python, and long work is handed over."""

import os
import subprocess
import sys

import attrs
import numpy as np
import pytest

import games
from gamesolver import CompiledGame, CompiledRules, GameContractError, MemoryLimitError, njit, solve
from gamesolver.kernels import deferring
from gamesolver.kernels.deferring import is_plain, plainly
from gamesolver.rules.known_sizes import sizes_of

FEW = 3_000  # positions of the games that are compared
PROGRAM = """
import sys
from gamesolver.cli.main import main
sys.argv = ["gamesolver", *sys.argv[1:]]
code = main()
print("numba" in sys.modules)
"""


def smallest(name):
    """The smallest published size of a compiled game of the library, if it has few positions."""
    kind = getattr(games, name)
    if not issubclass(kind, CompiledGame):
        return None
    sizes = sorted(sizes_of(kind), key=lambda size: size.positions)
    return sizes[0].game if sizes and sizes[0].positions <= FEW else None


SMALL = {name: game for name in games.__all__ if (game := smallest(name)) is not None}


class Steps(CompiledGame):
    """Take some of a heap by moves drawn at random, and lose if there is none."""

    def __init__(self, size, seed):
        self.size, self.seed = size, seed

    def start(self):
        return self.size

    @property
    def rules(self):
        luck = np.random.default_rng(self.seed)
        steps = luck.integers(1, 7, (self.size + 1, 3))

        @njit
        def successors(heap, moves, positions):
            count = 0
            for move in range(steps.shape[1]):
                step = np.uint64(steps[heap, move])
                if step <= heap:
                    moves[count], positions[count] = move, heap - step
                    count += 1
            return np.int64(count)

        @njit
        def terminal_code(heap):
            for move in range(steps.shape[1]):
                if np.uint64(steps[heap, move]) <= heap:
                    return np.int64(2)
            return np.int64(-1)

        return CompiledRules(successors, terminal_code, max_moves=3)


def compiled(game):
    """The same game, whose rules are compiled at once."""
    game.rules.calls.hand_over()
    return game


def require_same(one, other, folder):
    """Two solutions are the same to every question, and their files byte for byte."""
    assert (one.outcome, one.how.why, one.how.rounds) == (
        other.outcome,
        other.how.why,
        other.how.rounds,
    )
    assert one.how.spot_check == other.how.spot_check
    assert dict(one.items()) == dict(other.items())
    assert str(one.mainline()) == str(other.mainline())
    for name, solution in (("one", one), ("other", other)):
        solution.save(folder / name, how=False)
    assert (folder / "one").read_bytes() == (folder / "other").read_bytes()


@pytest.mark.parametrize("name", SMALL)
def test_games_of_the_library_have_one_table_in_either_mode(name, tmp_path):
    """A solve in plain Python and a compiled one agree in outcomes, counts, lines and bytes."""
    game = SMALL[name]
    with plainly():
        in_python = solve(game)
        assert is_plain()
    counts = in_python.counts()
    again = solve(compiled(game))
    assert counts == again.counts() == in_python.counts()
    require_same(in_python, again, tmp_path)


@pytest.mark.parametrize("seed", range(4))
def test_random_games_have_one_table_in_either_mode(seed, tmp_path):
    """A game of random moves, solved first and last in plain Python, has the compiled table."""
    in_python = solve(Steps(80, seed))
    game = compiled(Steps(80, seed))
    require_same(in_python, solve(game), tmp_path)
    one, other = (attrs.evolve(each.verify(), seconds=0) for each in (in_python, solve(game)))
    assert one == other


def test_long_work_is_handed_over(monkeypatch, tmp_path):
    """A solve that calls the rules too often is begun again, compiled, and only once."""
    monkeypatch.setattr(deferring, "CALLS", 500)
    game = Steps(300, 1)
    phases = []
    solution = solve(game, progress=lambda news: phases.append(news.phase))
    assert "compile" in phases
    assert not is_plain()
    assert not game.rules.calls.are_deferred
    monkeypatch.undo()
    require_same(solve(Steps(300, 1)), solution, tmp_path)


def test_a_solve_is_interrupted_before_and_after_it_is_handed_over(monkeypatch):
    """Ctrl-C ends the solve in either mode, and the next solve begins as if nothing had been."""
    for calls in (10**9, 500):
        monkeypatch.setattr(deferring, "CALLS", calls)
        for last in ("find", "settle", "compile") if calls == 500 else ("find", "settle"):
            game = Steps(300, 2)

            def stop(news, last=last):
                if news.phase.startswith(last):
                    raise KeyboardInterrupt

            seen = False
            try:
                solve(game, progress=stop)
            except KeyboardInterrupt:
                seen = True
            assert not is_plain()
            assert seen or last != "compile"
            assert solve(game).outcome == solve(Steps(300, 2)).outcome


def test_the_limit_of_memory_reads_the_same_in_both_modes():
    """A solve that may not take any memory is refused in the same words."""
    words = []
    for game in (Steps(300, 3), compiled(Steps(300, 3))):
        with pytest.raises(MemoryLimitError) as refused:
            solve(game, memory=1)
        words.append(str(refused.value).partition(":")[0])
    assert words[0] == words[1]


def faulty(fault):
    """Rules with a fault, made again for each call."""

    @njit
    def successors(heap, moves, positions):
        if fault == "count" and heap == 5:
            return np.int64(7)
        if fault == "stuck" and heap == 5:
            return np.int64(0)
        if fault == "raises" and heap == 5:
            raise ValueError("no such heap")
        moves[0], positions[0] = 1, heap - np.uint64(1)
        if fault == "repeated" and heap == 5:
            moves[1], positions[1] = 1, heap - np.uint64(2)
            return np.int64(2)
        return np.int64(1)

    @njit
    def terminal_code(heap):
        if fault == "code" and heap == 5:
            return np.int64(9)
        return np.int64(2 if heap else -1)

    return CompiledRules(successors, terminal_code, max_moves=2)


class Faulty(CompiledGame):
    """A heap that falls by one, whose rules have a fault at 5."""

    def __init__(self, fault, top):
        self.fault, self.top = fault, top

    def start(self):
        return self.top

    @property
    def rules(self):
        return faulty(self.fault)


FAULTS = {
    **{(fault, 50): "before" for fault in ("count", "stuck", "raises", "repeated", "code")},
    **{(fault, 400): "during" for fault in ("count", "stuck", "raises", "code")},
}
"""Faults that are found by the trial before a solve, and by its kernels."""


@pytest.mark.parametrize(("fault", "top"), FAULTS)
def test_errors_of_rules_read_the_same_in_both_modes(fault, top):
    """The law, the position and the words are those of the compiled solve."""
    words = []
    for game in (Faulty(fault, top), compiled(Faulty(fault, top))):
        with pytest.raises(GameContractError) as raised:
            solve(game)
        words.append(str(raised.value))
    assert words[0] == words[1]


def test_a_command_on_a_small_game_does_not_load_numba(tmp_path):
    """The solve, its counts, its line and its file need no compiler."""
    surroundings = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    saved = str(tmp_path / "kalah.game")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "solve", "kalah", "--save", saved],
        env=surroundings,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "1,456 positions" in done.stdout
    assert done.stdout.splitlines()[-1] == "False"
