"""Transposition table of a search in plain Python.

The table is a list with one entry for each remainder of a hash. An entry holds the last position
stored in it, with two bounds.
"""

from __future__ import annotations

import json
from typing import Any

import attrs
import numpy as np

from gamesolver.files.format import read_root, root_as_text
from gamesolver.proofs.questions import Forgotten, Tables
from gamesolver.proofs.search_scores import NOTHING
from gamesolver.rules.guard import Rules

VISITED_A_LOOK = 1 << 10
"""Number of positions that are visited between two checks of the budget."""
PARTS = 3
"""Number of parts of the memory, one per table, of a search with retrograde analysis."""
SLOTS_A_PLACE = 4
"""Number of slots that take the memory of one position in retrograde analysis."""
SAMPLE = 1 << 12
"""Maximum number of keys in the sample that estimates how often dropped keys are met again."""


class BoundsTable:
    """Bounds of positions; a new position replaces an old one in its slot."""

    def __init__(self, slots: int) -> None:
        self._slots: list[tuple[Any, int, int] | None] = [None] * slots
        self._sample: set[int] = set()
        self._left_out = self._forgotten = self._met_again = 0

    def __len__(self) -> int:
        return len(self._slots)

    def bounds(self, key: Any) -> tuple[int, int]:
        """Return the stored bounds of a position."""
        entry = self._slots[hash(key) % len(self._slots)]
        return entry[1:] if entry is not None and entry[0] == key else NOTHING

    @property
    def forgotten(self) -> Forgotten:
        """Number of dropped entries, and how many were met again, estimated from a sample."""
        return Forgotten(self._forgotten, self._met_again)

    def kept(self, rules: Rules[Any, Any], visited: int) -> Tables:
        """Return all bounds, each with the text of its position."""
        entries = [
            (root_as_text(rules, key), least, most)
            for key, least, most in (slot for slot in self._slots if slot is not None)
        ]
        column = np.frombuffer(json.dumps(entries).encode(), np.uint8)
        return Tables(column, None, visited, self.forgotten)

    def take(self, rules: Rules[Any, Any], tables: Tables) -> None:
        """Store the entries of another table, and continue from its statistics."""
        self._forgotten, self._met_again = attrs.astuple(tables.forgotten)
        for text, least, most in json.loads(bytes(tables.bounds)):
            self.keep(read_root(rules, text), least, most)

    def keep(self, key: Any, least: int, most: int) -> None:
        """Store bounds, combined with those known already."""
        place = hash(key) % len(self._slots)
        entry = self._slots[place]
        is_there = entry is not None and entry[0] == key
        self._forgotten += entry is not None and not is_there
        known = entry[1:] if entry is not None and is_there else NOTHING
        self._slots[place] = key, max(least, known[0]), min(most, known[1])
        mixed = hash((key, place))
        if not mixed & self._left_out:
            self._remember(mixed, is_there)

    def _remember(self, mixed: int, is_there: bool) -> None:
        """Add a key to the sample; if the sample is full, drop half of its keys."""
        if mixed in self._sample and not is_there:
            self._met_again += self._left_out + 1
        self._sample.add(mixed)
        if len(self._sample) > SAMPLE:
            self._left_out = 2 * self._left_out + 1
            self._sample = {each for each in self._sample if not each & self._left_out}
