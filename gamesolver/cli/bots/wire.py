"""The line between the command and a bot's process: numbered messages, each after its length.

A bot is somebody's code, and may write whatever it likes where the command reads. So what comes
back has one fixed form, which nothing can be hidden in: some texts, each after its length. To read
them runs no code, takes no more memory than some times their bytes, and nobody reads on beyond
``MOST`` bytes, or as many as a line of another kind allows. An answer bears the number of its
question, so that what was written in between, or twice, is never taken for the answer to another
question.
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
"""Bytes of an answer."""


class NoAnswerError(Exception):
    """What came over the line is no answer to what was asked."""


@attrs.frozen
class Wire:
    """Two pipes: one to read from, one to write to."""

    into: IO[bytes]
    out: IO[bytes]
    most: int = MOST
    """Bytes of an answer."""

    def send(self, number: int, content: bytes) -> None:
        """Send a message; ``OSError`` if nobody reads any more."""
        self.out.write(HEAD.pack(number, len(content)) + content)
        self.out.flush()

    def question(self) -> tuple[int, bytes]:
        """Wait for a question and its number; ``EOFError`` if there will be none."""
        number, length = HEAD.unpack(self._read(HEAD.size))
        return number, self._read(length)

    def answer(self, number: int) -> list[str]:
        """Wait for the answer to a question; ``NoAnswerError`` for whatever else comes."""
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
            except OSError:  # what was not sent is nobody's any more
                continue


def written_texts(texts: Iterable[str]) -> bytes:
    """Texts in their fixed form; also of a class of its own, which is not asked."""
    written = [str.encode(text, "utf-8", "surrogatepass") for text in texts]
    return b"".join(LENGTH.pack(len(encoded)) + encoded for encoded in written)


def read_texts(content: bytes) -> list[str]:
    """Undoes :func:`written_texts`; ``NoAnswerError`` for any other bytes."""
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
