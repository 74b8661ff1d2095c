"""What searches by kernels work in, and how long they are left alone.

A kernel is left every part of a second, to look at the clock and for Ctrl-C. Tables begin where the
processor fetches; where a line has become longer than there are frames, there are twice as many.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, TypeVar

import numpy as np

from gamesolver.kernels.alpha_beta import BUCKET, WAYS
from gamesolver.system.columns import Columns

FIRST_FRAMES = 128
FOLDED_PLIES = 12
"""So many plies from the position asked about, positions are folded; to fold takes time."""
FIRST_VISITS, MOST_VISITS, SECONDS_A_CALL = 1 << 12, 1 << 30, 0.2
LINE_OF_WORDS = 8  # in what the processor fetches together

FramesT = TypeVar("FramesT", bound=tuple[Any, ...])


class Pace:
    """How many positions a kernel visits at a time: as many as take a part of a second."""

    def __init__(self) -> None:
        self._visits = FIRST_VISITS

    def run(self, work: Callable[[int], bool]) -> None:
        """Let the kernel work, which says whether it is done; more next time if it was quick."""
        began = perf_counter()
        if not work(self._visits) and perf_counter() - began < SECONDS_A_CALL / 2:
            self._visits = min(2 * self._visits, MOST_VISITS)


def aligned(words: int, dtype: Any) -> Columns:
    """So many zeros that begin where the processor fetches."""
    held = np.zeros(words + LINE_OF_WORDS, dtype)
    first = -(held.ctypes.data // held.itemsize) % LINE_OF_WORDS
    table: Columns = held[first : first + words]
    return table


def table_of(entries: int) -> Columns:
    """An empty table of bounds with so many entries."""
    return aligned(max(1, entries // WAYS) * BUCKET, np.uint64)


def line_of(depths: int) -> Columns:
    """An empty set for the keys of so many."""
    return np.full(1 << (2 * depths - 1).bit_length(), -1, np.int64)


def lengthened(
    held: FramesT, frames_of: Callable[[int, int], FramesT], width: int
) -> tuple[FramesT, Columns]:
    """Frames for a line twice as long, with what they held; and an empty line."""
    depths = len(held[0])
    frames = frames_of(2 * depths, width)
    for new, old in zip(frames, held, strict=True):
        new[: len(old)] = old
    return frames, line_of(2 * depths)
