"""Linear equations with whole coefficients, solved in floats to a residual one can trust.

The error is measured against the equations themselves, with the coefficients as the whole
numbers they are and in the longest floats the machine has, and what is left is solved for
again. The solver is BiCGSTAB, which needs no room beside a few columns. It gets stuck where play
is long in coming to an end. There, and wherever it takes few products, the unknowns are taken
out one by one without a subtraction (see ``reduction``). Where that takes too many products
numpy's elimination is left, up to some thousands of unknowns.

**Source**: H. A. van der Vorst, Bi-CGSTAB, SIAM Journal on Scientific and Statistical
Computing 13 (1992), 631-644.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isqrt

import numpy as np
import numpy.typing as npt

from gamesolver.errors import SizeLimitError
from gamesolver.players.linear import Equations
from gamesolver.players.reduction import solve_by_reduction

Floats = npt.NDArray[np.floating]

RESIDUAL = 1e-12
MOST_DENSE = 5_000
FEW_ENTRIES, MOST_ENTRIES = 6, 2_000_000  # of each unknown, and of all of them
FEW_PRODUCTS, MOST_PRODUCTS = 16, 10_000_000

Solver = Callable[[Floats], Floats]
"""Gives the unknowns for a right-hand side, or a product with the matrix."""
Column = tuple[Floats, float]
"""Unknowns, and the sum of what is missing in their equations."""


def solve_in_floats(equations: Equations, sides: Sequence[Floats]) -> list[Column]:
    """What solves the equations, and the sum of what is missing in each, at most ``RESIDUAL``.

    >>> thrice = Equations(1, *(np.array([each]) for each in (0, 0, 3)))
    >>> [(found, missing)] = solve_in_floats(thrice, [np.array([1.0])])
    >>> float(found[0]), missing <= RESIDUAL
    (0.3333333333333333, True)
    """
    if len(equations.entries) <= FEW_ENTRIES * equations.size:
        easy = _reduced(equations, sides, FEW_PRODUCTS * equations.size)
        if easy:
            return easy
    times = _times(equations)
    columns = [_corrected(_bicgstab(equations, times), times, side) for side in sides]
    if _worst(columns) > RESIDUAL:
        columns = _reduced(equations, sides, MOST_PRODUCTS) or columns
    if _worst(columns) > RESIDUAL and equations.size <= MOST_DENSE:
        columns = [_corrected(_elimination(equations), times, side) for side in sides]
    if _worst(columns) <= RESIDUAL:
        return columns
    raise SizeLimitError(
        f"a loop of {equations.size} positions leaves {_worst(columns):.1e} of the chances open, "
        f"and not {RESIDUAL:g}: play is too long in coming to an end; play a match instead",
        equations.size,
    )


def _worst(columns: Sequence[Column]) -> float:
    return max(missing for _, missing in columns)


def _reduced(equations: Equations, sides: Sequence[Floats], most: int) -> list[Column] | None:
    """By state reduction, right but for the rounding of the floats that it gives."""
    if len(equations.entries) > MOST_ENTRIES:
        return None  # they need a hundred bytes each
    entries = zip(
        *(each.tolist() for each in (equations.rows, equations.columns, equations.entries)),
        strict=True,
    )
    listed = [side.tolist() for side in sides]
    found = solve_by_reduction(equations.size, entries, listed, most)
    rounding = float(np.finfo(float).eps)
    return None if found is None else [(np.array(each), rounding) for each in found]


def _corrected(solve: Solver, times: Solver, side: Floats) -> Column:
    """Solve, and solve again for what is missing, as long as that helps."""
    found: Floats = np.zeros(len(side), np.longdouble)
    rest: Floats = side.astype(np.longdouble)
    missing = float(np.abs(rest).sum())
    while missing > RESIDUAL:
        more = found + solve(rest.astype(np.float64))
        left = side - times(more)
        last, now = missing, float(np.abs(left).sum())
        if not now < last:  # no better, or no number at all
            break
        found, rest, missing = more, left, now
        if now > last / 2:
            break
    return found, missing


def _elimination(equations: Equations) -> Solver:
    inverse = np.linalg.inv(equations.dense().astype(np.float64))
    return inverse.__matmul__


def _times(equations: Equations) -> Solver:
    """The product with the matrix, in whatever floats the column has."""
    order = np.argsort(equations.rows, kind="stable")
    entries, columns = equations.entries[order], equations.columns[order]
    firsts = np.searchsorted(equations.rows[order], np.arange(equations.size))
    return lambda column: np.add.reduceat(entries * column[columns], firsts)


def _bicgstab(equations: Equations, times: Solver) -> Solver:
    """BiCGSTAB with the diagonal taken out; it may fall short, for it is corrected after."""
    is_diagonal = equations.rows == equations.columns
    diagonal = np.zeros(equations.size)
    np.add.at(diagonal, equations.rows[is_diagonal], equations.entries[is_diagonal])

    def solve(side: Floats) -> Floats:
        found: Floats = np.zeros(equations.size)
        rest = side.copy()
        shadow, way = side.copy(), side.copy()
        fit = float(shadow @ rest)
        for _ in range(10 * isqrt(equations.size) + 100):
            forward = times(way / diagonal)
            step = fit / (shadow @ forward or 1.0)
            half = rest - step * forward
            sideways = times(half / diagonal)
            turn = (sideways @ half) / (sideways @ sideways or 1.0)
            found += (step * way + turn * half) / diagonal
            rest = half - turn * sideways
            if np.abs(rest).sum() <= 1e-14 * np.abs(side).sum() or not turn:
                break
            fit, last = float(shadow @ rest), fit
            if not last or not step:
                break
            way = rest + (fit / last) * (step / turn) * (way - turn * forward)
        return found

    return solve
