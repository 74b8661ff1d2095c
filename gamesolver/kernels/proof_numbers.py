"""Depth-first proof-number search that decides if the score of a position is at least a bound.

**The search.** A question is an integer (see ``kernels.search_scores``), and its answer is yes or
no. One move that answers yes is a proof, and a disproof needs all moves. So each question has two
numbers, which estimate the effort that is left: the *proof number* is the least of the moves, and
the *disproof number* is the greatest of the moves, plus one for each other move that is still open
(weak proof numbers: the sum would count a position several times if several moves lead to it). An
unknown position has the proof number 1, and its number of moves as the disproof number. If one of
its moves wins by ending the game, it is decided at once. The search visits the move with the least
proof number. It requires no knowledge of good moves from the author.

**Depth first** (df-pn). Each position of the line has a *threshold* for each number. The search
leaves the position when a number reaches its threshold, because then another move of some position
above takes less effort. A move is visited until it takes ``GROWTH`` times as much as the second
best, so that the search does not switch too often (the 1 + epsilon trick). Numbers are stored for a
position with its question, in a table of their own. Results are stored for the position alone, as
bounds that serve all questions (``kernels.alpha_beta``).

**Lost entries change no result**, because numbers only direct the search. A result rests on
terminal positions, on bounds, and on the moves of a position: one of them for yes and all for no.
While a position is on the line its frame holds the numbers and results of its moves, so no table
can lose them.

**Termination** does not depend on the table. No position is on the line twice, so a line is finite.
By induction on the possible length of the rest of a line, every position that is entered is left.
Each visit to a move decides it, or brings the disproof number to the threshold of the position, or
raises the proof number of the move above the second best. Stored numbers have a greatest value, and
each position adds at most its number of moves to it. So the last case happens finitely often, and a
threshold above all of these numbers is reached by a decision alone. Without a table this is a
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
stored results do not depend on the path (the *graph history interaction* problem). Results that are
lost with a frame are found again, and the numbers stored with them lead there soon.

Sources: V. Allis, M. van der Meulen, J. van den Herik, "Proof-number search", 1994; A. Nagai,
"Df-pn algorithm for searching AND/OR trees and its applications", 2002; J. Pawlewicz, L. Lew,
"Improving depth-first pn-search: 1 + epsilon trick", 2007; T. Ueda and others, "Weak proof-number
search", 2008; A. Kishimoto, M. Mueller, "A solution to the GHI problem for depth-first proof-number
search", 2005.
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
    backed_up_by_ply,
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
    proof_thresholds: Any
    """Thresholds. The search leaves a position when one of its numbers reaches its threshold."""
    disproof_thresholds: Any
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
    """1 if the move keeps the turn."""
    questions: Any
    """Question of each successor."""
    proof: Any
    """Proof and disproof numbers of a move, for the player who makes it."""
    disproof: Any
    found: Any
    """Bound of each successor, once it is answered."""
    oldest: Any
    """Least depth of the line on which that answer depends."""


OF_FRAMES = 7
"""Number of columns with one entry a frame."""

(DEPTH, STATUS, VISITED, WHERE, FOLDED_TO, WIDTH, UNIT, TOP, PAYOFF, HAS_TIES) = range(10)
CURSOR = 10
"""Entries of the cursor: the state of the search, the position of a fault, and two settings: the
depth down to which positions are folded, and the number of moves that a frame has room for. The
last four are the scale, as in ``kernels.alpha_beta``."""

GO_ON, DONE, TOO_DEEP, FAULT = range(4)

ANSWERED = 1 << 40
"""Proof or disproof number of an answer that is impossible."""
GROWTH = 16
"""A move is searched until its number exceeds ``GROWTH`` times the second best."""

# ── the table of numbers ────────────────────────────────────────────────────────────────────────
# A bucket is eight words, which the processor fetches together. Each word has a part of the
# question's key, the effort spent on it, and its two numbers. Two questions may have the same word:
# the only effect is on which move is searched next.

WAYS = 8
NUMBER_BITS, EFFORT_BITS, TAG_BITS = 19, 6, 20
GREATEST_STORED = (1 << NUMBER_BITS) - 1
EFFORT_MASK, TAG_MASK = (1 << EFFORT_BITS) - 1, (1 << TAG_BITS) - 1
EFFORT_AT, TAG_AT = 2 * NUMBER_BITS, 2 * NUMBER_BITS + EFFORT_BITS
UNKNOWN = np.int64(0)
"""Word of a question without numbers."""
U32 = np.uint64(32)


@inlined
def question_kind(target, unit):
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
    kind = np.int64(question_kind(target, unit))
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
    """Return the proof and disproof number of a question, packed, or ``UNKNOWN``."""
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
def stored_number(number):
    """Return a number as it is stored: at least 1, at most ``MOST_KEPT``."""
    return min(max(number, np.int64(1)), np.int64(GREATEST_STORED))


@function
def store_numbers(numbers, question, proof, disproof, visited):
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
    pair = stored_number(proof) << NUMBER_BITS | stored_number(disproof)
    numbers[worst] = tag << TAG_AT | effort_for(visited) << EFFORT_AT | pair


# ── the numbers of a move ─────────────────────────────────────────────────────────────────────────


@inlined
def set_numbers(frames, move, proof, disproof):
    """Give a move the numbers of its successor."""
    # A proof for one player is a disproof for the other, so the numbers are exchanged if the turn
    # passes.
    kept = frames.kept[move]
    frames.proof[move], frames.disproof[move] = (
        (proof if kept else disproof),
        (disproof if kept else proof),
    )


@inlined
def set_answer(frames, move, bound, oldest):
    """Store the answer of a successor for its move."""
    frames.found[move], frames.oldest[move] = bound, oldest
    # The number of the answer is 0. The number of the opposite is above all thresholds.
    is_yes = bound >= frames.questions[move]
    set_numbers(frames, move, 0 if is_yes else ANSWERED, ANSWERED if is_yes else 0)


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
def look_one_ply_ahead(rules, frames, scratch, cursor, move):
    """Look for a move of a successor that ends play and answers yes. Else count its moves."""
    position, target = frames.successors[move], frames.questions[move]
    count = rules.successors(position, scratch.moves, scratch.successors)
    # Looking one ply further finds a decision at once where one move ends the game. A bad number of
    # moves is reported when the position is entered.
    for each in range(min(count, cursor[WIDTH])):
        cursor[VISITED] += 1
        after = scratch.successors[each]
        end = rules.end(after)
        if end != rules.playing:
            score = backed_up_by_ply(
                score_of_end(rules, after, end, cursor),
                keeps_turn(rules, position, after),
                cursor[UNIT],
            )
            if score >= target:
                set_answer(frames, move, score, NEVER)
                return
    set_numbers(
        frames, move, np.int64(1), max(count, 1)
    )  # without moves, it is entered to record that


@function
def update_move(rules, table, solved, numbers, line, frames, scratch, cursor, move):
    """Update the numbers of a move without entering its successor."""
    cursor[VISITED] += 1
    position, key = frames.successors[move], frames.successor_keys[move]
    target = frames.questions[move]
    least, most = known_before_moves(rules, table, solved, scratch, cursor, position, key, target)
    # Bounds hold on every line, so they come before the search for a repetition.
    if answers(target, least, most):
        set_answer(frames, move, least if least >= target else most, NEVER)
        return
    back_at = depth_on_line(line, frames, key)
    # A repetition counts as 0, which decides against the side that wants an end. This answer
    # depends on the position that play returns to.
    if back_at >= 0:
        set_answer(frames, move, np.int64(0), back_at)
        return
    # The question is open. Numbers of an earlier visit are better estimates than those of an
    # unknown position.
    word = numbers_of(numbers, key_of_question(key, target, cursor[UNIT]))
    if word == UNKNOWN:
        look_one_ply_ahead(rules, frames, scratch, cursor, move)
    else:
        set_numbers(frames, move, word >> NUMBER_BITS & GREATEST_STORED, word & GREATEST_STORED)


# ── entering a position ─────────────────────────────────────────────────────────────────────────


@inlined
def list_moves(rules, table, numbers, frames, scratch, cursor, position, depth, count):
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
def update_moves(rules, table, solved, numbers, line, frames, scratch, cursor, depth, count):
    """Update the moves of a new frame, up to the first that answers yes."""
    first = depth * cursor[WIDTH]
    frames.counts[depth] = count
    for move in range(first, first + count):
        update_move(rules, table, solved, numbers, line, frames, scratch, cursor, move)
        # One yes decides the frame. The moves after it have no numbers yet, so they are cut off.
        if frames.proof[move] == 0:
            frames.counts[depth] = move - first + 1
            return


@inlined
def fill_frame(frames, cursor, move, below, proof_threshold, disproof_threshold):
    """Fill the frame of a move's successor, with both thresholds of this move."""
    kept = frames.kept[move]
    frames.keys[below], frames.targets[below] = frames.successor_keys[move], frames.questions[move]
    # Like the numbers, the thresholds are exchanged if the turn passes.
    frames.proof_thresholds[below] = proof_threshold if kept else disproof_threshold
    frames.disproof_thresholds[below] = disproof_threshold if kept else proof_threshold
    # The difference to this count is the effort of the position when it is left.
    frames.visited[below] = cursor[VISITED]


