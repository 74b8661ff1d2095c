"""The compiled rules of Nine Men's Morris. The layout is drawn in ``games.nine_mens_morris.rings``.

**One move back** the man who has moved goes back to a free point that he can have come from. If he
stands in a mill now, he has closed it, and a man was taken: he is put on any other free point, but
not into a mill, unless all men of his side would then be part of mills. If he stands in none,
nothing was taken. Either way the position before tells the move, so none is listed twice. Where
men are placed first, the man may also go back into the hand.

**To number** positions, the mover's men are turned until they are the first of their *kind*, all
sets that symmetries make of one another. Outer and inner ring are turned together, by a table of
all 65,536 ways to fill them, which says their *class* and a symmetry that leads to its first pair
of rings. Symmetries that leave this pair as it is may still turn the middle ring: its first filling
stands for the others. So no table needs as many entries as there are sets of nine men, 1,307,504.

The points that the mover's men take are then cut out (``gathered``, one instruction on most
processors), and the other's men have a number among all sets of their size on what is left:

    slot = (number of the kind) * C(points - m, w) + number of the w others

Where the mover's men look the same from several sides, the least number counts, and the other slots
are holes. A stage has a *section* for each pair of numbers that the mover and the other can have:
one, or two where no men are in hand and the numbers are unlike. Stages of Lasker's morris, where
either hand is a number of its own, are described further below.

No table is larger than 300 KB, so that the processor's caches hold them, and compiled code is kept.
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
"""How to compile what makes no arrays: numba, by its own word, then counts no references to those
that a function is given. It did so at every call of a helper, two thirds of the time of
``successors``."""

# ── the layout: places of the points, and what joins them ─────────────────────────────────────────

PLACES = 3 * RING
NEVER = (1 << 64) - 1
"""In place of a line that a point does not have: no men stand so."""


@attrs.frozen(eq=False)
class Layout:
    """A board as sets of places."""

    full: int
    """All places that are points of the board."""
    around: Any
    """For each place those that lines join to it."""
    mills: Any
    """All mills."""
    others: Any
    """For each place the two other points of each mill that it is part of."""
    images: list[list[int]]
    """For each symmetry where each place goes."""


@cache
def layout_of(rings: int, diagonals: bool) -> Layout:
    """The places of a board."""
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
    """Where each place goes, given where each point goes; what is no point stays where it is."""
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
    """Return True if men and one more, on that place, are a mill with him in it."""
    for line in others[place]:  # noqa: SIM110 - numba compiles no any of a generator
        if men & line == line:
            return True
    return False


@njit(**UNCOUNTED)
def in_mills(men, mills):
    """The men that are part of a mill."""
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
    """Return the men that may be taken: those outside mills, or all if there are no such."""
    free = men & ~in_mills(men, mills)
    return men if free == ZERO else free


@njit(**UNCOUNTED)
def fill_captures(men, after, code, count, moves, positions):
    """Add a move for each of the men that may be taken."""
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
    """Add a man's moves to each target: what he closes there, with the rest, takes a man."""
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

    Within the rule itself, and not called: called it took a tenth longer.
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
    """Add what was before: with one more of the men that were taken from, if a mill was closed."""
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
    """Add the same for each point from which a man can have come; nobody was taken from there."""
    while sources != ZERO:
        source = lowest_bit(sources)
        sources ^= source
        count = fill_before(before | source, men, taken & ~source, is_mill, positions, count)
    return count


@cache
def moving_rules(rings: int, diagonals: bool, flying: bool, placing: bool) -> tuple[Any, Any, Any]:
    """The rules ``successors``, ``terminal_code`` and ``predecessors``."""
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
    """The free points where a man can have stood that was taken from beside these men."""
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
    """At most: every way of every man closes a mill, and any man of the other's is taken."""
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
    """At most: every way back out of a mill, and a man on any free point but two."""
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
    """The mover's men up to symmetry: classes of outer and inner ring, and the middle one."""

    turn: Any
    """The tables of the symmetries."""
    pairs: Any
    """For each filling of outer and inner ring: its class, and a symmetry that leads to the first
    of that class, 16 * class + symmetry."""
    firsts: Any
    """The first filling of each class."""
    stays: Any
    """For each class the number of its set of symmetries that leave the first filling as it is."""
    middles: Any
    """For each such set and filling of the middle ring: the filling that stands for it."""
    ways: Any
    """For the same, the symmetries of the set that lead to it, as bits."""
    indexes: Any
    """For the same, its number among those of its size that stand for others."""
    middle_at: Any
    """For each such set and size, what has that number."""
    begins: Any
    """For each number of men, and each class: the number of its first kind."""
    counts: list[int]
    """For each number of men, how many kinds there are."""


