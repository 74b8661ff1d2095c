"""Table entries: outcomes encoded as small integers.

A solved table stores one *entry* for each index. Without scores the codes are:

====================  =======================================================
``PENDING``           0   unresolved
``UNUSED``            1   unused index: no position has it
``ENDLESS``           2   a draw by infinite play
``FIRST + 3 r + v``   3.. remoteness r; v is 0 for LOSS, 1 for DRAW, 2 for WIN
====================  =======================================================

An entry takes one byte if every remoteness is at most 83, two bytes up to 21,843, and four
bytes beyond. A code is the same number in every width. :func:`widened` therefore converts a
table in place, from its end.

The table shows the encoding of wins, losses and draws. That of scores is ``kernels.score_entries``,
and ``kernels.forms`` chooses between encodings. :class:`Coding` is the encoding of a game.

A few outcomes may be longer than an entry can hold. Their entries then hold one common code,
and :class:`Overflow` lists their indexes and outcomes in order. The table keeps its width.

:func:`first_places` and :func:`by_kind` read a table in blocks. They count the codes of a block,
because different outcomes are few, and search only for codes that have not occurred before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

import attrs
import numpy as np

from gamesolver.errors import InvalidArgumentError
from gamesolver.kernels.codes import ENDLESS, FIRST, PENDING, UNUSED, OverflowColumns, value_of
from gamesolver.kernels.forms import encoding_of
from gamesolver.kernels.score_entries import ScoreForm
from gamesolver.rules.compiled import MOST_SCORE, CompiledGame
from gamesolver.rules.guard import Rules
from gamesolver.rules.messages import contract
from gamesolver.system.columns import Columns, Elsewhere
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.workers import chunks_of
from gamesolver.tables.labels import ENDLESS as NO_PLIES
from gamesolver.tables.labels import PENDING as UNKNOWN
from gamesolver.tables.labels import Labels, narrowed
from gamesolver.value import Outcome

# ── entries: an outcome as one small integer, for tables of hundreds of millions ──────────────────

WIDTHS = (np.uint8, np.uint16, np.uint32)
"""Types of entries, the narrowest first."""
OF_VALUES = ScoreForm(rises=False, scores=3, least=-1, payoff=0, has_endless=False)


def _with_class(form: ScoreForm) -> tuple[type, ScoreForm]:
    """Return a form with its class, since named tuples of two classes can be equal."""
    return type(form), form


@attrs.frozen(cache_hash=True)  # each look-up uses it
class Coding:
    """Encoding of a game's outcomes as entries."""

    form: ScoreForm = attrs.field(default=OF_VALUES, eq=_with_class)
    is_scored: bool = False

    @classmethod
    def of(cls, rules: Rules[Any, Any], has_endless: bool = False) -> Coding:
        """Return the coding of a game. ``has_endless`` is True if play may gain and never end."""
        bundle = rules.game.rules if isinstance(rules.game, CompiledGame) else None
        least, most = (-1, 1) if bundle is None else (bundle.least_end, bundle.most_end)
        if bundle is not None and abs(rules.payoff) > MOST_SCORE:
            complaint = f"endless is {rules.payoff}: expected a whole number"
            room = f"from {-MOST_SCORE:,} to {MOST_SCORE:,}, in a compiled game"
            raise contract(rules.game, "endless", f"{complaint} {room}")
        rises = rules.has_gains and rules.has_stages
        form = ScoreForm(
            rises, most - least + 1, least, rules.payoff, has_endless or rules.payoff != 0
        )
        return cls(form, rules.is_scored)

    @property
    def payoff(self) -> int:
        """Payoff of infinite play for player 0."""
        return int(self.form.payoff)

    @property
    def bounds(self) -> tuple[int, int]:
        """Least and greatest score."""
        return int(self.form.least), int(self.form.least + self.form.scores - 1)

    @property
    def for_kernels(self) -> ScoreForm | None:
        """Form of the outcomes for the kernels, or ``None`` for wins, losses and draws."""
        return None if self == VALUES else self.form

    def longest_in(self, width: Any) -> int:
        """Return the greatest length whose outcomes all fit into entries of that width."""
        return self.longest_below(int(np.iinfo(width).max) + 1)

    def longest_below(self, entry: int) -> int:
        """Return the greatest length whose outcomes all have a smaller entry."""
        return int(encoding_of(self.form).longest_below(self.form, entry))

    def narrowest_for(self, length: int) -> Any:
        """Return the narrowest width of entries that holds every outcome of this length."""
        width = next((width for width in WIDTHS if self.longest_in(width) >= length), None)
        if width is None:
            raise InvalidArgumentError(
                f"{self.form.scores:,} scores with up to {length:,} plies do not fit into table "
                "entries of four bytes: expected a smaller range from least_score to most_score"
            )
        return width

    def lengths(self, plies: Columns) -> Columns:
        """Return the plies of labels as lengths: a number from 0 on, for infinite play as well."""
        lengths: Columns = encoding_of(self.form).lengths_of(self.form, plies)
        return lengths

    def longest_of(self, plies: Columns) -> int:
        """Return the greatest length of labels with these plies, which are resolved."""
        return int(self.lengths(plies).max(initial=0))

    def first_beyond(self, labels: Labels) -> int | None:
        """Return the first label with a score beyond the bounds, or ``None`` if there is none."""
        within = encoding_of(self.form).are_within(self.form, labels.points)
        return None if within.all() else int(within.argmin())

    def length_of(self, entries: Any) -> Any:
        """Return the length in an entry, or in each of several entries."""
        return encoding_of(self.form).plies_in(self.form, entries)

    def entries_of(self, labels: Labels) -> Columns:
        """Return the entries of resolved labels, as integers of eight bytes."""
        entries: Columns = encoding_of(self.form).entries_of(self.form, labels.points, labels.plies)
        return entries

    def labels_of(self, entries: Columns) -> Labels:
        """Return the labels of entries, also of pending and unused ones."""
        points, plies = encoding_of(self.form).points_and_plies(self.form, entries)
        is_resolved = entries >= FIRST
        others = np.where(entries == ENDLESS, NO_PLIES, UNKNOWN)
        points = np.where(is_resolved, points, 0)
        return Labels(narrowed(points), np.where(is_resolved, plies, others).astype(np.int32))

    def outcome_of(self, entry: int, payoff: int = 0) -> Outcome | None:
        """Return the outcome of an entry, or ``None``. ``payoff`` is the payoff of infinite play.

        >>> VALUES.outcome_of(26)
        Outcome(Value.WIN, 7)
        """
        return None if entry in (PENDING, UNUSED) else self.resolved(entry, payoff)

    def resolved(self, entry: int, payoff: int = 0) -> Outcome:
        """Return the outcome of an entry that has one."""
        return _resolved(self, entry, payoff)

    def entry_for(self, outcome: Outcome | None) -> int:
        """Return the entry of an outcome. Inverse of :meth:`outcome_of`."""
        if outcome is None:
            return PENDING
        plies = ~outcome.last_gain if outcome.remoteness is None else outcome.remoteness
        return _entry_for(self, outcome.points, plies)


