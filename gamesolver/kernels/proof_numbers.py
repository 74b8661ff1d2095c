"""Proof-number search that decides if the score of a position is at least a bound.

**The search.** A question is an integer (see ``kernels.search_scores``). Yes takes one move that
answers yes, and no takes all moves. So each question has two numbers: the effort to show yes (the
proof number) and the effort to show no (the disproof number). The first is the least among the
moves. The second is the greatest among the moves, and one more for each other move that is still
open. (The sum would count a position several times if several moves lead to it.) An unknown
position has the numbers 1 and its number of moves. If one of its moves ends the game, that decides
at once where it wins. The search visits the move with the least first number, so it runs to where a
decision is nearest. This serves games whose author knows nothing about good moves.

**Depth first** (df-pn). Each position of the line has two limits. It is left when one of its
numbers reaches its limit, because then another move of some position above takes less. A move is
visited until it takes ``GROWTH`` times as much as the second best, so that the search does not
switch too often. Numbers are stored for a position with its question, in a table of their own.
Results are stored for the position alone, as bounds that serve all questions
(``kernels.alpha_beta``).

**Lost entries change no result**, because numbers only direct the search. A result rests on
terminal positions, on bounds, and on the moves of a position: one of them for yes and all for no.
While a position is on the line its frame holds the numbers and results of its moves, so no table
can lose them.

**Termination** does not depend on the table. No position is on the line twice, so a line is finite.
By induction on the possible length of the rest of a line, every position that is entered is left.
Each visit to a move decides it, or brings the second number to the limit of the position, or raises
the first number of the move above the second best. Stored numbers have a greatest value, and each
position adds at most its number of moves to it. So the last case happens finitely often, and a
limit beyond all of these numbers is reached by a decision alone. Without a table this is a
depth-first search.

**Cycles.** One side wants an end (see ``kernels.alpha_beta``). If play returns to a position of the
line, the question is decided against this side. So a result against it may depend on the line. If
it depends on a position above, it is not stored in the table, but only in the frame of the position
before it. That frame is dropped before any position above it, so the line is unchanged as long as
the result is stored.

If a result against that side depends on nothing above its position, the search below is a tree, in
which each branch ends against that side, in a bound, or in a position of the tree. A player who
follows the tree, and continues from that position, is never beaten within the plies in question,
whatever the path to the position. A result for that side rests on terminal positions alone. So
stored results do not depend on the path (the *graph history interaction* problem). What is lost
with a frame is found again, and the numbers stored with it lead there soon.

V. Allis, M. van der Meulen, J. van den Herik, "Proof-number search", 1994; A. Nagai, "Df-pn
algorithm for searching AND/OR trees and its applications", 2002; J. Pawlewicz, L. Lew, "Improving
depth-first pn-search: 1 + epsilon trick", 2007; T. Ueda and others, "Weak proof-number search",
2008; A. Kishimoto, M. Mueller, "A solution to the GHI problem for depth-first proof-number search",
2005.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamesolver.kernels.alpha_beta import (
    NEVER,
    NO_PLACE,
    answers,
    bucket_of,
    depth_on_line,
    effort_for,
    keep,
    keeps_turn,
    least_of,
    most_of,
    put_on_line,
    take_from_line,
    word_of,
)
from gamesolver.kernels.compiling import INNER, UNCOUNTED, njit
from gamesolver.kernels.intrinsics import fetch_ahead
from gamesolver.kernels.places import ODD_1, folded, mixed
from gamesolver.kernels.search_scores import (
    INFINITE,
    back_by_ply,
    bottom,
    level,
    level_with,
    successor_target_by_ply,
)
from gamesolver.kernels.solved import UNSOLVED, solved_score

helper = njit(inline="always", **UNCOUNTED)
inlined = njit(forceinline=True, **INNER)
function = njit(**INNER)

# ── data structures ─────────────────────────────────────────────────────────────────────────────


class Frames(NamedTuple):
    """Positions of the line, with the state of the search at each; then the columns of their moves.

    Frame 0 is not a position: its one move leads to the root of the search.
    """

    keys: Any
    """Keys in the tables and on the line: canonical near the root."""
    targets: Any
    yes_limits: Any
    """Limits of the first number. A position is left when one of its numbers reaches its limit."""
    no_limits: Any
    visited: Any
    """Number of positions visited before this frame was entered."""
    counts: Any
    """Number of moves of each frame."""
    chosen: Any
    """Index of the move that is being searched."""

    successors: Any
    """Successors, ``width`` entries a frame, as in all columns below."""
    successor_keys: Any
    kept: Any
    """1 where the turn is kept."""
    questions: Any
    """Question of each successor."""
    yes: Any
    """The numbers of a move, as its mover sees them."""
    no: Any
    found: Any
    """Bound of each successor, once it is answered."""
    oldest: Any
    """Least depth of the line on which that answer depends."""


OF_FRAMES = 7
"""Number of columns with one entry a frame."""

(DEPTH, STATUS, VISITED, WHERE, FOLDED_TO, WIDTH, UNIT, TOP, PAYOFF, HAS_TIES) = range(10)
CURSOR = 10
"""Entries of the cursor: where the search is, what it found wrong, and two settings: down to which
depth positions are folded, and how many moves a frame has room for. Then the scale, as a search by
depth has it."""

GO_ON, DONE, TOO_DEEP, FAULT = range(4)

ANSWERED = 1 << 40
"""Number of an answer that is ruled out."""
GROWTH = 16
"""A move is searched until its number exceeds ``GROWTH`` times the second best."""

# ── the table of numbers ────────────────────────────────────────────────────────────────────────
# A bucket is eight words, which the processor fetches together: in each a part of the question's
# key, how much work went into it, and its two numbers. Two questions may look alike; numbers only
# determine the next node.

WAYS = 8
NUMBER_BITS, EFFORT_BITS, TAG_BITS = 19, 6, 20
MOST_KEPT = (1 << NUMBER_BITS) - 1
EFFORT_MASK, TAG_MASK = (1 << EFFORT_BITS) - 1, (1 << TAG_BITS) - 1
EFFORT_AT, TAG_AT = 2 * NUMBER_BITS, 2 * NUMBER_BITS + EFFORT_BITS
UNKNOWN = np.int64(0)
"""Word of a question without numbers."""
U32 = np.uint64(32)


@inlined
def kind_of(target, unit):
    """Return the question's kind: questions for any number of plies are one kind for each level."""
    points = level(target, unit)
    plies = abs(points * unit - target)
    # No line is longer than half a unit, so a question with more plies is for any number of plies.
    # Below 0 it excludes every result of its level, and so it is the first question of the next
    # level.
    return bottom(points + (points < 0), unit) if 2 * plies > unit else target


