"""Tables: where a solution keeps its outcomes.

A *table* gives the outcome of a canonical position, and lists the positions it
holds. A ``Solution`` is a game plus a table, and asks no more of it than this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, Protocol

import attrs
import numpy as np

from gamesolver.cells import cell_for
from gamesolver.game import PositionT
from gamesolver.graph import GameGraph
from gamesolver.labels import ENDLESS, Columns, Labels
from gamesolver.value import Outcome, Value

if TYPE_CHECKING:
    from gamesolver.counting import Part
    from gamesolver.rules import Rules


Finder = Callable[[object], Outcome | None]
"""Gives the outcome of any object, ``None`` if it is no position."""


def probe_one_by_one(positions: Iterable[object], one: Finder) -> Columns:
    """The cells of any objects, asked for one after the other."""
    return np.fromiter((cell_for(one(each)) for each in positions), np.int64)


class Table(Protocol[PositionT]):
    """What a solution asks of the thing that keeps its outcomes."""

    def __len__(self) -> int:
        """How many canonical positions there are."""

    def __iter__(self) -> Iterator[PositionT]:
        """The canonical positions, always in the same order."""

    def get(self, position: object) -> Outcome | None:
        """The outcome of a canonical position; ``None`` for any other hashable object."""

    def items(self) -> Iterator[tuple[PositionT, Outcome]]:
        """Each position with its outcome, in order."""

    def probe(self, positions: Iterable[object], one: Finder) -> Columns:
        """The cells of any objects, ``PENDING`` for what is no position.

        ``one`` finds the outcome of one of them by way of the game and this table.
        """

    def start_reaches(self, position: PositionT) -> bool:
        """Whether play from the start can come to this canonical position."""

    def count(self, rules: Rules[Any, Any], part: Part) -> Mapping[Outcome, int]:
        """How many positions of a part have each outcome."""

    def examples(self) -> dict[Outcome, PositionT]:
        """A position for each outcome that there is."""

    def is_endless(self) -> bool:
        """Whether no position ends: then all are endless draws, and else some are not."""


@attrs.frozen(eq=False)
class DictTable(Generic[PositionT]):
    """A dictionary from position to number, and the label of each number."""

    found: list[PositionT]
    index: dict[PositionT, int]
    labels: Labels
    reached: int
    _made: dict[tuple[int, int], Outcome] = attrs.field(factory=dict, init=False)
    """The outcomes asked for so far, so that each is made only once."""

    @classmethod
    def of(cls, graph: GameGraph[PositionT, Any], labels: Labels) -> DictTable[PositionT]:
        """The table of a solved graph."""
        return cls(graph.found, graph.index, labels, graph.reached)

    def __len__(self) -> int:
        return len(self.found)

    def __iter__(self) -> Iterator[PositionT]:
        return iter(self.found)

    def get(self, position: object) -> Outcome | None:
        index = self.index.get(position)  # type: ignore[arg-type]  # any object
        if index is None:
            return None
        return self._outcome(self.labels.value.item(index), self.labels.plies.item(index))

    def items(self) -> Iterator[tuple[PositionT, Outcome]]:
        codes, plies = self.labels.value.tolist(), self.labels.plies.tolist()
        for position, code, ply in zip(self.found, codes, plies, strict=True):
            yield position, self._outcome(code, ply)

    def probe(self, positions: Iterable[object], one: Finder) -> Columns:
        return probe_one_by_one(positions, one)

    def start_reaches(self, position: PositionT) -> bool:
        return self.index[position] < self.reached

    def count(self, rules: Rules[Any, Any], part: Part) -> Mapping[Outcome, int]:
        from gamesolver.counting import count_one_by_one

        return count_one_by_one(rules, self, part)

    def examples(self) -> dict[Outcome, PositionT]:
        found: dict[Outcome, PositionT] = {}
        for position, outcome in self.items():
            found.setdefault(outcome, position)
        return found

    def is_endless(self) -> bool:
        return bool((self.labels.plies == ENDLESS).all())

    def _outcome(self, code: int, plies: int) -> Outcome:
        outcome = self._made.get((code, plies))
        if outcome is None:
            outcome = Outcome(Value(code), None if plies == ENDLESS else plies)
            self._made[code, plies] = outcome
        return outcome
