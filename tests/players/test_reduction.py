"""Equations of chances solved by eliminating one unknown after the other."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamesolver.players import linear as linear_floats
from gamesolver.players.linear import Equations, solve_by_reduction, solve_exactly, solve_in_floats
from tests.support.scale import scaled


def listed(matrix):
    """Return the entries of a matrix, row by row."""
    return [(row, column, int(matrix[row, column])) for row, column in np.argwhere(matrix)]


def exactly(matrix, side):
    """Return the solution of the equations, in fractions."""
    rows, columns = np.nonzero(matrix)
    equations = Equations(len(matrix), rows, columns, matrix[rows, columns])
    (found,) = solve_exactly(equations, [[Fraction(int(each)) for each in side]])
    return found


@settings(max_examples=scaled(80, 800))
@given(st.integers(1, 20), st.integers(0, 2**32), st.booleans())
def test_as_exact_as_fractions(size, seed, by_row):
    """The unknowns are those of exact arithmetic, each to the last digits, by rows or columns."""
    luck = np.random.default_rng(seed)
    matrix = -luck.integers(0, 4, (size, size)) * (luck.random((size, size)) < 0.3)
    np.fill_diagonal(matrix, 0)
    out = luck.integers(0, 2, size)
    out[luck.integers(size)] = 1
    matrix -= np.eye(size, k=1, dtype=int) + np.eye(size, k=-1, dtype=int)  # all in one part
    matrix += np.diag(out - matrix.sum(axis=1))
    matrix = matrix if by_row else matrix.T
    side = luck.integers(0, 5, size)
    (found,) = solve_by_reduction(size, listed(matrix), [side.tolist()], 10**6)
    for one, other in zip(found, exactly(matrix, side), strict=True):
        assert one == pytest.approx(float(other), rel=1e-15)


def test_a_chance_to_leave_that_floats_cannot_see():
    """A cycle that is left with a chance of one in two thousand million is left for certain."""
    often = 2**31 - 1
    matrix = [(0, 0, often + 1), (0, 1, -often), (1, 1, often), (1, 0, -often)]
    assert solve_by_reduction(2, matrix, [[1, 0]], 99) == [[1, 1]]


def test_equations_of_another_kind_are_left_to_others():
    """Positive off-diagonal entries, or rows and columns with negative sums, give no answer."""
    assert solve_by_reduction(2, [(0, 0, 3), (0, 1, 1), (1, 1, 3)], [[1, 1]], 99) is None
    assert (
        solve_by_reduction(2, [(0, 0, 1), (0, 1, -2), (1, 0, -2), (1, 1, 1)], [[1, 1]], 99) is None
    )


def test_equations_without_a_single_solution():
    """Equations of a closed cycle without an exit have no answer."""
    round_again = [(0, 0, 1), (0, 1, -1), (1, 0, -1), (1, 1, 1)]
    assert solve_by_reduction(2, round_again, [[1, 0]], 99) is None


def test_no_number_at_all_is_no_solution(monkeypatch):
    """A method that results in NaN is skipped for the next one."""
    monkeypatch.setattr(linear_floats, "FEW_PRODUCTS", -1)
    monkeypatch.setattr(
        linear_floats, "_bicgstab", lambda *given: lambda side: np.full_like(side, np.nan)
    )
    equations = Equations(1, *(np.array([each]) for each in (0, 0, 4)))
    ((found, missing),) = solve_in_floats(equations, [np.array([1.0])])
    assert (found.tolist(), missing <= 1e-12) == ([0.25], True)


def test_too_many_entries_are_not_begun_with(monkeypatch):
    """Equations with too many entries are left to methods that need less memory."""
    monkeypatch.setattr(linear_floats, "MOST_ENTRIES", 3)
    monkeypatch.setattr(linear_floats, "solve_by_reduction", None)
    equations = Equations(
        2, *(np.array(each) for each in ([0, 0, 1, 1], [0, 1, 1, 0], [4, -1] * 2))
    )
    ((found, missing),) = solve_in_floats(equations, [np.array([1.0, 1.0])])
    assert found.tolist() == pytest.approx([1 / 3, 1 / 3])
    assert missing <= 1e-12


def test_too_many_products_are_given_up():
    """If more products are needed than allowed, there is no answer."""
    matrix = np.diag(np.full(6, 9)) - 1
    assert solve_by_reduction(6, listed(matrix), [[1] * 6], 25 + 16 + 9 + 4) is None
    assert solve_by_reduction(6, listed(matrix), [[1] * 6], 25 + 16 + 9 + 4 + 1) is not None
