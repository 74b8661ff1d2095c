"""Retrograde analysis: from terminal positions back to the start.

**Model.** A finite graph: positions, moves between them, and for each move whether the turn
passes or is kept. Some positions are *known*: terminal positions, at remoteness 0, and perhaps
boundary values from stages solved before, at any remoteness. The others are *unresolved*. The
*backed-up outcome* of a move is the successor's outcome for the player who makes it: the points
negated if the turn passes, and one ply added. Points are relative to the payoff of infinite
play for the player to move, so infinite play is at 0 for both.

**Theorem.** Process the absolute values k of points from the greatest down to 0. In *phase* k
take the known and resolved positions of value k in order of remoteness, and propagate them to
their predecessors. An unresolved position gets k points with its first good backed-up outcome
(k), and -k with its last when all are bad (-k or worse). At 0, if infinite play is a draw, a
position takes the first finished draw that arrives. If one side has won it, 0 is good for that
side and bad for the other. Positions that remain are infinite play.

*Proof sketch.* By induction on k and the remoteness r: no unresolved position can force more
than k or be forced to lose more. When r is propagated, none has k or -k points in r plies or
fewer, since its outcome is one ply longer than that of a successor. So the first good outcome is
the fastest to k, and the last bad one the slowest to -k. A position that no phase reaches has,
at every turn, a move that is not bad and none that is good: both sides can hold 0, and neither
more. Among such positions both prefer a finished draw. Without scores there are two phases: wins
and losses, then finished draws.

**Method.** Reverse the rows. Give each position a counter of moves not yet known to be bad, kept
from phase to phase. A queue then runs through the graph and touches each edge once.

**Cost.** Time linear in positions and moves, about 35 ns an edge on a random graph larger than
the cache, for any number of phases. At most 16 bytes an edge at the peak.

**Sources.** R. Bellman (1965) and T. Ströhlein (1970) for chess endings;
K. Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9 (1986).
"""

from __future__ import annotations

import numpy as np

from gamesolver.graph import widths
from gamesolver.graph.boundary import Outside, known_by_size
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


def retrograde(
    rows: Columns,
    edges: Columns,
    labels: Labels,
    report: Reporter | None = None,
    meter: MemoryMeter | None = None,
    boundary: Outside | None = None,
    payoffs: Columns | None = None,
) -> Labels:
    """Return the labels of a graph, given those of its terminal positions and its boundary.

    ``edges[rows[i]:rows[i + 1]]`` are the successors of position ``i`` in the
    order of its moves, complemented (``~index``) where the move keeps the turn.
    ``payoffs[i]`` is the payoff of infinite play for the player to move, if not 0.
    """
    require_rows(rows, edges)
    size, boundary = len(labels), boundary or Outside.nothing(len(labels))
    outside = boundary.moves
    counter = widths.counter_dtype(rows, labels, outside)
    meter, report = meter or MemoryMeter(), report or Reporter(None)
    meter.check(
        f"exploring {size} positions and {len(edges)} moves",
        coming=widths.bytes_to_resolve(
            size, len(edges), edges.itemsize, np.dtype(counter).itemsize
        ),
    )
    predecessors = reverse(rows, edges)
    points = labels.points if payoffs is None else combined(np.subtract, labels.points, payoffs)
    known = known_by_size(points, labels.plies, payoffs, edges.dtype)
    received = boundary.received
    sizes = sorted(known.sizes | received.sizes)  # from the greatest down, each is taken off
    most = sizes[-1] if sizes else 0
    form = widths.format_of(known, received, size, sizes)
    entries = np.empty(
        size, dtype=widths.entry_dtype(form, known.has_endless or received.has_endless)
    )
    unresolved = np.empty(size, dtype=counter)
    label_kernels.start(rows, labels.plies, entries, unresolved)
    np.add(unresolved, outside, out=unresolved, casting="unsafe")  # the sums fit
    del rows, edges, labels, points, outside

    queue = np.empty(int(np.count_nonzero(unresolved)), dtype=predecessors[1].dtype)
    bins, filled = widths.bins_for(size, queue.dtype)
    done = 0
    while sizes:
        points_of_phase = sizes.pop()
        kinds = widths.kinds_of(form, points_of_phase)
        phase = form.shift, *kinds, points_of_phase == 0 and payoffs is None
        sources = known.of(points_of_phase, form.horizon, queue.dtype)
        messages = received.of(points_of_phase, form.horizon, queue.dtype)
        cursor = kernels.Cursor(done, done, 0, 0, 0, done, 0, 0, True)
        while True:
            advanced = kernels.advance(
                predecessors,
                (entries, unresolved),
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
        done = cursor.tail
        del sources, messages
    del predecessors, queue
    report("resolved", size, size)
    return _labels_of(entries, form, payoffs)


def _labels_of(entries: Columns, form: Format, payoffs: Columns | None) -> Labels:
    """Return the labels of entries, which become the plies."""
    points = np.empty(len(entries), form.points.dtype)
    label_kernels.decode(entries, form, points)
    if payoffs is not None:
        points = combined(np.add, points, payoffs)
    return Labels(points, entries)


def _name(size: int, most: int) -> str:
    """Return the name of a phase for progress reports."""
    if size == 0:
        return "finished draws"
    return "wins and losses" if most == 1 else f"wins and losses by {size}"
