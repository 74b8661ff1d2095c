"""Values of small parts in Clobber, for proofs.

Squares are numbered row by row. The stones of the player to move are the lowest bits of a position,
those of the other player the next ones.

**Sums.** Connected stones are a *part*, and a position is the sum of its parts. A move changes one
part, and all others stay. If all parts are small, the values known of them often determine the
winner.

Parts are compared with games that are easily added: n ups and a nim heap, written n^ + *m. An *up*
is two stones of a player in a row with one of the other player. It is greater than 0, and less than
any positive number. A negative n stands for ups of the other player. Two ups and any heap are
greater than 0, and so is one up with any heap except *1. Ups are added like numbers, and heaps by
exclusive or. For a part G and each of four heaps, the book has the greatest n known with

* G >= n^ + *m: the owner of G never does worse with G instead of n^ + *m
* G |> n^ + *m: G is not at most n^ + *m, so the owner wins the difference by moving first

If G >= X and H >= Y, then G + H >= X + Y. If G |> X and H >= Y, then G + H |> X + Y. So the bounds
of a sum follow from those of its parts. The player to move wins if the sum is |> 0, and loses if
its negative is >= 0. E. Berlekamp, J. Conway, R. Guy, "Winning Ways", 1982.

**The book of parts** has the parts of up to ``MOST_STONES`` stones that fit on the board, moved
into its corner. They are measured one by one, the smaller ones first. G >= X if all moves of the
other player fail, in G and in X. A move in G fails if G |> X follows from the book for the parts
that are left. G |> X if some move of the owner leaves a game >= X. Only ups and heaps are compared,
so a bound may be less than the best one, but never more.

A part that is another one turned or reflected is not measured again. Bounds are a word. There are
only about four hundred different words, so the book has the number of a word for each part.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from gamesolver import CompiledRules, njit
from gamesolver.bits import count_bits, gathered, lowest_bit, lowest_place, scattered
from gamesolver.verdicts import lost_within, roughly, won_within

LOSS, WIN, PLAYING = -1, 1, 2
ZERO, ONE = np.uint64(0), np.uint64(1)
WAYS = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""Up, left, right and down, in the order of squares."""
MOST_STONES = 8
"""Greatest number of stones of a part in the book. One more makes the book seven times as long."""


class Grid(NamedTuple):
    """Tables of the places of a board, for repeated look-ups."""

    size: Any
    everywhere: Any
    """All squares."""
    steps: Any
    """For each direction, the distance to the neighbour in squares."""
    having: Any
    """For each direction, the squares that have a neighbour there."""
    columns: Any
    first_row: Any
    first_column: Any


class KnownSum(NamedTuple):
    """Properties of some stones: for the player whose stones are *mine*, then for the other."""

    is_known: Any
    """True if all parts are in the book. Otherwise the bounds are unknown."""
    plies: Any
    """Upper bound of the number of moves."""
    largest: Any
    """Number of stones of the largest part examined."""
    least: Any
    first: Any
    others_least: Any
    others_first: Any


class Book(NamedTuple):
    """Properties of small parts: a slot for each, with the number of a word.

    A part is a shape, which is some squares in the corner, and the colours of its stones. The
    colours have a bit for each stone after the first, which is set if it has the colour of the
    first. They are the distance from the first place of the shape.
    """

    shapes: Any
    """Hash set of the shapes, with 0 in unused entries."""
    firsts: Any
    """First place of each shape."""
    numbers: Any
    """For each place, the number of its word, or 0 if it is not known yet."""
    words: Any
    """Bounds in four bits each: for the owner of the first stone, then for the other player, each
    for the four heaps."""


@njit(cache=True)
def moved(squares, step):
    """Return squares, each moved on by this number of places."""
    return squares << np.uint64(step) if step >= 0 else squares >> np.uint64(-step)


@njit(cache=True)
def takers(mine, theirs, board, way):
    """Return the stones that can capture one in this direction."""
    return mine & board.having[way] & moved(theirs, -board.steps[way])


# ── sums ────────────────────────────────────────────────────────────────────────────────────────
# Bounds are four numbers of ups, one for each nim heap. They are added as games are: for each two
# heaps, and their sum by exclusive or.

