"""Depth-first search that decides if the score of a position is at least a bound.

**The search.** A question is an integer (see ``kernels.search_scores``). A position is expanded,
and its question becomes a question of each move. The first move that answers yes decides the
position. If all answer no, so does the position. The result is a bound on the score, from below for
yes and from above for no, as sharp as the visited moves allow (null windows, fail-soft). A
transposition table keeps both bounds of a position. It has a fixed size, so entries may be lost.

**Cycles.** One side wants an end of play, within some plies: the player to move if the question is
above 0, else the opponent. If play returns to a position of the current line, that side has gained
nothing, so the question is decided against it. Such a result holds on this line only. So a result
against the side that wants an end is stored only if nothing below it returned to a position above
it. A result for that side rests on terminal positions alone, and is always stored.

The same holds if infinite play is won, because the scale is counted from its payoff for the player
to move. It holds if moves gain, which shifts the question: a gain may change the side that wants an
end, but no cycle contains a gain, so play returns between two gains.

**Knowledge of the author** (``candidates``) is used first: a verdict that decides the question, or
the moves to try, with priorities. Moves are tried in the order of their priorities. Before
that, a move whose successor has a sufficient bound in the table decides at once.

**Killer moves.** If the author is not sure of the order (``verdicts.roughly``), moves that were
decisive before come first. Positions of one depth differ by a move or two, so the same move is
often decisive. The last two such moves of each depth are tried first. If the order is good they
would spoil it: Connect Four takes seven times as many positions with killer moves before all
others, and Clobber a third fewer.

**Positions of solved tables** decide any question, like terminal positions.

**Implementation.** The line is a stack of frames in arrays, without recursion, so the search can
stop after a number of positions and resume. Nothing is allocated. The buckets of all successors are
prefetched before the first one is read.

D. Knuth, R. Moore, "An analysis of alpha-beta pruning", 1975; J. Pearl's *Scout*, 1980; A. Plaat
and others, "Best-first fixed-depth minimax algorithms", 1996 (null windows, and transpositions
first); S. Akl, M. Newborn, "The principal continuation and the killer heuristic", 1977.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamesolver.kernels.codes import MOST_GAIN
from gamesolver.kernels.compiling import INNER, UNCOUNTED, njit
from gamesolver.kernels.encodings import OF_BUFFERS
from gamesolver.kernels.gains import gain_of, gains_too_much, listed, unless_none
from gamesolver.kernels.intrinsics import fetch_ahead
from gamesolver.kernels.places import folded, mixed
from gamesolver.kernels.search_scores import (
    INFINITE,
    NOTHING_KNOWN,
    ROUGH,
    backed_up,
    level_with,
    successor_target,
    verdict_of,
)
from gamesolver.kernels.solved import UNSOLVED, solved_score

helper = njit(inline="always", **UNCOUNTED)
inlined = njit(forceinline=True, **INNER)
function = njit(**INNER)

# ── data structures ─────────────────────────────────────────────────────────────────────────────


class Frames(NamedTuple):
    """Positions of the current line, root first, with the state of the search at each."""

    positions: Any
    keys: Any
    """Keys in the table and on the line: canonical near the root."""
    targets: Any
    best: Any
    """The greatest bound among the moves that were looked at."""
    best_moves: Any
    """Index of the best move, if its answer is yes."""
    oldest: Any
    """The least depth to which something below came back."""
    visited: Any
    """Number of positions visited before this frame was entered."""
    counts: Any
    """Number of moves of each frame."""
    nexts: Any
    """Index of the next move to search."""
    successors: Any
    """Successors, ``width`` entries a frame."""
    places: Any
    """Index of each successor in the order in which the rules list the moves."""
    gains: Any
    """Gain of each of these moves, if moves gain."""
    moves: Any
    """The moves that the rules list, in their order."""
    killers: Any
    """The last two moves that answered yes at each depth, the latest first."""


(DEPTH, STATUS, ANSWER, OLDEST, VISITED, WHERE, FOLDED_TO, WIDTH, DOUBTS, HALT) = range(10)
(UNIT, TOP, PAYOFF, HAS_TIES, IS_SCORED) = range(10, 15)
CURSOR = 15
"""Number of entries of the cursor.

