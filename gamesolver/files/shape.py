"""The shape of a file: how long its columns are, and what a solution says without them."""

from __future__ import annotations

import json
from collections.abc import Mapping

import attrs

from gamesolver.files.schema import COLUMNS
from gamesolver.value import Outcome, Value

MOST_ENTRIES = 1 << 40
MOST_IN_A_BLOCK = 1 << 17
WIDTHS = (1, 2, 4)

NEEDED = {
    "plain": {"cells", "texts", "keys", "numbers"},
    "found": {"cells", "keys"},
    "numbered": {"cells"},
}
"""Columns by kind of table; ``long_slots`` and ``long_cells`` may come in addition."""


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
    cell_bytes: int
    long_code: int
    """The cell that says that the outcome is listed beside the cells; -1 where none is."""
    counts: Mapping[Outcome, int]
    columns: Mapping[str, Column]

    def as_text(self) -> str:
        """As it stands in the file."""
        told = attrs.asdict(self, recurse=False) | {
            "counts": [[int(each.value), each.remoteness, n] for each, n in self.counts.items()],
            "columns": {name: attrs.astuple(each) for name, each in self.columns.items()},
        }
        return json.dumps(told, sort_keys=True)

    @classmethod
    def read(cls, text: str) -> Shape:
        """Undoes :meth:`as_text`; ``ValueError`` or the like if it cannot be."""
        told = json.loads(text)
        counts = {Outcome(Value(v), plies): _count(n, 1) for v, plies, n in told.pop("counts")}
        columns = {
            name: Column(_count(length, 1), _count(most, 1, MOST_IN_A_BLOCK))
            for name, (length, most) in told.pop("columns").items()
        }
        roots = tuple(told.pop("roots"))
        shape = cls(**told, roots=roots, counts=counts, columns=columns)
        shape._require_sound()
        return shape

    def _require_sound(self) -> None:
        lengths = {name: column.length for name, column in self.columns.items()}
        size, needed = lengths["cells"], NEEDED[self.kind]
        is_long = _count(self.long_code, -1) >= 0
        sound = [
            needed <= set(lengths) <= set(COLUMNS),
            all(lengths[name] == size for name in needed),
            ("long_slots" in lengths) == ("long_cells" in lengths) == is_long,
            lengths.get("long_slots") == lengths.get("long_cells"),
            0 < _count(self.positions) <= size,
            self.positions == sum(self.counts.values()),
            _count(self.reached) <= size,
            isinstance(self.is_all_reached, bool),
            self.cell_bytes in WIDTHS,
            bool(self.roots) and all(isinstance(root, str) for root in self.roots),
        ]
        if not all(sound):
            raise ValueError("what it says about itself does not fit together")


def _count(number: object, least: int = 0, most: int = MOST_ENTRIES) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
        raise ValueError("not a count")
    return number
