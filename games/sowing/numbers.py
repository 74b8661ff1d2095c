"""The number of the seeds in the houses, among all ways to lay them; the fewest seeds come first.

**The method.** Count up the seeds, house by house: if there are s of them in the first i houses,
then C(s + i - 1, i) ways come before those that have so many, for any i, and the number is the sum
of these. So numbers run without a gap, and those of s seeds or fewer on i houses are those below
C(s + i, i). For the houses 1, 0, 0, 2:

    house       1   2   3   4
    seeds       1   0   0   2
    in all      1   1   1   3
    C(...)      1   1   1   15      number 18

**Source.** E. F. Beckenbach, *Applied Combinatorial Mathematics*, 1964, chapter 1.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from math import comb

Seeds = tuple[int, ...]
"""The seeds in each house, first those of the player to move."""

MOST_WAYS = 2**62
"""So many ways to lay the seeds have numbers that fit, with the player to move."""


def ways_before(seeds: int, houses: int) -> int:
    """The ways to lay fewer seeds than that into so many houses."""
    return comb(seeds + houses - 1, houses) if seeds else 0


def number_of_seeds(seeds: Seeds) -> int:
    """The number of the seeds in the houses.

    >>> number_of_seeds((1, 0, 0, 2))
    18
    """
    counted = enumerate(accumulate(seeds), start=1)
    return sum(ways_before(count, house) for house, count in counted)


def seeds_of_number(number: int, houses: int, most: int) -> Seeds:
    """The seeds in so many houses, if these have that number; ``most`` in all, or fewer.

    >>> seeds_of_number(18, 4, 8)
    (1, 0, 0, 2)
    """
    counted = [most]
    for house in range(houses, 0, -1):
        counted.append(_most_counted(number, house, counted[-1]))
        number -= ways_before(counted[-1], house)
    upwards = [0, *counted[:0:-1]]
    return tuple(after - before for before, after in pairwise(upwards))


def _most_counted(number: int, house: int, most: int) -> int:
    """How many seeds lie in so many houses, if these have that number."""
    return max(count for count in range(most + 1) if ways_before(count, house) <= number)
