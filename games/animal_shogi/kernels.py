"""The compiled rules of animal shogi. The layout is drawn in ``games.animal_shogi``.

Four boards of twelve bits lie side by side in a position, so that one mask and one shift
mirror, turn or move everything at once.

**Moves** are made on the *turned* board, as the other player will see it. A successor is then the
turned board with one or two squares changed. There the pieces that move are the ones not marked as
owned. They move up in bits, and bit i is the square i of the player who moves: a1, b1, c1, a2 and
so on.

**One move back**, moves are undone on the turned board, as the player who has just moved sees it.
An earlier position, with this player to move, is the turned board with one or two squares changed.
There the player's pieces are those marked as owned, and they move down in bits. So a piece came
from the squares that a piece moving up would enter, which ``TARGETS`` has.

* A *step* is undone to an empty square. A chick on row 4 has not stepped there, because it would be
  a hen. A hen there may have been a chick before.
* Each step may have *captured* one of the pieces that the player now has in hand. This piece
  returns to the other player, on the square that is left. A chick in hand may have been a hen.
* A *drop* is undone by returning the piece to the hand. Hens and lions are not dropped.

Play had not ended one move back, so the other lion was not attacked. If two pieces attack it now,
no move leads here. If one piece attacks it, that piece has moved. No piece comes from a square from
which it attacks the lion. There was no lion on row 4 either. A lion there now has moved, and none
comes from there. The listed positions are therefore not terminal, and each has an index.

**The numbering.** The lions leave ten squares. With the two squares of the lions removed from the
boards, these are numbered 0 to 9, from c4 on. At most two giraffes, two elephants and two chicks
are on them. So a position consists of *sets* of squares and a *colour* for each set. The elephants
leave out the giraffes' squares, and the chicks those of both. A colour has a bit for each piece,
that of the lowest square first, which is set for pieces of the player to move. For chicks it also
has a bit that is set for a hen.

The *pairs* of lions are numbered from 0 to 53. The first 45 represent themselves and their mirror
images. The other nine, with both lions on column b, are their own mirror images. For these the
mirror image of the giraffes must not come before the giraffes.

Indexes are unsigned, so that numba reads a table without a test for negative indexes, which in
Python count from the end.
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

from gamesolver import CompiledRules, njit

# ── the board: common code of the rules forward and back ──────────────────────────────────────────

SQUARES = 12
FAR_SQUARES = range(3)  # without own chicks, and without the own lion in an indexed game

ZERO, ONE, TWO = np.uint64(0), np.uint64(1), np.uint64(2)
ROW, HALF_BOARD = np.uint64(3), np.uint64(6)

# first bits of the boards and hands; the board of owned pieces begins with bit 0
SIDE, BACK, STRAIGHT, HANDS = np.uint64(12), np.uint64(24), np.uint64(36), np.uint64(48)
HAND = np.uint64(6)  # bits of a hand, two for each kind
BOTH_HANDS, HELD = np.uint64(0xFFF), np.uint64(3)

# on one board of a position, whose last square, c4, is bit 0
BOARD = np.uint64(0xFFF)
HOME_ROW = np.uint64(0b111_000_000_000)
NOT_A, NOT_C = np.uint64(0b011_011_011_011), np.uint64(0b110_110_110_110)

# on all boards at once
BOARDS = np.uint64((1 << 48) - 1)
EACH = np.uint64(sum(1 << bit for bit in range(0, 48, 12)))  # one square of each board
COLUMN_C = np.uint64(sum(1 << bit for bit in range(0, 48, 3)))
COLUMN_B = COLUMN_C << ONE
EVEN_ROWS = np.uint64(sum(0b111 << bit for bit in range(0, 48, 6)))
EVEN_HALVES = np.uint64(sum(0b111_111 << bit for bit in range(0, 48, 12)))

# a piece is three bits, one a board: steps aside and straight back, steps back on the
# diagonal, keeps to the straight line ahead
HEN, ELEPHANT, LION, CHICK, GIRAFFE = 0b001, 0b010, 0b011, 0b100, 0b101
KINDS = 8
IN_HAND = (CHICK, ELEPHANT, GIRAFFE)  # in the order of the counts
SIDE_TO_KIND, BACK_TO_KIND, STRAIGHT_TO_KIND = np.uint64(12), np.uint64(23), np.uint64(34)
KIND = np.uint64(0b111)
HEN_ON_A1 = ONE << SIDE

STEPS = {
    CHICK: [(0, 1)],
    ELEPHANT: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    GIRAFFE: [(0, -1), (-1, 0), (1, 0), (0, 1)],
    HEN: [(0, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)],
    LION: [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)],
}


def _square_of() -> Any:
    """Return the square of a single bit."""
    squares = np.zeros((1 << SQUARES - 1) + 1, np.int8)
    for square in range(SQUARES):
        squares[1 << square] = square
    return squares


def _targets() -> Any:
    """Return the targets of a piece that moves up in bits: eight kinds for each square."""
    targets = np.zeros(SQUARES * KINDS, np.uint64)
    for square in range(SQUARES):
        row, column = divmod(square, 3)
        for kind, steps in STEPS.items():
            reached = [(column + right, row + up) for right, up in steps]
            on_board = [(x, y) for x, y in reached if 0 <= x < 3 and 0 <= y < 4]
            targets[square * KINDS + kind] = sum(1 << x + 3 * y for x, y in on_board)
    return targets


SQUARE_OF, TARGETS = _square_of(), _targets()


@njit(cache=True)
def turned(position):
    """Return the position as the other player sees it, turned by half and owners exchanged."""
    pieces = (position >> SIDE | position >> BACK | position >> STRAIGHT) & BOARD
    boards = position & BOARDS ^ pieces
    boards = boards >> HALF_BOARD & EVEN_HALVES | (boards & EVEN_HALVES) << HALF_BOARD
    boards = boards >> ROW & EVEN_ROWS | (boards & EVEN_ROWS) << ROW
    hands = position >> HANDS
    hands = (hands >> HAND | hands << HAND) & BOTH_HANDS
    from_c, from_a = boards & COLUMN_C, boards >> TWO & COLUMN_C
    boards = from_c << TWO | from_a | boards & COLUMN_B
    return boards | hands << HANDS


@njit(cache=True)
def kind_of(piece):
    """Return the kind in the first bits of the boards."""
    side, back = piece >> SIDE_TO_KIND, piece >> BACK_TO_KIND
    return np.int64((side | back | piece >> STRAIGHT_TO_KIND) & KIND)


@njit(cache=True)
def attackers(position, lion):
    """Return the pieces of the player to move that can capture the other player's lion."""
    side, back, straight = position >> SIDE, position >> BACK, position >> STRAIGHT
    beside = (lion & NOT_A) << ONE | (lion & NOT_C) >> ONE
    found = side & (beside | lion >> ROW) | back & beside >> ROW
    found |= (side | straight) & lion << ROW | ~straight & beside << ROW
    return found & position & BOARD


