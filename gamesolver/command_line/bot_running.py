"""The process of a bot as the command sees it: begun, asked with a limit on the time, and ended.

A thread reads what comes, so that there is a way to wait for it no longer than so long, on every
system. The process is begun with a script of one line, and not by multiprocessing, which would run
the script of whoever called us once more.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread

import attrs

from gamesolver.command_line.bot_line import Line

FAREWELL = 5.0  # seconds until a process that has closed its line must be gone
SCRIPT = (
    "import sys; sys.path[:] = {path!r}; from gamesolver.command_line.bot_process import main; "
    "main({bot!r}, {rules!r}, {parent!r})"
)


class ProcessEndedError(Exception):
    """The process of the bot has ended by itself; in words, how."""


@attrs.frozen(eq=False)
class BotProcess:
    """A process, the line to it, and what has come from there; ``None`` when that is all."""

    process: subprocess.Popen[bytes]
    line: Line
    came: SimpleQueue[bytes | None] = attrs.field(factory=SimpleQueue)

    @classmethod
    def begun(cls, bot: str, rules: str | None) -> BotProcess:
        """Begin a process that loads the bot; what comes first is how that went."""
        script = SCRIPT.format(path=sys.path, bot=bot, rules=rules, parent=os.getpid())
        process = subprocess.Popen(
            [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert process.stdin is not None
        assert process.stdout is not None
        begun = cls(process, Line(process.stdout, process.stdin))
        Thread(target=begun._listen, daemon=True).start()
        return begun

    def _listen(self) -> None:
        with suppress(EOFError, OSError), self.line.into:
            while True:
                self.came.put(self.line.receive())
        self.came.put(None)

    def answer(self, question: bytes, patience: float) -> bytes:
        """The answer to a question; ``TimeoutError`` if it takes too long."""
        try:
            self.line.send(question)
        except OSError:
            raise self._ended() from None
        return self.heard(patience)

    def heard(self, patience: float) -> bytes:
        """What comes next; ``TimeoutError`` if it takes too long."""
        try:
            content = self.came.get(timeout=patience)
        except Empty:
            raise TimeoutError from None
        if content is None:
            raise self._ended()
        return content

    def _ended(self) -> ProcessEndedError:
        try:
            code = self.process.wait(FAREWELL)
        except subprocess.TimeoutExpired:  # it has closed its line, and goes on
            return ProcessEndedError("closed the line to its process")
        return ProcessEndedError(f"ended its process with code {code}")

    def end(self) -> None:
        """End it at once, whatever it is at."""
        self.process.kill()
        self.process.wait()
        with suppress(OSError):  # what was not sent is nobody's any more
            self.line.out.close()
