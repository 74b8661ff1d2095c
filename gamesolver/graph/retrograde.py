"""Retrograde analysis: from the ends of play back to the start.

**The model.** A finite graph: positions, moves between them, for each move whether the turn
passes or is kept. Some positions are *known*: the ends, at remoteness 0, and perhaps a border
solved before, at any remoteness; the others are *pending* until they are settled. For a move,
its *back* is the successor's outcome seen by the player making the move: the points negated if
and only if the turn passes, one ply added. Points are counted from what endless play is worth
to the player to move, so that it is at 0 for both.

**The theorem.** Go through the sizes of points from the greatest down to 0. In the *phase* of
a size k take what is known and settled of size k in order of remoteness, and carry it back over
the moves into it. A pending position has k points with its first back that is good (k), and -k
with the last of its backs when all are bad (-k or worse). At 0, where endless play is a draw, a
position takes the first finished draw that arrives; where one side has won it, a back is good
for that side and bad for the other. What then still remains is endless.

*Proof sketch.* By induction on k and the remoteness r: nothing pending can force more than k,
nor is forced to lose more. When r is carried back, no pending position has k or -k points in r
plies or less, for each outcome is one ply longer than a back it rests on. So the first good
back is the quickest way to k, and the last bad one the slowest to -k. What no phase reaches
has, at every turn, a move that is not bad and none that is good: both sides can hold 0, and
neither more; among such positions both head for a finished draw, if there is one to be had.
With wins and losses alone there are two phases: theirs, and that of finished draws.

**The method.** Reverse the rows; give each position a counter of moves not yet known to be bad,
which goes on from phase to phase; a queue then runs through the graph, each edge touched once.

**The cost.** Time proportional to positions and moves, some 35 ns an edge on a random graph
beyond the cache, however many sizes there are; at most 16 bytes an edge at the peak.

**Sources.** R. Bellman (1965) and T. Ströhlein (1970) for chess endings;
K. Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9 (1986).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gamesolver.graph import widths
from gamesolver.graph.border import Border, HeardOutside, known_by_size
from gamesolver.graph.graph import require_rows
from gamesolver.graph.reversing import reverse
from gamesolver.kernels import labels as label_kernels
from gamesolver.kernels import retrograde as kernels
from gamesolver.kernels.labels import Format
from gamesolver.system.columns import Columns
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from gamesolver.tables.labels import Labels, combined

POSITIONS_A_CALL = 1 << 18  # between two calls of a kernel, a person can interrupt

Settled = Callable[[int, int], Labels]
"""Gives the labels of a part, as far as they are settled; all others are endless."""


def retrograde(
    rows: Columns,
    edges: Columns,
    labels: Labels,
    report: Reporter | None = None,
    meter: MemoryMeter | None = None,
    border: HeardOutside | None = None,
    pause: Callable[[Settled], None] = lambda settled: None,
    worths: Columns | None = None,
) -> Labels:
    """Settle every position of a graph, given the labels of its ends and its border.

    ``edges[rows[i]:rows[i + 1]]`` are the successors of position ``i`` in the
    order of its moves, complemented (``~index``) where the move keeps the turn.
    ``worths[i]`` is what endless play is worth to whoever moves there, if not 0. Now
    and then ``pause`` gets what is settled so far.
    """
    require_rows(rows, edges)
    size, border = len(labels), border or Border.nothing(len(labels))
    outside = border.moves
    counter = widths.counter_dtype(rows, labels, outside)
    meter, report = meter or MemoryMeter(), report or Reporter(None)
    meter.check(
        f"exploring {size} positions and {len(edges)} moves",
        coming=widths.bytes_to_settle(size, len(edges), edges.itemsize, np.dtype(counter).itemsize),
    )
    predecessors = reverse(rows, edges)
    points = labels.points if worths is None else combined(np.subtract, labels.points, worths)
    known = known_by_size(points, labels.plies, worths, edges.dtype)
    heard = border.heard
    sizes = sorted(known.sizes | heard.sizes)  # from the greatest down, each is taken off
    most = sizes[-1] if sizes else 0
    form = widths.format_of(known, heard, size, sizes)
    cells = np.empty(size, dtype=widths.cell_dtype(form, known.has_endless or heard.has_endless))
    unsettled = np.empty(size, dtype=counter)
    label_kernels.start(rows, labels.plies, cells, unsettled)
    np.add(unsettled, outside, out=unsettled, casting="unsafe")  # the sums fit
    del rows, edges, labels, points, outside

    def settled(first: int, last: int) -> Labels:
        return _labels_of(cells[first:last].copy(), form, worths, first)

    queue = np.empty(int(np.count_nonzero(unsettled)), dtype=predecessors[1].dtype)
    bins, filled = widths.bins_for(size, queue.dtype)
    done = 0
    while sizes:
        points_of_phase = sizes.pop()
        kinds = widths.kinds_of(form, points_of_phase)
        phase = form.shift, *kinds, points_of_phase == 0 and worths is None
        sources = known.of(points_of_phase, form.horizon, queue.dtype)
        messages = heard.of(points_of_phase, form.horizon, queue.dtype)
        cursor = kernels.Cursor(done, done, 0, 0, 0, done, 0, 0, True)
        while True:
            advanced = kernels.advance(
                predecessors,
                (cells, unsettled),
                sources,
                messages,
                queue,
                bins,
                filled,
                phase,
                cursor,
                POSITIONS_A_CALL,
            )
            cursor = kernels.Cursor(*advanced)
            if not cursor.goes_on:
                break
            report(_name(points_of_phase, most), cursor.head, len(queue))
            pause(settled)
        done = cursor.tail
        del sources, messages
    del predecessors, queue
    report("settled", size, size)
    return _labels_of(cells, form, worths)


def _labels_of(cells: Columns, form: Format, worths: Columns | None, first: int = 0) -> Labels:
    """The labels of cells, which become their plies; the first of them is that of ``first``."""
    points = np.empty(len(cells), form.points.dtype)
    label_kernels.decode(cells, form, points)
    if worths is not None:
        points = combined(np.add, points, worths[first : first + len(cells)])
    return Labels(points, cells)


def _name(size: int, most: int) -> str:
    """What a phase is called in reports."""
    if size == 0:
        return "finished draws"
    return "wins and losses" if most == 1 else f"wins and losses by {size}"
