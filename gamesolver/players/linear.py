"""Linear equations with integer coefficients, solved exactly or in floats.

The chances on a cycle satisfy one equation for each of its nodes. ``solve_exactly`` returns
fractions, for up to a few hundred nodes. The numbers in elimination by fractions grow too long.
FLINT instead computes the unknowns by p-adic expansion (Dixon), and reconstructs the fractions.

``solve_in_floats`` returns floats with a residual of at most ``RESIDUAL``. The residual
is computed from the integer coefficients in extended precision, and the system is solved again
for the remainder. The solver is scipy's BiCGSTAB, which needs memory for a few columns only. It
stalls if play is long. In this case, and if few products are needed, state reduction is used. If
that needs too many products, numpy's elimination is used, up to some thousands of unknowns.

``solve_by_reduction`` is *state reduction*, which never subtracts. If play repeats a
thousand times before it ends, the chance to leave is a tiny difference of large numbers, and
ordinary elimination loses it. State reduction substitutes one unknown after another into the
other equations. Each time it recomputes the diagonal as the sum of the other entries of the row
(or column) and the flow out of the system. Sums, products and quotients of non-negative numbers
lose no digits. They are computed with fifty digits and unbounded exponents. With n unknowns, each
result is off by a factor of some n^2 roundings at most. The method suits sparse systems. It
eliminates the unknown with the fewest ties first (Markowitz), and gives up if it needs more
products than allowed.

Sources: J. D. Dixon, Exact solution of linear equations using p-adic expansions,
Numerische Mathematik 40 (1982), 137-141. FLINT, the Fast Library for Number Theory, used through
python-flint. H. A. van der Vorst, Bi-CGSTAB, SIAM Journal on Scientific and Statistical
Computing 13 (1992), 631-644. W. K. Grassmann, M. I. Taksar, D. P. Heyman, Regenerative analysis
and steady state distributions for Markov chains, Operations Research 33 (1985), 1107-1116.
C. A. O'Cinneide, Entrywise perturbation theory and error analysis for Markov chains, Numerische
Mathematik 65 (1993), 109-120.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from heapq import heapify, heappop, heappush
from math import isqrt
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from gamesolver.errors import InvalidArgumentError, SizeLimitError

# ── linear equations with whole coefficients: solved exactly ────────────────────────────────────

Whole = npt.NDArray[np.int64]


@attrs.frozen(eq=False)
class Equations:
    """Square matrix of integers, given by entries. Entries with equal indices are added."""

    size: int
    rows: Whole
    columns: Whole
    entries: Whole

    def dense(self) -> Whole:
        """Return the dense matrix."""
        matrix = np.zeros((self.size, self.size), np.int64)
        np.add.at(matrix, (self.rows, self.columns), self.entries)
        return matrix

    def sparse(self) -> Any:
        """Return the matrix as a sparse scipy array."""
        try:
            from scipy.sparse import coo_array
        except ImportError as error:
            raise not_installed() from error
        shape = self.size, self.size
        return coo_array((self.entries, (self.rows, self.columns)), shape=shape).tocsr()


def solve_exactly(
    equations: Equations, sides: Sequence[Sequence[Fraction]]
) -> list[list[Fraction]]:
    """Return the exact solution for each of several right-hand sides.

    >>> twice = Equations(1, *(np.array([each]) for each in (0, 0, 2)))
    >>> solve_exactly(twice, [[Fraction(1)], [Fraction(1, 3)]])
    [[Fraction(1, 2)], [Fraction(1, 6)]]
    """
    try:
        from flint import fmpq, fmpq_mat, fmpz_mat
    except ImportError as error:
        raise not_installed() from error
    matrix = fmpq_mat(fmpz_mat(equations.dense().tolist()))
    wanted = [
        [fmpq(fraction.numerator, fraction.denominator) for fraction in side] for side in sides
    ]
    try:
        columns = matrix.solve(fmpq_mat(wanted).transpose()).transpose().tolist()
    except ZeroDivisionError as error:
        raise ZeroDivisionError("the equations have no single solution") from error
    return [[Fraction(int(number.p), int(number.q)) for number in column] for column in columns]


def not_installed() -> InvalidArgumentError:
    """Return the error for missing packages."""
    return InvalidArgumentError(
        "chances in games with cycles require python-flint and scipy: "
        'pip install "solved-games[odds]"'
    )


# ── linear equations with integer coefficients, solved in floats to a bounded residual ────────────

Floats = npt.NDArray[np.floating]

RESIDUAL = 1e-12
MOST_DENSE = 5_000
FEW_ENTRIES, MOST_ENTRIES = 6, 2_000_000  # of each unknown, and of all of them
FEW_PRODUCTS, MOST_PRODUCTS = 16, 10_000_000

Solver = Callable[[Floats], Floats]
"""Function that returns the unknowns for a right-hand side."""
Column = tuple[Floats, float]
"""Unknowns, and the sum of the absolute residuals of their equations."""


def solve_in_floats(equations: Equations, sides: Sequence[Floats]) -> list[Column]:
    """Return the solution and its residual, at most ``RESIDUAL``, for each side.

    >>> thrice = Equations(1, *(np.array([each]) for each in (0, 0, 3)))
    >>> [(found, missing)] = solve_in_floats(thrice, [np.array([1.0])])
    >>> float(found[0]), missing <= RESIDUAL
    (0.3333333333333333, True)
    """
    if len(equations.entries) <= FEW_ENTRIES * equations.size:
        easy = _reduced(equations, sides, FEW_PRODUCTS * equations.size)
        if easy:
            return easy
    matrix = equations.sparse()
    columns = [_corrected(_bicgstab(matrix), matrix, side) for side in sides]
    if _worst(columns) > RESIDUAL:
        columns = _reduced(equations, sides, MOST_PRODUCTS) or columns
    if _worst(columns) > RESIDUAL and equations.size <= MOST_DENSE:
        columns = [_corrected(_elimination(matrix), matrix, side) for side in sides]
    if _worst(columns) <= RESIDUAL:
        return columns
    raise SizeLimitError(
        f"a cycle of {equations.size} positions has odds with an error of "
        f"{_worst(columns):.1e}, above {RESIDUAL:g}: play takes too long to end; use match instead",
        equations.size,
    )


def _worst(columns: Sequence[Column]) -> float:
    return max(missing for _, missing in columns)


def _reduced(equations: Equations, sides: Sequence[Floats], most: int) -> list[Column] | None:
    """Return the solution by state reduction, exact up to rounding, or ``None``."""
    if len(equations.entries) > MOST_ENTRIES:
        return None  # they need a hundred bytes each
    entries = zip(
        *(array.tolist() for array in (equations.rows, equations.columns, equations.entries)),
        strict=True,
    )
    listed = [side.tolist() for side in sides]
    columns = solve_by_reduction(equations.size, entries, listed, most)
    rounding = float(np.finfo(float).eps)
    return None if columns is None else [(np.array(column), rounding) for column in columns]


def _corrected(solve: Solver, matrix: Any, side: Floats) -> Column:
    """Solve, and solve again for the residual as long as it shrinks."""
    unknowns: Floats = np.zeros(len(side), np.longdouble)
    rest: Floats = side.astype(np.longdouble)
    missing = float(np.abs(rest).sum())
    while missing > RESIDUAL:
        more = unknowns + solve(rest.astype(np.float64))
        left = side - matrix @ more
        last, now = missing, float(np.abs(left).sum())
        if not now < last:  # no better, or no number at all
            break
        unknowns, rest, missing = more, left, now
        if now > last / 2:
            break
    return unknowns, missing


def _elimination(matrix: Any) -> Solver:
    return np.linalg.inv(matrix.toarray().astype(np.float64)).__matmul__


def _bicgstab(matrix: Any) -> Solver:
    """Return BiCGSTAB with a diagonal preconditioner. It may be inexact, since it is corrected."""
    from scipy.sparse import diags_array
    from scipy.sparse.linalg import bicgstab

    floats, unscaled = matrix.astype(np.float64), diags_array(1 / matrix.diagonal())
    most = 10 * isqrt(matrix.shape[0]) + 1_000  # along a line it takes a step for each unknown

    def solve(side: Floats) -> Floats:
        unknowns: Floats
        unknowns, _ = bicgstab(floats, side, rtol=1e-14, atol=0.0, maxiter=most, M=unscaled)
        return unknowns

    return solve


# ── linear equations of chances solved without a subtraction, however long play is ──────────────

DIGITS = Context(prec=50, Emax=MAX_EMAX, Emin=MIN_EMIN)
NONE = Decimal(0)

Entry = tuple[int, int, int]
"""Row, column and value to add there."""


def solve_by_reduction(
    size: int, entries: Iterable[Entry], sides: Sequence[Sequence[float]], most: int
) -> list[list[float]] | None:
    """Return the solution for each side, or ``None`` if it takes more than ``most`` products.

    >>> halves = [(0, 0, 2), (0, 1, -1), (1, 1, 2), (1, 0, -1)]
    >>> solve_by_reduction(2, halves, [[1, 0]], most=10)
    [[0.6666666666666666, 0.3333333333333333]]
    """
    with localcontext(DIGITS):
        reduction = _Reduction(size, entries)
        if not (reduction.is_fit and reduction.reduce(most)):
            return None
        return [reduction.solve(side) for side in sides]


decimal = lru_cache(Decimal)  # nearly all entries are equal and share one object


class _Reduction:
    """Equations under elimination. Off-diagonal entries are stored without their signs."""

    def __init__(self, size: int, entries: Iterable[Entry]) -> None:
        self.rows: list[dict[int, Decimal]] = [{} for _ in range(size)]
        self.columns: list[set[int]] = [set() for _ in range(size)]
        self.order: list[int] = []
        self.whole: list[Decimal] = [NONE] * size
        """Diagonal entry of each unknown when it is eliminated."""
        self.before: list[list[tuple[int, Decimal]]] = [[] for _ in range(size)]
        """Rows into which an unknown was substituted, each with its factor."""
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
        self.out = [Decimal(total) for total in (by_row if self.is_by_row else by_column)]
        """Flow out of the system in each row or column."""

    def reduce(self, most: int) -> bool:
        """Eliminate all unknowns. Return False if that takes too many products."""
        rows, columns, products = self.rows, self.columns, 0
        ties = [(self._ties(unknown), unknown) for unknown in range(len(rows))]
        heapify(ties)
        while ties:
            count, here = heappop(ties)
            if self.whole[here] or count != self._ties(here):
                continue  # eliminated, or queued again with another number of ties
            products += count
            if products > most or not self._take_out(here):
                return False
            for neighbour in {*rows[here], *columns[here]}:
                heappush(ties, (self._ties(neighbour), neighbour))
        return True

    def _ties(self, here: int) -> int:
        return len(self.rows[here]) * len(self.columns[here])

    def _take_out(self, here: int) -> bool:
        """Substitute an unknown into the other equations. Return False if it is undetermined."""
        rows, columns, out = self.rows, self.columns, self.out
        row, above = rows[here], columns[here]
        ahead = row.values() if self.is_by_row else (rows[other][here] for other in above)
        whole = self.whole[here] = sum(ahead, out[here])
        if not whole:
            return False
        self.order.append(here)
        for other in above:
            factor = rows[other].pop(here) / whole
            self.before[here].append((other, factor))
            self._add(other, row, factor)
            if self.is_by_row:
                out[other] += factor * out[here]
        for other, entry in row.items():
            columns[other].discard(here)
            if not self.is_by_row:
                out[other] += entry / whole * out[here]
        return True

    def _add(self, row: int, other: dict[int, Decimal], factor: Decimal) -> None:
        """Add a multiple of one row to another, except on the diagonal."""
        own = self.rows[row]
        for column, entry in other.items():
            if column in own:
                own[column] += factor * entry
            elif column != row:
                own[column] = factor * entry
                self.columns[column].add(row)

    def solve(self, side: Sequence[float]) -> list[float]:
        """Return the unknowns for one side, whose numbers all have one sign."""
        unknowns = [Decimal(number) for number in side]
        for here in self.order:
            for other, factor in self.before[here]:
                unknowns[other] += factor * unknowns[here]
        for here in reversed(self.order):
            ahead = (entry * unknowns[other] for other, entry in self.rows[here].items())
            unknowns[here] = sum(ahead, unknowns[here]) / self.whole[here]
        return [float(unknown) for unknown in unknowns]
