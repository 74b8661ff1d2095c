"""Compressed blocks of columns, with hashes that bind each block to its place.

The hash of a block covers the identity of the file, the column, the block's number, its length
before compression, its *bounds* and its content. The bounds are its first number and that of
the next block, as the guide states them. A guide that leads past a block therefore makes that
block fail. A block is decompressed only after its hash matches and its size is allowed.

Before compression, integers are converted to bytes that compress well. A *plane* holds one byte
of each number: the lowest bytes first, then the next ones. High bytes are mostly zero or change
slowly, so their planes compress to almost nothing. Sorted numbers are written as the first
number and the *steps* between neighbours. Steps between positions mostly take one byte. Longer
steps follow in planes. Values are packed five to a byte (:class:`Fives`).
"""

from __future__ import annotations

import json
import struct
import sys
from collections.abc import Callable
from functools import cached_property
from typing import Any

import attrs
import numpy as np
import xxhash
import zstandard

from gamesolver.system.columns import Columns

# ── numbers as bytes that compress well ─────────────────────────────────────────────────────────

WIDTHS = (1, 1, 2, 4, 4, 8, 8, 8, 8)
"""Bytes of a number in memory, by its number of planes."""

FIRST_BYTES = 8
"""Bytes of the first number of a sorted block."""

POWERS = np.array([1, 3, 9, 27, 81], np.uint8)
DIGITS = np.arange(243)[:, None] // POWERS.astype(np.int64) % 3
DIGITS = DIGITS.astype(np.uint8)
"""Five values in each byte."""


class BadBlockError(Exception):
    """Error for bytes that do not encode numbers or texts."""


