"""Games solved on several ranks by a real MPI launcher."""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from unittest.mock import patch

import pytest

from games import ConnectFour, Quixo
from gamesolver import load, solve
from gamesolver.cli.main import main
from gamesolver.engine import key_set, stage_places, whole_solve
from gamesolver.engine.key_set import KeySet
from gamesolver.files.rank_notes import keeping_on_ranks
from gamesolver.rules.guard import Rules
from tests.support.engine_solving import solved
from tests.support.rank_solving import (
    LINES,
    SCORED,
    SHELF,
    STAGED,
    file_of,
    solved_on,
    solved_on_ranks,
)
from tests.support.rank_threads import on_ranks
from tests.support.scale import IS_NIGHTLY, scaled

ROOT = Path(__file__).parents[2]
BESIDE = Path(sys.executable).parent
MPIEXEC = shutil.which("mpiexec", path=BESIDE) or shutil.which("mpiexec")
pytestmark = [
    pytest.mark.skipif(MPIEXEC is None, reason='no launcher: pip install "mpich" brings mpiexec'),
    pytest.mark.compiled("each rank is a process that imports the compiler"),
]


def launched(ranks, *command, seconds=300):
    """Run a command on this number of ranks, and return its output and exit code."""
    return subprocess.run(
        [MPIEXEC, "-n", str(ranks), *map(str, command)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        timeout=seconds,
    )


@pytest.mark.parametrize("ranks", [3, 4, 7])
def test_games_have_the_same_file_on_any_number_of_ranks(ranks):
    """Games have the same file on several ranks, and an error is raised by all ranks.

    Nightly runs add random graphs and the games of the library.
    """
    number = scaled(4, 300)
    for game in LINES[:number]:
        solved(game)  # compiles everything once, instead of in each rank
        with patch.object(whole_solve, "try_rules"):
            on_ranks(2, lambda team, game=game: solved_on(team, game))
    ran = launched(ranks, sys.executable, "-m", "tests.support.under_mpiexec", number)
    assert ran.returncode == 0, ran.stderr
    tried = number + (number + len([*LINES, *STAGED, *SCORED, *SHELF]) if IS_NIGHTLY else 1)
    assert ran.stdout == f"{tried} games on up to {ranks} ranks\n"


def test_the_command_speaks_once_and_saves_one_file(tmp_path, capsys):
    """Two ranks print the output of one process once, and save an equal file."""
    words = "solve", "quixo", "--size", "3", "--save"
    one, two = tmp_path / "one.solution", tmp_path / "two.solution"
    assert main([*words, str(one)]) == 0
    alone = capsys.readouterr().out
    together = launched(2, BESIDE / "gamesolver", *words, two)
    assert together.returncode == 0, together.stderr
    assert "gamesolver:" not in together.stderr  # progress, if the machine is slow
    assert together.stdout == alone.replace(str(one), str(two))
    with load(one) as first, load(two) as second:
        assert "pending indexes on 2 ranks" in second.how.why
        assert file_of(first) == file_of(second)


def compile_for_ranks(game, folder):
    """Solve a game on ranks as if no memory sufficed, so that all kernels for that are compiled."""
    with (
        patch.object(key_set, "CAPACITY", 1),
        patch.object(KeySet, "may_grow", lambda self, extra: False),
        patch.object(stage_places, "fits_in_memory", lambda *_: False),
        patch.object(whole_solve, "try_rules"),
    ):
        solution = solved_on_ranks(game, 2, folder)
    assert "found by sorted runs" in solution.how.why


@pytest.mark.skipif(sys.platform != "linux", reason="counts memory as Linux does")
def test_two_ranks_use_sorted_runs_if_memory_is_short(tmp_path):
    """Two ranks use sorted runs if their positions exceed the memory limit.

    The saved file equals that of one process. Without a folder, the solve fails with exit code 3.
    """
    compile_for_ranks(ConnectFour(4, 3), tmp_path / "first")  # which takes more memory
    game = "connect-four", "--width", "5", "--height", "4", "--memory", "30MB", "--force"
    refused = launched(2, BESIDE / "gamesolver", "solve", *game)
    assert refused.returncode == 3
    assert "out of memory: the limit is 30.0 MB" in refused.stderr
    saved, folder = tmp_path / "it.solution", tmp_path / "kept"
    words = "--checkpoint", folder, "--save", saved
    ran = launched(2, BESIDE / "gamesolver", "solve", *game, *words)
    assert ran.returncode == 0, ran.stderr
    assert not list(folder.iterdir())
    with load(saved) as solution:
        assert "found by sorted runs" in solution.how.why
        assert "21 stages on disk by 2 ranks" in solution.how.why
        assert file_of(solution) == file_of(solve(ConnectFour(5, 4)))


FAULTY = """
from numba import njit
import numpy as np
from gamesolver import CompiledGame, CompiledRules

@njit
def successors(position, moves, positions):
    moves[0], positions[0] = 1, position - np.uint64(1)
    return np.int64(position != np.uint64(3000))

@njit
def terminal_code(position):
    return np.int64(-1 if position == np.uint64(0) else 2)

@njit
def index(position):
    return np.int64(position) if position < np.uint64(100_000) else np.int64(-1)

@njit
def position_at(index):
    return np.uint64(index)

RULES = CompiledRules(
    successors, terminal_code, max_moves=1,
    index=index, position_at=position_at, num_indexes=100_000,
)

class Line(CompiledGame):
    rules = RULES

    def start(self):
        return 99_999
"""

MET = """
import os, pathlib, time
from gamesolver import GameContractError

made = GameContractError.__init__

def noted(self, *told, **more):
    pathlib.Path(os.environ["MET"]).write_text(str(time.time()))
    made(self, *told, **more)

GameContractError.__init__ = noted
"""
"""Code that writes down the time at which the fault is met."""


def test_a_fault_that_one_rank_meets_ends_the_job_with_one_message(tmp_path, monkeypatch):
    """The job ends within ten seconds of the fault with one message that names the rank."""
    file, met = tmp_path / "line.py", tmp_path / "met"
    file.write_text(FAULTY + MET)
    monkeypatch.setenv("MET", str(met))
    ran = launched(2, BESIDE / "gamesolver", "solve", file, seconds=120)
    assert ran.returncode == 3
    assert ran.stdout == ""
    assert ran.stderr.startswith("gamesolver: rank 1 of 2 (")
    assert ran.stderr.endswith(
        "): Line breaks its contract: position 3000 has no moves and is not terminal: "
        "return a result from terminal_code\n"
    )
    assert ran.stderr.count("\n") == 1
    assert time.time() - float(met.read_text()) < 10


KILLED = """
import os, signal, sys
from mpi4py import MPI
from gamesolver import solve
from gamesolver.files.checkpoints import Checkpoints
from games import Quixo

class Killed(Checkpoints):
    @property
    def is_due(self):
        if self._number == 3 and self.team.rank == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().is_due

import gamesolver.files.rank_notes as files
files.Checkpoints = Killed
solve(Quixo(size=3), method="retrograde", folder=sys.argv[1], every=0, communicator=MPI.COMM_WORLD)
"""


def test_a_rank_that_is_killed_is_named_and_the_next_call_goes_on(tmp_path):
    """The other rank names the rank that was killed, and the next call resumes and names it, too.

    A shell replaces the killed rank for a while, because launchers end the whole job at once if
    they see a rank die.
    """
    folder, script = tmp_path / "kept", tmp_path / "killed.py"
    script.write_text(KILLED)
    rank = "${PMI_RANK:-$OMPI_COMM_WORLD_RANK}"
    stays = f"{sys.executable} {script} {folder} || {{ test {rank} = 1 && sleep 60; exit 3; }}"
    ran = launched(2, "sh", "-c", stays, seconds=120)
    assert ran.returncode != 0
    assert re.search(
        r"LostRankError: rank 1 of 2 \(\S+, process \d+\) was killed, or ended without a message: "
        rf"the same call goes on from the checkpoint in {re.escape(str(folder))}\n",
        ran.stderr,
    ), ran.stderr

    def solved_again(team):
        team.get_acquainted()
        game = Quixo(size=3)
        with keeping_on_ranks(folder, 60, Rules(game), [game.start()], team) as keeper:
            return solved_on(team, game, keeper=keeper)

    expected = file_of(solved(Quixo(size=3)))  # compiles the rules in one thread
    with patch.object(whole_solve, "try_rules"):  # its buffers are for one thread
        first, *_ = on_ranks(3, solved_again)
    assert not isinstance(first, BaseException), first
    assert re.match(
        r"resumed from wins and losses in \d+, saved by 2 ranks, where "
        r"(rank 0 of 2 \(\S+, process \d+\), )?rank 1 of 2 \(\S+, process \d+\) had stopped; ",
        first.how.why,
    ), first.how.why
    assert file_of(first) == expected
    assert list(folder.iterdir()) == []
