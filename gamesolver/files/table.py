"""A table that stands in a file: a position is looked up in one or two blocks of it.

What needs all positions at once (counting a part of them, ``verify``) brings the whole
table into memory first, once, and asks it there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from gamesolver.cells import narrowest_for, outcome_of
from gamesolver.counting import Part
from gamesolver.files.parts import Parts
from gamesolver.files.reading import SolutionFile
from gamesolver.labels import Columns
from gamesolver.rules import Rules
from gamesolver.table import Finder, Table, probe_one_by_one
from gamesolver.value import Outcome
from gamesolver.verifying import VerificationReport

ALL = Part(symmetric=False, player=None, stage=None, reachable=False)


class FileTable(ABC):
    """What all tables in files have in common: cells, by the block."""

    def __init__(self, file: SolutionFile, rules: Rules[Any, Any]) -> None:
        self.file = file
        self.rules = rules

    def __len__(self) -> int:
        return self.file.shape.positions

    def __iter__(self) -> Iterator[Any]:
        return (position for position, _ in self.items())

    def get(self, position: object) -> Outcome | None:
        place = self.place(position)
        return None if place < 0 else outcome_of(self.cell(place))

    def items(self) -> Iterator[tuple[Any, Outcome]]:
        shape = self.file.shape.columns["cells"]
        for number in range(shape.blocks):
            block = self.file.block("cells", number).tolist()
            for place, cell in enumerate(block, number * shape.in_a_block):
                outcome = outcome_of(cell)
                if outcome is not None:
                    yield self.position(place), outcome

    def probe(self, positions: Iterable[object], one: Finder) -> Columns:
        return probe_one_by_one(positions, one)

    def probe_values(self, positions: Iterable[object], one: Callable[[object], int]) -> Columns:
        """Of a file of values alone, those of any objects, as they stand there; -1 for strangers.

        ``one`` finds that of one of them by way of the game and this table.
        """
        return np.fromiter(map(one, positions), np.int64)

    def start_reaches(self, position: Any) -> bool:
        return self.file.shape.is_all_reached or self.whole.start_reaches(position)

    def count(self, rules: Rules[Any, Any], part: Part) -> Mapping[Outcome, int]:
        return self.file.shape.outcomes if part == ALL else self.whole.count(rules, part)

    def verify(
        self, rules: Rules[Any, Any], roots: tuple[Any, ...], full: bool
    ) -> VerificationReport:
        return self.whole.verify(rules, roots, full)

    def parts(self, rules: Rules[Any, Any]) -> Parts:
        return self.whole.parts(rules)

    @cached_property
    def whole(self) -> Table[Any]:
        """The same table in memory."""
        return self._load()

    @abstractmethod
    def place(self, position: object) -> int:
        """Where the cell of a canonical position stands; -1 for anything else."""

    @abstractmethod
    def position(self, place: int) -> Any:
        """The position whose cell stands there."""

    @abstractmethod
    def _load(self) -> Table[Any]:
        """Bring everything into memory."""

    def cell(self, place: int) -> int:
        """The cell of a place."""
        return int(self.entry("cells", place))

    def entry(self, column: str, place: int) -> Any:
        """One entry of a column."""
        number, within = divmod(place, self.file.shape.columns[column].in_a_block)
        return self.file.block(column, number)[within]

    def column(self, name: str, dtype: Any) -> Columns:
        """A whole column of numbers."""
        shape = self.file.shape.columns[name]
        numbers = np.empty(shape.length, dtype)
        for number in range(shape.blocks):
            block = self.file.block(name, number, is_kept=False)
            numbers[number * shape.in_a_block :][: len(block)] = block
        return numbers

    def cells(self) -> Columns:
        """All cells, as wide as the longest outcome needs."""
        return self.column("cells", self.width)

    @property
    def width(self) -> Any:
        """How wide cells must be for the longest outcome."""
        return narrowest_for(max(each.remoteness or 0 for each in self.file.shape.outcomes))

    def gather(self, column: str, places: Columns) -> Columns:
        """The entries of a column at many places, each block read once."""
        size = self.file.shape.columns[column].in_a_block
        found = np.empty(len(places), np.uint64)
        for number, those in grouped(places // size):
            found[those] = self.file.block(column, number)[places[those] - number * size]
        return found

    def search_many(self, column: str, wanted: Columns) -> Columns:
        """The places in an ordered column without repeats at which numbers stand, or -1."""
        size = self.file.shape.columns[column].in_a_block
        found = np.full(len(wanted), -1)
        for number, those in grouped(self.file.guide(column).block_with_each(wanted)):
            if number < 0:
                continue
            block = self.file.block(column, number)
            within = np.minimum(np.searchsorted(block, wanted[those]), len(block) - 1)
            is_there = block[within] == wanted[those]
            found[those] = np.where(is_there, within + number * size, -1)
        return found

    def search_one(self, column: str, wanted: int) -> int:
        """The place in an ordered column without repeats at which a number stands, or -1."""
        number = self.file.guide(column).block_with(wanted)
        if number < 0:
            return -1
        block = self.file.block(column, number)
        within = int(block.searchsorted(np.uint64(wanted)))
        if within == len(block) or block[within] != wanted:
            return -1
        return number * self.file.shape.columns[column].in_a_block + within

    def search(self, column: str, wanted: int) -> list[int]:
        """The places in an ordered column at which a number stands."""
        places: list[int] = []
        for number in self.file.guide(column).blocks_with(wanted):
            block = self.file.block(column, number)
            ends = (np.searchsorted(block, np.uint64(wanted), side) for side in ("left", "right"))
            first = number * self.file.shape.columns[column].in_a_block
            places += [first + within for within in range(*map(int, ends))]
        return places


def grouped(numbers: Columns) -> Iterator[tuple[int, Columns]]:
    """Each number that comes in a column, and where it comes."""
    if not len(numbers):
        return
    order = np.argsort(numbers, kind="stable")
    firsts = np.flatnonzero(np.diff(numbers[order], prepend=numbers[order[0]] - 1))
    for those in np.split(order, firsts[1:]):
        yield int(numbers[those[0]]), those
