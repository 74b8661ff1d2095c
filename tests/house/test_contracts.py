"""The import contracts hold what they say: a breach of each is refused."""

import ast
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

BREACHES = {
    "Imports go down the floors": (
        "gamesolver/kernels/numbering.py",
        "def late():\n    from gamesolver.solving import solve\n",
    ),
    "Kernels import numpy and numba, and nothing of ours but each other": (
        "gamesolver/kernels/cells.py",
        "import attrs\n",
    ),
    "The verifier names no solver, and no kernel of one": (
        "gamesolver/verify/slots.py",
        "from gamesolver.kernels import sweeping\n",
    ),
    "Games use public names only": (
        "games/nim.py",
        "from gamesolver.system.workers import Workers\n",
    ),
    "The library never imports a game": ("gamesolver/solution.py", "import games.nim\n"),
    "Only the compiled rules of games import numba": ("games/hexapawn.py", "import numba\n"),
    "Only the team of ranks imports MPI": ("gamesolver/loading.py", "import mpi4py\n"),
    "Players name no solver": (
        "gamesolver/players/players.py",
        "from gamesolver.engine import predecessor_waves\n",
    ),
    "The two roads do not know each other": (
        "gamesolver/graph/minimax.py",
        "from gamesolver.graph import retrograde\n",
    ),
    "The words rest on attrs and the standard library": (
        "gamesolver/value.py",
        "import numpy\n",
    ),
}
"""By contract: a file of a copy, and a line added to it."""

OUTSIDE = {
    "gamesolver/kernels/*.py": {"llvmlite", "numba", "numpy"},
    "gamesolver/errors.py": {"attrs"},
    "gamesolver/rules/game.py": set(),
    "gamesolver/rules/parameters.py": {"attrs"},
    "gamesolver/value.py": {"attrs"},
}
"""What the ground imports of others: contracts can name what they forbid, not what they allow."""


def contracts():
    """The names of the contracts, as the project has them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    return [each["name"] for each in settings["tool"]["importlinter"]["contracts"]]


def verdicts(folder):
    """What lint-imports says of each contract in a folder: kept or broken."""
    program = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()"]
    ran = subprocess.run([*program, "--no-cache"], cwd=folder, capture_output=True, text=True)
    said = ran.stdout.splitlines()
    return {
        name: "broken" if line.removeprefix(name).strip().startswith("BROKEN") else "kept"
        for name in contracts()
        for line in said
        if line.startswith(name) and line != name
    }


def test_a_breach_of_each_contract_is_refused(tmp_path):
    """All contracts hold in a copy, and none of them once each has been broken in it."""
    assert sorted(BREACHES) == sorted(contracts())
    for name in ("gamesolver", "games"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    assert verdicts(tmp_path) == dict.fromkeys(contracts(), "kept")
    for file, line in BREACHES.values():
        with (tmp_path / file).open("a") as source:
            source.write(f"\n\n{line}")
    assert verdicts(tmp_path) == dict.fromkeys(contracts(), "broken")


def outside(folder, files):
    """What some files import, inside functions too, that is neither Python's nor ours."""
    nodes = [node for file in folder.glob(files) for node in ast.walk(ast.parse(file.read_text()))]
    named = [each.name for node in nodes if isinstance(node, ast.Import) for each in node.names]
    named += [node.module for node in nodes if isinstance(node, ast.ImportFrom)]
    return {name.split(".")[0] for name in named} - sys.stdlib_module_names - {"gamesolver"}


@pytest.mark.parametrize("files", OUTSIDE)
def test_the_ground_rests_on_little(files, tmp_path):
    """Kernels import numpy and numba, words attrs, and nothing else; one import more is seen."""
    assert outside(ROOT, files) == OUTSIDE[files]
    planted = tmp_path / files.replace("*", "planted")
    planted.parent.mkdir(parents=True)
    planted.write_text("import json\n\n\ndef late():\n    from scipy.sparse import csgraph\n")
    assert outside(tmp_path, files) == {"scipy"}
