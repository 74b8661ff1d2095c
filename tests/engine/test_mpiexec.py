"""Games solved on several ranks under a real launcher, as few times as will do."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gamesolver import load
from gamesolver.cli.main import main
from tests.support.rank_solving import LINES, file_of
from tests.support.scale import IS_NIGHTLY, family, scaled

ROOT = Path(__file__).parents[2]
BESIDE = Path(sys.executable).parent
MPIEXEC = shutil.which("mpiexec", path=BESIDE) or shutil.which("mpiexec")
pytestmark = [
    pytest.mark.skipif(MPIEXEC is None, reason='no launcher: pip install "mpich" brings mpiexec'),
    pytest.mark.compiled("each rank is a process that imports the compiler"),
]


def launched(ranks, *command, seconds=300):
    """A command as so many ranks; all that it prints, and its exit code."""
    return subprocess.run(
        [MPIEXEC, "-n", str(ranks), *map(str, command)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        timeout=seconds,
    )


@pytest.mark.parametrize("ranks", family(4, 7))
def test_games_have_the_same_file_on_any_number_of_ranks(ranks):
    """Lines and graphs by chance, each on one rank and on more, and an error that all raise."""
    number = scaled(8, 300)
    ran = launched(ranks, sys.executable, "-m", "tests.support.under_mpiexec", number)
    assert ran.returncode == 0, ran.stderr
    tried = number + (number + len(LINES) if IS_NIGHTLY else 0)
    assert ran.stdout == f"{tried} games on 1 to {ranks} ranks\n"


def test_the_command_speaks_once_and_saves_one_file(tmp_path, capsys):
    """Two ranks print what one process prints, and the file holds the same."""
    words = "solve", "quixo", "--size", "3", "--save"
    one, two = tmp_path / "one.solution", tmp_path / "two.solution"
    assert main([*words, str(one)]) == 0
    alone = capsys.readouterr().out
    together = launched(2, BESIDE / "gamesolver", *words, two)
    assert together.returncode == 0, together.stderr
    assert "gamesolver:" not in together.stderr  # progress, if the machine is slow
    assert together.stdout == alone.replace(str(one), str(two))
    with load(one) as first, load(two) as second:
        assert "the graph of them on 2 ranks" in second.how.why
        assert file_of(first) == file_of(second)


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
def position_at(slot):
    return np.uint64(slot)

RULES = CompiledRules(
    successors, terminal_code, max_moves=1, index=index, position_at=position_at, slots=100_000
)

class Line(CompiledGame):
    rules = RULES

    def start(self):
        return 99_999
"""


def test_a_fault_that_one_rank_meets_ends_the_job_with_one_message(tmp_path):
    """The message is ours, and names the rank; it takes no longer than the rules and the work."""
    file = tmp_path / "line.py"
    file.write_text(FAULTY)
    began = time.monotonic()
    ran = launched(2, BESIDE / "gamesolver", "solve", file, seconds=120)
    assert ran.returncode == 3
    assert ran.stdout == ""
    assert ran.stderr.startswith("gamesolver: rank 1 of 2 (")
    assert ran.stderr.endswith(
        "): Line breaks its contract: position 3000 has no moves and is not terminal: let "
        "terminal_code say what stalemate means\n"
    )
    assert ran.stderr.count("\n") == 1
    assert time.monotonic() - began < 60