UNKNOWN = -64
"""Number of ups that is not a bound."""
NOTHING_AT_LEAST = (0, UNKNOWN, UNKNOWN, UNKNOWN)
"""The empty sum is at least 0."""
NO_BOUND = (UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN)
AT_LEAST_ZERO = (0, -2, -1, -1)
"""For each heap, minus the number of ups that make it at least 0."""
FIRST_WINS = (-1, 1, 0, 0)
"""For each heap, minus the number of ups with which the owner wins by moving first."""
MOST_UPS, BITS = 7, 4
MOST_WORDS = 1 << 12
"""Greatest number of different words in the book."""
SPREAD = np.uint64(0x9E3779B1)
"""An odd number that spreads shapes over a hash set; they have 32 bits."""
MIRRORED, UPSIDE_DOWN, TURNED = 1, 2, 4
"""Generators of the eight symmetries of a part, a bit each."""


@njit(cache=True)
def added(some, others):
    """Return the bounds of a sum."""
    a, b, c, d = some
    e, f, g, h = others
    return (
        max(max(a + e, b + f), max(c + g, d + h)),
        max(max(a + f, b + e), max(c + h, d + g)),
        max(max(a + g, c + e), max(b + h, d + f)),
        max(max(a + h, d + e), max(b + g, c + f)),
    )


@njit(cache=True)
def greater(some, others):
    """Return the better of two valid bounds for each heap."""
    a, b, c, d = some
    e, f, g, h = others
    return max(a, e), max(b, f), max(c, g), max(d, h)


@njit(cache=True)
def bounds_in(word, which):
    """Return four numbers of a word."""
    word >>= np.uint64(4 * BITS * which)
    return (
        ups_in(word), ups_in(word >> np.uint64(BITS)),
        ups_in(word >> np.uint64(2 * BITS)), ups_in(word >> np.uint64(3 * BITS)),
    )  # fmt: skip


@njit(cache=True)
def ups_in(word):
    """Return one number of a word."""
    bits = np.int64(word & np.uint64(15))
    return bits - MOST_UPS - 1 if bits else np.int64(UNKNOWN)


@njit(cache=True)
def part_of(stones, stone, board):
    """Return all stones connected with a stone."""
    part, before = stone, ZERO
    while part != before:
        before = part
        for way in range(len(board.steps)):
            part |= moved(before & board.having[way], board.steps[way]) & stones
    return part


@njit(cache=True)
def in_corner(part, board):
    """Return squares, moved into the upper left corner."""
    columns = np.uint64(board.columns)
    down = ZERO
    while not part >> down & board.first_row:
        down += columns
    while not part >> down & board.first_column:
        down += ONE
    return part >> down


@njit(cache=True)
def slot_of(shapes, shape):
    """Return the slot of a shape in the hash set, or the slot where it would be added."""
    mask = np.int64(len(shapes) - 1)
    slot = np.int64(shape * SPREAD >> np.uint64(32)) & mask
    while shapes[slot] != ZERO and shapes[slot] != shape:
        slot = (slot + 1) & mask
    return slot


@njit(cache=True)
def place_of(part, own, board, book):
    """Return the place of a part in the book. ``own`` are the stones of the first stone's owner."""
    first = book.firsts[slot_of(book.shapes, in_corner(part, board))]
    return first + np.int64(gathered(own, part) >> ONE)


@njit(cache=True)
def sum_of(mine, theirs, board, book):
    """Return the properties of some stones."""
    left, known = mine | theirs, nothing_left()
    while left:
        stone = lowest_bit(left)
        part = part_of(left, stone, board)
        left ^= part
        if part & mine and part & theirs:
            stones = count_bits(part)
            if stones > MOST_STONES:
                return KnownSum(False, known.plies, stones, NO_BOUND, NO_BOUND, NO_BOUND, NO_BOUND)
            is_mine = stone & mine != ZERO
            place = place_of(part, mine if is_mine else theirs, board, book)
            word = book.words[book.numbers[place]]
            known = with_part(known, word, 0 if is_mine else 2, stones)
    return known


@njit(cache=True)
def nothing_left():
    """Return the sum of no parts."""
    none = np.int64(0)
    return KnownSum(True, none, none, NOTHING_AT_LEAST, NO_BOUND, NOTHING_AT_LEAST, NO_BOUND)


