"""Memory that the work has taken, and the limit at which it stops.

Counted are anonymous and shared bytes (not files that are mapped), beyond what
the process held when the work began. The default limit is 85 % of what the
machine or its container has free.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from gamesolver.arguments import whole
from gamesolver.errors import Advice, InvalidArgumentError, MemoryLimitError
from gamesolver.texts import spelled

DEFAULT_SHARE = 0.85
ESTIMATE_AT = 2 * 10**9
"""Bytes after which work stops if no end is in sight and the caller set no limit."""
NEVER = 2**62
LEAST_MACHINE = 1_000_000
"""Positions that fit in the memory of any machine."""
BYTES_A_POSITION = 100
"""Least bytes of a position of a plain game: its entry in a dict."""
ADVICE = "symmetries or a smaller start would help"
FOLDED = "a smaller start would help"
"""Way out for a game that writes ``symmetries`` already."""

_UNITS = {"B": 1}
for _power, _letter in enumerate("KMGT", start=1):
    _UNITS[f"{_letter}B"] = 1000**_power
    _UNITS[f"{_letter}IB"] = 1024**_power
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([a-z]+)\s*", re.IGNORECASE)


class MemoryMeter:
    """Meter of the bytes used since it was made, with a limit."""

    def __init__(
        self,
        limit: int | float | str | None = None,
        *,
        is_folded: bool = False,
        is_forced: bool = False,
    ) -> None:
        self.advice = FOLDED if is_folded else ADVICE
        self.base = anonymous_bytes()
        self.limit = limit_of(limit)
        self.is_default = limit is None
        self.estimate_at = (
            NEVER if is_forced or limit is not None else min(ESTIMATE_AT, self.limit // 2)
        )
        """Bytes at which the work looks for its end before it goes on."""

    def share_with(self, processes: int) -> None:
        """Share the free memory among ``processes``, unless a limit was set."""
        if self.is_default:
            self.limit //= processes

    def in_use(self) -> int:
        """Bytes taken so far."""
        return max(0, anonymous_bytes() - self.base)

    @contextmanager
    def leaving_out(self) -> Iterator[None]:
        """Leave out of the count the memory taken in this context: a library being loaded.

        The free memory shrinks by that amount, though.
        """
        before = anonymous_bytes()
        yield
        loaded = max(0, anonymous_bytes() - before)
        self.base += loaded
        if self.is_default:
            self.limit -= int(DEFAULT_SHARE * loaded)

    @contextmanager
    def watching(self, progress: str) -> Iterator[None]:
        """Report memory that the machine does not have, worded as a limit is."""
        try:
            yield
        except MemoryLimitError:
            raise
        except MemoryError as error:
            raise self.refused(progress) from error

    def allows(self, coming: int) -> bool:
        """Return True if a number of further bytes keeps to the limit."""
        return self.in_use() + coming <= self.limit

    def check(self, progress: str, coming: int = 0, advice: str | None = None) -> int:
        """Raise if the bytes taken and those ``coming`` next outgrow the limit; return the sum."""
        needed = self.in_use() + coming
        if needed > self.limit:
            raise self._exceeded(progress, needed, advice)
        return needed

    def needs_estimate(self, used_bytes: int) -> bool:
        """Return True if work that has taken ``used_bytes`` bytes should look for its end first.

        A caller who set a limit has agreed to it. Otherwise it is True at ``ASKS_AT`` bytes, or at
        half of the limit, and each time that this has doubled.
        """
        if used_bytes < self.estimate_at:
            return False
        while self.estimate_at <= used_bytes:
            self.estimate_at *= 2
        return True

    def without_estimate(self, progress: str, used_bytes: int, advice: str) -> MemoryLimitError:
        """Return the error for work that takes much, and that cannot look for its end."""
        return MemoryLimitError(
            f"{in_words(used_bytes)} are in use after {progress}: {advice}",
            limit=self.limit,
            needed=used_bytes,
        ).advised(Advice("goes on up to a limit of your own", {"memory": None}))

    def _exceeded(self, progress: str, needed: int, advice: str | None) -> MemoryLimitError:
        """Return the error for work that needs more than the limit."""
        advice = self.advice if advice is None else advice
        return MemoryLimitError(
            f"out of memory: the limit is {self.limit_in_words()}, "
            f"{in_words(needed)} are needed after {progress}: {advice}",
            limit=self.limit,
            needed=needed,
        ).advised(Advice("allows more", {"memory": None}))

    def refused(
        self, progress: str, what: str = "the system provides no more", advice: str | None = None
    ) -> MemoryLimitError:
        """Return the error for ``what`` raised ``MemoryError``: the machine has no more."""
        used_bytes = self.in_use()
        if used_bytes > self.limit:
            return self._exceeded(progress, used_bytes, advice)
        return MemoryLimitError(
            f"out of memory: {what}, with {in_words(used_bytes)} in use after {progress} "
            f"and a limit of {self.limit_in_words()}: "
            f"{self.advice if advice is None else advice}",
            limit=self.limit,
            needed=used_bytes,
        )

    def limit_in_words(self) -> str:
        """Return the limit as text, with its origin: the default or the caller."""
        whose = "85 % of what was free" if self.is_default else "as requested"
        return f"{in_words(self.limit)} ({whose})"


def limit_of(memory: int | float | str | None) -> int:
    """Return the limit in bytes that a caller passed; by default a share of what is free."""
    return int(DEFAULT_SHARE * free_bytes()) if memory is None else parse_bytes(memory)


def few_positions(memory: int | float | str | None) -> int:
    """Return a number of positions that fits in a limit, in plain Python as well."""
    return LEAST_MACHINE if memory is None else parse_bytes(memory) // BYTES_A_POSITION


def parse_bytes(size: int | float | str) -> int:
    """Return the bytes in a number or a text such as ``"1.5 GB"`` or ``"512 MiB"``.

    >>> parse_bytes("1.5 GB"), parse_bytes("2 KiB"), parse_bytes(4096)
    (1500000000, 2048, 4096)
    """
    number = size if isinstance(size, float) else whole(size)
    if number is not None and 0 < number < float("inf"):
        return int(number)
    match = _SIZE.fullmatch(size) if isinstance(size, str) else None
    if match and match[2].upper() in _UNITS and 0 < float(match[1]) < float("inf"):
        return int(float(match[1]) * _UNITS[match[2].upper()])
    raise InvalidArgumentError(
        f"bad memory limit {spelled(size)}: expected a positive number of bytes, "
        'or a text like "1.5 GB"'
    )


def in_words(count: int) -> str:
    """Return a number of bytes as text.

    >>> in_words(1_500_000_000), in_words(2_000), in_words(12)
    ('1.5 GB', '2.0 KB', '12 bytes')
    """
    for unit in ("TB", "GB", "MB", "KB"):
        if count >= _UNITS[unit]:
            return f"{count / _UNITS[unit]:.1f} {unit}"
    return f"{count} bytes"


def anonymous_bytes() -> int:
    """Return the anonymous and shared bytes that this process holds now."""
    if sys.platform != "linux":
        return _resident_bytes()
    status = os.open("/proc/self/status", os.O_RDONLY)
    try:
        held = _HELD.findall(os.read(status, 1 << 14))
    finally:
        os.close(status)
    return sum(map(int, held)) * 1024


def give_back() -> None:
    """Return free memory to the machine, if the C library keeps it and has a call for that.

    Columns that grew leave holes, in which glibc keeps as much again as is needed.
    """
    import ctypes  # a small solve needs none

    with suppress(OSError, AttributeError):  # no other C library has this
        ctypes.CDLL(None).malloc_trim(0)


_HELD = re.compile(rb"^Rss(?:Anon|Shmem):\s+(\d+) kB", re.MULTILINE)


def free_bytes() -> int:
    """Return the free bytes of the machine, or of the containers around this process."""
    if sys.platform != "linux":
        return _machine_free_bytes()
    machine = Path("/proc/meminfo").read_text()
    match = re.search(r"MemAvailable:\s+(\d+)", machine)
    free = int(match[1]) * 1024 if match else 2**33
    return min([free, *(_left_in(*names) for names in _containers())])


NO_LIMIT = 2**60
ONE_TREE = "memory.max", "memory.current"
OWN_TREE = "memory.limit_in_bytes", "memory.usage_in_bytes"


def containers(groups: str, mounted: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the files of limit and use for each control group around a process.

    ``groups`` is the text of ``/proc/self/cgroup``. A container often sees its own group as
    the outermost one, whatever path it is given.
    """
    for line in [*groups.splitlines(), "0::/", "0:memory:/"]:
        _, controllers, path = line.split(":", 2)
        if controllers and "memory" not in controllers.split(","):
            continue
        top, names = (mounted / "memory", OWN_TREE) if controllers else (mounted, ONE_TREE)
        group = Path(path.lstrip("/"))
        for directory in (group, *group.parents):
            yield top / directory / names[0], top / directory / names[1]


