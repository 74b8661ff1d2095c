"""Saving: all there is of a solution in one file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from gamesolver.files.schema import SOLUTION
from gamesolver.files.writing import write_file
from gamesolver.progress import Reporter
from gamesolver.rules import Rules
from gamesolver.table import Table

if TYPE_CHECKING:
    from gamesolver.solution import Solution


def save(
    solution: Solution[Any, Any],
    table: Table[Any],
    roots: tuple[Any, ...],
    path: str | os.PathLike[str],
    *,
    with_how: bool,
    report: Reporter,
) -> None:
    """Write a solution; see :meth:`gamesolver.Solution.save`."""
    rules = Rules(solution.game)
    counted = solution.counts().items()
    counts = {(int(outcome.value), outcome.remoteness): n for outcome, n in counted}
    how = solution.how if with_how else None
    write_file(path, SOLUTION, rules, table.parts(rules), roots, counts, how, report)
