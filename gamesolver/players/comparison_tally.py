"""How often which outcome of one table meets which of another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import attrs
import numpy as np

from gamesolver.system.columns import Columns
from gamesolver.tables.cells import outcome_of
from gamesolver.value import Outcome

MOST_BINS = 1 << 18


Pair = tuple[Outcome | None, Outcome | None]
"""The outcomes of one position in either game; ``None`` where it is not there."""


@attrs.define(eq=False)
class PairCounts:
    """How many positions have which pair of outcomes, and the first few whose value changes."""

    most: int
    """Examples of each change."""
    counts: Counter[Pair] = attrs.field(factory=Counter)
    examples: dict[tuple[Any, Any], list[Any]] = attrs.field(factory=dict)
    """By the two values, positions of the first game."""

    def add(self, cells: Columns, others: Columns, positions: Any) -> None:
        """Count pairs of cells; ``positions(place)`` is the one in some place."""
        wide = int(max(cells.max(initial=0), others.max(initial=0))) + 1
        codes = cells.astype(np.int64) * wide + others.astype(np.int64)
        for code, count in _counted(codes, wide * wide):
            one, other = divmod(code, wide)
            pair = outcome_of(one), outcome_of(other)
            self.counts[pair] += count
            self._keep(pair, codes, code, positions)

    def _keep(self, pair: Pair, codes: Columns, code: int, positions: Any) -> None:
        """Keep the first positions of a pair whose value changes."""
        if pair[0] is None or pair[1] is None or pair[0].value is pair[1].value:
            return
        kept = self.examples.setdefault((pair[0].value, pair[1].value), [])
        if len(kept) < self.most:
            places = np.flatnonzero(codes == code)[: self.most - len(kept)]
            kept += [positions(place) for place in places.tolist()]


def _counted(codes: Columns, most: int) -> Iterator[tuple[int, int]]:
    """Each number that there is, and how often; all are below ``most``."""
    if most > MOST_BINS:
        numbers, times = np.unique(codes, return_counts=True)
    else:
        bins = np.bincount(codes, minlength=1)
        numbers = np.flatnonzero(bins)
        times = bins[numbers]
    return zip(numbers.tolist(), times.tolist(), strict=True)
