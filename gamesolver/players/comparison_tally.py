"""How often which outcome of one table meets which of another.

Outcomes are counted by their cells. Where a cell does not hold all of an outcome, in games with
scores, they are numbered as they are met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs
import numpy as np

from gamesolver.kernels.codes import PENDING
from gamesolver.rules.guard import Rules
from gamesolver.solution import Solution
from gamesolver.system.columns import Columns
from gamesolver.tables.cells import VALUES
from gamesolver.value import Outcome

MOST_BINS = 1 << 18


Pair = tuple[Outcome | None, Outcome | None]
"""The outcomes of one position in either game; ``None`` where it is not there."""


@attrs.frozen(eq=False)
class Coding:
    """Outcomes as whole numbers and back; ``PENDING`` stands for none."""

    code: Callable[[Outcome | None], int]
    outcome: Callable[[int], Outcome | None]
    is_by_cells: bool
    """Whether the numbers are those that tables have."""

    @classmethod
    def of(cls, *solutions: Solution[Any, Any]) -> Coding:
        """What serves for the outcomes of these solutions."""
        all_rules = [Rules(solution.game) for solution in solutions]
        if not any(rules.is_scored or rules.has_gains or rules.worth for rules in all_rules):
            return cls(VALUES.cell_for, VALUES.outcome_of, True)
        numbers: dict[Outcome | None, int] = {None: PENDING}
        outcomes: list[Outcome | None] = [None]

        def code(outcome: Outcome | None) -> int:
            number = numbers.setdefault(outcome, len(outcomes))
            if number == len(outcomes):
                outcomes.append(outcome)
            return number

        return cls(code, outcomes.__getitem__, False)

    def codes(self, outcomes: Iterable[Outcome | None]) -> Columns:
        """The numbers of several."""
        return np.fromiter(map(self.code, outcomes), np.int64)

    def probed(self, solution: Solution[Any, Any], positions: Iterable[Any]) -> Columns:
        """The numbers of the outcomes of positions, ``PENDING`` where they are not known."""
        if self.is_by_cells:
            return solution._table.probe(positions, solution.get)
        return self.codes(map(solution.get, positions))


@attrs.define(eq=False)
class PairCounts:
    """How many positions have which pair of outcomes, and the first few whose value changes."""

    most: int
    """Examples of each change."""
    coding: Coding
    counts: Counter[Pair] = attrs.field(factory=Counter)
    examples: dict[tuple[Any, Any], list[Any]] = attrs.field(factory=dict)
    """By the two values, positions of the first game."""

    def add(self, cells: Columns, others: Columns, positions: Any) -> None:
        """Count pairs of cells; ``positions(place)`` is the one in some place."""
        wide = int(max(cells.max(initial=0), others.max(initial=0))) + 1
        codes = cells.astype(np.int64) * wide + others.astype(np.int64)
        for code, count in _counted(codes, wide * wide):
            one, other = divmod(code, wide)
            pair = self.coding.outcome(one), self.coding.outcome(other)
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
