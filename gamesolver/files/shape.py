"""The shape of a file: how long its columns are, and what a solution says without them."""

from __future__ import annotations

import json
from collections.abc import Mapping

import attrs

from gamesolver.files.schema import SOLUTION, Layout
from gamesolver.value import Outcome, Value

MOST_ENTRIES = 1 << 40
MOST_IN_A_BLOCK = 1 << 21
MOST_PLIES = 1 << 30
"""More than any outcome that a cell can hold has fewer."""

Counts = Mapping[tuple[int, int | None], int]
"""How many positions have each value and remoteness; of values alone none is told."""


@attrs.frozen
class Column:
    """How many entries a column has, and how many of them a block."""

    length: int
    in_a_block: int

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return -(-self.length // self.in_a_block)

    def entries_of(self, number: int) -> int:
        """How many entries a block has: the last one may have fewer."""
        return min(self.in_a_block, self.length - number * self.in_a_block)


@attrs.frozen
class Shape:
    """What stands about a solution beside its columns."""

    kind: str
    positions: int
    roots: tuple[str, ...]
    reached: int
    """How many positions of a plain game the start reaches: the first ones."""
    is_all_reached: bool
    """Whether the start of a found game reaches everything."""
    counts: Counts
    columns: Mapping[str, Column]
    are_exact: bool = False
    """Whether the positions of a plain game are made of texts and whole numbers alone."""

    def as_text(self) -> str:
        """As it stands in the file."""
        told = attrs.asdict(self, recurse=False) | {
            "counts": [[*each, n] for each, n in self.counts.items()],
            "columns": {name: attrs.astuple(each) for name, each in self.columns.items()},
        }
        return json.dumps(told, sort_keys=True)

    @classmethod
    def read(cls, text: str, layout: Layout) -> Shape:
        """Undoes :meth:`as_text`; ``ValueError`` or the like if it cannot be."""
        told = json.loads(text)
        counts = {(value, plies): _count(n, 1) for value, plies, n in told.pop("counts")}
        for _, plies in counts:
            _count(plies or 0, most=MOST_PLIES)
        columns = {
            name: Column(_count(length, 1), _count(most, 1, MOST_IN_A_BLOCK))
            for name, (length, most) in told.pop("columns").items()
        }
        roots = tuple(told.pop("roots"))
        shape = cls(**told, roots=roots, counts=counts, columns=columns)
        shape._require_sound(layout)
        return shape

    @property
    def outcomes(self) -> dict[Outcome, int]:
        """How many positions have each outcome; ``ValueError`` where that is none."""
        return {Outcome(Value(value), plies): n for (value, plies), n in self.counts.items()}

    @property
    def values(self) -> dict[Value, int]:
        """How many positions have each value."""
        return {Value(value): n for (value, _), n in self.counts.items()}

    def _require_sound(self, layout: Layout) -> None:
        lengths = {name: column.length for name, column in self.columns.items()}
        needed = layout.kinds[self.kind]
        size = lengths[needed[0]]
        counted = self.outcomes if layout is SOLUTION else self.values
        sound = [
            lengths == dict.fromkeys(needed, size),
            0 < _count(self.positions) <= size,
            self.positions == sum(counted.values()),
            _count(self.reached) <= size if self.kind == "plain" else self.reached == 0,
            _fits(self.is_all_reached, self.kind == "found"),
            _fits(self.are_exact, self.kind == "plain"),
            bool(self.roots) and all(isinstance(root, str) for root in self.roots),
        ]
        if not all(sound):
            raise ValueError("what it says about itself does not fit together")


def _fits(said: object, may_be: bool) -> bool:
    """Whether it is yes or no, and yes only where it may be."""
    return isinstance(said, bool) and (may_be or not said)


def _count(number: object, least: int = 0, most: int = MOST_ENTRIES) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
        raise ValueError("not a count")
    return number