They are the state of the search, its last result, its fault, and three settings: the depth down to
which positions are folded, the number of moves of a frame, and a flag that is set if a move is
wanted. With that flag, known bounds of the root itself are not an answer. Another thread sets the
next entry to stop the search. Then follow the values of the scale: its unit, a number greater than
the score of any position that is not terminal, the payoff of infinite play for seat 0, a flag that
is set if an end is preferred to infinite play, and a flag for scores."""

ENTER, RETURN, DONE, TOO_DEEP, FAULT = range(5)
"""Steps of the search: enter the position at this depth, or return to it from below."""

NEVER = 1 << 40  # a depth to which nothing comes back

# ── the table ───────────────────────────────────────────────────────────────────────────────────
# A bucket is eight words, which the processor fetches together: four locks, then four words. A word
# holds two bounds, their effort and the move that answered yes. Its lock is the mixed position XOR
# the word. So an entry checks itself: if two threads write the same entry at once, the lock does
# not fit the word, and a look-up finds nothing.
#
# **Lost entries.** A sample of the stored keys, chosen by their bits, is kept apart. If a key of
# the sample is stored and the table has no entry for it, its entry was lost. It counts for all keys
# that the sample leaves out for each that it has. A full sample drops half of its keys. It
# begins with all keys, so small counts are exact.


class BoundsTable(NamedTuple):
    """Bounds of positions, with counts that estimate how many entries were lost."""

    words: Any
    """The buckets."""
    sample: Any
    """Mixed keys of a sample of the stored positions; 0 marks a free entry."""
    counts: Any
    """Counters, at the indexes below."""


(LEFT_OUT, FORGOTTEN, MET_AGAIN) = range(3)
COUNTS = 3
"""Number of counters: the bits that are 0 in the keys of the sample, the number of replaced
entries, and an estimate of how often a replaced position was stored again."""

TRIED = 8  # places of the sample, from the place of a key on
SAMPLE_BITS = np.uint64(18)  # of a mixed key, below those of its place

WAYS = 4
BUCKET = 2 * WAYS
PLACE_BITS, EFFORT_BITS, SCORE_BITS = 9, 6, 24
NO_PLACE = (1 << PLACE_BITS) - 1
MOST_BITS, LEAST_BITS = PLACE_BITS + EFFORT_BITS, PLACE_BITS + EFFORT_BITS + SCORE_BITS
SCORE_MASK, EFFORT_MASK = (1 << SCORE_BITS) - 1, (1 << EFFORT_BITS) - 1
U32 = np.uint64(32)


@helper
def bucket_at(words, spread):
    """Return the index at which the bucket of a mixed key begins."""
    # The high half of the mixed key, scaled to the number of buckets. A multiplication and a shift
    # take less time than a remainder.
    buckets = np.uint64(words.size // BUCKET)
    return np.int64((spread >> U32) * buckets >> U32) * BUCKET


@helper
def bucket_of(words, key):
    """Return the index at which the bucket of a key begins."""
    return bucket_at(words, mixed(key))


def packed_plainly(least, most, effort, place):
    """Pack two bounds, the effort and a move into a word that is not 0."""
    bounds = (least + INFINITE) << LEAST_BITS | (most + INFINITE) << MOST_BITS
    return bounds | effort << PLACE_BITS | place


packed = helper(packed_plainly)


@helper
def least_of(word):
    """Return the lower bound."""
    return (word >> LEAST_BITS) - INFINITE


@helper
def most_of(word):
    """Return the upper bound."""
    return (word >> MOST_BITS & SCORE_MASK) - INFINITE


@helper
def effort_of(word):
    """Return the effort: the logarithm to base 2 of the visited positions, rounded down."""
    return word >> PLACE_BITS & EFFORT_MASK


NOTHING = packed_plainly(-INFINITE, INFINITE, 0, NO_PLACE)
"""Word of a position without bounds."""


@inlined
def word_of(words, key):
    """Return the word of a position, or ``NOTHING`` if the table has none."""
    spread = mixed(key)
    bucket = bucket_at(words, spread)
    found = np.int64(NOTHING)
    # The lock XOR the word gives the mixed key back. A word of 0 is a free entry.
    for way in range(bucket, bucket + WAYS):
        word = words[way + WAYS]
        if words[way] ^ word == spread and word:
            found = np.int64(word)
    return found


def bounds_of(words, key):
    """Return the lower and upper bound of a position."""
    word = word_of(words, key)
    return least_of(word), most_of(word)


@inlined
def effort_for(visited):
    """Return the effort as it is stored, from the number of visited positions."""
    effort = np.int64(0)
    while visited >> effort > 1:
        effort += 1
    return effort


@inlined
def place_for(words, spread):
    """Return the index for a position: its own entry, else the entry of least effort."""
    bucket = bucket_at(words, spread)
    worst, least_effort = bucket, np.int64(EFFORT_MASK + 1)
    for way in range(bucket, bucket + WAYS):
        word = words[way + WAYS]
        if words[way] ^ word == spread and word:
            return way
        # A free entry comes before all others. Else the entry of least effort is replaced, because
        # its bounds are the quickest to find again.
        effort = effort_of(np.int64(word)) if word else np.int64(-1)
        if effort < least_effort:
            worst, least_effort = way, effort
    return worst


@function
def keep(table, key, least, most, visited, place):
    """Store bounds of a position, merged with those that the table has already."""
    words, spread = table.words, mixed(key)
    way, effort = place_for(words, spread), effort_for(visited)
    kept = words[way + WAYS]
    is_there = words[way] ^ kept == spread and kept != 0
    # All bounds hold, so an entry of the position keeps the sharper of each. Its move stays if the
    # new result names none.
    if is_there:
        word = np.int64(kept)
        least, most = max(least, least_of(word)), min(most, most_of(word))
        effort = max(effort, effort_of(word))
        place = word & NO_PLACE if place == NO_PLACE else place
    elif kept:
        table.counts[FORGOTTEN] += 1
    word = np.uint64(packed(least, most, effort, place))
    words[way], words[way + WAYS] = spread ^ word, word
    # The sample has the keys whose bits under this mask are all 0.
    if spread & np.uint64(table.counts[LEFT_OUT]) == 0:
        remember(table.sample, table.counts, spread, is_there)


@function
def remember(sample, counts, spread, is_there):
    """Enter a stored key into the sample. Count it if it had been forgotten."""
    place = place_in_sample(sample, spread)
    while place < 0:
        thin_out(sample, counts)
        place = place_in_sample(sample, spread)
    # The key was stored before, but the table has no entry for it. The sample has one of
    # ``LEFT_OUT`` + 1 keys, so each of its keys counts for as many.
    if sample[place] == spread and not is_there:
        counts[MET_AGAIN] += counts[LEFT_OUT] + 1
    # Thinning out may have excluded this key too.
    if spread & np.uint64(counts[LEFT_OUT]) == 0:
        sample[place] = spread


@inlined
def place_in_sample(sample, spread):
    """Return the index of a key in the sample, or of a free entry; -1 if there is neither."""
    first = np.int64(spread >> SAMPLE_BITS) % (sample.size - TRIED)
    for place in range(first, first + TRIED):
        if sample[place] == spread or sample[place] == 0:
            return place
    return -1


@function
def thin_out(sample, counts):
    """Drop about half of the keys of the sample, and enter the others again."""
    # One more bit of the mask, which about half of the keys fail.
    counts[LEFT_OUT] = 2 * counts[LEFT_OUT] + 1
    # In ascending order, each key moves to the first free entry of its range, at the latest to the
    # one that it just left. So no free entry comes before a key in its range.
    for place in range(sample.size):
        spread = sample[place]
        sample[place] = 0
        if spread and spread & np.uint64(counts[LEFT_OUT]) == 0:
            sample[place_in_sample(sample, spread)] = spread


def move_to_larger(words, larger):
    """Keep all that a table holds in an empty one that is a whole number of times as large."""
    # Each bucket of the larger table receives keys from one bucket only, so none overflows. The
    # lock XOR the word is the mixed key, so positions need not be stored.
    for bucket in range(0, words.size, BUCKET):
        for way in range(bucket, bucket + WAYS):
            lock, word = words[way], words[way + WAYS]
            if word:
                place = place_for(larger, lock ^ word)
                larger[place], larger[place + WAYS] = lock, word


# ── the line ────────────────────────────────────────────────────────────────────────────────────
# A hash set of the keys on the line, by their depths. The last key added is the first removed, so
# removing a key leaves no gap in a run.


@inlined
def depth_on_line(line, frames, key):
    """Return the depth of a key on the line, or -1 if it is not on the line."""
    mask = line.size - 1
    place = np.int64(mixed(key)) & mask
    # Linear probing. An entry of -1 ends the run, and at least half of the entries are free.
    while line[place] >= 0 and frames.keys[line[place]] != key:
        place = (place + 1) & mask
    return line[place]


@inlined
def put_on_line(line, frames, depth):
    """Add the position at this depth to the line."""
    mask = line.size - 1
    place = np.int64(mixed(frames.keys[depth])) & mask
    while line[place] >= 0:
        place = (place + 1) & mask
    line[place] = depth


@inlined
def take_from_line(line, frames, depth):
    """Remove the position at this depth from the line."""
    mask = line.size - 1
    place = np.int64(mixed(frames.keys[depth])) & mask
    while line[place] != depth:
        place = (place + 1) & mask
    line[place] = -1


# ── entering a position ─────────────────────────────────────────────────────────────────────────


@inlined
def keeps_turn(rules, position, successor):
    """Return True if the player to move at the position moves again at the successor."""
    return rules.has_seats and rules.player(position) == rules.player(successor)


@inlined
def answers(target, least, most):
    """Return True if these bounds answer the question."""
    return least >= target or most < target


@inlined
def payoff_for_mover(rules, position, cursor):
    """Return the payoff of infinite play for the player to move."""
    payoff = cursor[PAYOFF]
    return -payoff if payoff != 0 and rules.player(position) == 1 else payoff


@helper
def score_of_end(rules, position, end, cursor):
    """Return the number on the scale of a terminal position, for the player to move."""
    points = level_with(end, payoff_for_mover(rules, position, cursor), cursor[HAS_TIES])
    return points * cursor[UNIT]


@inlined
def known_before_moves(rules, table, solved, line, frames, scratch, cursor, depth):
    """Return two bounds of the position at this depth that are known without its moves.

    The third result is the depth of the same position on the line, or ``NEVER``.
    """
    position, target = frames.positions[depth], frames.targets[depth]
    end = rules.end(position)
    if end != rules.playing:
        score = score_of_end(rules, position, end, cursor)
        return score, score, NEVER
    ignores_bounds = depth == 0 and cursor[DOUBTS]  # then its own bounds are not an answer
    # Questions beyond all positions in which play goes on are answered without a look-up.
    top = cursor[TOP]
    if target >= top or (
        target <= 1 - top and not ignores_bounds
    ):  # play goes on: neither player has won yet
        return 1 - top, top - 1, NEVER
    # Folding takes time, and few lines reach symmetric positions far from the root. The key is kept
    # in the frame: it names the position in the table and on the line.
    key = folded(rules, position, scratch.images) if depth < cursor[FOLDED_TO] else position
    frames.keys[depth] = key
    # Bounds of the table hold on every line, so they come before the look at the line.
    word = np.int64(NOTHING) if ignores_bounds else word_of(table.words, key)
    if answers(target, least_of(word), most_of(word)):
        return least_of(word), most_of(word), NEVER
    score = solved_score(rules, solved, position, scratch.images)
    if score != UNSOLVED:
        return score, score, NEVER
    # A repetition counts as 0: no if the player to move wants an end, yes if the opponent does. In
    # both cases that decides against the side that wants an end.
    back_at = depth_on_line(line, frames, key)
    if back_at >= 0:
        return np.int64(0), np.int64(0), back_at
    return np.int64(-INFINITE), np.int64(INFINITE), NEVER


@unless_none(lambda gains, frames, move: 0, **OF_BUFFERS)
def gain_in(gains, frames, move):
    """Return the gain of a move in a frame."""
    return frames.gains[move]


@unless_none(lambda gains, frames, move, gain: None, **OF_BUFFERS)
def put_gain(gains, frames, move, gain):
    """Store the gain of a move in a frame."""
    frames.gains[move] = gain


@unless_none(
    lambda gains, candidates, position, moves, positions, priorities: candidates(
        position, moves, positions, priorities
    ),
    **OF_BUFFERS,
)
def call_candidates(gains, candidates, position, moves, positions, priorities):
    """Call the author's ``candidates``, with a buffer for gains if moves gain."""
    return candidates(position, moves, positions, gains, priorities)


