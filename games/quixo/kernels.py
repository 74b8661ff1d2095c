"""The compiled rules of Quixo. The layout and the numbering are drawn in ``games.quixo``.

The cubes of both players move together. A position holds two boards of one shape, 32 bits apart, so
one mask and one shift move the cubes of both.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np

from gamesolver import CompiledRules, njit

LOSS, WIN, PLAYING = -1, 1, 2
ZERO, ONE = np.uint64(0), np.uint64(1)
HALF = np.uint64(32)
CHUNK = 8  # number of squares that one look-up reads from an index
CHUNK_BOARDS = np.uint64(3**CHUNK)


@njit(cache=True)
def line_starts(position, step, size):
    """Return the squares that start ``size`` cubes of one player in a row, ``step`` apart."""
    starts = position
    for _ in range(size - 1):
        starts = position & starts >> step
    return starts


@cache
def quixo_rules(size: int) -> CompiledRules:
    """Return the rules on ``size`` by ``size`` cubes."""
    squares = size * size
    board = np.uint64((1 << squares) - 1)
    both_boards = np.uint64(_of_both((1 << squares) - 1))
    column_step = np.uint64(size)
    first_row = np.uint64(_of_both((1 << size) - 1))
    first_column = np.uint64(_of_both(sum(1 << square for square in range(0, squares, size))))
    falling = sum(1 << square for square in range(0, squares, size + 1))
    rising = sum(1 << (size - 1) * (row + 1) for row in range(size))
    falling_mine, falling_theirs = np.uint64(falling), np.uint64(falling << 32)
    rising_mine, rising_theirs = np.uint64(rising), np.uint64(rising << 32)
    pushes = _pushes(size)
    codes, barred, kept, sliding, down, up, entry = (
        np.array([push[each] for push in pushes], np.uint64 if each else np.int64)
        for each in range(7)
    )
    count_all = len(pushes)
    part = (squares + 1) // 2
    part_size, part_bits = np.uint64(part), np.uint64((1 << part) - 1)
    low = np.array([_sum_of_digits(bits, 0) for bits in range(1 << part)])
    high = np.array([_sum_of_digits(bits, part) for bits in range(1 << squares - part)])
    chunks = -(-squares // CHUNK)
    boards = np.array([_board(digits) for digits in product(range(3), repeat=CHUNK)], np.uint64)

    @njit(cache=True)
    def successors(position: Any, moves: Any, positions: Any) -> Any:
        count = 0
        for each in range(count_all):
            slid = (position & sliding[each]) >> down[each] << up[each]
            pushed = position & kept[each] | slid | entry[each]
            moves[count] = codes[each]  # overwritten by the next one if the move is barred
            positions[count] = pushed >> HALF | pushed << HALF
            count += position & barred[each] == ZERO
        return np.int64(count)

    @njit(cache=True)
    def predecessors(position: Any, positions: Any) -> Any:
        pushed = position >> HALF | position << HALF
        count = 0
        for each in range(count_all):
            slid = (sliding[each] >> down[each] << up[each]) & pushed
            before = pushed & kept[each] | slid << down[each] >> up[each]
            positions[count] = before  # overwritten by the next one if the cube was not pushed in
            positions[count + 1] = before | barred[each] >> HALF
            count += 2 * (pushed & entry[each] != ZERO)
        return np.int64(count)

    @njit(cache=True)
    def terminal_code(position: Any) -> Any:
        lines = line_starts(position, ONE, size) & first_column
        lines |= line_starts(position, column_step, size) & first_row
        lines |= _whole(position, falling_mine) | _whole(position, rising_mine)
        lines |= _whole(position, falling_theirs) | _whole(position, rising_theirs)
        if lines == ZERO:
            return np.int64(PLAYING)
        return np.int64(WIN if lines & board != ZERO else LOSS)

    @njit(cache=True)
    def index(position: Any) -> Any:
        mine, theirs = position & board, position >> HALF
        if position & ~both_boards | mine & theirs:
            return np.int64(-1)
        ones = low[mine & part_bits] + high[mine >> part_size]
        twos = low[theirs & part_bits] + high[theirs >> part_size]
        return np.int64(ones + 2 * twos)

    @njit(cache=True)
    def position_at(index: Any) -> Any:
        position, rest = ZERO, np.uint64(index)
        for chunk in range(chunks):
            position |= boards[rest % CHUNK_BOARDS] << np.uint64(CHUNK * chunk)
            rest //= CHUNK_BOARDS
        return position

    return CompiledRules(
        successors=successors,
        terminal_code=terminal_code,
        max_moves=count_all,
        index=index,
        position_at=position_at,
        num_indexes=3**squares,
        predecessors=predecessors,
        max_predecessors=2 * count_all,
    )


@njit(cache=True)
def _whole(position, line):
    """Return the line if it is complete, else 0."""
    return line if position & line == line else ZERO


def _of_both(bits: int) -> int:
    """Return these squares on the boards of both players."""
    return bits | bits << 32


def _pushes(size: int) -> list[tuple[int, ...]]:
    """Return all moves, each with its effect on the bits.

    A row has the code of the move, the bit that bars it (a cube of the other player), the bits that
    stay, the bits that move with their shifts down and up, and the bit that comes in.
    """
    pushes: list[tuple[int, ...]] = []
    edge = [0, size - 1]
    for taken in range(size * size):
        row, column = divmod(taken, size)
        if row not in edge and column not in edge:
            continue
        ends = {(row, end) for end in edge} | {(end, column) for end in edge}
        for end_row, end_column in sorted(ends - {(row, column)}):
            entry = end_row * size + end_column
            step = size if column == end_column else 1
            way = range(taken, entry, step if entry > taken else -step)
            sliding = sum(1 << square + way.step for square in way)
            changed = sliding | 1 << taken
            pushes.append(
                (
                    taken * size * size + entry,
                    1 << taken + 32,
                    ~_of_both(changed) & (1 << 64) - 1,
                    _of_both(sliding),
                    step if entry > taken else 0,
                    step if entry < taken else 0,
                    1 << entry,
                )
            )
    return pushes


def _sum_of_digits(bits: int, first: int) -> int:
    """Return the number whose base-3 digits are these bits, the lowest at the place ``first``."""
    return sum(3 ** (first + place) for place in range(bits.bit_length()) if bits >> place & 1)


def _board(digits: tuple[int, ...]) -> int:
    """Return the squares of base-3 digits, the last digit the first square."""
    owners = enumerate(reversed(digits))
    return sum(1 << square + (0, 0, 32)[owner] for square, owner in owners if owner)
