"""The compiled rules of Nine Men's Morris. The layout is drawn in ``games.nine_mens_morris.rings``.

**One move back** the man who has moved returns to a free point that he can have come from. If he is
in a mill now, he has closed it, and a man was captured. The captured man is put back on any other
free point, but not into a mill, unless all men of his side would then be part of mills. If the man
who moved is in no mill, nothing was captured. In both cases the earlier position determines the
move, so none is listed twice. If men are placed first, the man may also return to the hand.

**The numbering.** The men of the player to move are turned to the first set of their *kind*. A kind
is all sets that symmetries map to one another. Outer and inner ring are turned together. A table of
all 65,536 ways to fill them has their *class* and a symmetry that maps them to the first pair of
rings of the class. Symmetries that leave this pair unchanged may still turn the middle ring, and
its first filling represents the others. So no table needs an entry for each set of nine men, of
which there are 1,307,504.

The points of these men are then removed (``gathered``, one instruction on most processors), and the
other player's men have a number among all sets of their size on the remaining points:

    index = (number of the kind) * C(points - m, w) + number of the w others

If the men of the player to move are symmetric, the least index is used, and the others are unused.
A stage has a *section* for each pair of numbers of men of the two players: one section, or two if
no men are in hand and the numbers are different. Stages of Lasker's morris, in which each hand has
its own number, are described below.

No table is larger than 300 KB, so the processor's caches can hold them, and numba can cache the
compiled code.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product, starmap
from math import comb
from typing import Any

import attrs
import numpy as np

from games.nine_mens_morris.plain import (
    FEWEST_TO_PLAY,
    LEAST_MEN,
    MOST_MEN,
    board_of,
    mills_of,
    mills_through,
)
from games.nine_mens_morris.rings import CODE, HAND, HAND_OF_ONE, NOWHERE, RING, place_of
from gamesolver import CompiledRules, njit
from gamesolver.bits import (
    count_bits,
    gathered,
    lowest_bit,
    lowest_place,
    permutation_tables,
    permuted,
    scattered,
)

UNCOUNTED: Any = {"cache": True, "_nrt": False}
"""Options for functions that make no arrays: by its documentation, numba then counts no references
to arguments. Counting at every call of a helper took two thirds of the time of ``successors``."""

# ── the layout: places of the points, and lines between them ──────────────────────────────────────

PLACES = 3 * RING
NEVER = (1 << 64) - 1
"""Replaces a line that a point does not have. No set of men contains it."""


@attrs.frozen(eq=False)
class Layout:
    """A board as sets of places."""

    full: int
    """All places that are points of the board."""
    around: Any
    """The adjacent places of each place."""
    mills: Any
    """All mills."""
    others: Any
    """For each place the two other points of each mill that it is part of."""
    images: list[list[int]]
    """For each symmetry, the image of each place."""


@cache
def layout_of(rings: int, diagonals: bool) -> Layout:
    """Return the places of a board."""
    board = board_of(rings, diagonals)
    points = range(board.size)
    places = [place_of(point, rings) for point in points]
    near = np.zeros(PLACES, np.uint64)
    through: list[list[int]] = [[] for _ in range(PLACES)]
    for point in points:
        place = places[point]
        near[place] = _bits(places[other] for other in board.neighbours[point])
        through[place] = [
            _bits(places[each] for each in mill if each != point)
            for mill in mills_through(rings, diagonals)[point]
        ]
    most = max(map(len, through))
    padded = [each + [NEVER] * (most - len(each)) for each in through]
    return Layout(
        full=_bits(places),
        around=near,
        mills=np.array(
            [_bits(places[point] for point in mill) for mill in mills_of(rings, diagonals)],
            np.uint64,
        ),
        others=np.array(padded, np.uint64),
        images=[_of_places(image, places) for image in board.symmetries],
    )


def _of_places(image: tuple[int, ...], places: list[int]) -> list[int]:
    """Return the image of each place, given that of each point. Other places are unchanged."""
    goes_to = list(range(PLACES))
    for place, target in zip(places, image, strict=True):
        goes_to[place] = places[target]
    return goes_to


def _bits(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)


# ── moves, forward and back ───────────────────────────────────────────────────────────────────────

LOSS, PLAYING = -1, 2
ZERO, ONE, HALF = np.uint64(0), np.uint64(1), np.uint64(32)
MEN, IN_HAND = np.uint64((1 << PLACES) - 1), np.uint64(255 << HAND)
ONE_IN_HAND = np.uint64(1 << HAND)


@njit(**UNCOUNTED)
def closes(men, place, others):
    """Return True if the men and one more on this place form a mill with the new man."""
    for line in others[place]:  # noqa: SIM110 - numba compiles no any of a generator
        if men & line == line:
            return True
    return False


@njit(**UNCOUNTED)
def in_mills(men, mills):
    """Return the men that are part of a mill."""
    held = ZERO
    for mill in mills:
        if men & mill == mill:
            held |= mill
    return held


@njit(**UNCOUNTED)
def may_fly(men, flying):
    """Return True if these men may go to any point."""
    return flying and count_bits(men) == FEWEST_TO_PLAY


@njit(**UNCOUNTED)
def in_hand(position):
    """Return the number of men still to be placed."""
    return np.int64((position & IN_HAND) >> np.uint64(HAND))


@njit(**UNCOUNTED)
def takeable(men, mills):
    """Return the men that may be captured: those outside mills, or all if all are in mills."""
    free = men & ~in_mills(men, mills)
    return men if free == ZERO else free


@njit(**UNCOUNTED)
def fill_captures(men, after, code, count, moves, positions):
    """Add a move for each of the men that may be captured."""
    left = men
    while left != ZERO:
        man = lowest_bit(left)
        left ^= man
        moves[count] = code + lowest_place(man)
        positions[count] = after ^ man
        count += 1
    return count


@njit(**UNCOUNTED)
def fill_ways(rest, targets, way, after, theirs, others, mills, moves, positions, count):
    """Add a man's moves to each target. A mill closed there captures a man."""
    men = ZERO
    while targets != ZERO:
        target = lowest_bit(targets)
        targets ^= target
        place = lowest_place(target)
        code, then = CODE * (way + place), after | (rest | target) << HALF
        if theirs != ZERO and closes(rest, place, others):
            men = takeable(theirs, mills) if men == ZERO else men
            count = fill_captures(men, then, code, count, moves, positions)
        else:
            moves[count] = code + NOWHERE
            positions[count] = then
            count += 1
    return count


