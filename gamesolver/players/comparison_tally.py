"""Counts of the pairs of outcomes in two tables.

Outcomes are counted by their entries. Tables of games with scores have entries of different forms.
They are counted in a form that is wide enough for the scores of both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs
import numpy as np

from gamesolver.kernels.codes import ENDLESS, PENDING
from gamesolver.kernels.score_entries import ScoreForm
from gamesolver.rules.guard import Rules
from gamesolver.solution import Solution
from gamesolver.system.columns import Columns
from gamesolver.tables.entries import VALUES, Coding
from gamesolver.value import Outcome

MOST_BINS = 1 << 18
MOST_ENTRY = 1 << 31
"""Two entries below make one number of a word."""


Pair = tuple[Outcome | None, Outcome | None]
"""Outcomes of a position in both games, ``None`` if the position is absent."""


@attrs.frozen(eq=False)
class ComparedSolution:
    """One of two solutions, with the coding of outcomes as entries that both share."""

    solution: Solution[Any, Any]
    coding: Coding

    def entries(self, outcomes: Iterable[Outcome]) -> Columns:
        """Return the entries of several outcomes."""
        return np.fromiter(map(self.coding.entry_for, outcomes), np.int64)

    def probed(self, positions: Iterable[Any]) -> Columns:
        """Return the entries of positions, ``PENDING`` if a position is unknown."""
        labels = self.solution._table.probe_labels(positions, self.solution.get)
        return np.where(labels.are_pending, PENDING, self.coding.entries_of(labels))

    def recoded(self, entries: Columns, coding: Coding) -> Columns:
        """Return entries of another ``coding`` as those of this side. Unused ones are unchanged."""
        if coding.form == self.coding.form:
            return entries
        return np.where(
            entries < ENDLESS, entries, self.coding.entries_of(coding.labels_of(entries))
        )


def sides(
    one: Solution[Any, Any], other: Solution[Any, Any]
) -> tuple[ComparedSolution, ComparedSolution]:
    """Return two solutions to compare, with a coding that is wide enough for both."""
    all_rules = Rules(one.game), Rules(other.game)
    if any(rules.is_scored or rules.payoff for rules in all_rules):
        points = [each.points for solution in (one, other) for each in solution.counts()]
        least, most = min(points), max(points)
        form = ScoreForm(False, most - least + 1, least, payoff=0, has_endless=True)
    else:
        form = VALUES.form
    one_side, other_side = (Coding(form, rules.is_scored) for rules in all_rules)
    return ComparedSolution(one, one_side), ComparedSolution(other, other_side)


@attrs.define(eq=False)
class PairCounts:
    """Number of positions for each pair of outcomes, and examples of changed values."""

    most: int
    """Examples of each change."""
    one: ComparedSolution
    other: ComparedSolution
    counts: Counter[Pair] = attrs.field(factory=Counter)
    examples: dict[tuple[Any, Any], list[Any]] = attrs.field(factory=dict)
    """Positions of the first game, by the two values."""

    def add(self, entries: Columns, others: Columns, positions: Any) -> None:
        """Count pairs of entries. ``positions(place)`` returns the position at an index."""
        kinds, (entries, others) = _in_few_bits(entries, others)
        wide = int(max(entries.max(initial=0), others.max(initial=0))) + 1
        codes = entries.astype(np.int64) * wide + others.astype(np.int64)
        for code, count in _counted(codes, wide * wide):
            one, other = map(kinds, divmod(code, wide))
            pair = self.one.coding.outcome_of(one), self.other.coding.outcome_of(other)
            self.counts[pair] += count
            self._keep(pair, codes, code, positions)

    def _keep(self, pair: Pair, codes: Columns, code: int, positions: Any) -> None:
        """Store the first positions of a pair whose value changes."""
        if pair[0] is None or pair[1] is None or pair[0].value is pair[1].value:
            return
        kept = self.examples.setdefault((pair[0].value, pair[1].value), [])
        if len(kept) < self.most:
            places = np.flatnonzero(codes == code)[: self.most - len(kept)]
            kept += [positions(place) for place in places.tolist()]


def _in_few_bits(*columns: Columns) -> tuple[Callable[[int], int], list[Columns]]:
    """Return columns of small entries, and the function from such an entry to the original one."""
    if max(int(entries.max(initial=0)) for entries in columns) < MOST_ENTRY:
        return int, list(columns)
    kinds = np.unique(np.concatenate(columns))
    return kinds.item, [kinds.searchsorted(entries) for entries in columns]


def _counted(codes: Columns, most: int) -> Iterator[tuple[int, int]]:
    """Yield each number that occurs with its count. All numbers are below ``most``."""
    if most > MOST_BINS:
        numbers, times = np.unique(codes, return_counts=True)
    else:
        bins = np.bincount(codes, minlength=1)
        numbers = np.flatnonzero(bins)
        times = bins[numbers]
    return zip(numbers.tolist(), times.tolist(), strict=True)
