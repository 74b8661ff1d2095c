"""The compiled rules of Teeko. The layout and the numbering are drawn in ``games.teeko``.

Both players' boards have one shape, 32 bits apart, so goals are looked for on both at once.

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

from gamesolver import CompiledRules, njit
from gamesolver.bits import count_bits, lowest_bit, lowest_place, permutation_tables, permuted
from gamesolver.boards import ALL_DIRECTIONS, Grid

# ── the tables: sets of men, and the sections of the index ────────────────────────────────────────

SIDE, SQUARES, FULL = 5, 25, 4
GRID = Grid(SIDE, SIDE)
SYMMETRIES = 8
LOW_SQUARES = 13
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
    """The tables of the symmetries: where men go."""
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
    turn = permutation_tables(GRID.symmetries)
    words = [np.uint64(bits) for bits in bits_of_sets]
    images = [[int(permuted(men, turn, which)) for men in words] for which in range(SYMMETRIES)]
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
        turn=turn,
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


# ── the rules ─────────────────────────────────────────────────────────────────────────────────────

LOSS, WIN, PLAYING = -1, 1, 2

ZERO, ONE, HALF = np.uint64(0), np.uint64(1), np.uint64(32)
BOARD = np.uint64((1 << SQUARES) - 1)
BOTH_BOARDS = np.uint64((1 << SQUARES) - 1 << 32 | (1 << SQUARES) - 1)
LOW_SHIFT, LOW_BITS = np.uint64(LOW_SQUARES), np.uint64((1 << LOW_SQUARES) - 1)
NEXT_TO = np.array([near.bits for near in GRID.steps(*ALL_DIRECTIONS)], np.uint64)
"""For each square those one step away."""
ROUND = 4
"""So many steps of a man are written at once, whether he has them or not: each loop that may end
anywhere costs a branch that no processor foresees."""


@njit(cache=True)
def number_of(men, low, high):
    """The number of a set of men; less than 0 for more than four."""
    below = men & LOW_BITS
    return np.int64(low[below] + high[min(count_bits(below), FULL + 1), men >> LOW_SHIFT])


@njit(cache=True)
def closed_up(men, below, kind):
    """Men on the squares that a set leaves free: its squares are taken out, the last one first."""
    for place in range(FULL):
        stay = np.uint64(below[kind, FULL - 1 - place])
        men = men & stay | men >> ONE & ~stay
    return men


@njit(cache=True)
def spread_out(men, below, kind):
    """The squares of a set are put in again, the first one first; undoes ``closed_up``."""
    for place in range(FULL):
        stay = np.uint64(below[kind, place])
        men = men & stay | (men & ~stay) << ONE
    return men


@njit(cache=True, inline="always")
def goals(position, steps, corners):
    """The first squares of all goals, on both boards. In line the two tables are constants."""
    found = ZERO
    for each in range(len(corners)):
        two = position & position >> steps[each, 0]
        found |= two & two >> steps[each, 1] & corners[each]
    return found


@cache
def teeko_rules(advanced: bool, drops: bool) -> CompiledRules:
    """Four men each on five by five, with all goals of the rules that are played."""
    men = men_tables()
    sections = sections_of(men, drops)
    low, high, sets, turn = men.low, men.high, men.sets, men.turn
    kinds, reached, below, first_sets = men.kinds, men.reached, men.below, men.first_sets
    lowest = np.array([(bits & -bits).bit_length() - 1 for bits in range(1 << SYMMETRIES)])
    starts, section_starts, widths = sections.starts, sections.section_starts, sections.widths
    section_kinds, section_sets = sections.kinds, sections.sets
    count_sections = len(widths)
    steps, corners = goal_shapes(advanced)

    @njit(cache=True)
    def successors(position: Any, moves: Any, positions: Any) -> Any:
        mine, theirs = position & BOARD, position >> HALF
        empty = BOARD & ~(mine | theirs)
        count = 0
        if count_bits(mine) < FULL:
            while empty != ZERO:
                target = lowest_bit(empty)
                empty ^= target
                moves[count] = SQUARES * SQUARES + lowest_place(target)
                positions[count] = theirs | (mine | target) << HALF
                count += 1
            return np.int64(count)
        left = mine
        while left != ZERO:
            source = lowest_bit(left)
            left ^= source
            code = SQUARES * lowest_place(source)
            after = theirs | (mine ^ source) << HALF
            targets = NEXT_TO[lowest_place(source)] & empty
            listed, count = count, count + count_bits(targets)
            for each in range(2 * ROUND):
                if each == ROUND and targets == ZERO:
                    break
                moves[listed + each] = code + lowest_place(targets)
                positions[listed + each] = after | lowest_bit(targets) << HALF
                targets &= targets - ONE
        return np.int64(count)

    @njit(cache=True)
    def predecessors(position: Any, positions: Any) -> Any:
        if goals(position, steps, corners) & BOARD != ZERO:  # it was there before the last move
            return np.int64(0)
        mine, theirs = position & BOARD, position >> HALF
        empty = BOARD & ~(mine | theirs)
        count = 0
        left = theirs
        while left != ZERO:
            target = lowest_bit(left)
            left ^= target
            before = theirs ^ target | mine << HALF
            if drops:
                positions[count] = before
                count += 1
                if count_bits(mine) < FULL:
                    continue
            sources = NEXT_TO[lowest_place(target)] & empty
            listed, count = count, count + count_bits(sources)
            for each in range(2 * ROUND):
                if each == ROUND and sources == ZERO:
                    break
                positions[listed + each] = before | lowest_bit(sources)
                sources &= sources - ONE
        return np.int64(count)

    @njit(cache=True)
    def count_moves(position: Any) -> Any:
        left, empty = position & BOARD, BOARD & ~(position | position >> HALF)
        if count_bits(left) < FULL:
            return count_bits(empty)
        count = np.int64(0)
        while left != ZERO:
            count += count_bits(NEXT_TO[lowest_place(left)] & empty)
            left &= left - ONE
        return count

    @njit(cache=True)
    def terminal_code(position: Any) -> Any:
        found = goals(position, steps, corners)
        if found == ZERO:
            return np.int64(PLAYING)
        return np.int64(LOSS if found >> HALF != ZERO else WIN)

    @njit(cache=True)
    def index(position: Any) -> Any:
        mine, theirs = position & BOARD, position >> HALF
        more = count_bits(theirs) - count_bits(mine)
        if position & ~BOTH_BOARDS | mine & theirs or more < 0 or more > 1:
            return np.int64(-1)
        number = number_of(mine, low, high)
        if number < 0:
            return np.int64(-1)
        kind = kinds[number]
        ways = np.int64(reached[number])
        least = -NO_NUMBER
        while ways != 0:
            image = permuted(theirs, turn, lowest[ways])
            least = min(least, number_of(closed_up(image, below, kind), low, high))
            ways &= ways - 1
        return np.int64(max(starts[kind, more] + least, -1))

    @njit(cache=True)
    def position_at(index: Any) -> Any:
        section = 0
        while section + 1 < count_sections and index >= section_starts[section + 1]:
            section += 1
        within, width = index - section_starts[section], widths[section]
        kind = section_kinds[section] + within // width
        theirs = np.uint64(sets[section_sets[section] + within % width])
        return np.uint64(first_sets[kind]) | spread_out(theirs, below, kind) << HALF

    @njit(cache=True)
    def symmetries(position: Any, positions: Any) -> Any:
        mine, theirs = position & BOARD, position >> HALF & BOARD
        for which in range(1, SYMMETRIES):
            image = permuted(mine, turn, which) | permuted(theirs, turn, which) << HALF
            positions[which - 1] = image
        return np.int64(SYMMETRIES - 1)

    @njit(cache=True)
    def stage(position: Any) -> Any:
        return count_bits(position)

    return CompiledRules(
        successors=successors,
        terminal_code=terminal_code,
        max_moves=8 * FULL,
        symmetries=symmetries,
        max_twins=SYMMETRIES - 1,
        stage=stage if drops else None,
        index=index,
        position_at=position_at,
        slots=sections.slots,
        predecessors=predecessors,
        max_predecessors=(8 + drops) * FULL,
        count_moves=count_moves,
    )
