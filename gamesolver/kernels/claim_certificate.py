"""Inner loop of the verifier over claims of a proof, for ``verify.claim_columns``.

``verify.claims`` defines the check, and proves that it is enough. ``tables.claim_scale`` defines
the numbers. The bound that is shown for a successor is backed up over the move, with its gain, and
must reach the claim.

Claims are stored in a hash set of positions. No search shares the set, or the code that looks
claims up.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamesolver.kernels import claim_numbers as numbers
from gamesolver.kernels.compiling import INNER, njit
from gamesolver.kernels.gains import gain_of, listed
from gamesolver.kernels.leaves import MOVER, OTHER, STRAY, YES, farther, gets, side_after
from gamesolver.kernels.places import folded, is_image, mixed
from gamesolver.kernels.scratch import GUARDS
from gamesolver.kernels.solved import mark_reused, place_of_solved, score_in

NOTHING = numbers.NOTHING
MOST_SEEN = 1 << 26
"""Largest number of positions to visit for one leaf, before it is reported as too large."""

inlined = njit(forceinline=True, **INNER)
function = njit(**INNER)


class Claimed(NamedTuple):
    """The claims as kernels look them up."""

    positions: Any
    """Sorted, so that claims with much in common are checked one after the other."""
    movers: Any
    """Lower bound for the player to move."""
    others: Any
    """Lower bound for the other player."""
    places: Any
    """Hash set: index of each position, counted from 1; 0 marks a free entry."""


class ScaleNumbers(NamedTuple):
    """A scale of claims."""

    unit: Any
    """Distance of two levels."""
    most_plies: Any
    """Greatest number of plies of a claim."""
    leaf_plies: Any
    """Claims of an end within this number of plies are played, not stored."""
    payoff: Any
    """Payoff of infinite play for seat 0."""
    has_ties: Any
    """True if an end is distinguished from infinite play with an equal payoff."""
    is_scored: Any


(POSITIONS_SEEN, LEAVES, SEEN_IN_LEAVES, IMAGES, WHERE, SIDE, WHY) = range(2, 9)
TALLY = 9
NO_SUPPORT, BAD_MOVES, TOO_LARGE = 1, 2, 3

# ── numbers ─────────────────────────────────────────────────────────────────────────────────────

is_sound, backed_up = inlined(numbers.is_sound), inlined(numbers.backed_up)
level_of_end = inlined(numbers.level_of_end)


@inlined
def of_end(rules, scale, position, points, side):
    """Return a side's number for a terminal position; ``points`` are for the player to move."""
    payoff = scale.payoff
    if payoff != 0 and rules.player(position) == 1:
        payoff = -payoff
    level = level_of_end(points, payoff, scale.has_ties)
    return np.int64((level if side == MOVER else -level) * scale.unit)


@inlined
def _going_on(rules, scale, position, side):
    """Return the least number of a side in a position that is not terminal.

    Without scores, the side has not lost yet. With scores, there is no such bound.
    """
    if scale.is_scored:
        return np.int64(NOTHING)
    return of_end(rules, scale, position, -1 if side == MOVER else 1, side) + 1


# ── what is claimed ─────────────────────────────────────────────────────────────────────────────


@inlined
def place_of(claimed, position):
    """Return the index of a position in the hash set, or of the free entry for it."""
    # Linear probing. At least half of the entries are free, so the run ends.
    mask = claimed.places.size - 1
    place = np.int64(mixed(position)) & mask
    while claimed.places[place] and claimed.positions[claimed.places[place] - 1] != position:
        place = (place + 1) & mask
    return place


def fill(claimed):
    """Enter all claims into the hash set."""
    for each in range(claimed.positions.size):
        claimed.places[place_of(claimed, claimed.positions[each])] = each + 1


@inlined
def _claimed(claimed, position, side):
    """Return the claimed lower bound of a side at exactly this position."""
    each = claimed.places[place_of(claimed, position)] - 1
    if each < 0:
        return np.int64(NOTHING)
    return claimed.movers[each] if side == MOVER else claimed.others[each]


# ── what is shown ───────────────────────────────────────────────────────────────────────────────


@function
def _is_enough_of_image(rules, claimed, unit, scratch, tally, position, side, gain, bound):
    """Return True if the claim for the canonical position is enough.

    The symmetries must list each of the two positions for the other.
    """
    # The bound is tested first, because it takes less time than listing symmetries.
    canonical = folded(rules, position, scratch.images)
    if backed_up(_claimed(claimed, canonical, side), gain, unit) < bound:
        return False
    tally[IMAGES] += 1
    # The canonical position is not trusted: both lists of symmetries must agree.
    is_one = is_image(rules, position, canonical, scratch.images)
    return is_one and is_image(rules, canonical, position, scratch.images)