@unless_none(lambda gains, rules, position, scratch, priorities, count: False, **OF_BUFFERS)
def ordered_by_gain(gains, rules, position, scratch, priorities, count):
    """Order moves without priorities: first those that keep the turn, then by gain."""
    for each in range(count):
        kept = keeps_turn(rules, position, scratch.successors[each])
        priorities[each] = gains[each] + (MOST_GAIN if kept else 0)
    return True


@function
def sort_moves(gains, frames, first, count, priorities):
    """Put the moves of a position in the order of their priorities; equals stay as they are."""
    # Insertion sort: the lists are short, and no memory is allocated. The strict comparison below
    # makes it stable. Priorities begin at 0, the columns of the frame at ``first``.
    successors, places = frames.successors, frames.places
    for each in range(first + 1, first + count):
        priority, successor, place = priorities[each - first], successors[each], places[each]
        gain = gain_in(gains, frames, each)
        gap = each
        while gap > first and priorities[gap - first - 1] < priority:
            priorities[gap - first] = priorities[gap - first - 1]
            successors[gap], places[gap] = successors[gap - 1], places[gap - 1]
            put_gain(gains, frames, gap, gain_in(gains, frames, gap - 1))
            gap -= 1
        priorities[gap - first], successors[gap], places[gap] = priority, successor, place
        put_gain(gains, frames, gap, gain)


