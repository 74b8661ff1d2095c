"""Blocks: a piece of a column, compressed, with a hash that says where it belongs.

The hash is over the identity of the file, the column, the block's number, the length of
its bytes before compression, and its content. Nothing is unpacked before the hash fits,
nor anything larger than it may be.
"""

from __future__ import annotations

import attrs
import xxhash
import zstandard

from gamesolver.files.coding import BadBlockError

HASH_BYTES = 16
LEVEL = 3
"""Of compression: level 9 takes five times as long and a tenth less room."""

MOST_BYTES = 1 << 25
"""A block may have so many bytes before compression, and no more."""


def hash_of(*parts: bytes) -> bytes:
    """A hash of several parts, and of where each of them ends."""
    hashed = xxhash.xxh3_128()
    for part in parts:
        hashed.update(len(part).to_bytes(8, "little"))
        hashed.update(part)
    return hashed.digest()


@attrs.frozen
class Seal:
    """Makes and checks the blocks of one column of one file."""

    identity: bytes
    column: str

    def pack(self, number: int, raw: bytes) -> tuple[bytes, bytes]:
        """A block's content and its hash."""
        content = zstandard.ZstdCompressor(level=LEVEL).compress(raw)
        return content, self._hash(number, len(raw), content)

    def unpack(self, number: int, content: bytes, expected: bytes) -> bytes:
        """The bytes of a block; ``BadBlockError`` unless it is the one that was written there."""
        try:
            size = zstandard.frame_content_size(content)
            if not 0 <= size <= MOST_BYTES:
                raise BadBlockError("it does not say a size that a block may have")
            if self._hash(number, size, content) != expected:
                raise BadBlockError("it is not what was written there")
            return zstandard.ZstdDecompressor().decompress(content, max_output_size=size)
        except zstandard.ZstdError as error:
            raise BadBlockError("it cannot be unpacked") from error

    def _hash(self, number: int, size: int, content: bytes) -> bytes:
        where = self.column.encode(), number.to_bytes(8, "little"), size.to_bytes(8, "little")
        return hash_of(self.identity, *where, content)