@njit(cache=True)
def with_part(known, word, side, stones):
    """Return a sum with one more part. ``side`` is the side of its word for *mine*."""
    least, first = bounds_in(word, side), bounds_in(word, side + 1)
    others_least, others_first = bounds_in(word, 2 - side), bounds_in(word, 3 - side)
    return KnownSum(
        True,
        known.plies + stones - 1,
        max(known.largest, stones),
        added(known.least, least),
        greater(added(known.first, least), added(known.least, first)),
        added(known.others_least, others_least),
        greater(added(known.others_first, others_least), added(known.others_least, others_first)),
    )


@njit(cache=True)
def as_least(least):
    """Return all bounds that follow from the lower bounds of a sum."""
    return added(least, AT_LEAST_ZERO)


@njit(cache=True)
def as_first(least, first):
    """Return all bounds that follow for games that the owner of a sum wins by moving first."""
    return greater(added(first, AT_LEAST_ZERO), added(least, FIRST_WINS))


@njit(cache=True)
def pairs_of(mine, theirs, board):
    """Return the moves of either player, or twice the number of stones next to their like."""
    count = np.int64(0)
    for way in range(len(board.steps)):
        count += count_bits(takers(mine, theirs, board, way))
    return count


@njit(cache=True)
def searched(position, board, book):
    """Return the value if it is known, a bound of the plies, and the estimated plies to a win."""
    mine, theirs = position & board.everywhere, position >> np.uint64(board.size)
    known = sum_of(mine, theirs, board, book)
    if known.is_known and as_first(known.least, known.first)[0] >= 0:
        return np.int64(WIN), known.plies, np.int64(0)
    if known.is_known and as_least(known.others_least)[0] >= 0:
        return np.int64(LOSS), known.plies, np.int64(0)
    return np.int64(PLAYING), known.plies, in_the_way(mine, theirs, known.largest, board)


@njit(cache=True)
def in_the_way(mine, theirs, largest, board):
    """Return an estimate of the plies until a win of the player who has just moved is proved.

    The remaining moves and the largest part measure the work that is left. Adjacent stones of one
    colour are good for their owner, because they make an up.
    """
    friends = pairs_of(mine, mine, board) - pairs_of(theirs, theirs, board)
    return 4 * pairs_of(mine, theirs, board) + 2 * largest + friends


@njit(cache=True)
def verdict_of(value, plies):
    """Return the verdict. The winner makes the last move."""
    return won_within(plies - (plies + 1) % 2) if value == WIN else lost_within(plies - plies % 2)


# ── the book of parts ───────────────────────────────────────────────────────────────────────────


@njit(cache=True)
def after_moves(mine, theirs, board, book):
    """Return the bounds after the moves in a part.

    The first are the best lower bounds of the player who moves. The second are the worst bounds of
    the other player, who moves next.
    """
    best, worst = NO_BOUND, (-UNKNOWN, -UNKNOWN, -UNKNOWN, -UNKNOWN)
    for way in range(len(board.steps)):
        able = takers(mine, theirs, board, way)
        while able:
            stone = lowest_bit(able)
            able ^= stone
            target = moved(stone, board.steps[way])
            known = sum_of(mine ^ stone | target, theirs ^ target, board, book)
            best = greater(best, as_least(known.least))
            a, b, c, d = worst
            e, f, g, h = as_first(known.others_least, known.others_first)
            worst = min(a, e), min(b, f), min(c, g), min(d, h)
    return best, worst


@njit(cache=True)
def measured(mine, theirs, board, book, is_least, is_first):
    """Return the word of a part: the bounds of the owner of ``mine``, then of the other player."""
    best, others_worst = after_moves(mine, theirs, board, book)
    others_best, worst = after_moves(theirs, mine, board, book)
    ours = bounds_for(best, worst, is_least, is_first)
    return ours | bounds_for(others_best, others_worst, is_least, is_first) << np.uint64(32)


