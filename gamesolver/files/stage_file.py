"""The cells of a game that is solved stage by stage, in a file of the folder with checkpoints.

A cell stands at its slot, as it does in a solution, so that kernels can read it wherever it is
asked for. Stages are written from the last one to the first, each at its place; the file has its
whole length from the beginning, and takes room only for what is written (on systems that know
files with holes). A stage counts once a checkpoint names it, with a hash of its bytes, which are
read back before. Whoever goes on compares all hashes first. Where the disk has no room for what is
still to be written, nothing is begun.

Outcomes longer than a cell can say stand in a list of their own, one record each, which grows with
every stage; their cells there say no more than *long*. Its records come in falling order of their
slots, as stages do. A long list is no memory of the process either: where it is asked, it stands in
a mapped file without a name. Where one slot in 32 is long, all cells are written anew, wider, in
another file: that takes less than the list would.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import xxhash

from gamesolver.engine.keeper import TakenStage
from gamesolver.errors import FileError
from gamesolver.files.run_files import gone
from gamesolver.rules.slots_by_stage import first_slots
from gamesolver.system.columns import Columns, mapped, written_beside
from gamesolver.system.disk import MAKE_ROOM, bytes_held, free_on_disk
from gamesolver.system.memory import in_words
from gamesolver.tables.cells import Overflow

PHASE = "stage by stage"
NAME = "gamesolver-stages"
CELLS_A_PIECE = 1 << 22
FEW = 32  # one slot in so many may be long
IN_MEMORY = 1 << 20  # a list of so many outcomes may stand there
LONG = np.dtype([("slot", "<i8"), ("cell", "<u4")])
NO_LONGS: Mapping[str, Any] = {"count": 0, "hash": xxhash.xxh3_128().hexdigest()}


class Folder(Protocol):
    """What the file asks of the checkpoints that it belongs to."""

    @property
    def folder(self) -> Path:
        """Where the files are."""

    @property
    def state(self) -> Mapping[str, Any]:
        """What an earlier solve was doing."""

    def save(self, state: Mapping[str, Any]) -> None:
        """Write a checkpoint."""

    def reporting(self) -> AbstractContextManager[None]:
        """Report what the system refuses."""

    def broken(self, why: str) -> FileError:
        """The error for what cannot be trusted."""

    def refused(self, whose: str) -> FileError:
        """The error for the checkpoint of another solve."""


class StageFile:
    """The file of one solve."""

    def __init__(self, checkpoints: Folder, by_stage: Mapping[int, int]) -> None:
        self._checkpoints = checkpoints
        self._by_stage = by_stage
        self._ranges = [
            (first, first + by_stage[stage]) for stage, first in first_slots(by_stage).items()
        ][::-1]
        saved = checkpoints.state
        is_begun = saved.get("phase") == PHASE
        self.width: np.dtype[Any] = np.dtype(saved["width"] if is_begun else np.uint8)
        self.longest: int = saved["longest"] if is_begun else 0
        self._hashes: list[str] = list(saved["hashes"]) if is_begun else []
        self.taken = self._taken_in(saved.get("taken", {}) if is_begun else {})
        self.longs = self._none_long()
        self._long_hash = xxhash.xxh3_128()
        if is_begun:
            self._require_whole(saved.get("slots", self._layout))
            self._read_longs(saved.get("long", NO_LONGS))
        self._require_room(self._total * self.width.itemsize - bytes_held(self.path))
        if not is_begun:
            self._make()

    @property
    def finished(self) -> int:
        """How many stages stand there."""
        return len(self._hashes)

    @property
    def path(self) -> Path:
        """Where the file is."""
        return self._checkpoints.folder / f"{NAME}-{self.width.itemsize}"

    @property
    def code(self) -> int:
        """The cell that says long: it is no outcome's."""
        return int(np.iinfo(self.width).max)

    def opened(self) -> Columns:
        """The cells; what is written on them does not come to the file."""
        with self.path.open("rb") as file:
            return written_beside(file, self.width)

    def finish(self, first: int, cells: Columns, longest: int) -> None:
        """Write the next stage, given its first slot and the greatest length in it."""
        longs = self._long_in(first, cells)
        if len(longs) + len(self.longs) > self._total // FEW:
            self.widen(cells.dtype)
            longs = longs[:0]
        with self._checkpoints.reporting():
            hashed = self._write(first, cells)
            if self._hash_of(self._ranges[self.finished]) != hashed:
                raise self._checkpoints.broken("a stage reads otherwise than it was written")
            if len(longs):
                self._append(longs)
        self.longest = max(self.longest, longest)
        self._hashes.append(hashed)
        self._save()

    def take(self, stage: int, first: int, cells: TakenStage) -> None:
        """The same of cells that another solution has, and note which."""
        self.taken.setdefault(cells.name, []).append(stage)
        self.finish(first, cells, cells.longest)  # type: ignore[arg-type]  # read as a column is

    def widen(self, width: np.dtype[Any]) -> None:
        """Make all cells wider: in another file, with what is finished, and what of it is long."""
        before, old = self.opened(), self.path
        done = sum(last - first for first, last in self._done_ranges)
        later = self._total * width.itemsize - bytes_held(old)  # which goes when all is written
        self._require_room(max(done * width.itemsize, later))
        self.width = width
        with self._checkpoints.reporting():
            self._make()
            self._hashes = [
                self._write(first, before[first:last]) for first, last in self._done_ranges
            ]
        self.longs, self._long_hash = self._none_long(), xxhash.xxh3_128()
        self._save()
        old.unlink()
        self._long_path.unlink(missing_ok=True)

    def _require_room(self, coming: int) -> None:
        """Raise unless the disk has room for what is still to be written there."""
        folder = self._checkpoints.folder
        free = free_on_disk(folder)
        if coming > free:
            left = f"{len(self._ranges) - self.finished} of {len(self._ranges)} stages"
            raise FileError(
                f"cannot keep checkpoints in {folder}: {left} are to be solved, which takes "
                f"{in_words(coming)} of disk, and {in_words(free)} are free; {MAKE_ROOM}",
                str(folder),
            )

    # ── the bytes ──────────────────────────────────────────────────────────

    @property
    def _layout(self) -> list[list[int]]:
        return [[*stage] for stage in self._by_stage.items()]

    @property
    def _done_ranges(self) -> list[tuple[int, int]]:
        return self._ranges[: self.finished]

    @property
    def _total(self) -> int:
        return sum(self._by_stage.values())

    def _make(self) -> None:
        """A file of the whole length, with nothing in it."""
        with self._checkpoints.reporting(), self.path.open("wb") as file:
            file.truncate(self._total * self.width.itemsize)

    def _write(self, first: int, cells: Columns) -> str:
        """Write cells to their place, as wide as they are there; the hash of their bytes."""
        hashed = xxhash.xxh3_128()
        with self.path.open("r+b") as file:
            file.seek(first * self.width.itemsize)
            for begin in range(0, len(cells), CELLS_A_PIECE):
                piece = self._written(first + begin, cells[begin : begin + CELLS_A_PIECE])
                hashed.update(piece)
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        return hashed.hexdigest()

    def _written(self, first: int, cells: Columns) -> bytes:
        """Cells as they are to stand from a slot on: as wide, and long only where they must be."""
        if cells.itemsize > self.width.itemsize:
            return np.minimum(cells, self.code).astype(self.width).tobytes()
        wide, slots = cells.astype(self.width), self.longs.slots
        those = slice(*np.searchsorted(slots, (first, first + len(cells))))
        wide[slots[those] - first] = self.longs.cells[those]
        return wide.tobytes()

    def _hash_of(self, slots: tuple[int, int]) -> str:
        """The hash of the bytes of some slots, as they stand in the file."""
        first, last = (slot * self.width.itemsize for slot in slots)
        hashed = xxhash.xxh3_128()
        with self.path.open("rb") as file:
            file.seek(first)
            while first < last and (piece := file.read(min(last - first, CELLS_A_PIECE))):
                hashed.update(piece)
                first += len(piece)
        return hashed.hexdigest()

    def _save(self) -> None:
        self._checkpoints.save(
            {
                "phase": PHASE,
                "width": self.width.str,
                "longest": self.longest,
                "slots": self._layout,
                "hashes": self._hashes,
                "taken": self.taken,
                "long": {"count": len(self.longs), "hash": self._long_hash.hexdigest()},
            }
        )

    def _require_whole(self, layout: object) -> None:
        """Raise unless each finished stage reads as it was written, and the stages are the same."""
        if layout != self._layout:
            raise self._checkpoints.refused("with other slots of its stages")
        self._require_file(self.path)
        with self._checkpoints.reporting():
            whole = self.path.stat().st_size == self._total * self.width.itemsize
            if not whole or [*map(self._hash_of, self._done_ranges)] != self._hashes:
                raise self._checkpoints.broken(f"{self.path.name} is not what was written")

    def _taken_in(self, said: Any) -> dict[str, list[int]]:
        """Which stages were taken from which table, as a checkpoint says, if that can be."""
        finished = [*self._by_stage][::-1][: self.finished]
        if not isinstance(said, dict) or not all(
            isinstance(stages, list) and all(stage in finished for stage in stages)
            for stages in said.values()
        ):
            raise self._checkpoints.broken("what it says of other solutions makes no sense")
        return dict(said)

    def _require_file(self, path: Path) -> None:
        """Raise unless there is a file."""
        if not path.is_file():
            raise self._checkpoints.broken(gone(path))

    # ── long outcomes ──────────────────────────────────────────────────────

    @property
    def _long_path(self) -> Path:
        return self._checkpoints.folder / f"{NAME}-long"

    def _none_long(self) -> Overflow:
        """A list with nothing in it."""
        self._room = np.empty(0, LONG["slot"]), np.empty(0, LONG["cell"])
        return Overflow(self.code, np.empty(0, LONG["slot"]), np.empty(0, LONG["cell"]))

    def _list_before(self, records: Columns) -> None:
        """Have records, in order of their slots, in the list before all others."""
        before, count = len(self.longs), len(records) + len(self.longs)
        slots, cells = self._room
        if count > len(slots):  # twice as much, so that each record is moved but a few times
            room = count + before
            slots, cells = (self._room_for(room, LONG[name]) for name in ("slot", "cell"))
            slots[room - before :], cells[room - before :] = self.longs.slots, self.longs.cells
            self._room = slots, cells
        begin, end = len(slots) - count, len(slots) - before
        slots[begin:end], cells[begin:end] = records["slot"], records["cell"]
        self.longs = Overflow(self.code, slots[begin:], cells[begin:])

    def _room_for(self, count: int, width: np.dtype[Any]) -> Columns:
        """A column of the list."""
        if count <= IN_MEMORY:
            return np.empty(count, width)
        return mapped(self._checkpoints.folder, count, width)

    def _long_in(self, first: int, cells: Columns) -> Columns:
        """The records of what is long among cells from a slot on."""
        if cells.itemsize <= self.width.itemsize:
            return np.empty(0, LONG)
        parts = [np.empty(0, LONG)]
        for begin in range(0, len(cells), CELLS_A_PIECE):
            piece = cells[begin : begin + CELLS_A_PIECE]
            those = np.flatnonzero(piece >= self.code)
            part = np.empty(len(those), LONG)
            part["slot"], part["cell"] = those + (first + begin), piece[those]
            parts.append(part)
        return np.concatenate(parts)

    def _append(self, records: Columns) -> None:
        """Write the records of the next stage behind the others, in falling order."""
        mode = "r+b" if len(self.longs) else "wb"
        with self._long_path.open(mode) as file:
            file.seek(len(self.longs) * LONG.itemsize)
            for part in _pieces(records[::-1]):
                self._long_hash.update(part)
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        self._list_before(records)

    def _read_longs(self, saved: Mapping[str, Any]) -> None:
        """The records that a checkpoint names."""
        count = saved["count"]
        if count:
            self._require_file(self._long_path)
            if self._long_path.stat().st_size < count * LONG.itemsize:
                raise self._unlike_written()
            with self._checkpoints.reporting():
                records: Columns = np.memmap(self._long_path, LONG, "r", shape=(count,))
                self._list_before(records[::-1])
            for part in _pieces(records):
                self._long_hash.update(part)
        slots = self.longs.slots
        if self._long_hash.hexdigest() != saved["hash"] or (slots[1:] <= slots[:-1]).any():
            raise self._unlike_written()

    def _unlike_written(self) -> FileError:
        """The error for a list that is not what a checkpoint names."""
        return self._checkpoints.broken(f"{self._long_path.name} is not what was written")


def _pieces(records: Columns) -> Iterator[bytes]:
    """The bytes of records, some at a time."""
    for begin in range(0, len(records), CELLS_A_PIECE):
        yield records[begin : begin + CELLS_A_PIECE].tobytes()
