"""Values alone, in a file of their own: five to a byte before compression.

Such a file is laid out as that of a solution, with one column in place of the cells. It
says who wins and not how soon, so no certificate can be held against it. A slot in which
no position stands has the value of the slot before it, which compresses best.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import attrs
import numpy as np

from gamesolver.cell_codes import DRAW, ENDLESS, FIRST, HOLE
from gamesolver.counting import ALL
from gamesolver.files.parts import Parts, Run
from gamesolver.files.saving import parts_of
from gamesolver.files.schema import VALUES
from gamesolver.files.shape import Column
from gamesolver.files.writing import write_file
from gamesolver.progress import Reporter
from gamesolver.rules import Rules
from gamesolver.table import Table

VALUES_A_BLOCK = 5 << 18
FOUND_A_BLOCK = 1 << 13


def write_values(
    table: Table[Any],
    rules: Rules[Any, Any],
    roots: tuple[Any, ...],
    path: str | os.PathLike[str],
    report: Reporter,
) -> None:
    """Write the value of every position."""
    counts: Counter[tuple[int, int | None]] = Counter()
    for outcome, number in table.count(rules, ALL).items():
        counts[int(outcome.value), None] += number
    parts = _of_values(parts_of(rules, table, roots))
    write_file(path, VALUES, rules, parts, roots, dict(sorted(counts.items())), None, report)


def _of_values(given: Parts) -> Parts:
    """The same table, values in place of its cells."""
    (main, column), *others = given.columns.items()
    name, in_a_block = DIGITS[main]
    stretches = dict(given.stretches)
    told = {name: _values(stretches.pop(main))}
    columns = {name: Column(column.length, in_a_block)}
    return attrs.evolve(given, columns=columns | dict(others), stretches=told | stretches)


DIGITS = {"cells": ("digits", VALUES_A_BLOCK), "found_cells": ("found_digits", FOUND_A_BLOCK)}
"""The columns in place of those of cells, and the entries of a block."""


def _values(stretches: Iterable[Run]) -> Iterator[Run]:
    """The same stretches with values in place of cells: loss 0, draw 1, win 2.

    A hole has what stands before it.
    """
    last = DRAW
    for *positions, cells in stretches:
        kinds = (cells.astype(np.int64) - FIRST) % 3
        kinds[cells == ENDLESS] = DRAW
        before = np.maximum.accumulate(np.where(cells == HOLE, -1, np.arange(len(cells))))
        values = np.where(before >= 0, kinds[before], last).astype(np.uint8)
        last = int(values[-1])
        yield *positions, values
