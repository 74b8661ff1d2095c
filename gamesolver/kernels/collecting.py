"""Collect the claims of a proof of a compiled game: the inner loop of ``proofs.claims``.

A stack holds the claims that are still needed. A hash set holds the claims that were met, each with
its greatest bounds. A claim for the side to move needs one move: one that the search's table knows
to be enough, else one that a search finds. That search runs inside this loop, because there may be
one for every few claims. If the search is interrupted, so is this loop.

On the scale with levels (``kernels.search_scores``), after a gain the number of plies may be open
in which a side gets more than the payoff of infinite play. A claim has plies, so a search finds
their number. If moves gain, the lower bound of a side in a position that need not end is claimed
without plies.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamesolver.kernels import alpha_beta as ab
from gamesolver.kernels.compiling import INNER, UNCOUNTED, njit
from gamesolver.kernels.gains import gain_of, listed
from gamesolver.kernels.places import folded, mixed
from gamesolver.kernels.search_scores import (
    NOTHING_KNOWN,
    bottom,
    farther_by_ply,
    level,
    needed,
    verdict_of,
)
from gamesolver.kernels.solved import UNSOLVED, solved_score

MOVER, OTHER = 0, 1
BOUND_BITS = 31
BOUND_MASK = (1 << BOUND_BITS) - 1
NOTHING = -(1 << 30)
"""Lower bound of a side without a claim; stored as 0 in a word."""
FARTHEST = 1 << 26
"""Largest absolute value of a claim's bound."""

helper = njit(inline="always", **UNCOUNTED)
inlined = njit(forceinline=True, **INNER)
function = njit(**INNER)
search = njit(**INNER)(ab.search)


class Stack(NamedTuple):
    """The claims that are needed."""

    positions: Any
    sides: Any
    bounds: Any
    plies: Any
    """Distance from the root of the proof, in plies."""


class Met(NamedTuple):
    """The claims that were met: a hash set of positions, each with the bounds of both sides."""

    positions: Any
    words: Any
    """Words of two bounds; 0 marks a free entry."""


(SIZE, COUNT, STATUS, FOLDED_TO, STEPS, WHERE, LEAF_PLIES, MOST_PLIES) = range(8)
STATE = 8
"""Entries of the state: the number of claims on the stack, and of claims met; the status; the ply
up to which claims are about canonical positions; the number of claims examined; the place of a
fault; the number of plies before the end within which the verifier decides a claim by itself; and
the greatest number of plies of a claim."""

GOING, SEARCHING, FOUND, STACK_FULL, MET_FULL, FAULT = range(6)


@helper
def bound_in(word, side):
    """Return the lower bound of a side from a word, or ``NOTHING`` if it has none."""
    return (word >> (BOUND_BITS * side) & BOUND_MASK) + NOTHING


@helper
def with_bound(word, side, bound):
    """Return the word with this bound for a side."""
    shift = BOUND_BITS * side
    return word & ~(BOUND_MASK << shift) | (bound - NOTHING) << shift


@inlined
def place_of(met, position):
    """Return the index of a position in the hash set, or of the free entry for it."""
    # Linear probing. At least half of the entries are free, so the run ends.
    mask = met.words.size - 1
    place = np.int64(mixed(position)) & mask
    while met.words[place] != 0 and met.positions[place] != position:
        place = (place + 1) & mask
    return place


@inlined
def side_after(rules, position, successor, side):
    """Return the side one ply later: it is counted from the player to move."""
    kept = rules.has_seats and rules.player(position) == rules.player(successor)
    return side if kept else 1 - side


@inlined
def is_solved(rules, solved, scratch, position, side, bound):
    """Return True if a solved table shows that a side gets this bound."""
    score = solved_score(rules, solved, position, scratch.images)
    return score != UNSOLVED and (score if side == MOVER else -score) >= bound


# ── the scale ───────────────────────────────────────────────────────────────────────────────────


@inlined
def is_sound(bound, unit, most_plies):
    """Return True if a claim may have this number: it does not have too many plies."""
    return abs(level(bound, unit) * unit - bound) <= most_plies


@inlined
def without_plies(gains, bound, unit, most_plies):
    """Return the lower bound for a position that need not end, without plies if moves gain."""
    has_plies = is_sound(bound, unit, most_plies)
    # Above 0, the plies lead to an end or to a gain, so they stay. Below 0 they stay only if moves
    # do not gain, and if a claim may have as many.
    if bound >= 0 or (gains is None and has_plies):
        return np.int64(bound)
    # Without plies: the first number of the level, or of the next level if the bound has more plies
    # than a claim may have.
    return np.int64((level(bound, unit) + (not has_plies)) * unit)


