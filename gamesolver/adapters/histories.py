"""Histories: for each position the moves by which it was reached first from the start.

The history of one of the first positions is a whole number, in a dictionary: a 1, and
then the numbers of the moves from the start, as digits. That is quickest, and takes 67 bytes a
position. All others, the *late* ones, have a number below 0: it leads to what the position before
it has, and to the move from there. They stand in columns, twenty bytes a position with the table
in which they are looked up.

Several threads may look up histories. One thread at a time adds to the columns.
"""

from __future__ import annotations

import threading
from array import array

FRESH = 1
"""The history of the start."""
EARLY = 1 << 17
"""Number of early positions: nine megabytes, so that small games are not slower."""
SMALLEST = 1 << 15
"""Places of the first table; there are twice as many whenever three in five are taken."""
NUMBER = (1 << 32) - 1
TAG = ((1 << 64) - 1) ^ NUMBER
"""The bits of an entry: a number, and as much of the hash, so that few keys need be compared."""


class Histories:
    """The history of each position met, the first one."""

    def __init__(self, base: int) -> None:
        self.base = base
        self.early: dict[bytes, int] = {}
        """The histories of the first positions."""
        self._late: list[bytes] = [b""]  # the first number is 1
        self._before = array("i", [0])
        """Of each late one the number of the late one before it; below 0, where that is early, the
        complement of the place of its history among the prefixes."""
        self._moves = array(_narrowest_for(base), [0])
        self._prefixes: list[int] = []
        """Histories of early ones from which moves lead to late ones."""
        self._places = array("Q", bytes(8 * SMALLEST))
        """Hash table of late positions: high bits of the hash with the number, 0 if empty."""
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self.early) + len(self._late) - 1

    def get(self, position: bytes) -> int:
        """Return the history of a position; 0 if the position is not known."""
        return self.early.get(position) or -self._number(position)

    def add(self, position: bytes, before: int, move: int) -> bool:
        """Note that a move leads to a position from one with a history; ``False`` if it has one."""
        if position in self.early:
            return False
        if len(self.early) < EARLY:
            self.early[position] = before * self.base + move if before else FRESH
            return True
        return self.add_late(position, before, move)

    def add_late(self, position: bytes, before: int, move: int) -> bool:
        """Add a position that is not early."""
        number = len(self._late)
        if self._number(position):
            return False
        with self._lock:
            if number < len(self._late):  # another thread was sooner
                if self._number(position):
                    return False
                number = len(self._late)
            self._before.append(-before if before < 0 else ~self._prefix_index(before))
            self._moves.append(move)
            self._late.append(position)
            self._place(position, number)
        return True

    def line(self, history: int) -> list[int]:
        """Return the numbers of the moves from the start."""
        line, base = list[int](), self.base
        if history < 0:
            number, before, moves = -history, self._before, self._moves
            while number > 0:
                line.append(moves[number])
                number = before[number]
            history = self._prefixes[~number]
        while history > FRESH:
            history, move = divmod(history, base)
            line.append(move)
        line.reverse()
        return line

    def _prefix_index(self, history: int) -> int:
        """Return the index of a history among the prefixes. Add it unless it is the last one."""
        if not self._prefixes or self._prefixes[-1] != history:
            self._prefixes.append(history)
        return len(self._prefixes) - 1

    def _number(self, position: bytes) -> int:
        """Return the number of a late one; 0 for none."""
        places = self._places
        hashed = hash(position)
        mask = len(places) - 1
        tag = hashed & TAG
        place = hashed & mask
        while entry := places[place]:
            if entry & TAG == tag and self._late[entry & NUMBER] == position:
                return entry & NUMBER
            place = place + 1 & mask
        return 0

    def _place(self, position: bytes, number: int) -> None:
        """Make a late one be found."""
        if 5 * number <= 3 * len(self._places):
            _put(self._places, position, number)
            return
        places = array("Q", bytes(16 * len(self._places)))
        for each in range(1, number + 1):
            _put(places, self._late[each], each)
        self._places = places  # a thread that looks up meanwhile uses the smaller one


def _put(places: array[int], position: bytes, number: int) -> None:
    """Take the first gap from where the hash leads."""
    hashed = hash(position)
    mask = len(places) - 1
    place = hashed & mask
    while places[place]:
        place = place + 1 & mask
    places[place] = (hashed & TAG) | number


def _narrowest_for(base: int) -> str:
    """Return the kind of an array for numbers below a base."""
    return "B" if base <= 1 << 8 else "H" if base <= 1 << 16 else "Q"
