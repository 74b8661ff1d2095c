"""The table of a plain game in a file: positions are kept as the texts that the game gives.

A text is looked for by its hash; then the text itself is compared, and the position that
the game reads from it. Where equal positions may have different texts, what has none of those
in the file is looked for among all positions (see ``spellings``). The positions are listed in
the order in which they were found.

``verify`` finds them again in that order, by the rules alone, before it looks at outcomes: so
nothing is missing, nothing stands there besides, and what the start reaches is counted anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import numpy as np
import xxhash

from gamesolver.cell_codes import ENDLESS
from gamesolver.cells import cells_of, labels_of, narrowest_for
from gamesolver.errors import GameContractError, GameSolverError
from gamesolver.files.parts import CELLS_A_BLOCK, KEYS_A_BLOCK, TEXTS_A_BLOCK, Parts
from gamesolver.files.shape import Column
from gamesolver.files.spellings import is_exact, made_exact, respelled, successors
from gamesolver.files.table import FileTable
from gamesolver.files.texts import read_back
from gamesolver.rules import Rules
from gamesolver.spelling import spelled
from gamesolver.table import DictTable

MOST_LETTERS = 1 << 21
"""Of a text, and about of a block of texts; a letter takes up to twelve bytes there."""


def key_of(text: str) -> int:
    """The key by which a text is found."""
    return xxhash.xxh3_64_intdigest(text.encode("utf-8", "surrogatepass"))


def plain_parts_of(table: DictTable[Any], rules: Rules[Any, Any], roots: tuple[Any, ...]) -> Parts:
    """The columns of a table in memory."""
    others = respelled(rules, table.index, table.found, roots)
    texts = [others.get(each) or rules.format(each) for each in table]
    are_exact = _are_exact(rules, table.found, texts)
    longest_text = max(map(len, texts))
    if longest_text > MOST_LETTERS:
        raise GameContractError(
            f"{type(rules.game).__name__} cannot be saved: a position has a text of {longest_text} "
            f"letters, and {MOST_LETTERS} is the most; write a shorter format"
        )
    hashes = np.fromiter(map(key_of, texts), np.uint64, len(texts))
    numbers = np.argsort(hashes, kind="stable")
    longest = int(table.labels.plies.max(initial=0))
    cells = cells_of(table.labels).astype(narrowest_for(longest))
    size = len(texts)
    return Parts(
        "plain",
        {
            "cells": Column(size, CELLS_A_BLOCK),
            "texts": Column(size, min(TEXTS_A_BLOCK, 1 + MOST_LETTERS // max(1, longest_text))),
            "keys": Column(size, KEYS_A_BLOCK),
            "numbers": Column(size, KEYS_A_BLOCK),
        },
        {
            "cells": [(cells,)],
            "texts": [(texts,)],
            "keys": [(hashes[numbers],)],
            "numbers": [(numbers,)],
        },
        reached=table.reached,
        are_exact=are_exact,
        respelled=others,
    )


def _are_exact(rules: Rules[Any, Any], positions: list[Any], texts: list[str]) -> bool:
    """Whether all that is read from texts is exact; raise unless it is what they stand for."""
    read = rules.game.parse
    again = [read_back(rules, *each, read) for each in zip(positions, texts, strict=True)]
    return all(map(is_exact, again))


class PlainFileTable(FileTable):
    """Positions by the hash of their text."""

    def place(self, position: object) -> int:
        place = self.place_by_text(position)
        if place >= 0 or (is_exact(position) and self.file.shape.are_exact):
            return place
        exact = made_exact(position)
        if self.file.shape.are_exact and is_exact(exact):
            return self.place_by_text(exact)
        return self._places.get(position, -1)

    def place_by_text(self, position: object) -> int:
        """The place of a position that has the very text that stands there; -1 for any other."""
        try:
            text = self.rules.format(position)
        except GameSolverError:  # a foreign object has no text
            return -1
        for found in self.search(key_of(text)):
            number = int(self.entry("numbers", found))
            if self.entry("texts", number) == text:
                return number if self.position(number) == position else -1
        return -1

    @cached_property
    def _places(self) -> dict[Any, int]:
        """The places of all positions."""
        try:
            return {self.position(place): place for place in range(len(self))}
        except TypeError as error:
            raise self.file.broken("one of its texts is no position") from error

    def search(self, key: int) -> list[int]:
        """The places at which a key stands: several, where texts share a hash."""
        places: list[int] = []
        for number in self.file.guide("keys").blocks_with(key):
            block = self.file.block("keys", number)
            ends = (np.searchsorted(block, np.uint64(key), side) for side in ("left", "right"))
            first = number * self.file.shape.columns["keys"].in_a_block
            places += [first + within for within in range(*map(int, ends))]
        return places

    def entry(self, column: str, place: int) -> Any:
        """One entry of a column."""
        if not 0 <= place < len(self):
            raise self.file.broken("it names a position that it does not have")
        number, within = divmod(place, self.file.shape.columns[column].in_a_block)
        return self.file.block(column, number)[within]

    def position(self, place: int) -> Any:
        text = self.entry("texts", place)
        try:
            return self.rules.game.parse(text)
        except Exception as error:  # a game's parse may raise anything
            told = f"{spelled(text)} is the text of no position of {self.rules.game!r}"
            raise self.file.broken(told) from error

    def start_reaches(self, position: Any) -> bool:
        return self.place(position) < self.file.shape.reached

    def _load(self) -> DictTable[Any]:
        blocks = range(self.file.shape.columns["keys"].blocks)
        self.require_guide("keys", blocks, [self.file.block("keys", each)[0] for each in blocks])
        index, cells = self._places, self.cells()
        found = [*index]
        if len(found) < len(self) or any(self.place_by_text(each) != index[each] for each in found):
            raise self.file.broken("its positions are not found by their texts")
        if self.file.shape.are_exact and not all(map(is_exact, found)):
            raise self.file.broken("its positions are not as exact as it says")
        if cells.min() < ENDLESS:
            raise self.file.broken("one of its positions has no outcome")
        return DictTable(found, index, labels_of(cells), self.file.shape.reached)

    def require_reached(self, roots: tuple[Any, ...]) -> None:
        found, reached = as_found(self.rules, roots)
        if found != list(self.whole):
            raise self.file.broken("its positions are not those that play finds, in that order")
        if reached != self.file.shape.reached:
            told = f"its start reaches {reached} positions"
            raise self.file.broken(f"{told}, and it says {self.file.shape.reached}")


def as_found(rules: Rules[Any, Any], roots: tuple[Any, ...]) -> tuple[list[Any], int]:
    """What roots reach, in the order of a solution, and how much of that the first one does.

    Any solver that goes by the rules in this order finds the same; this is none of them.
    """
    found: dict[Any, None] = {}
    order = list[Any]()
    reached = done = 0
    for some in (roots[:1], roots[1:]):
        _note(rules, some, found, order)
        while done < len(order):
            _note(rules, successors(rules, order[done]), found, order)
            done += 1
        reached = reached or len(order)
    return order, reached


def _note(
    rules: Rules[Any, Any], coming: Iterable[Any], found: dict[Any, None], order: list[Any]
) -> None:
    """List what stands for some positions, where it is new."""
    for canonical in map(rules.canonical, coming):
        if canonical not in found:
            found[canonical] = None
            order.append(canonical)
