"""Lines of a table that are tested together: whether a set of men contains any of them.

The lines of a board come in few *patterns*. Two lines have one pattern if one is the other, shifted
as a word of bits. A set M contains the pattern {0, 1, 2} from place p on if p is in

    M & M >> 1 & M >> 2

so a few shifts find all places from which it does, and a mask of places at which a line begins
decides. Of 44 goals of Teeko there are five patterns.

A pattern that consists of two copies of a smaller one, d places apart, takes one shift more than
that: if S is found for {0, 1}, then S & S >> 2 is found for {0, 1, 2, 3}.

On a board of at most ten places a lookup table has the result for every set.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import attrs

SHIFT, TEST, LOOKED_UP = 2, 2, 3
"""Instructions for a shift, for the test of a pattern, and for a line that is looked up."""
MOST_LISTED = 10
"""Greatest number of places of a board with a lookup table."""

Offsets = frozenset[int]


@attrs.frozen
class Pattern:
    """Lines that differ by a shift."""

    shifts: tuple[int, ...]
    """Shifts of what has been found so far, each combined with it."""
    begins: int
    """Word of the first places of the lines."""

    def found_in(self, men: int) -> bool:
        """Return True if a set contains one of the lines.

        >>> Pattern((1, 1), 0b1001).found_in(0b111000), Pattern((1, 1), 0b1001).found_in(0b11100)
        (True, False)
        """
        for shift in self.shifts:
            men &= men >> shift
        return men & self.begins != 0


def patterns_of(lines: Sequence[int]) -> tuple[Pattern, ...] | None:
    """Return the patterns of lines, or ``None`` if it takes less to look the lines up.

    >>> rows, columns = [0b000111, 0b111000], [0b001001, 0b010010, 0b100100]
    >>> patterns_of(rows + columns)
    (Pattern(shifts=(1, 1), begins=9), Pattern(shifts=(3,), begins=7))
    """
    begins: dict[Offsets, int] = {}
    for line in lines:
        if not line:
            return None  # it has no first place
        offsets = frozenset(place for place in range(line.bit_length()) if line >> place & 1)
        first = min(offsets)
        pattern = frozenset(place - first for place in offsets)
        begins[pattern] = begins.get(pattern, 0) | 1 << first
    found = []
    for pattern, word in begins.items():
        shifts = _shifts_to(pattern)
        if shifts is None:
            return None
        found.append(Pattern(shifts, word))
    cost = sum(TEST + SHIFT * len(each.shifts) for each in found)
    return tuple(found) if cost <= LOOKED_UP * len(lines) else None


@cache
def _shifts_to(pattern: Offsets) -> tuple[int, ...] | None:
    """Return the fewest shifts that find a pattern, or ``None`` if it is not made of copies."""
    if len(pattern) == 1:
        return ()
    ways = []
    for shift in pattern - {0}:
        part = frozenset(offset for offset in pattern if offset + shift in pattern)
        if part | {offset + shift for offset in part} == pattern:
            shifts = _shifts_to(part)
            if shifts is not None:
                ways.append((*shifts, shift))
    return min(ways, key=lambda way: (len(way), way), default=None)


def listed(lines: Sequence[int], places: int) -> list[int]:
    """Return a list with 1 for each set of places that contains a line, else 0.

    >>> listed([0b011, 0b110], 3)
    [0, 0, 0, 1, 0, 0, 1, 1]
    """
    return [int(any(line & men == line for line in lines)) for men in range(1 << places)]
