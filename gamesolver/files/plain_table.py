"""The table of a plain game in a file: positions are kept as the texts that the game gives.

A text is looked for by its hash; then the text itself is compared, and the position that
the game reads from it. The positions are listed in the order in which they were found.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import xxhash

from gamesolver.apart import apart
from gamesolver.cells import cells_of, labels_of, narrowest_for
from gamesolver.errors import GameContractError, GameSolverError
from gamesolver.files.parts import CELLS_A_BLOCK, KEYS_A_BLOCK, TEXTS_A_BLOCK, Parts
from gamesolver.files.shape import Column
from gamesolver.files.table import FileTable
from gamesolver.reading_back import why_unread
from gamesolver.rules import Rules
from gamesolver.spelling import said_by, spelled
from gamesolver.table import DictTable

MOST_LETTERS = 1 << 21
"""Of a text, and about of a block of texts; a letter takes up to twelve bytes there."""


def key_of(text: str) -> int:
    """The key by which a text is found."""
    return xxhash.xxh3_64_intdigest(text.encode("utf-8", "surrogatepass"))


def parts_of(table: DictTable[Any], rules: Rules[Any, Any]) -> Parts:
    """The columns of a table in memory."""
    texts = [_text(rules, position) for position in table]
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
    )


def _text(rules: Rules[Any, Any], position: Any) -> str:
    """The text of a position, which must be all that is needed to have it again."""
    text = rules.format(position)
    try:
        again = rules.game.parse(text)
    except Exception as error:
        told = why_unread(rules.game, position)
        why = told or _read_as(spelled(position), text, f"raised {said_by(error)}")
        raise _unreadable(rules, why) from error
    if again != position:
        one, other = apart(position, again)
        raise _unreadable(rules, _read_as(one, text, f"returned {other}"))
    return text


def _read_as(position: str, text: str, happened: str) -> str:
    return f"position {position} has the text {spelled(text)}, and parse {happened}"


def _unreadable(rules: Rules[Any, Any], why: str) -> GameContractError:
    return GameContractError(
        f"{type(rules.game).__name__} cannot be saved: {why}; "
        "write format and parse so that they undo each other"
    )


class PlainFileTable(FileTable):
    """Positions by the hash of their text."""

    def place(self, position: object) -> int:
        try:
            text = self.rules.format(position)
        except GameSolverError:  # a foreign object has no text
            return -1
        for found in self.search(key_of(text)):
            number = int(self.entry("numbers", found))
            if self.entry("texts", number) == text:
                return number if self.position(number) == position else -1
        return -1

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
        return self.rules.game.parse(self.entry("texts", place))

    def start_reaches(self, position: Any) -> bool:
        return self.place(position) < self.file.shape.reached

    def _load(self) -> DictTable[Any]:
        found = [self.position(place) for place in range(len(self))]
        try:
            index = {position: place for place, position in enumerate(found)}
        except TypeError as error:
            raise self.file.broken("one of its texts is no position") from error
        if len(index) < len(found) or any(self.place(each) != index[each] for each in found):
            raise self.file.broken("its positions are not found by their texts")
        return DictTable(found, index, labels_of(self.cells()), self.file.shape.reached)
