"""Columns with the known outcomes of a compiled game, from tables.

For an indexed game the columns have an entry for each index. If the tables are of other games with
stages in common, they have entries for the indexes of these stages alone. For an enumerated game
they have the order of its table in memory, so a single table provides its keys.

**A byte a position.** Outcomes are few: the moves of Nine Men's Morris have 8.9 billion positions
and 206 outcomes. So each entry is a number, and a list gives its outcome and its table. A number
has one byte while there are no more than 256, and more bytes if these are too few. A file is read
block by block directly into the column, so no other column is as long.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial
from typing import Any

import attrs
import numpy as np

from gamesolver.engine.places import Places, keys_of
from gamesolver.engine.table import EntryTable
from gamesolver.errors import MemoryLimitError
from gamesolver.files.entry_tables import EntryFileTable, IndexedFileTable
from gamesolver.files.shared_stages import SolvedElsewhere, entries_between
from gamesolver.kernels.codes import ENDLESS
from gamesolver.kernels.solved import PLACES_A_BYTE, UNSOLVED, Solved
from gamesolver.proofs.search_scores import Scale, Scales
from gamesolver.rules.calls import Calls
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.guard import Rules
from gamesolver.system.columns import Columns
from gamesolver.system.memory import MemoryMeter, in_words
from gamesolver.system.workers import chunks_of
from gamesolver.tables.entries import VALUES, Coding, by_kind
from gamesolver.tables.solved import SolvedPositions, SolvedTable
from gamesolver.tables.table import Table

ENTRIES_A_PART = 1 << 20
BITS_A_BYTE = 8
NOTHING = UNSOLVED, -1
"""Score and table of a position that no table has solved."""

Numbering = Callable[[Columns], Columns]
"""From the scores that one table has to their numbers."""

# ── entries of positions ──────────────────────────────────────────────────────────────────────────


@attrs.frozen(eq=False)
class Stretches:
    """Ranges of indexes of an indexed game that tables may have; other indexes have no entry."""

    firsts: Columns
    lasts: Columns
    """The index after each range."""
    left_out: Columns
    """Number of indexes before each range that have no entry."""

    @classmethod
    def of(cls, stretches: Iterable[tuple[int, int]]) -> Stretches:
        """Return the stretches for ranges of indexes, sorted and without duplicates."""
        firsts, lasts = np.array([*sorted({*stretches})], np.int64).reshape(-1, 2).T.copy()
        return cls(firsts, lasts, firsts - (np.cumsum(lasts - firsts) - (lasts - firsts)))

    def __len__(self) -> int:
        return int((self.lasts - self.firsts).sum())

    def place(self, index: int) -> int:
        """Return the entry of an index, which must be in a stretch."""
        return index - int(self.left_out[self.firsts.searchsorted(index, "right") - 1])


NO_STRETCHES = Stretches.of([])

# ── values of entries ─────────────────────────────────────────────────────────────────────────────


@attrs.define(eq=False)
class IndexedScores:
    """Column of numbers, each for a score and its table.

    >>> column = IndexedScores.of_size(4)
    >>> column.put(1, column.numbers_of(5, np.array([9, UNSOLVED, -7])))
    >>> column.in_places(np.arange(4)), column.scores, column.tables
    (array([0, 2, 0, 1]), array([-1073741824, -7, 9], dtype=int32), array([-1, 5, 5]))
    """

    bytes: Columns
    width: int = 1
    """Number of bytes per entry, the least significant first."""
    _known: dict[tuple[int, int], int] = attrs.field(factory=lambda: {NOTHING: 0})

    @classmethod
    def of_size(cls, size: int) -> IndexedScores:
        """Return a column of empty entries."""
        return cls(room_for(size))

    def __len__(self) -> int:
        return len(self.bytes) // self.width

    @property
    def scores(self) -> Columns:
        """Score that each number represents."""
        return np.array([score for score, _ in self._known], np.int32)

    @property
    def tables(self) -> Columns:
        """Index of the table that each number represents."""
        return np.array([table for _, table in self._known], np.int64)

    def numbers_of(self, table: int, scores: Columns) -> Columns:
        """Return the numbers of a table's scores; a new score gets the next number."""
        kinds, each = np.unique(scores, return_inverse=True)
        entries = ((score, table) if score != UNSOLVED else NOTHING for score in kinds.tolist())
        numbers = [self._known.setdefault(kind, len(self._known)) for kind in entries]
        chosen: Columns = np.array(numbers, np.uint32)[each]
        return chosen

    def put(self, first: int, numbers: Columns) -> None:
        """Store numbers from an entry on, except in entries that have a number already."""
        while len(self._known) > 1 << BITS_A_BYTE * self.width:
            self._widen()
        rows = self._rows[first : first + len(numbers)]
        is_free = rows[:, 0] == 0
        for byte in range(1, self.width):
            is_free &= rows[:, byte] == 0
        for byte in range(self.width):
            np.copyto(rows[:, byte], numbers >> BITS_A_BYTE * byte, "unsafe", is_free)

    def in_places(self, places: Columns) -> Columns:
        """Return the numbers in some entries."""
        numbers = np.zeros(len(places), np.int64)
        for byte in range(self.width):
            numbers |= self._rows[places, byte].astype(np.int64) << BITS_A_BYTE * byte
        return numbers

    def chosen(self, places: Columns) -> IndexedScores:
        """Return a column with some of the entries."""
        return IndexedScores(self._rows[places].ravel(), self.width, self._known)

    @property
    def _rows(self) -> Columns:
        return self.bytes.reshape(-1, self.width)

    def _widen(self) -> None:
        """Give each number a byte more."""
        wider = room_for(len(self), self.width + 1).reshape(-1, self.width + 1)
        wider[:, : self.width] = self._rows
        self.bytes, self.width = wider.ravel(), self.width + 1


