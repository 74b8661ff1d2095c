"""An honest compiled game to spoil: the strip of ``spoilt_rules``, three bits to a position.

A spoilt game is this one with one rule spoilt, or one of what stands beside the rules.
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
    """Put a stone on any square that is free."""
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
    """Lost where two neighbours are there."""
    return -1 if position & (position >> U1) else 2


@njit(cache=True)
def stones(position):
    """How many stones there are."""
    count = 0
    while position:
        count += 1
        position &= position - U1
    return count


@njit(cache=True)
def player(position):
    """The two sides take turns."""
    return stones(position) & 1


@njit(cache=True)
def mirrored(position):
    """The other way round."""
    return MIRROR[position & U7]


@njit(cache=True)
def symmetries(position, positions):
    """The mirror."""
    positions[0] = mirrored(position)
    return 1


@njit(cache=True)
def index(position):
    """The lesser of a position and its mirror."""
    if position > U7:
        return np.int64(-1)
    return np.int64(min(position, mirrored(position)))


@njit(cache=True)
def position_at(slot):
    """The bits are the slot; 4 and 6 are holes."""
    return np.uint64(slot)


@njit(cache=True)
def canonical(position):
    """The lesser of a position and its mirror."""
    return min(position, mirrored(position))


@njit(cache=True)
def predecessors(position, positions):
    """Take any of the stones away; two neighbours among those that stay are an end."""
    count = 0
    for square in range(3):
        stone = U1 << np.uint64(square)
        if position & stone:
            positions[count] = position ^ stone
            count += 1
    return count


@njit(cache=True)
def predecessor_slots(position, slots):
    """The slots of those."""
    count = 0
    for square in range(3):
        stone = U1 << np.uint64(square)
        if position & stone:
            slots[count] = index(position ^ stone)
            count += 1
    return count


@njit(cache=True)
def count_moves(position):
    """The squares that are free."""
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
    slots=8,
    max_twins=2,
)
NOT_NUMBERED = {"slots": None, "index": None, "position_at": None}


class Bits(CompiledGame):
    """The strip as bits, numbered and folded by its index."""

    rules = RULES

    def start(self):
        return 0


class BackBits(Bits):
    """The same with a way back."""

    rules = attrs.evolve(RULES, predecessors=predecessors)


class FoundBits(Bits):
    """The same without an index, folded by its own ``canonical``."""

    rules = attrs.evolve(RULES, **NOT_NUMBERED, canonical=canonical)


class TwinBits(Bits):
    """The same with the plain strip beside it."""

    plain = Strip()

    def to_plain(self, position):
        return "".join(".#"[position >> square & 1] for square in range(3))

    def from_plain(self, position):
        return sum(1 << square for square in range(3) if position[square] == "#")

    def to_plain_move(self, move):
        return move


class AllBits(TwinBits):
    """The same with all rules that there are."""

    rules = attrs.evolve(
        BackBits.rules, predecessor_slots=predecessor_slots, count_moves=count_moves
    )


def spoilt(name, base=Bits, **rules):
    """A class like another, with some of its rules replaced."""
    return type(name, (base,), {"rules": attrs.evolve(base.rules, **rules), "__doc__": "Spoilt."})


# ── by stages, and in groups ────────────────────────────────────────────────────────────────────

A_GROUP, BEGINS, NOWHERE = 4, np.array([0, 4]), np.uint64(1 << 40)


@njit(cache=True)
def position_in_stage(stage, slot):
    """The bits are the slot, if so many stones are there."""
    position = np.uint64(slot)
    return position if stones(position) == stage else NOWHERE


@njit(cache=True)
def listed(stage, group, slots):
    """The slots of a group, four side by side, in which play goes on; how many."""
    count = 0
    for slot in range(BEGINS[group], BEGINS[group] + A_GROUP):
        position = position_in_stage(stage, slot)
        if index(position) == slot and terminal_code(position) == 2:
            slots[count] = 8 * stage + slot
            count += 1
    return count


@njit(cache=True)
def group_targets(stage, group, slots):
    """What any stone that is put down leads to, of each position in turn."""
    own, moves, positions = np.empty(4, np.int64), np.empty(3, np.int64), np.empty(3, np.uint64)
    count = 0
    for place in range(listed(stage, group, own)):
        for each in range(successors(np.uint64(own[place] % 8), moves, positions)):
            slots[count] = 8 * (stage + 1) + index(positions[each])
            count += 1
    return np.int64(count)


@njit(cache=True)
def group_best(stage, group, worths, slots, best):
    """The greatest of as many worths as a position has moves."""
    count, heard = listed(stage, group, slots), 0
    for place in range(count):
        moves = 3 - stage
        best[place] = worths[heard : heard + moves].max()
        heard += moves
    return np.int64(count)


class GroupedBits(Bits):
    """The same by stones, where four slots side by side are a group."""

    rules = attrs.evolve(
        RULES,
        position_at=position_in_stage,
        slots=dict.fromkeys(range(4), 8),
        group_targets=group_targets,
        group_best=group_best,
        groups=dict.fromkeys(range(3), 2),
        max_targets=12,
        max_group=4,
    )
