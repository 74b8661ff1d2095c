"""Wiring of the tests: examples in Markdown, the ``compiled`` marker, Hypothesis, Ctrl-C.

Every Python example in ``README.md`` and ``docs/`` runs. The examples of one
document share one namespace, from top to bottom.
"""

from __future__ import annotations

import os
import signal
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE
from pathlib import Path

import pytest
from hypothesis import settings
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

MANY = 300 if os.environ.get("CI_SCALE") == "nightly" else 50
settings.register_profile("default", deadline=None, print_blob=True, max_examples=MANY)
settings.load_profile("default")

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # shells make background jobs ignore Ctrl-C, and processes started by tests would inherit that
    signal.signal(signal.SIGINT, signal.default_int_handler)

GUIDE = "numba.md"

collect_ignore = ["docs/conf.py", "docs/_build", "docs/shelf"]
collect_ignore += ["tests/support/under_mpiexec.py"]  # a program: one rank of a job

pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(doctest_optionflags=ELLIPSIS | NORMALIZE_WHITESPACE)],
    patterns=["README.md", "docs/*.md", "docs/*/*.md"],
).pytest()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip tests that need compiled rules if NUMBA_DISABLE_JIT is set, and give the reason."""
    if os.environ.get("NUMBA_DISABLE_JIT") != "1":
        return
    for item in items:
        if item.path.name == GUIDE:
            item.add_marker(pytest.mark.compiled(why="each of its steps is compiled"))
        mark = item.get_closest_marker("compiled")
        if mark:
            why = mark.kwargs.get("why", "too slow in plain Python")
            item.add_marker(pytest.mark.skip(reason=f"{why}: NUMBA_DISABLE_JIT is set"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Path of a file whose name has spaces and non-Latin characters."""
    return tmp_path / "eine Lösung 解.solution"
