"""The inner loops of retrograde analysis: no rules, no Python objects, no errors.

The wrappers in ``graph.retrograde`` validate and allocate, the kernels only compute:

``rows``     positions + 1 offsets: the edges of position i are
             ``edges[rows[i]:rows[i + 1]]``
``edges``    one column a move: the index at its other end, or the complement
             ``~index`` of it where the move keeps the turn
``cells``    the outcome of a position, as ``codes`` has it; an endless draw while it is pending
``unsettled``  how many moves of a pending position are not yet known to lose;
             0 once the position is settled
``queue``    the positions in the order in which they are settled, the won ones as the complement

A narrow number is widened before anything is computed with it.

A random read costs as much as a hundred sequential ones. So what a frontier needs is
fetched ahead, and what it says is dealt into *bins* of messages to 131,072 neighbours
each, delivered when full: all they touch is then in the cache. That is the counters
alone, a byte a position; an outcome is written when its position comes up in the queue.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamesolver.kernels.cells import cell_of, kind_of, plies_of
from gamesolver.kernels.codes import DRAW, ENDLESS, LOSS, WIN
from gamesolver.kernels.compiling import kernel
from gamesolver.kernels.intrinsics import fetch_ahead

PENDING, NO_PLIES = 2, -1  # of a label, whose value is less by one than the kind of a cell
NEAR, FAR = 16, 32  # positions ahead of the one at work whose edges, and rows, are fetched
AHEAD = 32  # messages that a counter is fetched ahead
BIN_BITS = 17  # positions a bin of messages, as a power of two
SMALL = 4096  # a frontier smaller than this uses one bin
NEVER = 1 << 62  # a remoteness that nothing has


class Cursor(NamedTuple):
    """How far ``advance`` has come."""

    head: Any  # the queue is done to here
    level_end: Any  # the remoteness at work ends here in it
    next_known: Any  # those known before are done to here
    known_end: Any  # the remoteness at work ends here among them
    tail: Any  # the queue ends here
    level: Any  # the remoteness at work
    heard: Any  # the border has been heard to here
    goes_on: Any  # whether some positions wait


@kernel
def encode(rows, value, plies, cells, unsettled):
    """Start the counters, and have the labels as cells."""
    for position in range(value.size):
        is_pending, ply = value[position] == PENDING, np.int64(plies[position])
        cell = cell_of(np.int64(value[position]) + 1, ply)
        cells[position] = ENDLESS if is_pending or ply == NO_PLIES else cell
        unsettled[position] = rows[position + 1] - rows[position] if is_pending else 0


@kernel
def decode(cells, value):
    """Take the cells apart; what they leave behind is the plies."""
    for position in range(cells.size):
        cell = np.int64(cells[position])
        value[position] = (DRAW if cell == ENDLESS else kind_of(cell)) - 1
        cells[position] = NO_PLIES if cell == ENDLESS else plies_of(cell)


@kernel
def settle(messages, drawing, unsettled, queue, tail):
    """Deliver messages; append the positions they settle to the queue.

    A message is a position one of whose moves is now known to win, or its
    complement if that move is known to lose; when ``drawing``, to draw.
    """
    for place in range(messages.size):
        if place + AHEAD < messages.size:
            coming = np.int64(messages[place + AHEAD])
            fetch_ahead(unsettled, max(coming, ~coming))
        message = np.int64(messages[place])
        position = max(message, ~message)  # undoes the complement
        left = np.int64(unsettled[position])
        if left == 0:
            continue
        if message < 0 and left > 1 and not drawing:
            unsettled[position] = left - 1
            continue
        unsettled[position] = 0
        queue[tail] = ~message
        tail += 1
    return tail


@kernel
def spread(frontier, level, drawing, graph, labels, bins, filled, queue, tail):
    """Carry the outcomes of a frontier one move back, a bin of messages at a time.

    All of the frontier has one remoteness, the ``level``, and nothing pending can be
    settled with less, so the first message that decides a position decides it for good,
    and within a frontier the order of the messages does not matter.
    """
    (rows, edges), (cells, unsettled) = graph, labels
    is_small = frontier.size < SMALL
    shift = 62 if is_small else BIN_BITS  # 62: everything goes to bin 0
    for place in range(-FAR, frontier.size):
        if place + FAR < frontier.size:
            coming = np.int64(frontier[place + FAR])
            fetch_ahead(rows, max(coming, ~coming))
        if 0 <= place + NEAR < frontier.size:
            coming = np.int64(frontier[place + NEAR])
            fetch_ahead(edges, rows[max(coming, ~coming)])
            fetch_ahead(cells, max(coming, ~coming))
        if place < 0:
            continue
        entry = np.int64(frontier[place])
        position, is_won = max(entry, ~entry), entry < 0
        kind = DRAW if drawing else WIN if is_won else LOSS
        cells[position] = cell_of(kind, level)
        for edge in range(rows[position], rows[position + 1]):
            column = np.int64(edges[edge])
            turn_kept = column < 0
            before = max(column, ~column)
            number = before >> shift
            room = filled[number]
            # a win that keeps the turn is a win before it, a loss that passes it as well
            bins[number, room] = before if is_won == turn_kept else ~before
            filled[number] = room + 1
            if room + 1 == bins.shape[1]:
                tail = settle(bins[number], drawing, unsettled, queue, tail)
                filled[number] = 0
    for number in range(1 if is_small else filled.size):
        tail = settle(bins[number, : filled[number]], drawing, unsettled, queue, tail)
        filled[number] = 0
    return tail


@kernel
def advance(graph, labels, known, border, queue, bins, filled, drawing, cursor, most):
    """Spread about ``most`` positions, lowest remoteness first, and say how far that has come.

    The queue holds what was settled here, ``known`` what was so before, sorted by remoteness,
    ``border`` the messages from there, each with the remoteness to hear it at.
    """
    (cells, unsettled), (messages, hear_at) = labels, border
    head, level_end, next_known, known_end, tail, level, heard, _ = cursor
    while most > 0:
        if next_known < known_end:
            stop = min(known_end, next_known + most)
            frontier = known[next_known:stop]
            next_known = stop
        elif head < level_end:
            stop = min(level_end, head + most)
            frontier = queue[head:stop]
            head = stop
        elif head < tail or known_end < known.size or heard < messages.size:
            level_end = tail
            level = level + 1 if head < tail else NEVER
            if known_end < known.size:
                level = min(level, _plies_of(cells, known[known_end]))
            if heard < messages.size:
                level = min(level, hear_at[heard] - 1)
            while known_end < known.size and _plies_of(cells, known[known_end]) == level:
                known_end += 1
            first = heard
            while heard < messages.size and hear_at[heard] == level + 1:
                heard += 1
            tail = settle(messages[first:heard], drawing, unsettled, queue, tail)
            continue
        else:
            break
        most -= frontier.size
        tail = spread(frontier, level, drawing, graph, labels, bins, filled, queue, tail)
    goes_on = head < tail or next_known < known.size or heard < messages.size
    return head, level_end, next_known, known_end, tail, level, heard, goes_on  # a Cursor


@kernel
def _plies_of(cells, entry):
    """The remoteness of a position of the queue, once it has a cell."""
    return plies_of(np.int64(cells[max(entry, ~entry)]))
