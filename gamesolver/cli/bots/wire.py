"""Connection between the command and a bot's process: numbered messages with their length.

A bot is foreign code, and may write anything where the command reads. So an answer has one fixed
form: some texts, each after its length. Reading them runs no code, and takes no more memory than a
small multiple of their bytes. The reader stops after ``MOST`` bytes, or the limit of another kind
of connection. An answer has the number of its request. So data that was written in between, or
twice, is never taken for the answer to another request.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from types import TracebackType
from typing import IO

import attrs

HEAD = struct.Struct(">QQ")
LENGTH = struct.Struct(">I")
MOST = 2**20
"""Largest size of an answer in bytes."""


class NoAnswerError(Exception):
    """The received message is not an answer to the request."""


@attrs.frozen
class Wire:
    """Two pipes: one to read from, one to write to."""

    into: IO[bytes]
    out: IO[bytes]
    most: int = MOST
    """Largest size of an answer in bytes."""

    def send(self, number: int, content: bytes) -> None:
        """Send a message; raise ``OSError`` if the other end is closed."""
        self.out.write(HEAD.pack(number, len(content)) + content)
        self.out.flush()

    def question(self) -> tuple[int, bytes]:
        """Wait for a question and its number; ``EOFError`` if there will be none."""
        number, length = HEAD.unpack(self._read(HEAD.size))
        return number, self._read(length)

    def answer(self, number: int) -> list[str]:
        """Wait for the answer to a request; raise ``NoAnswerError`` for any other message."""
        came, length = HEAD.unpack(self._read(HEAD.size))
        if came != number or length > self.most:
            raise NoAnswerError
        return read_texts(self._read(length))

    def _read(self, size: int) -> bytes:
        content = self.into.read(size)
        if len(content) < size:
            raise EOFError
        return content

    def __enter__(self) -> Wire:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        for stream in (self.into, self.out):
            try:
                stream.close()
            except OSError:  # data that was not sent is dropped
                continue


def written_texts(texts: Iterable[str]) -> bytes:
    """Return texts in their fixed form; a subclass of ``str`` is encoded by ``str`` itself."""
    written = [str.encode(text, "utf-8", "surrogatepass") for text in texts]
    return b"".join(LENGTH.pack(len(encoded)) + encoded for encoded in written)


def read_texts(content: bytes) -> list[str]:
    """Return the texts from their fixed form; raise ``NoAnswerError`` for any other bytes."""
    texts, at = [], 0
    while at < len(content):
        start = at + LENGTH.size
        at = start + int.from_bytes(content[at:start], "big")
        texts.append(_text(content[start:at]))
    if at != len(content):
        raise NoAnswerError
    return texts


def _text(content: bytes) -> str:
    try:
        return content.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        raise NoAnswerError from None
