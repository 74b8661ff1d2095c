"""The tables behind the numbering of animal shogi: sets of squares, lions, giraffes, blocks.

The lions leave ten squares. With the lions' own two cut out of the boards, these are
numbered 0 to 9, from c4 on. At most two giraffes, two elephants and two chicks stand
on them. So all is told by *sets* of squares (the elephants leave out the giraffes'
squares, and the chicks those of both) and by a *colour* for each set: a bit for each
piece, that of the lowest square first, which says whether it is the mover's; for
chicks also one which says whether it is a hen.

The *pairs* of lions are numbered from 0 to 53: first 45 that stand for themselves and
for their mirror image, then nine that are their own image, both lions on column b. On
those the giraffes are folded: the mirror image of theirs must not come before them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import accumulate, combinations, product
from math import comb, prod
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

SQUARES, FREE = 12, 10
FAR_ROW = range(3)  # the mover's lion is not there
EACH = sum(1 << 12 * board for board in range(4))  # one square of each board
MINE, LION, GIRAFFE = 1, 1 << 12 | 1 << 24, 1 << 12 | 1 << 36
NONE = 255  # in place of a pair; and of the place of giraffes, greater than any
NO_HANDS = 2**32 - 1

# ── sets of squares ────────────────────────────────────────────────────────


def _sets(squares: Iterable[int], size: int) -> list[int]:
    return [sum(1 << square for square in some) for some in combinations(squares, size)]


def _squares(some: int) -> list[int]:
    return [square for square in range(SQUARES) if some >> square & 1]


SETS = [some for size in range(5) for some in _sets(range(FREE), size)]
NUMBER = {some: number for number, some in enumerate(SETS)}
SMALL = sum(comb(FREE, size) for size in range(3))
"""How many sets have at most two squares; they come first."""

SET_OF = np.array(
    [NUMBER.get(some, 0) << 4 | some.bit_count() for some in range(1 << FREE)], np.uint16
)
"""By squares: their number; in the low four bits how many. More than four have number 0."""


def _beside() -> tuple[Array, Array, Array]:
    """Sets of at most two squares, beside each other set: their places, and back."""
    place = np.zeros(len(SETS) * SMALL, np.uint8)
    row = np.zeros(1 << FREE, np.uint16)
    beside: list[int] = []
    for number, taken in enumerate(SETS):
        row[taken] = len(beside)
        for size in range(3):
            sets = _sets(_squares(~taken & (1 << FREE) - 1), size)
            place[[number * SMALL + NUMBER[some] for some in sets]] = range(len(sets))
            beside += sets
    return place, row, np.array(beside, np.uint16)


PLACE, ROW, BESIDE = _beside()
"""``PLACE``, by the numbers of two sets: the place of the second among those of its size
beside the first. ``BESIDE``, from ``ROW`` of the first on: those of size 0, of 1, of 2."""

# ── lions ──────────────────────────────────────────────────────────────────


def _mirrored(square: int) -> int:
    return square // 3 * 3 + 2 - square % 3


def _image(pair: tuple[int, int]) -> tuple[int, int]:
    mine, theirs = pair
    return _mirrored(mine), _mirrored(theirs)


PLACED = [
    (mine, theirs)
    for mine, theirs in product(range(SQUARES), repeat=2)
    if mine != theirs and mine not in FAR_ROW
]
PAIRS = sorted({max(pair, _image(pair)) for pair in PLACED}, key=lambda pair: _image(pair) == pair)
APART = sum(_image(pair) != pair for pair in PAIRS)
"""How many pairs are not their own image; they come first."""

NO_SQUARE = 12
LION_AT = np.full(1 << SQUARES, NO_SQUARE, np.uint8)
"""By squares: the only one, if there is just one."""
LION_AT[[1 << square for square in range(SQUARES)]] = range(SQUARES)


def _by_squares(told: dict[tuple[int, int], int], otherwise: int, kind: Any) -> Array:
    """A table by 16 times the square of the mover's lion, and that of the other."""
    table = [told.get(divmod(both, 16), otherwise) for both in range(256)]
    return np.array(table, kind)


PAIR_OF = _by_squares(
    {pair: PAIRS.index(max(pair, _image(pair))) for pair in PLACED}, NONE, np.uint8
)
FLIPS = _by_squares({_image(pair): 2**64 - 1 for pair in PAIRS[:APART]}, 0, np.uint64)
"""All bits, where the mirror image stands for both."""

LIONS = np.array([(MINE | LION) << mine | LION << theirs for mine, theirs in PAIRS], np.uint64)
"""By pair: what the lions put on the boards."""
ABOVE = np.array(
    [EACH * (0x800 - (1 << square)) for pair in PAIRS for square in sorted(pair, reverse=True)],
    np.uint64,
)
"""By pair: the squares from each lion on but for the last, the higher lion's first. These
move down by one when its square is cut out, and up when it is put back."""

# ── giraffes ───────────────────────────────────────────────────────────────

Coloured = tuple[int, int]
"""The number of a set, and its colour."""


def _mirrored_giraffes(pair: tuple[int, int], giraffes: Coloured) -> Coloured:
    """The mirror image of giraffes, beside lions that are their own."""
    number, colour = giraffes
    free = [square for square in range(SQUARES) if square not in pair]
    places = [free.index(_mirrored(free[place])) for place in _squares(SETS[number])]
    image = sorted((place, colour >> each & 1) for each, place in enumerate(places))
    colours = sum(bit << each for each, (_, bit) in enumerate(image))
    return NUMBER[sum(1 << place for place in places)], colours


