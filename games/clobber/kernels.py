"""Values of small parts in Clobber, for proofs.

Squares are numbered row by row. The stones of the player to move are the lowest bits of a position,
those of the other player the next ones.

**Sums.** Stones that hang together are a *part*, and a position is the sum of its parts: a move is
made in one of them, and all others stay. Where all parts are small, what is known of each often
says who wins.

Parts are measured by games that add up easily: n ups and a nim heap, written n^ + *m. An *up* is
two stones of one's own in a row with one of the other player's: worth more than nothing, and less
than any number. A negative n stands for as many of the other player's. Two ups and any heap are
more than nothing, so is one with any heap but *1; ups add up as numbers do, and heaps by exclusive
or. Of a part G is kept, for each of four heaps, the greatest n for which it is known that

* G >= n^ + *m: whoever owns G never does worse for having it in place of those;
* G |> n^ + *m, which says that it is not at most that: he wins the difference by moving first.

If G >= X and H >= Y, then G + H >= X + Y; if G |> X and H >= Y, then G + H |> X + Y. So the bounds
of a sum are found from those of its parts. The player to move wins if the sum is |> 0, and loses if
its negative is >= 0. E. Berlekamp, J. Conway, R. Guy, "Winning Ways", 1982.

**The book of parts** has those of up to ``MOST_STONES`` stones that fit on the board, pushed into
its corner. They are measured one by one, the smaller ones first: G >= X if the other player's
moves all fail, those in G, after which G |> X by what the book has of the parts that are left, and
those in X; and G |> X if some move of one's own leaves what is >= X. As this asks for ups and heaps
alone, a bound may be less than it could be, and never more.

A part that is another one turned, or its mirror image, is not measured again. Bounds are a word,
and no more than some four hundred words differ, so of each part the book has a word's number.
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
"""Up, to the left, to the right and down, as they come row by row."""
MOST_STONES = 8
"""Greatest number of stones of a part in the book. With one more, it is seven times as long."""


class Grid(NamedTuple):
    """Tables of the places of a board, for repeated look-ups."""

    size: Any
    everywhere: Any
    """All squares."""
    steps: Any
    """For each way, how many squares further on the neighbour is."""
    having: Any
    """For each way, the squares that have a neighbour there."""
    columns: Any
    first_row: Any
    first_column: Any


class KnownSum(NamedTuple):
    """Properties of some stones: for the player whose stones are *mine*, then for the other."""

    is_known: Any
    """Whether all parts are in the book; else nothing else is known."""
    plies: Any
    """How many moves there are at most."""
    largest: Any
    """How many stones the largest part has, of those that were looked at."""
    least: Any
    first: Any
    others_least: Any
    others_first: Any


class Book(NamedTuple):
    """Properties of small parts: an index for each, with the number of a word.

    A part is a shape, which is some squares in the corner, and the colours of its stones: of those
    behind the first, a bit each, whether they are like that. Its place is so far behind the first
    one of its shape.
    """

    shapes: Any
    """A hash set of them; 0 where there is none."""
    firsts: Any
    """Where the places of each begin."""
    numbers: Any
    """For each place the number of its word; 0 where that is not known yet."""
    words: Any
    """Bounds, in four bits each: for whoever has the first stone, then for the other; and each of
    them four for the four heaps."""


@njit(cache=True)
def moved(squares, step):
    """Return squares, each moved on by this number of places."""
    return squares << np.uint64(step) if step >= 0 else squares >> np.uint64(-step)


@njit(cache=True)
def takers(mine, theirs, board, way):
    """The stones that can take one in that direction."""
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
"""For each heap, minus the number of ups with which it is at least 0."""
FIRST_WINS = (-1, 1, 0, 0)
"""For each heap, minus the number of ups with which their owner wins by moving first."""
MOST_UPS, BITS = 7, 4
MOST_WORDS = 1 << 12
"""Greatest number of different ones in the book."""
SPREAD = np.uint64(0x9E3779B1)
"""An odd number that spreads shapes over a hash set; they have 32 bits."""
MIRRORED, UPSIDE_DOWN, TURNED = 1, 2, 4
"""What the eight symmetries of a part are made of, a bit each."""


@njit(cache=True)
def added(some, others):
    """The bounds of a sum."""
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
    """Of two bounds that hold, the better one for each heap."""
    a, b, c, d = some
    e, f, g, h = others
    return max(a, e), max(b, f), max(c, g), max(d, h)


@njit(cache=True)
def bounds_in(word, which):
    """Four numbers of a word."""
    word >>= np.uint64(4 * BITS * which)
    return (
        ups_in(word), ups_in(word >> np.uint64(BITS)),
        ups_in(word >> np.uint64(2 * BITS)), ups_in(word >> np.uint64(3 * BITS)),
    )  # fmt: skip


@njit(cache=True)
def ups_in(word):
    """One number of a word."""
    bits = np.int64(word & np.uint64(15))
    return bits - MOST_UPS - 1 if bits else np.int64(UNKNOWN)


@njit(cache=True)
def part_of(stones, stone, board):
    """All stones that hang together with one."""
    part, before = stone, ZERO
    while part != before:
        before = part
        for way in range(len(board.steps)):
            part |= moved(before & board.having[way], board.steps[way]) & stones
    return part


@njit(cache=True)
def in_corner(part, board):
    """Some squares, pushed into the upper left corner."""
    columns = np.uint64(board.columns)
    down = ZERO
    while not part >> down & board.first_row:
        down += columns
    while not part >> down & board.first_column:
        down += ONE
    return part >> down


@njit(cache=True)
def slot_of(shapes, shape):
    """Where a shape stands in the hash set, or would."""
    mask = np.int64(len(shapes) - 1)
    slot = np.int64(shape * SPREAD >> np.uint64(32)) & mask
    while shapes[slot] != ZERO and shapes[slot] != shape:
        slot = (slot + 1) & mask
    return slot


@njit(cache=True)
def place_of(part, own, board, book):
    """Where a part is in the book, of which the first stone is an own one."""
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
    """The sum of no parts."""
    none = np.int64(0)
    return KnownSum(True, none, none, NOTHING_AT_LEAST, NO_BOUND, NOTHING_AT_LEAST, NO_BOUND)


@njit(cache=True)
def with_part(known, word, side, stones):
    """A sum and one part more, of which the word says on one side what it is for *mine*."""
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
    """All that follows for what a sum is at least."""
    return added(least, AT_LEAST_ZERO)


@njit(cache=True)
def as_first(least, first):
    """All that follows for what whoever owns a sum wins by moving first."""
    return greater(added(first, AT_LEAST_ZERO), added(least, FIRST_WINS))


@njit(cache=True)
def pairs_of(mine, theirs, board):
    """Return the moves of either player, or twice the number of stones next to their like."""
    count = np.int64(0)
    for way in range(len(board.steps)):
        count += count_bits(takers(mine, theirs, board, way))
    return count


@njit(cache=True)
def said_of(position, board, book):
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

    Moves that are left, and the largest part, say how much there is to look at. Stones next to
    their like are good for whoever has them: so an up is made.
    """
    friends = pairs_of(mine, mine, board) - pairs_of(theirs, theirs, board)
    return 4 * pairs_of(mine, theirs, board) + 2 * largest + friends