@njit(inline="always", **UNCOUNTED)
def fill_steps(mine, empty, flies, after, theirs, around, others, mills, moves, positions, count):
    """Add the moves of all men on the board, along lines or to any free point.

    It is inlined into the rule, because a call took a tenth longer.
    """
    left = mine
    while left != ZERO:
        source = lowest_bit(left)
        left ^= source
        place = lowest_place(source)
        ways = empty if flies else around[place] & empty
        way, rest = CODE * place, mine ^ source
        count = fill_ways(rest, ways, way, after, theirs, others, mills, moves, positions, count)
    return count


@njit(**UNCOUNTED)
def can_step(men, empty, around):
    """Return True if any of these men can go along a line."""
    while men != ZERO:
        if around[lowest_place(men)] & empty != ZERO:
            return True
        men &= men - ONE
    return False


@njit(**UNCOUNTED)
def fill_before(before, men, taken, is_mill, positions, count):
    """Add the earlier positions, with one more opposing man if a mill was closed."""
    if not is_mill:
        positions[count] = before | men << HALF
        return count + 1
    while taken != ZERO:
        man = lowest_bit(taken)
        taken ^= man
        positions[count] = before | (men | man) << HALF
        count += 1
    return count


@njit(**UNCOUNTED)
def fill_steps_back(before, men, taken, is_mill, sources, positions, count):
    """Add them for each point from which a man can have come. No man was captured there."""
    while sources != ZERO:
        source = lowest_bit(sources)
        sources ^= source
        count = fill_before(before | source, men, taken & ~source, is_mill, positions, count)
    return count


@cache
def moving_rules(rings: int, diagonals: bool, flying: bool, placing: bool) -> tuple[Any, Any, Any]:
    """Return the rules ``successors``, ``terminal_code`` and ``predecessors``."""
    layout = layout_of(rings, diagonals)
    around, mills, others = layout.around, layout.mills, layout.others
    board = np.uint64(layout.full)

    @njit(**UNCOUNTED)
    def successors(position: Any, moves: Any, positions: Any) -> Any:
        mine, theirs, hand = position & MEN, position >> HALF & MEN, position & IN_HAND
        empty = board & ~(mine | theirs)
        if hand != ZERO:
            way = CODE * NOWHERE
            after = theirs | hand - ONE_IN_HAND
            count = fill_ways(mine, empty, way, after, theirs, others, mills, moves, positions, 0)
            return np.int64(count)
        flies = may_fly(mine, flying)
        count = fill_steps(
            mine, empty, flies, theirs, theirs, around, others, mills, moves, positions, 0
        )
        return np.int64(count)

    @njit(**UNCOUNTED)
    def terminal_code(position: Any) -> Any:
        mine, hand = position & MEN, in_hand(position)
        empty = board & ~(mine | position >> HALF)
        men = count_bits(mine) + (hand + 1) // 2
        if men <= LEAST_MEN or empty == ZERO:
            return np.int64(LOSS)
        if hand > 0 or (flying and men == FEWEST_TO_PLAY):
            return np.int64(PLAYING)
        return np.int64(PLAYING if can_step(mine, empty, around) else LOSS)

    @njit(**UNCOUNTED)
    def predecessors(position: Any, positions: Any) -> Any:
        mine, theirs, hand = position & MEN, position >> HALF & MEN, position & IN_HAND
        empty = board & ~(mine | theirs)
        flies = may_fly(theirs, flying)
        count, left, restored, is_known = 0, theirs, ZERO, False
        while left != ZERO:
            target = lowest_bit(left)
            left ^= target
            place = lowest_place(target)
            rest = theirs ^ target
            is_mill = closes(rest, place, others)
            if is_mill and not is_known:
                restored, is_known = restorable(mine, empty, mills, others), True
            if hand == ZERO:
                sources = empty if flies else around[place] & empty
                count = fill_steps_back(rest, mine, restored, is_mill, sources, positions, count)
            if hand != ZERO or placing:
                before = rest | hand + ONE_IN_HAND
                count = fill_before(before, mine, restored, is_mill, positions, count)
                if is_mill and mine == ZERO:
                    positions[count] = before
                    count += 1
        return np.int64(count)

    return successors, terminal_code, predecessors


