"""Two tables laid side by side: how often which outcome meets which.

Positions are canonical ones of the first game, and those of the second that no position of
the first is carried to. Two compiled games that number their positions by the same functions
have the same slots: then ``compare_slots`` compares their cells, and nothing is looked up.
Else the positions of the first are carried over and probed in the second, some thousand at
a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import attrs
import numpy as np

from gamesolver.cell_codes import PENDING
from gamesolver.cells import cell_for, outcome_of
from gamesolver.labels import Columns
from gamesolver.players.compare_translation import Translation
from gamesolver.progress import Reporter
from gamesolver.rules import Rules
from gamesolver.solution import Solution
from gamesolver.value import Outcome

POSITIONS_A_CHUNK = 1 << 16
MOST_BINS = 1 << 18

Pair = tuple[Outcome | None, Outcome | None]
"""The outcomes of one position in either game; ``None`` where it is not there."""


@attrs.define(eq=False)
class Tally:
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


def tally(translation: Translation, most: int, report: Reporter) -> Tally:
    """Everything counted."""
    one, other = translation.one, translation.other
    counted = Tally(most)
    if translation.is_identity:
        from gamesolver.players.compare_slots import count_by_slot, same_slots

        if same_slots(one, other):
            count_by_slot(one, other, counted, report)
            return counted
    met = _count_carried(translation, counted, report)
    _count_alone(translation, counted, met, report)
    return counted


def _count_carried(translation: Translation, counted: Tally, report: Reporter) -> set[Any]:
    """Count the positions of the first game; those of the second that they are carried to.

    Where positions are the same in both nobody needs to remember them.
    """
    one, other = translation.one, translation.other
    met: set[Any] = set()
    rules: Rules[Any, Any] = Rules(other.game)
    for done, positions, cells in _chunks(one):
        carried = translation.many(positions)
        others = _probed(other, carried)
        counted.add(cells, others, positions.__getitem__)
        if not translation.is_identity:
            known = np.flatnonzero(others != PENDING).tolist()
            met.update(rules.canonical(carried[place]) for place in known)
        report("compare", done, len(one) + len(other))
    return met


def _count_alone(translation: Translation, counted: Tally, met: set[Any], report: Reporter) -> None:
    """Count the positions of the second game that none of the first is carried to."""
    one, other = translation.one, translation.other
    for done, positions, cells in _chunks(other):
        if translation.is_identity:
            are_alone = _probed(one, positions) == PENDING
        else:
            are_alone = np.array([each not in met for each in positions])
        alone = cells[are_alone]
        counted.add(np.full(len(alone), PENDING), alone, positions.__getitem__)
        report("compare", len(one) + done, len(one) + len(other))


def _chunks(solution: Solution[Any, Any]) -> Iterator[tuple[int, list[Any], Columns]]:
    """How many there are so far, some positions, and their cells."""
    items, done = solution._table.items(), 0
    while part := list(islice(items, POSITIONS_A_CHUNK)):
        done += len(part)
        cells = np.fromiter((cell_for(outcome) for _, outcome in part), np.int64, len(part))
        yield done, [position for position, _ in part], cells


def _probed(solution: Solution[Any, Any], positions: Iterable[Any]) -> Columns:
    """The cells of positions, pending where they are not known."""
    return solution._table.probe(positions, solution.get)
