"""Inner loops of retrograde analysis of a graph in memory.

The wrappers in ``graph.retrograde`` validate and allocate. The kernels only compute:

``rows``     positions + 1 offsets: the edges of position i are
             ``edges[rows[i]:rows[i + 1]]``
``edges``    one number for each move: the index at its other end, or the complement
             ``~index`` of it if the move keeps the turn
``entries``  the level of a position, its bits moved up by ``shift``, and its kind below
             (``kernels.labels``)
``unresolved``  number of moves of a pending position that are not yet known to be bad;
             0 once the position is resolved
``queue``    the positions in the order in which they are resolved, the good ones as the complement

The *level* is the remoteness. The *kind* is one of two in each phase, for good and for bad. Data
that is used at its level is passed in *runs* of one level, with the end of each run. Narrow
integers are converted to 64 bits before they are used.

A random read costs as much as a hundred sequential ones. So the data of a frontier is prefetched,
and its messages are dealt into *bins* for 131,072 neighbours each, which are delivered when full.
Then all counters that they update are in the cache, a byte for each position. The outcome of a
position is written when the position is reached in the queue.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamesolver.kernels.compiling import kernel
from gamesolver.kernels.intrinsics import fetch_ahead

NEAR, FAR = 16, 32  # positions ahead of the current one whose edges, and rows, are fetched
AHEAD = 32  # messages that a counter is fetched ahead
BIN_BITS = 17  # positions a bin of messages, as a power of two
SMALL = 4096  # a frontier smaller than this uses one bin
NEVER = 1 << 62  # a level that nothing has


class Cursor(NamedTuple):
    """Progress of ``advance``."""

    head: Any  # next position of the queue
    level_end: Any  # end of the current level in the queue
    next_known: Any  # next of the positions known before
    known_end: Any  # end of the current level among these
    known_run: Any  # next of their runs
    tail: Any  # end of the queue
    level: Any  # current level
    received_run: Any  # next run of the boundary
    goes_on: Any  # True if positions are left


@kernel
def resolve(messages, drawing, unresolved, queue, tail):
    """Deliver messages; append the positions they resolve to the queue.

    A message is a position one of whose moves is now known to be good enough, or its
    complement if that move is known to be bad; when ``drawing``, both resolve it.
    """
    for place in range(messages.size):
        # Messages hit counters in no order. The counter of a later message is fetched ahead, so
        # that many reads are under way at once.
        if place + AHEAD < messages.size:
            coming = np.int64(messages[place + AHEAD])
            fetch_ahead(unresolved, max(coming, ~coming))
        message = np.int64(messages[place])
        position = max(message, ~message)  # undoes the complement
        left = np.int64(unresolved[position])
        # The position is resolved. The first message that decides it is final.
        if left == 0:
            continue
        # A bad move resolves a position only if it is the last open one. A good move resolves it at
        # once, and so does any move in the phase of finished draws.
        if message < 0 and left > 1 and not drawing:
            unresolved[position] = left - 1
            continue
        # In a message the complement marks a bad move, and in the queue a good position.
        unresolved[position] = 0
        queue[tail] = ~message
        tail += 1
    return tail


@kernel
def spread(frontier, level, phase, graph, labels, bins, filled, queue, tail):
    """Carry the outcomes of a frontier one move back, a bin of messages at a time.

    All of the frontier has one level, and nothing pending can be resolved with less, so the
    first message that decides a position decides it for good, and within a frontier the order
    of the messages does not matter.
    """
    (rows, edges), (entries, unresolved), (shift, bad, good, drawing) = graph, labels, phase
    # With a small frontier, a visit to every bin at the end would cost more than the bins save.
    is_small = frontier.size < SMALL
    to_bin = 62 if is_small else BIN_BITS  # 62: everything goes to bin 0
    for place in range(-FAR, frontier.size):
        # Prefetch in two steps: the address of the edges is in the rows, so these must arrive
        # first. The loop begins below 0 to fill this pipeline.
        if place + FAR < frontier.size:
            coming = np.int64(frontier[place + FAR])
            fetch_ahead(rows, max(coming, ~coming))
        if 0 <= place + NEAR < frontier.size:
            coming = np.int64(frontier[place + NEAR])
            fetch_ahead(edges, rows[max(coming, ~coming)])
            fetch_ahead(entries, max(coming, ~coming))
        if place < 0:
            continue
        # The only write of this outcome. Its random access was prefetched with the edges.
        entry = np.int64(frontier[place])
        position, is_good = max(entry, ~entry), entry < 0
        entries[position] = (level << shift) + (good if is_good else bad)
        # One message to each predecessor, into the bin for its part of the counters.
        for edge in range(rows[position], rows[position + 1]):
            column = np.int64(edges[edge])
            turn_kept = column < 0
            before = max(column, ~column)
            number = before >> to_bin
            room = filled[number]
            # what is good and keeps the turn is good before it, as what is bad and passes it
            bins[number, room] = before if is_good == turn_kept else ~before
            filled[number] = room + 1
            # A full bin is delivered: its counters fit the cache.
            if room + 1 == bins.shape[1]:
                tail = resolve(bins[number], drawing, unresolved, queue, tail)
                filled[number] = 0
    # Deliver the rest. The positions that this frontier resolves are all in the queue before a
    # later level begins.
    for number in range(1 if is_small else filled.size):
        tail = resolve(bins[number, : filled[number]], drawing, unresolved, queue, tail)
        filled[number] = 0
    return tail


@kernel
def advance(graph, labels, known, boundary, queue, bins, filled, phase, cursor, most):
    """Propagate about ``most`` positions, lowest level first. Return the progress.

    The queue holds positions that were resolved here, and ``known`` those resolved before.
    ``boundary`` has messages from outside. Both are ``Timed``. A ``phase`` defines the kinds that
    it resolves.
    """
    unresolved, drawing = labels[1], phase[3]
    head, level_end, next_known, known_end, known_run, tail, level, received_run, _ = cursor
    # A frontier is a part of the level at work, of limited size, so that the caller can report
    # progress between two calls. Known positions come before those of the queue.
    while most > 0:
        if next_known < known_end:
            stop = min(known_end, next_known + most)
            frontier = known.positions[next_known:stop]
            next_known = stop
        elif head < level_end:
            stop = min(level_end, head + most)
            frontier = queue[head:stop]
            head = stop
        elif head < tail or known_run < known.ends.size or received_run < boundary.ends.size:
            # The level is finished. The rest of the queue was resolved during it, and is one level
            # above. If the queue is empty, the levels without sources are skipped.
            level_end = tail
            level = level + 1 if head < tail else NEVER
            if known_run < known.ends.size:
                level = min(level, known.levels[known_run])
            if received_run < boundary.ends.size:
                level = min(level, boundary.levels[received_run] - 1)
            # Known positions of the new level are propagated at this level.
            if known_run < known.ends.size and known.levels[known_run] == level:
                known_end = known.ends[known_run]
                known_run += 1
            # A message from outside resolves a position of the next level. It is delivered now,
            # after the end of this level in the queue, together with what this level will resolve.
            if received_run < boundary.ends.size and boundary.levels[received_run] == level + 1:
                first = boundary.ends[received_run - 1] if received_run else 0
                messages = boundary.positions[first : boundary.ends[received_run]]
                tail = resolve(messages, drawing, unresolved, queue, tail)
                received_run += 1
            continue
        else:
            break
        most -= frontier.size
        tail = spread(frontier, level, phase, graph, labels, bins, filled, queue, tail)
    goes_on = head < tail or next_known < known.positions.size or received_run < boundary.ends.size
    return head, level_end, next_known, known_end, known_run, tail, level, received_run, goes_on
