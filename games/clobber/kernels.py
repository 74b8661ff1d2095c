"""The compiled rules of Clobber. Positions are drawn in ``games.clobber``.

Stones that can take one in a direction are found all at once: those whose neighbour there, moved
back over them, is one of the other player's.

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
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from games._boards import colour_twins
from gamesolver import CompiledRules
from gamesolver.bits import count_bits, lowest_bit, lowest_place
from gamesolver.verdicts import lost_within, won_within

LOSS, WIN, PLAYING = -1, 1, 2
ZERO, ONE = np.uint64(0), np.uint64(1)
WAYS = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""Up, to the left, to the right and down, as they come row by row."""
MOST_STONES = 7
"""Parts of so many stones are in the book; one more, and it is six times as long."""


class Board(NamedTuple):
    """What is known of a board, to be asked again and again."""

    size: Any
    everywhere: Any
    """All squares."""
    steps: Any
    """For each way, how many squares further on the neighbour is."""
    having: Any
    """For each way, the squares that have a neighbour there."""
    twins: Any
    """For each symmetry, where each square comes from."""
    columns: Any
    first_row: Any
    first_column: Any


class Sum(NamedTuple):
    """What is known of some stones: for whoever has those called *mine*, then for the other."""

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
    """What is known of small parts: a hash set, with a word for each."""

    parts: Any
    """The part in the corner, as a position; its first stone is white. 0 where there is none."""
    words: Any
    """Its bounds, in four bits each: for White first, and each of them four for the four heaps."""


@njit(cache=True)
def seat_to_move(position, board):
    """White with an even number of stones taken."""
    return np.int64((board.size - count_bits(position)) & 1)


@njit(cache=True)
def moved(squares, step):
    """Some squares, each so many places further on."""
    return squares << np.uint64(step) if step >= 0 else squares >> np.uint64(-step)


@njit(cache=True)
def takers(mine, theirs, board, way):
    """The stones that can take one in that direction."""
    return mine & board.having[way] & moved(theirs, -board.steps[way])


@njit(cache=True)
def both_of(position, board):
    """The stones of the player to move, and of the other one."""
    white, black = position & board.everywhere, position >> np.uint64(board.size)
    return (black, white) if seat_to_move(position, board) else (white, black)


@njit(cache=True)
def list_moves(position, moves, positions, board):
    """A stone after the other, by the square it goes to; how many moves."""
    mine, theirs = both_of(position, board)
    is_black, size = seat_to_move(position, board), np.uint64(board.size)
    able = ZERO
    for way in range(len(board.steps)):
        able |= takers(mine, theirs, board, way)
    count = 0
    while able:
        stone = lowest_bit(able)
        able ^= stone
        for way in range(len(board.steps)):
            if takers(stone, theirs, board, way):
                target = moved(stone, board.steps[way])
                own, other = mine ^ stone | target, theirs ^ target
                moves[count] = board.size * lowest_place(stone) + lowest_place(target)
                positions[count] = other | own << size if is_black else own | other << size
                count += 1
    return np.int64(count)


@njit(cache=True)
def end_of(position, board):
    """Lost if no stone can take another."""
    mine, theirs = both_of(position, board)
    for way in range(len(board.steps)):
        if takers(mine, theirs, board, way):
            return np.int64(PLAYING)
    return np.int64(LOSS)


@njit(cache=True)
def image_of(position, board, twin):
    """A position after one of the symmetries."""
    size, image = np.uint64(board.size), ZERO
    for square in range(board.size):
        source, place = np.uint64(board.twins[twin, square]), np.uint64(square)
        image |= (position >> source & ONE) << place
        image |= (position >> source + size & ONE) << place + size
    return image


@njit(cache=True)
def list_twins(position, positions, board):
    """All symmetries of a position; how many."""
    for twin in range(len(board.twins)):
        positions[twin] = image_of(position, board, twin)
    return np.int64(len(board.twins))


@njit(cache=True)
def least_twin(position, board):
    """The least of an orbit."""
    least = position
    for twin in range(len(board.twins)):
        least = min(least, image_of(position, board, twin))
    return least


# ── sums ────────────────────────────────────────────────────────────────────────────────────────
# Bounds are four numbers of ups, one for each nim heap. They are added as games are: for each two
# heaps, and their sum by exclusive or.

UNKNOWN = -64
"""So many ups are no bound."""
NOTHING_AT_LEAST = (0, UNKNOWN, UNKNOWN, UNKNOWN)
"""The empty sum is at least 0."""
NO_BOUND = (UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN)
AT_LEAST_ZERO = (0, -2, -1, -1)
"""For each heap, minus so many ups as with it are at least 0."""
FIRST_WINS = (-1, 1, 0, 0)
"""For each heap, minus so many ups as with it are won by whoever owns them and moves first."""
MOST_UPS, BITS = 7, 4


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
def in_corner(mine, theirs, board):
    """A part pushed into the upper left corner, as a position with the first stone white."""
    both, columns = mine | theirs, np.uint64(board.columns)
    down = ZERO
    while not both >> down & board.first_row:
        down += columns
    while not both >> down & board.first_column:
        down += ONE
    return mine >> down | theirs >> down << np.uint64(board.size)