@inlined
def needed_after(gains, gain, side, bound, cursor, most_plies):
    """Return what a side must be shown to get after a move, to get ``bound`` before it.

    No score is below the opposite of a score that no position reaches. After a large gain that is
    enough, and a number farther from 0 would have no room in a claim.
    """
    unit = cursor[ab.UNIT]
    # First take the gain off, as the side counts it, then add the ply.
    target = needed(bound, gain if side == MOVER else -gain, unit, FARTHEST)
    after = farther_by_ply(target, unit)
    return max(without_plies(gains, after, unit, most_plies), -cursor[ab.TOP])


@inlined
def going_on(rules, position, side, cursor):
    """Return the least number of a side in a position that is not terminal.

    Without scores, the side has not lost yet. With scores, there is no such bound.
    """
    if cursor[ab.IS_SCORED]:
        return np.int64(NOTHING)
    lost = np.int64(-1 if side == MOVER else 1)
    score = ab.score_of_end(rules, position, lost, cursor)
    return (score if side == MOVER else -score) + 1


@inlined
def is_needed(rules, solved, met, scratch, cursor, state, position, side, bound):
    """Return True if the position needs a claim of its own.

    Terminal positions, the last plies before the end and positions of a solved table need none.
    """
    # What holds in every position where play goes on needs no claim.
    if bound <= going_on(rules, position, side, cursor) or abs(bound) > FARTHEST:
        return False
    # The verifier plays the last plies before an end itself.
    if state[LEAF_PLIES] and abs(bound) >= cursor[ab.UNIT] - state[LEAF_PLIES]:
        return False
    if rules.end(position) != rules.playing:
        return False
    # A claim that was met serves every lesser bound too.
    if bound_in(met.words[place_of(met, position)], side) >= bound:
        return False
    return not is_solved(rules, solved, scratch, position, side, bound)


@inlined
def effort_in_table(table, key, side, bound):
    """Return the search's effort to show that a side gets this bound; -1 if it is not shown."""
    word = ab.word_of(table.words, key)
    least = ab.least_of(word) if side == MOVER else -ab.most_of(word)
    return ab.effort_of(word) if least >= bound else np.int64(-1)


@inlined
def is_in_verdict(rules, candidates, scratch, priorities, cursor, position, side, bound):
    """Return True if the author's verdict gives a side this bound.

    A verdict proves nothing. If it is true, it saves work.
    """
    count = ab.call_candidates(
        scratch.gains, candidates, position, scratch.moves, scratch.successors, priorities
    )
    if count >= 0 or count == NOTHING_KNOWN:
        return False
    payoff = ab.payoff_for_mover(rules, position, cursor)
    # A bound of the other side is the opposite of the mover's upper bound.
    least, most = verdict_of(
        count, payoff, cursor[ab.IS_SCORED], cursor[ab.HAS_TIES], cursor[ab.UNIT]
    )
    return (least if side == MOVER else -most) >= bound


NO_COST, COST_OF_WORK, UNKNOWN = 0, 1, 1 << 20


@inlined
def cost_of(
    rules, table, solved, met, scratch, cursor, position, ply, last, folded_to, side, bound
):  # fmt: skip
    """Return an estimate of the claims needed for a side's bound, or ``UNKNOWN``."""
    end = rules.end(position)
    if end != rules.playing:
        score = ab.score_of_end(rules, position, end, cursor)
        return np.int64(NO_COST if (score if side == MOVER else -score) >= bound else UNKNOWN)
    if bound <= going_on(rules, position, side, cursor):
        return np.int64(NO_COST)
    # Claims near the root are about canonical positions.
    name = folded(rules, position, scratch.images) if ply < folded_to else position
    if bound_in(met.words[place_of(met, name)], side) >= bound:
        return np.int64(NO_COST)
    if is_solved(rules, solved, scratch, position, side, bound):
        return np.int64(NO_COST)
    # The table has the key of the search that stored the bound: the position itself, or near the
    # root the canonical position. The effort estimates how many claims the bound needs.
    effort = effort_in_table(table, position, side, bound)
    if effort < 0 and ply < last:
        key = folded(rules, position, scratch.images)
        effort = effort_in_table(table, key, side, bound)
    return COST_OF_WORK + effort if effort >= 0 else np.int64(UNKNOWN)


