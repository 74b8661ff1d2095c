"""A plugin of pytest: which lines and branches of the library the tests run, by SlipCover.

A tracer is called for every line, each time it is run, and took as long as the tests themselves.
SlipCover puts a mark into each line and each branch as a module is imported, and takes it out
when it has been seen: what is measured runs about as fast as what is not.

To take out what has been seen it goes through all functions of all modules, which takes a tenth of
a second. So it does that when a mark was met ten thousand times in vain, not fifty times.

numba compiles what it reads in a function, and could not compile such marks. So where it compiles,
nothing is marked in the kernels, in what calls them, and in compiled rules; these are run in plain
Python too. What all have seen is put together afterwards: ``python -m slipcover --merge``.

Where to write is said by ``SEEN`` in the environment.
"""

from __future__ import annotations

import json
import os
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import pytest

OURS = ["gamesolver", "games"]
COMPILED = [  # if one is missing here, its compilation fails
    "gamesolver/bits.py",
    "gamesolver/kernels/*",
    "gamesolver/engine/calling.py",
    "gamesolver/rules/calls.py",
    "gamesolver/rules/slots_by_stage.py",
    "gamesolver/verdicts.py",
    "games/*/kernels.py",
]
LEFT_OUT = ["if TYPE_CHECKING:", r": \.\.\.$"]  # for type checkers only; the body of a protocol

IN_VAIN = 10_000
"""How often a mark is met that has been seen before all such marks are taken out."""


class Measured(MetaPathFinder):
    """Marks our modules as they are imported, and writes down what was seen."""

    def __init__(self) -> None:
        from slipcover import FileMatcher, Slipcover  # pytest wants to see it first

        omit = [] if os.environ.get("NUMBA_DISABLE_JIT") == "1" else COMPILED
        self.marks = Slipcover(
            d_miss_threshold=IN_VAIN, branch=True, source=OURS, omit=omit, exclude_also=LEFT_OUT
        )
        self.matcher = FileMatcher(OURS, omit)

    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        """As whoever finds a module of ours, with a loader that marks it."""
        from slipcover.importer import SlipcoverLoader

        if name.partition(".")[0] not in OURS:
            return None
        others = (finder for finder in sys.meta_path if finder is not self)
        specs = (finder.find_spec(name, path, target) for finder in others)
        spec = next((spec for spec in specs if spec), None)
        if spec and spec.loader and self.matcher.matches(spec.origin):
            spec.loader = SlipcoverLoader(self.marks, spec.loader, spec.origin)
        return spec

    def pytest_sessionfinish(self) -> None:
        """Write down what was seen."""
        seen = Path(os.environ["SEEN"])  # another one in a run that was forked
        seen.write_text(json.dumps(self.marks.get_coverage()), encoding="utf-8")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Begin, before anything of ours is imported."""
    early = [name for name in sys.modules if name.partition(".")[0] in OURS]
    if early:
        raise pytest.UsageError(f"imported before they could be measured: {early}")
    measured = Measured()
    sys.meta_path.insert(0, measured)
    config.pluginmanager.register(measured)
