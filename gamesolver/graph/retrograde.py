"""Retrograde analysis: from the ends of play back to the start.

**The model.** A finite graph: positions, moves between them, for each move
whether the turn passes or is kept. Some positions are *known*: the ends, at
remoteness 0, and perhaps a border solved before, at any remoteness; the others
are *pending* until they are settled. For a move, its *back* is the successor's
outcome seen by the player making the move: the value negated if and only if the
turn passes, one ply added.

**The theorem.** Take the known positions and everything settled so far in
order of remoteness, and carry each outcome back over the moves into it. A
pending position becomes WIN r + 1 with its first back that is a win, and LOSS
r + 1 with the last of its backs when all are losses; this labels exactly the
positions that are won or lost, each with its right remoteness. Carry the
finished draws back over what remains in the same way: a position takes the
first that arrives. What then still remains is an endless draw.

*Proof sketch.* By induction on r: when remoteness r is carried back, every
position of remoteness at most r carries its right label. Nothing pending can
have remoteness r or less, for each outcome is one ply longer than a back it
rests on. So the first winning back is the quickest win, and the last losing
back the slowest defence. A position that is never reached so has, at every
turn, a move that does not lose and none that wins: neither side can force an
end with a winner. Among such positions both sides head for a finished draw;
those that no finished draw reaches can only circle for ever.

**The method.** Reverse the rows; give each position a counter of moves not yet
known to lose; a queue then runs through the graph, each edge touched once.

**The cost.** Time proportional to positions and moves, some 35 ns an edge on a
random graph beyond the cache; at most 16 bytes an edge at the peak.

**Sources.** R. Bellman (1965) and T. Ströhlein (1970) for chess endings;
K. Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9 (1986).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from gamesolver.graph.border import Border
from gamesolver.graph.graph import require_rows
from gamesolver.graph.reversing import reverse
from gamesolver.graph.widths import cell_dtype, counter_dtype
from gamesolver.kernels import retrograde as kernels
from gamesolver.system.columns import Columns
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from gamesolver.tables.labels import DRAW, ENDLESS, LOSS, PENDING, WIN, Labels

POSITIONS_A_CALL = 1 << 18  # between two calls of a kernel, a person can interrupt


def retrograde(
    rows: Columns,
    edges: Columns,
    labels: Labels,
    report: Reporter | None = None,
    meter: MemoryMeter | None = None,
    border: Border | None = None,
    pause: Callable[[Columns], None] = lambda cells: None,
) -> Labels:
    """Settle every position of a graph, given the labels of its ends and its border.

    ``edges[rows[i]:rows[i + 1]]`` are the successors of position ``i`` in the
    order of its moves, complemented (``~index``) where the move keeps the turn. Now
    and then ``pause`` gets the cells so far, ``ENDLESS`` for what is pending.
    """
    require_rows(rows, edges)
    size, border = len(labels), border or Border.nothing(len(labels))
    counter = counter_dtype(rows, labels, border)
    meter, report = meter or MemoryMeter(), report or Reporter(None)
    meter.check(
        f"exploring {size} positions and {len(edges)} moves",
        coming=bytes_to_settle(size, len(edges), edges.itemsize, np.dtype(counter).itemsize),
    )
    predecessors = reverse(rows, edges)
    cells = np.empty(size, dtype=cell_dtype(labels, border))
    unsettled = np.empty(size, dtype=counter)
    kernels.encode(rows, labels.value, labels.plies, cells, unsettled)
    np.add(unsettled, border.not_lost, out=unsettled, casting="unsafe")  # the sums fit
    unsettled[np.flatnonzero(border.losses)] += 1  # the greatest one, heard in its time
    phases = [
        ("wins and losses", False, _in_order(labels, (LOSS, WIN), edges.dtype)),
        ("finished draws", True, _in_order(labels, (DRAW,), edges.dtype)),
    ]
    del rows, edges, labels

    queue = np.empty(int(np.count_nonzero(unsettled)), dtype=predecessors[1].dtype)
    bins, filled = _bins(size, queue.dtype)
    settled = 0
    for phase, drawing, sources in phases:
        messages = border.messages(drawing, queue.dtype)
        work = predecessors, (cells, unsettled), sources, messages, queue, bins, filled, drawing
        cursor = kernels.Cursor(settled, settled, 0, 0, settled, 0, 0, True)
        while (cursor := kernels.Cursor(*kernels.advance(*work, cursor, POSITIONS_A_CALL))).goes_on:
            report(phase, cursor.head, len(queue))
            pause(cells)
        settled = cursor.tail
    del predecessors, queue, work
    value = np.empty(size, dtype=np.int8)
    kernels.decode(cells, value)
    report("settled", size, size)
    return Labels(value, cells)


def bytes_to_settle(size: int, edges: int, itemsize: int, counter: int = 1) -> int:
    """What :func:`retrograde` takes besides the graph; ``counter`` is the width of its counters."""
    reversing = edges * (itemsize + 2) + size * 8
    wider = size * (counter - 1)
    return max(reversing, wider + max(edges * itemsize + size * 14, size * (26 + itemsize)))


@cache
def load_kernels() -> None:
    """Have the kernels compiled, or loaded from the cache, before anything is measured."""
    rows, edges = np.array([0, 1, 1], dtype=np.int64), np.array([1], dtype=np.int32)
    ends = Labels(np.array([PENDING, LOSS], np.int8), np.array([ENDLESS, 0], np.int32))
    retrograde(rows, edges, ends)


def _bins(size: int, column: np.dtype[Any]) -> tuple[Columns, Columns]:
    """Room for messages, a bin for each 131,072 positions, and how full each bin is."""
    count = -(-size // (1 << kernels.BIN_BITS)) or 1
    room = min(8192, max(256, (1 << 24) // count))
    return np.empty((count, room), dtype=column), np.zeros(count, dtype=np.int64)


def _in_order(labels: Labels, values: tuple[int, ...], column: np.dtype[np.generic]) -> Columns:
    """The positions known with one of these values and an end, in order of remoteness.

    Those that are won are complemented, as in the queue.
    """
    chosen = (labels.value == values[0]) | (labels.value == values[-1])
    places = np.flatnonzero(chosen & (labels.plies != ENDLESS)).astype(column)
    if labels.plies[places].any():
        places = places[np.argsort(labels.plies[places], kind="stable")]
    won = labels.value[places] == WIN
    places[won] = ~places[won]
    return places
