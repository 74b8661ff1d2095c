"""Warden of a bot's process, between the command and the bot: it ends all that remains.

A bot may start processes of its own, and these may leave their group, their session and their
parents. So the process that the command starts does not run the bot. It forks, the bot runs in its
child, and it keeps watch. The warden acts when the bot ends, or when the command requests it or has
ended in any way. It ends all remaining processes, and exits with the status of the bot. On Linux, a
process that loses its parent below the warden becomes a child of the warden. On other systems, only
processes that stay in their group are ended. A bot that ends its warden ends itself as well.

It protects against faults, and is not a sandbox: the bot has all rights of the user who runs it.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

ADOPT_ORPHANS, DIE_WITH_PARENT = 36, 1  # options of prctl(2) on Linux
ROUND = 0.02  # seconds between two looks
SWEEPING = 2.0  # seconds in which all processes have ended


def keep(command: int, memory: int) -> None:
    """Fork, and return in the bot's process only; ``command`` is the process id of the command."""
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # the calling process handles it, and ends this one
    if sys.platform == "win32":
        return
    called_off: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, frame: called_off.append(number))
    _set_process_option(ADOPT_ORPHANS, 1)
    bot = os.fork()
    if bot == 0:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _set_process_option(DIE_WITH_PARENT, signal.SIGKILL)
        _limit(memory)
        return
    _let_go_of_line()
    status = _watched(bot, command, called_off)
    _sweep(bot)
    _leave(status)


def _set_process_option(what: int, how: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(what, how, 0, 0, 0)


def _limit(memory: int) -> None:
    """Limit the memory of the bot, and mark it as the first to end if memory runs out."""
    import resource

    limits = resource.getrlimit(resource.RLIMIT_DATA)
    least = min([memory, *(limit for limit in limits if limit != resource.RLIM_INFINITY)])
    resource.setrlimit(resource.RLIMIT_DATA, (least, limits[1]))
    with suppress(OSError):  # if the system permits it
        Path("/proc/self/oom_score_adj").write_text("1000")


def _let_go_of_line() -> None:
    """Leave both pipes to the bot, so that they end when it does."""
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)


def _watched(bot: int, command: int, called_off: list[int]) -> int:
    """Wait until the bot has ended, or is to end. Return its status."""
    while not called_off and os.getppid() == command:
        ended, status = os.waitpid(bot, os.WNOHANG)
        if ended:
            return status
        time.sleep(ROUND)
    return 0


def _sweep(bot: int) -> None:
    """End all remaining child processes, until there are none or time is up."""
    late = time.monotonic() + SWEEPING
    while time.monotonic() < late:
        for child in _children(bot):
            _end(child)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(ROUND / 10)


def _children(bot: int) -> list[int]:
    """Return the child processes. Orphans below them become children of this process too."""
    listed = Path(f"/proc/self/task/{os.getpid()}/children")
    return list(map(int, listed.read_text().split())) if listed.exists() else [bot]


def _end(process: int) -> None:
    with suppress(ProcessLookupError):  # it has ended by itself
        os.kill(process, signal.SIGKILL)


def _leave(status: int) -> None:
    """End as the bot did, but for a picture of its memory."""
    import resource

    if os.WIFSIGNALED(status):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.waitstatus_to_exitcode(status))