@njit(cache=True)
def bounds_for(best, worst, is_least, is_first):
    """Return the bounds of a part for its owner, in 32 bits, from those after moves of each player.

    ``is_least`` is True if the part is at least n ups and a heap, and ``is_first`` if the owner
    wins against them by moving first. They are filled for the fewest ups and the smallest heaps
    first, so that the result of a move in the ups or the heap is known.
    """
    for size in range(MOST_UPS + 1):
        for sign in (1, -1):
            n, fewer = MOST_UPS + sign * size, MOST_UPS + sign * (size - 1)
            for heap in range(4):
                least, first = sign * size <= worst[heap], sign * size <= best[heap]
                for smaller in range(heap):
                    least &= is_first[n, smaller]
                    first |= is_least[n, smaller]
                if size:  # an up becomes nothing for its owner, and *1 for the other
                    mine_left, others_left = (heap, heap ^ 1) if sign > 0 else (heap ^ 1, heap)
                    least &= is_first[fewer, mine_left]
                    first |= is_least[fewer, others_left]
                is_least[n, heap], is_first[n, heap] = least, first
    return word_of(is_least, is_first)


@njit(cache=True)
def word_of(is_least, is_first):
    """Return the greatest numbers of ups, for each heap."""
    word = ZERO
    for n in range(2 * MOST_UPS + 1):
        for heap in range(4):
            if is_least[n, heap]:
                word = with_ups(word, heap, n)
            if is_first[n, heap]:
                word = with_ups(word, 4 + heap, n)
    return word


@njit(cache=True)
def with_ups(word, which, number):
    """Return a word with one of its numbers replaced."""
    shift = np.uint64(BITS * which)
    return word & ~(np.uint64(15) << shift) | np.uint64(number + 1) << shift


@njit(cache=True)
def image_in_corner(squares, part, which, board):
    """Return squares of a part after one of eight symmetries, or 0 if the board has no room."""
    image = whole = ZERO
    rows = board.size // board.columns
    side = min(rows, board.columns)
    while part:
        square = lowest_bit(part)
        part ^= square
        row, column = lowest_place(square) // board.columns, lowest_place(square) % board.columns
        if which & TURNED:
            if row >= side or column >= side:
                return ZERO, ZERO
            row, column = column, row
        row = rows - 1 - row if which & UPSIDE_DOWN else row
        column = board.columns - 1 - column if which & MIRRORED else column
        there = ONE << np.uint64(row * board.columns + column)
        whole |= there
        image |= there if squares & square else ZERO
    down = np.uint64(lowest_place(whole) - lowest_place(in_corner(whole, board)))
    return whole >> down, image >> down


@njit(cache=True)
def number_of(word, words, seen, count):
    """Return the number of a word among the known ones, or 0 if there is no room for more."""
    slot = np.int64(word % np.uint64(len(seen)))
    while seen[slot] != 0 and words[seen[slot]] != word:
        slot = slot + 1 if slot + 1 < len(seen) else 0
    if seen[slot] == 0 and count[0] + 1 < len(words):
        count[0] += 1
        seen[slot] = count[0]
        words[count[0]] = word
    return seen[slot]


@njit(cache=True)
def write_parts(shapes, board, book, seen, count):
    """Measure all parts of these shapes; the smaller ones come first.

    A part that is another one turned or reflected is not measured again.
    """
    is_least = np.zeros((2 * MOST_UPS + 1, 4), np.bool_)
    is_first = np.zeros((2 * MOST_UPS + 1, 4), np.bool_)
    for shape in shapes:
        for colours in range((1 << count_bits(shape) - 1) - 1):  # not all of one colour
            mine = scattered(np.uint64(2 * colours + 1), shape)
            if book.numbers[place_of(shape, mine, board, book)]:
                continue
            word = measured(mine, shape ^ mine, board, book, is_least, is_first)
            there = number_of(word, book.words, seen, count)
            word = word >> np.uint64(32) | word << np.uint64(32)
            swapped = number_of(word, book.words, seen, count)
            for which in range(8):
                whole, image = image_in_corner(mine, shape, which, board)
                if whole and image & lowest_bit(whole):
                    book.numbers[place_of(whole, image, board, book)] = there
                elif whole:
                    book.numbers[place_of(whole, whole ^ image, board, book)] = swapped


