"""A claim so near to its end that it was not kept, proved anew: the verifier's own plain search.

What is claimed, and what supports a claim, is told in ``verify.claims``: at a turn of its side one
move is enough, at the other's all must do. Here nothing is claimed, and so all of it is played, as
many plies as the claim has. They grow fewer with every move, so loops are no matter, and a claim is
true or false whichever way its position was reached.

So answers may be kept: of a position and a side, the greatest bound that was shown, and the least
that was refuted. The table has a fixed size, and forgets; nothing but time depends on that.

Moves that ended the matter before come first, for most moves of a lost side fail for the same
reply. Only the rules that define the game are asked, and no search shares this code.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamesolver.kernels.compiling import INNER, UNCOUNTED
from gamesolver.kernels.helpers import njit
from gamesolver.kernels.intrinsics import fetch_ahead
from gamesolver.kernels.places import mixed
from gamesolver.kernels.scratch import GUARDS

WON = 1 << 19
"""What a win is worth that has come."""
MOVER, OTHER = 0, 1
LATE = 3
"""Claims of fewer plies are not kept in the table: to play them takes no longer."""

helper = njit(inline="always", **UNCOUNTED)
inlined = njit(forceinline=True, **INNER)
function = njit(**INNER)


class Leaves(NamedTuple):
    """What the search works in: the line from the leaf, and what was found out."""

    positions: Any
    """Of the line, each with its side and what that side is to get."""
    sides: Any
    bounds: Any
    counts: Any
    """How many of its moves are still to be looked at, and which is the next."""
    nexts: Any
    successors: Any
    """Where these moves lead, as many for each as a position may have."""
    moves: Any
    ranks: Any
    ended: Any
    """How often a move ended the matter, by side and by its last bits."""
    last: Any
    """Which move did so last, at each depth."""
    table: Any


WAYS = 4
BUCKET = 2 * WAYS
RANKED = 1 << 6
BOUND_BITS = 21
SHOWN_BIT, REFUTED_BIT = 1, 1 + BOUND_BITS
PLIES_BIT = 1 + 2 * BOUND_BITS
BOUND_MASK = (1 << BOUND_BITS) - 1
U32, OF_OTHER = np.uint64(32), np.uint64(0x9E3779B97F4A7C15)
YES, NO, OPEN = 1, 0, -1
STRAY, STRAY_AT = range(2)
"""Entries of a tally: whether a player is neither seat, and at which position."""


@helper
def farther(bound):
    """What a side must be shown to get one ply on, to get ``bound``."""
    return bound + (bound > 0) - (bound < 0)


@inlined
def side_after(rules, position, successor, side, tally):
    """The same side, as it is called one ply on; a player who is neither seat is noted."""
    if not rules.has_seats:
        return 1 - side
    seat, then = rules.player(position), rules.player(successor)
    if (seat | then) & ~1:
        tally[STRAY], tally[STRAY_AT] = 1, np.int64(position if seat & ~1 else successor)
    return side if seat == then else 1 - side


@inlined
def by_rules(rules, position, side, bound):
    """Whether a side gets so much by the rules, or as play goes on: yes, no, or open."""
    end = rules.end(position)
    if end != rules.playing:
        return np.int64((end if side == MOVER else -end) * WON >= bound)
    if bound <= 1 - WON:
        return np.int64(YES)
    return np.int64(NO) if bound >= WON else np.int64(OPEN)


@inlined
def bucket_of(table, position, side):
    """Where the bucket of a position and a side begins."""
    buckets = np.uint64(table.size // BUCKET)
    key = mixed(position) if side == MOVER else mixed(position) ^ OF_OTHER
    return np.int64((key >> U32) * buckets >> U32) * BUCKET


@inlined
def known(table, position, side, bound):
    """What the table says: yes, no, or open."""
    bucket = bucket_of(table, position, side)
    for way in range(bucket, bucket + WAYS):
        word = np.int64(table[way + WAYS])
        if table[way] == position and word and word & 1 == side:
            if bound <= (word >> SHOWN_BIT & BOUND_MASK) - WON:
                return np.int64(YES)
            if bound >= (word >> REFUTED_BIT & BOUND_MASK) - WON:
                return np.int64(NO)
            return np.int64(OPEN)
    return np.int64(OPEN)


@inlined
def keep(table, position, side, bound, answer):
    """Keep an answer, in place of the one that took fewest plies."""
    bucket, plies = bucket_of(table, position, side), WON - abs(bound)
    worst, fewest = bucket, np.int64(1 << 20)
    shown, refuted = np.int64(-WON), np.int64(WON + 1)
    for way in range(bucket, bucket + WAYS):
        word = np.int64(table[way + WAYS])
        if word and table[way] == position and word & 1 == side:
            shown = (word >> SHOWN_BIT & BOUND_MASK) - WON
            refuted = (word >> REFUTED_BIT & BOUND_MASK) - WON
            worst = way
            break
        held = word >> PLIES_BIT if word else np.int64(-1)
        if held < fewest:
            worst, fewest = way, held
    if answer == YES:
        shown = max(shown, bound)
    else:
        refuted = min(refuted, bound)
    table[worst] = position
    table[worst + WAYS] = np.uint64(
        side | (shown + WON) << SHOWN_BIT | (refuted + WON) << REFUTED_BIT | plies << PLIES_BIT
    )


@inlined
def put_in(leaves, first, place, successor, move, rank):
    """Put a move among those that are to be looked at, the most promising first."""
    gap = first + place
    while gap > first and leaves.ranks[gap - 1] < rank:
        leaves.ranks[gap] = leaves.ranks[gap - 1]
        leaves.successors[gap] = leaves.successors[gap - 1]
        leaves.moves[gap] = leaves.moves[gap - 1]
        gap -= 1
    leaves.ranks[gap], leaves.successors[gap], leaves.moves[gap] = rank, successor, move


@helper
def place_of_rank(side, before, move):
    """Where it is counted how often a move ended the matter, as an answer to another."""
    return (side * RANKED + (before & RANKED - 1)) * RANKED + (move & RANKED - 1)


@inlined
def move_before(leaves, depth, width):
    """The move that led to the position at this depth."""
    return leaves.moves[(depth - 1) * width + leaves.nexts[depth - 1] - 1] if depth else np.int64(0)


@function
def enter(rules, leaves, moves, successors, depth, tally):
    """Look one ply on from the position at this depth: yes, no, or open with moves to look at."""
    position, side, bound = leaves.positions[depth], leaves.sides[depth], leaves.bounds[depth]
    count = rules.successors(position, moves, successors)
    width = successors.size - GUARDS
    leaves.counts[depth] = leaves.nexts[depth] = 0
    if not 0 < count <= width:
        return np.int64(NO)
    first, needed, pending = depth * width, farther(bound), 0
    ends = np.int64(YES if side == MOVER else NO)
    is_late = WON - abs(needed) < LATE
    before = move_before(leaves, depth, width)
    if not is_late:
        for each in range(count):
            after = side_after(rules, position, successors[each], side, tally)
            fetch_ahead(leaves.table, bucket_of(leaves.table, successors[each], after))
    for each in range(count):
        successor = successors[each]
        after = side_after(rules, position, successor, side, tally)
        said = by_rules(rules, successor, after, needed)
        if said == OPEN and not is_late:
            said = known(leaves.table, successor, after, needed)
        if said == ends:
            return ends
        if said == OPEN:
            move = moves[each]
            rank = leaves.ended[place_of_rank(side, before, move)]
            if leaves.last[depth] == move:
                rank += np.int64(1) << 40
            put_in(leaves, first, pending, successor, move, rank)
            pending += 1
    leaves.counts[depth] = pending
    return np.int64(OPEN) if pending else np.int64(1 - ends)


@inlined
def come_back(leaves, depth, width, answer):
    """What an answer from below makes of the position at this depth: yes, no, or open."""
    side = leaves.sides[depth]
    ends = YES if side == MOVER else NO
    if answer == ends:
        move = leaves.moves[depth * width + leaves.nexts[depth] - 1]
        before = move_before(leaves, depth, width)
        leaves.ended[place_of_rank(side, before, move)] += WON - abs(leaves.bounds[depth])
        leaves.last[depth] = move
        return np.int64(ends)
    if leaves.nexts[depth] == leaves.counts[depth]:
        return np.int64(1 - ends)
    return np.int64(OPEN)


@function
def gets(rules, leaves, moves, successors, position, side, bound, most, tally):
    """Whether a side gets so much, by playing on; with how many positions were looked at.

    A claim of more plies than there is room for, or that takes more positions than ``most``, is
    not shown.
    """
    answer, width = by_rules(rules, position, side, bound), successors.size - GUARDS
    if answer != OPEN:
        return answer, np.int64(1)
    if bound == 0 or WON - abs(bound) > leaves.positions.size:
        return np.int64(NO), np.int64(1)
    leaves.positions[0], leaves.sides[0], leaves.bounds[0] = position, side, bound
    depth, seen = np.int64(0), np.int64(0)
    answer = known(leaves.table, position, side, bound)
    is_entered = answer == OPEN
    while depth >= 0 and seen < most:
        if is_entered:
            answer = enter(rules, leaves, moves, successors, depth, tally)
            seen += 1
        else:
            answer = come_back(leaves, depth, width, answer) if seen else answer
        if answer != OPEN:
            if WON - abs(leaves.bounds[depth]) >= LATE:
                keep(
                    leaves.table, leaves.positions[depth], leaves.sides[depth],
                    leaves.bounds[depth], answer,
                )  # fmt: skip
            depth, is_entered = depth - 1, False
            continue
        here = leaves.positions[depth]
        successor = leaves.successors[depth * width + leaves.nexts[depth]]
        leaves.nexts[depth] += 1
        leaves.positions[depth + 1] = successor
        leaves.sides[depth + 1] = side_after(rules, here, successor, leaves.sides[depth], tally)
        leaves.bounds[depth + 1] = farther(leaves.bounds[depth])
        depth, is_entered = depth + 1, True
    return (answer if depth < 0 else np.int64(NO)), seen
