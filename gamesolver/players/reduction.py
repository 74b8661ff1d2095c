"""Linear equations of chances solved without a subtraction, however long play is.

Where play goes round a thousand times before it ends, the chance to leave is a tiny difference
of great numbers, and ordinary elimination loses it. *State reduction* never takes
differences: one unknown after the other is put into the equations of the others, and what
stands on the diagonal is each time added up from what it must be, all other entries of its row
(or column) and what leads out of the equations. Sums, products and quotients of numbers
that are not negative lose no digits. They are taken here with fifty digits and exponents
without bounds, so that what comes out is right to the last digit of a float: of n unknowns each
is off by a factor of some n^2 roundings at most.

It works where few unknowns are tied to each other at a time. The one with the fewest ties goes
first (Markowitz), and when more products are needed than allowed there is no answer.

**Sources**: W. K. Grassmann, M. I. Taksar, D. P. Heyman, Regenerative analysis and steady state
distributions for Markov chains, Operations Research 33 (1985), 1107-1116. C. A. O'Cinneide,
Entrywise perturbation theory and error analysis for Markov chains, Numerische Mathematik
65 (1993), 109-120.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from functools import lru_cache
from heapq import heapify, heappop, heappush

DIGITS = Context(prec=50, Emax=MAX_EMAX, Emin=MIN_EMIN)
NONE = Decimal(0)

Entry = tuple[int, int, int]
"""A row, a column and what is added there."""


def solve_by_reduction(
    size: int, entries: Iterable[Entry], sides: Sequence[Sequence[float]], most: int
) -> list[list[float]] | None:
    """What solves the equations for each side; ``None`` if not with ``most`` products at most.

    >>> halves = [(0, 0, 2), (0, 1, -1), (1, 1, 2), (1, 0, -1)]
    >>> solve_by_reduction(2, halves, [[1, 0]], most=10)
    [[0.6666666666666666, 0.3333333333333333]]
    """
    with localcontext(DIGITS):
        reduction = _Reduction(size, entries)
        if not (reduction.is_fit and reduction.reduce(most)):
            return None
        return [reduction.solve(side) for side in sides]


decimal = lru_cache(Decimal)  # nearly all entries are equal, and need no room of their own


class _Reduction:
    """The equations, an unknown less at each step. Entries have their signs taken off."""

    def __init__(self, size: int, entries: Iterable[Entry]) -> None:
        self.rows: list[dict[int, Decimal]] = [{} for _ in range(size)]
        self.columns: list[set[int]] = [set() for _ in range(size)]
        self.order: list[int] = []
        self.whole: list[Decimal] = [NONE] * size
        """What stands on the diagonal when an unknown goes."""
        self.before: list[list[tuple[int, Decimal]]] = [[] for _ in range(size)]
        """The rows that an unknown was put into, and how many times its own."""
        by_row, by_column, least = [0] * size, [0] * size, 0
        for row, column, entry in entries:
            by_row[row] += entry
            by_column[column] += entry
            if row != column:
                least = max(least, entry)
                own = self.rows[row]
                own[column] = own[column] - entry if column in own else decimal(-entry)
                self.columns[column].add(row)
        self.is_by_row = min(by_row) >= 0
        self.is_fit = least == 0 and (self.is_by_row or min(by_column) >= 0)
        self.out = [Decimal(each) for each in (by_row if self.is_by_row else by_column)]
        """What leads out of the equations, in each row or column."""

    def reduce(self, most: int) -> bool:
        """Take out one unknown after the other; ``False`` where that takes too many products."""
        rows, columns, products = self.rows, self.columns, 0
        ties = [(self._ties(each), each) for each in range(len(rows))]
        heapify(ties)
        while ties:
            count, here = heappop(ties)
            if self.whole[here] or count != self._ties(here):
                continue  # gone, or told again with other ties
            products += count
            if products > most or not self._take_out(here):
                return False
            for each in {*rows[here], *columns[here]}:
                heappush(ties, (self._ties(each), each))
        return True

    def _ties(self, here: int) -> int:
        return len(self.rows[here]) * len(self.columns[here])

    def _take_out(self, here: int) -> bool:
        """Put an unknown into the equations of the others; ``False`` if they do not tell it."""
        rows, columns, out = self.rows, self.columns, self.out
        row, above = rows[here], columns[here]
        ahead = row.values() if self.is_by_row else (rows[each][here] for each in above)
        whole = self.whole[here] = sum(ahead, out[here])
        if not whole:
            return False
        self.order.append(here)
        for each in above:
            factor = rows[each].pop(here) / whole
            self.before[here].append((each, factor))
            self._add(each, row, factor)
            if self.is_by_row:
                out[each] += factor * out[here]
        for each, entry in row.items():
            columns[each].discard(here)
            if not self.is_by_row:
                out[each] += entry / whole * out[here]
        return True

    def _add(self, row: int, other: dict[int, Decimal], factor: Decimal) -> None:
        """Add some times one row to another, but for the diagonal."""
        own = self.rows[row]
        for column, entry in other.items():
            if column in own:
                own[column] += factor * entry
            elif column != row:
                own[column] = factor * entry
                self.columns[column].add(row)

    def solve(self, side: Sequence[float]) -> list[float]:
        """The unknowns for one side, whose numbers all have one sign."""
        found = [Decimal(each) for each in side]
        for here in self.order:
            for each, factor in self.before[here]:
                found[each] += factor * found[here]
        for here in reversed(self.order):
            ahead = (entry * found[each] for each, entry in self.rows[here].items())
            found[here] = sum(ahead, found[here]) / self.whole[here]
        return [float(each) for each in found]