@function
def _is_enough_in_table(rules, unit, solved, reused, scratch, position, side, gain, bound):
    """Return True if the entry of a solved table is enough. Mark the entry as used."""
    if solved is None:
        return False
    # The table is looked up by canonical positions, with or without the option for symmetries.
    place = place_of_solved(rules, solved, position, scratch.images)
    if place < 0:
        return False
    score = score_in(solved, place)
    if backed_up(score if side == MOVER else -score, gain, unit) < bound:
        return False
    mark_reused(reused, place, side)
    return True


@function
def _is_enough(
    rules, claimed, scale, solved, reused, scratch, tally, position, side, gain, bound, folds
):
    """Return True if the bound shown for a side after a move is enough before it."""
    # Each bound is backed up over the move before it is compared. The tests that take the least
    # time come first.
    end = rules.end(position)
    if end != rules.playing:
        return backed_up(of_end(rules, scale, position, end, side), gain, scale.unit) >= bound
    if backed_up(_going_on(rules, scale, position, side), gain, scale.unit) >= bound:
        return True
    if backed_up(_claimed(claimed, position, side), gain, scale.unit) >= bound:
        return True
    # Folding takes time, so symmetric positions come after the position itself.
    if folds and _is_enough_of_image(
        rules, claimed, scale.unit, scratch, tally, position, side, gain, bound
    ):
        return True
    return _is_enough_in_table(
        rules, scale.unit, solved, reused, scratch, position, side, gain, bound
    )


@function
def _is_played(rules, leaves, scratch, tally, position, side, bound):
    """Return True if a search to the end shows that a side gets this bound."""
    answer, seen = gets(
        rules, leaves, scratch.moves, scratch.successors, position, side, bound, MOST_SEEN, tally
    )
    tally[LEAVES] += 1
    tally[POSITIONS_SEEN] += seen
    tally[SEEN_IN_LEAVES] += seen
    # The search may have stopped early. Then the claim fails, and this is the reason.
    if seen >= MOST_SEEN:
        tally[WHY] = TOO_LARGE
    return answer == YES


@function
def _is_supported(
    rules, claimed, scale, leaves, solved, reused, scratch, tally, position, side, bound, folds
):
    """Return True if a claim follows from bounds one ply later: of one move, or of all moves."""
    # A claim about a terminal position needs no move: the rules have its score.
    end = rules.end(position)
    if end != rules.playing:
        return of_end(rules, scale, position, end, side) >= bound
    # The bounds on which this claim rests have too few plies to be stored, so it is played.
    if leaves is not None:  # noqa: SIM102 - numba leaves out the code below
        if abs(farther(bound)) >= scale.unit - scale.leaf_plies:
            return _is_played(rules, leaves, scratch, tally, position, side, bound)
    successors = scratch.successors
    count = listed(scratch.gains, rules.successors, position, scratch.moves, successors)
    # A faulty number of moves supports no claim.
    if not 0 < count <= successors.size - GUARDS:
        tally[WHY] = BAD_MOVES
        return False
    # The result that decides at the first move which has it: a bound that is shown if the side is
    # to move, else one that is not.
    ends_it = side == MOVER
    for folding in range(2):  # one move is enough: first without symmetries, which take time
        # Every move must be shown for the other side, so a first pass without symmetries would save
        # nothing.
        if folding == 0 and side == OTHER:
            continue
        if folding == 1 and side == MOVER and not folds:
            return False
        for each in range(count):
            after = side_after(rules, position, successors[each], side, tally)
            gain = np.int64(gain_of(scratch.gains, each))
            tally[POSITIONS_SEEN] += 1
            is_enough = _is_enough(
                rules, claimed, scale, solved, reused, scratch, tally,
                successors[each], after, gain if side == MOVER else -gain, bound,
                folds and folding == 1,
            )  # fmt: skip
            if is_enough == ends_it:
                return ends_it
    return not ends_it


def certify_claims(
    rules, claimed, scale, leaves, solved, reused, scratch, tally, first, last, folds
):
    """Check the claims from ``first`` to ``last``; stop at the first that fails.

    Also stop at a position where the player is neither 0 nor 1. ``leaves`` is ``None`` if no claim
    is checked by a search. Entries taken from tables are marked in ``reused``, with a bit for each
    side.
    """
    for each in range(first, last):
        position = claimed.positions[each]
        for side in range(2):
            bound = claimed.movers[each] if side == MOVER else claimed.others[each]
            if bound == NOTHING:
                continue
            # The number is checked first: others could overflow, or belong to the next level.
            holds = is_sound(bound, scale.unit, scale.most_plies) and _is_supported(
                rules, claimed, scale, leaves, solved, reused, scratch, tally,
                position, side, bound, folds,
            )  # fmt: skip
            # A player that is neither 0 nor 1 makes any result worthless. A more precise reason is
            # kept.
            if not holds or tally[STRAY]:
                tally[WHY] = max(tally[WHY], NO_SUPPORT)
                tally[WHERE], tally[SIDE] = each, side
                return