VALUES = Coding()
"""Coding of wins, losses and draws, if infinite play is a draw."""


@cache
def _resolved(coding: Coding, entry: int, payoff: int) -> Outcome:
    labels = coding.labels_of(np.array([entry]))
    return Outcome.of(int(labels.points[0]), int(labels.plies[0]), coding.is_scored, payoff)


@cache
def _entry_for(coding: Coding, points: int, plies: int) -> int:
    return int(coding.entries_of(Labels(np.array([points]), np.array([plies])))[0])


def widened(entries: Columns, width: Any, meter: MemoryMeter, elsewhere: Elsewhere) -> Columns:
    """Return the entries converted to a wider type, in place. The argument is invalid afterwards.

    No other array may share the memory, because it may move. Entries in a file are copied to
    another file. So are entries that no longer fit into memory, if ``elsewhere`` offers files.
    """
    size, wide_bytes = len(entries), len(entries) * np.dtype(width).itemsize
    if not isinstance(entries.base, np.ndarray | None) or not meter.allows(
        wide_bytes - entries.nbytes
    ):
        there = elsewhere(size, width)
        if there is not None:
            for first, last in chunks_of(size, 1 << 20):
                there[first:last] = entries[first:last]
            return there
    owner = entries if entries.base is None else entries.base
    meter.check("widening the entries", coming=wide_bytes - entries.nbytes)
    owner.resize(wide_bytes // owner.itemsize, refcheck=False)
    source, target = owner.view(entries.dtype), owner.view(width)
    for first, last in reversed(chunks_of(size, 1 << 20)):
        target[first:last] = source[first:last].copy()  # both use the same memory
    return np.asarray(target)


# ── long outcomes ────────────────────────────────────────────────────────────────────────

NONE = -1  # if there is no entry that marks long outcomes


@attrs.frozen(eq=False)
class Overflow:
    """Indexes of long outcomes, in order, with their entries in a wider table."""

    code: int
    """Entry that marks a long outcome."""
    indexes: Columns
    entries: Columns

    @classmethod
    def joined(cls, parts: Sequence[Overflow]) -> Overflow:
        """Return one overflow list of several, in order of the indexes."""
        none = np.empty(0, np.int64)
        indexes = np.concatenate([none, *(part.indexes for part in parts)])
        entries = np.concatenate([none, *(part.entries for part in parts)])
        order = np.argsort(indexes)
        return cls(parts[-1].code if parts else NONE, indexes[order], entries[order])

    def __len__(self) -> int:
        return len(self.indexes)

    @property
    def columns(self) -> OverflowColumns:
        """Columns of the long outcomes for the kernels."""
        return OverflowColumns(self.code, self.indexes, self.entries)

    @property
    def values(self) -> Columns:
        """Value of each long outcome: -1, 0 or 1."""
        return value_of(self.entries)  # type: ignore[no-any-return]  # a column

    def entry(self, entries: Columns, index: int) -> int:
        """Return the entry of an index: that in the table or, if it is long, that in this list."""
        entry: int = entries.item(index)
        if entry != self.code:
            return entry
        place = slice(*np.searchsorted(self.indexes, (index, index + 1)))
        return int(self.entries[place][0]) if len(self.entries[place]) else PENDING


# ── different outcomes of a table, read in blocks ───────────────────────────────────────────────

MOST_BINS = 1 << 16  # greatest number of counters for a block; blocks of wider entries are sorted


def first_places(blocks: Iterable[Columns]) -> dict[int, int]:
    """Return the first place of each different entry in consecutive blocks of entries.

    >>> first_places([np.array([7, 7, 3]), np.array([3, 9])])
    {3: 2, 7: 0, 9: 4}
    """
    places: dict[int, int] = {}
    done = 0
    for entries in blocks:
        for entry in set(_kinds(entries)) - places.keys():
            places[entry] = done + int(np.argmax(entries == entry))
        done += len(entries)
    return dict(sorted(places.items()))


def by_kind(entries: Columns, numbers_of: Callable[[Columns], Columns]) -> Columns:
    """Return the number for each entry. ``numbers_of`` is called once, with the different entries.

    >>> by_kind(np.array([7, 7, 3]), lambda kinds: 10 * kinds)
    array([70, 70, 30])
    """
    kinds = np.array(_kinds(entries), np.int64)
    numbers = numbers_of(kinds)
    if kinds[-1] >= MOST_BINS:
        chosen: Columns = numbers[kinds.searchsorted(entries)]
        return chosen
    by_entry = np.zeros(kinds[-1] + 1, numbers.dtype)
    by_entry[kinds] = numbers
    return np.asarray(by_entry[entries])


def _kinds(entries: Columns) -> list[int]:
    """Return the different entries of a block."""
    if entries.max(initial=0) < MOST_BINS:
        return np.flatnonzero(np.bincount(entries)).tolist()
    return np.unique(entries).tolist()  # type: ignore[no-any-return]  # integers
