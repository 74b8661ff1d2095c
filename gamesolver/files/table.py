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
from gamesolver.counting import ALL, Part
from gamesolver.errors import MemoryLimitError
from gamesolver.files.reading import SolutionFile
from gamesolver.first_places import first_places
from gamesolver.labels import Columns
from gamesolver.rules import Rules
from gamesolver.table import Finder, Table, probe_one_by_one
from gamesolver.value import Outcome


class FileTable(ABC):
    """What all tables in files have in common: cells, by the block."""

    def __init__(self, file: SolutionFile, rules: Rules[Any, Any]) -> None:
        self.file = file
        self.rules = rules
        self.main = file.main
        """The column that tells how play ends."""

    def __len__(self) -> int:
        return self.file.shape.positions

    def __iter__(self) -> Iterator[Any]:
        return (position for position, _ in self.items())

    def get(self, position: object) -> Outcome | None:
        place = self.place(position)
        return None if place < 0 else outcome_of(self.told(place))

    def items(self) -> Iterator[tuple[Any, Outcome]]:
        shape = self.file.shape.columns[self.main]
        for number in range(shape.blocks):
            block = self.told_in(number).tolist()
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

    @abstractmethod
    def require_reached(self, roots: tuple[Any, ...]) -> None:
        """Raise unless the table holds what it was solved from and what that reaches, alone."""

    def require_guide(self, column: str, blocks: Iterable[int], firsts: Iterable[int]) -> None:
        """Raise unless the guide to a column has the first numbers of some of its blocks."""
        guide = self.file.guide(column)
        if [guide.first_of(number) for number in blocks] != [int(first) for first in firsts]:
            raise self.file.broken(f"its guide to {column} leads elsewhere than where they stand")

    def examples(self) -> dict[Outcome, Any]:
        """A position for each outcome that there is: the first one, by places."""
        blocks = range(self.file.shape.columns[self.main].blocks)
        places = first_places(self.told_in(number) for number in blocks)
        told = ((outcome_of(cell), place) for cell, place in places.items())
        return {outcome: self.position(place) for outcome, place in told if outcome}

    def is_endless(self) -> bool:
        """Whether no position ends, as the file counts them."""
        return all(outcome.remoteness is None for outcome in self.file.shape.outcomes)

    @cached_property
    def whole(self) -> Table[Any]:
        """The same table in memory; refused unless it is what the file says of itself."""
        try:
            table = self._load()
        except MemoryError as error:
            told = f"no room in memory for all {len(self)} positions of {self.file.path}"
            advice = "what asks for all at once needs it; probing does not"
            raise MemoryLimitError(f"{told}: {advice}", 0, 0) from error
        if len(table) != len(self) or table.count(self.rules, ALL) != self.file.shape.outcomes:
            raise self.file.broken("its counts are not those of its positions")
        return table

    @abstractmethod
    def place(self, position: object) -> int:
        """Where the cell of a canonical position stands; -1 for anything else."""

    @abstractmethod
    def position(self, place: int) -> Any:
        """The position whose cell stands there."""

    @abstractmethod
    def _load(self) -> Table[Any]:
        """Bring everything into memory."""

    def told(self, place: int) -> int:
        """What is told of a place: a cell, or a value of a file of values alone."""
        number, within = divmod(place, self.file.shape.columns[self.main].in_a_block)
        return int(self.told_in(number)[within])

    def told_in(self, number: int) -> Any:
        """What is told of the places of a block."""
        return self.file.block(self.main, number)

    def told_of(self, places: Columns) -> Columns:
        """What is told of many places, each block read once."""
        size = self.file.shape.columns[self.main].in_a_block
        found = np.empty(len(places), np.uint64)
        for number, those in grouped(places // size):
            found[those] = self.told_in(number)[places[those] - number * size]
        return found

    def cells(self) -> Columns:
        """All cells, as wide as the longest outcome needs."""
        shape = self.file.shape.columns[self.main]
        cells = np.empty(shape.length, self.width)
        for number in range(shape.blocks):
            block = self.file.block(self.main, number, is_kept=False)
            cells[number * shape.in_a_block :][: len(block)] = self.within(block)
        return cells

    def within(self, cells: Columns) -> Columns:
        """The cells, which must fit into as much as the longest outcome needs."""
        if cells.max(initial=0) > np.iinfo(self.width).max:
            raise self.file.broken("an outcome is longer than any that it counts")
        return cells

    @property
    def width(self) -> Any:
        """How wide cells must be for the longest outcome."""
        return narrowest_for(max(each.remoteness or 0 for each in self.file.shape.outcomes))


def grouped(numbers: Columns) -> Iterator[tuple[int, Columns]]:
    """Each number that comes in a column, and where it comes."""
    if not len(numbers):
        return
    order = np.argsort(numbers, kind="stable")
    firsts = np.flatnonzero(np.diff(numbers[order], prepend=numbers[order[0]] - 1))
    for those in np.split(order, firsts[1:]):
        yield int(numbers[those[0]]), those
