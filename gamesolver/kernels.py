"""The inner loops of retrograde analysis: no rules, no Python objects, no errors.

The wrappers in ``retrograde`` validate and allocate, the kernels only compute:

``rows``     positions + 1 offsets: the edges of position i are
             ``edges[rows[i]:rows[i + 1]]``
``edges``    one column a move: the index at its other end, or the complement
             ``~index`` of it where the move keeps the turn
``value``    a code a position: LOSS, DRAW, WIN, or PENDING
``plies``    the remoteness, ENDLESS where there is none
``unsettled``  how many moves of a pending position are not yet known to lose;
             0 once the position is settled

A narrow number is widened before anything is computed with it.

A random read costs as much as a hundred sequential ones. So rows are fetched
ahead for a batch of positions, and what they say is dealt into *bins* of messages
to 65,536 neighbours each, delivered when full: all they touch is then in the cache.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from gamesolver.machine import fetch_ahead

LOSS, DRAW, WIN, PENDING, ENDLESS = -1, 0, 1, 2, -1
BATCH = 32  # positions whose rows are fetched ahead together
AHEAD = 16  # messages that a counter is fetched ahead
BIN_BITS = 16  # positions a bin of messages, as a power of two
SMALL = 4096  # a frontier smaller than this uses one bin
FAR = 1 << 62  # a remoteness that nothing has
HEAD, TAIL = 0, 4  # of the state of ``advance``: the queue is done to here, and ends there

jit = nb.njit(cache=True, nogil=True, boundscheck=None)


@jit
def count_moves(rows, value, unsettled):
    """Start the counters: every move of a pending position, nothing for a known one."""
    for position in range(value.size):
        moves = rows[position + 1] - rows[position]
        unsettled[position] = moves if value[position] == PENDING else 0


@jit
def settle(messages, plies_back, drawing, labels, queue, tail):
    """Deliver messages; append the positions they settle to the queue.

    A message is a position one of whose moves is now known to win, or its
    complement if that move is known to lose; when ``drawing``, to draw.
    """
    value, plies, unsettled = labels
    for place in range(messages.size):
        if place + AHEAD < messages.size:
            coming = np.int64(messages[place + AHEAD])
            fetch_ahead(unsettled, max(coming, ~coming))
        message = np.int64(messages[place])
        position = max(message, ~message)  # undoes the complement
        left = np.int64(unsettled[position])
        if left == 0:
            continue
        if drawing:
            back = DRAW
        elif message >= 0:
            back = WIN
        elif left == 1:
            back = LOSS
        else:
            unsettled[position] = left - 1
            continue
        unsettled[position] = 0
        value[position] = back
        plies[position] = plies_back
        queue[tail] = position
        tail += 1
    return tail


@jit
def spread(frontier, plies_back, drawing, graph, labels, bins, filled, queue, tail):
    """Carry the outcomes of a frontier one move back, a bin of messages at a time.

    All of the frontier has one remoteness, and nothing pending can be settled
    with less, so the first message that decides a position decides it for good,
    and within a frontier the order of the messages does not matter.
    """
    rows, edges = graph
    value = labels[0]
    is_small = frontier.size < SMALL
    shift = 62 if is_small else BIN_BITS  # 62: everything goes to bin 0
    for begin in range(0, frontier.size, BATCH):
        batch = frontier[begin : begin + BATCH]
        for position in batch:
            fetch_ahead(rows, position)
            fetch_ahead(value, position)
        for position in batch:
            fetch_ahead(edges, rows[position])
        for position in batch:
            is_won = value[position] == WIN
            for edge in range(rows[position], rows[position + 1]):
                column = np.int64(edges[edge])
                turn_kept = column < 0
                before = max(column, ~column)
                number = before >> shift
                place = filled[number]
                # a win that keeps the turn is a win before it, a loss that passes it as well
                bins[number, place] = before if is_won == turn_kept else ~before
                filled[number] = place + 1
                if place + 1 == bins.shape[1]:
                    tail = settle(bins[number], plies_back, drawing, labels, queue, tail)
                    filled[number] = 0
    for number in range(1 if is_small else filled.size):
        messages = bins[number, : filled[number]]
        tail = settle(messages, plies_back, drawing, labels, queue, tail)
        filled[number] = 0
    return tail


@jit
def advance(graph, labels, known, told, queue, bins, filled, state, drawing, most):
    """Spread about ``most`` positions, lowest remoteness first; ``True`` while some wait.

    The queue holds what was settled here, ``known`` what was given, sorted by
    remoteness, ``told`` the messages from a border, each with the remoteness to hear
    it at. ``state`` keeps between calls, in this order: how far the queue is done,
    where the remoteness at work ends in it; the same two of ``known``; where the
    queue ends; the remoteness at work; how far the border has been heard.
    """
    plies = labels[1]
    messages, hear_at = told
    head, level_end, next_known, known_end, tail, level, heard = state
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
            level = np.int64(plies[queue[head]]) if head < tail else FAR
            if known_end < known.size:
                level = min(level, np.int64(plies[known[known_end]]))
            if heard < messages.size:
                level = min(level, hear_at[heard] - 1)
            while known_end < known.size and plies[known[known_end]] == level:
                known_end += 1
            first = heard
            while heard < messages.size and hear_at[heard] == level + 1:
                heard += 1
            tail = settle(messages[first:heard], level + 1, drawing, labels, queue, tail)
            continue
        else:
            break
        most -= frontier.size
        tail = spread(frontier, level + 1, drawing, graph, labels, bins, filled, queue, tail)
    for place, reached in enumerate((head, level_end, next_known, known_end, tail, level, heard)):
        state[place] = reached
    return head < tail or next_known < known.size or heard < messages.size
