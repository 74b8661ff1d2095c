"""Labels of many positions of a compiled game, computed in batches on all threads.

Compiled code expands the positions, looks up their successors and marks the best moves. If a batch
has more positions than a file has blocks, the whole table is loaded into memory first, once. If the
author's rules break the contract, the positions of the batch are labelled again one by one, which
raises an error that names the fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import attrs
import numpy as np

from gamesolver.answers import OutcomeArray
from gamesolver.engine.kernel_calls import NO_ENTRIES, call, is_whole
from gamesolver.engine.places import Places, Prober, column_of
from gamesolver.engine.table import EntryTable
from gamesolver.exports.move_labels import MoveLabels, label_one_by_one
from gamesolver.files.entry_tables import EntryFileTable
from gamesolver.kernels import move_labels as kernels
from gamesolver.kernels.scratch import FAULT
from gamesolver.rules.guard import Rules
from gamesolver.system.columns import Columns
from gamesolver.system.workers import chunks_of, default_threads, in_turn
from gamesolver.tables.table import Finder, Table

POSITIONS_A_CHUNK = 1 << 14


def label_many(
    rules: Rules[Any, Any], table: Table[Any], find: Finder, positions: Iterable[object]
) -> MoveLabels:
    """Return the labels of a column of positions, or of any objects."""
    if isinstance(table, EntryTable | EntryFileTable):
        return _labelled(rules, table, find, column_of(positions))
    return label_one_by_one(rules, table, find, list(positions))


def _labelled(
    rules: Rules[Any, Any],
    table: EntryTable | EntryFileTable,
    find: Finder,
    positions: Columns,
) -> MoveLabels:
    """Return the labels of a column of positions."""
    looked_up: Any = table
    if isinstance(table, EntryFileTable):
        blocks = table.file.shape.columns[table.main].blocks
        looked_up = table.whole if len(positions) > blocks else table
    probes = OutcomeArray.of_labels(looked_up.probe_labels(positions, find), rules.is_scored)
    batch = _Batch(rules, looked_up, table, find, positions, probes.known)
    parts = [*in_turn(batch.part, chunks_of(len(positions), POSITIONS_A_CHUNK), default_threads())]
    counts, moves, best, keeping = map(np.concatenate, zip(_NOTHING, *parts, strict=True))
    return MoveLabels(rules.game, positions, probes, np.cumsum(counts), moves, best, keeping)


_NOTHING = (
    np.empty(0, np.int64),
    np.empty(0, np.int64),
    np.empty(0, np.bool_),
    np.empty(0, np.bool_),
)
"""Empty parts: counts of moves, moves, ``best`` and ``keeping`` of no position."""


@attrs.frozen(eq=False)
class _Batch:
    """Positions of a compiled game, and the table in which their moves are looked up."""

    rules: Rules[Any, Any]
    table: EntryTable | EntryFileTable
    named: EntryTable | EntryFileTable
    """Table that errors name. It may be a file whose table was loaded into memory."""
    find: Finder
    positions: Columns
    known: Columns

    def part(self, first: int, last: int) -> tuple[Columns, ...]:
        """Return counts of moves, the moves, ``best`` and ``keeping`` of a range of positions."""
        positions, known = self.positions[first:last], self.known[first:last]
        part = self._by_kernels(positions, known)
        if part is None:
            labels = label_one_by_one(self.rules, self.named, self.find, positions.tolist())
            part = np.diff(labels.ends, prepend=0), labels.moves, labels.best, labels.keeping
        return part

    def _by_kernels(self, positions: Columns, known: Columns) -> tuple[Columns, ...] | None:
        """Return a part computed by kernels; ``None`` if the rules break the contract."""
        runner = _KernelRunner(self._places)
        listed = runner.listed(positions, known)
        if listed is None:
            return None
        ends, moves, gains, kept, successors = listed
        entries = self._entries(runner, successors)
        best, keeping = np.empty(len(moves), np.bool_), np.empty(len(moves), np.bool_)
        if entries is None or not runner.run(
            kernels.judge_moves, NO_ENTRIES, positions, ends, entries, gains, kept, best, keeping
        ):
            return None
        return np.diff(ends, prepend=0), moves, best, keeping

    @property
    def _places(self) -> Places:
        if isinstance(self.table, EntryTable):
            return self.table.places
        return Places.indexed(self.table.game.rules.calls, self.table.coding)

    def _entries(self, runner: _KernelRunner, successors: Columns) -> Columns | None:
        """Return the table entries of successors; ``None`` if a lookup fails."""
        if not isinstance(self.table, EntryTable):
            return self.table.probe(successors, self.find).astype(np.int64)
        entries = np.empty(len(successors), np.int64)
        overflow = self.table.overflow.columns
        is_known = runner.run(
            kernels.look_up_entries, self.table.entries, overflow, successors, entries
        )
        return entries if is_known else None


class _KernelRunner:
    """Runs kernels for one thread."""

    def __init__(self, places: Places) -> None:
        self._prober = Prober.of(places)

    def listed(self, positions: Columns, known: Columns) -> tuple[Columns, ...] | None:
        """Return ends, moves, gains, kept turns and successors; ``None`` if the rules fail."""
        ends, most = np.empty(len(positions), np.int64), self._prober.places.calls.rules.max_moves
        kinds = np.int64, np.int64, np.bool_, np.uint64
        room = [np.empty(len(positions) * most, kind) for kind in kinds]
        if not self.run(kernels.list_moves, NO_ENTRIES, positions, known, *room, ends):
            return None
        total = int(ends[-1])
        return ends, *(column[:total].copy() for column in room)

    def run(self, kernel: Callable[..., None], entries: Columns, *arguments: Any) -> bool:
        """Run a kernel and return True if the rules kept the contract."""
        places, scratch = self._prober.places, self._prober.scratch
        try:
            tally = call(kernel, places.rules, places.columns, entries, scratch, *arguments)
        except Exception:  # an author's code may do anything
            return False
        return is_whole(scratch) and not tally[FAULT]
