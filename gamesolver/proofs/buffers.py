"""Buffers of the searches by kernels, and the length of each kernel call.

A kernel returns several times a second, so that the clock and Ctrl-C are noticed. Tables begin at
the boundary of a cache line. If a line of play becomes longer than the frames, their number is
doubled.

**A table grows.** The first write to memory costs time, for a large table more than a short search
takes. So the table begins small, and grows before the number of visited positions exceeds its
entries. This does not depend on the clock, so a repeated search visits the same positions.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, TypeVar

import attrs
import numpy as np

from gamesolver.engine.kernel_calls import call_alone
from gamesolver.kernels.alpha_beta import (
    BUCKET,
    COUNTS,
    FORGOTTEN,
    MET_AGAIN,
    TRIED,
    WAYS,
    BoundsTable,
    bounds_of,
    move_to_larger,
)
from gamesolver.proofs.questions import Forgotten
from gamesolver.proofs.search_kernels import VISITS, SearchKernels
from gamesolver.system.columns import Columns

FIRST_FRAMES = 128
FOLDED_PLIES = 12
"""Number of plies from the root within which positions are folded, since folding takes time."""
FIRST_VISITS, MOST_VISITS, SECONDS_A_CALL = 1 << 12, 1 << 30, 0.2
FIRST_BUCKETS, GROWTH = 1 << 14, 4
LINE_OF_WORDS = 8  # words in a cache line
SAMPLE = 1 << 14
"""Maximum number of keys in the sample that estimates how often dropped keys are met again."""

FramesT = TypeVar("FramesT", bound=tuple[Any, ...])


class Pace:
    """Number of positions that a kernel visits in a call, adapted to a fraction of a second."""

    def __init__(self, kernels: SearchKernels) -> None:
        self._kernels = kernels
        self._visits = FIRST_VISITS

    def run(self, work: Callable[[int], bool]) -> None:
        """Run ``work``, which returns True if it is done. After a quick call, double the visits."""
        if self._kernels.is_plain:
            work(VISITS)
            return
        began = perf_counter()
        if not work(self._visits) and perf_counter() - began < SECONDS_A_CALL / 2:
            self._visits = min(2 * self._visits, MOST_VISITS)


def aligned(words: int, dtype: Any) -> Columns:
    """Return the given number of zeros, beginning at a cache line."""
    held = np.zeros(words + LINE_OF_WORDS, dtype)
    first = -(held.ctypes.data // held.itemsize) % LINE_OF_WORDS
    table: Columns = held[first : first + words]
    return table


def aligned_copy(column: Columns | None) -> Columns:
    """Return a copy of a column, beginning at a cache line."""
    assert column is not None
    copied = aligned(len(column), column.dtype)
    copied[:] = column
    return copied


def table_of(entries: int) -> Columns:
    """Return an empty table of bounds with the given number of entries."""
    return aligned(max(1, entries // WAYS) * BUCKET, np.uint64)


class Memory:
    """Statistics on the entries that a table has dropped."""

    def __init__(self) -> None:
        self._sample, self._counts = np.zeros(SAMPLE + TRIED, np.uint64), np.zeros(COUNTS, np.int64)

    def for_table(self, words: Columns) -> BoundsTable:
        """Return a table with these statistics, as the argument of kernels."""
        return BoundsTable(words, self._sample, self._counts)

    @property
    def forgotten(self) -> Forgotten:
        """Number of entries dropped so far, and how many of them were met again."""
        return Forgotten(int(self._counts[FORGOTTEN]), int(self._counts[MET_AGAIN]))

    def take(self, forgotten: Forgotten) -> None:
        """Continue from the statistics of an earlier table."""
        self._counts[[FORGOTTEN, MET_AGAIN]] = attrs.astuple(forgotten)


class GrowingTable:
    """Table of bounds that grows with the visited positions, up to a maximum number of entries."""

    def __init__(self, entries: int) -> None:
        self.memory = Memory()
        first, self._growths = max(1, entries // WAYS), 0
        self._most = first * BUCKET
        while first > FIRST_BUCKETS:
            first, self._growths = first // GROWTH, self._growths + 1
        self.columns = table_of(first * WAYS)

    def take(self, columns: Columns) -> None:
        """Continue with a table of any size, which grows up to the maximum."""
        self.columns, self._growths = aligned_copy(columns), 0
        size = GROWTH * len(columns)
        while size <= self._most:
            size, self._growths = GROWTH * size, self._growths + 1

    @property
    def _entries(self) -> int:
        return len(self.columns) // 2

    def visits(self, visited: int, most: int) -> int:
        """Return the number of visits until the table grows, at most ``most``."""
        while self._growths and visited >= self._entries:
            self._grow()
        return min(most, self._entries - visited) if self._growths else most

    def _grow(self) -> None:
        smaller, self.columns = self.columns, table_of(GROWTH * self._entries)
        self._growths -= 1
        call_alone(move_to_larger, self._entries, smaller, self.columns)


class WholeTable:
    """A table that has its size already: that of another search."""

    def __init__(self, columns: Columns) -> None:
        self.columns, self.memory = columns, Memory()

    def take(self, columns: Columns) -> None:
        """Continue with another table."""
        self.columns = aligned_copy(columns)

    def visits(self, _visited: int, most: int) -> int:
        """Return ``most``, since the table does not grow."""
        return most


class SharedTable:
    """Table of another search. Only that search makes it grow.

    Entries that a thread stores in the smaller table meanwhile are dropped.
    """

    def __init__(self, owned: GrowingTable | WholeTable | SharedTable) -> None:
        self._owned = owned

    @property
    def columns(self) -> Columns:
        """Present columns of the table."""
        return self._owned.columns

    @property
    def memory(self) -> Memory:
        """Statistics of all threads on the dropped entries."""
        return self._owned.memory

    def take(self, columns: Columns) -> None:
        """Continue with the columns of another table."""
        self._owned.take(columns)

    def visits(self, _visited: int, most: int) -> int:
        """Return ``most``, since only the owner makes the table grow."""
        return most


def bounds_in(table: Columns, key: int) -> tuple[int, int]:
    """Return the bounds of a position that a table has."""
    least, most = call_alone(bounds_of, 1, table, np.uint64(key))
    return int(least), int(most)


def line_of(depths: int) -> Columns:
    """Return an empty set for the keys of a line with ``depths`` frames."""
    return np.full(1 << (2 * depths - 1).bit_length(), -1, np.int64)


def lengthened(
    held: FramesT, frames_of: Callable[[int, int], FramesT], width: int
) -> tuple[FramesT, Columns]:
    """Return twice as many frames, with the contents of the old ones, and an empty line."""
    depths = len(held[0])
    frames = frames_of(2 * depths, width)
    for new, old in zip(frames, held, strict=True):
        new[: len(old)] = old
    return frames, line_of(2 * depths)


def put_all_on_line(kernel: Callable[..., None], line: Columns, frames: Any, depth: int) -> None:
    """Put the positions of longer frames on their line, which is empty."""
    call_alone(kernel, len(line), line, frames, depth)
