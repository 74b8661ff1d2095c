"""Packing: what of a table goes into a file, and how: its columns, stretch by stretch.

The entries of a column are put into the form of its kind (``blocks`` has the forms, to and fro),
cut into blocks, compressed and hashed. ``blocks`` undoes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from typing import Any

import attrs
import numpy as np
from zstandard import BufferWithSegments, ZstdCompressor

from gamesolver.files.blocks import Seal, to_fives, to_planes, to_steps, to_texts
from gamesolver.files.format import ORDERED, Column, Guide, Scoring
from gamesolver.system.columns import Columns
from gamesolver.system.workers import chunks_of

# ── what of a table goes into a file ────────────────────────────────────────────────────────────

ENTRIES_A_BLOCK = 1 << 15
ENUMERATED_A_BLOCK = 1 << 11
KEYS_A_BLOCK = 1 << 12
TEXTS_A_BLOCK = 1 << 9

ENTRIES_A_RUN = 1 << 20

Run = tuple[Any, ...]
"""Entries that follow each other in a column; side by side, where each is of several parts."""


@attrs.frozen
class PackedTable:
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
    scoring: Scoring | None = None
    """Scoring of the entries, if there are scores."""


def runs_of(stretches: Iterable[Run], in_a_block: int) -> Iterator[Run]:
    """Yield the entries in runs of whole blocks; the last run may end with a shorter block."""
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
    """Return some entries of a run."""
    return tuple(part[first:last] for part in run)


def _joined(left: Any, more: Any) -> Any:
    """Numbers or texts, one after the other."""
    return left + more if isinstance(left, list) else np.concatenate([left, more])


# ── packing ────────────────────────────────────────────────────────────────────────

Packed = tuple[list[bytes], bytes, bytes]
"""The contents of several blocks, their hashes, and the first numbers of a column in order."""

LEVELS = {"found_cells": 1, "digits": 9, "found_digits": 9}
"""Levels of compression by column; 3 for any other column.

Enumerated games have many bytes to compress for the time that they took to solve. Files of
values alone are written if size matters more than time.
"""

Raw = tuple[Any, Columns]
"""The bytes of several blocks one after the other, and where each of them ends."""


def pack(seal: Seal, run: Run, in_a_block: int, number: int, beyond: Run = ()) -> Packed:
    """Return the blocks of a run, the first with ``number``; ``beyond`` is the next run.

    They are written and compressed in one call. With a call for each small block, Python's lock
    would keep threads from working in parallel.
    """
    raw, ends = WRITERS[seal.column](run, in_a_block)
    sizes = np.diff(ends, prepend=0)
    segments = np.stack([ends - sizes, sizes], 1).astype(np.uint64).tobytes()
    compressor = ZstdCompressor(level=LEVELS.get(seal.column, 3))
    compressed = compressor.multi_compress_to_buffer(BufferWithSegments(raw, segments))
    contents = [compressed[block].tobytes() for block in range(len(compressed))]
    firsts = _firsts(seal.column, run, in_a_block)
    guide = Guide(b"", firsts + _firsts(seal.column, part_of(beyond, 0, 1), 1))
    blocks = zip(count(), sizes.tolist(), contents, strict=False)
    hashes = [
        seal.hash(number + block, size, content, guide.bounds_of(block))
        for block, size, content in blocks
    ]
    return contents, b"".join(hashes), firsts


def _firsts(column: str, run: Run, in_a_block: int) -> bytes:
    """Return the first numbers of the blocks of a run; nothing of a column that is not in order."""
    if column not in ORDERED or not run:
        return b""
    firsts: Columns = run[0][::in_a_block].astype("<u8")
    return firsts.tobytes()


# ── writers ────────────────────────────────────────────────────────────────


def enumerated_entries(run: Run, in_a_block: int) -> Raw:
    """Positions in order, each with its entry."""
    from gamesolver.kernels import coding as kernels  # plain games have no such column
    from gamesolver.kernels.deferring import plainly_if_few

    positions, entries = run
    raw = np.empty(kernels.MOST_BYTES * len(positions), np.uint8)
    ends = np.empty(-(-len(positions) // in_a_block), np.int64)
    with plainly_if_few(len(positions)):
        kernels.write_enumerated(positions, entries, in_a_block, raw, ends)
    return raw[: ends[-1]], ends


def to_enumerated_digits(positions: Columns, values: Columns) -> bytes:
    """Positions in order, and the value of each."""
    from gamesolver.kernels import coding as kernels
    from gamesolver.kernels.deferring import plainly_if_few

    raw = np.empty(kernels.MOST_BYTES * len(positions), np.uint8)
    with plainly_if_few(len(positions)):
        size = kernels.write_positions(positions, raw)
    return raw[:size].tobytes() + to_fives(values)


def bytes_as_they_are(run: Run, in_a_block: int) -> Raw:
    """Numbers of one byte."""
    (numbers,) = run
    ends = np.arange(in_a_block, len(numbers) + in_a_block, in_a_block)
    return np.ascontiguousarray(numbers), np.minimum(ends, len(numbers))


def entries(run: Run, in_a_block: int) -> Raw:
    """Entries of any width."""
    is_byte = run[0].itemsize == 1
    return (bytes_as_they_are if is_byte else one_by_one(to_planes))(run, in_a_block)


def one_by_one(write: Callable[..., bytes]) -> Callable[[Run, int], Raw]:
    """Return a writer of runs, given one of blocks."""

    def written(run: Run, in_a_block: int) -> Raw:
        blocks = [write(*part_of(run, *bounds)) for bounds in chunks_of(len(run[0]), in_a_block)]
        return b"".join(blocks), np.cumsum([len(block) for block in blocks])

    return written


WRITERS: dict[str, Callable[[Run, int], Raw]] = {
    "cells": entries,
    "digits": one_by_one(to_fives),
    "found_cells": enumerated_entries,
    "found_digits": one_by_one(to_enumerated_digits),
    "keys": one_by_one(to_steps),
    "numbers": one_by_one(to_planes),
    "texts": one_by_one(to_texts),
}
"""By column: what writes the entries of a run as bytes."""