@inlined
def first_rough(priorities, count):
    """Return the index from which on sorted priorities are rough."""
    # ``ROUGH`` outweighs any priority of the author, so half of it separates rough priorities from
    # others. In sorted priorities they come last.
    while count > 0 and priorities[count - 1] < ROUGH // 2:
        count -= 1
    return count


@function
def put_killers_first(gains, frames, depth, first, rough, count):
    """Put the killers of this depth first among the moves from ``rough`` on."""
    # The older killer goes first to the front, so that the latest one ends up before it.
    for killer in (frames.killers[2 * depth + 1], frames.killers[2 * depth]):
        for each in range(first + rough, first + count):
            if frames.moves[first + frames.places[each]] == killer:
                put_first(gains, frames, first + rough, each)
                break


@inlined
def put_first(gains, frames, first, chosen):
    """Put a move before others of its position, which stay as they are."""
    successors, places = frames.successors, frames.places
    successor, place, gain = successors[chosen], places[chosen], gain_in(gains, frames, chosen)
    for each in range(chosen, first, -1):
        successors[each], places[each] = successors[each - 1], places[each - 1]
        put_gain(gains, frames, each, gain_in(gains, frames, each - 1))
    successors[first], places[first] = successor, place
    put_gain(gains, frames, first, gain)


