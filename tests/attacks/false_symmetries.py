"""A game whose symmetry is claimed in false ways, in plain Python and with compiled rules.

The players take turns to put a stone on a row of cells, and three stones side by side win.
Reversing the row is the only symmetry.
"""

from __future__ import annotations

from functools import cache

import attrs
import numpy as np
from numba import njit
from numba.extending import register_jitable

from gamesolver import NO_POSITION, CompiledGame, CompiledRules, Game, Value

CELLS = 7
WHOLE = (1 << CELLS) - 1
PLAYING = 2
ONE_PAIR = 0b0000011, 0b0001001
"""Two boards that are not symmetric: only the first is a win in one ply."""


@register_jitable
def turned(board):
    """Return the row reversed."""
    result = 0
    for cell in range(CELLS):
        result |= (board >> cell & 1) << (CELLS - 1 - cell)
    return result


def shifted(board):
    """Return the row rotated by one cell, as if its ends were joined."""
    return (board << 1 | board >> (CELLS - 1)) & WHOLE


def half_turned(board):
    """Return the row with only its first three cells reversed."""
    return board & ~7 | (board & 1) << 2 | board & 2 | board >> 2 & 1


def exchanged(board):
    """Return the row with stones and empty cells exchanged."""
    return ~board & WHOLE


def turned_but_for_one(board):
    """Return the row reversed, except for one pair of boards."""
    if board == ONE_PAIR[0]:
        return ONE_PAIR[1]
    if board == ONE_PAIR[1]:
        return ONE_PAIR[0]
    back = turned(board)
    return board if back in ONE_PAIR else back


def least_of(image, times):
    """Return ``canonical`` of a symmetry: the least image of a board."""

    def canonical(board):
        best = other = board
        for _ in range(times):
            other = image(other)
            best = min(best, other)
        return best

    return canonical


def packed(board):
    """Return the row with all stones pushed to one end: a board outside the orbit."""
    result = 0
    for cell in range(CELLS):
        result = result << (board >> cell & 1) | (board >> cell & 1)
    return result


CLAIMS = {
    "turned": (turned, 1, None),
    "shifted": (shifted, CELLS - 1, None),
    "half turned": (half_turned, 1, None),
    "turned but for one": (turned_but_for_one, 1, None),
    "exchanged": (exchanged, 1, None),
    "outside the orbit": (turned, 1, packed),
    "not idempotent": (turned, 1, turned),
}
"""Claimed symmetry, number of images, and ``canonical`` if it is not the least image."""


def has_three(board):
    """Return True if three stones lie side by side."""
    return board & board >> 1 & board >> 2 != 0


@attrs.frozen
class Row(Game):
    """Base of the plain games, without their endings."""

    claim: str = "turned"

    def start(self):
        return 0

    def moves(self, position):
        return [cell for cell in range(CELLS) if not position >> cell & 1]

    def play(self, position, move):
        return position | 1 << move

    def symmetries(self, position):
        image, times, _ = CLAIMS[self.claim]
        for _ in range(times):
            position = image(position)
            yield position

    def canonical(self, position):
        canonical = CLAIMS[self.claim][2]
        return canonical(position) if canonical else super().canonical(position)


@attrs.frozen
class PlainRow(Row):
    """The game in plain Python."""

    def terminal_value(self, position):
        if has_three(position):
            return Value.LOSS
        return Value.DRAW if position == WHOLE else None


@attrs.frozen
class ScoredRow(Row):
    """Variant in which a win scores the number of free cells plus one."""

    def terminal_score(self, position):
        if has_three(position):
            return position.bit_count() - CELLS - 1
        return 0 if position == WHOLE else None


@cache
def rules_of(claim, numbering):
    """Return compiled rules: enumerated, indexed, or indexed by stages."""
    image, times, stands = CLAIMS[claim]
    image = njit(image)
    stands = njit(stands) if stands else njit(least_of(image, times))
    three = njit(has_three)

    @njit
    def successors(position, moves, positions):
        board, count = np.int64(position), 0
        for cell in range(CELLS):
            if not board >> cell & 1:
                moves[count], positions[count] = cell, np.uint64(board | 1 << cell)
                count += 1
        return count

    @njit
    def terminal_code(position):
        board = np.int64(position)
        if three(board):
            return -1
        return 0 if board == WHOLE else PLAYING

    @njit
    def symmetries(position, positions):
        board = np.int64(position)
        for each in range(times):
            board = np.int64(image(board))
            positions[each] = np.uint64(board)
        return times

    @njit
    def canonical(position):
        return np.uint64(stands(np.int64(position & np.uint64(WHOLE))))

    @njit
    def stage(position):
        board, stones = np.int64(position), 0
        for cell in range(CELLS):
            stones += board >> cell & 1
        return stones

    @njit
    def index(position):
        if position > np.uint64(WHOLE):
            return np.int64(-1)
        return np.int64(canonical(position))

    @njit
    def position_at(index):
        return np.uint64(index)

    @njit
    def position_in_stage(number, index):
        position = np.uint64(index)
        return position if stage(position) == number else np.uint64(NO_POSITION)

    bundle = {"symmetries": symmetries, "max_symmetries": times}
    if numbering == "found":
        bundle["canonical"] = canonical
    if numbering == "indexed":
        bundle |= {"index": index, "position_at": position_at, "num_indexes": 1 << CELLS}
    if numbering == "by stages":
        indexes = dict.fromkeys(range(CELLS + 1), 1 << CELLS)
        bundle |= {"index": index, "position_at": position_in_stage, "num_indexes": indexes}
        bundle["stage"] = stage
    return CompiledRules(successors, terminal_code, max_moves=CELLS, **bundle)


@attrs.frozen
class CompiledRow(CompiledGame):
    """The game with compiled rules."""

    claim: str = "turned"
    numbering: str = "found"

    def start(self):
        return 0

    @property
    def rules(self):
        return rules_of(self.claim, self.numbering)