@function
def enter_successor(
    rules,
    table,
    solved,
    numbers,
    line,
    frames,
    scratch,
    cursor,
    depth,
    proof_threshold,
    disproof_threshold,
):
    """Enter the successor of the chosen move, unless the answer is known by now."""
    width, below = cursor[WIDTH], depth + 1
    chosen = depth * width + frames.chosen[depth]
    # The position may have been decided since, on another path. This also takes its latest numbers
    # from the table.
    update_move(rules, table, solved, numbers, line, frames, scratch, cursor, chosen)
    if frames.proof[chosen] == 0 or frames.disproof[chosen] == 0:
        return GO_ON
    position = frames.successors[chosen]
    # The update of moves has overwritten the buffers, so the moves are listed again. A faulty
    # number of them must not be copied: it would write beyond the frame.
    count = rules.successors(position, scratch.moves, scratch.successors)
    if count < 1 or count > width:
        cursor[WHERE] = np.int64(position)
        return FAULT
    # The caller adds frames, and the search chooses a move of this frame again.
    if below >= frames.keys.size:
        return TOO_DEEP
    # The position must be on the line before its moves are updated, because one of them may return
    # to it. The depth changes last, so no early return leaves half a frame.
    fill_frame(frames, cursor, chosen, below, proof_threshold, disproof_threshold)
    put_on_line(line, frames, below)
    list_moves(rules, table, numbers, frames, scratch, cursor, position, below, count)
    update_moves(rules, table, solved, numbers, line, frames, scratch, cursor, below, count)
    cursor[DEPTH] = below
    return GO_ON


