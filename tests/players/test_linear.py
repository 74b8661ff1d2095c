"""Exact solving of linear equations, with numbers of any size."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamesolver.players.linear import RESIDUAL, Equations, solve_exactly, solve_in_floats
from tests.support.scale import scaled


def entries_of(matrix):
    """Return the equations of a matrix, by its nonzero entries."""
    rows, columns = np.nonzero(matrix)
    return Equations(len(matrix), rows, columns, matrix[rows, columns])


def product(matrix, column):
    """Return the product of a matrix and a column, in fractions."""
    return [sum(int(a) * b for a, b in zip(row, column, strict=True)) for row in matrix]


@settings(max_examples=scaled(60, 600))
@given(st.integers(1, 25), st.integers(0, 2**32))
def test_the_solution_solves(size, seed):
    """The solution put into the equations gives the right-hand sides exactly."""
    luck = np.random.default_rng(seed)
    matrix = luck.integers(-9, 10, (size, size))
    matrix += np.diag(luck.integers(200, 999, size))  # keeps the determinant from being zero
    sides = [
        [Fraction(int(a), int(b)) for a, b in luck.integers(1, 10**6, (size, 2))] for _ in range(2)
    ]
    for side, found in zip(sides, solve_exactly(entries_of(matrix), sides), strict=True):
        assert product(matrix, found) == side


def test_rows_may_have_to_change_places():
    """A zero in the place of a pivot does no harm."""
    matrix = np.array([[0, 1, 0], [0, 0, 2], [3, 0, 0]])
    sides = [[Fraction(1), Fraction(1), Fraction(1)]]
    assert solve_exactly(entries_of(matrix), sides) == [
        [Fraction(1, 3), Fraction(1), Fraction(1, 2)]
    ]


def test_no_solution_is_an_error():
    """Equations without a single solution are refused."""
    with pytest.raises(ZeroDivisionError, match="no single solution"):
        solve_exactly(entries_of(np.array([[1, 1], [1, 1]])), [[Fraction(1), Fraction(2)]])


def test_floats_leave_next_to_nothing():
    """In floats the reported residual of all equations together is within the bound."""
    luck = np.random.default_rng(1)
    matrix = luck.integers(-3, 1, (200, 200)) + np.diag(np.full(200, 900))
    ((found, missing),) = solve_in_floats(entries_of(matrix), [np.ones(200)])
    assert missing <= RESIDUAL
    assert np.abs(matrix @ found - 1).sum() <= 1e-11
