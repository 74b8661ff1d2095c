"""Saving: all there is of a solution in one file."""

from __future__ import annotations

import os
from typing import Any

from gamesolver.answers import How
from gamesolver.counting import ALL, count_outcomes
from gamesolver.files.parts import Parts
from gamesolver.files.plain_table import plain_parts_of
from gamesolver.files.schema import SOLUTION
from gamesolver.files.table import FileTable
from gamesolver.files.writing import write_file
from gamesolver.progress import Reporter
from gamesolver.rules import Rules
from gamesolver.table import DictTable, Table


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
    write_file(path, SOLUTION, rules, parts_of(rules, table, roots), roots, counts, how, report)


def parts_of(rules: Rules[Any, Any], table: Table[Any], roots: tuple[Any, ...]) -> Parts:
    """What of a table goes into a file."""
    if isinstance(table, DictTable):
        return plain_parts_of(table, rules, roots)
    if isinstance(table, FileTable):
        return parts_of(rules, table.whole, roots)
    from gamesolver.files.cell_table import cell_parts_of  # numba: only where it is needed

    return cell_parts_of(table)  # type: ignore[arg-type]  # there is no other kind
