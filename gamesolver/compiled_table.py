"""The table of a compiled game: a cell for each slot."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamesolver.cells import outcome_of
from gamesolver.labels import Columns
from gamesolver.places import Places
from gamesolver.value import Outcome

SLOTS_AT_A_TIME = 1 << 16


@attrs.frozen(eq=False)
class CellTable:
    """Outcomes by slot; a look-up is one index, or one key found among the sorted ones."""

    places: Places
    cells: Columns
    valid: int
    """How many slots hold a position."""
    _made: dict[int, Outcome | None] = attrs.field(factory=dict, init=False)

    def __len__(self) -> int:
        return self.valid

    def __iter__(self) -> Iterator[int]:
        return (position for position, _ in self.items())

    def get(self, position: object) -> Outcome | None:
        if not isinstance(position, int):
            return None
        slot = self.places.slot(position)
        return None if slot < 0 else self._outcome(self.cells.item(slot))

    def items(self) -> Iterator[tuple[int, Outcome]]:
        for slot in self._order():
            outcome = self._outcome(self.cells.item(slot))
            if outcome is not None:
                yield self.places.position(slot), outcome

    def start_reaches(self, position: int) -> bool:
        raise NotImplementedError

    def _order(self) -> Iterator[int]:
        """The slots in order: by the index, or by the positions found."""
        yield from range(len(self.cells))

    def _outcome(self, cell: int) -> Outcome | None:
        if cell not in self._made:
            self._made[cell] = outcome_of(cell)
        return self._made[cell]
