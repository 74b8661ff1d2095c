"""Inner loops of retrograde analysis on a graph: moves by successor, and levels of propagation.

The pending positions of a rank have *numbers* from 0 on. A *code* represents a move: the number of
its predecessor, the rank of the predecessor, and a bit that is set if the move keeps the turn. The
codes are stored by the number of the successor, like a compressed sparse matrix: ``edges`` from
``rows[number]`` up to ``rows[number + 1]`` are the moves to a position.

A resolved position sends a *message* to each of its predecessors: the number of the predecessor,
and a bit that is set if the move is good for it. ``unresolved`` counts the moves of a position that
are not yet known to be bad. It is 0 once the position is resolved. The ``queue`` of breadth-first
search holds the positions in the order in which they are resolved, each as a message.

Ranks send each other messages in boxes. One process delivers them at once, and does many levels in
one call (:func:`resolve_levels`).
"""

from __future__ import annotations

import numpy as np

from gamesolver.kernels.compiling import kernel, njit
from gamesolver.kernels.intrinsics import fetch_ahead
from gamesolver.kernels.ranks import BYTE, MORE
from gamesolver.kernels.reversing import BIN_BITS, IN_BIN

NEAR, FAR = 16, 32  # entries ahead of the current one whose edges, and rows, are fetched
POSITION, EDGE = 0, 1  # in the cursor of :func:`fill_boxes`
HEAD, END, TAIL, LEVEL, RUN, GOES_ON, LEVELS = range(7)  # in the cursor of :func:`resolve_levels`
CURSOR = 7

helper = njit(inline="always")


# ── moves in bins of their successors ───────────────────────────────────────────────────────────


@kernel
def count_bins(targets, bits, begins):
    """Count moves by the bins of their successors.

    A target is the number of a successor, above ``bits`` other bits.
    """
    for target in targets:
        begins[(np.int64(target) >> (bits + BIN_BITS)) + 1] += 1


@kernel
def deal_moves(targets, codes, cursors, edges, low_bits):
    """Deal the codes of moves into the bins of their successors."""
    for move in range(targets.size):
        # Each bin is written from its cursor on, so there is one sequential stream for each bin.
        # The low bits of the number are kept, by which the bin is sorted later.
        number = np.int64(targets[move])
        entry = cursors[number >> BIN_BITS]
        cursors[number >> BIN_BITS] = entry + 1
        edges[entry] = codes[move]
        low_bits[entry] = number & IN_BIN


@kernel
def deal_own_moves(targets, counts, row, shift, rank, cursors, edges, low_bits):
    """Deal the moves of this rank's own positions, from the number ``row`` on, into the bins.

    ``targets`` are the numbers of the successors, with a bit that is set if the turn is kept.
    ``counts`` holds the number of moves of each position.
    """
    move = 0
    for each in range(counts.size):
        # All moves of a position have its code, except for the bit of a kept turn.
        code = ((row + each) << shift) | rank
        for _ in range(np.int64(counts[each])):
            target = np.int64(targets[move])
            number = target >> 1
            entry = cursors[number >> BIN_BITS]
            cursors[number >> BIN_BITS] = entry + 1
            edges[entry] = code | (target & 1)
            low_bits[entry] = number & IN_BIN
            move += 1


# ── passes ──────────────────────────────────────────────────────────────────────────────────────


@helper
def _message(code, shift, is_good, drawing):
    """Return the message to the predecessor of a move.

    A move is good if it keeps the turn and leads to a good position, or if it passes the turn and
    leads to a bad one.
    """
    # An exclusive or, negated: 1 if the bits are equal. Among finished draws all messages are good.
    good = 1 if drawing else (code & 1) ^ is_good ^ 1
    return ((code >> shift) << 1) | good


@kernel
def fill_boxes(frontier, cursor, rows, edges, shift, drawing, boxes, filled):
    """Propagate a frontier to its predecessors, by the box of each rank, until one box is full.

    ``cursor`` holds the progress: the index in the frontier, and the next move of that position.
    """
    # Where the last call stopped. A code has the rank above the bit of a kept turn.
    at, next_edge = cursor[POSITION], cursor[EDGE]
    low = (1 << (shift - 1)) - 1
    while at < frontier.size:
        # The row of a position points to its edges. So the row is fetched first, and the edges once
        # the row can be read without a wait.
        if at + FAR < frontier.size:
            fetch_ahead(rows, np.int64(frontier[at + FAR]) >> 1)
        if at + NEAR < frontier.size:
            fetch_ahead(edges, rows[np.int64(frontier[at + NEAR]) >> 1])
        number, is_good = np.int64(frontier[at]) >> 1, np.int64(frontier[at]) & 1
        # The first position may have edges that the last call has propagated. For all others,
        # ``next_edge`` is 0.
        for edge in range(max(rows[number], next_edge), rows[number + 1]):
            code = np.int64(edges[edge])
            rank = (code >> 1) & low
            room = filled[rank]
            # At a full box the caller sends all boxes, and continues with this edge.
            if room == boxes.shape[1]:
                cursor[POSITION], cursor[EDGE] = at, edge
                return
            boxes[rank, room] = _message(code, shift, is_good, drawing)
            filled[rank] = room + 1
        at += 1
        next_edge = 0
    cursor[POSITION], cursor[EDGE] = at, 0


