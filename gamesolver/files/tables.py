"""Tables in files: look-ups that read one or two blocks.

:class:`FileTable` is the common base. Operations on all positions (counts of a part,
``verify``) load the whole table into memory once and use it there.

:class:`PlainFileTable` is the table of a game in plain Python, whose positions are stored as
texts, in the order in which they were found. A look-up finds the hash of the text, then compares
the text and the position that the game parses from it. ``verify`` enumerates the positions
again in that order by the rules alone (:func:`reachable_from`) before it checks outcomes. It
thus detects missing and extra positions, and recounts those that the start reaches.

Equal positions may have different texts, for example (3, 0) and (3, False):

* Saving plays every move again and collects the texts of equal positions. It stores the least
  text, so the result does not depend on the order of search.
* A look-up by text may fail for an object that equals a stored position. A position is *exact*
  if it consists of texts, integers, ``None`` and tuples of these only. If all stored positions
  are exact, the object is converted to the exact position it would equal, and looked up by that
  text. Otherwise all positions are read once and compared.

Equal exact positions have equal parts and equal texts. Saving them costs playing the moves.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from itertools import chain
from types import NoneType
from typing import Any

import numpy as np
import xxhash

from gamesolver.arguments import whole
from gamesolver.errors import (
    FileError,
    GameContractError,
    GameSolverError,
    InvalidArgumentError,
    MemoryLimitError,
)
from gamesolver.files.format import Column, Scoring, read_back
from gamesolver.files.packing import ENTRIES_A_BLOCK, KEYS_A_BLOCK, TEXTS_A_BLOCK, PackedTable
from gamesolver.files.reading import SolutionFile
from gamesolver.files.room import IN_MEMORY, Maker, Room
from gamesolver.kernels.codes import ENDLESS, PENDING, UNUSED
from gamesolver.kernels.score_entries import ScoreForm
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.faults import where_missing
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.system.columns import Columns
from gamesolver.tables.entries import VALUES, Coding, first_places
from gamesolver.tables.labels import Labels
from gamesolver.tables.table import (
    ALL,
    DictTable,
    Finder,
    Part,
    Table,
    labels_one_by_one,
    probe_one_by_one,
)
from gamesolver.texts import spelled
from gamesolver.value import Outcome

# ── spellings ────────────────────────────────────────────────────────────────────────

EXACT = (str, int, NoneType)


def is_exact(position: object) -> bool:
    """Return True if a position consists of texts, integers, ``None`` and tuples of these."""
    kind = type(position)
    if kind is tuple:
        return all(map(is_exact, position))  # type: ignore[call-overload]  # a tuple
    return kind in EXACT


def made_exact(position: Any) -> Any:
    """Return the equal exact object if one is found, or else ``position`` itself.

    >>> made_exact((3, False, (1.0, np.int8(7)), 0.5))
    (3, 0, (1, 7), 0.5)
    """
    if type(position) is tuple:
        return tuple(map(made_exact, position))
    if type(position) is float and position.is_integer():
        return int(position)
    if isinstance(position, bool | np.bool_):
        return int(position)
    number = whole(position) if isinstance(position, np.integer) else None
    return position if number is None else number


def respelled(
    rules: Rules[Any, Any], index: Mapping[Any, int], positions: list[Any], roots: tuple[Any, ...]
) -> dict[Any, str]:
    """Return the least text of each position that occurs with several texts."""
    texts: dict[Any, set[str]] = {}
    for other in () if isinstance(rules.game, CompiledGame) else _met(rules, positions, roots):
        place = index.get(other)
        if place is not None and other is not positions[place]:
            first = positions[place]
            texts.setdefault(first, {rules.format(first)}).add(rules.format(other))
    return {position: min(those) for position, those in texts.items() if len(those) > 1}


def _met(rules: Rules[Any, Any], positions: list[Any], roots: tuple[Any, ...]) -> Iterator[Any]:
    """Yield the canonical form of each position met in play that may have another text."""
    are_exact = all(map(is_exact, positions))
    led_to = chain.from_iterable(successors(rules, position) for position in positions)
    for other in chain([rules.start()], roots, led_to):
        if not (are_exact and is_exact(other)):
            yield rules.canonical(other)


def successors(rules: Rules[Any, Any], position: Any) -> list[Any]:
    """Return the successors of a position, none if it is terminal."""
    if rules.ending(position) is not None:
        return []
    return [successor for _, successor in rules.played(position)]


# ── a table in a file ───────────────────────────────────────────────────────────────────────────


class FileTable(ABC):
    """Common base of tables in files, with entries read by block."""

    def __init__(self, file: SolutionFile, rules: Rules[Any, Any], room: Room = IN_MEMORY) -> None:
        self.file = file
        self.rules = rules
        self.room = room
        """Memory or folder for the whole table."""
        self.main = file.main
        """Name of the column with the outcomes."""

    def __len__(self) -> int:
        return self.file.shape.positions

    def __iter__(self) -> Iterator[Any]:
        return (position for position, _ in self.items())

    def get(self, position: object) -> Outcome | None:
        place = self.place(position)
        return None if place < 0 else self.outcome_of(position, self.entry(place))

    def missing(self, game: Game[Any, Any], position: object, before: object = None) -> FileError:
        """Return the error for a file that does not fit the rules of its game."""
        where = where_missing(game, position, before)
        message = f"{self.file.path} does not fit the rules of {game!r}: {where} is not in it"
        return FileError(f"{message}; {self.file.again} again", str(self.file.path), is_wrong=True)

    def outcome_of(self, position: Any, entry: int) -> Outcome | None:
        """Return the outcome of an entry for the player to move at its position."""
        return self._made(entry, self._payoff_at(position))

    @cached_property
    def _made(self) -> Callable[[int, int], Outcome | None]:
        """Cached decoder of entries, since look-ups repeat few different outcomes."""
        return cache(self.coding.outcome_of)

    @cached_property
    def _has_payoff(self) -> bool:
        """True if infinite play has a payoff other than 0."""
        return bool(self.coding.form.payoff)

    def _payoff_at(self, position: Any) -> int:
        """Return the payoff of infinite play for the player to move.

        Raise ``FileError`` for a position that the game rejects: the file is forged.
        """
        if not self._has_payoff:
            return 0
        try:
            return self.rules.payoff_at(position)
        except GameContractError as error:
            why = error.faults[0].message
            message = f"{spelled(position)} is not a position of {self.rules.game!r}: {why}"
            raise self.file.broken(message) from error

    @cached_property
    def coding(self) -> Coding:
        """Encoding of outcomes as entries."""
        return self.file.shape.coding

    def items(self) -> Iterator[tuple[Any, Outcome]]:
        shape = self.file.shape.columns[self.main]
        for number in range(shape.blocks):
            block = self.block_entries(number).tolist()
            for place, entry in enumerate(block, number * shape.in_a_block):
                if entry not in (PENDING, UNUSED):
                    position = self.position(place)
                    yield position, self.coding.resolved(entry, self._payoff_at(position))

    def probe(self, positions: Iterable[object], one: Finder) -> Columns:
        return probe_one_by_one(positions, one)

    def probe_labels(self, positions: Iterable[object], one: Finder) -> Labels:
        return labels_one_by_one(positions, one)

    def probe_values(self, positions: Iterable[object], one: Callable[[object], int]) -> Columns:
        """Return the stored digits of any objects in a file of values, -1 for other objects.

        ``one`` finds that of one of them by way of the game and this table.
        """
        return np.fromiter(map(one, positions), np.int64)

    def start_reaches(self, position: Any) -> bool:
        return self.file.shape.is_all_reached or self.whole.start_reaches(position)

    def count(self, rules: Rules[Any, Any], part: Part) -> Mapping[Outcome, int]:
        return self.file.shape.outcomes if part == ALL else self.whole.count(rules, part)

    @abstractmethod
    def require_reached(self, roots: tuple[Any, ...]) -> None:
        """Raise unless the table holds exactly the roots and the positions they reach."""

    def require_guide(self, column: str, blocks: Iterable[int], firsts: Iterable[int]) -> None:
        """Raise unless the guide to a column has the first numbers of some of its blocks."""
        guide = self.file.guide(column)
        if [guide.first_of(number) for number in blocks] != [int(first) for first in firsts]:
            raise self.file.broken(f"the index of its {column} does not match its blocks")

    def examples(self) -> dict[Outcome, Any]:
        """Return the first stored position of each outcome that occurs."""
        blocks = range(self.file.shape.columns[self.main].blocks)
        places = first_places(self.block_entries(number) for number in blocks)
        outcomes = ((self.coding.outcome_of(entry), place) for entry, place in places.items())
        return {outcome: self.position(place) for outcome, place in outcomes if outcome}

    def is_endless(self) -> bool:
        """Return True if no position has a finite outcome, by the counts in the file."""
        return all(outcome.remoteness is None for outcome in self.file.shape.outcomes)

    @cached_property
    def whole(self) -> Table[Any]:
        """Table in memory. Raises ``FileError`` if it contradicts the file's statements."""
        try:
            table = self._load()
        except MemoryLimitError:
            raise
        except MemoryError as error:
            message = f"not enough memory for all {len(self)} positions of {self.file.path}"
            advice = "free memory, or look up single positions, which need less"
            raise MemoryLimitError(f"{message}: {advice}", 0, 0) from error
        if len(table) != len(self) or table.count(self.rules, ALL) != self.file.shape.outcomes:
            raise self.file.broken("its counts do not match its positions")
        return table

    @abstractmethod
    def place(self, position: object) -> int:
        """Return the index of a canonical position's entry, or -1 for any other object."""

    @abstractmethod
    def position(self, place: int) -> Any:
        """Return the position whose entry has this index."""

    @abstractmethod
    def _load(self) -> Table[Any]:
        """Load the whole table into memory."""

    def entry(self, place: int) -> int:
        """Return what is stored at an index: an entry, or a digit in a file of values alone."""
        number, within = divmod(place, self.file.shape.columns[self.main].in_a_block)
        return int(self.block_entries(number)[within])

    def block_entries(self, number: int) -> Any:
        """Return the entries of a block."""
        return self.file.block(self.main, number)

    def entries_at(self, places: Columns) -> Columns:
        """Return the entries at many indexes, reading each block once."""
        size = self.file.shape.columns[self.main].in_a_block
        entries = np.empty(len(places), np.uint64)
        for number, those in grouped(places // size):
            entries[those] = self.block_entries(number)[places[those] - number * size]
        return entries

    def maker(self, bytes_each: int) -> Maker:
        """Return the allocator of columns with this number of bytes for each entry."""
        coming = self.file.shape.columns[self.main].length * bytes_each
        return self.room.maker(coming, f"all {len(self)} positions of {self.file.path}")

    def entries(self) -> Columns:
        """Return all entries, as wide as the longest outcome requires."""
        shape = self.file.shape.columns[self.main]
        entries = self.maker(np.dtype(self.width).itemsize)(shape.length, self.width)
        for number in range(shape.blocks):
            block = self.file.block(self.main, number, is_kept=False)
            entries[number * shape.in_a_block :][: len(block)] = self.within(block)
        return entries

    def within(self, entries: Columns) -> Columns:
        """Return the entries. Raise if one exceeds the longest outcome that the file counts."""
        if entries.max(initial=0) > np.iinfo(self.width).max:
            raise self.file.broken("an outcome has more plies than its counts allow")
        return entries

    @property
    def width(self) -> Any:
        """Width of entries that the longest outcome requires."""
        return self.coding.narrowest_for(self.file.shape.longest)


def grouped(numbers: Columns) -> Iterator[tuple[int, Columns]]:
    """Yield each number in a column with the indexes at which it occurs."""
    if not len(numbers):
        return
    order = np.argsort(numbers, kind="stable")
    firsts = np.flatnonzero(np.diff(numbers[order], prepend=numbers[order[0]] - 1))
    for those in np.split(order, firsts[1:]):
        yield int(numbers[those[0]]), those


# ── the table of a plain game in a file ─────────────────────────────────────────────────────────

MOST_LETTERS = 1 << 21
"""Most characters of a text, and roughly of a block of texts. One takes up to twelve bytes."""


def key_of(text: str) -> int:
    """Return the key by which a text is found."""
    return xxhash.xxh3_64_intdigest(text.encode("utf-8", "surrogatepass"))


def plain_parts_of(
    table: DictTable[Any], rules: Rules[Any, Any], roots: tuple[Any, ...]
) -> PackedTable:
    """Return the columns of a table in memory."""
    others = respelled(rules, table.index, table.positions, roots)
    texts = [others.get(position) or rules.format(position) for position in table]
    are_exact = _are_exact(rules, table.positions, texts)
    longest_text = max(map(len, texts))
    if longest_text > MOST_LETTERS:
        raise GameContractError(
            f"{type(rules.game).__name__} cannot be saved: a position has a text of {longest_text} "
            f"letters, and {MOST_LETTERS} is the most; write a shorter format"
        )
    hashes = np.fromiter(map(key_of, texts), np.uint64, len(texts))
    numbers = np.argsort(hashes, kind="stable")
    coding = _coding_of(table, rules)
    longest = coding.longest_of(table.labels.plies)
    entries = coding.entries_of(table.labels).astype(_width_for(longest, coding, rules))
    size = len(texts)
    return PackedTable(
        "plain",
        {
            "cells": Column(size, ENTRIES_A_BLOCK),
            "texts": Column(size, min(TEXTS_A_BLOCK, 1 + MOST_LETTERS // max(1, longest_text))),
            "keys": Column(size, KEYS_A_BLOCK),
            "numbers": Column(size, KEYS_A_BLOCK),
        },
        {
            "cells": [(entries,)],
            "texts": [(texts,)],
            "keys": [(hashes[numbers],)],
            "numbers": [(numbers,)],
        },
        reached=table.reached,
        are_exact=are_exact,
        respelled=others,
        scoring=Scoring.of(coding, longest),
    )


def _width_for(longest: int, coding: Coding, rules: Rules[Any, Any]) -> Any:
    """Return the width of the entries. Raise if the range of scores is too large for any."""
    try:
        return coding.narrowest_for(longest)
    except InvalidArgumentError as error:
        least, most = coding.form.least, coding.form.least + coding.form.scores - 1
        raise GameContractError(
            f"{type(rules.game).__name__} cannot be saved: scores from {least:,} to {most:,} "
            f"with up to {longest:,} plies do not fit into table entries of four "
            "bytes; count points in larger units"
        ) from error


def _coding_of(table: DictTable[Any], rules: Rules[Any, Any]) -> Coding:
    """Return the encoding of a table's outcomes as entries."""
    points, plies = table.labels.points, table.labels.plies
    if not rules.is_scored and not rules.payoff:
        return VALUES
    least, most = int(points.min(initial=0)), int(points.max(initial=0))
    has_endless = bool(rules.payoff != 0 or points[plies < 0].any())
    form = ScoreForm(False, most - least + 1, least, rules.payoff, has_endless)
    return Coding(form, rules.is_scored)


def _are_exact(rules: Rules[Any, Any], positions: list[Any], texts: list[str]) -> bool:
    """Return True if all positions read from their texts are exact. Raise if one differs."""
    read = rules.game.parse
    reread = [read_back(rules, *pair, read) for pair in zip(positions, texts, strict=True)]
    return all(map(is_exact, reread))


class PlainFileTable(FileTable):
    """Table of a game in plain Python, with positions found by the hash of their text."""

    def place(self, position: object) -> int:
        place = self.place_by_text(position)
        if place >= 0 or (is_exact(position) and self.file.shape.are_exact):
            return place
        exact = made_exact(position)
        if self.file.shape.are_exact and is_exact(exact):
            return self.place_by_text(exact)
        return self._places.get(position, -1)

    def place_by_text(self, position: object) -> int:
        """Return the index of a position by its own text, or -1."""
        try:
            text = self.rules.format(position)
        except GameSolverError:  # a foreign object has no text
            return -1
        for place in self.search(key_of(text)):
            number = int(self.column_entry("numbers", place))
            if self.column_entry("texts", number) == text:
                return number if self.position(number) == position else -1
        return -1

    @cached_property
    def _places(self) -> dict[Any, int]:
        """Dictionary from every position to its index."""
        try:
            return {self.position(place): place for place in range(len(self))}
        except TypeError as error:
            raise self.file.broken("a stored text is not a position") from error

    def search(self, key: int) -> list[int]:
        """Return the indexes of a key. Texts with equal hashes give several."""
        places: list[int] = []
        for number in self.file.guide("keys").blocks_with(key):
            block = self.file.block("keys", number)
            ends = (np.searchsorted(block, np.uint64(key), side) for side in ("left", "right"))
            first = number * self.file.shape.columns["keys"].in_a_block
            places += [first + within for within in range(*map(int, ends))]
        return places

    def column_entry(self, column: str, place: int) -> Any:
        """Return one entry of a column."""
        if not 0 <= place < len(self):
            raise self.file.broken("it refers to a position that it does not store")
        number, within = divmod(place, self.file.shape.columns[column].in_a_block)
        return self.file.block(column, number)[within]

    def position(self, place: int) -> Any:
        text = self.column_entry("texts", place)
        try:
            return self.rules.game.parse(text)
        except Exception as error:  # a game's parse may raise anything
            message = f"{spelled(text)} is not the text of a position of {self.rules.game!r}"
            raise self.file.broken(message) from error

    def start_reaches(self, position: Any) -> bool:
        return self.place(position) < self.file.shape.reached

    def _load(self) -> DictTable[Any]:
        blocks = range(self.file.shape.columns["keys"].blocks)
        self.require_guide(
            "keys", blocks, [self.file.block("keys", number)[0] for number in blocks]
        )
        index, entries = self._places, self.entries()
        positions = [*index]
        are_misplaced = (self.place_by_text(position) != index[position] for position in positions)
        if len(positions) < len(self) or any(are_misplaced):
            raise self.file.broken("its positions cannot be found by their texts")
        if self.file.shape.are_exact and not all(map(is_exact, positions)):
            raise self.file.broken("the types of its positions do not match its description")
        if entries.min() < ENDLESS:
            raise self.file.broken("a stored position has no outcome")
        labels, payoffs = self.coding.labels_of(entries), None
        if self.coding.form.payoff:
            payoffs = np.array([self._payoff_at(each) for each in positions], np.int32)
        reached = self.file.shape.reached
        return DictTable(positions, index, labels, reached, self.coding.is_scored, payoffs)

    def require_reached(self, roots: tuple[Any, ...]) -> None:
        order, reached = reachable_from(self.rules, roots)
        if order != list(self.whole):
            raise self.file.broken(
                "its positions differ from the reachable ones, or from their order"
            )
        if reached != self.file.shape.reached:
            message = f"its start reaches {reached} positions"
            raise self.file.broken(f"{message}, and its description has {self.file.shape.reached}")


def reachable_from(rules: Rules[Any, Any], roots: tuple[Any, ...]) -> tuple[list[Any], int]:
    """Return the positions that roots reach, in stored order, and how many the first reaches.

    This search by the rules is independent of the solvers, which find the same order.
    """
    seen: dict[Any, None] = {}
    order = list[Any]()
    reached = done = 0
    for some in (roots[:1], roots[1:]):
        _note(rules, some, seen, order)
        while done < len(order):
            _note(rules, successors(rules, order[done]), seen, order)
            done += 1
        reached = reached or len(order)
    return order, reached


def _note(
    rules: Rules[Any, Any], coming: Iterable[Any], seen: dict[Any, None], order: list[Any]
) -> None:
    """Append the canonical positions that are new."""
    for canonical in map(rules.canonical, coming):
        if canonical not in seen:
            seen[canonical] = None
            order.append(canonical)