@helper
def key_of_question(key, target, unit):
    """Return a key for a position and a question."""
    kind = np.int64(kind_of(target, unit))
    return mixed(key) ^ np.uint64(kind) * ODD_1


@helper
def bucket_of_question(numbers, question):
    """Return the index at which the bucket of a question begins."""
    buckets = np.uint64(numbers.size // WAYS)
    return np.int64((question >> U32) * buckets >> U32) * WAYS


@helper
def tag_of(question):
    """Return the part of a question's key that is stored."""
    return np.int64(question) & TAG_MASK


@inlined
def numbers_of(numbers, question):
    """Return both numbers of a question, packed, or ``UNKNOWN``."""
    bucket, tag = bucket_of_question(numbers, question), tag_of(question)
    found = UNKNOWN
    # A word of 0 is a free entry. The word of a question is never 0, because its numbers are at
    # least 1.
    for way in range(bucket, bucket + WAYS):
        word = numbers[way]
        if word and word >> TAG_AT & TAG_MASK == tag:
            found = word
    return found


@helper
def kept_number(number):
    """Return a number as it is stored: at least 1, at most ``MOST_KEPT``."""
    return min(max(number, np.int64(1)), np.int64(MOST_KEPT))


@function
def keep_numbers(numbers, question, yes, no, visited):
    """Store both numbers; replace the entry of least effort if the bucket is full."""
    bucket, tag = bucket_of_question(numbers, question), tag_of(question)
    worst, least_effort = bucket, np.int64(EFFORT_MASK + 1)
    # The question's own entry is replaced first (-2), then a free one (-1), then that of least
    # effort, whose numbers are the quickest to find again.
    for way in range(bucket, bucket + WAYS):
        word = numbers[way]
        effort = word >> EFFORT_AT & EFFORT_MASK if word else np.int64(-1)
        if word and word >> TAG_AT & TAG_MASK == tag:
            effort = np.int64(-2)
        if effort < least_effort:
            worst, least_effort = way, effort
    pair = kept_number(yes) << NUMBER_BITS | kept_number(no)
    numbers[worst] = tag << TAG_AT | effort_for(visited) << EFFORT_AT | pair


# ── looking at a move ───────────────────────────────────────────────────────────────────────────


@inlined
def take_numbers(frames, move, yes, no):
    """Give a move the numbers of its successor."""
    # A proof for one player is a disproof for the other, so the numbers are exchanged if the turn
    # passes.
    kept = frames.kept[move]
    frames.yes[move], frames.no[move] = (yes if kept else no), (no if kept else yes)


@inlined
def close(frames, move, bound, oldest):
    """Store the answer of a successor for its move."""
    frames.found[move], frames.oldest[move] = bound, oldest
    # The number of an answer that is shown is 0. That of the opposite is beyond all limits.
    is_yes = bound >= frames.questions[move]
    take_numbers(frames, move, 0 if is_yes else ANSWERED, ANSWERED if is_yes else 0)


@inlined
def score_of_end(rules, position, end, cursor):
    """Return the number on the scale of a terminal position, for the player to move."""
    payoff = cursor[PAYOFF]
    if payoff != 0 and rules.player(position) == 1:
        payoff = -payoff
    return level_with(end, payoff, cursor[HAS_TIES]) * cursor[UNIT]


@inlined
def known_before_moves(rules, table, solved, scratch, cursor, position, key, target):
    """Return two bounds of a position, from the rules if it is terminal, else from a table."""
    end = rules.end(position)
    if end != rules.playing:
        score = score_of_end(rules, position, end, cursor)
        return score, score
    top = cursor[TOP]
    if target >= top or target <= 1 - top:  # play goes on: it is not won yet, nor lost
        return 1 - top, top - 1
    # Reading a prefetched bucket takes less time than finding the place in a solved table.
    word = word_of(table.words, key)
    if answers(target, least_of(word), most_of(word)):
        return least_of(word), most_of(word)
    score = solved_score(rules, solved, position, scratch.images)
    if score != UNSOLVED:
        return score, score
    return least_of(word), most_of(word)


@inlined
def look_beyond(rules, frames, scratch, cursor, move):
    """Check the moves of a successor for terminal positions. Else count these moves."""
    position, target = frames.successors[move], frames.questions[move]
    count = rules.successors(position, scratch.moves, scratch.successors)
    # Looking one ply further finds a decision at once where one move ends the game. A bad number of
    # moves is reported when the position is entered.
    for each in range(min(count, cursor[WIDTH])):
        cursor[VISITED] += 1
        after = scratch.successors[each]
        end = rules.end(after)
        if end != rules.playing:
            score = back_by_ply(
                score_of_end(rules, after, end, cursor),
                keeps_turn(rules, position, after),
                cursor[UNIT],
            )
            if score >= target:
                close(frames, move, score, NEVER)
                return
    take_numbers(
        frames, move, np.int64(1), max(count, 1)
    )  # without moves, it is entered to record that


@function
def look_at(rules, table, solved, numbers, line, frames, scratch, cursor, move):
    """Update the numbers of a move without entering its successor."""
    cursor[VISITED] += 1
    position, key = frames.successors[move], frames.successor_keys[move]
    target = frames.questions[move]
    least, most = known_before_moves(rules, table, solved, scratch, cursor, position, key, target)
    # Bounds hold on every line, so they come before the look at the line.
    if answers(target, least, most):
        close(frames, move, least if least >= target else most, NEVER)
        return
    back_at = depth_on_line(line, frames, key)
    # A repetition counts as 0, which decides against the side that wants an end. This answer
    # depends on the position that play returns to.
    if back_at >= 0:
        close(frames, move, np.int64(0), back_at)
        return
    # The question is open. Numbers of an earlier visit are better estimates than those of an
    # unknown position.
    word = numbers_of(numbers, key_of_question(key, target, cursor[UNIT]))
    if word == UNKNOWN:
        look_beyond(rules, frames, scratch, cursor, move)
    else:
        take_numbers(frames, move, word >> NUMBER_BITS & MOST_KEPT, word & MOST_KEPT)


# ── going below ─────────────────────────────────────────────────────────────────────────────────


@inlined
def take_moves(rules, table, numbers, frames, scratch, cursor, position, depth, count):
    """Copy the listed moves into the frame, and prefetch their table entries."""
    first, target, unit = depth * cursor[WIDTH], frames.targets[depth], cursor[UNIT]
    is_folded = depth < cursor[FOLDED_TO]
    # Keys and questions are stored, because they are needed again whenever the move is chosen. Both
    # buckets of all moves are prefetched before the first is read.
    for each in range(count):
        move, successor = first + each, scratch.successors[each]
        kept = keeps_turn(rules, position, successor)
        key = folded(rules, successor, scratch.images) if is_folded else successor
        question = successor_target_by_ply(target, kept, unit)
        frames.successors[move], frames.successor_keys[move] = successor, key
        frames.kept[move], frames.questions[move] = kept, question
        fetch_ahead(table.words, bucket_of(table.words, key))
        fetch_ahead(numbers, bucket_of_question(numbers, key_of_question(key, question, unit)))


@inlined
def look_at_moves(rules, table, solved, numbers, line, frames, scratch, cursor, depth, count):
    """Update the moves of a new frame, up to the first that answers yes."""
    first = depth * cursor[WIDTH]
    frames.counts[depth] = count
    for move in range(first, first + count):
        look_at(rules, table, solved, numbers, line, frames, scratch, cursor, move)
        # One yes decides the frame. The moves after it have no numbers yet, so they are cut off.
        if frames.yes[move] == 0:
            frames.counts[depth] = move - first + 1
            return


@inlined
def begin_frame(frames, cursor, move, below, yes_limit, no_limit):
    """Fill the frame of a move's successor, with two limits of this move."""
    kept = frames.kept[move]
    frames.keys[below], frames.targets[below] = frames.successor_keys[move], frames.questions[move]
    # As the numbers, the limits are exchanged if the turn passes.
    frames.yes_limits[below] = yes_limit if kept else no_limit
    frames.no_limits[below] = no_limit if kept else yes_limit
    # The difference to this count is the effort of the position when it is left.
    frames.visited[below] = cursor[VISITED]


@function
def go_below(
    rules, table, solved, numbers, line, frames, scratch, cursor, depth, yes_limit, no_limit
):
    """Enter the successor of the chosen move, unless the answer is known by now."""
    width, below = cursor[WIDTH], depth + 1
    chosen = depth * width + frames.chosen[depth]
    # The position may have been decided since, on another path. This also takes its latest numbers
    # from the table.
    look_at(rules, table, solved, numbers, line, frames, scratch, cursor, chosen)
    if frames.yes[chosen] == 0 or frames.no[chosen] == 0:
        return GO_ON
    position = frames.successors[chosen]
    # Looking at moves has overwritten the buffers, so the moves are listed again. A faulty number
    # of them must not be copied: it would write beyond the frame.
    count = rules.successors(position, scratch.moves, scratch.successors)
    if count < 1 or count > width:
        cursor[WHERE] = np.int64(position)
        return FAULT
    # The caller adds frames, and the search chooses a move of this frame again.
    if below >= frames.keys.size:
        return TOO_DEEP
    # The position must be on the line before its moves are looked at, because one of them may
    # return to it. The depth changes last, so no early return leaves half a frame.
    begin_frame(frames, cursor, chosen, below, yes_limit, no_limit)
    put_on_line(line, frames, below)
    take_moves(rules, table, numbers, frames, scratch, cursor, position, below, count)
    look_at_moves(rules, table, solved, numbers, line, frames, scratch, cursor, below, count)
    cursor[DEPTH] = below
    return GO_ON


# ── coming back ─────────────────────────────────────────────────────────────────────────────────


@inlined
def resolve(table, frames, cursor, depth):
    """Store an answer, in the table too if it holds on other lines."""
    first, target = depth * cursor[WIDTH], frames.targets[depth]
    chosen, unit = first + frames.chosen[depth], cursor[UNIT]
    is_yes, oldest = frames.yes[chosen] == 0, frames.oldest[chosen]
    # Yes rests on the chosen move alone. No rests on all moves: on the best of them, and on every
    # position of the line to which one of them returned.
    best = back_by_ply(frames.found[chosen], frames.kept[chosen], unit)
    if not is_yes:
        for move in range(first, first + frames.counts[depth]):
            best = max(best, back_by_ply(frames.found[move], frames.kept[move], unit))
            oldest = min(oldest, frames.oldest[move])
    # A result for the side that wants an end rests on terminal positions. One against it holds on
    # every line if nothing below returned to a position above this one.
    if (target > 0) == is_yes or oldest >= depth:
        oldest = NEVER
        visited = cursor[VISITED] - frames.visited[depth] + 1
        least, most = (best, INFINITE) if is_yes else (-INFINITE, best)
        keep(table, frames.keys[depth], least, most, visited, NO_PLACE)
    # The frame above has the answer in any case. It is dropped before a position above it is, so an
    # answer that depends on the line is not used on another one.
    close(frames, (depth - 1) * cursor[WIDTH] + frames.chosen[depth - 1], best, oldest)


@function
def leave(table, numbers, line, frames, cursor, depth, yes, no):
    """Remove the last position from the line, and store its answer or its numbers."""
    take_from_line(line, frames, depth)
    # Either a number is 0 and the question is decided, or a limit is reached and the move above it
    # gets the numbers of this position.
    if yes == 0 or no == 0:
        resolve(table, frames, cursor, depth)
    else:
        take_numbers(frames, (depth - 1) * cursor[WIDTH] + frames.chosen[depth - 1], yes, no)
    # Numbers are stored for decided questions too. If the answer depends on the line, it is lost
    # with the frame above, and the numbers lead back to it soon.
    question = key_of_question(frames.keys[depth], frames.targets[depth], cursor[UNIT])
    keep_numbers(numbers, question, yes, no, cursor[VISITED] - frames.visited[depth] + 1)
    cursor[DEPTH] = depth - 1


# ── the search ──────────────────────────────────────────────────────────────────────────────────


@inlined
def choose(frames, depth, first):
    """Choose the move with the least first number.

    Return that number, the second least, the greatest second number, and the number of other open
    moves.
    """
    least, second = np.int64(ANSWERED), np.int64(ANSWERED)
    hardest, still_open = np.int64(0), np.int64(0)
    frames.chosen[depth] = 0
    # Weak proof numbers: the greatest disproof number, and one for each other open move. A sum
    # would count a position again for each path to it.
    for each in range(frames.counts[depth]):
        yes, no = frames.yes[first + each], frames.no[first + each]
        if yes < least:
            least, second = yes, least
            frames.chosen[depth] = each
        elif yes < second:
            second = yes
        # A second number of 0 marks a move that cannot answer yes.
        still_open += no > 0
        hardest = max(hardest, no)
    return least, second, hardest, max(still_open - 1, 0)


def search(rules, table, solved, numbers, line, frames, scratch, cursor, most):
    """Continue with the question of frame 0 until it is answered or ``most`` more are visited."""
    status, last = np.int64(GO_ON), cursor[VISITED] + most
    while status == GO_ON and cursor[VISITED] < last:
        depth = cursor[DEPTH]
        yes, second, hardest, others = choose(frames, depth, depth * cursor[WIDTH])
        yes_limit, no_limit = frames.yes_limits[depth], frames.no_limits[depth]
        no = hardest + others
        # At a limit, another move of some position above takes less effort. An answer reaches a
        # limit too, since the opposite number is ``ANSWERED``. Frame 0 has no lower limit.
        if (yes >= yes_limit or no >= no_limit) and depth == 0:
            status = np.int64(DONE)
        elif yes >= yes_limit or no >= no_limit:
            leave(table, numbers, line, frames, cursor, depth, yes, no)
        else:
            # Stay with the chosen move until it takes ``GROWTH`` times as much as the second best
            # (1 + epsilon trick). The other open moves are part of the position's second number, so
            # only the rest of its limit is left for the chosen move.
            yes_limit = min(yes_limit, GROWTH * second + 1)
            no_limit -= others
            status = go_below(
                rules,
                table,
                solved,
                numbers,
                line,
                frames,
                scratch,
                cursor,
                depth,
                yes_limit,
                no_limit,
            )
    cursor[STATUS] = status


def put_all_on_line(line, frames, depth):
    """Put all positions down to this depth on an empty line."""
    for each in range(depth + 1):
        put_on_line(line, frames, each)