def shapes_on(rows: int, columns: int) -> list[int]:
    """Return all connected shapes in the corner that fit on the board, by size.

    They grow on a board with an edge all around it. Shapes that grow over the upper or left edge
    are moved back, and shapes that reach the other edges do not fit.
    """
    wide = columns + 2
    above, left = (1 << wide) - 1, sum(1 << wide * row for row in range(rows + 2))
    edge = above << wide * (rows + 1) | left << columns + 1
    sizes = [{1 << wide + 1}]
    for _ in range(MOST_STONES - 1):
        grown = {shape | square for shape in sizes[-1] for square in _beside(shape, wide)}
        pushed = (each << wide if each & above else each << bool(each & left) for each in grown)
        sizes.append({each for each in pushed if not each & edge})
    return [_without_edge(each, rows, columns) for size in sizes for each in sorted(size)]


def _beside(shape: int, wide: int) -> Iterator[int]:
    """Return the squares adjacent to a shape."""
    left = (shape << 1 | shape >> 1 | shape << wide | shape >> wide) & ~shape
    while left:
        yield left & -left
        left &= left - 1


def _without_edge(shape: int, rows: int, columns: int) -> int:
    """Return the shape on the board without the edge."""
    wide, row_of = columns + 2, (1 << columns) - 1
    return sum((shape >> wide * (row + 1) + 1 & row_of) << columns * row for row in range(rows))


@cache
def book_of(rows: int, columns: int) -> Book:
    """Return the book of parts for a board."""
    shapes, board = np.array(shapes_on(rows, columns), np.uint64), board_of(rows, columns)
    counts = np.array([1 << int(shape).bit_count() - 1 for shape in shapes], np.int64)
    room = 1 << (2 * len(shapes)).bit_length()
    book = Book(
        shapes=np.zeros(room, np.uint64),
        firsts=np.zeros(room, np.int32),
        numbers=np.zeros(counts.sum(), np.uint16),
        words=np.zeros(MOST_WORDS, np.uint64),
    )
    for shape, first in zip(shapes, counts.cumsum() - counts, strict=True):
        slot = slot_of(book.shapes, shape)
        book.shapes[slot], book.firsts[slot] = shape, first
    count = np.zeros(1, np.int64)
    words = np.zeros(4 * MOST_WORDS + 1, np.uint16)
    CompiledRules.fresh(write_parts)(shapes, board, book, words, count)
    return book._replace(words=book.words[: count[0] + 1].copy())


# ── the rule ────────────────────────────────────────────────────────────────────────────────────


def candidates_of(rows: int, columns: int, successors: Any) -> Any:
    """Return the rule ``candidates`` on a board, by the rule ``successors``.

    It returns the winner if the values of the parts determine it, here or after a move. Otherwise
    it lists the moves that are not known to lose, those with the shortest estimated proof first.
    """
    board, book = board_of(rows, columns), book_of(rows, columns)

    @njit(cache=True)
    def candidates(position: Any, moves: Any, positions: Any, ranks: Any) -> Any:
        value, plies, _ = searched(position, board, book)
        if value != PLAYING:
            return verdict_of(value, plies)
        kept, most_plies = 0, np.int64(0)
        for each in range(successors(position, moves, positions)):
            value, plies, left = searched(positions[each], board, book)
            if value == LOSS:
                return verdict_of(np.int64(WIN), plies + 1)
            most_plies = max(most_plies, plies)
            if value == PLAYING:
                moves[kept], positions[kept] = moves[each], positions[each]
                ranks[kept] = roughly(-left)
                kept += 1
        return np.int64(kept) if kept else verdict_of(np.int64(LOSS), most_plies + 1)

    return candidates


def board_of(rows: int, columns: int) -> Grid:
    """Return the tables of a board."""

    def having(down: int, right: int) -> int:
        return sum(
            1 << columns * row + column
            for row in range(rows)
            for column in range(columns)
            if 0 <= row + down < rows and 0 <= column + right < columns
        )

    return Grid(
        size=rows * columns,
        everywhere=np.uint64(having(0, 0)),
        steps=np.array([columns * down + right for down, right in WAYS], np.int64),
        having=np.array([having(*way) for way in WAYS], np.uint64),
        columns=columns,
        first_row=np.uint64((1 << columns) - 1),
        first_column=np.uint64(sum(1 << columns * row for row in range(rows))),
    )
