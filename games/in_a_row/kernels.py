"""The compiled rules of Connect Four, and knowledge of m,n,k games for proofs.

The layout of Connect Four is drawn in ``games.in_a_row.connect_four``.

If stones fall, three words of bits hold a position. A column is a number of at least 1, so 1 can be
subtracted from every column without a borrow from the next one. A column of three stones, its
lowest bit on the left:

    position                               0 0 0 1 a b c   free squares, mark, stones
    less   = position - lowest             1 1 1 0 a b c
    mine   = position & less               0 0 0 0 a b c
    marks  = position & ~less              0 0 0 1 0 0 0
    theirs = everything & ~(position|less) 0 0 0 0 a'b'c'  stones that are not mine
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from gamesolver import CompiledRules, njit
from gamesolver.bits import count_bits
from gamesolver.verdicts import drawn, lost_in, not_lost, not_won, won_in

LOSS, DRAW, PLAYING = -1, 0, 2
ZERO, ONE, ALL = np.uint64(0), np.uint64(1), np.uint64(2**64 - 1)

# Steps and lengths are passed as plain numbers, not as ``np.int64``. Each is a type of its own for
# numba, which compiles a separate version for it and unrolls the loop along a line. With one type
# for all, compilation was faster, but a proof of Connect Four took twice as long.


@njit(cache=True)
def line_starts(stones, step, line):
    """Return the stones that start ``line`` stones in a row, ``step`` bits apart.

    Runs of 1, 2, 4, ... are made of two shorter ones, which overlap if necessary. A shift of 63
    replaces longer ones, because no board has squares at both bit 0 and bit 63.
    """
    length = 1
    while length < line:
        more = min(length, line - length)
        stones &= stones >> np.uint64(min(step * more, 63))
        length += more
    return stones


@njit(cache=True)
def line_gaps(stones, step, line, starts):
    """Return the squares where one more stone makes a line that starts on one of ``starts``.

    Stones of a line are ``step`` bits apart. The squares may already be taken.
    """
    gaps = ZERO
    for gap in range(line):
        others = starts
        for place in range(line):
            if place != gap:
                others &= stones >> np.uint64(min(step * place, 63))
        gaps |= others << np.uint64(min(step * gap, 63))
    return gaps


@njit(cache=True)
def has_line(stones, size, line):
    """Return True if some of the stones are in a line, in columns that are ``size`` bits apart."""
    lines = line_starts(stones, 1, line) | line_starts(stones, size, line)
    lines |= line_starts(stones, size - 1, line) | line_starts(stones, size + 1, line)
    return lines != ZERO


@njit(cache=True)
def winning(stones, size, line):
    """Return the squares where one more stone makes a line."""
    gaps = line_gaps(stones, 1, line, ALL) | line_gaps(stones, size, line, ALL)
    return gaps | line_gaps(stones, size - 1, line, ALL) | line_gaps(stones, size + 1, line, ALL)


@njit(cache=True)
def winning_from(stones, m, k, starts):
    """Return these squares on a board of ``m`` columns, by the starts of lines."""
    right, down, falling, rising = starts
    gaps = line_gaps(stones, 1, k, right) | line_gaps(stones, m, k, down)
    return gaps | line_gaps(stones, m + 1, k, falling) | line_gaps(stones, m - 1, k, rising)


@njit(cache=True)
def swapped(position, swaps):
    """Exchange the bits of each mask with those at a given distance.

    ``swaps`` is a tuple of pairs, a mask and a distance. Any other bit stays where it is.
    """
    image = position
    for mask, apart in swaps:
        differing = (position ^ position >> apart) & mask
        image ^= differing | differing << apart
    return image


@cache
def falling_rules(width: int, height: int, line: int) -> CompiledRules:
    """Return the rules for stones that fall; ``line`` is at most the board's length plus 1."""
    size = height + 1
    lowest = np.uint64(sum(1 << size * column for column in range(width)))
    everything = np.uint64((1 << size * width) - 1)
    open_squares = everything & ~lowest
    column_bits = np.uint64((1 << size) - 1)
    mirror = _swaps(
        (bit + size * column, bit + size * (width - 1 - column))
        for column in range(width)
        for bit in range(size)
    )
    from_the_middle = tuple(sorted(range(width), key=lambda column: abs(2 * column - width + 1)))

    @njit(cache=True)
    def successors(position: Any, moves: Any, positions: Any) -> Any:
        less = position - lowest
        marks = position & ~less
        after = everything & ~(position | less) | marks
        count = 0
        for column in range(width):
            mark = marks & open_squares & column_bits << np.uint64(size * column)
            moves[count] = column  # overwritten by the next one if the column is full
            positions[count] = after - (mark >> ONE)  # the mark moves down by one bit
            count += mark != ZERO
        return np.int64(count)

    @njit(cache=True)
    def terminal_code(position: Any) -> Any:
        less = position - lowest
        theirs = everything & ~(position | less)
        if has_line(theirs, size, line):
            return np.int64(LOSS)
        is_full = position & ~less == lowest
        return np.int64(DRAW if is_full else PLAYING)

    @njit(cache=True)
    def canonical(position: Any) -> Any:
        return min(position, swapped(position, mirror))

    @njit(cache=True)
    def symmetries(position: Any, positions: Any) -> Any:
        positions[0] = swapped(position, mirror)
        return np.int64(1)

    @njit(cache=True)
    def stage(position: Any) -> Any:
        return count_bits(everything & ~(position ^ position - lowest))

    @njit(cache=True)
    def player(position: Any) -> Any:
        return count_bits(everything & ~(position ^ position - lowest)) & 1

    @njit(cache=True)
    def candidates(position: Any, moves: Any, positions: Any, priorities: Any) -> Any:
        """List a win, else a block, else the moves that do not let the opponent win above."""
        less = position - lowest
        mine, marks = position & less, position & ~less
        theirs = everything & ~(position | less)
        empty = open_squares & ~(mine | theirs)
        landing = marks & open_squares
        if winning(mine, size, line) & landing != ZERO:
            return won_in(1)
        threats = winning(theirs, size, line) & empty
        forced = threats & landing
        safe = (landing if forced == ZERO else forced) & ~(threats << ONE)
        if safe == ZERO or forced & forced - ONE != ZERO:
            return lost_in(2)
        if not has_line(mine | empty, size, line):
            return not_won() if has_line(theirs | empty, size, line) else drawn()
        if not has_line(theirs | empty, size, line):
            return not_lost()
        after = theirs | marks
        count = 0
        for column in from_the_middle:
            mark = safe & column_bits << np.uint64(size * column)
            moves[count] = column  # overwritten by the next one if the column is left out
            positions[count] = after - (mark >> ONE)
            priorities[count] = count_bits(winning(mine | mark, size, line) & empty)
            count += mark != ZERO
        return np.int64(count)

    return CompiledRules(
        successors=successors,
        terminal_code=terminal_code,
        max_moves=width,
        canonical=canonical,
        symmetries=symmetries,
        max_symmetries=1,
        stage=stage,
        player=player,
        candidates=candidates,
    )


