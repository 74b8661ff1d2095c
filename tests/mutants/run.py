"""Run the tests against mutants: mistakes of one line, each of which some test must notice.

``python tests/mutants/run.py`` runs every mutant of ``mutants.toml``, ``--list`` prints them.
Numbers and parts of file names select some of them::

    python tests/mutants/run.py 7 12 gamesolver/proofs

A mutant is applied to a copy of the checkout in a temporary folder. It is killed if its tests fail
with it and the failed test passes without it. The exit code is 1 if a mutant is not killed.
Kernels run as plain Python, so that no mutant has to be compiled.
"""

# ruff: noqa: T201  # a script prints its results

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
LIST = Path(__file__).with_name("mutants.toml")
NOT_COPIED = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build", "dist", "_build")
FAILED = 1  # exit code of pytest if some test failed


def read_mutants() -> list[dict[str, Any]]:
    """Return all mutants, each with its number, which counts from 1."""
    mutants = tomllib.loads(LIST.read_text())["mutant"]
    return [{"number": number} | mutant for number, mutant in enumerate(mutants, 1)]


def is_selected(mutant: dict[str, Any], words: list[str]) -> bool:
    """Return True if one of the words is the number of a mutant, or part of its file name."""
    return not words or any(
        word == str(mutant["number"]) or (not word.isdigit() and word in mutant["file"])
        for word in words
    )


def pytest_code(folder: Path, arguments: list[str], limit: float) -> int | None:
    """Return the exit code of pytest, or None if it takes longer than the time limit."""
    # Bytecode would be taken from a cache if two versions of a file had one size and one time.
    own = {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-q", *arguments],
        cwd=folder,
        env=os.environ | own,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return process.wait(limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # with the processes that tests have started
        process.wait()
        return None


def fate_of(mutant: dict[str, Any], folder: Path, limit: float) -> str:
    """Return "killed", or what happened instead."""
    path = folder / mutant["file"]
    original = path.read_text()
    if (times := original.count(mutant["before"])) != 1:
        return f"its line occurs {times} times"
    path.write_text(original.replace(mutant["before"], mutant["after"]))
    code = pytest_code(folder, ["-x", "--cache-clear", *mutant["tests"]], limit)
    path.write_text(original)
    if code is None:
        return f"no result in {limit:g} s"
    if code != FAILED:
        return "lived" if code == 0 else f"pytest ended with {code}"
    is_sound = pytest_code(folder, ["--last-failed", *mutant["tests"]], limit) == 0
    return "killed" if is_sound else "the test fails without it, too"


def main() -> int:
    """Run the mutants that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("words", nargs="*", help="numbers, or parts of file names; default all")
    parser.add_argument("--list", action="store_true", help="print the mutants and run nothing")
    parser.add_argument("--limit", type=float, default=300, help="seconds for each; default 300")
    given = parser.parse_args()
    mutants = [mutant for mutant in read_mutants() if is_selected(mutant, given.words)]
    if given.list:
        for mutant in mutants:
            print(f"{mutant['number']:2} {mutant['file']}: {mutant['breaks']}")
        return 0
    killed = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(shutil.copytree(ROOT, Path(temporary, "copy"), ignore=NOT_COPIED))
        for mutant in mutants:
            began = time.monotonic()
            fate = fate_of(mutant, folder, given.limit)
            killed += fate == "killed"
            seconds = time.monotonic() - began
            print(f"{mutant['number']:2} {mutant['file']}: {fate} ({seconds:.0f} s)", flush=True)
    print(f"{killed} of {len(mutants)} mutants killed")
    return int(killed < len(mutants))


if __name__ == "__main__":
    sys.exit(main())