# ── ends and moves ────────────────────────────────────────────────────────────────────────────────

LOSS, WIN, PLAYING = -1, 1, 2
MAX_MOVES = 43
"""Upper bound. In addition to the lions, k pieces are on the board, all of the player to move. For
k = 3 these are a hen, an elephant and a giraffe with their 6 + 4 + 4 steps, the lion with 8, and
three kinds of pieces to drop on 7 empty squares. Other k give less."""

FIRST_ON_ROW_3 = 6  # a chick there becomes a hen when it moves


def _gains() -> Any:
    """Return the term that a capture adds on the turned board, with the captor's hand second."""
    gains = np.zeros(KINDS, np.uint64)
    for held_as, kind in enumerate(IN_HAND):
        gains[kind] = 1 << int(HANDS + HAND) + 2 * held_as
    gains[HEN] = gains[CHICK]
    return gains


GAINS = _gains()
DROPPED_ON_A1 = np.array([1 << 36, 1 << 24, 1 << 12 | 1 << 36], np.uint64)  # as in IN_HAND


@njit(cache=True)
def successors(position: Any, moves: Any, positions: Any) -> Any:
    """Fill the buffers: steps on the board, then drops."""
    after = turned(position)
    pieces = (after >> SIDE | after >> BACK | after >> STRAIGHT) & BOARD
    movers = pieces & ~after
    count = _steps(after, movers, moves, positions)
    return np.int64(_drops(after, BOARD ^ pieces, moves, positions, count))


