"""The sheet on which the graph of a compiled game is written: columns that its rules read.

numba copies an array of less than a megabyte into the compiled code. These arrays are larger,
so the code reads them in place.
"""

import numpy as np

ROOM = 1 << 19  # capacity in edges, nodes and indexes: four megabytes per column
ROWS, EDGES, ENDS, STAGES, INDEX_OF, NODE_AT = (np.zeros(ROOM, np.int64) for _ in range(6))
ROWS_BACK, EDGES_BACK, HEAD = (np.zeros(ROOM, np.int64) for _ in range(3))
NODES, SEATS, END = 0, 1, 2  # in HEAD: number of nodes, 1 if players are known, an end or -1
PLAYING = 2
NOWHERE, STRAY, TAKEN = -1, -2, -3  # kinds of unused indexes, by the result of ``position_at``


def written(drawing, fold, stages):
    """Write a sheet and return its number of indexes."""
    size = len(drawing.moves)
    sizes = [len(each) for each in drawing.moves]
    ended = [node for node, end in enumerate(drawing.ends) if end is not None]
    HEAD[: END + 1] = size, fold != "strict", min(ended, default=-1)
    edges = [(to, kept) for each in drawing.moves for to, kept in each]
    origins = np.repeat(np.arange(size), sizes)
    to, kept = np.array(edges, np.int64).reshape(-1, 2).T
    order = np.argsort(to, kind="stable")
    _list(ROWS, EDGES, sizes, to, kept)
    _list(ROWS_BACK, EDGES_BACK, np.bincount(to, minlength=size), origins[order], kept[order])
    ENDS[:size] = [PLAYING if end is None else end for end in drawing.ends]
    STAGES[:size] = stages or 0
    indexes = size + size // 2 + 3
    taken = np.random.default_rng(size).permutation(indexes)
    NODE_AT[:indexes] = np.arange(indexes) % 3 - 3  # unused indexes of each kind
    INDEX_OF[:size] = taken[:size]
    NODE_AT[INDEX_OF[:size]] = np.arange(size)
    return 2 * indexes if fold == "raw" else indexes


def _list(rows, edges, sizes, others, kept):
    """Write the edges of each node; a target is complemented if the move keeps the turn."""
    rows[: len(sizes) + 1] = np.concatenate([[0], np.cumsum(sizes)])
    edges[: len(others)] = np.where(kept, ~others, others)
