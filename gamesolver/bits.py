"""Sets of places as the bits of a word: functions for compiled rules.

Bit ``place`` of a word is 1 if there is a man on that place. A word is a ``uint64``. All functions
here except the two that make tables are compiled, so that rules may call them.

A **permutation** of places, such as a symmetry of the board, is looked up a part of the word at a
time. :func:`permutation_tables` contains the image of each part, for all sets of men on it, and
:func:`permuted` combines the parts. A board of 25 squares takes three look-ups.

**The owners of the taken places** are a small number. :func:`gathered` numbers the taken places
and returns those of a player as bits. :func:`scattered` is the inverse. On most
processors each is one machine instruction.

**Sets of one size** are numbered in the order of their words: 0011, 0101, 0110, 1001, ... Men on
the places a < b < c have the number C(a, 1) + C(b, 2) + C(c, 3). :func:`counts_of_sets` has these
numbers, :func:`set_number` adds them up, and :func:`set_at` is its inverse.

>>> turn = [2, 5, 8, 1, 4, 7, 0, 3, 6]  # where each square of a 3 by 3 board goes
>>> tables = permutation_tables([range(9), turn])
>>> bin(permuted(np.uint64(0b000_000_011), tables, 1))
'0b100100'
>>> sets = counts_of_sets(9, 3)
>>> print(set_number(np.uint64(0b000_010_011), sets), bin(set_at(4, 3, sets)), sets[9, 3])
4 0b10011 84
>>> print(count_bits(np.uint64(0b1101)), lowest_place(np.uint64(0b1100)), lowest_bit(np.uint64(12)))
3 2 4
>>> taken = np.uint64(0b10_0110_0100)
>>> mine = gathered(np.uint64(0b10_0000_0100), taken)  # the first and the last of the four
>>> print(bin(mine), bin(scattered(mine, taken)))
0b1001 0b1000000100
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from gamesolver.arguments import is_count, whole
from gamesolver.errors import InvalidArgumentError
from gamesolver.kernels.deferring import njit
from gamesolver.kernels.intrinsics import gather_bits, ones, scatter_bits
from gamesolver.texts import spelled

__all__ = [
    "count_bits",
    "counts_of_sets",
    "gathered",
    "lowest_bit",
    "lowest_place",
    "permutation_tables",
    "permuted",
    "scattered",
    "set_at",
    "set_number",
]

PLACES = 64
WIDEST = 10  # places that one look-up permutes, at most: 1,024 entries
ZERO, ONE = np.uint64(0), np.uint64(1)


# ── one word ────────────────────────────────────────────────────────────────────────────────────


@njit(cache=True)
def count_bits(word):
    """Return the number of set bits, as an ``int64``.

    Parameters
    ----------
    word
        A set of places.

    Returns
    -------
    int64
        The count, 0 to 64.
    """
    return ones(word)


@njit(cache=True)
def lowest_bit(word):
    """Return the lowest bit that is set, alone in its word; 0 if there is none.

    Parameters
    ----------
    word
        A set of places.

    Returns
    -------
    uint64
        A word of one bit or of none.
    """
    return word & ~(word - ONE)


@njit(cache=True)
def lowest_place(word):
    """Return the place of the lowest bit that is set, as an ``int64``; 64 if there is none.

    Parameters
    ----------
    word
        A set of places.

    Returns
    -------
    int64
        The place, 0 to 64.
    """
    return count_bits(lowest_bit(word) - ONE)


@njit(cache=True)
def gathered(word, places):
    """Return the bits of a word on these places, packed: bit k is the bit on the k-th place.

    Other bits of the word are left out.

    Parameters
    ----------
    word
        A set of places.
    places
        The places, the lowest first.

    Returns
    -------
    uint64
        As many bits as there are places, from bit 0 on.
    """
    return gather_bits(np.uint64(word), np.uint64(places))


@njit(cache=True)
def scattered(word, places):
    """Return the bits of a word moved to these places, bit k to the k-th. Inverse of ``gathered``.

    Bits beyond the number of places are left out.

    Parameters
    ----------
    word
        A bit for each place, from bit 0 on.
    places
        The places, the lowest first.

    Returns
    -------
    uint64
        A set of some of the places.
    """
    return scatter_bits(np.uint64(word), np.uint64(places))


# ── permutations of places ──────────────────────────────────────────────────────────────────────


def permutation_tables(permutations: Iterable[Sequence[int]]) -> npt.NDArray[Any]:
    """Return the tables by which :func:`permuted` permutes a word.

    Parameters
    ----------
    permutations
        For each permutation the place to which each place goes; one or more, all of the same
        places, 64 at most. Those that turn a board about its middle are its symmetries.

    Returns
    -------
    npt.NDArray
        ``[which, part, men]``: image of the men of each part by each permutation. Numbers have
        32 bits if there are at most 32 places, else 64.

    Raises
    ------
    InvalidArgumentError
        An item is not a permutation, they are not all of the same places, or there are none.
    """
    listed = _listed(permutations)
    places = len(listed[0])
    parts = -(-places // WIDEST)
    width = -(-places // parts)
    kind = np.uint32 if places <= 32 else np.uint64
    tables = np.zeros((len(listed), parts, 1 << width), kind)
    for which, goes_to in enumerate(listed):
        for place, target in enumerate(goes_to):
            part, bit = divmod(place, width)
            men = np.arange(1 << width) >> bit & 1 == 1
            tables[which, part, men] |= kind(1 << target)
    return tables


def _listed(permutations: Iterable[Sequence[int]]) -> list[list[int]]:
    """For each permutation the places as whole numbers of Python."""
    try:
        first, *others = map(list, permutations)
    except Exception as error:  # there is no first one, or it is not a sequence
        message = f"bad permutations {spelled(permutations)}"
        expected = "expected one or more, each with the new place of every place"
        raise InvalidArgumentError(f"{message}: {expected}") from error
    return [_checked(each, len(first)) for each in (first, *others)]


def _checked(permutation: list[Any], places: int) -> list[int]:
    """Return a permutation as integers; raise unless it has each of the places once."""
    found = [place for place in map(whole, permutation) if place is not None]
    is_whole = len(found) == len(permutation)
    if not is_whole or not 1 <= places <= PLACES or sorted(found) != list(range(places)):
        expected = f"each of 0 to {max(places, 1) - 1} once, and 64 places at most"
        raise InvalidArgumentError(f"bad permutation {spelled(permutation)}: expected {expected}")
    return found


@njit(cache=True)
def permuted(word, tables, which):
    """Return a word permuted by one of the permutations; bits beyond its places are left out.

    ``which`` numbers the permutations from 0, in the order in which the tables were made.
    It is not checked, because rules call this function very often. Any other number reads memory
    outside the tables, and the result is meaningless.

    Parameters
    ----------
    word
        A set of places.
    tables
        Tables of :func:`permutation_tables`.
    which
        The number of the permutation, from 0 on.

    Returns
    -------
    uint64
        The places to which those of the word go.
    """
    men = np.uint64(tables.shape[2] - 1)
    width = np.uint64(count_bits(men))
    image = ZERO
    for part in range(tables.shape[1]):
        image |= np.uint64(tables[which, part, word & men])
        word >>= width
    return image


# ── sets of one size, numbered ──────────────────────────────────────────────────────────────────


def counts_of_sets(places: int, most: int) -> npt.NDArray[np.int64]:
    """Return the numbers of sets: in row n and column k those of k among n places.

    Parameters
    ----------
    places
        Number of places, 1 to 64.
    most
        The size of the largest sets, 0 to ``places``.

    Returns
    -------
    npt.NDArray
        A table with a row more than there are places, and a column for each size.

    Raises
    ------
    InvalidArgumentError
        A number cannot be used.
    """
    if not (is_count(places) and 1 <= places <= PLACES and is_count(most) and most <= places):
        message = f"bad sets of up to {spelled(most)} among {spelled(places)} places"
        raise InvalidArgumentError(f"{message}: expected 1 to 64 places, and no larger sets")
    counts = [[comb(row, size) for size in range(most + 1)] for row in range(places + 1)]
    return np.array(counts, np.int64)


@njit(cache=True)
def set_number(word, counts):
    """Return the number of a set among those of its size; -1 if ``counts`` does not cover it.

    Parameters
    ----------
    word
        The set.
    counts
        Table of :func:`counts_of_sets`.

    Returns
    -------
    int64
        Its number among the sets of its size, from 0 on, or -1.
    """
    places, most = counts.shape[0] - 1, counts.shape[1] - 1
    if (places < PLACES and word >> np.uint64(places) != ZERO) or count_bits(word) > most:
        return np.int64(-1)
    number, size = 0, 0
    while word != ZERO:
        size += 1
        number += counts[lowest_place(word), size]
        word &= word - ONE
    return np.int64(number)


@njit(cache=True)
def set_at(number, size, counts):
    """Return the set of that size and number; undoes :func:`set_number`.

    No men at all, the word 0, where ``counts`` counts no such set: for a size or a number below 0
    or too large.

    Parameters
    ----------
    number
        The number of the set, from 0 on.
    size
        Number of places in the set.
    counts
        Table of :func:`counts_of_sets`.

    Returns
    -------
    uint64
        The set as a word, or 0.
    """
    word, place = ZERO, counts.shape[0] - 1
    if not 0 <= size < counts.shape[1] or not 0 <= number < counts[place, size]:
        return word
    above = np.int64(number)
    for left in range(size, 0, -1):
        while place > 0 and counts[place, left] > above:
            place -= 1
        above -= counts[place, left]
        word |= ONE << np.uint64(place)
    return word
