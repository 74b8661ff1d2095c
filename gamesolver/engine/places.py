"""Index maps of compiled games, and look-ups of many positions at once.

An indexed game defines both directions, position to index and index to position, by its rules.
The positions of an enumerated game are stored as a sorted array of *keys*. A key is its position
mixed by a permutation that spreads keys evenly. An array of bucket starts, an eighth to a quarter
as large, limits each search to a few keys (see ``kernels.places``). If an enumerated game is
solved stage by stage in a folder, its keys are sorted by stage first (see ``stage_places``).

A :class:`Prober` maps whole columns of positions to indexes by compiled rules, without a Python
call for each position. An integer that is not a position gives -1, not an error. If the rules
fail on a column, its positions are looked up one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs
import numpy as np

from gamesolver.arguments import NO_POSITION, is_position
from gamesolver.engine.kernel_calls import NO_ENTRIES, RulesForKernels, call, is_whole, scratch_for
from gamesolver.kernels import places as kernels
from gamesolver.kernels.codes import PENDING
from gamesolver.kernels.places import (
    KEY_OF_NONE,
    ODD_1,
    ODD_2,
    PlaceColumns,
    StagesOfKeys,
    mixed_plainly,
    start_buckets,
    unmixed_plainly,
)
from gamesolver.kernels.scratch import Scratch
from gamesolver.rules.calls import Calls
from gamesolver.rules.indexes_by_stage import first_indexes
from gamesolver.system.columns import Columns
from gamesolver.system.workers import chunks_of
from gamesolver.tables.entries import VALUES, Coding, Overflow

# ── places ────────────────────────────────────────────────────────────────────────

KEYS_A_BUCKET = 4
MULTIPLIERS, MOST_KEY = (int(ODD_1), int(ODD_2)), 2**64 - 1


ONE_ORDER = StagesOfKeys(np.empty(0, np.int64), np.empty(0, np.uint64), 0)
"""Stages of keys that are not sorted by stage."""


def bytes_of_places(positions: int) -> int:
    """Return the bytes of the keys and the bucket starts of ``positions``."""
    return 8 * positions + (4 << (positions // KEYS_A_BUCKET).bit_length())


@attrs.frozen(eq=False)
class Places:
    """Index map of one game: defined by its rules, or by sorted keys."""

    calls: Calls
    keys: Columns
    starts: Columns
    shift: int
    size: int
    coding: Coding = VALUES
    """Encoding of outcomes as entries."""
    stages: StagesOfKeys = ONE_ORDER
    """Buckets of each stage, if the keys are in order within each stage."""
    rules: RulesForKernels = attrs.field(init=False)
    """Rules in the form that kernels take."""

    @rules.default
    def _handed(self) -> RulesForKernels:
        return RulesForKernels(self.calls, self.coding.for_kernels)

    @classmethod
    def indexed(cls, calls: Calls, coding: Coding = VALUES) -> Places:
        """Return the index map of an indexed game."""
        return cls(
            calls=calls,
            keys=np.empty(0, np.uint64),
            starts=np.empty(0, np.uint32),
            shift=0,
            size=int(calls.rules.num_indexes or 0),
            coding=coding,
        )

    @classmethod
    def enumerated(
        cls,
        calls: Calls,
        keys: Columns,
        column: Callable[[int, Any], Columns] = np.empty,
        coding: Coding = VALUES,
    ) -> Places:
        """Return the index map of enumerated positions, given their keys in order.

        ``column`` allocates the array of bucket starts.
        """
        starts, shift = buckets_of(keys, column=column)
        return cls(calls, keys, starts, shift, len(keys), coding)

    @classmethod
    def by_stage(
        cls,
        calls: Calls,
        keys: Columns,
        by_stage: Mapping[int, int],
        column: Callable[[int, Any], Columns] = np.empty,
        coding: Coding = VALUES,
    ) -> Places:
        """Return the index map of enumerated positions, given the keys of each stage in order.

        ``by_stage`` has the number of keys of each stage, the first stage first.
        """
        least = min(by_stage)
        begins = np.full(max(by_stage) - least + 1, -1)
        shifts = np.zeros(len(begins), np.uint64)
        bits = {stage: bits_of_buckets(size) for stage, size in by_stage.items()}
        starts, begin = column(sum((1 << each) + 1 for each in bits.values()), np.uint32), 0
        for stage, first in first_indexes(by_stage).items():
            end, shift = begin + (1 << bits[stage]) + 1, np.uint64(64 - bits[stage])
            part, own = starts[begin:end], keys[first : first + by_stage[stage]]
            start_buckets(own, np.uint64(1), shift, part)
            part += np.uint32(first)
            begins[stage - least], shifts[stage - least] = begin, shift
            begin = end
        stages = StagesOfKeys(begins, shifts, least)
        return cls(calls, keys, starts, 0, len(keys), coding, stages)

    @classmethod
    def of_some(cls, calls: Calls, keys: Columns, coding: Coding = VALUES) -> Places:
        """Return the index map of some enumerated positions, without look-ups by position."""
        return cls(calls, keys, np.empty(0, np.uint32), 0, 0, coding)

    def with_endless_gains(self) -> Places:
        """Return the index map with an encoding that includes the gains of infinite play."""
        form = self.coding.form._replace(has_endless=True)
        return attrs.evolve(self, coding=attrs.evolve(self.coding, form=form))

    @property
    def is_indexed(self) -> bool:
        """True if the rules of the game define the indexes."""
        return not len(self.keys)

    @property
    def columns(self) -> PlaceColumns:
        """Index map in the form that kernels take."""
        return PlaceColumns(self.keys, self.starts, np.uint64(self.shift), self.stages)

    def index(self, canonical: int) -> int:
        """Return the index of a canonical position, or -1 for any other."""
        if self.is_indexed:
            index = int(self.calls.index(canonical))
            return index if 0 <= index < self.size and self.position(index) == canonical else -1
        key = _key(int(canonical))
        bucket = self._bucket(int(canonical), key)
        if bucket < 0:
            return -1
        first, last = self.starts.item(bucket), self.starts.item(bucket + 1)
        keys = self.keys[first:last].tolist()
        return first + keys.index(key) if key in keys else -1

    def _bucket(self, canonical: int, key: int) -> int:
        """Return the bucket of a canonical position, or -1 if its stage has none."""
        if not len(self.stages.begins):
            return key >> self.shift
        try:
            stage = int(self.calls.call("stage", canonical) - self.stages.least)
        except Exception:  # rules called for an invalid position may raise anything
            return -1
        if not 0 <= stage < len(self.stages.begins) or self.stages.begins.item(stage) < 0:
            return -1
        return int(self.stages.begins[stage]) + (key >> int(self.stages.shifts[stage]))

    def position(self, index: int) -> int:
        """Return the position at an index."""
        if self.is_indexed:
            return int(self.calls.position_at(index))
        return int(unmixed_plainly(self.keys[index : index + 1])[0])


def bits_of_buckets(keys: int) -> int:
    """Return how many top bits of a key select its bucket, among a number of keys."""
    return max(1, (keys // KEYS_A_BUCKET).bit_length())


def buckets_of(
    keys: Columns, ranks: int = 1, column: Callable[[int, Any], Columns] = np.empty
) -> tuple[Columns, int]:
    """Return the start of each bucket of one rank's keys, and the number of bits below a bucket."""
    bits = bits_of_buckets(len(keys))
    starts = column((1 << bits) + 1, np.uint32)
    start_buckets(keys, np.uint64(ranks), np.uint64(64 - bits), starts)
    return starts, 64 - bits


