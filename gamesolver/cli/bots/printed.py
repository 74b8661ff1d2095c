"""Output that a bot prints: the beginning is shown on standard error, the rest is discarded.

All output must be read, because a process that writes to a full pipe waits. Some kilobytes are
enough to show the kind of output, so the rest is not stored.
"""

from __future__ import annotations

import codecs
import sys
from contextlib import suppress
from typing import IO

import attrs

from gamesolver.texts import clean

MOST_SHOWN = 4_000
"""Bytes."""
CHUNK = 2**16


@attrs.define(eq=False)
class BotOutput:
    """The output of one bot, whichever of its processes it comes from."""

    bot: str
    _left: int = MOST_SHOWN
    _is_cut: bool = False
    _letters: codecs.IncrementalDecoder = attrs.field(
        factory=lambda: codecs.getincrementaldecoder("utf-8")("replace"), init=False
    )

    def read(self, stream: IO[bytes]) -> None:
        """Read all that comes."""
        with stream:
            while chunk := stream.read1(CHUNK):  # type: ignore[attr-defined]  # of a pipe
                self._show(chunk)

    def _show(self, chunk: bytes) -> None:
        if self._is_cut:
            return
        shown, self._is_cut = chunk[: self._left], len(chunk) > self._left
        self._left -= len(shown)
        text = self._letters.decode(shown).expandtabs()
        if self._is_cut:
            text += f"\n{self.bot} prints more than {MOST_SHOWN:,} bytes: the rest is not shown\n"
        with suppress(OSError, ValueError):  # standard error is closed
            sys.stderr.write(clean(text))
            sys.stderr.flush()
