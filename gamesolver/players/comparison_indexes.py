"""Comparison of two tables with the same indexes, block by block, on all threads.

If the games have scores, the entries of both are first converted to one form.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from gamesolver.engine.places import entries_in
from gamesolver.engine.table import EntryTable
from gamesolver.files.entry_tables import IndexedFileTable
from gamesolver.files.packing import ENTRIES_A_BLOCK
from gamesolver.players.comparison_tally import ComparedSolution, PairCounts
from gamesolver.rules.guard import Rules
from gamesolver.solution import Solution
from gamesolver.system.columns import Columns
from gamesolver.system.progress import Reporter
from gamesolver.system.workers import chunks_of, default_threads, in_turn

BLOCKS_A_TASK = 16


def same_indexes(one: Solution[Any, Any], other: Solution[Any, Any]) -> bool:
    """Return True if two games number their positions by the same functions.

    Both games must have scores, or neither. Otherwise no outcome is the same in both.
    """
    if not all(map(_is_indexed, (one, other))) or _is_scored(one) != _is_scored(other):
        return False
    rules, others = one.game.rules, other.game.rules  # type: ignore[attr-defined]  # compiled
    return (
        rules.index is others.index
        and rules.position_at is others.position_at
        and rules.num_indexes == others.num_indexes
        and rules.by_stage == others.by_stage
        and (rules.by_stage is None or rules.stage is others.stage)
    )


def _is_scored(solution: Solution[Any, Any]) -> bool:
    return Rules(solution.game).is_scored


def _is_indexed(solution: Solution[Any, Any]) -> bool:
    table = solution._table
    if isinstance(table, EntryTable):
        return table.places.is_indexed
    return isinstance(table, IndexedFileTable)


def num_indexes(solution: Solution[Any, Any]) -> int:
    """Return the number of indexes of an indexed game."""
    return int(solution.game.rules.num_indexes)  # type: ignore[attr-defined]  # compiled


def position_at(solution: Solution[Any, Any], index: int) -> int:
    """Return the position at an index."""
    table: Any = solution._table
    return int(table.places.position(index))


def changes(
    one: ComparedSolution, other: ComparedSolution
) -> Iterator[tuple[int, Columns, Columns, Columns]]:
    """Yield the end of some blocks, the indexes whose entries differ, and the entries of both."""

    def compared(first: int, last: int) -> tuple[int, Columns, Columns, Columns]:
        parts: list[tuple[Columns, Columns, Columns]] = []
        for number in range(first, last):
            entries, others = _entries(one, number), _entries(other, number)
            places = np.flatnonzero(entries != others)
            parts.append((places + number * ENTRIES_A_BLOCK, entries[places], others[places]))
        indexes, entries, others = (np.concatenate(column) for column in zip(*parts, strict=True))
        return last * ENTRIES_A_BLOCK, indexes, entries, others

    blocks = -(-num_indexes(one.solution) // ENTRIES_A_BLOCK)
    return in_turn(compared, chunks_of(blocks, BLOCKS_A_TASK), 2 * default_threads())


def _entries(side: ComparedSolution, number: int) -> Columns:
    """Return the entries of a block in the form in which they are counted."""
    table: Any = side.solution._table
    return side.recoded(_block(table, number), table.coding)


def _block(table: Any, number: int) -> Columns:
    """Return the entries of a block, as they are or would be stored in a file."""
    if isinstance(table, IndexedFileTable):
        block: Columns = table.file.block("cells", number, is_kept=False)
        return block
    first = number * ENTRIES_A_BLOCK
    last = min(first + ENTRIES_A_BLOCK, len(table.entries))
    if not len(table.overflow):
        return np.asarray(table.entries[first:last])
    return entries_in(table.entries, table.overflow, np.arange(first, last))


def count_by_index(counted: PairCounts, report: Reporter) -> None:
    """Count the pairs of entries that differ, and derive the number of equal pairs."""
    one = counted.one.solution
    for last, indexes, entries, others in changes(counted.one, counted.other):
        counted.add(
            entries, others, lambda place, indexes=indexes: position_at(one, int(indexes[place]))
        )
        report("compare", last, num_indexes(one))
    same = Counter(one.counts())
    for (outcome, _), count in list(counted.counts.items()):
        if outcome is not None:
            same[outcome] -= count
    counted.counts.update({(outcome, outcome): count for outcome, count in same.items() if count})