@helper
def _resolved_by(message, drawing, unresolved):
    """Return True if a message resolves its position. Otherwise decrement its open moves."""
    number = message >> 1
    # The first message that resolves a position is the one that counts: later ones find 0.
    left = np.int64(unresolved[number])
    if left == 0:
        return False
    # A bad message counts down. The last open move, a good message, or any message of a finished
    # draw resolves the position.
    if not message & 1 and left > 1 and not drawing:
        unresolved[number] = left - 1
        return False
    unresolved[number] = 0
    return True


@kernel
def resolve(messages, drawing, unresolved, queue, tail):
    """Process messages: append the resolved positions to the queue, and return its new end."""
    for place in range(messages.size):
        # Counters are read at random, so each is fetched some messages ahead.
        if place + NEAR < messages.size:
            fetch_ahead(unresolved, np.int64(messages[place + NEAR]) >> 1)
        message = np.int64(messages[place])
        # A message has the form of an entry in the queue: the position is good if the move is.
        if _resolved_by(message, drawing, unresolved):
            queue[tail] = message
            tail += 1
    return tail


@kernel
def resolve_packed(packed, drawing, unresolved, queue, tail):
    """Process packed messages, as :func:`resolve` does."""
    message, more, bits = 0, 0, 0
    for place in range(packed.size):
        # Seven bits a byte, the lowest first, and a mark if more follow. A number is the difference
        # from the message before, since messages are sorted.
        byte = np.int64(packed[place])
        more |= (byte & (MORE - 1)) << bits
        bits += BYTE
        if byte < MORE:
            message += more
            more, bits = 0, 0
            if _resolved_by(message, drawing, unresolved):
                queue[tail] = message
                tail += 1
    return tail


@kernel
def _propagate(frontier, rows, edges, shift, drawing, unresolved, box, queue, tail):
    """Propagate a frontier to its predecessors within one process. Return the end of the queue."""
    filled = 0
    for at in range(frontier.size):
        # Rows and edges are fetched ahead as in :func:`fill_boxes`.
        if at + FAR < frontier.size:
            fetch_ahead(rows, np.int64(frontier[at + FAR]) >> 1)
        if at + NEAR < frontier.size:
            fetch_ahead(edges, rows[np.int64(frontier[at + NEAR]) >> 1])
        number, is_good = np.int64(frontier[at]) >> 1, np.int64(frontier[at]) & 1
        for edge in range(rows[number], rows[number + 1]):
            code = np.int64(edges[edge])
            box[filled] = _message(code, shift, is_good, drawing)
            filled += 1
            # A full box is delivered at once, to this process itself.
            if filled == box.size:
                tail = resolve(box, drawing, unresolved, queue, tail)
                filled = 0
    return resolve(box[:filled], drawing, unresolved, queue, tail)


@kernel
def resolve_levels(
    rows, edges, shift, drawing, received, unresolved, queue, box, cursor, levels, ends, most
):
    """Resolve level after level within one process, until about ``most`` positions are propagated.

    ``received`` are the messages of resolved positions outside the graph, in order of their levels.
    ``cursor`` holds the progress. Levels that resolve something are put into ``levels``, with the
    end of the queue after each.
    """
    head, end, tail = cursor[HEAD], cursor[END], cursor[TAIL]
    level, run, count, goes_on = cursor[LEVEL], cursor[RUN], 0, 1
    while most > 0 and count < levels.size:
        # The level is propagated to its end, in parts of at most ``most`` positions.
        if head < end:
            stop = min(end, head + most)
            tail = _propagate(
                queue[head:stop], rows, edges, shift, drawing, unresolved, box, queue, tail
            )
            most, head = most - (stop - head), stop
            continue
        # The next level is that of the positions just resolved, if there are any. Otherwise it is
        # the next one with messages from outside, or the phase is over.
        if tail > end:
            level += 1
        elif run < received.ends.size:
            level = received.levels[run]
        else:
            goes_on = 0
            break
        # Messages from outside resolve positions of this level too, in addition to those that the
        # level before has resolved.
        if run < received.ends.size and received.levels[run] == level:
            begin = received.ends[run - 1] if run > 0 else 0
            messages = received.messages[begin : received.ends[run]]
            tail = resolve(messages, drawing, unresolved, queue, tail)
            run += 1
        # The level consists of all positions that are resolved and not propagated. An empty level
        # is not recorded.
        end = tail
        if end > head:
            levels[count], ends[count] = level, end
            count += 1
    cursor[HEAD], cursor[END], cursor[TAIL], cursor[LEVEL] = head, end, tail, level
    cursor[RUN], cursor[GOES_ON], cursor[LEVELS] = run, goes_on, count
