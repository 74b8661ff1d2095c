"""Claims about a compiled game, each held against the rules: for ``verify.claim_columns``.

What is checked, and why it is enough, is told in ``verify.claims``. Claims stand in a hash set of
positions. It is shared with no search, and neither is the code that looks them up.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamesolver.kernels.compiling import INNER, njit
from gamesolver.kernels.leaves import (
    MOVER,
    OPEN,
    OTHER,
    STRAY,
    WON,
    YES,
    by_rules,
    farther,
    gets,
    side_after,
)
from gamesolver.kernels.places import folded, is_twin, mixed
from gamesolver.kernels.scratch import GUARDS
from gamesolver.kernels.solved import mark_taken, place_of_solved, worth_in

MOST_SEEN = 1 << 26
"""So many positions may be looked at for one leaf, before it is said not to be shown."""

inlined = njit(forceinline=True, **INNER)


class Claimed(NamedTuple):
    """The claims as kernels look them up."""

    positions: Any
    """In order, so that claims with much in common are checked one after the other."""
    movers: Any
    """What the player to move gets at least."""
    others: Any
    """What the other gets at least."""
    places: Any
    """A hash set: where each position stands, counted from 1; 0 where there is none."""


(POSITIONS_SEEN, LEAVES, SEEN_IN_LEAVES, TWINS, WHERE, SIDE, WHY) = range(2, 9)
TALLY = 9
NO_SUPPORT, BAD_MOVES, TOO_LARGE = 1, 2, 3


@inlined
def place_of(claimed, position):
    """Where in the set a position is, or would be."""
    mask = claimed.places.size - 1
    place = np.int64(mixed(position)) & mask
    while claimed.places[place] and claimed.positions[claimed.places[place] - 1] != position:
        place = (place + 1) & mask
    return place


def fill(claimed):
    """Put all claims where they are looked up."""
    for each in range(claimed.positions.size):
        claimed.places[place_of(claimed, claimed.positions[each])] = each + 1


@inlined
def _is_claimed(claimed, position, side, bound):
    """Whether so much is claimed of this very position."""
    each = claimed.places[place_of(claimed, position)] - 1
    if each < 0:
        return False
    return (claimed.movers[each] if side == MOVER else claimed.others[each]) >= bound


@inlined
def _is_claimed_of_twin(rules, claimed, scratch, position, side, bound, tally):
    """Whether so much is claimed of a twin, as ``symmetries`` say in both directions."""
    canonical = folded(rules, position, scratch.twins)
    if not _is_claimed(claimed, canonical, side, bound):
        return False
    tally[TWINS] += 1
    is_one = is_twin(rules, position, canonical, scratch.twins)
    return is_one and is_twin(rules, canonical, position, scratch.twins)


@njit(**INNER)
def _is_played(rules, leaves, scratch, buffers, tally, position, side, bound):
    """Whether a side gets so much, by playing to the end."""
    answer, seen = gets(
        rules, leaves, scratch.moves, buffers[1], position, side, bound, MOST_SEEN, tally
    )
    tally[LEAVES] += 1
    tally[POSITIONS_SEEN] += seen
    tally[SEEN_IN_LEAVES] += seen
    if seen >= MOST_SEEN:
        tally[WHY] = TOO_LARGE
    return answer == YES


@njit(**INNER)
def _is_taken(rules, solved, taken, scratch, position, side, bound):
    """Whether a table says that a side gets so much; it is noted."""
    place = place_of_solved(rules, solved, position, scratch.twins)
    if place < 0:
        return False
    worth = worth_in(solved, place)
    if (worth if side == MOVER else -worth) < bound:
        return False
    mark_taken(taken, place, side)
    return True


@njit(**INNER)
def _is_shown(rules, claimed, solved, taken, scratch, tally, position, side, bound, folds):
    """Whether a side gets so much: by an end, by a claim, or by a table."""
    said = by_rules(rules, position, side, bound)
    if said != OPEN:
        return said == YES
    if _is_claimed(claimed, position, side, bound):
        return True
    if folds and _is_claimed_of_twin(rules, claimed, scratch, position, side, bound, tally):
        return True
    return _is_taken(rules, solved, taken, scratch, position, side, bound)


@njit(**INNER)
def _is_supported(
    rules, claimed, leaves, solved, taken, scratch, buffers, tally,
    position, side, bound, folds, leaf_plies,
):  # fmt: skip
    """Whether a claim follows from what is shown one ply on: of one move, or of all."""
    said = by_rules(rules, position, side, bound)
    if said != OPEN:
        return said == YES
    if abs(farther(bound)) >= WON - leaf_plies:
        return _is_played(rules, leaves, scratch, buffers, tally, position, side, bound)
    successors = buffers[0]
    count = rules.successors(position, scratch.moves, successors)
    if not 0 < count <= successors.size - GUARDS:
        tally[WHY] = BAD_MOVES
        return False
    if side == MOVER:  # first without symmetries, which take time
        for each in range(count):
            after = side_after(rules, position, successors[each], side, tally)
            tally[POSITIONS_SEEN] += 1
            if _is_shown(
                rules, claimed, solved, taken, scratch, tally,
                successors[each], after, farther(bound), False,
            ):  # fmt: skip
                return True
        if not folds:
            return False
    holds = side == OTHER
    for each in range(count):
        after = side_after(rules, position, successors[each], side, tally)
        tally[POSITIONS_SEEN] += 1
        is_shown = _is_shown(
            rules, claimed, solved, taken, scratch, tally,
            successors[each], after, farther(bound), folds,
        )  # fmt: skip
        if is_shown != holds:
            return not holds
    return holds


def certify_claims(
    rules, claimed, leaves, solved, taken, scratch, buffers, tally, first, last, folds, leaf_plies
):
    """Check so many of the claims; stop at one that fails, or where a player is neither seat.

    What is taken from tables is marked in ``taken``, by a bit for each side.
    """
    for each in range(first, last):
        position = claimed.positions[each]
        for side in range(2):
            bound = claimed.movers[each] if side == MOVER else claimed.others[each]
            holds = bound <= -WON or _is_supported(
                rules, claimed, leaves, solved, taken, scratch, buffers, tally,
                position, side, bound, folds, leaf_plies,
            )  # fmt: skip
            if not holds or tally[STRAY]:
                tally[WHY] = max(tally[WHY], NO_SUPPORT)
                tally[WHERE], tally[SIDE] = each, side
                return
