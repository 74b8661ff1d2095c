"""What only kernels can call is called by nothing else: from Python it would end the process."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KERNELS = ROOT / "gamesolver" / "kernels"


def inner_functions():
    """By module of kernels, the names of what is compiled without what Python calls."""
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
    """The kernels that a file names, with their modules, whatever it calls these."""
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
def test_nothing_else_calls_them():
    """Neither the library, nor the games, nor tests, nor benchmarks name one; there are some."""
    inner = inner_functions()
    assert {"sort_moves", "remember"} <= inner["alpha_beta"]
    assert sum(map(len, inner.values())) > 50
    named = [("alpha_beta", "sort_moves"), ("collecting", "cost_of")]
    assert sorted(named_in(ast.parse(NAMING))) == named
    seen = 0
    for folder in ("gamesolver", "games", "tests", "benchmarks"):
        for file in (ROOT / folder).rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            if file.parent == KERNELS or "gamesolver.kernels" not in text:
                continue
            names = [*named_in(ast.parse(text))]
            assert [each for each in names if each[1] in inner[each[0]]] == [], file
            seen += len(names)
    assert seen > 50
