"""Kernels of the index map: index of a position, and position at an index.

An indexed game defines ``index`` and ``position_at``. The positions of an enumerated game are
stored as a sorted array of keys. A key is the position mixed by a permutation of the 64-bit
integers that spreads any positions evenly. The top bits of a key select its *bucket*. A look-up
reads the start of the bucket and the few keys in it. If the game is solved by stages on disk, keys
are in order within each stage, and each stage has its own buckets.

:func:`position_in` and :func:`look_up` serve both kinds of games. They take the rules
(:class:`GameRules`) and the index map (:class:`PlaceColumns`).

:func:`find_indexes` and :func:`fold` look up columns of arbitrary integers. They therefore check
that the position found is symmetric to the one given. Their arguments are those of
``kernels.sweeping``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamesolver.kernels.compiling import INNER, UNCOUNTED, kernel, njit
from gamesolver.kernels.intrinsics import fetch_ahead
from gamesolver.kernels.scratch import GUARDS

# ── where positions are kept: an index for each, and back ─────────────────────────────────────────


class GameRules(NamedTuple):
    """Rules of a game as kernels call them. No function is missing."""

    folding: Any
    """Method of canonicalisation, one of the codes below."""
    has_seats: Any
    """True if the rules define the player to move."""
    gives_indexes: Any
    """True if the rules list indexes of predecessors and the player to move is not needed."""
    counts_moves: Any
    """True if the rules count moves without listing them."""
    playing: Any
    """Code that ``end`` returns while play continues."""
    form: Any
    """Encoding of scores, or ``None`` for wins, losses and draws with infinite play drawn."""
    successors: Any
    end: Any
    """Code or score of a terminal position."""
    symmetries: Any
    canonical: Any
    player: Any
    index: Any
    position_at: Any
    stage: Any
    predecessors: Any
    predecessor_indexes: Any
    count_moves: Any


FUNCTIONS = GameRules._fields[6:]
"""Parts of the rules that are functions."""


class StagesOfKeys(NamedTuple):
    """Buckets of each stage, if the keys are in order within each stage."""

    begins: Any
    """First bucket of each stage, or -1 if it has none. Empty if all keys are in one order."""
    shifts: Any
    """For each stage, number of low bits of a key that do not select its bucket."""
    least: Any
    """Number of the first stage."""


class PlaceColumns(NamedTuple):
    """Index map of an enumerated game. An indexed game has no keys."""

    keys: Any
    """Keys in order."""
    starts: Any
    """Start of each bucket of keys, and the end of the last one."""
    shift: Any
    """Number of low bits of a key that do not select its bucket."""
    stages: Any
    """The buckets by stage, a :class:`StagesOfKeys`."""


AS_IT_IS, BY_INDEX, BY_CANONICAL, BY_SYMMETRIES = range(4)
NO_POSITION = np.uint64(2**64 - 1)

U1, U29, U32 = np.uint64(1), np.uint64(29), np.uint64(32)
ODD_1, ODD_2 = np.uint64(0xD6E8FEB86659FD93), np.uint64(0xA5CB9243F0CEC0B5)
UNDO_1 = np.uint64(pow(int(ODD_1), -1, 2**64))
UNDO_2 = np.uint64(pow(int(ODD_2), -1, 2**64))


def _key_of_none() -> int:
    """Return the mixed ``NO_POSITION``, so that its key becomes 0."""
    key = int(NO_POSITION)
    for shift, odd in ((32, ODD_1), (29, ODD_2)):
        key = (key ^ key >> shift) * int(odd) % 2**64
    return key ^ key >> 32


KEY_OF_NONE = np.uint64(_key_of_none())

helper = njit(inline="always", **UNCOUNTED)
inlined = njit(forceinline=True, **INNER)


def mixed_plainly(position):
    """Return the key of a position or a column, never 0."""
    # A shift and exclusive or, or a product with an odd number, maps no two integers to one. So
    # keys are unique. The last step gives ``NO_POSITION`` the key 0, which no position has.
    key = (position ^ (position >> U32)) * ODD_1
    key = (key ^ (key >> U29)) * ODD_2
    return key ^ (key >> U32) ^ KEY_OF_NONE


def unmixed_plainly(key):
    """Return the position of a key or a column. Inverse of :func:`mixed_plainly`."""
    # The inverse steps, last first. Of a word of 64 bits, a shift by 32 undoes itself, and a shift
    # by 29 needs a second term of 58 bits.
    key = key ^ KEY_OF_NONE
    position = (key ^ (key >> U32)) * UNDO_2
    position = (position ^ (position >> U29) ^ (position >> (U29 + U29))) * UNDO_1
    return position ^ (position >> U32)


mixed, unmixed = helper(mixed_plainly), helper(unmixed_plainly)


@inlined
def list_images(rules, position, images):
    """Fill ``images`` by the rules. Return their number, or -1 if the rules return a bad count."""
    count = rules.symmetries(position, images)
    return count if 0 <= count <= images.size - GUARDS else -1


@inlined
def folded(rules, position, images):
    """Return the canonical position of the orbit."""
    # By ``canonical`` if the game has it, then by ``index``: the position at the index of an orbit
    # represents the orbit.
    if rules.folding == AS_IT_IS:
        return position
    if rules.folding == BY_CANONICAL:
        return rules.canonical(position)
    if rules.folding == BY_INDEX:
        index = rules.index(position)
        return rules.position_at(index) if index >= 0 else NO_POSITION
    # Otherwise the least position of the orbit represents it. A bad count gives ``NO_POSITION``.
    count = list_images(rules, position, images)
    least = position if count >= 0 else NO_POSITION
    for each in range(count):
        least = min(least, images[each])
    return least


@inlined
def position_in(rules, places, index):
    """Return the position at an index."""
    keys = places.keys
    if keys.size:
        return unmixed(keys[index])
    return rules.position_at(index)


@inlined
def bucket_in(rules, places, canonical, key):
    """Return the bucket of a canonical position with its key, or -1 if its stage has none."""
    stages = places.stages
    # Without stages, all keys are in one order.
    if stages.begins.size == 0:
        return np.int64(key >> places.shift)
    # A stage without keys has no buckets. Nor has a number outside the stages of the game, which
    # the rules may return for an integer that is not a position.
    stage = np.int64(rules.stage(canonical)) - stages.least
    if not 0 <= stage < stages.begins.size or stages.begins[stage] < 0:
        return np.int64(-1)
    return stages.begins[stage] + np.int64(key >> stages.shifts[stage])


@inlined
def find_in(places, bucket, key):
    """Return the index of a key in its bucket, or -1 if it is not there."""
    keys, starts = places.keys, places.starts
    if bucket < 0:
        return -1
    # The few keys of a bucket are next to each other in memory, so a scan is enough.
    for index in range(np.int64(starts[bucket]), np.int64(starts[bucket + 1])):
        if keys[index] == key:
            return index
    return -1


@inlined
def find(rules, places, position, images):
    """Return the index of any position of an orbit among the keys, or -1 if it is not there."""
    canonical = folded(rules, position, images)
    key = mixed(canonical)
    return find_in(places, bucket_in(rules, places, canonical, key), key)


@inlined
def index_of(rules, places, position, images):
    """Return the index of any position of an orbit, or -1 if it is not there."""
    if places.keys.size:
        return find(rules, places, position, images)
    return rules.index(position)


@inlined
def is_image(rules, position, canonical, images):
    """Return True if a position is ``canonical`` or one of its symmetric positions."""
    if position == canonical:
        return True
    # With a bad count of -1 the loop does not begin, and the result is False.
    count = list_images(rules, canonical, images)
    place = 0
    while place < count and images[place] != position:
        place += 1
    return place < count


@kernel
def look_up(rules, places, positions, count, entries, images, indexes):
    """Look up the indexes of many positions, and prefetch their ``entries``.

    An index after the last one gives -1.
    """
    keys, starts = places.keys, places.starts
    # The index is computed, so only the entries are read at random. An index of -1 has no entry.
    # Then entry 0 is fetched, which spares a branch.
    if keys.size == 0:
        for each in range(count):
            index = rules.index(positions[each])
            indexes[each] = index if index < entries.size else -1
            fetch_ahead(entries, max(indexes[each], 0))
        return
    # Each look-up reads the start of a bucket, its keys and an entry, one after the other. Each
    # pass over the batch uses what the last one has fetched, and fetches ahead for the next one. So
    # the waits for memory overlap.
    for each in range(count):
        canonical = folded(rules, positions[each], images)
        positions[each] = mixed(canonical)
        indexes[each] = bucket_in(rules, places, canonical, positions[each])
        fetch_ahead(starts, max(indexes[each], 0))
    for each in range(count):
        fetch_ahead(keys, np.int64(starts[max(indexes[each], 0)]))
    for each in range(count):
        indexes[each] = find_in(places, indexes[each], positions[each])
        fetch_ahead(entries, max(indexes[each], 0))


@helper
def bucket_of(key, ranks, shift):
    """Return the bucket of a key among those of its rank. ``ranks`` is the number of ranks."""
    return np.int64((key * ranks) >> shift)


@kernel
def start_buckets(keys, ranks, shift, starts):
    """Fill the start of each bucket of keys, and the end of the last one."""
    index = 0
    # The keys are in order, so one pass over them fills all buckets. An empty bucket starts where
    # the next one does.
    for bucket in range(starts.size - 1):
        starts[bucket] = index
        while index < keys.size and bucket_of(keys[index], ranks, shift) == bucket:
            index += 1
    starts[starts.size - 1] = index


# ── the inner loops that look up many positions. Arguments as in ``kernels.sweeping`` ─────────────


def find_indexes(rules, places, entries, scratch, positions, size, indexes):
    """Find the index of each position, or -1."""
    images = scratch.images
    for each in range(positions.size):
        indexes[each] = -1
        position = positions[each]
        if position == NO_POSITION:
            continue
        # The rules may return any index for an integer that is not a position. So the position at
        # the index must be symmetric to the integer, and must have this index.
        index = index_of(rules, places, position, images)
        if not 0 <= index < size:
            continue
        there = position_in(rules, places, index)
        is_valid = places.keys.size > 0 or rules.index(there) == index
        if is_valid and there != NO_POSITION and is_image(rules, position, there, images):
            indexes[each] = index


def fold(rules, places, entries, scratch, positions, canonicals):
    """Find the canonical position of each one's orbit, or ``NO_POSITION``."""
    images = scratch.images
    for each in range(positions.size):
        canonicals[each] = NO_POSITION
        position = positions[each]
        if position == NO_POSITION:
            continue
        # The rules may return anything for an integer that is not a position, so the integer must
        # be in the orbit of the result.
        canonical = folded(rules, position, images)
        if canonical != NO_POSITION and is_image(rules, position, canonical, images):
            canonicals[each] = canonical
