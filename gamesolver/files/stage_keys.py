"""The keys of an enumerated game that is solved stage by stage, in a file of the folder.

The keys are sorted by stage, and within a stage by key. So a stage is a range of indexes, and the
index of a position in the file of table entries (``stage_file``) is the place of its key here. Each
rank writes the keys that it has found. Then the first rank reads all of them back and computes
their hash. Each checkpoint of a stage names the hash and the number of keys of each stage. A
process maps the file, so that what it reads takes no memory of the process.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
import xxhash

from gamesolver.files.run_files import BYTES_A_READ, WORD, gone
from gamesolver.files.stage_file import NAME as STAGES
from gamesolver.files.stage_file import NO_SENSE, PHASE, StageFolder
from gamesolver.system.columns import Columns, column_in_file, take_room
from gamesolver.system.team import Alone, Team

NAME = f"{STAGES}-keys"


class StageKeys:
    """File of the keys of one solve, and the number of keys of each stage."""

    def __init__(self, checkpoints: StageFolder, team: Team | None = None) -> None:
        self.by_stage: Mapping[int, int] = {}
        """Number of keys of each stage, the first stage first. Empty until they are written."""
        self.hash = ""
        self._checkpoints = checkpoints
        self._team = Alone() if team is None else team
        saved = checkpoints.state
        if saved.get("phase") == PHASE and saved.get("keys"):
            self._restore(saved)

    @property
    def path(self) -> Path:
        """Path of the file."""
        return self._checkpoints.folder / NAME

    def opened(self) -> Columns:
        """Return the keys, as a column in the file."""
        with self.path.open("rb") as file:
            return column_in_file(file, np.uint64)

    def write(self, by_stage: Mapping[int, int], parts: Iterable[tuple[int, Columns]]) -> None:
        """Write keys, each part from its index on. All ranks call this together."""
        total = sum(by_stage.values())
        with self._checkpoints.reporting():
            if self._team.rank == 0:
                with self.path.open("wb") as file:
                    take_room(file, total * WORD)
            self._team.meet()
            with self.path.open("r+b") as file:
                for index, keys in parts:
                    file.seek(index * WORD)
                    file.write(np.ascontiguousarray(keys).view(np.uint8).data)
                file.flush()
                os.fsync(file.fileno())
            self._team.meet()
            self.hash = self._team.gather_all(self._hash_in_file() if self._team.rank == 0 else "")[
                0
            ]
        self.by_stage = by_stage

    def _restore(self, saved: Mapping[str, object]) -> None:
        """Continue with the keys that a checkpoint names. Raise unless they are equal."""
        try:
            self.by_stage = {int(stage): int(size) for stage, size in saved["slots"]}  # type: ignore[attr-defined]  # else refused
        except (KeyError, TypeError, ValueError) as error:
            raise self._checkpoints.broken(NO_SENSE) from error
        self.hash = str(saved["keys"])
        if self._team.rank == 0:
            if not self.path.is_file():
                raise self._checkpoints.broken(gone(self.path))
            with self._checkpoints.reporting():
                is_whole = self.path.stat().st_size == sum(self.by_stage.values()) * WORD
                if not is_whole or self._hash_in_file() != self.hash:
                    raise self._checkpoints.broken(f"{NAME} has a wrong checksum")
        self._team.meet()

    def _hash_in_file(self) -> str:
        """Return the hash of the file's bytes."""
        hashed = xxhash.xxh3_128()
        with self.path.open("rb") as file:
            while part := file.read(BYTES_A_READ):
                hashed.update(part)
        return hashed.hexdigest()
