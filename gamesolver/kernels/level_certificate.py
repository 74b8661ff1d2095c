"""Claims by levels about a compiled game, each held against the rules.

This is the inner loop of ``verify.claim_columns`` for them. What is checked, and why it is enough,
is told in ``verify.levels``; what numbers mean, in ``tables.claim_scale``. What is shown of a
successor is carried back over the move, its gain included, and has to be as much as is claimed.
That is reckoned here anew: no search shares it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamesolver.kernels.compiling import INNER, UNCOUNTED, njit
from gamesolver.kernels.leaves import MOVER, OTHER, STRAY, side_after
from gamesolver.kernels.places import folded, is_twin
from gamesolver.kernels.proof_certificate import (
    BAD_MOVES,
    NO_SUPPORT,
    POSITIONS_SEEN,
    SIDE,
    TWINS,
    WHERE,
    WHY,
    place_of,
)
from gamesolver.kernels.scores import gain_of, listed
from gamesolver.kernels.scratch import GUARDS
from gamesolver.kernels.solved import mark_taken, place_of_solved, worth_in

NOTHING = -(1 << 60)
"""What a side gets at least of which nothing is claimed."""

inlined = njit(forceinline=True, **UNCOUNTED)  # tests run these in plain Python
function = njit(**INNER)


class LevelNumbers(NamedTuple):
    """What numbers mean."""

    unit: Any
    """How many plies a level has room for, twice over."""
    worth: Any
    """What endless play is worth to seat 0."""
    has_ties: Any
    """Whether an end is told from endless play that is worth as much."""
    is_scored: Any


# ── numbers ─────────────────────────────────────────────────────────────────────────────────────


@inlined
def _level(number, unit):
    """The level of a number."""
    return -(-number // unit) if number > 0 else number // unit


@inlined
def is_sound(number, unit):
    """Whether a claim may have this number: its plies are no more than half a unit.

    Nothing here goes beyond 64 bits, whatever a column holds; nor does what follows from a number
    that is no farther from 0 than ``NOTHING``.
    """
    plies = -number % unit if number > 0 else number % unit
    return NOTHING <= number <= -NOTHING and 2 * plies <= unit


@inlined
def back(number, gain, unit):
    """What a side gets by a move, at least, that gets so much after it: a ply more, and a gain."""
    nearer = number - (number > 0) + (number < 0)
    if gain == 0:
        return np.int64(nearer)
    after = _level(nearer, unit)
    before = after + gain
    if (before > 0 and after > 0) or (before < 0 and after < 0):
        return np.int64(nearer + gain * unit)
    return np.int64(before * unit - (before > 0) + (before < 0))


@inlined
def of_end(rules, levels, position, points, side):
    """What an end with so many points for the player to move gives a side."""
    worth = levels.worth
    if worth != 0 and rules.player(position) == 1:
        worth = -worth
    more = points - worth
    if levels.has_ties and more * worth >= 0:
        more += 1 if worth > 0 else -1
    return np.int64((more if side == MOVER else -more) * levels.unit)


@inlined
def _going_on(rules, levels, position, side):
    """What a side gets at least while play goes on: without scores, it is not lost yet."""
    if levels.is_scored:
        return np.int64(NOTHING)
    return of_end(rules, levels, position, -1 if side == MOVER else 1, side) + 1


# ── what is shown ───────────────────────────────────────────────────────────────────────────────


@inlined
def _claimed(claimed, position, side):
    """What is claimed that a side gets at this very position."""
    each = claimed.places[place_of(claimed, position)] - 1
    if each < 0:
        return np.int64(NOTHING)
    return np.int64(claimed.movers[each] if side == MOVER else claimed.others[each])


@function
def _is_enough_of_twin(rules, claimed, levels, scratch, tally, position, side, gain, bound):
    """Whether what is claimed of a twin is, as ``symmetries`` say in both directions."""
    canonical = folded(rules, position, scratch.twins)
    if back(_claimed(claimed, canonical, side), gain, levels.unit) < bound:
        return False
    tally[TWINS] += 1
    is_one = is_twin(rules, position, canonical, scratch.twins)
    return is_one and is_twin(rules, canonical, position, scratch.twins)


@function
def _is_enough_in_table(rules, levels, solved, taken, scratch, position, side, gain, bound):
    """Whether what a table says is; it is noted."""
    place = place_of_solved(rules, solved, position, scratch.twins)
    if place < 0:
        return False
    worth = worth_in(solved, place)
    if back(worth if side == MOVER else -worth, gain, levels.unit) < bound:
        return False
    mark_taken(taken, place, side)
    return True


@function
def _is_enough(
    rules, claimed, levels, solved, taken, scratch, tally, position, side, gain, bound, folds
):
    """Whether what is shown of a side after a move is enough before it."""
    end = rules.end(position)
    if end != rules.playing:
        return back(of_end(rules, levels, position, end, side), gain, levels.unit) >= bound
    if back(_going_on(rules, levels, position, side), gain, levels.unit) >= bound:
        return True
    if back(_claimed(claimed, position, side), gain, levels.unit) >= bound:
        return True
    if folds and _is_enough_of_twin(
        rules, claimed, levels, scratch, tally, position, side, gain, bound
    ):
        return True
    return _is_enough_in_table(rules, levels, solved, taken, scratch, position, side, gain, bound)


@function
def _is_supported(
    rules, claimed, levels, solved, taken, scratch, tally, position, side, bound, folds
):
    """Whether a claim follows from what is shown one ply on: of one move, or of all."""
    end = rules.end(position)
    if end != rules.playing:
        return of_end(rules, levels, position, end, side) >= bound
    successors = scratch.successors
    count = listed(scratch.gains, rules.successors, position, scratch.moves, successors)
    if not 0 < count <= successors.size - GUARDS:
        tally[WHY] = BAD_MOVES
        return False
    ends_it = side == MOVER
    for folding in range(2):  # one move is enough: first without symmetries, which take time
        if folding == 0 and side == OTHER:
            continue
        if folding == 1 and side == MOVER and not folds:
            return False
        for each in range(count):
            after = side_after(rules, position, successors[each], side, tally)
            gain = np.int64(gain_of(scratch.gains, each))
            tally[POSITIONS_SEEN] += 1
            is_enough = _is_enough(
                rules, claimed, levels, solved, taken, scratch, tally,
                successors[each], after, gain if side == MOVER else -gain, bound,
                folds and folding == 1,
            )  # fmt: skip
            if is_enough == ends_it:
                return ends_it
    return not ends_it


def certify_levels(rules, claimed, levels, solved, taken, scratch, tally, first, last, folds):
    """Check so many of the claims; stop at one that fails, or where a player is neither seat.

    What is taken from tables is marked in ``taken``, by a bit for each side.
    """
    for each in range(first, last):
        position = claimed.positions[each]
        for side in range(2):
            bound = np.int64(claimed.movers[each] if side == MOVER else claimed.others[each])
            if bound == NOTHING:
                continue
            holds = is_sound(bound, levels.unit) and _is_supported(
                rules, claimed, levels, solved, taken, scratch, tally, position, side, bound, folds
            )
            if not holds or tally[STRAY]:
                tally[WHY] = max(tally[WHY], NO_SUPPORT)
                tally[WHERE], tally[SIDE] = each, side
                return
