"""The large games of the shelf: solved, held against what is told of them, and kept.

``docs/shelf.py`` solves what is small whenever pages are made. What takes longer is solved here,
each set of parameters in a process of its own, the smallest first; what comes out is kept in
``docs/shelf.json`` at once, from which the pages take it. What is owed is that every figure is the
same to the unit, or that the file beside the game says why not.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from time import process_time
from types import ModuleType
from typing import Any

from benchmarks.measure import ROOT, Figure, Group, in_own_process
from gamesolver import CompiledGame, estimate, registered_games, solve

COMPILED, PLAIN = 20_000_000, 500_000
"""So many positions a game may have, with compiled rules and without."""
QUICK = 50
"""By how much less that is for a quick run."""


@cache
def pages() -> ModuleType:
    """The module beside the docs that makes the pages."""
    spec = spec_from_file_location("docs_shelf", ROOT / "docs" / "shelf.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["docs_shelf"] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def figures(quick: bool) -> Iterator[Figure]:
    """Of each large set of parameters how long it took, and how many figures were others."""
    large = sorted(
        (size, name, index)
        for name in registered_games()
        for index, case in enumerate(pages().cases(name))
        if (size := expected(case, quick)) <= most(case.game) // (QUICK if quick else 1)
    )
    for _, name, index in large:
        case = pages().cases(name)[index]
        answer: Any = in_own_process(solved, name, index)
        keep(case.called, answer["found"])
        yield Figure(case.called, answer["seconds"], "CPU-s")
        held = pages().held_of(case, answer["found"])
        others = [each for each in held if each.verdict == pages().OTHER]
        yield Figure(f"{case.called}, figures that are others", len(others), "", owed=0)


def most(game: Any) -> int:
    """How many positions it may have."""
    return COMPILED if isinstance(game, CompiledGame) else PLAIN


def expected(case: Any, quick: bool) -> float:
    """How many positions a large set has, as is told or by a forecast; of all others, too many.

    A quick run makes no forecasts, which take several seconds each.
    """
    if pages().is_small(case) or (quick and case.size is None):
        return float("inf")
    return float(case.size or estimate(case.game).positions.high)


def solved(name: str, index: int) -> dict[str, Any]:
    """What is found of a set of parameters, and in how many CPU-seconds."""
    began = process_time()
    case = pages().cases(name)[index]
    solution = solve(case.game)
    return {"seconds": process_time() - began, "found": pages().answers(case, solution)}


def keep(called: str, found: dict[str, Any]) -> None:
    """Put it into the record: a line for each set of parameters, in order."""
    record = json.loads(pages().RECORD.read_text(encoding="utf-8")) | {called: found}
    lines = (f"{json.dumps(each)}: {json.dumps(record[each])}" for each in sorted(record))
    pages().RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


GROUPS = (Group("shelf", figures, is_long=True),)