@inlined
def remember_killer(frames, depth, move):
    """Store a move that answered yes at this depth."""
    # If the latest killer was decisive again, the older one stays.
    if frames.killers[2 * depth] != move:
        frames.killers[2 * depth + 1] = frames.killers[2 * depth]
        frames.killers[2 * depth] = move


@inlined
def take_moves(frames, scratch, depth, first, count):
    """Copy the listed moves into the frame. Return True if no gain is too large."""
    # Sorting permutes the successors, not ``moves``. So ``places`` leads from a successor back to
    # its move.
    is_in_bounds = True
    for each in range(count):
        frames.successors[first + each] = scratch.successors[each]
        frames.places[first + each] = each
        frames.moves[first + each] = scratch.moves[each]
        put_gain(scratch.gains, frames, first + each, gain_of(scratch.gains, each))
        is_in_bounds &= not gains_too_much(scratch.gains, each)
    frames.counts[depth], frames.nexts[depth] = count, 0
    frames.best[depth], frames.best_moves[depth] = -INFINITE, NO_PLACE
    frames.oldest[depth] = NEVER
    return is_in_bounds


@inlined
def answered_by_table(rules, table, frames, scratch, cursor, depth, first, count):
    """Return the number of a move that answers yes by the table, else the least number."""
    position, target, unit = frames.positions[depth], frames.targets[depth], cursor[UNIT]
    is_folded = depth + 1 < cursor[FOLDED_TO]
    # First pass: prefetch all buckets, so that the reads from memory overlap.
    for each in range(first, first + count):
        key = frames.successors[each]
        key = folded(rules, key, scratch.images) if is_folded else key
        fetch_ahead(table.words, bucket_of(table.words, key))
    # Second pass: read the bounds. If one move is enough by its bound, no successor is entered.
    for each in range(first, first + count):
        successor = frames.successors[each]
        key = folded(rules, successor, scratch.images) if is_folded else successor
        word = word_of(table.words, key)
        kept = keeps_turn(rules, position, successor)
        gain = gain_in(scratch.gains, frames, each)
        # What is certain for the player to move: the lower bound of the successor if the turn is
        # kept, else its upper bound, which is negated.
        score = backed_up(least_of(word) if kept else most_of(word), kept, gain, unit)
        if score >= target:
            # Greater indexes do not fit in the bits of a word.
            frames.best_moves[depth] = min(frames.places[each], NO_PLACE)
            return score
    return np.int64(-INFINITE)