@njit(cache=True)
def _steps(turned, movers, moves, positions):
    """List moves on the board, by source and then by target."""
    count = 0
    waiting = movers
    while waiting != ZERO:
        here = waiting & (~waiting + ONE)  # the lowest bit
        waiting ^= here
        source = np.int64(SQUARE_OF[here])
        piece = turned >> np.uint64(source) & EACH
        kind = kind_of(piece)
        emptied = turned ^ piece * here
        if kind == CHICK and source >= FIRST_ON_ROW_3:
            piece = HEN_ON_A1
        targets = TARGETS[source * KINDS + kind] & ~movers
        while targets != ZERO:
            there = targets & (~targets + ONE)
            targets ^= there
            target = np.int64(SQUARE_OF[there])
            taken = turned >> np.uint64(target) & EACH
            moves[count] = source * SQUARES + target
            positions[count] = (emptied & ~(EACH * there) | piece * there) + GAINS[kind_of(taken)]
            count += 1
    return count


@njit(cache=True)
def _drops(turned, empty, moves, positions, count):
    """List drops of the player to move, by kind and then by square."""
    for held_as in range(3):
        in_hand = HANDS + HAND + TWO * np.uint64(held_as)
        if turned >> in_hand & HELD == ZERO:
            continue
        rest = turned - (ONE << in_hand)
        targets = empty
        while targets != ZERO:
            there = targets & (~targets + ONE)
            targets ^= there
            moves[count] = (SQUARES + held_as) * SQUARES + np.int64(SQUARE_OF[there])
            positions[count] = rest | DROPPED_ON_A1[held_as] * there
            count += 1
    return count


@njit(cache=True)
def terminal_code(position: Any) -> Any:
    """Return a win if the other lion can be captured, a loss if it is safe on its last row."""
    lion = position >> SIDE & position >> BACK & ~position & BOARD  # the other player's
    can_take = attackers(position, lion) != ZERO
    has_lost = lion & HOME_ROW != ZERO
    if position >> HANDS == ZERO:  # empty hands, which a position without a move must have
        has_lost = has_lost or _is_stuck(position)
    return np.int64(WIN if can_take else LOSS if has_lost else PLAYING)


@njit(cache=True)
def _is_stuck(position):
    """Return True if no piece of the player to move has a step."""
    mine = position & BOARD
    side, back = mine & position >> SIDE, mine & position >> BACK
    straight = position >> STRAIGHT
    diagonal, ahead = mine & ~straight, side | mine & straight
    reached = (side & NOT_A) << ONE | (side & NOT_C) >> ONE | side << ROW | ahead >> ROW
    reached |= ((back & NOT_A) << ONE | (back & NOT_C) >> ONE) << ROW
    reached |= ((diagonal & NOT_A) << ONE | (diagonal & NOT_C) >> ONE) >> ROW
    return reached & ~mine & BOARD == ZERO


# ── one move back ─────────────────────────────────────────────────────────────────────────────────

MAX_PREDECESSORS = 112
"""Upper bound. The player who has moved has k kinds of pieces in hand, and all others on the board.
For k = 3 these are a hen, an elephant and a giraffe. A step was one of 6 + 4 + 4, or of 8 by the
lion. It captured nothing or one of 4 kinds, because a chick in hand counts twice: 22 * 5. Two
pieces may have been dropped. For k = 2 the bound is 26 * 4 + 3, for k = 1 it is 30 * 3 + 4, and for
k = 0 it is 36 + 4."""

HAND_BITS = np.uint64(0b111_111)
FAR_ROW = np.uint64(0b111)
ON_C4 = {CHICK: 1 << 36, ELEPHANT: 1 << 24, HEN: 1 << 12, GIRAFFE: 1 << 12 | 1 << 36}
OWN_CHICK = np.uint64(1 | ON_C4[CHICK])
RETURNS = 4  # kinds of pieces that may have been captured


def _sources() -> Any:
    """Return the sources of a step, by ``TARGETS``: eight kinds for each square."""
    sources = TARGETS.copy()
    for square in FAR_SQUARES:
        sources[square * KINDS + CHICK] = 0
    sources[LION::KINDS] &= ~FAR_ROW
    return sources


def _to_hand() -> Any:
    """Return the term that an undone drop adds to the hand, 0 for hens and lions."""
    to_hand = np.zeros(KINDS, np.uint64)
    for held_as, kind in enumerate(IN_HAND):
        to_hand[kind] = 1 << int(HANDS) + 2 * held_as
    return to_hand


