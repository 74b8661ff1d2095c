"""What of a table goes into a file: its shape, and its columns, stretch by stretch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs
import numpy as np

from gamesolver.files.shape import Column

CELLS_A_BLOCK = 1 << 15
FOUND_A_BLOCK = 1 << 11
KEYS_A_BLOCK = 1 << 12
TEXTS_A_BLOCK = 1 << 9

ENTRIES_A_RUN = 1 << 20

Run = tuple[Any, ...]
"""Entries that follow each other in a column; side by side, where each is of several parts."""


@attrs.frozen
class Parts:
    """A table, ready to be written."""

    kind: str
    columns: Mapping[str, Column]
    stretches: Mapping[str, Iterable[Run]]
    """The entries of each column, in order, in stretches of any length."""
    reached: int = 0
    is_all_reached: bool = False
    are_exact: bool = False
    respelled: Mapping[Any, str] = attrs.field(factory=dict)
    """The text of positions that have several, where it is not their own."""


def runs_of(stretches: Iterable[Run], in_a_block: int) -> Iterator[Run]:
    """The same entries in runs of whole blocks; the last one may end with a shorter block."""
    most = max(1, ENTRIES_A_RUN // in_a_block) * in_a_block
    left: Run = ()
    for stretch in stretches:
        begin, size = 0, len(stretch[0])
        if left and len(left[0]):  # which is less than a block: the rest of one comes first
            begin = min(size, in_a_block - len(left[0]))
            left = tuple(map(_joined, left, part_of(stretch, 0, begin)))
            if len(left[0]) < in_a_block:
                continue
            yield left
        whole = begin + (size - begin) // in_a_block * in_a_block
        for first in range(begin, whole, most):
            yield part_of(stretch, first, min(whole, first + most))
        left = part_of(stretch, whole, size)
    if left and len(left[0]):
        yield left


def part_of(run: Run, first: int, last: int) -> Run:
    """Some entries of a run."""
    return tuple(part[first:last] for part in run)


def _joined(left: Any, more: Any) -> Any:
    """Numbers or texts, one after the other."""
    return left + more if isinstance(left, list) else np.concatenate([left, more])
