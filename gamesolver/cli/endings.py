"""How a call may end, beside with an answer; nothing here takes time to load."""

from __future__ import annotations

NO, WRONG, STOPPED = 1, 2, 3
TERMINATED = 143
"""128 and the number of SIGTERM, as shells have it."""


class WorkInterruptedError(Exception):
    """Ctrl-C inside a command, which typer would take for an end of its own making."""


class ReaderGoneError(Exception):
    """Nobody reads standard output any more; typer would end the process with 1."""
