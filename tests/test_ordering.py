"""Positions in order and back by key: as sorting all at once would have it."""

from unittest.mock import patch

import numpy as np
import pytest
from numba import config

from gamesolver import ordering
from gamesolver.ordering import by_key, in_order
from gamesolver.places import keys_of

MANY = 5_000 if config.DISABLE_JIT else 70_000


def some(size, bits, width, seed=1):
    """Positions, no two alike, with their cells."""
    luck = np.random.default_rng(seed)
    positions = np.unique(luck.integers(0, 1 << bits, size, np.uint64, endpoint=False))
    return positions, luck.integers(3, np.iinfo(width).max, len(positions), width)


@pytest.mark.parametrize("width", [np.uint8, np.uint16])
@pytest.mark.parametrize("bits", [6, 20, 50, 63])
@pytest.mark.parametrize("size", [1, 5, MANY])
def test_there_and_back(size, bits, width):
    """In many stretches and rounds, with cells in the free bits of positions or without."""
    positions, cells = some(size, bits, width)
    keys = keys_of(positions)
    by = np.argsort(keys)
    with (
        patch.object(ordering, "STRETCH", 500),
        patch.object(ordering, "STRETCHES", 3),
        patch.object(ordering, "KEYS_A_LOOK", 5_000),
        patch.object(ordering, "KEYS_A_SHARD", 64),
    ):
        stretches = list(in_order(keys[by], cells[by]))
        again = by_key(lambda: iter(stretches), len(positions))
    assert np.concatenate([each for each, _ in stretches]).tolist() == positions.tolist()
    assert np.concatenate([each for _, each in stretches]).tolist() == cells.tolist()
    assert all(
        (each.tolist(), other.dtype) == (right[by].tolist(), right.dtype)
        for each, other, right in zip(again, again, (keys, cells), strict=True)
    )


def test_keys_that_crowd():
    """Keys that agree in their highest bits, as somebody may have made them, take no longer."""
    from gamesolver.places_kernels import unmixed_plainly

    keys = np.arange(70_000, dtype=np.uint64) + np.uint64(7 << 40)
    positions = unmixed_plainly(keys)
    order = np.argsort(positions)
    cells = np.arange(70_000).astype(np.uint8)
    found = by_key(lambda: iter([(positions[order], cells[order])]), len(keys))
    assert found[0].tolist() == keys.tolist()
    assert found[1].tolist() == cells.tolist()
