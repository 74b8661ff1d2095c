"""The line between the command and a bot's process: texts of bytes, each after its length."""

from __future__ import annotations

import struct
from typing import IO

import attrs

LENGTH = struct.Struct(">Q")


@attrs.frozen
class Line:
    """Two pipes: one to read from, one to write to."""

    into: IO[bytes]
    out: IO[bytes]

    def send(self, content: bytes) -> None:
        """Send a text; ``OSError`` if nobody reads any more."""
        self.out.write(LENGTH.pack(len(content)) + content)
        self.out.flush()

    def receive(self) -> bytes:
        """Wait for a text; ``EOFError`` if there will be none."""
        (length,) = LENGTH.unpack(self._read(LENGTH.size))
        return self._read(length)

    def _read(self, size: int) -> bytes:
        content = self.into.read(size)
        if len(content) < size:
            raise EOFError
        return content