@njit(**UNCOUNTED)
def restorable(men, empty, mills, others):
    """Return the free points from which a man can have been captured, given the men left."""
    found = ZERO
    while empty != ZERO:
        man = lowest_bit(empty)
        empty ^= man
        if not closes(men, lowest_place(man), others) or in_mills(men | man, mills) == men | man:
            found |= man
    return found


def max_moves(
    rings: int, diagonals: bool, men: tuple[int, int], flying: bool, placing: bool
) -> int:
    """Return a bound: every step of every man closes a mill, and captures any opposing man."""
    placed = board_of(rings, diagonals).size * max(men) if placing else 0
    return max(
        placed,
        *(
            most_steps(rings, diagonals, *pair, flies=flying and pair[0] == FEWEST_TO_PLAY)
            * pair[1]
            for pair in pairs_of(men)
        ),
    )


def max_predecessors(
    rings: int, diagonals: bool, men: tuple[int, int], flying: bool, placing: bool
) -> int:
    """Return a bound: every step back out of a mill, and a man on any free point but two."""
    points = board_of(rings, diagonals).size
    placed = max(men) * points if placing else 0
    return placed + max(
        most_steps(rings, diagonals, theirs, mine, flies=flying and theirs == FEWEST_TO_PLAY)
        * max(1, points - mine - theirs - 1)
        for mine, theirs in pairs_of(men)
    )


def most_steps(rings: int, diagonals: bool, mine: int, theirs: int, *, flies: bool) -> int:
    """Return the greatest number of steps of this number of men. As many lead back."""
    board = board_of(rings, diagonals)
    free = board.size - mine - theirs
    if flies:
        return mine * free
    lines = sorted(map(len, board.neighbours), reverse=True)
    return sum(min(each, free) for each in lines[:mine])