@inlined
def move_by_verdict(
    rules, candidates, scratch, priorities, cursor, position, count, bound, most_plies
):
    """Return the index of a move that is enough by the author's verdicts; -1 if there is none."""
    for each in range(count):
        successor = scratch.successors[each]
        after = side_after(rules, position, successor, MOVER)
        gain = np.int64(gain_of(scratch.gains, each))
        target = needed_after(scratch.gains, gain, MOVER, bound, cursor, most_plies)
        if is_in_verdict(rules, candidates, scratch, priorities, cursor, successor, after, target):
            return np.int64(each)
        # The author's method has overwritten the buffers, so the moves are listed again.
        listed(scratch.gains, rules.successors, position, scratch.moves, scratch.successors)
    return np.int64(-1)


@inlined
def move_found(frames):
    """Return the index of the move that the search found to be enough; -1 if there is none."""
    # The last move that was searched is the one that answered yes.
    if frames.nexts[0] > 0:
        return np.int64(frames.nexts[0] - 1)
    # The table of the search knew it. An entry has no room for an index beyond ``NO_PLACE``.
    if frames.best_moves[0] == ab.NO_PLACE:
        return np.int64(-1)
    for each in range(frames.counts[0]):
        if frames.places[each] == frames.best_moves[0]:
            return np.int64(each)
    return np.int64(-1)


@helper
def push(stack, state, position, side, bound, ply):
    """Push a needed claim onto the stack."""
    top = state[SIZE]
    stack.positions[top], stack.sides[top] = position, side
    stack.bounds[top], stack.plies[top] = bound, ply
    state[SIZE] = top + 1


@helper
def begin_search(frames, cursor, position, bound, ply, last):
    """Start a search that decides if the player to move gets this bound."""
    cursor[ab.DEPTH], cursor[ab.STATUS] = 0, ab.ENTER
    # The depth of a search begins at 0 here, so the limit of folding is moved by the plies from the
    # root of the proof.
    cursor[ab.FOLDED_TO] = max(last - ply, 0)
    frames.positions[0], frames.targets[0] = position, bound
    # ``move_found`` must not use the moves of an earlier search, if this one ends before any is
    # listed.
    frames.counts[0], frames.nexts[0] = 0, 0


@inlined
def search_for_plies(frames, cursor, position, side, bound, ply, last):
    """Start a search for the number of plies in which a side gets this level."""
    # The question is for any number of plies. Its answer is a sharper bound, with the plies that
    # the search found. For the other side, the question is if the mover can prevent that.
    any_plies = bottom(level(bound, cursor[ab.UNIT]), cursor[ab.UNIT])
    target = any_plies if side == MOVER else 1 - any_plies
    begin_search(frames, cursor, position, target, ply, last)


@helper
def claim(met, state, position, side, bound):
    """Store a claim: the side gets this bound at the position."""
    place = place_of(met, position)
    word = met.words[place]
    # Counted only if the side has no claim here yet. A greater bound replaces a lesser one.
    state[COUNT] += bound_in(word, side) == NOTHING
    met.positions[place], met.words[place] = position, with_bound(word, side, bound)


@inlined
def has_room(stack, met, cursor, state):
    """Return True if there is room for another claim and for the claims that it needs."""
    # From half full on, linear probing becomes slow.
    if 2 * state[COUNT] >= met.words.size:
        state[STATUS] = MET_FULL
        return False
    # The claim is popped from the stack, and pushes at most one claim for each move.
    if state[SIZE] - 1 + cursor[ab.WIDTH] >= stack.positions.size:
        state[STATUS] = STACK_FULL
        return False
    return True


