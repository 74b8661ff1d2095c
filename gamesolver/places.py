"""Places: the slot of every position of a compiled game, and the position in every slot.

A numbered game says both itself. The positions of a found game are kept as one sorted
array of *keys*, positions mixed so that they spread evenly; an eighth as many bytes again
tell where each bucket of keys begins (see ``places_kernels``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import numpy as np

from gamesolver.handing import HandedRules
from gamesolver.labels import Columns
from gamesolver.places_kernels import mixed_plainly, start_buckets, unmixed_plainly
from gamesolver.signatures import Calls

KEYS_A_BUCKET = 4


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
    rules: HandedRules = attrs.field(init=False)
    """The rules as kernels take them."""

    @rules.default
    def _handed(self) -> HandedRules:
        return HandedRules.of(self.calls)

    @classmethod
    def numbered(cls, calls: Calls) -> Places:
        """The slots of the game's own index."""
        none = np.empty(0, np.uint64), np.empty(0, np.uint32)
        return cls(calls, *none, 0, int(calls.rules.slots or 0))

    @classmethod
    def found(
        cls, calls: Calls, keys: Columns, column: Callable[[int, Any], Columns] = np.empty
    ) -> Places:
        """The slots of positions that were found, given their keys in order.

        ``column`` gives room for where the buckets begin.
        """
        bits = max(1, (len(keys) // KEYS_A_BUCKET).bit_length())
        starts = column((1 << bits) + 1, np.uint32)
        start_buckets(keys, np.uint64(64 - bits), starts)
        return cls(calls, keys, starts, 64 - bits, len(keys))

    @property
    def is_numbered(self) -> bool:
        """Whether the slots are the game's own."""
        return not len(self.keys)

    @property
    def columns(self) -> tuple[Any, ...]:
        """The places as kernels take them."""
        return self.keys, self.starts, np.uint64(self.shift)

    def slot(self, canonical: int) -> int:
        """The slot of a canonical position; -1 for any other."""
        position = np.uint64(canonical)
        if self.is_numbered:
            slot = int(self.calls.index(position))
            return slot if 0 <= slot < self.size and self.position(slot) == canonical else -1
        key = _key(position)
        bucket = int(key) >> self.shift
        first, last = int(self.starts[bucket]), int(self.starts[bucket + 1])
        there = np.flatnonzero(self.keys[first:last] == key)
        return first + int(there[0]) if len(there) else -1

    def position(self, slot: int) -> int:
        """The position in a slot."""
        if self.is_numbered:
            return int(self.calls.position_at(slot))
        return int(unmixed_plainly(self.keys[slot : slot + 1])[0])


def keys_of(positions: Columns) -> Columns:
    """The keys of a column of positions."""
    return np.asarray(mixed_plainly(positions))


def _key(position: np.uint64) -> np.uint64:
    return np.uint64(keys_of(np.array([position]))[0])
