"""An honest compiled game to spoil: the strip of ``spoilt_rules``, three bits to a position.

A spoilt game is this one with one of its rules, or one of its other attributes, spoilt.
"""

import attrs
import numpy as np
from numba import njit

from gamesolver import CompiledGame, CompiledRules
from tests.attacks.spoilt_rules import Strip

U1, U2, U7 = np.uint64(1), np.uint64(2), np.uint64(7)
MIRROR = np.array([0, 4, 2, 6, 1, 5, 3, 7], np.uint64)


@njit(cache=True)
def successors(position, moves, positions):
    """Put a stone on any free square."""
    count = 0
    for square in range(3):
        stone = U1 << np.uint64(square)
        if position & stone == np.uint64(0):
            moves[count] = square
            positions[count] = position | stone
            count += 1
    return count


@njit(cache=True)
def terminal_code(position):
    """Lost if two neighbouring squares have stones."""
    return -1 if position & (position >> U1) else 2


@njit(cache=True)
def stones(position):
    """Return the number of stones."""
    count = 0
    while position:
        count += 1
        position &= position - U1
    return count


@njit(cache=True)
def player(position):
    """Return the player to move; the players take turns."""
    return stones(position) & 1


@njit(cache=True)
def mirrored(position):
    """Return the mirror image."""
    return MIRROR[position & U7]


@njit(cache=True)
def symmetries(position, positions):
    """Write the mirror image."""
    positions[0] = mirrored(position)
    return 1


@njit(cache=True)
def index(position):
    """Return the lesser of a position and its mirror image."""
    if position > U7:
        return np.int64(-1)
    return np.int64(min(position, mirrored(position)))


@njit(cache=True)
def position_at(index):
    """Return the index as a position; 4 and 6 are unused."""
    return np.uint64(index)


@njit(cache=True)
def canonical(position):
    """Return the lesser of a position and its mirror image."""
    return min(position, mirrored(position))


@njit(cache=True)
def predecessors(position, positions):
    """Remove any of the stones; a predecessor with two neighbouring stones is terminal."""
    count = 0
    for square in range(3):
        stone = U1 << np.uint64(square)
        if position & stone:
            positions[count] = position ^ stone
            count += 1
    return count


@njit(cache=True)
def predecessor_indexes(position, indexes):
    """Write the indexes of the predecessors."""
    count = 0
    for square in range(3):
        stone = U1 << np.uint64(square)
        if position & stone:
            indexes[count] = index(position ^ stone)
            count += 1
    return count


@njit(cache=True)
def count_moves(position):
    """Return the number of free squares."""
    return 3 - stones(position)


RULES = CompiledRules(
    successors=successors,
    terminal_code=terminal_code,
    max_moves=3,
    symmetries=symmetries,
    player=player,
    stage=stones,
    index=index,
    position_at=position_at,
    num_indexes=8,
    max_symmetries=2,
)
NOT_INDEXED = {"num_indexes": None, "index": None, "position_at": None}


class Bits(CompiledGame):
    """The strip as bits, indexed and folded by its index."""

    rules = RULES

    def start(self):
        return 0


class BackBits(Bits):
    """Variant that lists predecessors."""

    rules = attrs.evolve(RULES, predecessors=predecessors)


class FoundBits(Bits):
    """Variant without an index, folded by its own ``canonical``."""

    rules = attrs.evolve(RULES, **NOT_INDEXED, canonical=canonical)


class PairedBits(Bits):
    """Variant with the strip as its plain version."""

    plain = Strip()

    def to_plain(self, position):
        return "".join(".#"[position >> square & 1] for square in range(3))

    def from_plain(self, position):
        return sum(1 << square for square in range(3) if position[square] == "#")

    def to_plain_move(self, move):
        return move


class AllBits(PairedBits):
    """Variant with all optional rules."""

    rules = attrs.evolve(
        BackBits.rules, predecessor_indexes=predecessor_indexes, count_moves=count_moves
    )


def spoilt(name, base=Bits, **rules):
    """Return a subclass with some of its rules replaced."""
    return type(name, (base,), {"rules": attrs.evolve(base.rules, **rules), "__doc__": "Spoilt."})
