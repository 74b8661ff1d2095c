"""A process killed at any moment of saving leaves the old or the new file, complete."""

import os
import random
import signal
import sys
import time
from pathlib import Path

import pytest

from games import Nim, TicTacToe
from gamesolver import load, solve
from tests.support.own_process import printed
from tests.support.scale import scaled

KILLS = scaled(20, 50)
SCRIPT = (
    "from tests.files.test_killed_while_saving import *; print(*kill_again_and_again({!r}, {}))"
)


def kill_again_and_again(folder, kills):
    """Kill child processes that save two solutions in turn, each at a random moment.

    After each kill the file must contain one of the two solutions, complete. Return the number of
    times that it contained each.
    """
    path, luck = Path(folder, "file"), random.Random(kills)
    solutions = [solve(Nim(heaps=(5, 6, 7))), solve(TicTacToe())]
    solutions[0].save(path)
    met = {"Nim": 0, "TicTacToe": 0}
    for _ in range(kills):
        child = os.fork()
        if not child:
            while True:
                for solution in reversed(solutions):
                    solution.save(path)
        time.sleep(luck.uniform(0.01, 0.25))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        again = load(path, check=False)
        solution = next(each for each in solutions if each.game == again.game)
        assert [(each, again[each]) for each in again] == [
            (each, solution[each]) for each in solution
        ]
        met[type(again.game).__name__] += 1
    return met.values()


@pytest.mark.skipif(sys.platform == "win32", reason="no fork and no kill")
def test_kills_at_random_moments(tmp_path):
    """A complete file remains after each kill, and both solutions occur."""
    output = printed(SCRIPT.format(str(tmp_path), KILLS))
    met = [int(each) for each in output.split()]
    assert sum(met) == KILLS
    assert min(met) > 0
