"""Places: the slot of every position of a compiled game, and the position in every slot.

A numbered game says both itself. The positions of a found game are kept as one sorted
array of *keys*, positions mixed so that they spread evenly; an eighth as many bytes again
tell where each bucket of keys begins (see ``kernels.places``).

**Many positions at once: the outcomes of a whole column of them.**

Compiled rules fold and find a column without a call of Python's for each position. What
is no position of the game is not an error here: its entry says that it is unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import attrs
import numpy as np

from gamesolver.arguments import NO_POSITION, is_position
from gamesolver.engine.calling import NO_CELLS, UnpackedRules, call, is_whole, scratch_for
from gamesolver.kernels import places as kernels
from gamesolver.kernels.codes import PENDING
from gamesolver.kernels.places import (
    KEY_OF_NONE,
    ODD_1,
    ODD_2,
    PlaceColumns,
    mixed_plainly,
    start_buckets,
    unmixed_plainly,
)
from gamesolver.kernels.scratch import Scratch
from gamesolver.rules.calls import Calls
from gamesolver.system.columns import Columns
from gamesolver.system.workers import chunks_of
from gamesolver.tables.cells import VALUES, Coding, Overflow

# ── places ────────────────────────────────────────────────────────────────────────

KEYS_A_BUCKET = 4
MULTIPLIERS, MOST_KEY = (int(ODD_1), int(ODD_2)), 2**64 - 1


def bytes_of_places(positions: int) -> int:
    """What the keys of so many positions take, and where their buckets begin."""
    return 8 * positions + (4 << (positions // KEYS_A_BUCKET).bit_length())


@attrs.frozen(eq=False)
class Places:
    """The slots of one game: numbered by its rules, or found and sorted."""

    calls: Calls
    keys: Columns
    starts: Columns
    shift: int
    size: int
    coding: Coding = VALUES
    """How the outcomes of the game become cells."""
    rules: UnpackedRules = attrs.field(init=False)
    """The rules as kernels take them."""

    @rules.default
    def _handed(self) -> UnpackedRules:
        return UnpackedRules.of(self.calls, self.coding.for_kernels)

    @classmethod
    def numbered(cls, calls: Calls, coding: Coding = VALUES) -> Places:
        """The slots of the game's own index."""
        return cls(
            calls=calls,
            keys=np.empty(0, np.uint64),
            starts=np.empty(0, np.uint32),
            shift=0,
            size=int(calls.rules.slots or 0),
            coding=coding,
        )

    @classmethod
    def found(
        cls,
        calls: Calls,
        keys: Columns,
        column: Callable[[int, Any], Columns] = np.empty,
        coding: Coding = VALUES,
    ) -> Places:
        """The slots of positions that were found, given their keys in order.

        ``column`` gives room for where the buckets begin.
        """
        bits = max(1, (len(keys) // KEYS_A_BUCKET).bit_length())
        starts = column((1 << bits) + 1, np.uint32)
        start_buckets(keys, np.uint64(64 - bits), starts)
        return cls(calls, keys, starts, 64 - bits, len(keys), coding)

    @classmethod
    def of_some(cls, calls: Calls, keys: Columns, coding: Coding = VALUES) -> Places:
        """The slots of some of the positions that were found, in none of which one is looked up."""
        return cls(calls, keys, np.empty(0, np.uint32), 0, 0, coding)

    def telling_of_endless(self) -> Places:
        """The same places, where cells say of play without end what it has gained."""
        form = self.coding.form._replace(has_endless=True)
        return attrs.evolve(self, coding=attrs.evolve(self.coding, form=form))

    @property
    def is_numbered(self) -> bool:
        """Whether the slots are the game's own."""
        return not len(self.keys)

    @property
    def columns(self) -> PlaceColumns:
        """The places as kernels take them."""
        return PlaceColumns(self.keys, self.starts, np.uint64(self.shift))

    def slot(self, canonical: int) -> int:
        """The slot of a canonical position; -1 for any other."""
        if self.is_numbered:
            slot = int(self.calls.index(canonical))
            return slot if 0 <= slot < self.size and self.position(slot) == canonical else -1
        key = _key(int(canonical))
        bucket = key >> self.shift
        first, last = self.starts.item(bucket), self.starts.item(bucket + 1)
        keys = self.keys[first:last].tolist()
        return first + keys.index(key) if key in keys else -1

    def position(self, slot: int) -> int:
        """The position in a slot."""
        if self.is_numbered:
            return int(self.calls.position_at(slot))
        return int(unmixed_plainly(self.keys[slot : slot + 1])[0])


def keys_of(positions: Columns) -> Columns:
    """The keys of a column of positions."""
    return np.asarray(mixed_plainly(positions))


def _key(position: int) -> int:
    """Return the key of one position: an array of one would take ten times as long."""
    key = (position ^ position >> 32) * MULTIPLIERS[0] & MOST_KEY
    key = (key ^ key >> 29) * MULTIPLIERS[1] & MOST_KEY
    return key ^ key >> 32 ^ int(KEY_OF_NONE)


# ── many positions at once: the outcomes of a whole column of them ──────────────────────────────

POSITIONS_A_CALL = 1 << 16  # between two calls of a kernel, a person can interrupt


def column_of(positions: Iterable[object]) -> Columns:
    """Positions of a compiled game as a column; ``NO_POSITION`` for what cannot be one."""
    if type(positions) is np.ndarray and positions.ndim == 1 and positions.dtype.kind == "u":
        return positions.astype(np.uint64)
    if type(positions) is np.ndarray and positions.ndim == 1 and positions.dtype.kind == "i":
        return np.where(positions < 0, NO_POSITION, positions.astype(np.uint64))
    return np.fromiter(map(_number, positions), np.uint64)


def _number(thing: object) -> int:
    """An integer that may be a position; ``NO_POSITION`` for any other thing."""
    if isinstance(thing, int | np.integer) and is_position(thing):
        return int(thing)
    return NO_POSITION


@attrs.frozen(eq=False)
class Prober:
    """Asks compiled rules about columns of positions; of use to one thread at a time."""

    places: Places
    scratch: Scratch

    @classmethod
    def of(cls, places: Places) -> Prober:
        """With a scratch of its own, so that each thread may have one."""
        return cls(places, scratch_for(places.calls.rules))

    def slots(self, positions: Columns) -> Columns:
        """The slot of each position, -1 for what is none."""
        slots = np.full(len(positions), -1)
        self._find(kernels.find_slots, positions, (self.places.size,), self.places.slot, slots)
        return slots

    def canonicals(self, positions: Columns) -> Columns:
        """The position that stands for each one's orbit, ``NO_POSITION`` for what has none."""
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
        """Fill a column that says of each position that it is none; one by one if need be."""
        for first, last in chunks_of(len(positions), POSITIONS_A_CALL):
            some, part = positions[first:last], column[first:last]
            nowhere = part[0].item()
            if not self._call(kernel, some, *limits, part):
                part[:] = [self._one(position, where, nowhere) for position in some]

    def _call(self, kernel: Callable[..., None], positions: Columns, *others: Any) -> bool:
        """Run a kernel; whether the rules bore to be asked about all of these."""
        rules, columns = self.places.rules, self.places.columns
        positions = np.ascontiguousarray(positions)
        try:
            call(kernel, rules, columns, NO_CELLS, self.scratch, positions, *others)
        except Exception:  # asked about no position, an author's code may do anything
            return False
        return is_whole(self.scratch)

    def _one(self, position: np.uint64, where: Callable[[int], int], nowhere: int) -> int:
        """Where one position of a column belongs, when they cannot be asked about together."""
        calls, number = self.places.calls, int(position)
        if number == NO_POSITION:
            return nowhere
        try:
            canonical = calls.ask("canonical", number)
            is_twin = number == canonical or number in calls.ask_symmetries(canonical)
        except Exception:
            return nowhere
        return where(canonical) if is_twin else nowhere


def cells_in(cells: Columns, overflow: Overflow, slots: Columns) -> Columns:
    """The cells of slots, wherever they stand; ``PENDING`` where there is no slot."""
    slot_cells = np.where(slots >= 0, cells[np.maximum(slots, 0)], PENDING).astype(np.int64)
    is_long = np.flatnonzero((slots >= 0) & (slot_cells == overflow.code))
    if len(is_long):
        slot_cells[is_long] = overflow.cells[np.searchsorted(overflow.slots, slots[is_long])]
    return slot_cells
