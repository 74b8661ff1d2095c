"""Linear equations with whole coefficients: solved exactly.

Chances on a loop obey as many equations as it has nodes. A few hundred of them are solved in
fractions; more than that in floats (see ``linear_floats``).

**The method.** Elimination in fractions drowns in their digits. Dixon's way
does the elimination once, modulo a prime p of 31 bits, and has then one digit of every
unknown for each product with the inverse, to the base p: of ``A x = b`` the first digit is
``x0 = A^-1 b mod p``, and the rest solves ``A x' = (b - A x0) / p``. Cramer's rule says how
large numerators and denominators can be at most, hence how many digits tell them (Hadamard's
bound: a determinant is at most the product of the lengths of its columns). Then
Euclid's algorithm, stopped half-way, finds the one fraction with these digits.

**Source**: J. D. Dixon, Exact solution of linear equations using p-adic expansions,
Numerische Mathematik 40 (1982), 137-141.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt, lcm

import attrs
import numpy as np
import numpy.typing as npt

Whole = npt.NDArray[np.int64]

PRIMES = (2**31 - 1, 2**31 - 19, 2**31 - 61, 2**31 - 69)


@attrs.frozen(eq=False)
class Equations:
    """A square matrix of whole numbers, by its entries: those of one place are added up."""

    size: int
    rows: Whole
    columns: Whole
    entries: Whole

    def dense(self) -> Whole:
        """The matrix itself."""
        matrix = np.zeros((self.size, self.size), np.int64)
        np.add.at(matrix, (self.rows, self.columns), self.entries)
        return matrix


def solve_exactly(
    equations: Equations, sides: Sequence[Sequence[Fraction]]
) -> list[list[Fraction]]:
    """What solves the equations, for each of several right-hand sides.

    >>> twice = Equations(1, *(np.array([each]) for each in (0, 0, 2)))
    >>> solve_exactly(twice, [[Fraction(1)], [Fraction(1, 3)]])
    [[Fraction(1, 2)], [Fraction(1, 6)]]
    """
    matrix = equations.dense()
    prime, inverse = _inverse(matrix)
    lengths = [isqrt(int(each)) + 1 for each in (matrix * matrix).sum(axis=0)]
    largest = _product(lengths)
    return [_lift(matrix, prime, inverse, largest, side) for side in sides]


def _lift(
    matrix: Whole, prime: int, inverse: Whole, largest: int, side: Sequence[Fraction]
) -> list[Fraction]:
    """The solution for one side, digit by digit."""
    scale = lcm(*(each.denominator for each in side))
    rest = np.array([int(each * scale) for each in side], dtype=object)
    numerators = largest * (isqrt(sum(each * each for each in rest.tolist())) + 1)
    unknowns, weight = [0] * len(side), 1
    while weight <= 2 * largest * numerators:
        remainders = (rest % prime).astype(np.int64)
        digits = (inverse * remainders % prime).sum(axis=1) % prime
        for place, digit in enumerate(digits.tolist()):
            unknowns[place] += digit * weight
        rest = (rest - (matrix @ digits).astype(object)) // prime
        weight *= prime
    return [each / scale for each in _fractions(unknowns, weight, numerators)]


def _fractions(unknowns: list[int], modulus: int, numerators: int) -> list[Fraction]:
    """The fractions that leave these remainders; most share one denominator."""
    found, denominator = [], 1
    for unknown in unknowns:
        rest = unknown * denominator % modulus
        rest = rest - modulus if 2 * rest > modulus else rest
        if abs(rest) > numerators:
            rest, factor = _half_way(unknown * denominator % modulus, modulus, numerators)
            denominator *= factor
        found.append(Fraction(rest, denominator))
    return found


def _half_way(rest: int, modulus: int, numerators: int) -> tuple[int, int]:
    """Euclid's algorithm, stopped at the first remainder that may be a numerator."""
    before, here, factor_before, factor = modulus, rest, 0, 1
    while here > numerators:
        quotient = before // here
        before, here = here, before - quotient * here
        factor_before, factor = factor, factor_before - quotient * factor
    return (here, factor) if factor > 0 else (-here, -factor)


def _inverse(matrix: Whole) -> tuple[int, Whole]:
    """A prime, and the inverse modulo it; a prime in a thousand million divides a determinant."""
    for prime in PRIMES:
        inverse = _inverse_modulo(matrix % prime, prime)
        if inverse is not None:
            return prime, inverse
    raise ZeroDivisionError("the equations have no single solution")


def _inverse_modulo(matrix: Whole, prime: int) -> Whole | None:
    """By Gauss and Jordan, the inverse growing where the matrix was."""
    size = len(matrix)
    both = np.concatenate([matrix, np.eye(size, dtype=np.int64)], axis=1)
    for here in range(size):
        below = np.flatnonzero(both[here:, here])
        if not below.size:
            return None
        if below[0]:
            both[[here, here + below[0]]] = both[[here + below[0], here]]
        right = slice(here, None)  # left of it is the unit already
        both[here, right] = both[here, right] * pow(int(both[here, here]), -1, prime) % prime
        factors = both[:, here].copy()
        factors[here] = 0
        others = np.flatnonzero(factors)
        product = factors[others, None] * both[here, right]
        both[others, right] = (both[others, right] - product) % prime
    return both[:, size:]


def _product(numbers: list[int]) -> int:
    product = 1
    for each in numbers:
        product *= each
    return product
