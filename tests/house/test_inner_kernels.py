"""Kernels without an entry for Python are used by kernels only: Python runs them uncompiled."""

import ast
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from gamesolver.kernels.compiling import INNER, njit
from gamesolver.kernels.numba_internals import machine_code_of

ROOT = Path(__file__).parents[2]
KERNELS = ROOT / "gamesolver" / "kernels"


def inner_functions():
    """Return the kernels that are compiled without an entry for Python, by module."""
    found = {}
    for file in KERNELS.glob("*.py"):
        module = import_module(f"gamesolver.kernels.{file.stem}")
        found[file.stem] = {
            name
            for name, thing in vars(module).items()
            if getattr(thing, "targetoptions", {}).get("no_cpython_wrapper")
        }
    return found


def named_in(tree):
    """Yield the kernels that a file uses, with their modules."""
    modules = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith("gamesolver.kernels."):
            *_, module = node.module.split(".")
            for each in node.names:
                if module == "kernels":
                    modules[each.asname or each.name] = each.name
                else:
                    yield module, each.name
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and getattr(node.value, "id", None) in modules:
            yield modules[node.value.id], node.attr


NAMING = """
from gamesolver.kernels import alpha_beta as search
from gamesolver.kernels.collecting import cost_of as cost
print(search.sort_moves.py_func(cost(2)))
"""


@pytest.mark.compiled(why="nothing is compiled")
def test_only_kernels_use_them():
    """Neither the library nor the games call one of them from Python."""
    inner = inner_functions()
    used = [*named_in(ast.parse(NAMING))]
    assert sorted(used) == [("alpha_beta", "sort_moves"), ("collecting", "cost_of")]
    assert all(name in inner[module] for module, name in used)
    for folder in ("gamesolver", "games"):
        for file in (ROOT / folder).rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            if file.parent != KERNELS and "gamesolver.kernels" in text:
                names = named_in(ast.parse(text))
                assert [each for each in names if each[1] in inner.get(each[0], ())] == [], file


@pytest.mark.compiled(why="nothing is compiled")
def test_python_can_call_them():
    """A call from Python has the result of the plain function, and compiles nothing."""
    doubled = njit(**INNER)(lambda number: number * np.uint64(2))
    assert doubled(np.uint64(1 << 63)) == 0  # without a warning, as in machine code
    assert not machine_code_of(doubled.compiled)
