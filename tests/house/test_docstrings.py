"""Docstrings begin with a verb or a noun, and not with a relative clause."""

import ast
import re

from tests.support.at_the_terminal import ROOT

FOLDERS = ("benchmarks", "docs", "examples", "games", "gamesolver", "tests")
CLAUSE = re.compile(r"(What|Whether|How|Which|Who|Whoever|Whose|Those|The same|So many)\b")
"""Words that must not begin a summary, because they open a clause or refer to other text."""


def summaries(tree):
    """Yield the first line of each docstring, with its line number."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield node.body[0].lineno, text.splitlines()[0]


def test_no_docstring_begins_with_a_clause():
    """No docstring begins with a word that opens a relative clause."""
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    found = [
        f"{path.relative_to(ROOT)}:{line}: {summary}"
        for path in [*paths, ROOT / "conftest.py"]
        for line, summary in summaries(ast.parse(path.read_text()))
        if CLAUSE.match(summary)
    ]
    assert found == []


def test_a_clause_is_found():
    """A docstring of a module, a class, or a function that begins with a clause is found."""
    for code in ('"""What it is."""', 'class A:\n    """Who wins."""', 'def f(): "Whether so."'):
        assert all(CLAUSE.match(summary) for _, summary in summaries(ast.parse(code)))
        assert len([*summaries(ast.parse(code))]) == 1