@cache
def any_square_candidates(m: int, n: int, k: int) -> Any:
    """Return the rule ``candidates`` of m,n,k games; k is at most the board's length plus 1.

    The stones of the player to move are the lowest bits of a position, those of the other player
    the next ones.
    """
    squares = m * n
    apart = np.uint64(squares)
    board = np.uint64((1 << squares) - 1)
    starts = (
        _starts(m, n, k, 0, 1), _starts(m, n, k, 1, 0),
        _starts(m, n, k, 1, 1), _starts(m, n, k, 1, -1),
    )  # fmt: skip
    from_the_middle = tuple(
        sorted(
            range(squares),
            key=lambda each: abs(2 * (each % m) - m + 1) + abs(2 * (each // m) - n + 1),
        )
    )

    @njit(cache=True)
    def candidates(position: Any, moves: Any, positions: Any, priorities: Any) -> Any:
        """List a win, else a block, else all moves, threats and central squares first."""
        mine, theirs = position & board, position >> apart
        empty = board & ~(mine | theirs)
        if winning_from(mine, m, k, starts) & empty != ZERO:
            return won_in(1)
        forced = winning_from(theirs, m, k, starts) & empty
        if forced & forced - ONE != ZERO:
            return lost_in(2)
        choices = empty if forced == ZERO else forced
        after = theirs | mine << apart
        count = 0
        for square in from_the_middle:
            stone = ONE << np.uint64(square)
            if choices & stone != ZERO:
                moves[count], positions[count] = square, after | stone << apart
                priorities[count] = count_bits(winning_from(mine | stone, m, k, starts) & empty)
                count += 1
        return np.int64(count)

    return candidates


def _starts(m: int, n: int, k: int, down: int, right: int) -> np.uint64:
    """Return the squares from which k in a row, in one direction, stay on the board."""
    last = k - 1
    starts = 0
    for row in range(n - down * last):
        for column in range(m):
            starts |= (0 <= column + right * last < m) << column + m * row
    return np.uint64(starts)


def _swaps(images: Iterator[tuple[int, int]]) -> tuple[tuple[np.uint64, np.uint64], ...]:
    """Return a reflection, given as bits with their images, as an argument of ``swapped``."""
    masks: dict[int, int] = {}
    for bit, image in images:
        if bit < image:
            masks[image - bit] = masks.get(image - bit, 0) | 1 << bit
    swaps = [(np.uint64(mask), np.uint64(apart)) for apart, mask in sorted(masks.items())]
    return tuple(swaps) or ((ZERO, ZERO),)  # numba does not iterate over an empty tuple
