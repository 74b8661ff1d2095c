"""Small compiled games whose outcomes are known in closed form, for tests of the engine.

Positions are *codes* 0, 1, 2, ... times an odd constant, so that they look
arbitrary, and so that most integers are not positions. Every game is enumerated by default.
With ``indexed`` its codes have indexes, two of them unused (holes) for each used one:

    index      0     1     2     3     4     5    ...
    code      -     0    (0)    -     1    (1)
              hole        hole  hole        hole

In each group of three, the first index has no position, and the last has the position of the
index before it.
"""

from __future__ import annotations

from functools import cache

import attrs
import numpy as np
from numba import njit

from gamesolver import NO_POSITION, CompiledGame, CompiledRules, Outcome, Value

LOSS, DRAW, WIN, PLAYING = -1, 0, 1, 2
FACTOR = 35_184_372_088_891  # odd, 46 bits: codes below 2^17 stay within 63 bits
SPREAD = np.uint64(FACTOR)
NOWHERE = np.uint64(NO_POSITION)
STEP, AGAIN, OFF = -5, 70_000_000_000, 0  # move codes: any int64 will do


@njit(cache=True)
def spread(code):
    """Return the position with this code."""
    return np.uint64(code) * SPREAD


@njit(cache=True)
def code_of(position, codes):
    """Return the code of a position below ``codes``; -1 if the integer is not a position."""
    code = position // SPREAD
    if code * SPREAD != position or code >= np.uint64(codes):
        return np.int64(-1)
    return np.int64(code)


@njit(cache=True)
def index_of(code):
    """Return the index of a code; -1 for an invalid code."""
    return np.int64(-1 if code < 0 else 3 * code + 1)


@njit(cache=True)
def position_at(index):
    """Return the position at an index; the unused index after it has the same position."""
    return spread(index // 3) if index % 3 else NOWHERE


def numbering(index, codes, indexed):
    """Return the index functions of the rules; empty for an enumerated game."""
    indexes = {"index": index, "position_at": position_at, "num_indexes": 3 * codes + 2}
    return indexes if indexed else {}


class CodedGame(CompiledGame):
    """Base class of games that start at code 0; ``outcomes`` yields the outcomes in code order."""

    def start(self):
        return 0

    def expected(self):
        """Return the outcome of every position."""
        return {code * FACTOR: outcome for code, outcome in enumerate(self.outcomes())}


@attrs.frozen
class Chain(CodedGame):
    """A line of forced moves to an end with the value ``end``.

    Every ``keep``-th move, including the first, keeps the turn; 0 for none. With
    ``staged`` each position is a stage of its own.
    """

    plies: int = 5
    end: int = LOSS
    keep: int = 0
    indexed: bool = False
    staged: bool = False

    @property
    def rules(self):
        return chain_rules(self.plies, self.end, self.keep, self.indexed, self.staged)

    def outcomes(self):
        """Yield the end's value, negated if the player to move is not the one at the end."""
        seats = [0]
        for ply in range(self.plies):
            keeps = self.keep and ply % self.keep == 0
            seats.append(seats[-1] if keeps else 1 - seats[-1])
        for code, seat in enumerate(seats):
            value = self.end if seat == seats[-1] else -self.end
            yield Outcome(Value(value), self.plies - code)


@cache
def chain_rules(plies, end, keep, indexed, staged):
    """Return the rules of a chain; code c is the position after c plies."""
    codes = np.int64(plies + 1)  # a Python int would get another Numba type

    @njit(cache=True)
    def successors(position, moves, positions):
        moves[0] = STEP
        positions[0] = position + SPREAD
        return np.int64(1)

    @njit(cache=True)
    def terminal_code(position):
        return np.int64(end if code_of(position, codes) == plies else PLAYING)

    @njit(cache=True)
    def player(position):
        code = code_of(position, codes)
        return (code - (code + keep - 1) // keep) & 1

    @njit(cache=True)
    def stage(position):
        return code_of(position, codes)

    @njit(cache=True)
    def index(position):
        return index_of(code_of(position, codes))

    return CompiledRules(
        successors,
        terminal_code,
        max_moves=1,
        player=player if keep else None,
        stage=stage if staged else None,
        **numbering(index, plies + 1, indexed),
    )


@attrs.frozen
class MoveAgain(CodedGame):
    """A line of plies in which the last mover wins; the first player may always move again.

    The first player gets the last move, unless one ply is left and it is the second player's turn.
    """

    plies: int = 6
    indexed: bool = False

    @property
    def rules(self):
        return move_again_rules(self.plies, self.indexed)

    def outcomes(self):
        """Yield two outcomes per number of plies played: first player to move, then second."""
        for left in range(self.plies, -1, -1):
            yield Outcome(Value.WIN if left else Value.LOSS, left)
            yield Outcome(Value.WIN if left == 1 else Value.LOSS, left)


@cache
def move_again_rules(plies, indexed):
    """Return the rules; the code is twice the plies played, plus 1 if it is the second's turn."""
    codes = 2 * plies + 2

    @njit(cache=True)
    def successors(position, moves, positions):
        code = code_of(position, codes)
        seat = code & 1
        moves[0] = STEP
        positions[0] = spread(code + 3 - 2 * seat)  # one ply more, the other player's turn
        if seat:
            return np.int64(1)
        moves[1] = AGAIN
        positions[1] = spread(code + 2)
        return np.int64(2)

    @njit(cache=True)
    def terminal_code(position):
        return np.int64(LOSS if code_of(position, codes) >= codes - 2 else PLAYING)

    @njit(cache=True)
    def player(position):
        return code_of(position, codes) & 1

    @njit(cache=True)
    def stage(position):
        return code_of(position, codes) >> 1

    @njit(cache=True)
    def index(position):
        return index_of(code_of(position, codes))

    indexes = numbering(index, codes, indexed)
    return CompiledRules(successors, terminal_code, 2, player=player, stage=stage, **indexes)


@attrs.frozen
class Ring(CodedGame):
    """A ring of moves that can be left only at code 0, to an end with the value ``end``.

    If the end is lost for the player to move there, every position is won or lost. If it is
    drawn, both players leave the ring. If it is won, leaving loses, and play goes round.
    """

    size: int = 4
    end: int = LOSS
    indexed: bool = False

    @property
    def rules(self):
        return ring_rules(self.size, self.end, self.indexed)

    def outcomes(self):
        """Yield the outcomes by the plies to the exit; the last code is the end."""
        for code in range(self.size):
            plies = 1 + (self.size - code) % self.size
            if self.end == LOSS:
                yield Outcome(Value.WIN if plies % 2 else Value.LOSS, plies)
            else:
                yield Outcome(Value.DRAW, plies if self.end == DRAW else None)
        yield Outcome(Value(self.end), 0)


@cache
def ring_rules(size, end, indexed):
    """Return the rules of a ring of ``size`` codes; the code ``size`` is the end."""

    @njit(cache=True)
    def successors(position, moves, positions):
        code = code_of(position, size + 1)
        moves[0] = STEP
        positions[0] = spread((code + 1) % size)
        moves[1] = OFF
        positions[1] = spread(size)
        return np.int64(1 if code else 2)

    @njit(cache=True)
    def terminal_code(position):
        return np.int64(end if code_of(position, size + 1) == size else PLAYING)

    @njit(cache=True)
    def index(position):
        return index_of(code_of(position, size + 1))

    return CompiledRules(successors, terminal_code, 2, **numbering(index, size + 1, indexed))
