"""How often which outcome of one table meets which of another.

Outcomes are counted by their cells. Tables of games with scores have cells of their own, as wide
as the scores of each; they are counted by cells that have room for the scores of both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs
import numpy as np

from gamesolver.kernels.codes import ENDLESS, PENDING, ScoreForm
from gamesolver.rules.guard import Rules
from gamesolver.solution import Solution
from gamesolver.system.columns import Columns
from gamesolver.tables.cells import VALUES, Coding
from gamesolver.value import Outcome

MOST_BINS = 1 << 18
MOST_CELL = 1 << 31
"""Two cells below make one number of a word."""


Pair = tuple[Outcome | None, Outcome | None]
"""The outcomes of one position in either game; ``None`` where it is not there."""


@attrs.frozen(eq=False)
class ComparedSolution:
    """One of two solutions, and how its outcomes become cells: as those of the other."""

    solution: Solution[Any, Any]
    coding: Coding

    def cells(self, outcomes: Iterable[Outcome]) -> Columns:
        """The cells of several outcomes."""
        return np.fromiter(map(self.coding.cell_for, outcomes), np.int64)

    def probed(self, positions: Iterable[Any]) -> Columns:
        """The cells of positions, ``PENDING`` where they are not known."""
        labels = self.solution._table.probe_labels(positions, self.solution.get)
        return np.where(labels.are_pending, PENDING, self.coding.cells_of(labels))

    def recoded(self, cells: Columns, coding: Coding) -> Columns:
        """Cells of a table's own ``coding`` as cells of this side; holes stay what they are."""
        if coding.form == self.coding.form:
            return cells
        return np.where(cells < ENDLESS, cells, self.coding.cells_of(coding.labels_of(cells)))


def sides(
    one: Solution[Any, Any], other: Solution[Any, Any]
) -> tuple[ComparedSolution, ComparedSolution]:
    """Two solutions, with cells that have room for what either says."""
    all_rules = Rules(one.game), Rules(other.game)
    if any(rules.is_scored or rules.worth for rules in all_rules):
        points = [each.points for solution in (one, other) for each in solution.counts()]
        least, most = min(points), max(points)
        form = ScoreForm(False, most - least + 1, least, worth=0, has_endless=True)
    else:
        form = VALUES.form
    one_side, other_side = (Coding(form, rules.is_scored) for rules in all_rules)
    return ComparedSolution(one, one_side), ComparedSolution(other, other_side)


@attrs.define(eq=False)
class PairCounts:
    """How many positions have which pair of outcomes, and the first few whose value changes."""

    most: int
    """Examples of each change."""
    one: ComparedSolution
    other: ComparedSolution
    counts: Counter[Pair] = attrs.field(factory=Counter)
    examples: dict[tuple[Any, Any], list[Any]] = attrs.field(factory=dict)
    """By the two values, positions of the first game."""

    def add(self, cells: Columns, others: Columns, positions: Any) -> None:
        """Count pairs of cells; ``positions(place)`` is the one in some place."""
        kinds, (cells, others) = _in_few_bits(cells, others)
        wide = int(max(cells.max(initial=0), others.max(initial=0))) + 1
        codes = cells.astype(np.int64) * wide + others.astype(np.int64)
        for code, count in _counted(codes, wide * wide):
            one, other = map(kinds, divmod(code, wide))
            pair = self.one.coding.outcome_of(one), self.other.coding.outcome_of(other)
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


def _in_few_bits(*columns: Columns) -> tuple[Callable[[int], int], list[Columns]]:
    """Return columns of cells two of which fit into a word, and what gives each its cell."""
    if max(int(cells.max(initial=0)) for cells in columns) < MOST_CELL:
        return int, list(columns)
    kinds = np.unique(np.concatenate(columns))
    return kinds.item, [kinds.searchsorted(cells) for cells in columns]


def _counted(codes: Columns, most: int) -> Iterator[tuple[int, int]]:
    """Each number that there is, and how often; all are below ``most``."""
    if most > MOST_BINS:
        numbers, times = np.unique(codes, return_counts=True)
    else:
        bins = np.bincount(codes, minlength=1)
        numbers = np.flatnonzero(bins)
        times = bins[numbers]
    return zip(numbers.tolist(), times.tolist(), strict=True)