@cache
def kinds_of(rings: int, diagonals: bool) -> Kinds:
    """Find the classes, and what is left of the symmetries for the middle ring."""
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
    sets = np.unique(staying)  # the first one, 1, leaves nothing to be turned
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
    """The filling that stands for it."""
    ways: list[int]
    """The symmetries that lead there, as bits."""
    indexes: list[int]
    """The number of that among those of its size."""
    at: list[list[int]]
    """For each size, what has which number."""
    sizes: list[int]
    """For each size, how many there are."""


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
    """Lay out the kinds of each number of men by their classes; how many there are."""
    most = MOST_MEN[3]
    kinds = np.zeros((most + 1, len(firsts) + 1), np.int32)
    for number, (first, stay) in enumerate(zip(firsts.tolist(), stays.tolist(), strict=True)):
        for size, count in enumerate(sizes[stay]):
            if first.bit_count() + size <= most:
                kinds[first.bit_count() + size, number + 1] = count
    ends = kinds.cumsum(axis=1, dtype=np.int32)
    return np.ascontiguousarray(ends[:, :-1]), ends[:, -1].tolist()


def _turned(words: Any, turn: Any, which: int) -> Any:
    """Words by one symmetry, all at once."""
    parts = (turn[which, part][(words >> np.uint64(RING * part)) & BYTE_MASK] for part in range(3))
    return np.bitwise_or.reduce([part.astype(np.uint64) for part in parts])


def _joined(words: Any) -> Any:
    """Outer and inner ring, side by side."""
    return (words & BYTE_MASK | words >> TWO_BYTES << BYTE_BITS).astype(np.int64)


# ── sets of men on what others leave free ─────────────────────────────────────────────────────────

LOW_PLACES = 16
LOW_BITS = np.uint64((1 << LOW_PLACES) - 1)
HIGH_SETS = 1 << PLACES - LOW_PLACES
"""Fillings of the places from the 17th on."""


@attrs.frozen(eq=False)
class FreeSets:
    """Sets of each size, numbered in the order of their words."""

    low: Any
    """For each set of the low 16 places its number among those of its size."""
    low_at: Any
    """All sets of the low 16 places, by size and number."""
    low_begins: Any
    """Where the sets of each size begin there."""
    high: Any
    """For each size, and each filling of the places above: how many sets have a lesser one."""


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
    """The number of a set among those of its size."""
    return np.int64(high[size, men >> np.uint64(LOW_PLACES)]) + np.int64(low[men & LOW_BITS])


@njit(**UNCOUNTED)
def set_of(number, size, low_at, low_begins, high):
    """The set of that number and size."""
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
"""The stage of nine men against seven is -907: it rises as men are taken. Before that come those
with men in hand, one for each pair of numbers of men on the board; they rise as men are placed."""


@njit(**UNCOUNTED)
def stage(position):
    """The numbers of men, the larger one first, as one number below 0; lower with men in hand."""
    hand = in_hand(position)
    mine, theirs = count_bits(position & MEN), count_bits(position >> HALF & MEN)
    if hand > 0:
        return np.int64(-HANDS - (hand << HAND_BITS | mine << MEN_BITS | theirs))
    return np.int64(-STAGE * max(mine, theirs) - min(mine, theirs))


def stage_of(hand: int, mine: int, theirs: int) -> int:
    """The same for numbers of men."""
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

    slots: dict[int, int]
    """How many slots each stage has."""
    begins: Any
    """By the men in hand, the mover's on the board and the other's: where the section begins, or
    -1 if that number is impossible."""
    firsts: Any
    """For each stage, less its sign, the first row of the columns below."""
    rows: Any
    """Row by row, those of a stage one after another: where the section begins, the mover's men,
    the other's, and those in hand."""


