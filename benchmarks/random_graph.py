"""Random graphs for the graph solver, in which a tenth of the positions are terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gamesolver.tables.labels import PENDING, Labels


def random_graph(
    size: int, num_edges: int, seed: int = 1, ends: Sequence[int] = (-1, -1, -1, 0, 1)
) -> tuple[Any, Any, Labels]:
    """Return rows, exactly ``num_edges`` edges, and the labels of the ends.

    The points of each end are drawn from ``ends``, which may list points more than once.
    """
    random = np.random.default_rng(seed)
    is_end = random.random(size) < 0.1
    inner = np.flatnonzero(~is_end)
    moves = np.zeros(size, dtype=np.int64)
    moves[inner] = 1
    extra = random.integers(0, len(inner), num_edges - len(inner))
    moves[inner] += np.bincount(extra, minlength=len(inner))
    rows = np.zeros(size + 1, dtype=np.int64)
    np.cumsum(moves, out=rows[1:])
    edges = random.integers(0, size, num_edges, dtype=np.int32)
    points = np.where(is_end, random.choice(np.array(ends, dtype=np.int8), size), np.int8(0))
    plies = np.where(is_end, np.int32(0), np.int32(PENDING))
    return rows, edges, Labels(points, plies)