def keys_of(positions: Columns) -> Columns:
    """Return the keys of a column of positions."""
    return np.asarray(mixed_plainly(positions))


def _key(position: int) -> int:
    """Return the key of one position: an array of one would take ten times as long."""
    key = (position ^ position >> 32) * MULTIPLIERS[0] & MOST_KEY
    key = (key ^ key >> 29) * MULTIPLIERS[1] & MOST_KEY
    return key ^ key >> 32 ^ int(KEY_OF_NONE)


# ── look-ups of whole columns of positions ──────────────────────────────────────────────────────

POSITIONS_A_CALL = 1 << 16  # between two calls of a kernel, a person can interrupt


def column_of(positions: Iterable[object]) -> Columns:
    """Return positions as a column, with ``NO_POSITION`` for objects that cannot be one."""
    if type(positions) is np.ndarray and positions.ndim == 1 and positions.dtype.kind == "u":
        return positions.astype(np.uint64)
    if type(positions) is np.ndarray and positions.ndim == 1 and positions.dtype.kind == "i":
        return np.where(positions < 0, NO_POSITION, positions.astype(np.uint64))
    return np.fromiter(map(_number, positions), np.uint64)


def _number(thing: object) -> int:
    """Return an integer that may be a position, or ``NO_POSITION`` for any other object."""
    if isinstance(thing, int | np.integer) and is_position(thing):
        return int(thing)
    return NO_POSITION


