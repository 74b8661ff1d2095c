"""Narrowest integer types for a graph, and the memory of a solve.

Narrow columns take less memory and fit better into the cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gamesolver.errors import InvalidArgumentError
from gamesolver.graph.boundary import BySize, counter_to
from gamesolver.kernels.labels import Format
from gamesolver.kernels.retrograde import BIN_BITS
from gamesolver.system.columns import Columns
from gamesolver.system.workers import chunks_of
from gamesolver.tables.labels import Labels, narrowed

ROWS_A_LOOK = 1 << 18  # a column of all moves would be as large as the rows


def counter_dtype(rows: Columns, labels: Labels, outside: Columns) -> type[np.integer[Any]]:
    """Return the narrowest integer type for counts of moves. Raise for a stuck position."""
    size, most = len(rows) - 1, 0
    labels.require_possible(size)
    for first, last in chunks_of(size, ROWS_A_LOOK):
        moves = np.diff(rows[first : last + 1])
        stuck = (moves == 0) & labels.part(first, last).are_pending & (outside[first:last] == 0)
        if stuck.any():
            position = first + int(stuck.argmax())
            raise InvalidArgumentError(f"position {position} has neither moves nor a label")
        most = max(most, int(moves.max(initial=0)))
    return counter_to(most + int(outside.max(initial=0)))


def format_of(known: BySize, received: BySize, size: int, sizes: Sequence[int]) -> Format:
    """Return how entries keep levels up to the length of the graph, and points of these sizes.

    A graph has no more sizes of points than positions, and moves that lead outside. So their
    numbers fit into an entry with any level, however large the points are.
    """
    points = np.array(sorted({0, *sizes, *(-each for each in sizes)}), np.int64)
    horizon = known.longest + received.longest + size + 2
    return Format((len(points) - 1).bit_length(), horizon, narrowed(points))


def kinds_of(form: Format, size: int) -> tuple[int, int]:
    """Return the kinds of a loss and of a win by ``size`` points."""
    return int(np.searchsorted(form.points, -size)), int(np.searchsorted(form.points, size))


def entry_dtype(form: Format, has_endless: bool) -> type[np.integer[Any]]:
    """Return the narrowest integer type for such entries, with or without infinite play."""
    levels = form.horizon * (2 if has_endless else 1)
    return np.int32 if levels << form.shift < 2**31 else np.int64


def bytes_to_resolve(size: int, edges: int, itemsize: int, counter: int = 1) -> int:
    """Return the bytes of ``retrograde`` without the graph. ``counter`` is a counter's width."""
    reversing = edges * (itemsize + 2) + size * 8
    wider = size * (counter - 1)
    return max(reversing, wider + max(edges * itemsize + size * 14, size * (26 + itemsize)))


def bins_for(size: int, column: np.dtype[Any]) -> tuple[Columns, Columns]:
    """Return bins for messages, one for each 131,072 positions, and their fill counts."""
    count = -(-size // (1 << BIN_BITS)) or 1
    room = min(8192, max(256, (1 << 24) // count))
    return np.empty((count, room), dtype=column), np.zeros(count, dtype=np.int64)
