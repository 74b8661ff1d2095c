"""Order of the moves between pending positions by successor, over several bins."""

import numpy as np

from gamesolver.engine.graph import moves_in_order
from gamesolver.engine.queries import Numbering, OwnMoves, Round
from gamesolver.kernels.queries import Kept, Numbers

SIZE = 3 * (1 << 16) + 5
SHIFT, RANK = 2, 1  # this is the second of two ranks


def numbering():
    """Return the numbering of the second of two ranks, without positions."""
    return Numbering(Numbers(np.empty(0, np.uint64), 0, SHIFT, RANK << 1), np.dtype(np.uint32))


def test_moves_of_own_positions_and_of_other_ranks_are_ordered_by_successor():
    """Each successor lists exactly its moves from this rank and from another."""
    random = np.random.default_rng(11)
    counts = random.integers(0, 4, SIZE).astype(np.uint8)
    targets = random.integers(0, 2 * SIZE, counts.sum()).astype(np.uint32)
    half = SIZE // 2
    own = [
        OwnMoves(targets[: counts[:half].sum()], counts[:half], 0),
        OwnMoves(targets[counts[:half].sum() :], counts[half:], half),
    ]
    theirs = Kept(
        random.integers(0, SIZE, 100_000).astype(np.uint32),
        4 * np.arange(100_000, dtype=np.uint32),
    )
    rounds = [Round(0, 0, own, theirs)]

    rows, edges = moves_in_order(rounds, SIZE, numbering())

    own_codes = (np.repeat(np.arange(SIZE), counts) << SHIFT) | (RANK << 1) | (targets & 1)
    successors = np.concatenate([targets >> 1, theirs.targets])
    codes = np.concatenate([own_codes, theirs.codes])
    assert np.array_equal(np.diff(rows), np.bincount(successors, minlength=SIZE))
    listed = np.repeat(np.arange(SIZE), np.diff(rows))
    order, expected = np.lexsort((edges, listed)), np.lexsort((codes, successors))
    assert np.array_equal(edges[order], codes[expected])
    assert rounds == []
