"""Claims about a compiled game, each held against the rules: the inner loop of ``verify.columns``.

What is checked, and why it is enough, is told in ``verify.claims``. Claims stand in a hash set of
positions. It is shared with no search, and neither is the code that looks them up.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numba as nb
import numpy as np

from gamesolver.kernels.places import folded, is_twin, mixed
from gamesolver.kernels.scratch import GUARDS
from gamesolver.kernels.solved import slot_of_solved

WON = 1 << 19
"""What a win is worth that has come."""
LEAF_PLIES = 2
MOVER, OTHER = 0, 1

helper = nb.njit(nogil=True, inline="always")


class Claimed(NamedTuple):
    """The claims as kernels look them up."""

    positions: Any
    movers: Any
    """What the player to move gets at least."""
    others: Any
    """What the other gets at least."""
    filled: Any


(POSITIONS_SEEN, LEAVES, TWINS, WHERE, SIDE, WHY) = range(6)
TALLY = 6
NO_SUPPORT, BAD_MOVES = 1, 2


@helper
def _place(claimed, position):
    """Where a position stands, or would."""
    mask = claimed.filled.size - 1
    place = np.int64(mixed(position)) & mask
    while claimed.filled[place] and claimed.positions[place] != position:
        place = (place + 1) & mask
    return place


@nb.njit(nogil=True)
def fill(claimed, positions, movers, others):
    """Put all claims where they are looked up."""
    for each in range(positions.size):
        place = _place(claimed, positions[each])
        claimed.positions[place], claimed.filled[place] = positions[each], True
        claimed.movers[place], claimed.others[place] = movers[each], others[each]


@helper
def _is_claimed(claimed, position, side, bound):
    """Whether so much is claimed of this very position."""
    place = _place(claimed, position)
    if not claimed.filled[place]:
        return False
    return (claimed.movers[place] if side == MOVER else claimed.others[place]) >= bound


@helper
def _is_claimed_of_twin(rules, claimed, scratch, position, side, bound, tally):
    """Whether so much is claimed of a twin, as ``symmetries`` say in both directions."""
    canonical = folded(rules, position, scratch.twins)
    if not _is_claimed(claimed, canonical, side, bound):
        return False
    tally[TWINS] += 1
    is_one = is_twin(rules, position, canonical, scratch.twins)
    return is_one and is_twin(rules, canonical, position, scratch.twins)


@helper
def _side_after(rules, position, successor, side):
    """The same side, as it is called one ply on."""
    kept = rules.has_seats and rules.player(position) == rules.player(successor)
    return side if kept else 1 - side


@helper
def _farther(bound):
    """What a side must be shown to get one ply on, to get ``bound``."""
    return bound + (bound > 0) - (bound < 0)


@helper
def _by_rules(rules, position, side, bound):
    """1 where a side gets so much by the rules, or as play goes on; 0 where not; else -1."""
    end = rules.end(position)
    if end != rules.playing:
        return np.int64((end if side == MOVER else -end) * WON >= bound)
    if bound <= 1 - WON:
        return np.int64(1)
    return np.int64(0) if bound >= WON else np.int64(-1)


@nb.njit(nogil=True)
def _is_next(rules, buffers, moves, tally, position, side, bound):
    """Whether a side gets so much, of which one ply says all."""
    said = _by_rules(rules, position, side, bound)
    if said >= 0:
        return said == 1
    successors = buffers[2]
    count = rules.successors(position, moves, successors)
    if not 0 < count <= successors.size - GUARDS:
        return False
    holds = side == OTHER
    for each in range(count):
        after = _side_after(rules, position, successors[each], side)
        tally[POSITIONS_SEEN] += 1
        if (_by_rules(rules, successors[each], after, _farther(bound)) == 1) != holds:
            return not holds
    return holds


@nb.njit(nogil=True)
def _is_soon(rules, buffers, moves, tally, position, side, bound):
    """The same of two plies."""
    tally[LEAVES] += 1
    if abs(bound) == WON - 1:
        return _is_next(rules, buffers, moves, tally, position, side, bound)
    successors = buffers[1]
    count = rules.successors(position, moves, successors)
    if not 0 < count <= successors.size - GUARDS:
        return False
    holds = side == OTHER
    for each in range(count):
        after = _side_after(rules, position, successors[each], side)
        tally[POSITIONS_SEEN] += 1
        gets = _is_next(rules, buffers, moves, tally, successors[each], after, _farther(bound))
        if gets != holds:
            return not holds
    return holds


@nb.njit(nogil=True)
def _is_taken(rules, solved, taken, scratch, position, side, bound):
    """Whether a table says that a side gets so much; it is noted."""
    slot = slot_of_solved(rules, solved, position, scratch.twins)
    if slot < 0:
        return False
    worth = np.int64(solved.worths[slot])
    if (worth if side == MOVER else -worth) < bound:
        return False
    taken[slot] |= 1 << side
    return True


@nb.njit(nogil=True)
def _is_shown(rules, claimed, solved, taken, scratch, buffers, tally, position, side, bound, folds):
    """Whether a side gets so much: by an end, by playing two plies, by a claim, or by a table."""
    said = _by_rules(rules, position, side, bound)
    if said >= 0:
        return said == 1
    if abs(bound) >= WON - LEAF_PLIES:
        return _is_soon(rules, buffers, scratch.moves, tally, position, side, bound)
    if _is_claimed(claimed, position, side, bound):
        return True
    if folds and _is_claimed_of_twin(rules, claimed, scratch, position, side, bound, tally):
        return True
    return _is_taken(rules, solved, taken, scratch, position, side, bound)


@nb.njit(nogil=True)
def _is_supported(
    rules, claimed, solved, taken, scratch, buffers, tally, position, side, bound, folds
):
    """Whether a claim follows from what is shown one ply on: of one move, or of all."""
    said = _by_rules(rules, position, side, bound)
    if said >= 0:
        return said == 1
    successors = buffers[0]
    count = rules.successors(position, scratch.moves, successors)
    if not 0 < count <= successors.size - GUARDS:
        tally[WHY] = BAD_MOVES
        return False
    if side == MOVER:  # first without symmetries, which take time
        for each in range(count):
            after = _side_after(rules, position, successors[each], side)
            tally[POSITIONS_SEEN] += 1
            if _is_shown(
                rules, claimed, solved, taken, scratch, buffers, tally,
                successors[each], after, _farther(bound), False,
            ):  # fmt: skip
                return True
        if not folds:
            return False
    holds = side == OTHER
    for each in range(count):
        after = _side_after(rules, position, successors[each], side)
        tally[POSITIONS_SEEN] += 1
        gets = _is_shown(
            rules, claimed, solved, taken, scratch, buffers, tally,
            successors[each], after, _farther(bound), folds,
        )  # fmt: skip
        if gets != holds:
            return not holds
    return holds


def certify_claims(rules, claimed, solved, taken, scratch, buffers, tally, first, last, folds):
    """Check the claims in some places of the set; stop at one that fails.

    What is taken from tables is marked in ``taken``, by a bit for each side.
    """
    for place in range(first, last):
        if not claimed.filled[place]:
            continue
        position = claimed.positions[place]
        for side in range(2):
            bound = claimed.movers[place] if side == MOVER else claimed.others[place]
            if bound > -WON and not _is_supported(
                rules, claimed, solved, taken, scratch, buffers, tally, position, side, bound, folds
            ):
                tally[WHY] = max(tally[WHY], NO_SUPPORT)
                tally[WHERE], tally[SIDE] = place, side
                return