def laid_out(rings: int, diagonals: bool, parts: Sequence[tuple[int, int, int, int]]) -> Sections:
    """The sections in their order: of each its stage, men in hand, the mover's, the other's."""
    widths, counts = widths_of(rings, diagonals), kinds_of(rings, diagonals).counts
    hands = 1 + max(hand for _, hand, _, _ in parts)
    begins = np.full((hands, *widths.shape), -1, np.int64)
    slots: dict[int, int] = {}
    of_stage: dict[int, list[tuple[int, int, int, int]]] = {}
    for number, hand, mine, theirs in parts:
        if size := counts[mine] * int(widths[mine, theirs]):
            begin = slots.get(number, 0)
            begins[hand, mine, theirs] = begin
            of_stage.setdefault(number, []).append((begin, mine, theirs, hand))
            slots[number] = begin + size
    firsts = np.zeros(2 - min(of_stage), np.int64)
    rows: list[tuple[int, int, int, int]] = []
    for number in sorted(of_stage, reverse=True):  # -302, -303 and so on
        firsts[-number] = len(rows)
        rows += of_stage[number]
        firsts[1 - number] = len(rows)
    return Sections(slots, begins, firsts, np.array(rows, np.int64))


@cache
def sections_of(rings: int, diagonals: bool, men: tuple[int, int], placing: bool) -> Sections:
    """Those of men placed in turn; of unlike numbers those first in which the mover has more."""
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
    """By the mover's men and the other's: slots of a kind."""
    points, men = board_of(rings, diagonals).size, range(MOST_MEN[rings] + 1)
    return np.array([[comb(points - mine, theirs) for theirs in men] for mine in men])


@cache
def index_of(rings: int, diagonals: bool, sections: Sections) -> Any:
    """The rule ``index`` within a stage."""
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
    """The rule ``position_at`` within a stage."""
    kinds, sets = kinds_of(rings, diagonals), free_sets()
    firsts, stays, middle_at, begins = kinds.firsts, kinds.stays, kinds.middle_at, kinds.begins
    low_at, low_begins, high = sets.low_at, sets.low_begins, sets.high
    widths, rows, row_firsts = widths_of(rings, diagonals), sections.rows, sections.firsts
    board = np.uint64(layout_of(rings, diagonals).full)

    @njit(**UNCOUNTED)
    def position_at(stage: Any, slot: Any) -> Any:
        row, last = row_firsts[-stage], row_firsts[1 - stage]
        while last - row > 1:
            half = (row + last) >> 1
            if rows[half, 0] <= slot:
                row = half
            else:
                last = half
        many, others = rows[row, 1], rows[row, 2]
        width = widths[many, others]
        kind, number = (slot - rows[row, 0]) // width, (slot - rows[row, 0]) % width
        mine = first_of_kind(kind, many, begins, firsts, stays, middle_at)
        theirs = set_of(number, others, low_at, low_begins, high)
        hand = np.uint64(rows[row, 3]) << np.uint64(HAND)
        return mine | hand | scattered(theirs, board & ~mine) << HALF

    return position_at


@njit(**UNCOUNTED)
def first_of_kind(kind, many, begins, firsts, stays, middle_at):
    """Return the men who stand for a kind, by its number among those of ``many`` men."""
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
    """The rule ``symmetries``."""
    turn = kinds_of(rings, diagonals).turn
    count = len(turn)

    @njit(**UNCOUNTED)
    def symmetries(position: Any, positions: Any) -> Any:
        for which in range(1, count):
            mine = permuted(position & MEN, turn, which) | position & IN_HAND
            positions[which - 1] = mine | permuted(position >> HALF, turn, which) << HALF
        return np.int64(count - 1)

    return symmetries


# ── what is known of placing ─────────────────────────────────────────────────────────────────────
#
# Most of the game is drawn. Whoever wants no more than that does well to close mills, to prevent
# those of the other, and to have men in line and ways to go once all men are placed. The order is
# not said to be rough: moves that were enough just before (killers) come later then, and the same
# men are placed whatever the other does, so that play leads to fewer positions.

CLOSES, PREVENTS, IN_LINE, A_WAY = 1 << 12, 1 << 10, 6, 1
"""Scores of a move: to close a mill; to prevent one that the other would close next; to have a man
in a line where the other has none; and to have a way to go."""


@cache
def knowing(rings: int, diagonals: bool, successors: Any) -> Any:
    """The rule ``candidates``: all moves, the most promising first."""
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


