"""Cache of kernels: reuse, recompilation after a change, and failures to write."""

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest
from numba.core.caching import FunctionCache

import gamesolver
from gamesolver.kernels.compiling import kernel_of
from gamesolver.rules.sources import keep_fresh
from tests.support.scale import scaled

PROGRAM = """
from gamesolver.engine import calling
from gamesolver.kernels import sweeping
from gamesolver.engine.calling import RULES
from gamesolver.engine.calling import PLACES, SCRATCH, column, compiled
given = RULES, PLACES, column("u1"), SCRATCH, column("u4"), column("i8")
kernel = compiled(sweeping.stages_of, *given)
print(sum(kernel.stats.cache_hits.values()), sum(kernel.stats.cache_misses.values()))
"""


@pytest.mark.compiled(why="there is nothing to cache")
def test_a_changed_helper_is_compiled_again(tmp_path):
    """A kernel is taken from the cache until a helper's file changes.

    It is also compiled again if a type is renamed, so that numba cannot read the cached code. Old
    versions are removed from the cache.
    """
    shutil.copytree(
        Path(gamesolver.__file__).parent,
        tmp_path / "gamesolver",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    surroundings = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}

    def hits_and_misses():
        program = [sys.executable, "-c", PROGRAM]
        ran = subprocess.run(
            program, cwd=tmp_path, env=surroundings, capture_output=True, text=True, check=True
        )
        return ran.stdout.split()

    assert hits_and_misses() == ["0", "1"]
    assert hits_and_misses() == ["1", "0"]
    with (tmp_path / "gamesolver" / "kernels" / "places.py").open("a") as helpers:
        helpers.write("\n# changed\n")
    assert hits_and_misses() == ["0", "1"]
    for file in (tmp_path / "gamesolver").rglob("*.py"):
        file.write_text(file.read_text().replace("Scratch", "Notes"))
    assert hits_and_misses() == ["0", "1"]
    assert len(list(tmp_path.glob("cache/*/sweeping.stages_of-*.kernel"))) == 1


TOTAL = """
from pathlib import Path
from gamesolver.kernels.compiling import kernel_of

@kernel_of(Path(__file__))
def total(numbers):
    answer = 0
    for number in numbers:
        answer += number
    return answer
"""
AT_ONCE = """
import os, sys
import numba, numpy as np
from total import total

numba.njit(lambda: 0)()  # all that numba does once is done
KINDS = "i1 i2 i4 i8 u1 u2 u4 f4 f8".split()

def all_at_once(says):
    begin, beginning = os.pipe()
    for kind in KINDS:
        if not os.fork():
            os.close(beginning)
            os.read(begin, 1)  # until nobody can write any more
            answer = total(np.arange(100, dtype=kind))
            hits = sum(total.stats.cache_hits.values())
            if says and (answer, hits) != (4950, 1):
                os.write(1, f"{kind}: {answer}, {hits} from the cache\\n".encode())
            os._exit(0)
    os.close(beginning)
    os.close(begin)
    for _ in KINDS:
        if os.wait()[1]:
            print("a process ended badly")

for _ in range(int(sys.argv[1])):
    for file in os.scandir(os.environ["NUMBA_CACHE_DIR"]):
        for kept in os.scandir(file):
            os.unlink(kept)
    all_at_once(says=False)
    all_at_once(says=True)
"""


@pytest.mark.compiled(why="there is nothing to cache")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be made to begin at once")
def test_processes_that_compile_at_once_keep_their_own(tmp_path):
    """If nine processes compile a kernel for nine types at once, nine others find all of them."""
    (tmp_path / "total.py").write_text(TOTAL)
    (tmp_path / "cache").mkdir()
    surroundings = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    program = [sys.executable, "-c", AT_ONCE, str(scaled(2, 5))]
    ran = subprocess.run(program, cwd=tmp_path, env=surroundings, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def no_room(*given):
    """Raise the error of a full disk."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.compiled(why="there is nothing to cache")
def test_machine_code_that_cannot_be_kept_is_run_all_the_same(monkeypatch):
    """On a full disk a kernel and a user's rule still give their results."""
    monkeypatch.setattr(FunctionCache, "save_overload", no_room)

    @kernel_of(Path(__file__))
    def twice(number):
        return 2 * number

    @numba.njit(cache=True)
    def once_more(number):
        return number + 1

    keep_fresh(once_more)
    assert (twice(21), once_more(41)) == (42, 42)


FIRST_CALLS = """
import numpy as np
import gamesolver
from games import ConnectFour
from gamesolver.kernels.deferring import reporting_compilation
from gamesolver.kernels.places import start_buckets

compiled = []
with reporting_compilation(compiled.append):
    ConnectFour(width=2, height=2, line=2).rules.calls.fit(["player"])
    numbers = np.uint64(1), np.uint64(60)
    start_buckets(np.zeros(1, np.uint64), *numbers, np.zeros(17, np.uint32))
print(len(compiled), gamesolver.__file__)
"""
"""Program that calls a kernel and a rule and prints the number of compiled functions."""


@pytest.mark.compiled(why="there is nothing to cache")
def test_a_second_environment_compiles_nothing_again(tmp_path):
    """A second copy of the library finds all machine code in the user's cache folder."""
    root, reported = Path(gamesolver.__file__).parents[1], []
    surroundings = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        surroundings[name] = str(tmp_path / "user")
    for environment in ("one", "two"):
        place = tmp_path / environment
        for package in ("gamesolver", "games"):
            unwanted = shutil.ignore_patterns("__pycache__")
            shutil.copytree(root / package, place / package, ignore=unwanted)
        done = subprocess.run(
            [sys.executable, "-c", FIRST_CALLS],
            env=surroundings | {"PYTHONPATH": str(place)},
            cwd=place,
            capture_output=True,
            text=True,
            check=True,
        )
        count, where = done.stdout.split()
        assert Path(where).is_relative_to(place)
        reported.append(int(count))
    assert reported[0] >= 2
    assert reported[1] == 0
