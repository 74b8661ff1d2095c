"""Runs: found positions in files of the folder with checkpoints, each file in order of the keys.

A run grows at its end alone, eight bytes a key, and is hashed as it grows. What the next
checkpoint is to name is *kept*: its runs are synced before it is written, each with its length and
hash. All others are removed after it, because until then a process that resumes from the
previous checkpoint may need them. Bytes beyond the length that a checkpoint names are cut off.

Each rank has its own runs, and its own series of run numbers. A checkpoint names the runs of all
ranks.

A run is read through a map of its file, which does not count as memory of the process (unless the
folder itself is in memory, as in a tmpfs).
"""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

import numpy as np
import xxhash

from gamesolver.engine.keeper import Run
from gamesolver.errors import FileError
from gamesolver.system.columns import Columns, column_in_file

NAME = "gamesolver-run"
WORD = 8  # bytes of a key
BYTES_A_READ = 1 << 25
MUCH = 1 << 23  # keys


class CheckpointFolder(Protocol):
    """Interface of the checkpoints that run files use."""

    @property
    def folder(self) -> Path:
        """Folder of the files."""

    def reporting(self) -> AbstractContextManager[None]:
        """Report what the system refuses."""

    def broken(self, why: str) -> FileError:
        """Return the error for what cannot be trusted."""


def gone(path: Path) -> str:
    """Return the message for a file of a checkpoint that is missing or different."""
    is_other = "no file: expected the one that was written"
    return f"{path.name} is {is_other if path.exists() else 'missing'}"


class RunFile:
    """File of one sorted run of keys."""

    def __init__(self, checkpoints: CheckpointFolder, number: int, size: int = 0) -> None:
        self.number = number
        self.size = size
        self.path = checkpoints.folder / f"{NAME}-{number}"
        self._checkpoints = checkpoints
        self._hash = xxhash.xxh3_128()
        self._is_synced = True
        self._column: Columns | None = None

    def __len__(self) -> int:
        return self.size

    def append(self, keys: Columns) -> None:
        """Append keys, which are greater than those in the file."""
        if not len(keys):
            return
        part = np.ascontiguousarray(keys).view(np.uint8).data
        mode = "r+b" if self.size else "wb"
        with self._checkpoints.reporting(), self.path.open(mode, buffering=0) as file:
            file.truncate(self.size * WORD)  # what is left of something that was refused
            file.seek(self.size * WORD)
            done = 0
            while done < len(part):
                done += file.write(part[done:])
        self._hash.update(part)
        self.size += len(keys)
        self._is_synced, self._column = False, None

    def opened(self) -> Columns:
        """Return all of its keys, in place."""
        if self._column is None:
            self._column = np.empty(0, np.uint64)
            if self.size:
                with self._checkpoints.reporting(), self.path.open("r+b") as file:
                    file.truncate(self.size * WORD)  # what no checkpoint names
                    self._column = column_in_file(file, np.uint64)
        return self._column

    def about(self) -> list[Any]:
        """Return the checkpoint's entry for the run, after syncing it to the disk."""
        if not self._is_synced:
            with self.path.open("r+b") as file:
                os.fsync(file.fileno())
            self._is_synced = True
        return [self.number, self.size, self._hash.hexdigest()]

    def require(self, expected: str) -> None:
        """Raise unless the keys are those that were written."""
        left = self.size * WORD
        if left and not self.path.is_file():
            raise self._checkpoints.broken(gone(self.path))
        if left:
            with self._checkpoints.reporting(), self.path.open("rb") as file:
                while left and (part := file.read(min(left, BYTES_A_READ))):
                    self._hash.update(part)
                    left -= len(part)
        if left or self._hash.hexdigest() != expected:
            raise self._checkpoints.broken(f"{self.path.name} has a wrong checksum")


class RunFiles:
    """The runs of one rank in a folder."""

    def __init__(self, checkpoints: CheckpointFolder, rank: int = 0, ranks: int = 1) -> None:
        self._checkpoints = checkpoints
        self._rank, self._ranks = rank, ranks
        self._made: dict[int, RunFile] = {}
        """Runs that no checkpoint has removed yet, by number."""
        self._kept: dict[int, RunFile] = {}
        """Runs that the next checkpoint names, by number."""
        self._next = 1 + rank
        self._lock = Lock()

    @property
    def kept(self) -> Sequence[RunFile]:
        """Runs that the next checkpoint will name.

        Before the first call of ``keep``, these are the runs of all ranks in the last checkpoint.
        """
        return tuple(self._kept.values())

    @property
    def is_wasteful(self) -> bool:
        """True if the next checkpoint will remove ``MUCH`` keys more than it will keep."""
        kept = sum(map(len, self._kept.values()))
        return sum(map(len, self._made.values())) > 2 * kept + MUCH

    def new(self) -> RunFile:
        """Return an empty run, which is removed with the next checkpoint unless it is kept."""
        with self._lock:  # workers write runs of their own
            run = RunFile(self._checkpoints, self._next)
            self._next += self._ranks
            self._made[run.number] = run
        return run

    def indexed(self, number: int) -> RunFile:
        """Return the run of that number, which the last checkpoint named."""
        return self._kept[number]

    def keep(self, runs: Iterable[Run]) -> None:
        """Have these named by checkpoints from now on, and no others."""
        self._kept = {run.number: self._made[run.number] for run in runs}

    def about(self) -> list[list[Any]]:
        """Return the checkpoint's entries for the kept runs."""
        return [run.about() for run in self.kept]

    def read(self, about: Iterable[tuple[int, int, str]]) -> None:
        """Have what a checkpoint named, if it is as it was."""
        for number, size, hashed in about:
            run = RunFile(self._checkpoints, int(number), int(size))
            run.require(hashed)
            self._kept[run.number] = run
        self._made = {**self._kept}
        self._next = 1 + max(self._kept, default=0) + self._rank

    def clear(self, named: Container[int]) -> None:
        """Remove the runs of this rank that are not in ``named``."""
        for number, run in self._made.items():
            if number not in named:
                run.path.unlink(missing_ok=True)
        self._made = {**self._kept}

    def clear_all(self, named: Container[int] = ()) -> None:
        """Remove the runs of all ranks that are not in ``named``. No rank may be writing one."""
        for path in self._checkpoints.folder.glob(f"{NAME}-*"):
            number = path.name.rpartition("-")[2]
            if number.isdecimal() and int(number) not in named and not path.is_dir():
                path.unlink()