# ── Lasker's morris: either hand is a number of its own ───────────────────────────────────────────
#
# While men are moved, nothing else changes than who is to move: so a stage is what each of the two
# players has in hand and on the board, whoever of them is the mover, and play may loop within it. A
# player has the *level*
#
#     16 * (men in all) + (men in hand)
#
# which falls when he places a man, for one less is in hand, and when one is taken from him, for he
# has one less in all. Levels x and y, the lesser one, have the number x * (x + 1) / 2 + y: each
# pair another one, which falls when either level does. Below 0 it rises, and is the stage.
#
# One move back a man goes to where he can have come from, or into the hand. Whoever has no man on
# the board loses none by a mill: so where none of the men beside it are left, nothing may have been
# taken.

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
    """The hands alone, when the turn has passed: each is then the other one's."""
    own, others = position & OWN_HAND, position & IN_HAND & ~OWN_HAND
    return own << ONE_HAND | others >> ONE_HAND


@cache
def lasker_moving(rings: int, diagonals: bool, flying: bool) -> tuple[Any, Any, Any]:
    """The rules ``successors``, ``terminal_code`` and ``predecessors``."""
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
    """At most: every way of every man closes a mill, and any man of the other's is taken."""
    points, numbers = board_of(rings, diagonals).size, range(men + 1)
    return max(
        (points - mine - theirs + _lasker_steps(rings, diagonals, mine, theirs, flying))
        * max(1, theirs)
        for mine, theirs in product(numbers, numbers)
        if mine + theirs <= points
    )


def lasker_max_predecessors(rings: int, diagonals: bool, men: int, flying: bool) -> int:
    """At most: every way back out of a mill, and a man on any free point, or on none."""
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
    """Return the decrease of the stage when a man is placed, and when one is taken."""
    return (on_board + hand) << HAND_OF_ONE | hand


@njit(**UNCOUNTED)
def lasker_stage_of(mine, theirs):
    """The stage in which the players have these levels."""
    more, fewer = max(mine, theirs), min(mine, theirs)
    return -(more * (more + 1) // 2 + fewer)


@njit(**UNCOUNTED)
def lasker_stage(position):
    """Return the men of the players in hand and on the board, as a negative number."""
    mine, theirs = count_bits(position & MEN), count_bits(position >> HALF & MEN)
    levels = level_of(mine, own_hand(position)), level_of(theirs, others_hand(position))
    return np.int64(lasker_stage_of(levels[0], levels[1]))


@cache
def lasker_sections(
    rings: int, diagonals: bool, men: tuple[int, int]
) -> tuple[Sections, dict[int, str]]:
    """Sections, of unlike levels first that in which the mover has more, and labels of stages.

    Of ``men``, the fewer and the more to begin with, either may be the mover's.
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
    return sections, {number: labels[number] for number in sections.slots}


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
    """The bundle of a game; what boards have in common is compiled once for them all."""
    board, numbers = (rings, diagonals), (min(men), max(men))
    successors, terminal_code, predecessors = moving_rules(*board, flying, placing)
    sections = sections_of(*board, numbers, placing)
    return CompiledRules(
        successors=successors,
        terminal_code=terminal_code,
        max_moves=max_moves(*board, numbers, flying, placing),
        symmetries=turning(*board),
        max_twins=len(layout_of(*board).images) - 1,
        stage=stage,
        stage_labels={number: label_of(number) for number in sections.slots},
        index=index_of(*board, sections),
        position_at=position_in(*board, sections),
        slots=sections.slots,
        predecessors=predecessors,
        max_predecessors=max_predecessors(*board, numbers, flying, placing),
        candidates=knowing(rings, diagonals, successors) if placing else None,
    )


@cache
def lasker_rules(rings: int, men: tuple[int, int], flying: bool, diagonals: bool) -> CompiledRules:
    """The bundle of a game; what boards have in common is compiled once for them all."""
    board, most = (rings, diagonals), max(men)
    successors, terminal_code, predecessors = lasker_moving(*board, flying)
    sections, labels = lasker_sections(*board, (min(men), most))
    return CompiledRules(
        successors=successors,
        terminal_code=terminal_code,
        max_moves=lasker_max_moves(*board, most, flying),
        symmetries=turning(*board),
        max_twins=len(layout_of(*board).images) - 1,
        stage=lasker_stage,
        stage_labels=labels,
        index=index_of(*board, sections),
        position_at=position_in(*board, sections),
        slots=sections.slots,
        predecessors=predecessors,
        max_predecessors=lasker_max_predecessors(*board, most, flying),
    )
