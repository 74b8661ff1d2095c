"""Kinds of values in rules, and what is known of an expression when it is lowered.

Rules compute with sets of places, places, numbers and truth values, and read tables of them. Each
expression has one kind. For a set or a place, ``within`` lists the regions that surely contain it,
so that an action that is certainly legal needs no check.
"""

from __future__ import annotations

from enum import Enum

import attrs

from gamesolver.boardgames.counters import Field


class Kind(Enum):
    """Kind of an expression, as messages name it."""

    SET = "a set of places"
    PLACE = "a place"
    NUMBER = "a number"
    TRUTH = "a truth value"
    SEAT = "a player index"
    OUTCOME = "an outcome"
    TABLE = "a table"
    MEN = "the men by kind"
    ROW = "counters of all places"
    SIDES = "a counter of both players"
    POSITION = "a position"
    NOTHING = "None"

    def __str__(self) -> str:
        return self.value


class Access(Enum):
    """Access of rules to the entries of a table at one depth."""

    BY_PLACE = "by a place"
    BY_NUMBER = "by a number, or in order"
    IN_ANY_ORDER = "one after another, in any order"


LARGEST = 2**53
"""Greatest number that a variable can have. Lowered rules raise an error for a greater one."""
FITS = 2**62
"""Greatest number that an expression can have before a variable gets it."""

Region = tuple[str, str]
"""Set of places that a position names, with the code of the kind of men: ``("mine", "0")``."""


@attrs.frozen
class Column:
    """Kind and bounds of entries of a table."""

    leaf: Kind
    most: int
    """Size of the largest set in it, or the greatest number."""
    least: int


@attrs.frozen(eq=False)
class Table:
    """Nested tuples of sets, places or numbers that a rule reads, as one array or several."""

    name: str
    value: tuple[object, ...]
    columns: tuple[Column, ...]
    """One for all entries, or one for each entry of a row with entries of several kinds. An empty
    table has none."""
    shape: tuple[int, ...]
    """Greatest length at each depth."""
    shortest: tuple[int, ...]
    """Least length at each depth."""

    @property
    def is_split(self) -> bool:
        """True if each column is an array of its own."""
        return len(self.columns) > 1

    def column(self, index: str) -> Column:
        """Return what is known of the entries at the last index."""
        return self.columns[int(index)] if self.is_split else self.columns[0]

    @property
    def ragged(self) -> list[int]:
        """Depths at which the lengths differ, so that they are looked up."""
        lengths = enumerate(zip(self.shape, self.shortest, strict=True))
        return [depth for depth, (most, least) in lengths if most != least]


@attrs.frozen
class View:
    """Table with some indices given."""

    table: Table
    indices: tuple[str, ...] = ()
    accesses: tuple[Access, ...] = ()

    @property
    def depth(self) -> int:
        """Number of indices that are not given yet."""
        return len(self.table.shape) - len(self.indices)

    @property
    def is_row_of_several_kinds(self) -> bool:
        """True if the next index is of a row with entries of several kinds."""
        return self.table.is_split and self.depth == 1

    @property
    def length(self) -> int:
        """Greatest number of entries at the next depth."""
        return self.table.shape[len(self.indices)]

    @property
    def length_code(self) -> str:
        """Code of the number of entries at the next depth."""
        given = len(self.indices)
        if given not in self.table.ragged:
            return str(self.length)
        return f"{self.table.name}_LENGTH_{given}[{', '.join(self.indices)}]"

    @property
    def code(self) -> str:
        """Code of the entry, once all indices are given."""
        if self.table.is_split:
            *rows, column = self.indices
            return f"{self.table.name}_{column}[{', '.join(rows)}]"
        return f"{self.table.name}[{', '.join(self.indices)}]"

    def entry(self, index: str, access: Access) -> View:
        """Return the view with one more index."""
        return View(self.table, (*self.indices, index), (*self.accesses, access))


@attrs.frozen
class Expression:
    """Code of an expression, its kind, and what is known of its value."""

    code: str
    kind: Kind
    within: frozenset[Region] = frozenset()
    most: int | None = None
    """Greatest size of a set, or greatest value of a number."""
    least: int | None = None
    view: View | None = None
    steady: bool = False
    """Whether it is a name that holds one value, so that facts on it last."""
    source: View | None = None
    """The entry of a table that this is."""
    field: Field | None = None
    """The counters of all places, or of both players, that this is: its code is their word."""

    @property
    def is_number(self) -> bool:
        """True if it counts as a number."""
        return self.kind in (Kind.NUMBER, Kind.SEAT)

    @property
    def bounds(self) -> tuple[int, int]:
        """Least and greatest value of a number, which a variable without known bounds keeps."""
        return (
            -LARGEST if self.least is None else self.least,
            LARGEST if self.most is None else self.most,
        )

    @property
    def is_bounded(self) -> bool:
        """True if bounds of a number follow from the rules."""
        least, most = self.bounds
        return max(abs(least), abs(most)) < LARGEST // 2