@attrs.frozen(eq=False)
class Prober:
    """Look-up of columns of positions by compiled rules. One thread may use it at a time."""

    places: Places
    scratch: Scratch

    @classmethod
    def of(cls, places: Places) -> Prober:
        """Return a prober with its own scratch, so that each thread may have one."""
        return cls(places, scratch_for(places.calls.rules))

    def indexes(self, positions: Columns) -> Columns:
        """Return the index of each position, or -1."""
        indexes = np.full(len(positions), -1)
        self._find(kernels.find_indexes, positions, (self.places.size,), self.places.index, indexes)
        return indexes

    def canonicals(self, positions: Columns) -> Columns:
        """Return the canonical position of each one's orbit, or ``NO_POSITION``."""
        canonicals = np.full(len(positions), NO_POSITION, np.uint64)
        self._find(kernels.fold, positions, (), int, canonicals)
        return canonicals

    def _find(
        self,
        kernel: Callable[..., None],
        positions: Columns,
        limits: tuple[int, ...],
        where: Callable[[int], int],
        column: Columns,
    ) -> None:
        """Fill a column by a kernel, or position by position if the rules fail."""
        for first, last in chunks_of(len(positions), POSITIONS_A_CALL):
            some, part = positions[first:last], column[first:last]
            nowhere = part[0].item()
            if not self._call(kernel, some, *limits, part):
                part[:] = [self._one(position, where, nowhere) for position in some]

    def _call(self, kernel: Callable[..., None], positions: Columns, *others: Any) -> bool:
        """Run a kernel. Return False if the rules failed on these positions."""
        rules, columns = self.places.rules, self.places.columns
        positions = np.ascontiguousarray(positions)
        try:
            call(kernel, rules, columns, NO_ENTRIES, self.scratch, positions, *others)
        except Exception:  # rules called for an invalid position may raise anything
            return False
        return is_whole(self.scratch)

    def _one(self, position: np.uint64, where: Callable[[int], int], nowhere: int) -> int:
        """Return the result for one position, or ``nowhere``."""
        calls, number = self.places.calls, int(position)
        if number == NO_POSITION:
            return nowhere
        try:
            canonical = calls.call("canonical", number)
            is_image = number == canonical or number in calls.call_symmetries(canonical)
        except Exception:
            return nowhere
        return where(canonical) if is_image else nowhere


def entries_in(entries: Columns, overflow: Overflow, indexes: Columns) -> Columns:
    """Return the entries of some indexes, also long outcomes, with ``PENDING`` for index -1."""
    index_entries = np.where(indexes >= 0, entries[np.maximum(indexes, 0)], PENDING).astype(
        np.int64
    )
    is_long = np.flatnonzero((indexes >= 0) & (index_entries == overflow.code))
    if len(is_long):
        index_entries[is_long] = overflow.entries[
            np.searchsorted(overflow.indexes, indexes[is_long])
        ]
    return index_entries
