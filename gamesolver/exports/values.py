"""Values alone, in a file of their own: five to a byte before compression.

Such a file is laid out as that of a solution, with one column in place of the cells. It
says who wins and not how soon, so no certificate can be held against it. A slot in which
no position stands has the value of the slot before it, which compresses best.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import attrs
import numpy as np

from gamesolver.cell_codes import DRAW, ENDLESS, FIRST, HOLE
from gamesolver.files.parts import Parts
from gamesolver.files.schema import VALUES
from gamesolver.files.shape import Column
from gamesolver.files.writing import write_file
from gamesolver.labels import Columns
from gamesolver.progress import Reporter
from gamesolver.rules import Rules
from gamesolver.table import Table

VALUES_A_BLOCK = 5 << 14


def write_values(
    table: Table[Any],
    rules: Rules[Any, Any],
    roots: tuple[Any, ...],
    path: str | os.PathLike[str],
    report: Reporter,
) -> None:
    """Write the value of every position."""
    from gamesolver.files.table import ALL

    counts: Counter[tuple[int, int | None]] = Counter()
    for outcome, number in table.count(rules, ALL).items():
        counts[int(outcome.value), None] += number
    parts = _Converter(table.parts(rules)).parts()
    write_file(path, VALUES, rules, parts, roots, dict(sorted(counts.items())), None, report)


@attrs.define
class _Converter:
    """Turns cells into values, block by block."""

    given: Parts
    last: int = DRAW

    def parts(self) -> Parts:
        """The same table, values in place of its cells."""
        kept = {name: each for name, each in self.given.columns.items() if name != "cells"}
        size = self.given.columns["cells"].length
        return attrs.evolve(
            self.given,
            columns=kept | {"digits": Column(size, VALUES_A_BLOCK)},
            blocks=self._blocks(),
        )

    def _blocks(self) -> Iterator[tuple[str, Any]]:
        waiting = np.empty(0, np.uint8)
        for name, entries in self.given.blocks:
            if name == "cells":
                waiting = np.concatenate([waiting, self._values(entries)])
                if len(waiting) >= VALUES_A_BLOCK:
                    yield "digits", waiting[:VALUES_A_BLOCK]
                    waiting = waiting[VALUES_A_BLOCK:]
            else:
                yield name, entries
        if len(waiting):
            yield "digits", waiting

    def _values(self, cells: Columns) -> Columns:
        """Loss 0, draw 1, win 2; of a hole what stands before it."""
        kinds = (cells.astype(np.int64) - FIRST) % 3
        kinds[cells == ENDLESS] = DRAW
        before = np.maximum.accumulate(np.where(cells == HOLE, -1, np.arange(len(cells))))
        values = np.where(before >= 0, kinds[before], self.last).astype(np.uint8)
        self.last = int(values[-1])
        return values
