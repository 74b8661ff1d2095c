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
from gamesolver.proofs.worths import NOTHING
from gamesolver.rules.guard import Rules

VISITED_A_LOOK = 1 << 10
"""So many positions are visited between two looks at the budget."""
PARTS = 3
"""Where retrograde analysis stands beside a search, each table has such a part of the memory."""
SLOTS_A_PLACE = 4
"""What that keeps of a position takes as much room as so many slots."""
SAMPLE = 1 << 12
"""So many keys are remembered at most, to tell how often what was forgotten is met again."""


class BoundsTable:
    """The bounds of some positions; a new one takes the slot of an old one."""

    def __init__(self, slots: int) -> None:
        self._slots: list[tuple[Any, int, int] | None] = [None] * slots
        self._sample: set[int] = set()
        self._left_out = self._forgotten = self._met_again = 0

    def __len__(self) -> int:
        return len(self._slots)

    def bounds(self, key: Any) -> tuple[int, int]:
        """Between which worths that of a position lies, as far as that is kept."""
        entry = self._slots[hash(key) % len(self._slots)]
        return entry[1:] if entry is not None and entry[0] == key else NOTHING

    @property
    def forgotten(self) -> Forgotten:
        """How much was forgotten so far; how often it was met again, after a sample of the keys."""
        return Forgotten(self._forgotten, self._met_again)

    def kept(self, rules: Rules[Any, Any], visited: int) -> Tables:
        """All bounds, each with the text of its position."""
        entries = [
            (root_as_text(rules, key), least, most)
            for key, least, most in (slot for slot in self._slots if slot is not None)
        ]
        column = np.frombuffer(json.dumps(entries).encode(), np.uint8)
        return Tables(column, None, visited, self.forgotten)

    def take(self, rules: Rules[Any, Any], tables: Tables) -> None:
        """Keep what another table had, and count on from what that had forgotten."""
        self._forgotten, self._met_again = attrs.astuple(tables.forgotten)
        for text, least, most in json.loads(bytes(tables.bounds)):
            self.keep(read_root(rules, text), least, most)

    def keep(self, key: Any, least: int, most: int) -> None:
        """Keep bounds, with what is known already."""
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
        """A key of the sample was kept; where that is full, it lets half of its keys go."""
        if mixed in self._sample and not is_there:
            self._met_again += self._left_out + 1
        self._sample.add(mixed)
        if len(self._sample) > SAMPLE:
            self._left_out = 2 * self._left_out + 1
            self._sample = {each for each in self._sample if not each & self._left_out}
