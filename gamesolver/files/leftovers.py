"""Unfinished files: their names, and the removal of those whose process has ended.

A process that is killed while it writes leaves an unfinished file. Its name identifies the writer:
the host, the boot, the process and when that started. The next save or load of the same path
removes it if that process cannot be alive any more:

* A process of this boot, in the same namespace of processes, is looked up. A number that another
  process has now is recognised by the time at which that one started.
* A process of an earlier boot of this host has ended with it. Two hosts that share a disk might
  have one identity, so the file must also be older than this boot, and untouched for an hour.
* Files of other hosts, and files with any other name, stay.

No lock is needed, which not every shared disk has.
"""

from __future__ import annotations

import os
import platform
import re
import sys
import time
import uuid
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2s
from pathlib import Path

import attrs

LETTERS = 40  # of the name of a target, so that no name is too long
UNTOUCHED = 3600.0  # seconds
NAMED = re.compile(r"([0-9a-f]{8})-([0-9a-f]{8})-([0-9]{1,10})-([0-9]{1,20})-[0-9a-f]{8}")
ENDED = "Z", "X"
"""States of a process of Linux that runs no more, and was not waited for yet."""


@attrs.frozen
class Writer:
    """A process that writes files: where it runs, its number, and when it started."""

    host: str
    boot: str
    process: int
    started: int
    """In ticks or microseconds of the system; 0 if that is unknown."""

    @classmethod
    def here(cls) -> Writer:
        """Return this process."""
        process = os.getpid()
        return cls(_host(), _boot(), process, _started(process) or 0)

    def may_be_alive(self, touched: float) -> bool:
        """Return False if this process has surely ended; ``touched`` dates its last write."""
        if self.host != _host():
            return True
        if self.boot != _boot():
            return touched >= _booted() or time.time() - touched < UNTOUCHED
        if not _is_there(self.process):
            return False
        started = _started(self.process)
        return started is None or self.started in (0, started)


def unfinished_for(target: Path) -> Path:
    """Return a new name in the folder of ``target``, for a file that this process writes."""
    own = Writer.here()
    writer = f"{own.host}-{own.boot}-{own.process}-{own.started}-{os.urandom(4).hex()}"
    return target.with_name(_before(target) + writer)


def remove_leftovers(target: Path) -> None:
    """Remove the unfinished files of ``target`` that processes left which have ended."""
    before = _before(target)
    with suppress(OSError), os.scandir(target.parent) as entries:
        for entry in entries:
            if entry.name.startswith(before):
                writer = NAMED.fullmatch(entry.name[len(before) :])
                if writer is not None:
                    _remove_if_ended(entry, writer)


def _remove_if_ended(entry: os.DirEntry[str], named: re.Match[str]) -> None:
    host, boot, process, started = named.groups()
    writer = Writer(host, boot, int(process), int(started))
    with suppress(OSError):  # it has gone meanwhile, or is not ours to remove
        is_file = entry.is_file(follow_symlinks=False)
        touched = entry.stat(follow_symlinks=False).st_mtime
        if is_file and not writer.may_be_alive(touched):
            os.unlink(entry.path)


def _before(target: Path) -> str:
    return f".{target.name[:LETTERS]}."


# ── who this process is, as the system knows it ─────────────────────────────────────────────────


@lru_cache(1)
def _host() -> str:
    """Return a digest of what names this host, the same after each boot."""
    machine = _read("/etc/machine-id") if sys.platform == "linux" else str(uuid.getnode())
    return _digest(platform.node(), machine)


def _boot() -> str:
    """Return a digest of this boot and the namespaces in which processes have their numbers."""
    if sys.platform != "linux":
        return _digest("")
    namespaces = [_link(f"/proc/self/ns/{name}") for name in ("pid", "time")]
    return _digest(_read("/proc/sys/kernel/random/boot_id"), *namespaces)


def _booted() -> float:
    """Return when this host was started; 0 if that is unknown."""
    uptime = _read("/proc/uptime").partition(" ")[0]
    return time.time() - float(uptime) if uptime else 0.0


def _is_there(process: int) -> bool:
    """Return False if no process has this number, or the one that has it runs no more."""
    if sys.platform != "linux":
        import psutil

        return bool(psutil.pid_exists(process))
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # it is another user's
        return True
    return (_status(process) or [""])[0] not in ENDED


def _started(process: int) -> int | None:
    """Return when a process started, in a unit of the system; ``None`` if that is not shown."""
    if sys.platform != "linux":
        import psutil

        with suppress(psutil.Error):
            return int(psutil.Process(process).create_time() * 1_000_000)
        return None
    status = _status(process)
    return int(status[19]) if status is not None else None


def _status(process: int) -> list[str] | None:
    """Return the fields that Linux shows after the name of a process, the state first."""
    if _link("/proc/self") != str(os.getpid()):
        return None  # these are the processes of another namespace
    fields = _read(f"/proc/{process}/stat").rpartition(")")[2].split()
    return fields if len(fields) > 19 else None


def _read(path: str) -> str:
    with suppress(OSError, UnicodeError):
        return Path(path).read_text().strip()
    return ""


def _link(path: str) -> str:
    with suppress(OSError):
        return os.readlink(path)
    return ""


def _digest(*texts: str) -> str:
    return blake2s("\0".join(texts).encode("utf-8", "replace"), digest_size=4).hexdigest()
