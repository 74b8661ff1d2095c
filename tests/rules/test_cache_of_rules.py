"""Rules with parameters are compiled once: a second run of the same script uses the cache."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = '''
from functools import cache

import attrs
import numpy as np
from numba import njit
from numba.core import event

from gamesolver import CompiledGame, CompiledRules, solve


@njit(cache=True)
def fits(position, take):
    return np.uint64(take) <= position


@cache
def rules_for(most):
    """Take from one counter to ``most``; the functions close over a number and no function."""

    @njit(cache=True)
    def successors(position, moves, positions):
        count = 0
        for take in range(1, most + 1):
            if fits(position, take):
                moves[count] = take
                positions[count] = position - np.uint64(take)
                count += 1
        return count

    @njit(cache=True)
    def terminal_code(position):
        return -1 if position == 0 else 2

    return CompiledRules(successors=successors, terminal_code=terminal_code, max_moves=most)


@attrs.frozen(repr=False)
class Heap(CompiledGame):
    size: int = 20
    most: int = 3

    def start(self):
        return self.size

    @property
    def rules(self):
        return rules_for(self.most)


with event.install_recorder("numba:compile") as compiled:
    for most in (2, 3):
        assert solve(Heap(most=most)).remoteness is not None
print(len(compiled.buffer))
'''


def kept(script):
    """Return the names of numba's cache files of a script, next to it or in NUMBA_CACHE_DIR."""
    elsewhere = Path(os.environ.get("NUMBA_CACHE_DIR", script.parent))
    places = [script.parent / "__pycache__", *elsewhere.glob(f"{script.parent.name}_*")]
    return {each.name for place in places if place.exists() for each in place.iterdir()}


def run(script):
    """Run a script and return the number of compilations and its cache files."""
    program = [sys.executable, str(script)]
    finished = subprocess.run(program, check=True, capture_output=True, text=True)
    return int(finished.stdout), kept(script)


@pytest.mark.compiled(why="nothing is compiled")
def test_three_runs_leave_the_same_files(tmp_path):
    """The second and third run of a game with parameters compile nothing and add no cache files."""
    script = tmp_path / "heap.py"
    script.write_text(SCRIPT)

    first, second, third = (run(script) for _ in range(3))

    assert first[1] == second[1] == third[1]
    assert len([name for name in first[1] if "successors" in name]) == 2  # one for each game
    assert first[0] > second[0] == third[0] == 0


QUERYING = """
import sys
from functools import cache
import numpy as np
from numba import njit
from gamesolver import CompiledRules
from gamesolver.rules.fitting import KIND


@cache
def rules_for(heap):
    @njit(cache=True)
    def successors(position, moves, positions):
        return 0

    @njit(cache=True)
    def terminal_code(position):
        return -1 if position == heap else 2

    return CompiledRules(successors, terminal_code, max_moves=1)


@njit((KIND["terminal_code"],))
def ask(terminal_code):
    return [terminal_code(np.uint64(heap)) for heap in range(3)]


rules = [rules_for(int(heap)).calls.end.function for heap in sys.argv[1:]]
print(*(ask(rule).index(-1) for rule in rules))
"""


@pytest.mark.compiled(why="there is nothing to cache")
def test_rules_that_other_processes_compiled(tmp_path):
    """Rules of one factory compiled by different processes are not confused in the cache."""
    script = tmp_path / "asking.py"
    script.write_text(QUERYING)
    surroundings = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    for heaps in (["0"], ["1"], ["2"], ["0", "1", "2", "0"]):
        ran = subprocess.run(
            [sys.executable, str(script), *heaps],
            env=surroundings,
            capture_output=True,
            text=True,
            check=True,
        )
        assert ran.stdout.split() == heaps
