"""A pseudo-terminal that runs the command line, to test its display and input."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from codecs import getincrementaldecoder

from tests.support.at_the_terminal import ROOT

STEERING = re.compile(r"\x1b\[[?0-9;]*[a-zA-Z]|\x1b[=>]|\r")
COLOUR = re.compile(r"\x1b\[[0-9;]+m")
PATIENCE = 120
ATTACHED = 'exec "$@" <"$0" >"$0" 2>&1'
"""A shell command: the first terminal that the first process of a session opens controls it."""


class Terminal:
    """A command in its own terminal, as a context manager that closes it."""

    def __init__(self, *words, size=(24, 80), **surroundings):
        self.ours, theirs = pty.openpty()
        self.resize(*size)
        kept = {name: each for name, each in os.environ.items() if name not in UNWANTED}
        attached = ["sh", "-c", ATTACHED, os.ttyname(theirs)]
        self.process = subprocess.Popen(
            [*attached, sys.executable, "-m", "gamesolver", *map(str, words)],
            start_new_session=True,
            cwd=ROOT,
            env=kept | {"TERM": "xterm-256color"} | surroundings,
        )
        os.close(theirs)
        self.raw = ""
        self._read = 0
        self._decoder = getincrementaldecoder("utf-8")()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.kill()
        self.process.wait()
        os.close(self.ours)

    @property
    def seen(self):
        """All text that was on the screen, without control sequences."""
        return STEERING.sub("", self.raw)

    @property
    def colours(self):
        """Escape sequences that have coloured the text."""
        return COLOUR.findall(self.raw)

    def until(self, text):
        """Read until a text appears; return the new output before it."""
        end = time.monotonic() + PATIENCE
        while (found := self.seen.find(text, self._read)) < 0:
            assert time.monotonic() < end, self.seen
            assert self._more(0.2) or self.process.poll() is None, self.seen
        before, self._read = self.seen[self._read : found], found + len(text)
        return before

    def type(self, line):
        """Type a line, with Enter."""
        os.write(self.ours, f"{line}\n".encode())

    def press(self, key):
        """Press a single key."""
        os.write(self.ours, key.encode())

    def press_until(self, key, text, pause):
        """Press a key repeatedly until a text appears, because a starting prompt can lose a key.

        The echo of a key may appear after the text, before the end of its line.
        """
        end = time.monotonic() + PATIENCE
        pressed = 0.0
        while (found := self.seen.find(text, self._read)) < 0:
            assert time.monotonic() < end, self.seen
            assert self._more(0.1) or self.process.poll() is None, self.seen
            if time.monotonic() > pressed + pause:
                self.press(key)
                pressed = time.monotonic()
        self._read = found + len(text)

    def enter(self, line):
        """Type a line at the prompt, and return the output up to the next prompt."""
        self.type(line)
        return self.until("Your move: ")

    def resize(self, rows, columns):
        """Change the size of the window, which notifies the process in it."""
        fcntl.ioctl(self.ours, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def end(self):
        """Read to the end, and return the exit code."""
        end = time.monotonic() + PATIENCE
        while self._more(0.2) or self.process.poll() is None:
            assert time.monotonic() < end, self.seen
        return self.process.wait()

    def _more(self, seconds):
        """Read the available output; return True if there was any."""
        if not select.select([self.ours], [], [], seconds)[0]:
            return False
        try:
            more = os.read(self.ours, 1 << 16)
        except OSError:  # the other side is closed
            return False
        self.raw += self._decoder.decode(more)
        return bool(more)


UNWANTED = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "CLICOLOR", "TTY_COMPATIBLE")
