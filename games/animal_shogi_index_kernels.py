"""The numbering of animal shogi: the compiled rules that read its tables. And the mirror.

The scheme is told in ``animal_shogi``, and the tables in ``animal_shogi_tables``. All is
reckoned without a sign: numba then reads a table without asking whether the index is
below 0, as Python would have it count from the end.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import njit

from games import animal_shogi_tables as tables
from games.animal_shogi_tables import numbering

SET_OF, PLACE, ROW, BESIDE = tables.SET_OF, tables.PLACE, tables.ROW, tables.BESIDE
LION_AT, PAIR_OF, FLIPS = tables.LION_AT, tables.PAIR_OF, tables.FLIPS
LIONS, ABOVE = tables.LIONS, tables.ABOVE
GIRAFFES, FIRST_GIRAFFES = tables.GIRAFFES, tables.FIRST_GIRAFFES
GIRAFFE_BOARDS = tables.GIRAFFE_BOARDS
SMALL, BASES, SHIFT = (np.uint64(each) for each in (tables.SMALL, tables.BASES, tables.SHIFT))
LAST_APART, NONE = np.uint64(tables.APART - 1), np.uint64(tables.NONE)

NO_POSITION = NO_SLOT = np.uint64(2**64 - 1)
ZERO, ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN = map(np.uint64, range(11))
TWELVE, SEVENTEEN = np.uint64(12), np.uint64(17)
COUNT, COUNTS, BLOCK = np.uint64(0xF), np.uint64(0xFFF), np.uint64(0x1F)
SIDE, BACK, STRAIGHT, HANDS = np.uint64(12), np.uint64(24), np.uint64(36), np.uint64(48)
BOARD, STRAY = np.uint64(0xFFF), np.uint64(0xF << 60)
TEN_SQUARES = np.uint64((1 << tables.FREE) - 1)
BOARDS = np.uint64((1 << 48) - 1)
COLUMN_C = np.uint64(sum(1 << bit for bit in range(0, 48, 3)))
NEITHER_A_NOR_C = np.uint64((1 << 64) - 1 - sum(0b101 << bit for bit in range(0, 48, 3)))


@njit(cache=True)
def mirrored(position):
    """Columns a and c exchanged, on all boards."""
    from_c, from_a = position & COLUMN_C, position >> TWO & COLUMN_C
    return from_c << TWO | from_a | position & NEITHER_A_NOR_C


@njit(cache=True)
def canonical(position: Any) -> Any:
    """The lesser of the two twins: of a game that is not numbered, it stands for both."""
    return min(position, mirrored(position))


@njit(cache=True)
def symmetries(position: Any, positions: Any) -> Any:
    """The mirror image."""
    positions[0] = mirrored(position)
    return np.int64(1)


# ── from a position to its slot ────────────────────────────────────────────


@njit(cache=True)
def _lowest(some):
    """The lowest of some of the ten squares."""
    return some & (some ^ TEN_SQUARES) + ONE


@njit(cache=True)
def _colour(some, marked):
    """A bit for each of at most two squares, the lower one first: whether it is marked."""
    lowest, marked = _lowest(some), some & marked
    return np.uint64(marked & lowest != ZERO) | np.uint64(marked > lowest) << ONE


@njit(cache=True, inline="always")
def _slot(position, pair, hands, bases, starts):
    """The slot beside a pair of lions; a greater one than the twin's if only that is numbered."""
    boards = position ^ (position ^ position >> ONE) & ABOVE[TWO * pair]
    boards = boards ^ (boards ^ boards >> ONE) & ABOVE[TWO * pair + ONE]
    mine, side = boards & TEN_SQUARES, boards >> SIDE & TEN_SQUARES
    elephants, straight = boards >> BACK & TEN_SQUARES, boards >> STRAIGHT & TEN_SQUARES
    giraffes, chicks = side & straight, side ^ straight  # chicks and hens
    if elephants & (side | straight) | mine & ~(elephants | side | straight):
        return NO_SLOT

    g, e, c = np.uint64(SET_OF[giraffes]), np.uint64(SET_OF[elephants]), np.uint64(SET_OF[chicks])
    held = np.uint64(hands[position >> HANDS])
    num_e, num_c = e & COUNT, c & COUNT
    if held & COUNTS != g & COUNT | num_e << FOUR | num_c << EIGHT:
        return NO_SLOT
    g, e, c, both = g >> FOUR, e >> FOUR, c >> FOUR, np.uint64(SET_OF[giraffes | elephants]) >> FOUR

    fold = max(LAST_APART, pair) - LAST_APART
    first = np.uint64(GIRAFFES[(fold * SMALL + g) * FOUR + _colour(giraffes, mine)])
    second = np.uint64(PLACE[g * SMALL + e]) << num_e | _colour(elephants, mine)
    third = np.uint64(PLACE[both * SMALL + c]) << num_c | _colour(chicks, mine)
    third = third << num_c | _colour(chicks, side)

    block = held >> TWELVE & BLOCK
    base = block * BASES
    number = (first * bases[base] + second) * bases[base + ONE] + third
    start = starts[pair * (np.uint64(bases.size) // BASES) + block]
    return start + number * bases[base + TWO] + (held >> SEVENTEEN)


@cache
def index_of(pieces: str) -> Any:
    """The rule ``index``."""
    table = numbering(pieces)
    hands, bases, starts = table.hands, table.bases, table.starts

    @njit(cache=True)
    def index(position):
        lions = position >> SIDE & position >> BACK & BOARD
        mine, theirs = LION_AT[lions & position], LION_AT[lions & ~position]
        both = np.uint64(mine) << FOUR | np.uint64(theirs)
        pair = np.uint64(PAIR_OF[both])
        if pair == NONE or lions & position >> STRAIGHT | position & STRAY:
            return np.int64(-1)
        image = mirrored(position)
        position ^= (position ^ image) & FLIPS[both]
        slot = _slot(position, pair, hands, bases, starts)
        if pair > LAST_APART:
            slot = min(slot, _slot(image, pair, hands, bases, starts))
        return np.int64(slot) if slot != NO_SLOT else np.int64(-1)

    return index


# ── from a slot to its position ────────────────────────────────────────────


@njit(cache=True)
def _coloured(some, colour):
    """Those of at most two squares that a colour marks."""
    lowest = _lowest(some)
    return lowest * (colour & ONE) | (some ^ lowest) * (colour >> ONE)


@cache
def position_in(pieces: str) -> Any:
    """The rule ``position_at``."""
    table = numbering(pieces)
    bases, starts, guesses, held = table.bases, table.starts, table.guesses, table.held
    shift, num_blocks = np.uint64(table.shift), np.uint64(bases.size) // BASES
    slots = table.slots

    @njit(cache=True)
    def position_at(index):
        if index < 0 or index >= slots:
            return NO_POSITION
        slot = np.uint64(index)
        section = np.uint64(guesses[slot >> shift])
        while starts[section + ONE] <= slot:
            section += ONE
        rest = slot - starts[section]
        pair = section // num_blocks
        block = section - pair * num_blocks
        base = block * BASES

        above = rest * bases[base + FIVE] >> SHIFT
        hands = np.uint64(held[(block << FIVE) + rest - above * bases[base + TWO]])
        first_two = above * bases[base + FOUR] >> SHIFT
        third = above - first_two * bases[base + ONE]
        first = first_two * bases[base + THREE] >> SHIFT
        second = first_two - first * bases[base]

        fold = max(LAST_APART, pair) - LAST_APART
        boards = GIRAFFE_BOARDS[FIRST_GIRAFFES[THREE * fold + bases[base + SIX]] + first]
        row = (boards >> HANDS) + bases[base + NINE]
        num_e, num_c = bases[base + SEVEN], bases[base + EIGHT]
        elephants = np.uint64(BESIDE[row + (second >> num_e)])
        both = boards >> SIDE & TEN_SQUARES | elephants
        row = np.uint64(ROW[both]) + bases[base + TEN]
        chicks = np.uint64(BESIDE[row + (third >> num_c + num_c)])
        hens = _coloured(chicks, third & (ONE << num_c) - ONE)
        mine = _coloured(elephants, second & (ONE << num_e) - ONE)
        mine |= _coloured(chicks, third >> num_c & (ONE << num_c) - ONE)

        boards = boards & BOARDS | mine | hens << SIDE | elephants << BACK
        boards |= (chicks ^ hens) << STRAIGHT
        boards += boards & ABOVE[TWO * pair + ONE]
        boards += boards & ABOVE[TWO * pair]
        return boards | LIONS[pair] | hands << HANDS

    return position_at
