"""Only one module uses private parts of numba, so a new release affects only one place."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
ONLY = ROOT / "gamesolver" / "kernels" / "numba_internals.py"
PUBLIC = {"numba", "numba.extending"}
"""The documented modules of numba that gamesolver uses."""


def private_parts(source):
    """Return the modules of numba that a source text names and that are not public."""
    named = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            named |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            module = node.module or ""
            named |= {module} | {
                f"{module}.{each.name}" for each in node.names if each.name in ("core", "np")
            }
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            is_numba = node.value.id in ("nb", "numba")
            named |= {f"numba.{node.attr}"} if is_numba and node.attr in ("core", "np") else set()
    return {each for each in named if each.split(".")[0] == "numba"} - PUBLIC


def test_no_other_module_names_private_parts_of_numba():
    """All other files of the library, the games and the examples use documented modules only."""
    files = [
        file
        for part in ("gamesolver", "games", "examples")
        for file in ROOT.glob(f"{part}/**/*.py")
    ]
    assert ONLY in files
    users = {file for file in files if private_parts(file.read_text(encoding="utf-8"))}
    assert users == {ONLY}


def test_private_parts_are_seen_however_they_are_named():
    """Imports of each form and attributes are seen; public modules pass."""
    for source in (
        "import numba.core.types",
        "from numba.core import cgutils",
        "from numba import core",
        "from numba._dispatcher import compute_fingerprint",
        "import numba as nb\nnb.core.registry",
        "def late():\n    from numba.np.ufunc import dufunc",
    ):
        assert private_parts(source), source
    assert not private_parts("import numba as nb\nfrom numba import types, njit\nnb.errors")