def _returned() -> tuple[Any, Any]:
    """Return, by hand, the number of kinds that may have been captured, and their changes.

    The lower bits are the piece on c4, to be added. The upper bits, those of the hands, are to be
    subtracted.
    """
    counts = np.zeros(int(HAND_BITS) + 1, np.int64)
    changes = np.zeros((int(HAND_BITS) + 1, RETURNS), np.uint64)
    for hand in range(int(HAND_BITS) + 1):
        held = [kind for held_as, kind in enumerate(IN_HAND) if hand >> 2 * held_as & 3]
        some = [ON_C4[kind] | int(TO_HAND[kind]) for kind in held]
        if CHICK in held:
            some.append(ON_C4[HEN] | int(TO_HAND[CHICK]))
        counts[hand] = len(some)
        changes[hand, : len(some)] = some
    return counts, changes.ravel()


SOURCES, TO_HAND = _sources(), _to_hand()
IS_DROPPED = (TO_HAND != 0).astype(np.int64)
COUNT_RETURNED, RETURNED = _returned()


@njit(cache=True)
def predecessors(position: Any, positions: Any) -> Any:
    """Fill the buffer, piece by piece: steps, steps that captured a piece, and a drop."""
    before = turned(position)
    lions = before >> SIDE & before >> BACK & BOARD
    lion = lions & ~before  # the other player's
    moved = attackers(before, lion)
    if moved == ZERO:
        moved = before & BOARD
    elif moved & moved - ONE != ZERO:
        return np.int64(0)
    if lions & before & FAR_ROW != ZERO:
        moved &= lions
    attacked = np.int64(SQUARE_OF[lion]) * KINDS
    empty = BOARD & ~(before >> SIDE | before >> BACK | before >> STRAIGHT)
    hand = np.int64(before >> HANDS & HAND_BITS)
    count = 0
    while moved != ZERO:
        here = moved & (~moved + ONE)  # the lowest bit
        moved ^= here
        square = np.int64(SQUARE_OF[here])
        piece = before >> np.uint64(square) & EACH
        kind = kind_of(piece)
        left = before ^ piece * here
        sources = SOURCES[square * KINDS + kind] & empty & ~TARGETS[attacked + kind]
        first = count
        count = _steps_back(left, piece, sources, positions, count)
        if kind == HEN and (here & FAR_ROW) << ROW & empty != ZERO:
            positions[count] = left | OWN_CHICK * (here << ROW)
            count += 1
        if count > first:
            count = _captures(here, hand, positions, first, count)
        positions[count] = left + TO_HAND[kind]  # overwritten by the next one if not dropped
        count += IS_DROPPED[kind]
    return np.int64(count)


@njit(cache=True)
def _steps_back(left, piece, sources, positions, count):
    """Put the piece back on each of the squares."""
    while sources != ZERO:
        there = sources & (~sources + ONE)
        sources ^= there
        positions[count] = left | piece * there
        count += 1
    return count


@njit(cache=True)
def _captures(here, hand, positions, first, count):
    """Return the undone moves from ``first`` on, with each possible piece on the square left."""
    end = count
    for each in range(hand * RETURNS, hand * RETURNS + COUNT_RETURNED[hand]):
        taken, from_hand = (RETURNED[each] & BOARDS) * here, RETURNED[each] & ~BOARDS
        for step in range(first, end):
            positions[count] = (positions[step] | taken) - from_hand
            count += 1
    return count


# ── the parts of the numbering ────────────────────────────────────────────────────────────────────

Array = npt.NDArray[Any]

FREE = 10
OWNED, LION_BITS, GIRAFFE_BITS = 1, 1 << 12 | 1 << 24, 1 << 12 | 1 << 36
NONE = np.uint64(255)  # in place of a pair; and of the place of giraffes, greater than any
NO_HANDS = 2**32 - 1

# ── sets of squares ───────────────────────────────────────────────────────────────────────────────


def _sets(squares: Iterable[int], size: int) -> list[int]:
    return [sum(1 << square for square in some) for some in combinations(squares, size)]


def _squares(some: int) -> list[int]:
    return [square for square in range(SQUARES) if some >> square & 1]


SETS = [some for size in range(5) for some in _sets(range(FREE), size)]
NUMBER = {some: number for number, some in enumerate(SETS)}
NUM_SMALL = sum(comb(FREE, size) for size in range(3))
"""Number of sets of at most two squares, which come first."""

SET_OF = np.array(
    [NUMBER.get(some, 0) << 4 | some.bit_count() for some in range(1 << FREE)], np.uint16
)
"""By squares: the number of the set, and its size in the low four bits. Sets of more than four have
number 0."""


