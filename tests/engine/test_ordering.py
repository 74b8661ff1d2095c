"""Sorting of positions by number and by key in parts, compared with sorting all at once."""

from unittest.mock import patch

import numpy as np
import pytest
from numba import config

from gamesolver.engine import sorting as ordering
from gamesolver.engine.places import keys_of

MANY = 5_000 if config.DISABLE_JIT else 30_000


def some(size, bits, width, seed=1):
    """Return distinct positions and their table entries."""
    luck = np.random.default_rng(seed)
    positions = np.unique(luck.integers(0, 1 << bits, size, np.uint64, endpoint=False))
    return positions, luck.integers(3, np.iinfo(width).max, len(positions), width)


@pytest.mark.parametrize("width", [np.uint8, np.uint16])
@pytest.mark.parametrize("bits", [6, 20, 50, 63])
@pytest.mark.parametrize("size", [1, 5, MANY])
def test_there_and_back(size, bits, width):
    """Positions and entries sorted by number, and back by key, are as before.

    Entries are kept in the free bits of positions, if there are enough.
    """
    positions, entries = some(size, bits, width)
    keys = keys_of(positions)
    by = np.argsort(keys)
    with (
        patch.object(ordering, "STRETCH", 500),
        patch.object(ordering, "STRETCHES", 3),
        patch.object(ordering, "ROUND", 20_000),
        patch.object(ordering, "KEYS_A_LOOK", 5_000),
        patch.object(ordering, "KEYS_A_SHARD", 64),
    ):
        stretches = list(ordering.in_order(keys[by], entries[by]))
        again = ordering.by_key(lambda: stretches, len(positions), width)
    assert np.concatenate([each for each, _ in stretches]).tolist() == positions.tolist()
    assert np.concatenate([each for _, each in stretches]).tolist() == entries.tolist()
    assert all(
        (each.tolist(), other.dtype) == (right[by].tolist(), right.dtype)
        for each, other, right in zip(again, again, (keys, entries), strict=True)
    )


def test_keys_that_crowd():
    """Keys that agree in their highest bits are sorted correctly."""
    from gamesolver.kernels.places import unmixed_plainly

    keys = np.arange(70_000, dtype=np.uint64) + np.uint64(7 << 40)
    positions = unmixed_plainly(keys)
    order = np.argsort(positions)
    entries = np.arange(70_000).astype(np.uint8)
    found = ordering.by_key(lambda: [(positions[order], entries[order])], len(keys), np.uint8)
    assert found[0].tolist() == keys.tolist()
    assert found[1].tolist() == entries.tolist()


@pytest.mark.parametrize("width", [np.uint8, np.uint32])
def test_positions_that_crowd(width):
    """If most positions are in one small range, no stretch is empty or far too large."""
    luck = np.random.default_rng(4)
    crowd = np.arange(MANY, dtype=np.uint64) + np.uint64(1 << 40)
    positions = np.unique(np.r_[crowd, luck.integers(1 << 41, 1 << 63, MANY // 40, np.uint64)])
    entries = luck.integers(3, 200, len(positions), width)
    keys = keys_of(positions)
    by = np.argsort(keys)
    with (
        patch.object(ordering, "STRETCH", MANY // 200),
        patch.object(ordering, "ROUND", 8 * MANY // 20),
    ):
        stretches = list(ordering.in_order(keys[by], entries[by]))
    assert np.concatenate([each for each, _ in stretches]).tolist() == positions.tolist()
    assert np.concatenate([each for _, each in stretches]).tolist() == entries.tolist()
    sizes = [len(each) for each, _ in stretches]
    assert min(sizes) > 0
    assert max(sizes) < 3 * ordering.STRETCHES_A_TASK * MANY // 200


def test_positions_that_are_all_alike():
    """Equal positions, as only a forged file has them, are sorted."""
    positions = np.full(2_000, 5, np.uint64)
    positions[[1, 3]] = 2**64 - 2, 2**63 + 2**62
    entries = np.full(len(positions), 7, np.uint8)
    with patch.object(ordering, "STRETCH", 100):
        stretches = list(ordering.in_order(keys_of(positions), entries))
    assert np.concatenate([each for each, _ in stretches]).tolist() == sorted(positions.tolist())