# ── leaving a position ──────────────────────────────────────────────────────────────────────────


@inlined
def store_answer(table, frames, cursor, depth):
    """Store an answer, in the table too if it holds on other lines."""
    first, target = depth * cursor[WIDTH], frames.targets[depth]
    chosen, unit = first + frames.chosen[depth], cursor[UNIT]
    is_yes, oldest = frames.proof[chosen] == 0, frames.oldest[chosen]
    # Yes rests on the chosen move alone. No rests on all moves: on the best of them, and on every
    # position of the line to which one of them returned.
    best = backed_up_by_ply(frames.found[chosen], frames.kept[chosen], unit)
    if not is_yes:
        for move in range(first, first + frames.counts[depth]):
            best = max(best, backed_up_by_ply(frames.found[move], frames.kept[move], unit))
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
    set_answer(frames, (depth - 1) * cursor[WIDTH] + frames.chosen[depth - 1], best, oldest)


@function
def leave_position(table, numbers, line, frames, cursor, depth, proof, disproof):
    """Remove the last position from the line, and store its answer or its numbers."""
    take_from_line(line, frames, depth)
    # Either a number is 0 and the question is decided, or a threshold is reached. Then the move of
    # the frame above gets the numbers of this position.
    if proof == 0 or disproof == 0:
        store_answer(table, frames, cursor, depth)
    else:
        set_numbers(frames, (depth - 1) * cursor[WIDTH] + frames.chosen[depth - 1], proof, disproof)
    # Numbers are stored for decided questions too. If the answer depends on the line, it is lost
    # with the frame above, and the numbers lead back to it soon.
    question = key_of_question(frames.keys[depth], frames.targets[depth], cursor[UNIT])
    store_numbers(numbers, question, proof, disproof, cursor[VISITED] - frames.visited[depth] + 1)
    cursor[DEPTH] = depth - 1


