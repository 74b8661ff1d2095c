"""Positions reachable from the start of Connect Four, counted ply by ply.

This module uses only the rules and the index by discs, and none of the library's code for solving
or marking. There is one bit per index. Two mirror images share one bit, and both are counted. The
positions of a ply are marked from those of the ply before, so only the bits of two plies are in
memory.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numba import njit

from examples.connect_four_by_discs import ConnectFourByDiscs, rules_by_discs
from games import ConnectFour
from gamesolver.value import PLAYING

BITS = 64


def spreader(width: int, height: int) -> Any:
    """Return the kernel that counts the positions of a ply and marks those of the next."""
    indexed, shelf = rules_by_discs(width, height, 4), ConnectFour(width, height).rules
    # these count indexes within a stage; the bundle itself converts them to one row of indexes
    position_at, index = indexed.position_at, indexed.index
    successors, end, canonical = shelf.successors, shelf.terminal_code, shelf.canonical
    one, bits = np.uint64(1), np.uint64(BITS - 1)

    @njit(nogil=True)
    def spread(discs, here, there, moves, positions):  # type: ignore[no-untyped-def]  # a kernel
        count = 0
        for place in range(here.size):
            left = here[place]
            bit = 0
            while left:
                if left & one == 0:
                    left >>= one
                    bit += 1
                    continue
                left >>= one
                position = position_at(discs, place * BITS + bit)
                bit += 1
                count += 1 if canonical(position) == _mirrored(position) else 2
                if end(position) != PLAYING:
                    continue
                for each in range(successors(position, moves, positions)):
                    number = index(canonical(positions[each]))
                    there[number // BITS] |= one << (np.uint64(number) & bits)
        return count

    word = np.uint64((1 << height + 1) - 1)
    size = np.uint64(height + 1)

    @njit
    def _mirrored(position):  # type: ignore[no-untyped-def]  # a kernel
        mirrored = np.uint64(0)
        for _ in range(width):
            mirrored = mirrored << size | position & word
            position >>= size
        return mirrored

    return spread


def reached_by_ply(width: int, height: int) -> list[int]:
    """Count the positions that play can reach by each number of plies."""
    game = ConnectFourByDiscs(width, height)
    num_indexes = game.rules.by_stage
    assert num_indexes is not None
    spread = spreader(width, height)
    moves, positions = np.zeros(width + 2, np.int64), np.zeros(width + 2, np.uint64)
    here, counts = np.ones(1, np.uint64), []  # the empty board is the only index of its stage
    for ply, after in pairwise([*num_indexes, len(num_indexes)]):
        there = np.zeros(num_indexes.get(after, 0) // BITS + 1, np.uint64)
        counts.append(int(spread(ply, here, there, moves, positions)))
        here = there
    return counts