@njit(cache=True)
def place_in(book, part):
    """Where a part stands in the book, or would."""
    place = np.int64(part % np.uint64(len(book.parts)))
    while book.parts[place] != ZERO and book.parts[place] != part:
        place = place + 1 if place + 1 < len(book.parts) else 0
    return place


@njit(cache=True)
def sum_of(mine, theirs, board, book):
    """What is known of some stones."""
    left, known = mine | theirs, nothing_left()
    while left:
        stone = lowest_bit(left)
        part = part_of(left, stone, board)
        left ^= part
        if part & mine and part & theirs:
            stones = count_bits(part)
            if stones > MOST_STONES:
                return Sum(False, known.plies, stones, NO_BOUND, NO_BOUND, NO_BOUND, NO_BOUND)
            is_mine = stone & mine != ZERO
            own, other = (mine, theirs) if is_mine else (theirs, mine)
            word = book.words[place_in(book, in_corner(part & own, part & other, board))]
            known = with_part(known, word, 0 if is_mine else 2, stones)
    return known


@njit(cache=True)
def nothing_left():
    """The sum of no parts."""
    none = np.int64(0)
    return Sum(True, none, none, NOTHING_AT_LEAST, NO_BOUND, NOTHING_AT_LEAST, NO_BOUND)


@njit(cache=True)
def with_part(known, word, side, stones):
    """A sum and one part more, of which the word says on one side what it is for *mine*."""
    least, first = bounds_in(word, side), bounds_in(word, side + 1)
    others_least, others_first = bounds_in(word, 2 - side), bounds_in(word, 3 - side)
    return Sum(
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
    """How many moves there are, of either player; or twice as many as stones next to their like."""
    count = np.int64(0)
    for way in range(len(board.steps)):
        count += count_bits(takers(mine, theirs, board, way))
    return count


@njit(cache=True)
def said_of(position, board, book):
    """Whether the player to move wins or loses; at most so many moves; what is in the way."""
    mine, theirs = both_of(position, board)
    known = sum_of(mine, theirs, board, book)
    if known.is_known and as_first(known.least, known.first)[0] >= 0:
        return np.int64(WIN), known.plies, np.int64(0)
    if known.is_known and as_least(known.others_least)[0] >= 0:
        return np.int64(LOSS), known.plies, np.int64(0)
    return np.int64(PLAYING), known.plies, in_the_way(mine, theirs, known.largest, board)


@njit(cache=True)
def in_the_way(mine, theirs, largest, board):
    """How far the other player is, who has just moved, from a win that is soon shown.

    Moves that are left, and the largest part, say how much there is to look at. Stones next to
    their like are good for whoever has them: so an up is made.
    """
    friends = pairs_of(mine, mine, board) - pairs_of(theirs, theirs, board)
    return 4 * pairs_of(mine, theirs, board) + 2 * largest + friends


@njit(cache=True)
def verdict_of(said, plies):
    """The verdict; whoever wins makes the last move."""
    return won_within(plies - (plies + 1) % 2) if said == WIN else lost_within(plies - plies % 2)


@njit(cache=True)
def list_candidates(position, moves, positions, ranks, board, book):
    """Who wins by what the parts are worth, here or after a move; else the moves that are left.

    Those that lose are left out. Those come first that leave least in the way of a win.
    """
    said, plies, _ = said_of(position, board, book)
    if said != PLAYING:
        return verdict_of(said, plies)
    count = list_moves(position, moves, positions, board)
    kept, most_plies = 0, np.int64(0)
    for each in range(count):
        said, plies, left = said_of(positions[each], board, book)
        if said == LOSS:
            return verdict_of(np.int64(WIN), plies + 1)
        most_plies = max(most_plies, plies)
        if said == PLAYING:
            moves[kept], positions[kept], ranks[kept] = moves[each], positions[each], -left
            kept += 1
    return np.int64(kept) if kept else verdict_of(np.int64(LOSS), most_plies + 1)


# ── the book of parts ───────────────────────────────────────────────────────────────────────────


@njit(cache=True)
def after_one(mine, theirs, board, book):
    """The best that a part's owner has after a move of his, at least."""
    best = NO_BOUND
    for way in range(len(board.steps)):
        able = takers(mine, theirs, board, way)
        while able:
            stone = lowest_bit(able)
            able ^= stone
            target = moved(stone, board.steps[way])
            known = sum_of(mine ^ stone | target, theirs ^ target, board, book)
            best = greater(best, as_least(known.least))
    return best


@njit(cache=True)
def after_others(mine, theirs, board, book):
    """The worst that he has after a move of the other's, moving first thereafter."""
    worst = (-UNKNOWN, -UNKNOWN, -UNKNOWN, -UNKNOWN)
    for way in range(len(board.steps)):
        able = takers(theirs, mine, board, way)
        while able:
            stone = lowest_bit(able)
            able ^= stone
            target = moved(stone, board.steps[way])
            known = sum_of(mine ^ target, theirs ^ stone | target, board, book)
            a, b, c, d = worst
            e, f, g, h = as_first(known.least, known.first)
            worst = min(a, e), min(b, f), min(c, g), min(d, h)
    return worst


@njit(cache=True)
def measured(mine, theirs, board, book, is_least, is_first):
    """The bounds of a part for the owner of ``mine``, in 32 bits.

    ``is_least`` and ``is_first`` say whether the part is at least n ups and a heap, and whether
    the owner wins against them by moving first. They are filled for the fewest ups and the
    smallest heaps first, so that what a move in those leaves is known.
    """
    best = after_one(mine, theirs, board, book)
    worst = after_others(mine, theirs, board, book)
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
def spread_over(bits, squares):
    """The lowest bits, each on one of some squares."""
    spread = ZERO
    while squares:
        square = lowest_bit(squares)
        squares ^= square
        if bits & ONE:
            spread |= square
        bits >>= ONE
    return spread


@njit(cache=True)
def write_parts(shapes, board, book):
    """Measure all parts of these shapes, of which the smaller ones come first."""
    is_least = np.zeros((2 * MOST_UPS + 1, 4), np.bool_)
    is_first = np.zeros((2 * MOST_UPS + 1, 4), np.bool_)
    for shape in shapes:
        count = ONE << np.uint64(count_bits(shape) - 1)
        for colours in range(count - ONE):
            mine = spread_over(np.uint64(colours) << ONE | ONE, shape)
            theirs = shape ^ mine
            ours = measured(mine, theirs, board, book, is_least, is_first)
            others = measured(theirs, mine, board, book, is_least, is_first)
            part = mine | theirs << np.uint64(board.size)
            place = place_in(book, part)
            book.parts[place], book.words[place] = part, ours | others << np.uint64(32)


def shapes_on(rows: int, columns: int) -> Iterator[int]:
    """All squares that hang together, in the corner, as a board has room for them; by size."""
    shapes = {frozenset([(0, 0)])}
    for _ in range(MOST_STONES - 1):
        grown = {
            _in_corner(shape | {(row + down, column + right)})
            for shape in shapes
            for row, column in shape
            for down, right in WAYS
            if (row + down, column + right) not in shape
        }
        shapes = {
            shape
            for shape in grown
            if all(row < rows and column < columns for row, column in shape)
        }
        for shape in shapes:
            yield sum(1 << columns * row + column for row, column in shape)


def _in_corner(shape: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """The same squares as far up and to the left as they go."""
    top, left = min(row for row, _ in shape), min(column for _, column in shape)
    return frozenset((row - top, column - left) for row, column in shape)


@cache
def book_of(rows: int, columns: int) -> Book:
    """The book of parts for a board."""
    shapes = list(shapes_on(rows, columns))
    count = sum((1 << shape.bit_count() - 1) - 1 for shape in shapes)
    room = count + count // 3 + 2
    book = Book(np.zeros(room, np.uint64), np.zeros(room, np.uint64))
    write_parts(np.array(shapes, np.uint64), board_of(rows, columns), book)
    return book


# ── the rules ───────────────────────────────────────────────────────────────────────────────────


@cache
def clobber_rules(rows: int, columns: int) -> CompiledRules:
    """Clobber on ``rows`` by ``columns`` squares."""
    board, book = board_of(rows, columns), book_of(rows, columns)

    @njit(cache=True)
    def successors(position: Any, moves: Any, positions: Any) -> Any:
        return list_moves(position, moves, positions, board)

    @njit(cache=True)
    def terminal_code(position: Any) -> Any:
        return end_of(position, board)

    @njit(cache=True)
    def symmetries(position: Any, positions: Any) -> Any:
        return list_twins(position, positions, board)

    @njit(cache=True)
    def canonical(position: Any) -> Any:
        return least_twin(position, board)

    @njit(cache=True)
    def player(position: Any) -> Any:
        return seat_to_move(position, board)

    @njit(cache=True)
    def stage(position: Any) -> Any:
        return np.int64(board.size - count_bits(position))

    @njit(cache=True)
    def candidates(position: Any, moves: Any, positions: Any, ranks: Any) -> Any:
        return list_candidates(position, moves, positions, ranks, board, book)

    return CompiledRules(
        successors=successors,
        terminal_code=terminal_code,
        max_moves=2 * rows * columns,  # no square is left by white and by black
        symmetries=symmetries,
        max_twins=len(board.twins),
        canonical=canonical,
        player=player,
        stage=stage,
        candidates=candidates,
    )


def board_of(rows: int, columns: int) -> Board:
    """What is known of a board."""

    def having(down: int, right: int) -> int:
        return sum(
            1 << columns * row + column
            for row in range(rows)
            for column in range(columns)
            if 0 <= row + down < rows and 0 <= column + right < columns
        )

    return Board(
        size=rows * columns,
        everywhere=np.uint64(having(0, 0)),
        steps=np.array([columns * down + right for down, right in WAYS], np.int64),
        having=np.array([having(*way) for way in WAYS], np.uint64),
        twins=np.array(colour_twins(rows, columns), np.int64),
        columns=columns,
        first_row=np.uint64((1 << columns) - 1),
        first_column=np.uint64(sum(1 << columns * row for row in range(rows))),
    )
