"""Guides: the hashes of a column's blocks, and in which of them a number can stand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import attrs
import numpy as np

from gamesolver.files.blocks import HASH_BYTES, hash_of
from gamesolver.files.schema import ORDERED
from gamesolver.labels import Columns

FIRST_BYTES = 8


@attrs.frozen(slots=False)
class Guide:
    """What is known of a column before any of its blocks is read."""

    hashes: bytes
    firsts: bytes
    """The first number of each block; nothing for a column that is not in order."""

    def fits(self, column: str, blocks: int) -> bool:
        """Whether it can be the guide to a column of so many blocks."""
        sizes = HASH_BYTES * blocks, FIRST_BYTES * blocks if column in ORDERED else 0
        return all(
            isinstance(part, bytes) and len(part) == size
            for part, size in zip((self.hashes, self.firsts), sizes, strict=True)
        )

    def hash_of(self, number: int) -> bytes:
        """The hash of a block."""
        return self.hashes[HASH_BYTES * number : HASH_BYTES * (number + 1)]

    def bounds_of(self, number: int) -> bytes:
        """The first numbers of a block and of the next one, as far as there are such."""
        return self.firsts[FIRST_BYTES * number : FIRST_BYTES * (number + 2)]

    def first_of(self, number: int) -> int:
        """The first number of a block; beyond the last block more than there can be."""
        return int(self._firsts[number]) if number < len(self._firsts) else 1 << 64

    def blocks_with(self, wanted: int) -> range:
        """The blocks in which a number may stand: several if it comes more than once."""
        number = np.uint64(wanted)
        before = int(np.searchsorted(self._firsts, number, "left")) - 1
        return range(max(0, before), int(np.searchsorted(self._firsts, number, "right")))

    def block_with(self, wanted: int) -> int:
        """The block in which a number may stand, where none comes twice; -1 before the first."""
        return int(self._firsts.searchsorted(np.uint64(wanted), "right")) - 1

    def block_with_each(self, wanted: Columns) -> Columns:
        """The block in which each number may stand, where none comes twice; -1 before the first."""
        return np.searchsorted(self._firsts, wanted, "right") - 1

    @cached_property
    def _firsts(self) -> Columns:
        return np.frombuffer(self.firsts, "<u8")


def root_of(identity: str, shape: str, how: str, guides: Mapping[str, Guide]) -> str:
    """One hash over everything that a file says; ``how`` is nothing where it does not say it."""
    parts = [each.encode("utf-8", "surrogatepass") for each in (identity, shape, how)]
    for name in sorted(guides):
        parts += [name.encode(), guides[name].hashes, guides[name].firsts]
    return hash_of(*parts).hexdigest()
