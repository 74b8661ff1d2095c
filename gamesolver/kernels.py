"""The inner loops of retrograde analysis: numbers in, numbers out.

No rules, no Python objects, no errors: the wrappers in ``retrograde`` validate
and allocate, the kernels only compute. What they share:

``rows``     positions + 1 offsets: the edges of position i are
             ``edges[rows[i]:rows[i + 1]]``
``edges``    one column a move: the index at its other end, or the complement
             ``~index`` of it where the move keeps the turn
``value``    a code a position: LOSS, DRAW, WIN, or PENDING
``plies``    the remoteness, ENDLESS where there is none
``unsettled``  how many moves of a pending position are not yet known to lose;
             0 once the position is settled

Columns of indices are int32 while they fit. A narrow number is widened before
anything is computed with it. A random read costs a hundred sequential ones, so
the loops below take positions in batches and fetch ahead what they will touch.
"""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

LOSS, DRAW, WIN, PENDING = -1, 0, 1, 2
ENDLESS = -1
BIN_BITS = 16
BATCH = 32

jit = nb.njit(cache=True, nogil=True, boundscheck=None)


@intrinsic
def _fetch(typingctx: Any, array: Any, index: Any) -> Any:
    """The one machine instruction behind :func:`fetch_ahead`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(signature.args[0])(context, builder, arguments[0])
        address = builder.gep(view.data, [arguments[1]])
        address = builder.bitcast(address, ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [address.type, number, number, number])
        function = builder.module.declare_intrinsic("llvm.prefetch.p0i8", fnty=kind)
        for_reading, keep, data = number(0), number(3), number(1)
        builder.call(function, [address, for_reading, keep, data])
        return context.get_dummy_value()

    return types.void(array, types.int64), generate


def fetch_ahead(array, index):
    """Ask the processor to bring ``array[index]`` near; nothing in plain Python."""


@overload(fetch_ahead)
def _fetch_ahead(array, index):
    return lambda array, index: _fetch(array, np.int64(index))  # type: ignore[call-arg]  # numba passes the context


# ── reversing the rows, by bins that fit the cache ─────────────────────────


@jit
def count_bins(edges, bin_starts):
    """Count the edges that lead into each bin of 65,536 positions, then add up."""
    for edge in range(edges.size):
        target = np.int64(edges[edge])
        if target < 0:
            target = ~target
        bin_starts[(target >> BIN_BITS) + 1] += 1
    for b in range(1, bin_starts.size):
        bin_starts[b] += bin_starts[b - 1]


@jit
def fill_bins(rows, edges, cursors, sources, low_bits):
    """Deal every edge into the bin of its target, in the order of the sources."""
    for source in range(rows.size - 1):
        for edge in range(rows[source], rows[source + 1]):
            target = np.int64(edges[edge])
            column = source
            if target < 0:
                target = ~target
                column = ~source
            b = target >> BIN_BITS
            place = cursors[b]
            cursors[b] = place + 1
            sources[place] = column
            low_bits[place] = target & ((1 << BIN_BITS) - 1)


@jit
def sort_bin(sources, low_bits, rows, first, scratch):
    """Sort one bin by target in place; ``rows`` gets where each target's edges begin."""
    size = rows.size
    for target in range(size):
        rows[target] = 0
    for edge in range(sources.size):
        rows[low_bits[edge]] += 1
    total = 0
    for target in range(size):
        count = rows[target]
        rows[target] = total
        total += count
    for edge in range(sources.size):
        target = low_bits[edge]
        scratch[rows[target]] = sources[edge]
        rows[target] += 1
    for edge in range(sources.size):
        sources[edge] = scratch[edge]
    for target in range(size - 1, 0, -1):
        rows[target] = rows[target - 1] + first
    if size:
        rows[0] = first


# ── spreading outcomes back, in order of remoteness ────────────────────────


@jit
def count_moves(rows, value, unsettled):
    """Start the counters: every move of a pending position, nothing for a known one."""
    for position in range(value.size):
        moves = rows[position + 1] - rows[position]
        unsettled[position] = moves if value[position] == PENDING else 0


@jit
def spread(frontier, rows, edges, value, plies, unsettled, queue, tail):
    """Carry the outcomes of a frontier one move back; append what that settles to the queue.

    All of the frontier has one remoteness, and nothing pending can be settled
    with less, so the first back that decides a position is its outcome.
    """
    for begin in range(0, frontier.size, BATCH):
        batch = frontier[begin : begin + BATCH]
        for position in batch:
            fetch_ahead(rows, position)
            fetch_ahead(value, position)
        for position in batch:
            fetch_ahead(edges, rows[position])
        for position in batch:
            for edge in range(rows[position], rows[position + 1]):
                before = np.int64(edges[edge])
                fetch_ahead(unsettled, max(before, ~before))
        for position in batch:
            outcome = value[position]
            for edge in range(rows[position], rows[position + 1]):
                before = np.int64(edges[edge])
                turn_kept = before < 0
                if turn_kept:
                    before = ~before
                left = np.int64(unsettled[before])
                if left == 0:
                    continue
                if outcome == DRAW:
                    back = DRAW
                elif (outcome == WIN) == turn_kept:
                    back = WIN
                elif left > 1:
                    unsettled[before] = left - 1
                    continue
                else:
                    back = LOSS
                unsettled[before] = 0
                value[before] = back
                plies[before] = plies[position] + 1
                queue[tail] = before
                tail += 1
    return tail


@jit
def advance(rows, edges, value, plies, unsettled, queue, known, state, most):
    """Spread about ``most`` positions, lowest remoteness first; ``True`` while some wait.

    The queue holds what was settled here, ``known`` what was given, sorted by
    remoteness. Between calls ``state`` keeps how far each is done, where the
    remoteness at work ends in each, and the end of the queue.
    """
    head, level_end, next_known, known_end, tail = state
    while most > 0:
        if next_known < known_end:
            stop = min(known_end, next_known + most)
            frontier = known[next_known:stop]
            most -= stop - next_known
            next_known = stop
        elif head < level_end:
            stop = min(level_end, head + most)
            frontier = queue[head:stop]
            most -= stop - head
            head = stop
        else:
            level_end = tail
            if head < tail:
                level = plies[queue[head]]
            elif known_end < known.size:
                level = plies[known[known_end]]
            else:
                break
            while known_end < known.size and plies[known[known_end]] == level:
                known_end += 1
            continue
        tail = spread(frontier, rows, edges, value, plies, unsettled, queue, tail)
    state[:] = (head, level_end, next_known, known_end, tail)
    return head < tail or next_known < known.size