def room_for(places: int, width: int = 1) -> Columns:
    """Return empty entries of ``width`` bytes each; raise if there is not enough memory.

    A system that promises more memory than it has would later end the process without an error.
    """
    meter, needed = MemoryMeter(), places * width
    if not meter.allows(needed):
        raise _no_room(places, f"the limit is {meter.limit_in_words()}", meter.limit, needed)
    try:
        return np.zeros(needed, np.uint8)
    except MemoryError as error:
        raise _no_room(places, "the system provides no more", meter.limit, needed) from error


def _no_room(places: int, why: str, limit: int, needed: int) -> MemoryLimitError:
    what = f"not enough memory for the tables of {places:,} positions: {why}"
    advice = f"{in_words(needed)} are needed; expected smaller tables, or none"
    return MemoryLimitError(f"{what}, {advice}", limit=limit, needed=needed)


@attrs.frozen(eq=False)
class JoinedTables:
    """Known outcomes of all tables in one column."""

    places: Places
    stretches: Stretches
    """Ranges of indexes; none for an enumerated game."""
    indexed: IndexedScores

    def place(self, position: int) -> int:
        """Return the entry of a canonical position that a table has."""
        index = self.places.index(position)
        return self.stretches.place(index) if self.places.is_indexed else index

    def marks(self) -> Columns:
        """Return an empty column of marks, with a bit for each entry and side."""
        return np.zeros(-(-len(self.indexed) // PLACES_A_BYTE), np.uint8)

    def mark(self, marks: Columns, position: int, side: int) -> None:
        """Mark the claim of a side at a position, as ``kernels.solved`` does."""
        byte, within = divmod(self.place(position), PLACES_A_BYTE)
        marks[byte] |= 1 << 2 * within + side

    def count(self, marks: Columns) -> Counter[int]:
        """Return the number of marks, by the index of the table they rest on."""
        tables = self.indexed.tables
        by_number = np.zeros(len(tables), np.int64)
        for first, last in chunks_of(len(marks), ENTRIES_A_PART):
            part = marks[first:last]
            filled = part.nonzero()[0]
            for bit in range(BITS_A_BYTE):
                marked = first + filled[part[filled] >> bit & 1 == 1]
                numbers = self.indexed.in_places(PLACES_A_BYTE * marked + bit // 2)
                by_number += np.bincount(numbers, minlength=len(tables))
        counts: Counter[int] = Counter()
        for table, count in zip(tables.tolist(), by_number.tolist(), strict=True):
            counts[table] += count
        return counts


class CompiledSolved(SolvedPositions):
    """Known outcomes of one compiled game, from tables."""

    def __init__(self, solved: SolvedPositions, calls: Calls, scales: Scales) -> None:
        super().__init__(solved.tables, solved.score_at)
        self._calls = calls
        self._scales = scales

    @classmethod
    def of(cls, solved: SolvedPositions, game: CompiledGame) -> CompiledSolved:
        """Return known outcomes in a form for kernels; unchanged if they have it already."""
        if isinstance(solved, cls):
            return solved
        return cls(solved, game.rules.calls, Scales.of(Rules(game)))

    @cached_property
    def columns(self) -> Solved:
        """Known outcomes as columns that kernels look up."""
        stretches, indexed = self.joined.stretches, self.joined.indexed
        return Solved(
            *self.joined.places.columns,
            firsts=stretches.firsts,
            lasts=stretches.lasts,
            left_out=stretches.left_out,
            numbers=indexed.bytes,
            width=indexed.width,
            scores=indexed.scores,
        )

    @cached_property
    def joined(self) -> JoinedTables:
        """Known outcomes of all tables in one column, with their sources."""
        if not self.tables or self._calls.rules.is_indexed:
            return self._indexed()
        return self._found([_in_memory(each.held()) for each in self.tables])

    # ── indexed games ──────────────────────────────────────────────────────

    def _indexed(self) -> JoinedTables:
        places = Places.indexed(self._calls)
        stretches = self._stretches(places.size)
        indexed = IndexedScores.of_size(len(stretches))
        for number, table in enumerate(self.tables):
            numbering = partial(indexed.numbers_of, number)
            for index, numbers in self._by_index(table, places, numbering):
                indexed.put(stretches.place(index), numbers)
        return JoinedTables(places, stretches, indexed)

    def _stretches(self, num_indexes: int) -> Stretches:
        """Return all indexes; only those of some stages if no table has any other."""
        elsewhere = [each for each in self.tables if isinstance(each, SolvedElsewhere)]
        if len(elsewhere) < len(self.tables):
            return Stretches.of([(0, num_indexes)])
        return Stretches.of(stage.ends for one in elsewhere for stage in one.stages.values())

    def _by_index(
        self, one: SolvedTable, places: Places, numbering: Numbering
    ) -> Iterator[tuple[int, Columns]]:
        """Yield an index and the numbers of a table's entries from this index on."""
        if isinstance(one, SolvedElsewhere):
            numbers_of = self._numbers_of(VALUES, numbering)
            for stage in one.stages.values():
                for first, last in chunks_of(len(stage), ENTRIES_A_PART):
                    yield stage.ends[0] + first, by_kind(stage[first:last], numbers_of)
            return
        yield from self._in_parts(one.held(), places.size, places.index, numbering)

    def _in_parts(
        self, table: Table[Any], size: int, index_of: Callable[[int], int], numbering: Numbering
    ) -> Iterator[tuple[int, Columns]]:
        """Yield the numbers of a table with ``size`` indexes, in parts.

        If infinite play is won, the score of a table entry depends on the player to move. The score
        is then computed position by position, as it is for a table without such entries.
        """
        scale = self._scales.first
        if not isinstance(table, EntryTable | IndexedFileTable) or scale.endless:
            scores = np.full(size, UNSOLVED, np.int32)
            scores[[index_of(position) for position in table]] = self._one_by_one(table)
            yield 0, numbering(scores)
            return
        numbers_of = self._numbers_of(table.coding, numbering)
        for first, last in chunks_of(size, ENTRIES_A_PART):
            yield first, by_kind(entries_between(table, first, last), numbers_of)

    def _numbers_of(self, coding: Coding, numbering: Numbering) -> Callable[[Columns], Columns]:
        """Return the function that converts entries to numbers."""
        scale = self._scales.first
        return lambda entries: numbering(scores_of(coding, scale, entries))

    def _one_by_one(self, table: Table[Any]) -> Columns:
        """Return the score of each position of a table, in its order."""
        scores = (self.score_at(position, outcome) for position, outcome in table.items())
        return np.fromiter(scores, np.int32, len(table))

    # ── enumerated games ───────────────────────────────────────────────────

    def _found(self, tables: list[Table[Any]]) -> JoinedTables:
        keys = [_keys_of(table) for table in tables]
        indexed = IndexedScores.of_size(sum(map(len, keys)))
        begin = 0
        for number, (table, own) in enumerate(zip(tables, keys, strict=True)):
            numbering = partial(indexed.numbers_of, number)
            for first, numbers in self._by_key(table, numbering):
                indexed.put(begin + first, numbers)
            begin += len(own)
        if len(tables) == 1 and isinstance(tables[0], EntryTable):
            return JoinedTables(tables[0].places, NO_STRETCHES, indexed)
        joined, firsts = np.unique(np.concatenate(keys), return_index=True)
        places = Places.enumerated(self._calls, joined)
        return JoinedTables(places, NO_STRETCHES, indexed.chosen(firsts))

    def _by_key(self, table: Table[Any], numbering: Numbering) -> Iterator[tuple[int, Columns]]:
        """Yield the numbers of a table's entries, in the order of its keys."""
        if isinstance(table, EntryTable):
            places = table.places
            yield from self._in_parts(table, places.size, places.index, numbering)
        else:
            yield 0, numbering(self._one_by_one(table))


def _in_memory(table: Table[Any]) -> Table[Any]:
    return table.whole if isinstance(table, EntryFileTable) else table


def _keys_of(table: Table[Any]) -> Columns:
    """Return the keys of a table's positions."""
    if isinstance(table, EntryTable):
        return table.places.keys
    positions = np.fromiter(table, np.uint64, len(table))
    with np.errstate(over="ignore"):
        return keys_of(positions)


def scores_of(coding: Coding, scale: Scale, entries: Columns) -> Columns:
    """Return the scores of some entries, if infinite play has a payoff of 0.

    >>> from gamesolver.kernels.codes import DRAW, UNUSED, LOSS, WIN, entry_of
    >>> from gamesolver.proofs.search_scores import MOST
    >>> from gamesolver.proofs.search_scores import VALUES as SCALE
    >>> ended = [entry_of(LOSS, 2), entry_of(DRAW, 5), entry_of(WIN, 3)]
    >>> entries = np.array([UNUSED, ENDLESS, *ended])
    >>> scores_of(VALUES, SCALE, entries) == [UNSOLVED, 0, 2 - MOST, 0, MOST - 3]
    array([ True,  True,  True,  True,  True])
    """
    labels = coding.labels_of(entries)
    points, plies = labels.points.astype(np.int64), labels.plies.astype(np.int64)
    if scale.has_gains:
        plies[:] = 1  # as ``Scale.of_solved`` has it
    scores = points * scale.unit - np.sign(points) * plies
    return np.where(entries < ENDLESS, UNSOLVED, scores)