def _beside() -> tuple[Array, Array, Array]:
    """Return the places of sets of at most two squares, given another set, and the inverse."""
    place = np.zeros(len(SETS) * NUM_SMALL, np.uint8)
    row = np.zeros(1 << FREE, np.uint16)
    beside: list[int] = []
    for number, taken in enumerate(SETS):
        row[taken] = len(beside)
        for size in range(3):
            sets = _sets(_squares(~taken & (1 << FREE) - 1), size)
            place[[number * NUM_SMALL + NUMBER[some] for some in sets]] = range(len(sets))
            beside += sets
    return place, row, np.array(beside, np.uint16)


PLACE, ROW_BESIDE, BESIDE = _beside()
"""``PLACE``, by the numbers of two sets: the place of the second among the sets of its size that
are disjoint from the first. ``BESIDE``, from ``ROW_BESIDE`` of the first on: such sets of size 0,
then 1, then 2."""

# ── lions ─────────────────────────────────────────────────────────────────────────────────────────


def _mirrored(square: int) -> int:
    return square // 3 * 3 + 2 - square % 3


def _image(pair: tuple[int, int]) -> tuple[int, int]:
    mine, theirs = pair
    return _mirrored(mine), _mirrored(theirs)


PLACED = [
    (mine, theirs)
    for mine, theirs in product(range(SQUARES), repeat=2)
    if mine != theirs and mine not in FAR_SQUARES
]
PAIRS = sorted({max(pair, _image(pair)) for pair in PLACED}, key=lambda pair: _image(pair) == pair)
APART = sum(_image(pair) != pair for pair in PAIRS)
"""Number of pairs that are not their own mirror image, which come first."""

NO_SQUARE = 12
LION_AT = np.full(1 << SQUARES, NO_SQUARE, np.uint8)
"""By squares: the square, if there is exactly one."""
LION_AT[[1 << square for square in range(SQUARES)]] = range(SQUARES)


def _by_squares(known: dict[tuple[int, int], int], otherwise: int, kind: Any) -> Array:
    """Return a table by 16 times the square of the lion of the player to move, plus the other's."""
    table = [known.get(divmod(both, 16), otherwise) for both in range(256)]
    return np.array(table, kind)


PAIR_OF = _by_squares(
    {pair: PAIRS.index(max(pair, _image(pair))) for pair in PLACED}, int(NONE), np.uint8
)
FLIPS = _by_squares({_image(pair): 2**64 - 1 for pair in PAIRS[:APART]}, 0, np.uint64)
"""All bits if the mirror image represents both, else 0."""

LIONS = np.array(
    [(OWNED | LION_BITS) << mine | LION_BITS << theirs for mine, theirs in PAIRS], np.uint64
)
"""By pair: the bits of the lions on the boards."""
ABOVE = np.array(
    [EACH * (0x800 - (1 << square)) for pair in PAIRS for square in sorted(pair, reverse=True)],
    np.uint64,
)
"""By pair: the squares from each lion on but for the last, the higher lion's first. These
move down by one when its square is cut out, and up when it is put back."""

# ── giraffes ──────────────────────────────────────────────────────────────────────────────────────

Coloured = tuple[int, int]
"""Number of a set, and its colour."""


def _mirrored_giraffes(pair: tuple[int, int], giraffes: Coloured) -> Coloured:
    """Return the mirror image of giraffes, for lions that are their own mirror image."""
    number, colour = giraffes
    free = [square for square in range(SQUARES) if square not in pair]
    places = [free.index(_mirrored(free[place])) for place in _squares(SETS[number])]
    image = sorted((place, colour >> each & 1) for each, place in enumerate(places))
    colours = sum(bit << each for each, (_, bit) in enumerate(image))
    return NUMBER[sum(1 << place for place in places)], colours


def _giraffes(pair: tuple[int, int]) -> list[list[Coloured]]:
    """Return the sets of no, one and two giraffes for a pair of lions, up to symmetry."""
    all_giraffes = [(n, c) for n in range(NUM_SMALL) for c in range(1 << SETS[n].bit_count())]
    if _image(pair) == pair:
        all_giraffes = [each for each in all_giraffes if each <= _mirrored_giraffes(pair, each)]
    return [[each for each in all_giraffes if SETS[each[0]].bit_count() == n] for n in range(3)]


