"""Many positions at once: the outcomes of a whole column of them.

Compiled rules fold and find a column without a call of Python's for each position. What
is no position of the game is not an error here: its entry says that it is unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import attrs
import numba as nb
import numpy as np

from gamesolver import probing_kernels as kernels
from gamesolver.arguments import is_position
from gamesolver.cell_codes import PENDING
from gamesolver.compiled import NO_POSITION
from gamesolver.crew import chunks_of
from gamesolver.handing import RULES
from gamesolver.jitting import INTS, PLACES, ROOM, column, compiled
from gamesolver.labels import Columns
from gamesolver.longs import Longs
from gamesolver.places import Places
from gamesolver.room import Room

POSITIONS_A_CALL = 1 << 16  # between two calls of a kernel, a person can interrupt


def column_of(positions: Iterable[object]) -> Columns:
    """Positions of a compiled game as a column; ``NO_POSITION`` for what cannot be one."""
    if type(positions) is np.ndarray and positions.ndim == 1 and positions.dtype.kind == "u":
        return positions.astype(np.uint64)
    if type(positions) is np.ndarray and positions.ndim == 1 and positions.dtype.kind == "i":
        return np.where(positions < 0, NO_POSITION, positions.astype(np.uint64))
    return np.fromiter(map(_number, positions), np.uint64)


def _number(given: object) -> int:
    """The integer that is given, if it may be a position."""
    if isinstance(given, int | np.integer) and is_position(given):
        return int(given)
    return NO_POSITION


@attrs.frozen(eq=False)
class Prober:
    """Asks compiled rules about columns of positions; of use to one thread at a time."""

    places: Places
    room: Room

    @classmethod
    def of(cls, places: Places) -> Prober:
        """With room of its own, so that each thread may have one."""
        return cls(places, Room.of(places.calls.rules))

    def slots(self, positions: Columns) -> Columns:
        """The slot of each position, -1 for what is none."""
        found = np.full(len(positions), -1)
        self._find(kernels.find_slots, positions, (self.places.size,), self.places.slot, found)
        return found

    def canonicals(self, positions: Columns) -> Columns:
        """The position that stands for each one's orbit, ``NO_POSITION`` for what has none."""
        found = np.full(len(positions), NO_POSITION, np.uint64)
        self._find(kernels.fold, positions, (), int, found)
        return found

    def _find(
        self,
        kernel: Callable[..., None],
        positions: Columns,
        given: tuple[int, ...],
        where: Callable[[int], int],
        found: Columns,
    ) -> None:
        """Fill a column that says of each position that it is none; one by one if need be."""
        for first, last in chunks_of(len(positions), POSITIONS_A_CALL):
            asked, part = positions[first:last], found[first:last]
            nowhere = part[0].item()
            if not self._call(kernel, asked, *given, part):
                part[:] = [self._one(each, where, nowhere) for each in asked]

    def _call(self, kernel: Callable[..., None], positions: Columns, *given: Any) -> bool:
        """Run a kernel; whether the rules bore to be asked about all of these."""
        none = np.empty(0, np.uint8)
        given = (np.ascontiguousarray(positions), *given)
        types = (column(none.dtype), ROOM, INTS, *(nb.typeof(each) for each in given))
        asked = self.places.rules, self.places.columns, none, self.room.columns, self.room.tally
        try:
            compiled(kernel, RULES, PLACES, *types)(*asked, *given)
        except Exception:  # asked about no position, an author's code may do anything
            return False
        return self.room.is_whole

    def _one(self, position: np.uint64, where: Callable[[int], int], nowhere: int) -> int:
        """Where one position of a column belongs, when they cannot be asked about together."""
        calls, asked = self.places.calls, int(position)
        if asked == NO_POSITION:
            return nowhere
        try:
            canonical = calls.ask("canonical", asked)
            is_twin = asked == canonical or asked in calls.ask_symmetries(canonical)
        except Exception:
            return nowhere
        return where(canonical) if is_twin else nowhere


def cells_in(cells: Columns, longs: Longs, slots: Columns) -> Columns:
    """The cells of slots, wherever they stand; ``PENDING`` where there is no slot."""
    found = np.where(slots >= 0, cells[np.maximum(slots, 0)], PENDING).astype(np.int64)
    is_long = np.flatnonzero((slots >= 0) & (found == longs.code))
    if len(is_long):
        found[is_long] = longs.cells[np.searchsorted(longs.slots, slots[is_long])]
    return found