def pairs_of(men: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the numbers of men that the player to move and the other can have."""
    fewer, more = sorted(men)
    counts = product(range(LEAST_MEN, more + 1), range(FEWEST_TO_PLAY, more + 1))
    return [each for each in counts if min(each) <= fewer]


# ── kinds: sets of men up to symmetry ─────────────────────────────────────────────────────────────

BYTE = 256
PAIRS = BYTE * BYTE
WAY_BITS = 4
BYTE_BITS, WAY = np.uint64(RING), np.uint64((1 << WAY_BITS) - 1)
BYTE_MASK = np.uint64(BYTE - 1)
TWO_BYTES = np.uint64(2 * RING)
MOST_MIDDLES = comb(RING, RING // 2)


@attrs.frozen(eq=False)
class Kinds:
    """Men of the player to move up to symmetry: classes of outer and inner ring, and the middle."""

    turn: Any
    """Tables of the symmetries."""
    pairs: Any
    """For each filling of outer and inner ring: its class, and a symmetry that maps it to the first
    of the class, as 16 * class + symmetry."""
    firsts: Any
    """The first filling of each class."""
    stays: Any
    """For each class, the number of its set of symmetries that keep the first filling."""
    middles: Any
    """For each such set and filling of the middle ring, the canonical filling."""
    ways: Any
    """For each of these, the symmetries of the set that map to the canonical filling, as bits."""
    indexes: Any
    """For each of these, the number of the canonical filling among those of its size."""
    middle_at: Any
    """For each such set, size and number, the canonical filling."""
    begins: Any
    """For each number of men and each class, the number of the first kind."""
    counts: list[int]
    """For each number of men, the number of kinds."""


@cache
def kinds_of(rings: int, diagonals: bool) -> Kinds:
    """Find the classes, and the symmetries that remain for the middle ring."""
    layout = layout_of(rings, diagonals)
    turn = permutation_tables(layout.images)
    symmetries = range(len(layout.images))
    outer, middle, inner = (layout.full >> RING * ring & BYTE - 1 for ring in range(3))

    fillings = np.arange(PAIRS, dtype=np.uint64)
    words = fillings & BYTE_MASK | fillings >> BYTE_BITS << TWO_BYTES
    images = np.array([_joined(_turned(words, turn, which)) for which in symmetries])
    least = images.min(axis=0)
    is_on_board = fillings & np.uint64(outer | inner << RING) == fillings
    firsts = np.unique(least[is_on_board])
    classes = np.where(is_on_board, np.searchsorted(firsts, least), 0)

    bits = 1 << np.arange(len(symmetries))
    staying = ((images[:, firsts] == firsts) * bits[:, None]).sum(axis=0)
    sets = np.unique(staying)  # the first set, 1, is the identity alone
    turned_middles = [_middles(turn, middle, staying_set) for staying_set in sets.tolist()]
    stays = np.searchsorted(sets, staying)
    begins, counts = _begins(firsts, stays, [each.sizes for each in turned_middles])
    return Kinds(
        turn=turn,
        pairs=(classes << WAY_BITS | images.argmin(axis=0)).astype(np.uint32),
        firsts=firsts.astype(np.uint16),
        stays=stays.astype(np.uint8),
        middles=np.array([each.firsts for each in turned_middles], np.uint8),
        ways=np.array([each.ways for each in turned_middles], np.uint16),
        indexes=np.array([each.indexes for each in turned_middles], np.uint8),
        middle_at=np.array([each.at for each in turned_middles], np.uint8),
        begins=begins,
        counts=counts,
    )


@attrs.frozen(eq=False)
class Middles:
    """The middle ring up to some of the symmetries, by its filling."""

    firsts: list[int]
    """For each filling, the canonical filling."""
    ways: list[int]
    """For each filling, the symmetries that map to the canonical one, as bits."""
    indexes: list[int]
    """For each filling, the number of the canonical one among those of its size."""
    at: list[list[int]]
    """For each size and number, the canonical filling."""
    sizes: list[int]
    """For each size, the number of canonical fillings."""


def _middles(turn: Any, middle: int, staying: int) -> Middles:
    """Turn the middle ring by the symmetries of a set."""
    own = [which for which in range(len(turn)) if staying >> which & 1]
    filled = np.arange(BYTE, dtype=np.uint64) << BYTE_BITS
    images = np.array([_turned(filled, turn, which) >> BYTE_BITS for which in own])
    firsts = images.min(axis=0)
    leads = (images == firsts) * (1 << np.array(own))[:, None]
    standing = [each for each in range(BYTE) if firsts[each] == each == each & middle]
    by_size = [[each for each in standing if each.bit_count() == size] for size in range(RING + 1)]
    index_of = {each: number for same in by_size for number, each in enumerate(same)}
    return Middles(
        firsts=firsts.tolist(),
        ways=leads.sum(axis=0).tolist(),
        indexes=[index_of.get(first, 0) for first in firsts.tolist()],
        at=[same + [0] * (MOST_MIDDLES - len(same)) for same in by_size],
        sizes=[len(same) for same in by_size],
    )


def _begins(firsts: Any, stays: Any, sizes: list[list[int]]) -> tuple[Any, list[int]]:
    """Return the first kind of each number of men and class, and the numbers of kinds."""
    most = MOST_MEN[3]
    kinds = np.zeros((most + 1, len(firsts) + 1), np.int32)
    for number, (first, stay) in enumerate(zip(firsts.tolist(), stays.tolist(), strict=True)):
        for size, count in enumerate(sizes[stay]):
            if first.bit_count() + size <= most:
                kinds[first.bit_count() + size, number + 1] = count
    ends = kinds.cumsum(axis=1, dtype=np.int32)
    return np.ascontiguousarray(ends[:, :-1]), ends[:, -1].tolist()


def _turned(words: Any, turn: Any, which: int) -> Any:
    """Return the images of words by one symmetry, all at once."""
    parts = (turn[which, part][(words >> np.uint64(RING * part)) & BYTE_MASK] for part in range(3))
    return np.bitwise_or.reduce([part.astype(np.uint64) for part in parts])


def _joined(words: Any) -> Any:
    """Return outer and inner ring, side by side."""
    return (words & BYTE_MASK | words >> TWO_BYTES << BYTE_BITS).astype(np.int64)


# ── sets of men on the points that others leave free ──────────────────────────────────────────────

LOW_PLACES = 16
LOW_BITS = np.uint64((1 << LOW_PLACES) - 1)
HIGH_SETS = 1 << PLACES - LOW_PLACES
"""Number of fillings of the places from the 17th on."""


@attrs.frozen(eq=False)
class FreeSets:
    """Sets of each size, numbered in the order of their words."""

    low: Any
    """For each set of the low 16 places, its number among those of its size."""
    low_at: Any
    """All sets of the low 16 places, by size and number."""
    low_begins: Any
    """First entry of each size in ``low_at``."""
    high: Any
    """For each size and filling of the other places, the number of sets with a lesser one."""


@cache
def free_sets() -> FreeSets:
    """Make the tables."""
    low_at = sorted(range(1 << LOW_PLACES), key=lambda men: (men.bit_count(), men))
    sizes = [comb(LOW_PLACES, size) for size in range(LOW_PLACES + 1)]
    begins = np.cumsum([0, *sizes])[:-1]
    low = np.zeros(1 << LOW_PLACES, np.uint16)
    for number, men in enumerate(low_at):
        low[men] = number - begins[men.bit_count()]
    lows = [
        [_sets(LOW_PLACES, size - above.bit_count()) for above in range(HIGH_SETS)]
        for size in range(MOST_MEN[3] + 1)
    ]
    high = [np.cumsum([0, *each])[:-1] for each in lows]
    return FreeSets(low, np.array(low_at, np.uint16), begins, np.array(high, np.int32))


def _sets(places: int, size: int) -> int:
    """Return the number of sets of that size; 0 for a size below 0."""
    return comb(places, size) if size >= 0 else 0


@njit(**UNCOUNTED)
def number_of(men, size, low, high):
    """Return the number of a set among those of its size."""
    return np.int64(high[size, men >> np.uint64(LOW_PLACES)]) + np.int64(low[men & LOW_BITS])


@njit(**UNCOUNTED)
def set_of(number, size, low_at, low_begins, high):
    """Return the set with this number and size."""
    above, last = 0, HIGH_SETS
    while last - above > 1:
        half = (above + last) >> 1
        if high[size, half] <= number:
            above = half
        else:
            last = half
    left = size - count_bits(np.uint64(above))
    below = low_at[low_begins[left] + number - high[size, above]]
    return np.uint64(above) << np.uint64(LOW_PLACES) | np.uint64(below)


# ── a position and its number ─────────────────────────────────────────────────────────────────────

STAGE, HANDS, HAND_BITS, MEN_BITS = 100, 2000, 8, 4
"""The stage of nine men against seven is -907. It rises with each capture. Stages with men in hand
are lower, one for each pair of numbers of men on the board. They rise as men are placed."""


@njit(**UNCOUNTED)
def stage(position):
    """Return the numbers of men, the larger one first, as a negative number."""
    hand = in_hand(position)
    mine, theirs = count_bits(position & MEN), count_bits(position >> HALF & MEN)
    if hand > 0:
        return np.int64(-HANDS - (hand << HAND_BITS | mine << MEN_BITS | theirs))
    return np.int64(-STAGE * max(mine, theirs) - min(mine, theirs))


def stage_of(hand: int, mine: int, theirs: int) -> int:
    """Return the stage of numbers of men."""
    if hand:
        return -HANDS - (hand << HAND_BITS | mine << MEN_BITS | theirs)
    return -STAGE * max(mine, theirs) - min(mine, theirs)


def label_of(number: int) -> str:
    """Return the label of a stage."""
    if number >= -HANDS:
        return f"{-number // STAGE}-{-number % STAGE}"
    hand, men = divmod(-number - HANDS, 1 << HAND_BITS)
    mine, theirs = divmod(men, 1 << MEN_BITS)
    return f"{hand} in hand, {mine}-{theirs}"


@attrs.frozen(eq=False)
class Sections:
    """The sections of all stages: one for each pair of numbers of men on the board."""

    num_indexes: dict[int, int]
    """Number of indexes of each stage."""
    begins: Any
    """First index of a section, or -1 if it is impossible: by the men in hand, and on the board
    those of the player to move and of the other player."""
    firsts: Any
    """For each stage, less its sign, the first row of the columns below."""
    rows: Any
    """Rows of sections, those of a stage together: the first index, the men of the player to move,
    the other player's men, and the men in hand."""


def laid_out(rings: int, diagonals: bool, parts: Sequence[tuple[int, int, int, int]]) -> Sections:
    """Lay out sections: each has a stage, men in hand, and the men of both players."""
    widths, counts = widths_of(rings, diagonals), kinds_of(rings, diagonals).counts
    hands = 1 + max(hand for _, hand, _, _ in parts)
    begins = np.full((hands, *widths.shape), -1, np.int64)
    num_indexes: dict[int, int] = {}
    of_stage: dict[int, list[tuple[int, int, int, int]]] = {}
    for number, hand, mine, theirs in parts:
        if size := counts[mine] * int(widths[mine, theirs]):
            begin = num_indexes.get(number, 0)
            begins[hand, mine, theirs] = begin
            of_stage.setdefault(number, []).append((begin, mine, theirs, hand))
            num_indexes[number] = begin + size
    firsts = np.zeros(2 - min(of_stage), np.int64)
    rows: list[tuple[int, int, int, int]] = []
    for number in sorted(of_stage, reverse=True):  # -302, -303 and so on
        firsts[-number] = len(rows)
        rows += of_stage[number]
        firsts[1 - number] = len(rows)
    return Sections(num_indexes, begins, firsts, np.array(rows, np.int64))


@cache
def sections_of(rings: int, diagonals: bool, men: tuple[int, int], placing: bool) -> Sections:
    """Return the sections of men placed in turn, those with more men to move first."""
    hands = range(sum(men) + 1) if placing else range(1)
    parts = [
        (stage_of(hand, mine, theirs), hand, mine, theirs)
        for hand in hands
        for mine, theirs in sorted(_on_board(men, hand), reverse=True)
    ]
    return laid_out(rings, diagonals, parts)


def _on_board(men: tuple[int, int], hand: int) -> list[tuple[int, int]]:
    """Return the numbers of men on the board with the given number in hand, placed in turn."""
    own, other = (hand + 1) // 2, hand // 2
    return [
        (mine - own, theirs - other)
        for mine, theirs in pairs_of(men)
        if mine >= own and theirs >= other
    ]


@cache
def widths_of(rings: int, diagonals: bool) -> Any:
    """Return the number of indexes of a kind, by the men of both players."""
    points, men = board_of(rings, diagonals).size, range(MOST_MEN[rings] + 1)
    return np.array([[comb(points - mine, theirs) for theirs in men] for mine in men])


@cache
def index_of(rings: int, diagonals: bool, sections: Sections) -> Any:
    """Return the rule ``index`` within a stage."""
    kinds, sets = kinds_of(rings, diagonals), free_sets()
    turn, pairs, stays, begins = kinds.turn, kinds.pairs, kinds.stays, kinds.begins
    middles, ways_of, indexes = kinds.middles, kinds.ways, kinds.indexes
    low, high = sets.low, sets.high
    widths = widths_of(rings, diagonals)
    section_begins, hands, most = sections.begins, len(sections.begins), len(widths)
    full = layout_of(rings, diagonals).full
    board, none = np.uint64(full), ~np.uint64(full | full << 32 | int(IN_HAND))

    @njit(**UNCOUNTED)
    def index(position: Any) -> Any:
        mine, theirs, hand = position & MEN, position >> HALF & MEN, in_hand(position)
        many, others = count_bits(mine), count_bits(theirs)
        if position & none != ZERO or mine & theirs != ZERO:
            return np.int64(-1)
        if hand >= hands or many >= most or others >= most:
            return np.int64(-1)
        section = section_begins[hand, many, others]
        if section < 0:
            return np.int64(-1)
        found = np.uint64(pairs[mine & BYTE_MASK | mine >> TWO_BYTES << BYTE_BITS])
        which, own_class = found & WAY, found >> np.uint64(WAY_BITS)
        mine, theirs = permuted(mine, turn, which), permuted(theirs, turn, which)
        stay, middle = stays[own_class], mine >> BYTE_BITS & BYTE_MASK
        kind = np.int64(begins[many, own_class]) + np.int64(indexes[stay, middle])
        if stay == 0:
            least = number_of(gathered(theirs, board & ~mine), others, low, high)
        else:
            first = np.uint64(middles[stay, middle])
            free = board & ~(mine & ~(BYTE_MASK << BYTE_BITS) | first << BYTE_BITS)
            ways = np.uint64(ways_of[stay, middle])
            least = widths[many, others]
            while ways != ZERO:
                image = permuted(theirs, turn, lowest_place(ways))
                least = min(least, number_of(gathered(image, free), others, low, high))
                ways &= ways - ONE
        return np.int64(section + kind * widths[many, others] + least)

    return index


@cache
def position_in(rings: int, diagonals: bool, sections: Sections) -> Any:
    """Return the rule ``position_at`` within a stage."""
    kinds, sets = kinds_of(rings, diagonals), free_sets()
    firsts, stays, middle_at, begins = kinds.firsts, kinds.stays, kinds.middle_at, kinds.begins
    low_at, low_begins, high = sets.low_at, sets.low_begins, sets.high
    widths, rows, row_firsts = widths_of(rings, diagonals), sections.rows, sections.firsts
    board = np.uint64(layout_of(rings, diagonals).full)

    @njit(**UNCOUNTED)
    def position_at(stage: Any, index: Any) -> Any:
        row, last = row_firsts[-stage], row_firsts[1 - stage]
        while last - row > 1:
            half = (row + last) >> 1
            if rows[half, 0] <= index:
                row = half
            else:
                last = half
        many, others = rows[row, 1], rows[row, 2]
        width = widths[many, others]
        kind, number = (index - rows[row, 0]) // width, (index - rows[row, 0]) % width
        mine = first_of_kind(kind, many, begins, firsts, stays, middle_at)
        theirs = set_of(number, others, low_at, low_begins, high)
        hand = np.uint64(rows[row, 3]) << np.uint64(HAND)
        return mine | hand | scattered(theirs, board & ~mine) << HALF

    return position_at


@njit(**UNCOUNTED)
def first_of_kind(kind, many, begins, firsts, stays, middle_at):
    """Return the canonical men of a kind, by its number among those of ``many`` men."""
    own_class, last = 0, len(firsts)
    while last - own_class > 1:
        half = (own_class + last) >> 1
        if begins[many, half] <= kind:
            own_class = half
        else:
            last = half
    filled = np.uint64(firsts[own_class])
    index = kind - begins[many, own_class]
    middle = middle_at[stays[own_class], many - count_bits(filled), index]
    return filled & BYTE_MASK | filled >> BYTE_BITS << TWO_BYTES | np.uint64(middle) << BYTE_BITS


@cache
def turning(rings: int, diagonals: bool) -> Any:
    """Return the rule ``symmetries``."""
    turn = kinds_of(rings, diagonals).turn
    count = len(turn)

    @njit(**UNCOUNTED)
    def symmetries(position: Any, positions: Any) -> Any:
        for which in range(1, count):
            mine = permuted(position & MEN, turn, which) | position & IN_HAND
            positions[which - 1] = mine | permuted(position >> HALF, turn, which) << HALF
        return np.int64(count - 1)

    return symmetries


# ── knowledge of placing ─────────────────────────────────────────────────────────────────────────
#
# Most of the game is a draw. To draw, a player should close mills, prevent those of the opponent,
# and have men in line and free points once all men are placed. The order is not declared rough, so
# killer moves come later. Then a player places the same men against all replies, and play leads to
# fewer positions.

CLOSES, PREVENTS, IN_LINE, A_WAY = 1 << 12, 1 << 10, 6, 1
"""Scores of a move: a closed mill, a mill of the opponent prevented, a man in a line without
opposing men, and a free adjacent point."""


@cache
def knowing(rings: int, diagonals: bool, successors: Any) -> Any:
    """Return the rule ``candidates``, which lists all moves, the most promising first."""
    layout = layout_of(rings, diagonals)
    around, others = layout.around, layout.others

    @njit(**UNCOUNTED)
    def candidates(position: Any, moves: Any, positions: Any, priorities: Any) -> Any:
        mine, theirs = position & MEN, position >> HALF & MEN
        count = successors(position, moves, positions)
        for each in range(count):
            place, taken = moves[each] // CODE % CODE, moves[each] % CODE
            priorities[each] = promise(place, mine, theirs, around, others)
            if taken != NOWHERE:
                priorities[each] += CLOSES + promise(taken, theirs, mine, around, others)
            elif closes(theirs, place, others):
                priorities[each] += PREVENTS
        return np.int64(count)

    return candidates


@njit(**UNCOUNTED)
def promise(place, mine, theirs, around, others):
    """Return the term of a man on a point among these men and those of the other player."""
    score = A_WAY * count_bits(around[place] & ~theirs)
    for line in others[place]:
        if theirs & line == ZERO:
            score += IN_LINE * count_bits(mine & line)
    return score


# ── Lasker's morris: each hand has its own number ─────────────────────────────────────────────────
#
# Moves on the board change only the player to move. So a stage is the numbers of men of each player
# in hand and on the board, regardless of the player to move, and play may have cycles within it. A
# player has the *level*
#
#     16 * (men in all) + (men in hand)
#
# It falls when the player places a man, which leaves one fewer in hand, and when the player loses a
# man, which leaves one fewer in all. Levels x and y, the lesser one, have the number
# x * (x + 1) / 2 + y. It is different for each pair, and falls when either level does. Its negative
# rises, and is the stage.
#
# One move back a man returns to a point that he can have come from, or to the hand. A player
# without a man on the board loses none by a mill. So if the other player has no man on the board,
# a mill may have captured nothing.

ONE_HAND = np.uint64(HAND_OF_ONE)
OWN_HAND = np.uint64((1 << HAND_OF_ONE) - 1 << HAND)
OWN_MAN, OTHERS_MAN = np.uint64(1 << HAND), np.uint64(1 << HAND + HAND_OF_ONE)
"""One man in hand, of the player to move and of the other."""


@njit(**UNCOUNTED)
def own_hand(position):
    """Return the number of men that the player to move has in hand."""
    return np.int64((position & OWN_HAND) >> np.uint64(HAND))


@njit(**UNCOUNTED)
def others_hand(position):
    """Return the number of men that the other player has in hand."""
    return own_hand(position >> ONE_HAND)


@njit(**UNCOUNTED)
def passed_on(position):
    """Return the hands after the turn has passed, exchanged."""
    own, others = position & OWN_HAND, position & IN_HAND & ~OWN_HAND
    return own << ONE_HAND | others >> ONE_HAND


@cache
def lasker_moving(rings: int, diagonals: bool, flying: bool) -> tuple[Any, Any, Any]:
    """Return the rules ``successors``, ``terminal_code`` and ``predecessors``."""
    layout = layout_of(rings, diagonals)
    around, mills, others = layout.around, layout.mills, layout.others
    board = np.uint64(layout.full)

    @njit(**UNCOUNTED)
    def successors(position: Any, moves: Any, positions: Any) -> Any:
        mine, theirs, hand = position & MEN, position >> HALF & MEN, own_hand(position)
        empty, after, count = board & ~(mine | theirs), theirs | passed_on(position), 0
        if hand > 0:
            way, placed = CODE * NOWHERE, after - OTHERS_MAN
            count = fill_ways(
                mine, empty, way, placed, theirs, others, mills, moves, positions, count
            )
        flies = flying and count_bits(mine) + hand == FEWEST_TO_PLAY
        count = fill_steps(
            mine, empty, flies, after, theirs, around, others, mills, moves, positions, count
        )
        return np.int64(count)

    @njit(**UNCOUNTED)
    def terminal_code(position: Any) -> Any:
        mine, hand = position & MEN, own_hand(position)
        empty, men = board & ~(mine | position >> HALF), count_bits(mine) + hand
        if men <= LEAST_MEN or empty == ZERO:
            return np.int64(LOSS)
        if hand > 0 or (flying and men == FEWEST_TO_PLAY):
            return np.int64(PLAYING)
        return np.int64(PLAYING if can_step(mine, empty, around) else LOSS)

    @njit(**UNCOUNTED)
    def predecessors(position: Any, positions: Any) -> Any:
        mine, theirs, hands = position & MEN, position >> HALF & MEN, passed_on(position)
        empty = board & ~(mine | theirs)
        flies = flying and count_bits(theirs) + others_hand(position) == FEWEST_TO_PLAY
        count, left, restored, is_known = 0, theirs, ZERO, False
        while left != ZERO:
            target = lowest_bit(left)
            left ^= target
            place = lowest_place(target)
            moved = theirs ^ target | hands
            placed, sources = moved + OWN_MAN, empty if flies else around[place] & empty
            is_mill = closes(theirs ^ target, place, others)
            if is_mill and not is_known:
                restored, is_known = restorable(mine, empty, mills, others), True
            count = fill_steps_back(moved, mine, restored, is_mill, sources, positions, count)
            count = fill_before(placed, mine, restored, is_mill, positions, count)
            if is_mill and mine == ZERO:
                count = fill_steps_back(moved, mine, ZERO, False, sources, positions, count)
                count = fill_before(placed, mine, ZERO, False, positions, count)
        return np.int64(count)

    return successors, terminal_code, predecessors


def lasker_max_moves(rings: int, diagonals: bool, men: int, flying: bool) -> int:
    """Return a bound: every step of every man closes a mill, and captures any opposing man."""
    points, numbers = board_of(rings, diagonals).size, range(men + 1)
    return max(
        (points - mine - theirs + _lasker_steps(rings, diagonals, mine, theirs, flying))
        * max(1, theirs)
        for mine, theirs in product(numbers, numbers)
        if mine + theirs <= points
    )


def lasker_max_predecessors(rings: int, diagonals: bool, men: int, flying: bool) -> int:
    """Return a bound: every step back out of a mill, and a man on any free point or none."""
    points, numbers = board_of(rings, diagonals).size, range(men + 1)
    return max(
        (_lasker_steps(rings, diagonals, theirs, mine, flying) + theirs)
        * (points - mine - theirs + 1)
        for mine, theirs in product(numbers, numbers)
        if mine + theirs <= points
    )


def _lasker_steps(rings: int, diagonals: bool, mine: int, theirs: int, flying: bool) -> int:
    """Return the greatest number of steps: up to three men may fly, with others in hand."""
    return most_steps(rings, diagonals, mine, theirs, flies=flying and mine <= FEWEST_TO_PLAY)


@njit(**UNCOUNTED)
def level_of(on_board, hand):
    """Return the level of a player, which falls when a man is placed or captured."""
    return (on_board + hand) << HAND_OF_ONE | hand


@njit(**UNCOUNTED)
def lasker_stage_of(mine, theirs):
    """Return the stage in which the players have these levels."""
    more, fewer = max(mine, theirs), min(mine, theirs)
    return -(more * (more + 1) // 2 + fewer)


@njit(**UNCOUNTED)
def lasker_stage(position):
    """Return the stage of a position, a negative number."""
    mine, theirs = count_bits(position & MEN), count_bits(position >> HALF & MEN)
    levels = level_of(mine, own_hand(position)), level_of(theirs, others_hand(position))
    return np.int64(lasker_stage_of(levels[0], levels[1]))


@cache
def lasker_sections(
    rings: int, diagonals: bool, men: tuple[int, int]
) -> tuple[Sections, dict[int, str]]:
    """Return the sections, first those with more men of the player to move, and labels of stages.

    ``men`` are the lesser and the greater number at the start. Either may be the player to move's.
    """
    parts: list[tuple[int, int, int, int]] = []
    labels: dict[int, str] = {}
    for mine, theirs in sorted(pairs_of(men), reverse=True):
        for own, other in product(range(mine, -1, -1), range(theirs, -1, -1)):
            players = (mine - own, own), (theirs - other, other)
            number = int(lasker_stage_of(*starmap(level_of, players)))
            parts.append((number, own | other << HAND_OF_ONE, mine - own, theirs - other))
            labels[number] = lasker_label(players)
    sections = laid_out(rings, diagonals, parts)
    return sections, {number: labels[number] for number in sections.num_indexes}


def lasker_label(players: tuple[tuple[int, int], ...]) -> str:
    """Return the label of a stage, given each player's men on the board and in hand."""
    (first, hand), (second, others_hand) = sorted(players, key=lambda each: -level_of(*each))
    in_hand = f"{hand}+{others_hand} in hand, " if hand or others_hand else ""
    return f"{in_hand}{first}-{second}"


# ── the bundles ──────────────────────────────────────────────────────────────────────────────────


@cache
def morris_rules(
    rings: int, men: tuple[int, int], flying: bool, diagonals: bool, placing: bool
) -> CompiledRules:
    """Return the bundle of a game. Functions of a board are compiled once for all its games."""
    board, numbers = (rings, diagonals), (min(men), max(men))
    successors, terminal_code, predecessors = moving_rules(*board, flying, placing)
    sections = sections_of(*board, numbers, placing)
    return CompiledRules(
        successors=successors,
        terminal_code=terminal_code,
        max_moves=max_moves(*board, numbers, flying, placing),
        symmetries=turning(*board),
        max_symmetries=len(layout_of(*board).images) - 1,
        stage=stage,
        stage_labels={number: label_of(number) for number in sections.num_indexes},
        index=index_of(*board, sections),
        position_at=position_in(*board, sections),
        num_indexes=sections.num_indexes,
        predecessors=predecessors,
        max_predecessors=max_predecessors(*board, numbers, flying, placing),
        candidates=knowing(rings, diagonals, successors) if placing else None,
    )


@cache
def lasker_rules(rings: int, men: tuple[int, int], flying: bool, diagonals: bool) -> CompiledRules:
    """Return the bundle of a game. Functions of a board are compiled once for all its games."""
    board, most = (rings, diagonals), max(men)
    successors, terminal_code, predecessors = lasker_moving(*board, flying)
    sections, labels = lasker_sections(*board, (min(men), most))
    return CompiledRules(
        successors=successors,
        terminal_code=terminal_code,
        max_moves=lasker_max_moves(*board, most, flying),
        symmetries=turning(*board),
        max_symmetries=len(layout_of(*board).images) - 1,
        stage=lasker_stage,
        stage_labels=labels,
        index=index_of(*board, sections),
        position_at=position_in(*board, sections),
        num_indexes=sections.num_indexes,
        predecessors=predecessors,
        max_predecessors=lasker_max_predecessors(*board, most, flying),
    )
