"""Blocks: a piece of a column, compressed, with a hash that says where it belongs.

The hash is over the identity of the file, the column, the block's number, the length of
its bytes before compression, its *bounds* and its content. The bounds of a block are its first
number and that of the next block, as the guide has them: so a guide cannot lead past a block
without that block being refused. Nothing is unpacked before the hash fits, nor anything larger
than it may be.
"""

from __future__ import annotations

import struct
from functools import cached_property

import attrs
import xxhash
import zstandard

from gamesolver.files.coding import BadBlockError

HASH_BYTES = 16
WHERE = struct.Struct("<5Q")
MOST_BYTES = 1 << 25
"""A block may have so many bytes before compression, and no more."""


def hash_of(*parts: bytes) -> xxhash.xxh3_128:
    """The hash of several parts, and of where each of them ends."""
    hashed = xxhash.xxh3_128()
    for part in parts:
        hashed.update(len(part).to_bytes(8, "little"))
        hashed.update(part)
    return hashed


@attrs.frozen(slots=False)
class Seal:
    """Makes and checks the hashes of the blocks of one column of one file."""

    identity: bytes
    column: str

    def hash(self, number: int, size: int, content: bytes, bounds: bytes) -> bytes:
        """The hash of a block, given its bytes before compression, its content and its bounds."""
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
        """The bytes of a block; ``BadBlockError`` unless it is the one that was written there."""
        try:
            size = zstandard.frame_content_size(content)
            if not 0 <= size <= MOST_BYTES:
                raise BadBlockError("it does not say a size that a block may have")
            if self.hash(number, size, content, bounds) != expected:
                raise BadBlockError("it is not what was written there")
            return with_it.decompress(content, max_output_size=size)
        except zstandard.ZstdError as error:
            raise BadBlockError("it cannot be unpacked") from error

    @cached_property
    def _begun(self) -> xxhash.xxh3_128:
        """The hash of what the blocks have in common."""
        return hash_of(self.identity, self.column.encode())
