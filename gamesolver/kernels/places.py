"""Where positions are kept: a slot for each, and back.

A *numbered* game brings its own ``index`` and ``position_at``. The positions of a
*found* game are kept as a sorted array of keys. A key is the position, mixed: a
permutation of the 64-bit integers that spreads any positions evenly. So the top bits
of a key tell nearly where it stands, and a look-up reads two places: where the
*bucket* of its top bits begins, and the few keys there.

Both are read through one function each, :func:`position_in` and :func:`look_up`, which
take the game's rules (:class:`GameRules`) and the places (:class:`PlaceColumns`).

**The inner loops that look up many positions. Arguments as in ``kernels.sweeping``.**

Unlike the engine's they are asked about any integers, so what stands in a slot must be a
twin of what was asked for.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamesolver.kernels.compiling import kernel, njit
from gamesolver.kernels.intrinsics import fetch_ahead
from gamesolver.kernels.scratch import GUARDS

# ── where positions are kept: a slot for each, and back ─────────────────────────────────────────


class GameRules(NamedTuple):
    """The rules of a game as kernels ask them: each a function, for none is missing."""

    folding: Any
    """How a position is folded, by one of the codes below."""
    has_seats: Any
    """Whether the rules say who is to move."""
    gives_slots: Any
    """Whether they give the slots of predecessors, and nobody needs to know who moves there."""
    counts_moves: Any
    """Whether they count moves without listing them."""
    playing: Any
    """What they say in place of an end while play goes on."""
    form: Any
    """How scores make cells; ``None`` for wins, losses and draws, of which the last are endless."""
    successors: Any
    end: Any
    """The code, or the score, of an end of play."""
    symmetries: Any
    canonical: Any
    player: Any
    index: Any
    position_at: Any
    stage: Any
    predecessors: Any
    predecessor_slots: Any
    count_moves: Any


class PlaceColumns(NamedTuple):
    """Where the positions of a found game are kept; of a numbered one there are no keys."""

    keys: Any
    """In order."""
    starts: Any
    """Where each bucket of keys begins, and where the last one ends."""
    shift: Any
    """How many low bits of a key its bucket does not depend on."""


AS_IT_IS, BY_INDEX, BY_CANONICAL, BY_SYMMETRIES = range(4)
NO_POSITION = np.uint64(2**64 - 1)

U1, U29, U32 = np.uint64(1), np.uint64(29), np.uint64(32)
ODD_1, ODD_2 = np.uint64(0xD6E8FEB86659FD93), np.uint64(0xA5CB9243F0CEC0B5)
UNDO_1 = np.uint64(pow(int(ODD_1), -1, 2**64))
UNDO_2 = np.uint64(pow(int(ODD_2), -1, 2**64))


def _key_of_none() -> int:
    """What :func:`mixed` makes of ``NO_POSITION``, so that its key is 0."""
    key = int(NO_POSITION)
    for shift, odd in ((32, ODD_1), (29, ODD_2)):
        key = (key ^ key >> shift) * int(odd) % 2**64
    return key ^ key >> 32


KEY_OF_NONE = np.uint64(_key_of_none())

helper = njit(inline="always")


def mixed_plainly(position):
    """The key of a position; never 0. Takes a column too."""
    key = (position ^ (position >> U32)) * ODD_1
    key = (key ^ (key >> U29)) * ODD_2
    return key ^ (key >> U32) ^ KEY_OF_NONE


def unmixed_plainly(key):
    """The position of a key. Takes a column too."""
    key = key ^ KEY_OF_NONE
    position = (key ^ (key >> U32)) * UNDO_2
    position = (position ^ (position >> U29) ^ (position >> (U29 + U29))) * UNDO_1
    return position ^ (position >> U32)


mixed, unmixed = helper(mixed_plainly), helper(unmixed_plainly)


@helper
def list_twins(rules, position, twins):
    """Fill ``twins`` by the rules; how many there are, -1 where the rules give no such count."""
    count = rules.symmetries(position, twins)
    return count if 0 <= count <= twins.size - GUARDS else -1


@helper
def folded(rules, position, twins):
    """The position that stands for the orbit."""
    if rules.folding == AS_IT_IS:
        return position
    if rules.folding == BY_CANONICAL:
        return rules.canonical(position)
    if rules.folding == BY_INDEX:
        slot = rules.index(position)
        return rules.position_at(slot) if slot >= 0 else NO_POSITION
    count = list_twins(rules, position, twins)
    least = position if count >= 0 else NO_POSITION
    for each in range(count):
        least = min(least, twins[each])
    return least


@helper
def position_in(rules, places, slot):
    """The position in a slot."""
    keys = places.keys
    if keys.size:
        return unmixed(keys[slot])
    return rules.position_at(slot)


@helper
def find(places, key):
    """The slot of a key; -1 where it is none of them."""
    keys, starts, shift = places.keys, places.starts, places.shift
    bucket = np.int64(key >> shift)
    for slot in range(np.int64(starts[bucket]), np.int64(starts[bucket + 1])):
        if keys[slot] == key:
            return slot
    return -1


@helper
def slot_of(rules, places, position, twins):
    """The slot of any position of an orbit; -1 for what is not there."""
    if places.keys.size:
        return find(places, mixed(folded(rules, position, twins)))
    return rules.index(position)


@helper
def is_twin(rules, position, canonical, twins):
    """Whether a position is the one that stands for an orbit, or among its symmetries."""
    if position == canonical:
        return True
    count = list_twins(rules, canonical, twins)
    place = 0
    while place < count and twins[place] != position:
        place += 1
    return place < count


@kernel
def look_up(rules, places, positions, count, cells, twins, slots):
    """The slots of many positions; ``cells`` of each has been asked for when it returns.

    What an index gives beyond the last slot is as if it gave none.
    """
    keys, starts, shift = places.keys, places.starts, places.shift
    if keys.size == 0:
        for each in range(count):
            slot = rules.index(positions[each])
            slots[each] = slot if slot < cells.size else -1
            fetch_ahead(cells, max(slots[each], 0))
        return
    for each in range(count):
        key = mixed(folded(rules, positions[each], twins))
        positions[each] = key
        fetch_ahead(starts, np.int64(key >> shift))
    for each in range(count):
        fetch_ahead(keys, np.int64(starts[np.int64(positions[each] >> shift)]))
    for each in range(count):
        slots[each] = find(places, positions[each])
        fetch_ahead(cells, max(slots[each], 0))


@kernel
def start_buckets(keys, shift, starts):
    """Where the keys of each bucket begin; one entry more says where the last one ends."""
    slot = 0
    for bucket in range(starts.size - 1):
        starts[bucket] = slot
        while slot < keys.size and np.int64(keys[slot] >> shift) == bucket:
            slot += 1
    starts[starts.size - 1] = slot


# ── the inner loops that look up many positions. Arguments as in ``kernels.sweeping`` ─────────────


def find_slots(rules, places, cells, scratch, positions, size, slots):
    """The slot of each position, -1 for what is none."""
    twins = scratch.twins
    for each in range(positions.size):
        slots[each] = -1
        position = positions[each]
        if position == NO_POSITION:
            continue
        slot = slot_of(rules, places, position, twins)
        if not 0 <= slot < size:
            continue
        there = position_in(rules, places, slot)
        is_valid = places.keys.size > 0 or rules.index(there) == slot
        if is_valid and there != NO_POSITION and is_twin(rules, position, there, twins):
            slots[each] = slot


def fold(rules, places, cells, scratch, positions, canonicals):
    """The position that stands for each one's orbit; ``NO_POSITION`` for what has none."""
    twins = scratch.twins
    for each in range(positions.size):
        canonicals[each] = NO_POSITION
        position = positions[each]
        if position == NO_POSITION:
            continue
        canonical = folded(rules, position, twins)
        if canonical != NO_POSITION and is_twin(rules, position, canonical, twins):
            canonicals[each] = canonical
