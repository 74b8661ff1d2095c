"""The tables behind the compiled rules of Teeko: sets of men, and the sections of the index.

A few *men* are a set of at most four squares of the 25. All 15,276 such sets are
numbered, by size and then by their largest square, the next largest, and so on:
the sets of k squares below n are then the first ones of their size, whatever n
is, and the place of squares a < b < c < d among them is

    C(a, 1) + C(b, 2) + C(c, 3) + C(d, 4).

Two look-ups find it: one for the squares below 13, and one for those from there
on, given how many stand below. Sets that the board's symmetries turn into one
another are one *kind*, for which its first set stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations, product
from math import comb
from typing import Any

import attrs
import numpy as np

SIDE, SQUARES, FULL = 5, 25, 4
SYMMETRIES = 8
LOW_SQUARES = 13
THIRD = 9  # squares that one look-up turns
NO_NUMBER = -(1 << 30)  # stays below 0 whatever is added


@attrs.frozen(eq=False)
class Men:
    """All sets of at most four men, in order of their numbers."""

    sets: Any
    """The squares of each set, as bits."""
    low: Any
    """For squares below 13: what they add to a number."""
    high: Any
    """The same for squares from there on, for each count of squares below."""
    turn: Any
    """For each symmetry and each third of the board: where men go."""
    kinds: Any
    """The kind of each set."""
    reached: Any
    """The symmetries that turn each set into the first one of its kind, as bits."""
    first_sets: Any
    """The first set of each kind."""
    below: Any
    """For each kind and each square of its first set: all bits below; else all bits."""


@attrs.frozen(eq=False)
class Sections:
    """The index has a section for each number of men that the players can have."""

    slots: int
    starts: Any
    """What to add to a number of the waiting player's men, by kind, and men more than mine."""
    section_starts: Any
    widths: Any
    """The slots of one kind."""
    kinds: Any
    """The first kind of the section."""
    sets: Any
    """The number of the first set that the waiting player can have."""


@cache
def men_tables() -> Men:
    """Number the sets of men, and see what the symmetries make of each."""
    bits_of_sets = [_bits(squares) for size in range(FULL + 1) for squares in _sets_of(size)]
    numbers = {bits: number for number, bits in enumerate(bits_of_sets)}
    turn = _turn()
    images = [[_image(bits, turn[which]) for bits in bits_of_sets] for which in range(SYMMETRIES)]
    firsts = [min(numbers[image] for image in orbit) for orbit in zip(*images, strict=True)]
    kind_of_first = {first: kind for kind, first in enumerate(sorted(set(firsts)))}
    reached = [
        sum((numbers[images[which][number]] == first) << which for which in range(SYMMETRIES))
        for number, first in enumerate(firsts)
    ]
    first_sets = [bits_of_sets[first] for first in kind_of_first]
    return Men(
        sets=np.array(bits_of_sets, np.uint32),
        low=np.array([_place(bits, 0, 0) for bits in range(1 << LOW_SQUARES)], np.int32),
        high=np.array(
            [
                [_high_place(bits, below) for bits in range(1 << SQUARES - LOW_SQUARES)]
                for below in range(FULL + 2)
            ],
            np.int32,
        ),
        turn=np.array(turn, np.uint32),
        kinds=np.array([kind_of_first[first] for first in firsts], np.int32),
        reached=np.array(reached, np.uint8),
        first_sets=np.array(first_sets, np.uint32),
        below=np.array([_below(bits) for bits in first_sets], np.uint32),
    )


def sections_of(men: Men, drops: bool) -> Sections:
    """Lay the sections out, those of fewer men first."""
    counts = [(FULL, FULL)]
    if drops:
        counts = [(mine, mine + more) for mine in range(FULL) for more in (0, 1)] + counts
    sizes = [int(bits).bit_count() for bits in men.first_sets]
    starts = np.full((len(sizes), 2), NO_NUMBER, np.int32)
    slots, rows = 0, []
    for mine, theirs in counts:
        width, first_set = comb(SQUARES - mine, theirs), _count_below_size(theirs)
        kinds = [kind for kind, size in enumerate(sizes) if size == mine]
        rows.append((slots, width, kinds[0], first_set))
        for kind in kinds:
            starts[kind, theirs - mine] = slots - first_set
            slots += width
    columns = (np.array(column, np.int64) for column in zip(*rows, strict=True))
    return Sections(slots, starts, *columns)


def goal_shapes(advanced: bool) -> tuple[Any, Any]:
    """For each shape of a goal two steps, one to a second square and one to another such pair.

    With them the squares, of both players, from which these steps stay on the board.
    """
    lines = [(0, 1, 0, 2), (1, 0, 2, 0), (1, 1, 2, 2), (1, -1, 2, -2)]
    sides = range(1, SIDE) if advanced else (1,)
    steps, corners = [], []
    for down, right, then_down, then_right in lines + [(0, side, side, 0) for side in sides]:
        steps.append((SIDE * down + right, SIDE * then_down + then_right))
        fitting = _bits(
            SIDE * row + column
            for row, column in product(range(SIDE), repeat=2)
            if row + down + then_down < SIDE and 0 <= column + right + then_right < SIDE
        )
        corners.append(fitting | fitting << 32)
    return np.array(steps, np.uint64), np.array(corners, np.uint64)


def _bits(squares: Iterable[int]) -> int:
    return sum(1 << square for square in squares)


def _squares(bits: int) -> list[int]:
    return [square for square in range(SQUARES) if bits >> square & 1]


def _sets_of(size: int) -> list[tuple[int, ...]]:
    """The sets of that size in order of their largest square, the next largest, and so on."""
    return sorted(combinations(range(SQUARES), size), key=lambda squares: squares[::-1])


def _count_below_size(size: int) -> int:
    """How many sets have fewer men."""
    return sum(comb(SQUARES, fewer) for fewer in range(size))


def _place(bits: int, first: int, below: int) -> int:
    """What men from the square ``first`` on add to a number, with so many men below."""
    squares = enumerate(_squares(bits), below + 1)
    return sum(comb(first + square, place) for place, square in squares)


def _high_place(bits: int, below: int) -> int:
    """The same with all smaller sets added; ``NO_NUMBER`` for more than four men."""
    size = below + bits.bit_count()
    if size > FULL:
        return NO_NUMBER
    return _place(bits, LOW_SQUARES, below) + _count_below_size(size)


def _below(bits: int) -> list[int]:
    squares = _squares(bits)
    return [(1 << square) - 1 for square in squares] + [(1 << 32) - 1] * (FULL - len(squares))


def _turn() -> list[list[list[int]]]:
    """The eight symmetries, the trivial one first, as tables for each third of the board."""
    places = [divmod(square, SIDE) for square in range(SQUARES)]
    last = SIDE - 1
    symmetries = []
    for swap, flip_row, flip_column in product((False, True), repeat=3):
        image = []
        for row, column in places:
            down, right = (
                (last - row if flip_row else row),
                (last - column if flip_column else column),
            )
            image.append(SIDE * right + down if swap else SIDE * down + right)
        symmetries.append(image)
    return [
        [
            [_bits(image[first + square] for square in _squares(bits) if first + square < SQUARES)
             for bits in range(1 << THIRD)]
            for first in range(0, SQUARES, THIRD)
        ]
        for image in symmetries
    ]  # fmt: skip


def _image(bits: int, turn: list[list[int]]) -> int:
    """Men under a symmetry, by its tables."""
    parts = enumerate(turn)
    return sum(table[bits >> THIRD * third & (1 << THIRD) - 1] for third, table in parts)
