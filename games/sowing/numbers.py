"""Numbering of the ways to lay seeds into houses; ways with the fewest seeds come first.

**The method.** Count the seeds house by house. If the first i houses have s seeds, then
C(s + i - 1, i) ways come before those with this number, for any i. The number is the sum of these.
So numbers have no gaps, and ways with s seeds or fewer in i houses have the numbers below
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

from gamesolver import Game, InvalidArgumentError

Seeds = tuple[int, ...]
"""The seeds in each house, first those of the player to move."""

MOST_WAYS = 2**62
"""Greatest number of ways to lay the seeds that fits, together with the player to move."""

MOST_OF_BOTH = 62
"""With more seeds and more houses there are too many ways: one more of both doubles the number."""


def ways_to_lay(most: int, houses: int) -> int:
    """Return the number of ways to lay up to this number of seeds into these houses.

    >>> ways_to_lay(2, 2)  # none; one, in either; two in one of them, or one in each
    6
    """
    return comb(most + houses, houses)


def ways_before(seeds: int, houses: int) -> int:
    """Return the number of ways to lay fewer seeds into these houses."""
    return comb(seeds + houses - 1, houses) if seeds else 0


def number_of_seeds(seeds: Seeds) -> int:
    """Return the number of the seeds in the houses.

    >>> number_of_seeds((1, 0, 0, 2))
    18
    """
    counted = enumerate(accumulate(seeds), start=1)
    return sum(ways_before(count, house) for house, count in counted)


def seeds_of_number(number: int, houses: int, most: int) -> Seeds:
    """Return the seeds in these houses, given their number; ``most`` in all, or fewer.

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
    """Return the seeds of some houses, from their number."""
    return max(count for count in range(most + 1) if ways_before(count, house) <= number)


# ── what is refused ───────────────────────────────────────────────────────────────────────────────


def require_room(what: str, plain: str, seeds: int, houses: int) -> None:
    """Raise unless the numbers of a game fit. For very many seeds the ways are not counted."""
    if min(seeds, houses) > MOST_OF_BOTH or ways_to_lay(seeds, houses) > MOST_WAYS:
        raise InvalidArgumentError(
            f"bad {what}: expected at most 2^62 ways to lay the seeds; take fewer of them, or "
            f"games.sowing.plain.{plain} for more"
        )


def require_laid(game: Game[int, int], position: int, number: int, ways: int) -> None:
    """Raise unless a position of a game is the number of a way to lay its seeds."""
    if not isinstance(position, int) or not 0 <= number < ways:
        raise InvalidArgumentError(
            f"no position {position!r} of {game!r}: expected a number that parse returns"
        )