@helper
def descend(rules, frames, scratch, cursor, depth):
    """Put the next move of the position at this depth into the frame below."""
    move = depth * cursor[WIDTH] + frames.nexts[depth]
    successor, gain = frames.successors[move], gain_in(scratch.gains, frames, move)
    kept = keeps_turn(rules, frames.positions[depth], successor)
    frames.nexts[depth] += 1
    frames.positions[depth + 1] = successor
    frames.targets[depth + 1] = successor_target(frames.targets[depth], kept, gain, cursor[UNIT])


@inlined
def enter(rules, candidates, table, solved, line, frames, scratch, priorities, cursor, depth):
    """Enter the position at this depth. Return the next step: ``RETURN``, ``ENTER`` or a fault."""
    target, width = frames.targets[depth], cursor[WIDTH]
    least, most, cursor[OLDEST] = known_before_moves(
        rules, table, solved, line, frames, scratch, cursor, depth
    )
    # The result depends on the line only if it is a repetition, and then ``OLDEST`` has its depth.
    # A bound below the question answers no, so the upper bound is returned.
    if answers(target, least, most):
        cursor[ANSWER] = least if least >= target else most
        return RETURN
    position, first = frames.positions[depth], depth * width
    # One call of the author gives either moves with priorities, or a verdict, or nothing.
    count = call_candidates(
        scratch.gains, candidates, position, scratch.moves, scratch.successors, priorities
    )
    is_ordered = count >= 0
    # A verdict may decide the question. At the root it does not if a move is wanted.
    if count < 0 and count != NOTHING_KNOWN and not (depth == 0 and cursor[DOUBTS]):
        payoff, ties = payoff_for_mover(rules, position, cursor), cursor[HAS_TIES]
        least, most = verdict_of(count, payoff, cursor[IS_SCORED], ties, cursor[UNIT])
        if answers(target, least, most):
            cursor[ANSWER] = least if least >= target else most
            return RETURN
    if not is_ordered:
        count = listed(scratch.gains, rules.successors, position, scratch.moves, scratch.successors)
    # A faulty number of moves must not be copied: it would write beyond the frame.
    if count < 1 or count > width:
        cursor[WHERE] = np.int64(position)
        return FAULT
    # Each successor needs a frame of its own. The caller adds frames and enters this position
    # again.
    if depth + 1 >= frames.positions.size:
        return TOO_DEEP
    if not take_moves(frames, scratch, depth, first, count):
        cursor[WHERE] = np.int64(position)
        return FAULT
    # A good order finds a sufficient move early. Moves without priorities stay in the order of the
    # rules, unless moves gain.
    if is_ordered or ordered_by_gain(scratch.gains, rules, position, scratch, priorities, count):
        sort_moves(scratch.gains, frames, first, count, priorities)
    # Killer moves would spoil an order that the author is sure of.
    rough = first_rough(priorities, count) if is_ordered else count
    if rough < count:
        put_killers_first(scratch.gains, frames, depth, first, rough, count)
    # Transpositions first: a successor with a sufficient bound decides before any is searched.
    # Bounds hold on every line, so the result is stored without a look at the line.
    score = answered_by_table(rules, table, frames, scratch, cursor, depth, first, count)
    if score >= target:
        keep(table, frames.keys[depth], score, np.int64(INFINITE), count, frames.best_moves[depth])
        cursor[ANSWER] = score
        return RETURN
    # Nothing is known: search the moves one after the other, with this position on the line.
    frames.visited[depth] = cursor[VISITED]
    put_on_line(line, frames, depth)
    descend(rules, frames, scratch, cursor, depth)
    return ENTER


