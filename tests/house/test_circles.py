"""No modules import each other in a circle, not even inside functions."""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

CIRCLES = """
import grimp, networkx

packages = "gamesolver", "games"
graph = grimp.build_graph(*packages, exclude_type_checking_imports=True, cache_dir=None)
imports = networkx.DiGraph(
    (module, other)
    for module in graph.modules
    for other in graph.find_modules_directly_imported_by(module)
)
assert len(imports) > 400, f"only {len(imports)} modules were found"
for several in networkx.strongly_connected_components(imports):
    if len(several) > 1:
        print(*sorted(several))
"""
"""Prints the modules of each circle among those of the folder that it is run in."""

BREACHES = {
    "gamesolver/kernels/codes.py": "from gamesolver.kernels import cells",
    "games/nim.py": "from games.chomp import Chomp",
    "games/chomp.py": "import games.kayles",
    "games/kayles.py": "from games import nim",
}
"""By file of a copy the import that a function of it makes: they close two circles."""


def circles(folder):
    """The circles of modules in a folder, each by its modules."""
    program = [sys.executable, "-c", CIRCLES]
    ran = subprocess.run(program, cwd=folder, capture_output=True, text=True)
    assert not ran.returncode, ran.stderr
    return sorted(ran.stdout.splitlines())


def test_no_modules_import_each_other_in_a_circle():
    """Of all modules of the library and of the shelf none imports itself by way of others."""
    assert circles(ROOT) == []


def test_circles_planted_in_functions_are_seen(tmp_path):
    """In a copy one of two modules and one of three are found, and no more."""
    for name in ("gamesolver", "games"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for file, line in BREACHES.items():
        with (tmp_path / file).open("a") as source:
            source.write(f"\n\ndef late():\n    {line}\n")
    assert circles(tmp_path) == [
        "games.chomp games.kayles games.nim",
        "gamesolver.kernels.cells gamesolver.kernels.codes",
    ]
