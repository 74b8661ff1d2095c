"""Tests reach inside the library by the seams of ``tests/inside``, and by nothing else."""

import ast
import re
import shutil
from functools import cache
from pathlib import Path

from tests.support.public_face import MODULES, PACKAGES

TESTS = Path(__file__).parents[1]
LIBRARY = TESTS.parent / "gamesolver"
PATCHING = {"patch", "setattr", "delattr"}
OPEN = {*PACKAGES, *MODULES, "gamesolver.shapes"}
"""What anybody may import: the face, what authors of rules need, and the shapes of answers."""


@cache
def reach(file):
    """What a file imports, and what it patches by a text, each as modules and names of them.

    A file is taken apart once, which takes longest, and its parts are not kept.
    """
    nodes = list(ast.walk(ast.parse(file.read_text())))
    return set(imports(nodes)), set(patches(nodes))


def imports(nodes):
    """What is imported, inside functions too."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            yield from ((node.module, each.name) for each in node.names)
        elif isinstance(node, ast.Import):
            yield from ((each.name, "") for each in node.names)


def patches(nodes):
    """What is patched by naming it in a text."""
    for node in nodes:
        if isinstance(node, ast.Call) and node.args:
            called = getattr(node.func, "id", getattr(node.func, "attr", None))
            if called in PATCHING and (text := beginning(node.args[0])).startswith("gamesolver."):
                module, _, name = text.rpartition(".")
                is_class = module.rpartition(".")[2][:1].isupper()
                yield module.rpartition(".")[::2] if is_class else (module, name)


def beginning(node):
    """A text in the code, or what one begins with into which something is put."""
    first = node.values[0] if isinstance(node, ast.JoinedStr) else node
    is_text = isinstance(first, ast.Constant) and isinstance(first.value, str)
    return first.value if is_text else ""


def is_open(module, name):
    """Whether all may import a name: of a public module, and no module that is not public."""
    if module.split(".")[0] != "gamesolver":
        return True
    whole = f"{module}.{name}".rstrip(".")
    return whole in OPEN or (module in OPEN and not re.match("_[^_]", name) and not is_ours(whole))


def is_ours(name):
    """Whether the library has a module or a package of this name."""
    path = LIBRARY.parent.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def ways_around(tests):
    """What tests import or patch that is inside, and that is had from no seam."""
    return sorted(
        f"{file.relative_to(tests)}: {module}.{name}"
        for file in tests.rglob("*.py")
        if file.parent != tests / "inside"
        for module, name in set().union(*reach(file))
        if not is_open(module, name)
    )


def shut(tests):
    """What seams open and no test takes."""
    files = [file for file in tests.rglob("*.py") if file.parent != tests / "inside"]
    taken = {each for file in files for each in reach(file)[0]}
    opened = {
        (f"tests.inside.{seam.stem}", each.asname or each.name)
        for seam in (tests / "inside").glob("*.py")
        for node in ast.walk(ast.parse(seam.read_text()))
        if isinstance(node, ast.ImportFrom)
        for each in node.names
    }
    return sorted(opened - taken)


def test_tests_reach_inside_by_seams_alone():
    """What is inside a room tests have from its seam, whether they import or patch it."""
    assert ways_around(TESTS) == []


def test_what_seams_open_is_used():
    """Each name that a seam opens is imported by some test."""
    assert shut(TESTS) == []


def test_a_way_around_and_an_opening_without_use_are_seen(tmp_path):
    """In a copy imports and patches of what is inside are found, and a name that nobody takes."""
    (tmp_path / "inside").mkdir()
    shutil.copy(TESTS / "inside" / "check.py", tmp_path / "inside")
    (tmp_path / "test_planted.py").write_text(
        "from gamesolver.kernels import codes\nimport gamesolver.engine\n"
        "from gamesolver import Game, texts\nfrom gamesolver.bits import lowest_bit\n"
        "from tests.inside.check import LAWS\n"
        "patch('gamesolver.proofs.budget.Budget.left')\npatch('gamesolver.Solution.verify')\n"
        "monkeypatch.setattr(f'gamesolver.files.{name}', 4)\n"
    )
    assert ways_around(tmp_path) == [
        "test_planted.py: gamesolver.engine.",
        "test_planted.py: gamesolver.files.",
        "test_planted.py: gamesolver.kernels.codes",
        "test_planted.py: gamesolver.proofs.budget.Budget",
        "test_planted.py: gamesolver.texts",
    ]
    assert shut(tmp_path) == [("tests.inside.check", "FOLLOW")]