@cache
def _containers() -> tuple[tuple[Path, Path], ...]:
    """Return the groups of this process that have or may get a limit, looked for once."""
    groups = Path("/proc/self/cgroup")
    file = groups.read_text() if groups.exists() else ""
    every = dict.fromkeys(containers(file, Path("/sys/fs/cgroup")))
    return tuple(names for names in every if names[0].exists())


def _left_in(limit: Path, used: Path) -> int:
    """Return the bytes left under a container's limit, a huge number if there is none.

    Pages of files that were read count as used, and are given back when they are needed.
    """
    try:
        most = int(limit.read_text())
        if most >= NO_LIMIT:
            return NO_LIMIT
        used_bytes = int(used.read_text())
    except (OSError, ValueError):  # no such container, or "max": no limit
        return NO_LIMIT
    file = used.with_name("memory.stat")
    of_files = _OF_FILES[used.name in OWN_TREE].findall(file.read_text() if file.exists() else "")
    return max(0, most - used_bytes + sum(map(int, of_files)))


_OF_FILES = [re.compile(rf"^{total}(?:in)?active_file (\d+)", re.M) for total in ("", "total_")]


def _resident_bytes() -> int:
    import psutil

    return int(psutil.Process().memory_info().rss)


def _machine_free_bytes() -> int:
    import psutil

    return int(psutil.virtual_memory().available)
