"""Search that verifies claims near their end, which are not stored. Only the verifier uses it.

``verify.claims`` defines claims and their support. At a turn of the claim's side one move is
enough, and at a turn of the other side all moves must do. This search has no claims. It plays all
moves, up to the number of plies of the claim. Each move leaves fewer plies, so cycles do not
matter, and a claim is true or false for every path to its position.

**A table** keeps results from one leaf to the next: for a position and a side, the greatest bound
that was shown, and the least that was refuted. A stored result is as good as a search, because each
bound was shown by play to the end. It is a bound on what the side gets from that position, and does
not depend on the path to it. A side that gets a bound gets every lesser bound too. So each result
rests on terminal positions, and on results for fewer plies that were found before, and no circle
can support it. A search that was stopped because it took too many positions has no result. The
table may drop results, which costs time alone. It fits in the cache of the processor: older results
are rarely needed, and a look-up in memory takes longer than searching a few positions again.

**The order of moves** affects time only. A move that leaves the opponent few replies comes first,
because all of them must be refuted. Counting them takes a list of moves, unless the rules count
without one. So all moves are counted in the first plies of a leaf, and further on only if the rules
count. The last two moves that were decisive at the same depth are tried as if they left one reply
less (killer moves).

Only rules that define the game are called and, for the order alone, ``count_moves``. If that were
wrong, leaves would take longer. No search shares this code.

Killer moves: S. Akl and M. Newborn, "The principal continuation and the killer heuristic" (ACM
1977). The number of replies is also how proof-number search starts at an unknown position.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamesolver.kernels import claim_numbers
from gamesolver.kernels.compiling import INNER, UNCOUNTED, njit
from gamesolver.kernels.places import mixed
from gamesolver.kernels.scratch import GUARDS

WON = 1 << 19
"""Number of a win that has been reached."""
MOVER, OTHER = 0, 1
LATE = 3
"""Claims of fewer plies are not kept in the table: to play them takes no longer."""
LISTED = 4
"""Depth of a leaf, in plies, to which replies are listed to count them."""
A_REPLY, LAST, LAST_BUT_ONE = 4, 4, 3
"""Weights in the order of moves: of a reply, and of the last moves that decided a position."""

helper = njit(inline="always", **UNCOUNTED)
inlined = njit(forceinline=True, **INNER)
function = njit(**INNER)


class Leaves(NamedTuple):
    """Buffers of the search: the line from the leaf, and the stored results."""

    positions: Any
    """Positions of the line, each with its side and the bound of that side."""
    sides: Any
    bounds: Any
    counts: Any
    """Number of moves of each position, and the index of the next move."""
    nexts: Any
    successors: Any
    """Successors by these moves, ``width`` entries a position."""
    moves: Any
    afters: Any
    """Side of each successor, as it is counted there."""
    priorities: Any
    """Priorities of the moves of one position, while they are sorted."""
    last: Any
    """The last two moves that decided a position, at each depth."""
    table: Any


WAYS = 4
BUCKET = 2 * WAYS
BOUND_BITS = 21
SHOWN_BIT, REFUTED_BIT = 1, 1 + BOUND_BITS
PLIES_BIT = 1 + 2 * BOUND_BITS
BOUND_MASK = (1 << BOUND_BITS) - 1
U32 = np.uint64(32)
YES, NO, OPEN = 1, 0, -1
STRAY, STRAY_AT = range(2)
"""Entries of a tally: 1 if a player is neither 0 nor 1, and the position."""


farther = helper(claim_numbers.farther)


@inlined
def seat_in(rules, position, tally):
    """Return the player to move, or 0 without seats. Record a player who is neither 0 nor 1."""
    if not rules.has_seats:
        return np.int64(0)
    seat = np.int64(rules.player(position))
    if seat & ~1:
        tally[STRAY], tally[STRAY_AT] = 1, np.int64(position)
    return seat


@inlined
def side_in(rules, seat, successor, side, tally):
    """Return the side one ply later, from the player to move before."""
    if rules.has_seats and seat_in(rules, successor, tally) == seat:
        return np.int64(side)
    return np.int64(1 - side)


@inlined
def side_after(rules, position, successor, side, tally):
    """Return the side one ply later: it is counted from the player to move."""
    return side_in(rules, seat_in(rules, position, tally), successor, side, tally)


@inlined
def by_rules(rules, position, side, bound):
    """Return ``YES`` or ``NO`` if the rules decide that a side gets this bound, else ``OPEN``."""
    end = rules.end(position)
    if end != rules.playing:
        return np.int64((end if side == MOVER else -end) * WON >= bound)
    # Play goes on, so neither side has lost. This shows any bound up to ``1 - WON``, and refutes a
    # bound of ``WON``.
    if bound <= 1 - WON:
        return np.int64(YES)
    return np.int64(NO) if bound >= WON else np.int64(OPEN)


@inlined
def bucket_of(table, position):
    """Return the index at which the bucket of a position begins."""
    return np.int64((mixed(position) >> U32) * np.uint64(table.size // BUCKET) >> U32) * BUCKET


@inlined
def known(table, position, side, bound):
    """Return the stored result: ``YES``, ``NO`` or ``OPEN``."""
    bucket = bucket_of(table, position)
    # A word has the greatest bound that was shown and the least that was refuted. Lesser bounds
    # than the first hold too, and greater ones than the second do not. Between them nothing is
    # known.
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
    """Store a result. If the bucket is full, replace the one of fewest plies."""
    bucket, plies = bucket_of(table, position), WON - abs(bound)
    worst, fewest = bucket, np.int64(1 << 20)
    shown, refuted = np.int64(-WON), np.int64(WON + 1)
    # The entry of this position and side is updated. Else a free entry is taken (-1), or the one of
    # fewest plies, which is the quickest to find again.
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
    # A bound that is weaker than the stored one changes nothing.
    if answer == YES:
        shown = max(shown, bound)
    else:
        refuted = min(refuted, bound)
    # Bounds are stored as numbers of at least 0. The shown bound of a new entry begins below all
    # others, the refuted one above.
    table[worst] = position
    table[worst + WAYS] = np.uint64(
        side | (shown + WON) << SHOWN_BIT | (refuted + WON) << REFUTED_BIT | plies << PLIES_BIT
    )


@inlined
def priority_of(rules, leaves, moves, successors, depth, place):
    """Return the priority of a move, which is higher if it leaves fewer replies."""
    move, priority = leaves.moves[place], np.int64(0)
    # Each reply lowers the priority. Counting without a list takes little time, so it is done at
    # every depth. Listing pays only near the root of a leaf.
    if rules.counts_moves:
        priority -= A_REPLY * rules.count_moves(leaves.successors[place])
    elif depth < LISTED:
        priority -= A_REPLY * rules.successors(leaves.successors[place], moves, successors)
    # The priority of the latest killer move is as if it left one reply less, the older one closely
    # after it.
    if move == leaves.last[2 * depth]:
        priority += LAST
    elif move == leaves.last[2 * depth + 1]:
        priority += LAST_BUT_ONE
    return priority


@inlined
def put_in(leaves, first, place, priority):
    """Insert a move among those before it, in order of promise."""
    # One step of an insertion sort, for all columns of the moves. The strict comparison keeps moves
    # of equal priority in the order of the rules.
    move, after = leaves.moves[first + place], leaves.afters[first + place]
    successor = leaves.successors[first + place]
    while place > 0 and leaves.priorities[place - 1] < priority:
        leaves.priorities[place], to = leaves.priorities[place - 1], first + place
        leaves.moves[to], leaves.afters[to] = leaves.moves[to - 1], leaves.afters[to - 1]
        leaves.successors[to] = leaves.successors[to - 1]
        place -= 1
    leaves.priorities[place] = priority
    leaves.moves[first + place], leaves.afters[first + place] = move, after
    leaves.successors[first + place] = successor


@function
def enter(rules, leaves, moves, successors, depth, tally):
    """Look one ply on from the position at this depth: yes, no, or open with moves to look at."""
    position, side, bound = leaves.positions[depth], leaves.sides[depth], leaves.bounds[depth]
    count = rules.successors(position, moves, successors)
    width = successors.size - GUARDS
    leaves.counts[depth] = leaves.nexts[depth] = 0
    # A faulty number of moves supports no claim.
    if not 0 < count <= width:
        return np.int64(NO)
    # One answer of a move decides the position: yes if the side is to move, else no. ``needed`` is
    # the bound that the side needs one ply later.
    first, needed, pending = depth * width, farther(bound), 0
    ends = np.int64(YES if side == MOVER else NO)
    is_late, seat = WON - abs(needed) < LATE, seat_in(rules, position, tally)
    for each in range(count):
        successor = successors[each]
        after = side_in(rules, seat, successor, side, tally)
        # Playing the last plies takes no longer than a look-up, so late bounds are not in the
        # table.
        result = by_rules(rules, successor, after, needed)
        if result == OPEN and not is_late:
            result = known(leaves.table, successor, after, needed)
        # The first decisive move ends the loop, before any successor is searched.
        if result == ends:
            return ends
        # Moves with the other answer do not matter any more. Only open ones are listed.
        if result == OPEN:
            place = first + pending
            leaves.successors[place], leaves.moves[place] = successor, moves[each]
            leaves.afters[place] = after
            pending += 1
    leaves.counts[depth] = pending
    if pending > 1:
        for each in range(pending):  # which writes over the moves that were listed
            priority = priority_of(rules, leaves, moves, successors, depth, first + each)
            put_in(leaves, first, each, priority)
    # Without open moves, all of them have the other answer.
    return np.int64(OPEN) if pending else np.int64(1 - ends)


@inlined
def come_back(leaves, depth, width, answer):
    """Return the answer for the position at this depth, after an answer for one of its moves."""
    side = leaves.sides[depth]
    ends = YES if side == MOVER else NO
    # The decisive move becomes a killer move, unless it is the latest one already.
    if answer == ends:
        move = leaves.moves[depth * width + leaves.nexts[depth] - 1]
        if move != leaves.last[2 * depth]:
            leaves.last[2 * depth + 1], leaves.last[2 * depth] = leaves.last[2 * depth], move
        return np.int64(ends)
    if leaves.nexts[depth] == leaves.counts[depth]:
        return np.int64(1 - ends)
    return np.int64(OPEN)


@function
def gets(rules, leaves, moves, successors, position, side, bound, most, tally):
    """Decide by a search to the end if a side gets this bound.

    Return the answer and the number of visited positions. A claim of more plies than there is room
    for is not shown. Nor is one that takes more positions than ``most``.
    """
    answer, width = by_rules(rules, position, side, bound), successors.size - GUARDS
    if answer != OPEN:
        return answer, np.int64(1)
    # Infinite play has no plies to search. A bound with more plies than the line has entries would
    # write beyond it.
    if bound == 0 or WON - abs(bound) > leaves.positions.size:
        return np.int64(NO), np.int64(1)
    leaves.positions[0], leaves.sides[0], leaves.bounds[0] = position, side, bound
    depth, seen = np.int64(0), np.int64(0)
    # A stored result ends the search before its first position.
    answer = known(leaves.table, position, side, bound)
    is_entered = answer == OPEN
    while depth >= 0 and seen < most:
        # Each turn enters the position at ``depth``, or uses the answer for one of its moves.
        if is_entered:
            answer = enter(rules, leaves, moves, successors, depth, tally)
            seen += 1
        else:
            answer = come_back(leaves, depth, width, answer) if seen else answer
        # The position is decided: store the result, and return to the position before it.
        if answer != OPEN:
            if WON - abs(leaves.bounds[depth]) >= LATE:
                keep(
                    leaves.table, leaves.positions[depth], leaves.sides[depth],
                    leaves.bounds[depth], answer,
                )  # fmt: skip
            depth, is_entered = depth - 1, False
            continue
        # Search the next open move. Each ply brings the bound nearer to an end, so the line stays
        # as short as the claim.
        place = depth * width + leaves.nexts[depth]
        leaves.nexts[depth] += 1
        leaves.positions[depth + 1] = leaves.successors[place]
        leaves.sides[depth + 1] = leaves.afters[place]
        leaves.bounds[depth + 1] = farther(leaves.bounds[depth])
        depth, is_entered = depth + 1, True
    # A search that was stopped has shown nothing.
    return (answer if depth < 0 else np.int64(NO)), seen
