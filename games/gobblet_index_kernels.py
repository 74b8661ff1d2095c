"""The numbering of Gobblet Gobblers: its tables, and the compiled rules that read them.

A *layer* is what lies on the nine squares of one size: at most so many pieces a
side. Layers are numbered in the order of their base-3 numbers (square 0 is the last
digit; 1 the mover's piece, 2 the other's), so the empty layer is number 0. The eight
symmetries of the board sort them into *classes*, and the least layer stands for its
class: the 1,423 layers of two pieces a side for 219 classes.

To find a number, the two sets of squares are looked up one by one, which gives a
row and a column: a *pair*. Of two pieces a side 1,423 pairs in 2,209 are layers, and
what is read of the tables comes to some 40 KB, in few places. A table by all 18 bits
would be spread over 512 KB.

A size that is not played has one layer, the empty one.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt
from numba import njit

NO_POSITION = np.uint64(2**64 - 1)
ZERO, TWO, FOUR, SIX, SEVEN, EIGHT = (np.uint64(each) for each in (0, 2, 4, 6, 7, 8))
HALF, LOW_HALF = np.uint64(32), np.uint64(2**32 - 1)
FULL = np.uint64(511)
MIDDLE, SMALL = np.uint64(9), np.uint64(18)
"""Where the middle and the small pieces begin in a half; the large ones begin it."""

SETS = range(512)
NO_LAYER = 1 << 15
"""In place of the number of what is no layer: a bit that no number has."""

NO_LAYER_BIT = np.uint64(NO_LAYER)


def _in_all_layers(squares: int) -> np.uint64:
    """A set of squares, for all three sizes of both sides."""
    return np.uint64(sum(squares << first for first in (0, 9, 18, 32, 41, 50)))


LEFT, TOP = _in_all_layers(0o111), _in_all_layers(0o007)
BESIDE_DIAGONAL, CORNER = _in_all_layers(0o042), _in_all_layers(0o004)

# ── tables ─────────────────────────────────────────────────────────────────


@attrs.frozen(eq=False)
class Numbering:
    """The layers with at most ``copies`` pieces a side, numbered."""

    row: npt.NDArray[Any]
    """By the mover's squares: where their row begins in the tables of pairs."""
    column: npt.NDArray[Any]
    """By the other's squares: the place in the row."""
    images: npt.NDArray[Any]
    """By pair, eight numbers: the layer under each symmetry; ``NO_LAYER`` for no layer."""
    classes: npt.NDArray[Any]
    """By pair: in the upper half the class; in the lower one, four bits each, a list of
    the symmetries that lead to its least layer, with 8 added. 0 stands for no layer."""
    layers: npt.NDArray[Any]
    """By number: the squares of the mover, and in the upper half those of the other."""
    least: npt.NDArray[Any]
    """By class: its least layer, in the same way."""


@cache
def numbering(copies: int) -> Numbering:
    """The tables for so many pieces of a size and a side."""
    sets = [squares for squares in SETS if squares.bit_count() <= copies]
    pairs = ((mine, theirs) for mine in sets for theirs in sets if not mine & theirs)
    layers = sorted(pairs, key=_base_3)
    number = {layer: each for each, layer in enumerate(layers)}
    turned = [{squares: _turned(squares, turn) for squares in sets} for turn in _turns()]
    images = [[number[to[mine], to[theirs]] for to in turned] for mine, theirs in layers]
    least = sorted({min(each) for each in images})

    width = len(sets) + 1  # the last row and column are for sets of too many squares
    place = dict.fromkeys(SETS, len(sets)) | {each: n for n, each in enumerate(sets)}
    all_images, classes = [[NO_LAYER] * 8] * width**2, [0] * width**2
    for (mine, theirs), numbers in zip(layers, images, strict=True):
        pair = width * place[mine] + place[theirs]
        all_images[pair] = numbers
        classes[pair] = least.index(min(numbers)) << 32 | _leading_to_least(numbers)
    words = [mine | theirs << 32 for mine, theirs in layers]
    return Numbering(
        row=_array((width * place[each] for each in SETS), np.uint16),
        column=_array((place[each] for each in SETS), np.uint16),
        images=_array((image for numbers in all_images for image in numbers), np.uint16),
        classes=_array(classes, np.uint64),
        layers=_array(words, np.uint64),
        least=_array((words[each] for each in least), np.uint64),
    )


def _array(numbers: Iterable[int], kind: Any) -> npt.NDArray[Any]:
    return np.array(list(numbers), dtype=kind)


