"""Counts of positions as bars: for each remoteness one, in parts for win, draw and loss."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from gamesolver.colours import LOOKS
from gamesolver.telling import WORDS
from gamesolver.value import Outcome, Value

THINNEST = 0.4  # of a hundred: a single position is still to be seen


@attrs.frozen
class Bar:
    """One line of the counts: a number of plies, and how many positions of each value."""

    label: str
    counts: tuple[tuple[str, int], ...]
    parts: tuple[tuple[str, float, float], ...]
    """Of the bar: the value, where it begins and how long it is, in hundredths."""


def bars(counts: Mapping[Outcome, int]) -> list[Bar]:
    """The counts by remoteness, with bars in proportion to the longest."""
    rows = sorted({each.remoteness for each in counts}, key=lambda plies: (plies is None, plies))
    longest = max(
        sum(count for each, count in counts.items() if each.remoteness == row) for row in rows
    )
    return [_bar(counts, row, longest) for row in rows]


def _bar(counts: Mapping[Outcome, int], plies: int | None, longest: int) -> Bar:
    here = {each.value: count for each, count in counts.items() if each.remoteness == plies}
    numbers = tuple((WORDS[value], here.get(value, 0)) for value in LOOKS)
    parts, left = [], 0.0
    for value, count in numbers:
        if count:
            width = max(THINNEST, 100 * count / longest)
            parts.append((value, round(left, 2), round(width, 2)))
            left += width
    return Bar("endless" if plies is None else str(plies), numbers, tuple(parts))


def total(counts: Mapping[Outcome, int], value: Value) -> int:
    """How many positions have a value."""
    return sum(count for each, count in counts.items() if each.value is value)