def _giraffes(pair: tuple[int, int]) -> list[list[Coloured]]:
    """No, one and two giraffes beside a pair of lions, folded if the pair is its own image."""
    all_giraffes = [(n, c) for n in range(SMALL) for c in range(1 << SETS[n].bit_count())]
    if _image(pair) == pair:
        all_giraffes = [each for each in all_giraffes if each <= _mirrored_giraffes(pair, each)]
    return [[each for each in all_giraffes if SETS[each[0]].bit_count() == n] for n in range(3)]


def _boards(giraffes: Coloured) -> int:
    """What giraffes put on the boards, and above them the row of sets beside them."""
    number, colour = giraffes
    squares = _squares(SETS[number])
    mine = sum(1 << square for each, square in enumerate(squares) if colour >> each & 1)
    return GIRAFFE * SETS[number] | mine | int(ROW[SETS[number]]) << 48


FOLDS = [_giraffes(pair) for pair in PAIRS[APART - 1 :]]
"""Those of all pairs that are apart; then those of each other one."""


def _giraffe_numbers() -> Array:
    numbers = np.full((len(FOLDS), SMALL, 4), NONE, np.uint8)
    for fold, lists in enumerate(FOLDS):
        for some in lists:
            for place, giraffes in enumerate(some):
                numbers[fold, *giraffes] = place
    return numbers.ravel()


GIRAFFES = _giraffe_numbers()
"""By fold, and four times the set, and colour: the place among as many giraffes, or ``NONE``."""

_LISTS = [some for lists in FOLDS for some in lists]
GIRAFFE_BOARDS = np.array([_boards(each) for some in _LISTS for each in some], np.uint64)
FIRST_GIRAFFES = np.array([0, *accumulate(map(len, _LISTS))], np.uint64)
"""By fold and how many: where they begin among the boards."""

# ── blocks ─────────────────────────────────────────────────────────────────

SHIFT = 38
"""A number below 2^24 is divided by ``d`` below 2^14 if it is multiplied by 2^38 / d,
rounded up, and shifted down: what the rounding adds is less than 1 / d."""

BASES = 16
"""How many numbers are told of a block."""


@attrs.frozen(eq=False)
class Numbering:
    """The blocks of a game with some of the pieces, and where each begins."""

    hands: Array
    """By hands: how many giraffes, elephants and chicks must be on the board, in four bits
    each; in the next five the block; above, the place among its hands. Or ``NO_HANDS``."""
    held: Array
    """By block and place: the hands."""
    bases: Array
    """By block: how many elephants, chicks and hands there are to number; the same as factors;
    how many pieces on the board; where in a row of ``BESIDE`` elephants and chicks begin."""
    starts: Array
    """By pair and block: the first slot; in the end, all slots."""
    guesses: Array
    """By the leading bits of a slot: the pair and block of the first of these slots."""
    shift: int
    """How many more bits a slot has."""

    @property
    def slots(self) -> int:
        """How many there are."""
        return int(self.starts[-1])


@cache
def numbering(pieces: str) -> Numbering:
    """The tables for a game with these pieces."""
    there_are = [2 * (piece in pieces) for piece in "GEC"]
    blocks = list(product(*(range(number + 1) for number in there_are)))
    hands, held = np.full(1 << 12, NO_HANDS, np.uint32), np.zeros((len(blocks), 32), np.uint16)
    bases = np.zeros((len(blocks), BASES), np.uint64)
    for block, on_board in enumerate(blocks):
        g, e, c = on_board
        in_hand = [number - placed for number, placed in zip(there_are, on_board, strict=True)]
        for place, mine in enumerate(product(*(range(number + 1) for number in in_hand))):
            both = _hands(mine, in_hand)
            hands[both] = g | e << 4 | c << 8 | block << 12 | place << 17
            held[block, place] = both
        numbers = [
            comb(FREE - g, e) << e,
            comb(FREE - g - e, c) << 2 * c,
            prod(number + 1 for number in in_hand),
        ]
        factors = [-(-(1 << SHIFT) // number) for number in numbers]
        first = [(0, 1, 1 + FREE - g)[e], (0, 1, 1 + FREE - g - e)[c]]
        bases[block, :11] = [*numbers, *factors, *on_board, *first]
    sizes = [
        len(FOLDS[max(0, pair - APART + 1)][g]) * int(bases[block, :3].prod())
        for pair in range(len(PAIRS))
        for block, (g, _, _) in enumerate(blocks)
    ]
    starts = np.array([0, *accumulate(sizes)], np.uint64)
    shift = max(0, int(starts[-1]).bit_length() - 12)
    leading = np.arange(0, int(starts[-1]), 1 << shift, dtype=np.uint64)
    guesses = np.searchsorted(starts, leading, side="right") - 1
    return Numbering(hands, held.ravel(), bases.ravel(), starts, guesses.astype(np.uint16), shift)


def _hands(mine: Iterable[int], both: Iterable[int]) -> int:
    """The bits of the mover's giraffes, elephants and chicks in hand, and of the other's."""
    counts = list(zip(mine, both, strict=True))[::-1]
    return sum(m << 2 * each | (b - m) << 2 * each + 6 for each, (m, b) in enumerate(counts))