# ── returning to a position ─────────────────────────────────────────────────────────────────────


@inlined
def resolve(table, line, frames, cursor, depth):
    """Store the answer for the position at this depth, if it holds on other lines too."""
    target, best = frames.targets[depth], frames.best[depth]
    is_yes = best >= target
    # Yes rests on the last move alone, no on all moves.
    oldest = cursor[OLDEST] if is_yes else min(cursor[OLDEST], frames.oldest[depth])
    take_from_line(line, frames, depth)
    # A result for the side that wants an end rests on terminal positions. One against it holds on
    # every line if nothing below returned to a position above this one. Then the positions above
    # need not regard it as dependent either.
    rests_on_ends = (target > 0) == is_yes
    if rests_on_ends or oldest >= depth:
        oldest = NEVER
        visited = cursor[VISITED] - frames.visited[depth] + 1
        # The answer is a bound on one side: from below for yes, from above for no (fail-soft).
        least, most = (best, INFINITE) if is_yes else (-INFINITE, best)
        keep(table, frames.keys[depth], least, most, visited, frames.best_moves[depth])
    cursor[ANSWER], cursor[OLDEST] = best, oldest


@inlined
def come_back(rules, table, line, frames, scratch, cursor, depth):
    """Use the answer for a move of the position at this depth. Return the next step."""
    width = cursor[WIDTH]
    # The answer is for the last move that was started.
    each = depth * width + frames.nexts[depth] - 1
    kept = keeps_turn(rules, frames.positions[depth], frames.successors[each])
    gain = gain_in(scratch.gains, frames, each)
    score = backed_up(cursor[ANSWER], kept, gain, cursor[UNIT])
    # Only a yes names a move: a greatest bound below the question proves no move best.
    if score > frames.best[depth]:
        frames.best[depth] = score
        if score >= frames.targets[depth]:
            frames.best_moves[depth] = min(frames.places[each], NO_PLACE)
            remember_killer(frames, depth, frames.moves[depth * width + frames.places[each]])
    # One yes is enough. A no takes all moves.
    if score >= frames.targets[depth] or frames.nexts[depth] == frames.counts[depth]:
        resolve(table, line, frames, cursor, depth)
        return RETURN
    # The move answers no. If the position does too, it depends on the line as this move does.
    frames.oldest[depth] = min(frames.oldest[depth], cursor[OLDEST])
    descend(rules, frames, scratch, cursor, depth)
    return ENTER


# ── the search ──────────────────────────────────────────────────────────────────────────────────


def search(rules, candidates, table, solved, line, frames, scratch, priorities, cursor, most):
    """Continue with the question of frame 0 until it is answered or ``most`` more are visited.

    ``table`` (:class:`BoundsTable`), ``line`` and ``frames`` are described above. ``solved`` are
    the solved tables. ``scratch`` and ``priorities`` are buffers that the rules fill. ``cursor``
    holds the state of the search.
    """
    depth, status = cursor[DEPTH], cursor[STATUS]
    last = cursor[VISITED] + most
    # Each turn enters the position at ``depth``, or uses the answer from below. All state is in the
    # cursor and the frames, so the loop can stop between any two steps and resume.
    while status <= RETURN and not cursor[HALT]:
        if status == ENTER:
            # The status is still ``ENTER``, so the next call enters this position.
            if cursor[VISITED] >= last:
                break
            cursor[VISITED] += 1
            status = enter(
                rules, candidates, table, solved, line, frames, scratch, priorities, cursor, depth
            )
            # It is entered again with more frames, and must not count twice.
            if status == TOO_DEEP:
                cursor[VISITED] -= 1
            # A fault or a lack of frames leaves the depth as it is.
            depth += 1 if status == ENTER else -1 if status == RETURN else 0
        elif depth < 0:
            # The root has returned: ``ANSWER`` is the answer to the question.
            status = DONE
        else:
            status = come_back(rules, table, line, frames, scratch, cursor, depth)
            depth += 1 if status == ENTER else -1
    cursor[DEPTH], cursor[STATUS] = depth, status


def put_all_on_line(line, frames, depth):
    """Put all positions above this depth on an empty line."""
    for each in range(depth):
        put_on_line(line, frames, each)
