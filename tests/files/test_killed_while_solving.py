"""A process killed at any moment of solving loses only the work since its last checkpoint."""

import os
import random
import signal
import sys
import time
from pathlib import Path

import pytest

from games import ConnectFour, GobbletGobblers
from gamesolver import solve
from tests.support.own_process import printed
from tests.support.scale import scaled

KILLS = scaled(21, 51)
METHODS = ("auto", "auto", "retrograde")
SCRIPT = (
    "from tests.files.test_killed_while_solving import *; print(*kill_again_and_again({!r}, {}))"
)


def kill_again_and_again(folder, kills):
    """Kill child processes that solve games with checkpoints, each at a random moment.

    Every second child is killed only once a checkpoint exists, however slow the machine is. The
    next child resumes. After the last kill the solve is finished, and its file must be the right
    one. Return the number of children that resumed from a checkpoint, and of those that ended.
    """
    luck, went_on, ended = random.Random(kills), 0, 0
    gobblet = GobbletGobblers(sizes=2, copies=2)
    games = [ConnectFour(4, 5), gobblet, gobblet]
    for game, method in zip(games, METHODS, strict=True):
        solve(game, method=method)  # compiles the kernels
        began = time.perf_counter()
        solution = solve(game, method=method)
        seconds = time.perf_counter() - began
        expected, found = Path(folder, "expected"), Path(folder, "found")
        solution.save(expected, how=False)
        left = kills // len(games)
        while left:
            checkpoint = Path(folder, "kept", "gamesolver-checkpoint")
            went_on += checkpoint.exists()
            child = os.fork()
            if not child:
                solve(game, method=method, folder=Path(folder, "kept"), every=0).save(
                    found, how=False
                )
                os._exit(0)
            moment = time.perf_counter() + seconds * luck.uniform(0.2, 0.9)
            status = killed(child, moment, checkpoint if left % 2 else None)
            left -= status != 0
            ended += status == 0
        solve(game, method=method, folder=Path(folder, "kept"), every=0).save(found, how=False)
        assert found.read_bytes() == expected.read_bytes()
        assert not list(Path(folder, "kept").iterdir())
    return went_on, ended


def killed(child, moment, checkpoint):
    """Kill a child at the given moment and return its status, which is 0 if it ended before."""
    while True:
        gone, status = os.waitpid(child, os.WNOHANG)
        if gone:
            return status
        if time.perf_counter() > moment and (checkpoint is None or checkpoint.exists()):
            os.kill(child, signal.SIGKILL)
            return os.waitpid(child, 0)[1]
        time.sleep(0.001)


@pytest.mark.compiled(why="millions of positions are too slow in plain Python")
@pytest.mark.skipif(sys.platform == "win32", reason="no fork and no kill")
def test_kills_at_random_moments(tmp_path):
    """Killed solves of three games end with the right file, and many resume from a checkpoint."""
    output = printed(SCRIPT.format(str(tmp_path), KILLS))
    went_on, _ = map(int, output.split())
    assert went_on > KILLS // 5