def _boards(giraffes: Coloured) -> int:
    """Return the sets of giraffes on the boards, and above them the row of other sets."""
    number, colour = giraffes
    squares = _squares(SETS[number])
    mine = sum(1 << square for each, square in enumerate(squares) if colour >> each & 1)
    return GIRAFFE_BITS * SETS[number] | mine | int(ROW_BESIDE[SETS[number]]) << 48


FOLDS = [_giraffes(pair) for pair in PAIRS[APART - 1 :]]
"""Giraffes of all pairs that are not their own mirror image, then of each other pair."""


def _giraffe_numbers() -> Array:
    numbers = np.full((len(FOLDS), NUM_SMALL, 4), NONE, np.uint8)
    for fold, lists in enumerate(FOLDS):
        for some in lists:
            for place, giraffes in enumerate(some):
                numbers[fold, *giraffes] = place
    return numbers.ravel()


GIRAFFES = _giraffe_numbers()
"""By fold, and four times the set, and colour: the place for this number, or ``NONE``."""

_LISTS = [some for lists in FOLDS for some in lists]
GIRAFFE_BOARDS = np.array([_boards(each) for some in _LISTS for each in some], np.uint64)
FIRST_GIRAFFES = np.array([0, *accumulate(map(len, _LISTS))], np.uint64)
"""By fold and number of giraffes: their first entry in the boards."""

# ── blocks ────────────────────────────────────────────────────────────────────────────────────────

FACTOR_BITS = 38
"""A number below 2^24 is divided by ``d`` below 2^14 by a product with 2^38 / d, rounded up, and a
shift. The rounding adds less than 1 / d."""

NUM_BASES = 16
"""Number of entries of a block in ``bases``."""


@attrs.frozen(eq=False)
class Numbering:
    """The blocks of a game with some of the pieces, and where each begins."""

    hands: Array
    """By hands: the numbers of giraffes, elephants and chicks on the board, in four bits each, then
    the block in five bits, then the place among its hands. ``NO_HANDS`` if impossible."""
    held: Array
    """By block and place: the hands."""
    bases: Array
    """By block: the numbers of ways for elephants, chicks and hands, the same as factors, the
    numbers of pieces on the board, and the first entries of elephants and chicks in ``BESIDE``."""
    starts: Array
    """By pair and block: the first index; at the end, the number of indexes."""
    guesses: Array
    """By the leading bits of an index: the pair and block of the first such index."""
    shift: int
    """Number of the other bits of an index."""

    @property
    def num_indexes(self) -> int:
        """Return the number of indexes."""
        return int(self.starts[-1])


