"""Tests that the import contracts in ``.importlinter`` reject forbidden imports."""

import ast
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

BREACHES = {
    "layers": (
        "gamesolver/kernels/numbering.py",
        "def late():\n    from gamesolver.solving import solve\n",
    ),
    "kernels": ("gamesolver/kernels/entries.py", "import attrs\n"),
    "boards": ("gamesolver/boards/grid.py", "import numpy\n"),
    "verifier": ("gamesolver/verify/indexes.py", "from gamesolver.engine import sweeps\n"),
    "games-public": ("games/nim.py", "from gamesolver.system.workers import Workers\n"),
    "no-games": ("gamesolver/solution.py", "import games.nim\n"),
    "games-numba": ("games/hexapawn.py", "import numba\n"),
    "cycles": (
        "gamesolver/kernels/codes.py",
        "def late():\n    from gamesolver.kernels import entries\n",
    ),
}
"""By contract: a file, and a forbidden import that is added to a copy of it."""

ALLOWED = {
    "gamesolver/boards/*.py": {"attrs"},
    "gamesolver/kernels/*.py": {"llvmlite", "numba", "numpy"},
    "gamesolver/errors.py": {"attrs"},
    "gamesolver/rules/game.py": set(),
    "gamesolver/rules/parameters.py": {"attrs"},
    "gamesolver/value.py": {"attrs"},
}
"""Packages that the lowest modules may import; an import contract can list only forbidden ones."""


def contracts():
    """Return the names of the contracts by their identifiers."""
    settings = ConfigParser()
    settings.read(ROOT / ".importlinter", encoding="utf-8")
    start = "importlinter:contract:"
    return {
        section.removeprefix(start): settings[section]["name"]
        for section in settings.sections()
        if section.startswith(start)
    }


def broken(folder):
    """Return the identifiers of the contracts that a folder breaks."""
    program = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()"]
    ran = subprocess.run([*program, "--no-cache"], cwd=folder, capture_output=True, text=True)
    states = {
        identifier: line.removeprefix(name).split()[0]
        for identifier, name in contracts().items()
        for line in ran.stdout.splitlines()
        if line.startswith(f"{name} ")
    }
    assert states.keys() == contracts().keys()
    assert set(states.values()) <= {"KEPT", "BROKEN"}
    return {identifier for identifier, state in states.items() if state == "BROKEN"}


def test_a_breach_of_each_contract_is_refused(tmp_path):
    """A copy keeps all contracts, and breaks all of them once each has been breached."""
    for name in ("gamesolver", "games"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / ".importlinter", tmp_path)
    assert broken(tmp_path) == set()
    for file, line in BREACHES.values():
        with (tmp_path / file).open("a") as source:
            source.write(f"\n\n{line}")
    assert broken(tmp_path) == BREACHES.keys() == contracts().keys()


def imported(folder, files):
    """Return the packages that some files import, except Python's own and this one."""
    nodes = [node for file in folder.glob(files) for node in ast.walk(ast.parse(file.read_text()))]
    named = [each.name for node in nodes if isinstance(node, ast.Import) for each in node.names]
    named += [node.module for node in nodes if isinstance(node, ast.ImportFrom)]
    return {name.split(".")[0] for name in named} - sys.stdlib_module_names - {"gamesolver"}


@pytest.mark.parametrize("files", ALLOWED)
def test_the_lowest_modules_import_little(files, tmp_path):
    """The lowest modules import only the packages that are allowed; another import is found."""
    assert imported(ROOT, files) == ALLOWED[files]
    planted = tmp_path / files.replace("*", "planted")
    planted.parent.mkdir(parents=True)
    planted.write_text("import json\n\n\ndef late():\n    from scipy.sparse import csgraph\n")
    assert imported(tmp_path, files) == {"scipy"}


def kernels_used(folder, *packages):
    """Return the modules of kernels that some packages import."""
    start, found = "gamesolver.kernels", set()
    for file in (file for each in packages for file in (folder / "gamesolver" / each).glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module == start:
                found |= {each.name for each in node.names}
            elif isinstance(node, ast.ImportFrom) and str(node.module).startswith(f"{start}."):
                found.add(node.module.removeprefix(f"{start}."))
    return found


def test_the_verifier_shares_no_kernel_with_the_solvers(tmp_path):
    """Both use the codes of table entries and the buffers of a worker, but no other kernel.

    The module that chooses between plain Python and machine code is not a kernel.
    """
    solvers = kernels_used(ROOT, "engine", "graph", "proofs")
    assert {"sweeping", "retrograde", "alpha_beta"} <= solvers
    assert {"certificate", "leaves"} <= kernels_used(ROOT, "verify")
    assert kernels_used(ROOT, "verify") & solvers == {"codes", "deferring", "scratch"}
    planted = tmp_path / "gamesolver" / "verify" / "planted.py"
    planted.parent.mkdir(parents=True)
    planted.write_text("def late():\n    from gamesolver.kernels.sweeping import sweep\n")
    assert kernels_used(tmp_path, "verify") & solvers == {"sweeping"}
