"""Saving: all there is of a solution in one file."""

from __future__ import annotations

import os
from typing import Any

from gamesolver.answers import How
from gamesolver.counting import ALL, count_outcomes
from gamesolver.files.schema import SOLUTION
from gamesolver.files.writing import write_file
from gamesolver.progress import Reporter
from gamesolver.rules import Rules
from gamesolver.table import Table


def save(
    rules: Rules[Any, Any],
    table: Table[Any],
    roots: tuple[Any, ...],
    path: str | os.PathLike[str],
    how: How | None,
    report: Reporter,
) -> None:
    """Write a solution; see :meth:`gamesolver.Solution.save`."""
    counted = count_outcomes(rules, table, ALL).items()
    counts = {(int(outcome.value), outcome.remoteness): n for outcome, n in counted}
    write_file(path, SOLUTION, rules, table.parts(rules, roots), roots, counts, how, report)
