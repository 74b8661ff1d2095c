"""Exit codes, and exceptions for ends that are not failures. The module loads fast."""

from __future__ import annotations

FINE, NO, WRONG, STOPPED, UNRESOLVED, APART = range(6)
INTERRUPTED = 130
"""128 and the number of SIGINT, as shells have it."""
TERMINATED = 143
"""128 and the number of SIGTERM, as shells have it."""

MEANINGS = {
    FINE: "the command succeeded, and the answer to a yes-or-no question is yes",
    NO: (
        "the answer is no: a fault was found, a file is broken, "
        "or `prove --at-least` shows a worse outcome"
    ),
    WRONG: "the call is wrong: an option, a name, a file or a size that cannot be used",
    STOPPED: (
        "the work was stopped: memory limit, full disk, lost MPI process, "
        "or a fault of a game, a bot or gamesolver"
    ),
    UNRESOLVED: "`prove` ended, within `--seconds` for instance, before its question was resolved",
    APART: "`compare` found no position that both games have, and shows each game by itself",
    INTERRUPTED: "Ctrl-C stopped the work",
    TERMINATED: "SIGTERM ended a call with `--checkpoint`; run it again to resume",
}
"""Meaning of each exit code, in Markdown; ``docs/reference/command-line.md`` has the table."""


class WorkInterruptedError(Exception):
    """Ctrl-C inside a command, which click would take for its own ``Abort``."""


class ReaderGoneError(Exception):
    """Standard output is closed by its reader; click would end the process with 1."""
