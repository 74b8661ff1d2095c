"""What a proof of a compiled game rests on, collected: the inner loop of ``proofs.claims``.

A stack holds the claims that are needed, and a hash set those that were met, each with its greatest
bounds. A claim for the side to move needs one move: one of which the table of the search knows that
it is enough, else the one that a search finds. That search runs in here too, for there may be one
for every few claims; where it stops to be looked at, so does this.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numba as nb
import numpy as np

from gamesolver.kernels import alpha_beta as ab
from gamesolver.kernels.compiling import UNCOUNTED
from gamesolver.kernels.places import folded, mixed
from gamesolver.kernels.solved import UNSOLVED, solved_worth
from gamesolver.kernels.worths import MOST, NOTHING_KNOWN, verdict_of

MOVER, OTHER = 0, 1
BOUND_BITS = 21
BOUND_MASK = (1 << BOUND_BITS) - 1

helper = nb.njit(nogil=True, inline="always", **UNCOUNTED)
inlined = nb.njit(nogil=True, forceinline=True, **UNCOUNTED)
function = nb.njit(nogil=True, **UNCOUNTED)
search = nb.njit(nogil=True, **UNCOUNTED)(ab.search)


class Stack(NamedTuple):
    """The claims that are needed."""

    positions: Any
    sides: Any
    bounds: Any
    plies: Any
    """How far from the position asked about."""


class Met(NamedTuple):
    """The claims that were met: a hash set of positions, each with the bounds of both sides."""

    positions: Any
    words: Any
    """0 where there is none."""


(SIZE, COUNT, STATUS, FOLDED_TO, STEPS, WHERE, LEAF_PLIES) = range(7)
STATE = 7
"""How many are on the stack, and were met; what is to be done; down to which ply claims are about
canonical twins; how many claims were looked at; where a fault was met; and within how many plies of
its end a claim is left to whoever checks it."""

GOING, SEARCHING, FOUND, STACK_FULL, MET_FULL, FAULT = range(6)


@helper
def bound_in(word, side):
    """What a side gets at least; of no word, nothing."""
    return (word >> (BOUND_BITS * side) & BOUND_MASK) - MOST


@helper
def with_bound(word, side, bound):
    """The word in which a side gets so much."""
    shift = BOUND_BITS * side
    return word & ~(BOUND_MASK << shift) | (bound + MOST) << shift


@inlined
def place_of(met, position):
    """Where a position stands, or would."""
    mask = met.words.size - 1
    place = np.int64(mixed(position)) & mask
    while met.words[place] != 0 and met.positions[place] != position:
        place = (place + 1) & mask
    return place


@helper
def farther(bound):
    """What a side must be shown to get one ply on, to get ``bound``."""
    return bound + (bound > 0) - (bound < 0)


@inlined
def side_after(rules, position, successor, side):
    """The same side, as it is called one ply on."""
    kept = rules.has_seats and rules.player(position) == rules.player(successor)
    return side if kept else 1 - side


@inlined
def is_solved(rules, solved, scratch, position, side, bound):
    """Whether a table says that a side gets so much."""
    worth = solved_worth(rules, solved, position, scratch.twins)
    return worth != UNSOLVED and (worth if side == MOVER else -worth) >= bound


@inlined
def is_needed(rules, solved, met, scratch, position, side, bound, leaf_plies):
    """Whether something must be claimed: not so of ends, nor of the last plies before them.

    Nor of what a table has solved.
    """
    if bound <= 1 - MOST or abs(bound) >= MOST - leaf_plies:
        return False
    if rules.end(position) != rules.playing:
        return False
    if bound_in(met.words[place_of(met, position)], side) >= bound:
        return False
    return not is_solved(rules, solved, scratch, position, side, bound)


@inlined
def effort_in_table(table, key, side, bound):
    """How much work it took the search to know that a side gets so much; -1 if it does not."""
    word = ab.word_of(table, key)
    least = ab.least_of(word) if side == MOVER else -ab.most_of(word)
    return ab.effort_of(word) if least >= bound else np.int64(-1)


@inlined
def is_said(candidates, scratch, ranks, position, side, bound):
    """Whether the author says so. What he says shows nothing, and where it is true it helps."""
    count = candidates(position, scratch.moves, scratch.successors, ranks)
    if count >= 0 or count == NOTHING_KNOWN:
        return False
    least, most = verdict_of(count, 0, False, False, MOST)
    return (least if side == MOVER else -most) >= bound


NO_COST, COST_OF_WORK, UNKNOWN = 0, 1, 1 << 20


@inlined
def cost_of(rules, table, solved, met, scratch, position, ply, last, folded_to, side, bound):
    """How much is to be claimed where a side gets so much, as far as that can be told."""
    end = rules.end(position)
    if end != rules.playing:
        gets = (end if side == MOVER else -end) * MOST >= bound
        return np.int64(NO_COST if gets else UNKNOWN)
    name = folded(rules, position, scratch.twins) if ply < folded_to else position
    if bound_in(met.words[place_of(met, name)], side) >= bound:
        return np.int64(NO_COST)
    if is_solved(rules, solved, scratch, position, side, bound):
        return np.int64(NO_COST)
    effort = effort_in_table(table, position, side, bound)
    if effort < 0 and ply < last:
        key = folded(rules, position, scratch.twins)
        effort = effort_in_table(table, key, side, bound)
    return COST_OF_WORK + effort if effort >= 0 else np.int64(UNKNOWN)


@inlined
def one_that_is_said(rules, candidates, scratch, ranks, position, count, side, needed):
    """Which successor the author says is enough; -1 where there is none."""
    for each in range(count):
        successor = scratch.successors[each]
        after = side_after(rules, position, successor, side)
        if is_said(candidates, scratch, ranks, successor, after, needed):
            return np.int64(each)
        rules.successors(position, scratch.moves, scratch.successors)  # written over
    return np.int64(-1)


@helper
def push(stack, state, position, side, bound, ply):
    """A claim that is needed."""
    top = state[SIZE]
    stack.positions[top], stack.sides[top] = position, side
    stack.bounds[top], stack.plies[top] = bound, ply
    state[SIZE] = top + 1


@helper
def begin_search(frames, cursor, position, bound, ply, last):
    """Have the search asked whether the player to move gets so much."""
    cursor[ab.DEPTH], cursor[ab.STATUS] = 0, ab.ENTER
    cursor[ab.FOLDED_TO] = max(last - ply, 0)
    frames.positions[0], frames.asked[0] = position, bound


@helper
def claim(met, state, position, side, bound):
    """A side gets so much at a position."""
    place = place_of(met, position)
    word = met.words[place]
    state[COUNT] += bound_in(word, side) == -MOST
    met.positions[place], met.words[place] = position, with_bound(word, side, bound)


def collect(
    rules, candidates, table, solved, line, frames, scratch, ranks, cursor,
    stack, met, state, last, most,
):  # fmt: skip
    """Go on until nothing is needed any more, or so much was looked at.

    The first nine arguments are those of the search, which folds down to ply ``last``.
    """
    until = state[STEPS] + most
    while state[SIZE] > 0 and state[STEPS] < until:
        if state[STATUS] == SEARCHING:
            before = cursor[ab.VISITED]
            search(rules, candidates, table, solved, line, frames, scratch, ranks, cursor, most)
            state[STEPS] += cursor[ab.VISITED] - before
            if cursor[ab.STATUS] != ab.DONE:
                return
            state[STATUS] = FOUND
        state[STEPS] += 1
        top = state[SIZE] - 1
        position, side, ply = stack.positions[top], stack.sides[top], stack.plies[top]
        bound, folded_to = stack.bounds[top], state[FOLDED_TO]
        if ply < folded_to:  # what follows is then about the twin, too
            position = folded(rules, position, scratch.twins)
        if not is_needed(rules, solved, met, scratch, position, side, bound, state[LEAF_PLIES]):
            state[SIZE], state[STATUS] = top, GOING
            continue
        if state[STATUS] == GOING:  # what was searched for had room before
            if 2 * state[COUNT] >= met.words.size:
                state[STATUS] = MET_FULL
                return
            if top + cursor[ab.WIDTH] >= stack.positions.size:
                state[STATUS] = STACK_FULL
                return
        count = rules.successors(position, scratch.moves, scratch.successors)
        if count < 1 or count > cursor[ab.WIDTH]:
            state[STATUS], state[WHERE] = FAULT, np.int64(position)
            return
        needed = farther(bound)
        if side == OTHER:
            claim(met, state, position, side, bound)
            state[SIZE] = top
            for each in range(count):
                successor = scratch.successors[each]
                after = side_after(rules, position, successor, side)
                push(stack, state, successor, after, needed, ply + 1)
            continue
        chosen, is_chosen = position, False
        if state[STATUS] == FOUND:
            is_chosen = cursor[ab.ANSWER] >= bound and frames.nexts[0] > 0
            chosen = frames.successors[max(frames.nexts[0] - 1, 0)]
        else:
            least = np.int64(UNKNOWN)
            each = 0
            while each < count and least > NO_COST:
                successor = scratch.successors[each]
                after = side_after(rules, position, successor, side)
                cost = cost_of(
                    rules, table, solved, met, scratch,
                    successor, ply + 1, last, folded_to, after, needed,
                )  # fmt: skip
                if cost < least:
                    chosen, least = successor, cost
                each += 1
            if least == UNKNOWN:
                each = one_that_is_said(
                    rules, candidates, scratch, ranks, position, count, side, needed
                )
                if each >= 0:
                    rules.successors(position, scratch.moves, scratch.successors)
                    chosen, least = scratch.successors[each], NO_COST
            is_chosen = least < UNKNOWN
            if not is_chosen:
                begin_search(frames, cursor, position, bound, ply, last)
                state[STATUS] = SEARCHING
                continue
        claim(met, state, position, side, bound)
        state[SIZE], state[STATUS] = top, GOING
        if is_chosen:
            after = side_after(rules, position, chosen, side)
            push(stack, state, chosen, after, needed, ply + 1)


def move_over(met, larger):
    """Put all claims that were met into a larger set."""
    for each in range(met.words.size):
        if met.words[each] != 0:
            place = place_of(larger, met.positions[each])
            larger.positions[place], larger.words[place] = met.positions[each], met.words[each]
