"""Kernels are found in numba's cache, until a file with kernels changes; none needs to be."""

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

PROGRAM = """
from gamesolver.engine import calling
from gamesolver.kernels import sweeping
from gamesolver.engine.calling import RULES
from gamesolver.engine.calling import PLACES, SCRATCH, column, compiled
from numba.core.types import UniTuple, int64
given = RULES, PLACES, column("u1"), SCRATCH, UniTuple(int64, 2), int64, int64
kernel = compiled(sweeping.settle_ends, *given)
print(sum(kernel.stats.cache_hits.values()), sum(kernel.stats.cache_misses.values()))
"""


@pytest.mark.compiled(why="there is nothing to cache")
def test_a_changed_helper_is_compiled_anew(tmp_path):
    """A second process takes the kernel from the cache; after a change in a helper's file, not.

    Nor after one of the name of a type, by which numba cannot even read what is kept.
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


def no_room(*given):
    """What numba meets on a full disk."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.compiled(why="there is nothing to cache")
def test_machine_code_that_cannot_be_kept_is_run_all_the_same(monkeypatch):
    """Where the disk is full, a kernel and a rule of an author's answer as ever."""
    monkeypatch.setattr(FunctionCache, "save_overload", no_room)

    @kernel_of(Path(__file__))
    def twice(number):
        return 2 * number

    @numba.njit(cache=True)
    def once_more(number):
        return number + 1

    keep_fresh(once_more)
    assert (twice(21), once_more(41)) == (42, 42)