@cache
def numbering(pieces: str) -> Numbering:
    """Return the tables for a game with these pieces."""
    there_are = [2 * (piece in pieces) for piece in "GEC"]
    blocks = list(product(*(range(number + 1) for number in there_are)))
    hands, held = np.full(1 << 12, NO_HANDS, np.uint32), np.zeros((len(blocks), 32), np.uint16)
    bases = np.zeros((len(blocks), NUM_BASES), np.uint64)
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
        factors = [-(-(1 << FACTOR_BITS) // number) for number in numbers]
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
    """Return the bits of the hands: giraffes, elephants and chicks of both players."""
    counts = list(zip(mine, both, strict=True))[::-1]
    return sum(m << 2 * each | (b - m) << 2 * each + 6 for each, (m, b) in enumerate(counts))


# ── the mirror ────────────────────────────────────────────────────────────────────────────────────

SMALL, BASES, SHIFT = (np.uint64(each) for each in (NUM_SMALL, NUM_BASES, FACTOR_BITS))
LAST_APART = np.uint64(APART - 1)

NO_POSITION = NO_INDEX = np.uint64(2**64 - 1)
THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN = map(np.uint64, range(3, 11))
TWELVE, SEVENTEEN = np.uint64(12), np.uint64(17)
COUNT, COUNTS, BLOCK = np.uint64(0xF), np.uint64(0xFFF), np.uint64(0x1F)
STRAY = np.uint64(0xF << 60)
TEN_SQUARES = np.uint64((1 << FREE) - 1)
NEITHER_A_NOR_C = np.uint64((1 << 64) - 1 - sum(0b101 << bit for bit in range(0, 48, 3)))


@njit(cache=True)
def mirrored(position):
    """Return the position with columns a and c exchanged, on all boards."""
    from_c, from_a = position & COLUMN_C, position >> TWO & COLUMN_C
    return from_c << TWO | from_a | position & NEITHER_A_NOR_C


@njit(cache=True)
def canonical(position: Any) -> Any:
    """Return the lesser of a position and its mirror image, for games that are not indexed."""
    return min(position, mirrored(position))


@njit(cache=True)
def symmetries(position: Any, positions: Any) -> Any:
    """Fill in the mirror image."""
    positions[0] = mirrored(position)
    return np.int64(1)


# ── from a position to its index ──────────────────────────────────────────────────────────────────


@njit(cache=True)
def _lowest(some):
    """Return the lowest of some of the ten squares."""
    return some & (some ^ TEN_SQUARES) + ONE


@njit(cache=True)
def _colour(some, marked):
    """Return a bit for each of at most two squares, the lower one first, set if it is marked."""
    lowest, marked = _lowest(some), some & marked
    return np.uint64(marked & lowest != ZERO) | np.uint64(marked > lowest) << ONE


@njit(cache=True, inline="always")
def _index(position, pair, hands, bases, starts):
    """Return the index for a pair of lions; it is greater if only the mirror image has an index."""
    boards = position ^ (position ^ position >> ONE) & ABOVE[TWO * pair]
    boards = boards ^ (boards ^ boards >> ONE) & ABOVE[TWO * pair + ONE]
    mine, side = boards & TEN_SQUARES, boards >> SIDE & TEN_SQUARES
    elephants, straight = boards >> BACK & TEN_SQUARES, boards >> STRAIGHT & TEN_SQUARES
    giraffes, chicks = side & straight, side ^ straight  # chicks and hens
    if elephants & (side | straight) | mine & ~(elephants | side | straight):
        return NO_INDEX

    g, e, c = np.uint64(SET_OF[giraffes]), np.uint64(SET_OF[elephants]), np.uint64(SET_OF[chicks])
    held = np.uint64(hands[position >> HANDS])
    num_e, num_c = e & COUNT, c & COUNT
    if held & COUNTS != g & COUNT | num_e << FOUR | num_c << EIGHT:
        return NO_INDEX
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
    """Return the rule ``index``."""
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
        number = _index(position, pair, hands, bases, starts)
        if pair > LAST_APART:
            number = min(number, _index(image, pair, hands, bases, starts))
        return np.int64(number) if number != NO_INDEX else np.int64(-1)

    return index


# ── from an index to its position ─────────────────────────────────────────────────────────────────


@njit(cache=True)
def _coloured(some, colour):
    """Return those of at most two squares that a colour marks."""
    lowest = _lowest(some)
    return lowest * (colour & ONE) | (some ^ lowest) * (colour >> ONE)


@cache
def position_in(pieces: str) -> Any:
    """Return the rule ``position_at``."""
    table = numbering(pieces)
    bases, starts, guesses, held = table.bases, table.starts, table.guesses, table.held
    shift, num_blocks = np.uint64(table.shift), np.uint64(bases.size) // BASES
    num_indexes = table.num_indexes

    @njit(cache=True)
    def position_at(index):
        if index < 0 or index >= num_indexes:
            return NO_POSITION
        number = np.uint64(index)
        section = np.uint64(guesses[number >> shift])
        while starts[section + ONE] <= number:
            section += ONE
        rest = number - starts[section]
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
        row = np.uint64(ROW_BESIDE[both]) + bases[base + TEN]
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


# ── the bundle ────────────────────────────────────────────────────────────────────────────────────


@cache
def animal_shogi_rules(pieces: str, indexed: bool) -> CompiledRules:
    """Return the bundle. Its rules are the same for all pieces, and its numbering differs."""
    if not indexed:
        return _found_rules()
    return CompiledRules(
        successors=successors,
        terminal_code=terminal_code,
        max_moves=MAX_MOVES,
        symmetries=symmetries,
        max_symmetries=1,
        index=index_of(pieces),
        position_at=position_in(pieces),
        num_indexes=numbering(pieces).num_indexes,
        predecessors=predecessors,
        max_predecessors=MAX_PREDECESSORS,
    )


@cache
def _found_rules() -> CompiledRules:
    """Return the rules, which do not depend on the pieces of the game."""
    return CompiledRules(
        successors=successors,
        terminal_code=terminal_code,
        max_moves=MAX_MOVES,
        symmetries=symmetries,
        max_symmetries=1,
        canonical=canonical,
    )