def to_planes(numbers: Columns) -> bytes:
    """Return integers as byte planes, as many as the greatest has bytes."""
    if numbers.itemsize == 1:
        return numbers.tobytes()
    wide = np.ascontiguousarray(numbers, "<u8")
    planes = max(1, (int(wide.max(initial=0)).bit_length() + 7) // 8)
    return wide.view(np.uint8).reshape(-1, 8)[:, :planes].T.tobytes()


def from_planes(raw: bytes, count: int) -> Columns:
    """Return ``count`` integers from byte planes. Inverse of :func:`to_planes`."""
    planes, left = divmod(len(raw), count) if count else (1, len(raw))
    if left or not 1 <= planes <= 8:
        raise BadBlockError(f"{len(raw)} bytes are not {count} numbers")
    if planes == 1:
        return np.frombuffer(raw, np.uint8)
    numbers: Columns = np.zeros(count, f"<u{WIDTHS[planes]}")
    wide = numbers.view(np.uint8)
    for plane in range(planes):  # one by one: a whole array the other way round takes longer
        wide[plane :: numbers.itemsize] = np.frombuffer(raw, np.uint8, count, plane * count)
    return numbers


def to_steps(numbers: Columns) -> bytes:
    """Return sorted numbers as the first one and the steps between them."""
    return int(numbers[0]).to_bytes(FIRST_BYTES, "little") + to_planes(np.diff(numbers))


def from_steps(raw: bytes, count: int) -> Columns:
    """Return ``count`` sorted numbers. Inverse of :func:`to_steps`."""
    if count < 1 or len(raw) < FIRST_BYTES:
        raise BadBlockError(f"{len(raw)} bytes are not {count} numbers in order")
    numbers = np.empty(count, np.uint64)
    numbers[0] = int.from_bytes(raw[:FIRST_BYTES], "little")
    numbers[1:] = from_planes(raw[FIRST_BYTES:], count - 1)
    return np.add.accumulate(numbers, out=numbers)


class Fives:
    """Sequence of numbers from 0 to 2, five to a byte, decoded on access."""

    def __init__(self, raw: bytes, count: int) -> None:
        self.packed = np.frombuffer(raw, np.uint8)
        if len(raw) != -(-count // 5) or self.packed.max(initial=0) >= len(DIGITS):
            raise BadBlockError(f"{len(raw)} bytes are not {count} values")

    def __getitem__(self, places: Any) -> Any:
        return DIGITS[self.packed[places // 5], places % 5]


def to_fives(values: Columns) -> bytes:
    """Return numbers from 0 to 2, packed five to a byte."""
    digits = np.zeros((-(-len(values) // 5), 5), np.uint8)
    digits.reshape(-1)[: len(values)] = values
    return (digits @ POWERS).tobytes()


def from_positions(raw: bytes, count: int) -> tuple[Columns, bytes]:
    """Return ``count`` sorted positions and the remaining bytes, as :mod:`packing` writes them."""
    if count < 1 or len(raw) < 9 + count:
        raise BadBlockError(f"{len(raw)} bytes are not {count} positions")
    steps = np.frombuffer(raw, np.uint8, count, 9)
    positions = steps.astype(np.uint64)
    (are_long,) = (steps == 255).nonzero()
    end = 9 + count + raw[8] * len(are_long)
    if len(are_long):
        positions[are_long] = from_planes(raw[9 + count : end], len(are_long))
    positions[0] = int.from_bytes(raw[:8], "little")
    return np.add.accumulate(positions, out=positions), raw[end:]  # cumsum takes longer to call


def from_enumerated_entries(raw: bytes, count: int) -> tuple[Columns, Columns]:
    """Return ``count`` positions and their entries."""
    positions, rest = from_positions(raw, count)
    return positions, from_planes(rest, count)


def from_enumerated_digits(raw: bytes, count: int) -> tuple[Columns, Fives]:
    """Return ``count`` positions and their values."""
    positions, rest = from_positions(raw, count)
    return positions, Fives(rest, count)


def to_texts(texts: list[str]) -> bytes:
    """Return texts as JSON bytes."""
    return json.dumps(texts, separators=(",", ":")).encode("ascii")


def from_texts(raw: bytes, count: int) -> list[str]:
    """Return ``count`` texts. Inverse of :func:`to_texts`."""
    try:
        texts: list[str] = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise BadBlockError("not a list of texts") from error
    if not isinstance(texts, list) or len(texts) != count:
        raise BadBlockError(f"not a list of {count} texts")
    if not all(isinstance(text, str) for text in texts):
        raise BadBlockError("a list whose elements are not texts")
    return texts


READERS: dict[str, Callable[[bytes, int], Any]] = {
    "cells": from_planes,
    "digits": Fives,
    "found_cells": from_enumerated_entries,
    "found_digits": from_enumerated_digits,
    "keys": from_steps,
    "numbers": from_planes,
    "texts": from_texts,
}
"""Decoders of blocks by column, from bytes and a number of entries."""


def bytes_of(block: Any) -> int:
    """Return the approximate bytes of memory that a block takes."""
    if isinstance(block, tuple):
        return sum(map(bytes_of, block))
    if isinstance(block, Fives):
        return block.packed.nbytes
    return block.nbytes if isinstance(block, np.ndarray) else sum(map(sys.getsizeof, block))


# ── blocks ────────────────────────────────────────────────────────────────────────

HASH_BYTES = 16
WHERE = struct.Struct("<5Q")
MOST_BYTES = 1 << 25
"""Most bytes of a block before compression."""


def hash_of(*parts: bytes) -> xxhash.xxh3_128:
    """Return the hash of several parts and their lengths."""
    hashed = xxhash.xxh3_128()
    for part in parts:
        hashed.update(len(part).to_bytes(8, "little"))
        hashed.update(part)
    return hashed


@attrs.frozen(slots=False)
class Seal:
    """Hashes of the blocks in one column of one file."""

    identity: bytes
    column: str

    def hash(self, number: int, size: int, content: bytes, bounds: bytes) -> bytes:
        """Return the hash of a block. ``size`` is its number of bytes before compression."""
        hashed = self._begun.copy()
        hashed.update(WHERE.pack(8, number, 8, size, len(bounds)))  # as ``hash_of`` does, at once
        hashed.update(bounds)
        hashed.update(len(content).to_bytes(8, "little"))
        hashed.update(content)
        return hashed.digest()

    def unpack(
        self,
        number: int,
        content: bytes,
        expected: bytes,
        bounds: bytes,
        with_it: zstandard.ZstdDecompressor,
    ) -> bytes:
        """Return the bytes of a block. Raise ``BadBlockError`` unless its hash matches."""
        try:
            size = zstandard.frame_content_size(content)
            if not 0 <= size <= MOST_BYTES:
                raise BadBlockError("its size is invalid")
            if self.hash(number, size, content, bounds) != expected:
                raise BadBlockError("its checksum is wrong")
            return with_it.decompress(content, max_output_size=size)
        except zstandard.ZstdError as error:
            raise BadBlockError("it cannot be decompressed") from error

    @cached_property
    def _begun(self) -> xxhash.xxh3_128:
        """Hash of the part that all blocks have in common."""
        return hash_of(self.identity, self.column.encode())