def collect(
    rules, candidates, table, solved, line, frames, scratch, priorities, cursor,
    stack, met, state, last, most,
):  # fmt: skip
    """Collect claims until no claim is needed any more, or ``most`` steps are done.

    The first nine arguments are those of the search. It uses canonical positions down to ply
    ``last``.
    """
    until, unit, most_plies = state[STEPS] + most, cursor[ab.UNIT], state[MOST_PLIES]
    while state[SIZE] > 0 and state[STEPS] < until:
        if state[STATUS] == SEARCHING:
            # The search may take several calls of this kernel. It leaves the stack as it is, so its
            # claim is still on top when it is done.
            before = cursor[ab.VISITED]
            search(
                rules, candidates, table, solved, line, frames, scratch, priorities, cursor, most
            )
            state[STEPS] += cursor[ab.VISITED] - before
            if cursor[ab.STATUS] != ab.DONE:
                return
            state[STATUS] = FOUND
        state[STEPS] += 1
        top = state[SIZE] - 1
        position, side, ply = stack.positions[top], stack.sides[top], stack.plies[top]
        bound, folded_to = stack.bounds[top], state[FOLDED_TO]
        if ply < folded_to:  # what follows is then about the symmetric position, too
            position = folded(rules, position, scratch.images)
        # The search was for a number of plies. Its answer sharpens the bound, and the claim is
        # looked at again with that bound.
        if state[STATUS] == FOUND and not is_sound(bound, unit, most_plies):
            answer = cursor[ab.ANSWER] if side == MOVER else -cursor[ab.ANSWER]
            bound = max(bound, answer)
            stack.bounds[top], state[STATUS] = bound, GOING
            if not is_sound(
                bound, unit, most_plies
            ):  # only by a false rule of the author: nothing supports it
                state[SIZE] = top
                continue
        # An earlier claim, a table or the end of play supports it, or the verifier plays it.
        if not is_needed(rules, solved, met, scratch, cursor, state, position, side, bound):
            state[SIZE], state[STATUS] = top, GOING
            continue
        # what was searched for had room before
        if state[STATUS] == GOING and not has_room(stack, met, cursor, state):
            return
        # This bound has no number that a claim may have: the plies must be searched for.
        if not is_sound(bound, unit, most_plies):
            search_for_plies(frames, cursor, position, side, bound, ply, last)
            state[STATUS] = SEARCHING
            continue
        count = listed(scratch.gains, rules.successors, position, scratch.moves, scratch.successors)
        # A faulty number of moves must not be used: it would lead beyond the buffers.
        if count < 1 or count > cursor[ab.WIDTH]:
            state[STATUS], state[WHERE] = FAULT, np.int64(position)
            return
        # The other player is to move, so the bound is needed after every move. It is claimed first,
        # because play may return to this position.
        if side == OTHER:
            claim(met, state, position, side, bound)
            state[SIZE] = top
            for each in range(count):
                successor = scratch.successors[each]
                after = side_after(rules, position, successor, side)
                gain = np.int64(gain_of(scratch.gains, each))
                target = needed_after(scratch.gains, gain, side, bound, cursor, most_plies)
                push(stack, state, successor, after, target, ply + 1)
            continue
        # The side is to move, so one move is enough. If a search was made for this claim, its move
        # is used.
        chosen, target, is_chosen = position, np.int64(0), False
        if state[STATUS] == FOUND:
            # A search that denies the bound shows no move. The claim is then stored without
            # support, and the verifier decides.
            each = move_found(frames) if cursor[ab.ANSWER] >= bound else np.int64(-1)
            if each >= 0:
                chosen, is_chosen = frames.successors[each], True
                gain = np.int64(ab.gain_in(scratch.gains, frames, each))
                target = needed_after(scratch.gains, gain, side, bound, cursor, most_plies)
        else:
            least = np.int64(UNKNOWN)
            best, each = np.int64(-1), 0
            # The move whose bound needs the fewest claims. One that needs none ends the loop.
            while each < count and least > NO_COST:
                successor = scratch.successors[each]
                after = side_after(rules, position, successor, side)
                gain = np.int64(gain_of(scratch.gains, each))
                cost = cost_of(
                    rules, table, solved, met, scratch, cursor, successor, ply + 1, last,
                    folded_to, after,
                    needed_after(scratch.gains, gain, side, bound, cursor, most_plies),
                )  # fmt: skip
                if cost < least:
                    best, least = each, cost
                each += 1
            if best < 0:
                # No bound in a table is enough. Verdicts of the author name a move without a
                # search.
                best = move_by_verdict(
                    rules,
                    candidates,
                    scratch,
                    priorities,
                    cursor,
                    position,
                    count,
                    bound,
                    most_plies,
                )
                listed(scratch.gains, rules.successors, position, scratch.moves, scratch.successors)
            if best < 0:
                # Only a search can find the move. The claim stays on the stack until then.
                begin_search(frames, cursor, position, bound, ply, last)
                state[STATUS] = SEARCHING
                continue
            chosen, is_chosen = scratch.successors[best], True
            gain = np.int64(gain_of(scratch.gains, best))
            target = needed_after(scratch.gains, gain, side, bound, cursor, most_plies)
        # Claimed before what supports it, because play may return to this position.
        claim(met, state, position, side, bound)
        state[SIZE], state[STATUS] = top, GOING
        if is_chosen:
            after = side_after(rules, position, chosen, side)
            push(stack, state, chosen, after, target, ply + 1)


def move_over(met, larger):
    """Put all claims that were met into a larger set."""
    for each in range(met.words.size):
        if met.words[each] != 0:
            place = place_of(larger, met.positions[each])
            larger.positions[place], larger.words[place] = met.positions[each], met.words[each]