# ── the search ──────────────────────────────────────────────────────────────────────────────────


@inlined
def choose_move(frames, depth, first):
    """Choose the move with the least proof number.

    Return that number, the second least, the greatest disproof number, and the number of other open
    moves.
    """
    least, second = np.int64(ANSWERED), np.int64(ANSWERED)
    hardest, still_open = np.int64(0), np.int64(0)
    frames.chosen[depth] = 0
    # Weak proof numbers: the greatest disproof number, and one for each other open move. A sum
    # would count a position again for each path to it.
    for each in range(frames.counts[depth]):
        proof, disproof = frames.proof[first + each], frames.disproof[first + each]
        if proof < least:
            least, second = proof, least
            frames.chosen[depth] = each
        elif proof < second:
            second = proof
        # The disproof number 0 marks a move that cannot answer yes.
        still_open += disproof > 0
        hardest = max(hardest, disproof)
    return least, second, hardest, max(still_open - 1, 0)


def search(rules, table, solved, numbers, line, frames, scratch, cursor, most):
    """Continue with the question of frame 0 until it is answered or ``most`` more are visited."""
    status, last = np.int64(GO_ON), cursor[VISITED] + most
    while status == GO_ON and cursor[VISITED] < last:
        depth = cursor[DEPTH]
        proof, second, hardest, others = choose_move(frames, depth, depth * cursor[WIDTH])
        proof_threshold, disproof_threshold = (
            frames.proof_thresholds[depth],
            frames.disproof_thresholds[depth],
        )
        disproof = hardest + others
        # At a threshold, another move of some position above takes less effort. An answer reaches a
        # threshold too, since the opposite number is ``ANSWERED``, which is the threshold of frame
        # 0.
        if (proof >= proof_threshold or disproof >= disproof_threshold) and depth == 0:
            status = np.int64(DONE)
        elif proof >= proof_threshold or disproof >= disproof_threshold:
            leave_position(table, numbers, line, frames, cursor, depth, proof, disproof)
        else:
            # Stay with the chosen move until it takes ``GROWTH`` times as much as the second best
            # (1 + epsilon trick). The other open moves are part of the position's disproof number,
            # so only the rest of the threshold is left for the chosen move.
            proof_threshold = min(proof_threshold, GROWTH * second + 1)
            disproof_threshold -= others
            status = enter_successor(
                rules,
                table,
                solved,
                numbers,
                line,
                frames,
                scratch,
                cursor,
                depth,
                proof_threshold,
                disproof_threshold,
            )
    cursor[STATUS] = status


def put_all_on_line(line, frames, depth):
    """Put all positions down to this depth on an empty line."""
    for each in range(depth + 1):
        put_on_line(line, frames, each)