def _base_3(layer: tuple[int, int]) -> int:
    mine, theirs = layer
    return int(f"{mine:b}", 3) + 2 * int(f"{theirs:b}", 3)


def _leading_to_least(images: list[int]) -> int:
    ways = [8 + turn for turn, image in enumerate(images) if image == min(images)]
    return sum(way << 4 * place for place, way in enumerate(ways))


def _turns() -> list[list[int]]:
    """The eight symmetries: where each square goes."""
    return [
        [_image(*divmod(square, 3), *how) for square in range(9)]
        for how in product((False, True), repeat=3)
    ]


def _image(row: int, column: int, transpose: bool, flip: bool, mirror: bool) -> int:
    row, column = (2 - row if flip else row), (2 - column if mirror else column)
    return row + 3 * column if transpose else column + 3 * row


def _turned(squares: int, turn: list[int]) -> int:
    return sum(1 << image for square, image in enumerate(turn) if squares >> square & 1)


def _num_layers(sizes: int, copies: int) -> tuple[int, int]:
    """How many layers of middle and of small pieces there are."""
    layers = len(numbering(copies).layers)
    return (layers if sizes > 1 else 1), (layers if sizes > 2 else 1)


# ── compiled rules ─────────────────────────────────────────────────────────


@cache
def num_slots(sizes: int, copies: int) -> int:
    """Classes of large layers, times layers of middle ones, times layers of small ones."""
    middles, smalls = _num_layers(sizes, copies)
    return len(numbering(copies).least) * middles * smalls


@cache
def index_of(sizes: int, copies: int) -> Any:
    """The rule ``index``: among the boards that show the least large layer, the least."""
    table = numbering(copies)
    row, column, images, classes = table.row, table.column, table.images, table.classes
    middles, smalls = map(np.uint64, _num_layers(sizes, copies))
    half = (1 << 9 * sizes) - 1
    stray = ~np.uint64(half | half << 32)

    @njit(cache=True)
    def index(position):
        if position & stray:
            return np.int64(-1)
        mine, theirs = position, position >> HALF
        large = np.uint64(row[mine & FULL]) + np.uint64(column[theirs & FULL])
        mine, theirs = mine >> MIDDLE, theirs >> MIDDLE
        middle = EIGHT * (np.uint64(row[mine & FULL]) + np.uint64(column[theirs & FULL]))
        mine, theirs = mine >> MIDDLE, theirs >> MIDDLE
        small = EIGHT * (np.uint64(row[mine & FULL]) + np.uint64(column[theirs & FULL]))
        found = classes[large]
        if found == ZERO or np.uint64(images[middle] | images[small]) & NO_LAYER_BIT:
            return np.int64(-1)
        ways = found & LOW_HALF
        least = NO_POSITION
        while ways:  # one, unless the large layer has symmetries of its own
            turn = ways & SEVEN
            ways >>= FOUR
            image = np.uint64(images[middle + turn]) * smalls + np.uint64(images[small + turn])
            least = min(least, image)
        return np.int64((found >> HALF) * middles * smalls + least)

    return index


@cache
def position_in(sizes: int, copies: int) -> Any:
    """The rule ``position_at``."""
    table = numbering(copies)
    layers, least = table.layers, table.least
    middles, smalls = map(np.uint64, _num_layers(sizes, copies))
    slots = num_slots(sizes, copies)

    @njit(cache=True)
    def position_at(index):
        if index < 0 or index >= slots:
            return NO_POSITION
        slot = np.uint64(index)
        above = slot // smalls
        large = above // middles
        middle, small = layers[above - large * middles], layers[slot - above * smalls]
        return least[large] | middle << MIDDLE | small << SMALL

    return position_at


@njit(cache=True)
def exchanged(position, squares, apart):
    """What lies on the squares changes places with what lies so many squares on."""
    differing = (position ^ position >> apart) & squares
    return position ^ differing ^ differing << apart


@njit(cache=True)
def symmetries(position, positions):
    """The board mirrored, turned upside down, both, and all four with rows for columns."""
    mirrored = exchanged(position, LEFT, TWO)
    positions[0] = mirrored
    positions[1] = exchanged(position, TOP, SIX)
    positions[2] = exchanged(mirrored, TOP, SIX)
    positions[3] = transposed(position)
    for each in range(3):
        positions[4 + each] = transposed(positions[each])
    return np.int64(7)


@njit(cache=True)
def transposed(position):
    """Rows for columns."""
    return exchanged(exchanged(position, BESIDE_DIAGONAL, TWO), CORNER, FOUR)
