"""Killed at any moment while it solves, a process loses only what came after a checkpoint."""

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
    """Let children solve games with checkpoints, and kill each at a random moment.

    Every second one not before a checkpoint stands, however slow the machine is. Another one goes
    on until one comes to its end: then its file must be the right one. How many children went on
    from a checkpoint, and how many came to their end.
    """
    luck, went_on, ended = random.Random(kills), 0, 0
    gobblet = GobbletGobblers(sizes=2, copies=2)
    games = [ConnectFour(4, 5), gobblet, gobblet]
    for game, method in zip(games, METHODS, strict=True):
        solve(game, method=method)  # compiled
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
    """The status of a child that is killed from a moment on; 0 if it came to its end before."""
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
    """Kills of three games, 51 at night: the same table in the end, many from a checkpoint."""
    output = printed(SCRIPT.format(str(tmp_path), KILLS))
    went_on, _ = map(int, output.split())
    assert went_on > KILLS // 5