@njit(cache=True)
def verdict_of(said, plies):
    """The verdict; whoever wins makes the last move."""
    return won_within(plies - (plies + 1) % 2) if said == WIN else lost_within(plies - plies % 2)


# ── the book of parts ───────────────────────────────────────────────────────────────────────────


@njit(cache=True)
def after_moves(mine, theirs, board, book):
    """Return the rest after a move in a part in which two moves exclude each other.

    The best that whoever moves has, at least; and the worst that the other has, moving next.
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
    """The word of a part: what it is for whoever has ``mine``, then for the other."""
    best, others_worst = after_moves(mine, theirs, board, book)
    others_best, worst = after_moves(theirs, mine, board, book)
    ours = bounds_for(best, worst, is_least, is_first)
    return ours | bounds_for(others_best, others_worst, is_least, is_first) << np.uint64(32)


@njit(cache=True)
def bounds_for(best, worst, is_least, is_first):
    """The bounds of a part for its owner, in 32 bits, by what is left after either's move.

    ``is_least`` and ``is_first`` say whether the part is at least n ups and a heap, and whether
    the owner wins against them by moving first. They are filled for the fewest ups and the
    smallest heaps first, so that what a move in those leaves is known.
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
    """The greatest numbers of ups, for each heap."""
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
    """A word with one of its numbers."""
    shift = np.uint64(BITS * which)
    return word & ~(np.uint64(15) << shift) | np.uint64(number + 1) << shift


@njit(cache=True)
def image_in_corner(squares, part, which, board):
    """Some squares of a part after one of eight symmetries; 0 where the board has no room."""
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
    """The number of a word among those that were seen; 0 where there is no room for more."""
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
    """Measure all parts of these shapes, of which the smaller ones come first.

    One that is another turned, or its mirror image, is not measured again.
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
    """All squares that hang together, in the corner, as a board has room for them; by size.

    They grow on a board with an edge all around it: what grows over the edge above or on the left
    is pushed back, and what reaches the others has no room.
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
    """The squares next to a shape."""
    left = (shape << 1 | shape >> 1 | shape << wide | shape >> wide) & ~shape
    while left:
        yield left & -left
        left &= left - 1


def _without_edge(shape: int, rows: int, columns: int) -> int:
    """The same on the board itself."""
    wide, row_of = columns + 2, (1 << columns) - 1
    return sum((shape >> wide * (row + 1) + 1 & row_of) << columns * row for row in range(rows))


@cache
def book_of(rows: int, columns: int) -> Book:
    """The book of parts for a board."""
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

    It gives the winner by the values of the parts, here or after a move. Otherwise it lists the
    moves, without those that lose. Those come first that leave least in the way of a win.
    """
    board, book = board_of(rows, columns), book_of(rows, columns)

    @njit(cache=True)
    def candidates(position: Any, moves: Any, positions: Any, ranks: Any) -> Any:
        said, plies, _ = said_of(position, board, book)
        if said != PLAYING:
            return verdict_of(said, plies)
        kept, most_plies = 0, np.int64(0)
        for each in range(successors(position, moves, positions)):
            said, plies, left = said_of(positions[each], board, book)
            if said == LOSS:
                return verdict_of(np.int64(WIN), plies + 1)
            most_plies = max(most_plies, plies)
            if said == PLAYING:
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
