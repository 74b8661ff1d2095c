"""The entries of a game that is solved stage by stage, in a file of the folder with checkpoints.

An entry is stored at its index, as in a solution, so that kernels can read it at any
time. Stages are written from the last one to the first, each at its place. The file has its
whole length from the beginning, but takes disk space only for written parts (on systems with
sparse files). A stage counts once a checkpoint names it, with a hash of its bytes, which are
read back before. A process that resumes compares all hashes first. If the disk has too little
free space for the remaining stages, the solve does not begin.

**Ranks** write the blocks of a stage that are theirs into one file, and each
reads back what the next of them has written; the first one alone writes the checkpoint. The hash of
a stage is the sum of those of its blocks, each with its number as the seed. So the hash does not
depend on the writers, and any number of ranks can resume from it, or one process. A rank sees the
blocks of others because it opens the file again for each stage, after they have synced it.

Outcomes too long for an entry are stored in a list, one record each, which grows with every stage.
Their entries contain only the code *long*. The records are in falling order of their indexes, as
stages are. A large list is not memory of the process: for queries it is kept in a mapped file
without a name. Each rank has the whole list. If one entry in 32 is long, all entries are written
again, wider, in another file, which takes less than the list would. With scores all entries have
one width, and may be written again to include gains of infinite play. In an enumerated game, whose
keys are in a file too (``stage_keys``), no outcome is listed: all entries are written again at the
first long one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import attrs
import numpy as np
import xxhash

from gamesolver.engine import stage_blocks
from gamesolver.engine.keeper import Change, ReusedStage
from gamesolver.engine.stage_blocks import StageBlocks
from gamesolver.errors import FileError
from gamesolver.files.run_files import CheckpointFolder, gone
from gamesolver.rules.indexes_by_stage import first_indexes
from gamesolver.system.columns import Columns, column_in_file, mapped
from gamesolver.system.disk import MAKE_ROOM, bytes_held, free_on_disk
from gamesolver.system.memory import in_words
from gamesolver.system.team import Alone, Team
from gamesolver.system.workers import pieces
from gamesolver.tables.entries import WIDTHS, Overflow

if TYPE_CHECKING:
    from gamesolver.files.stage_keys import StageKeys

PHASE = "stage by stage"
NAME = "gamesolver-stages"
ENTRIES_A_PIECE = 1 << 22
FEW = 32  # at most one in this many entries may be long
IN_MEMORY = 1 << 20  # a list of at most this many outcomes is kept in memory
LONG = np.dtype([("slot", "<i8"), ("cell", "<u4")])
HASHES = 1 << 128  # that there are
NO_SENSE = "its description of the stages is invalid"
NO_LONGS: Mapping[str, Any] = {"count": 0, "hash": xxhash.xxh3_128().hexdigest()}


class StageFolder(CheckpointFolder, Protocol):
    """Interface of the checkpoints that the file uses."""

    @property
    def state(self) -> Mapping[str, Any]:
        """State that an earlier solve saved."""

    def save(self, state: Mapping[str, Any]) -> None:
        """Write a checkpoint."""

    def refused(self, whose: str) -> FileError:
        """Return the error for the checkpoint of another solve."""


@attrs.frozen(eq=False)
class Changed:
    """Entries in another coding, converted on demand."""

    entries: Columns
    change: Change
    width: np.dtype[Any]

    def __getitem__(self, part: slice) -> Columns:
        return self.change(self.entries[part]).astype(self.width)


class StageFile:
    """The file of one solve, of whichever ranks are at work on it."""

    def __init__(
        self,
        checkpoints: StageFolder,
        by_stage: Mapping[int, int],
        team: Team | None = None,
        width: Any = np.uint8,
        keys: StageKeys | None = None,
    ) -> None:
        self.team = Alone() if team is None else team
        self._checkpoints = checkpoints
        self._by_stage = by_stage
        self._keys = keys
        self._ranges = [
            (first, first + by_stage[stage]) for stage, first in first_indexes(by_stage).items()
        ][::-1]
        saved = checkpoints.state
        is_begun = saved.get("phase") == PHASE
        self.width: np.dtype[Any] = np.dtype(width)
        self.has_endless, self.longest = False, 0
        self._hashes: list[str] = []
        self.reused: dict[str, list[int]] = {}
        self.longs, self._long_hash = self._none_long(), xxhash.xxh3_128()
        if is_begun:
            self._resume(saved)
        if self.team.rank == 0:  # others do not look for the file before it is there
            self._remove_others(is_begun)
            self._require_room(self._total * self.width.itemsize - bytes_held(self.path))
        if not is_begun:
            self._make()
            if keys is not None:
                self._save()  # so that the positions are not found again
        elif self.finished < len(self._ranges):
            self._clear(self._ranges[self.finished])

    @property
    def finished(self) -> int:
        """Number of finished stages in the file."""
        return len(self._hashes)

    @property
    def _most_long(self) -> int:
        """Greatest number of outcomes in the list. Tables of enumerated games have no list."""
        return self._total // FEW if self._keys is None else 0

    @property
    def path(self) -> Path:
        """Path of the file."""
        form = "-endless" if self.has_endless else ""
        return self._checkpoints.folder / f"{NAME}-{self.width.itemsize}{form}"

    @property
    def code(self) -> int:
        """Entry of every long outcome; it does not encode an outcome."""
        return int(np.iinfo(self.width).max)

    def opened(self) -> Columns:
        """Return the entries; changes to them are not written to the file."""
        with self.path.open("rb") as file:
            return column_in_file(file, self.width)

    def finish(self, first: int, entries: Columns, longest: int) -> None:
        """Write the next stage, given its first index and the greatest length in it.

        Each rank has the entries of its own blocks there, and has found the same length.
        """
        blocks = self._blocks((first, first + len(entries)))
        longs = self._long_in(first, entries, blocks)
        count = int(self.team.meet(len(longs))[:, 0].sum())
        if count + len(self.longs) > self._most_long:
            self.widen(entries.dtype)
            count = 0
        with self._checkpoints.reporting():
            written = self._write(blocks.of(self.team.rank), first, entries)
            self.team.meet()  # all have written
            hashed = self._agreed(blocks, written)
            if count:
                for records in self._records_of_all(blocks, longs):
                    self._append(records)
        self.longest = max(self.longest, longest)
        self._hashes.append(hashed)
        self._save()

    def take(self, stage: int, first: int, entries: ReusedStage) -> None:
        """Write a stage from the entries of another solution, and record the source."""
        self.reused.setdefault(entries.name, []).append(stage)
        self.finish(first, entries, entries.longest)  # type: ignore[arg-type]  # read as a column is

    def widen(self, width: np.dtype[Any], change: Change | None = None) -> None:
        """Write the finished stages and the list of long outcomes to a file of wider entries.

        Or convert the entries by ``change``, so that they can encode infinite play.
        """
        before: Columns | Changed = self.opened()
        old = self.path
        if self.team.rank == 0:
            done = sum(last - first for first, last in self._done_ranges)
            later = self._total * width.itemsize - bytes_held(old)  # which goes when all is written
            self._require_room(max(done * width.itemsize, later))
        self.width = width
        if change is not None:
            before = Changed(before, change, width)  # type: ignore[arg-type]  # opened above
            self.has_endless, self.longest = True, 2 * self.longest
        with self._checkpoints.reporting():
            self._make()
            written = [
                self._write(self._blocks(stage).of(self.team.rank), 0, before)
                for stage in self._done_ranges
            ]
            self._hashes = self._in_all(written)
        self.longs, self._long_hash = self._none_long(), xxhash.xxh3_128()
        self._save()
        if self.team.rank == 0:
            old.unlink()
            self._long_path.unlink(missing_ok=True)

    def _remove_others(self, is_begun: bool) -> None:
        """Remove files that no checkpoint names: of a solve that was killed as all became wider."""
        named = {self.path, self._long_path} if is_begun else set()
        if self._keys is not None:
            named.add(self._keys.path)
        with self._checkpoints.reporting():
            for path in {*self._checkpoints.folder.glob(f"{NAME}-*")} - named:
                path.unlink()

    def _require_room(self, coming: int) -> None:
        """Raise unless the disk has ``coming`` bytes free for what is still to be written."""
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

    def _blocks(self, indexes: tuple[int, int]) -> StageBlocks:
        """Return the blocks of a stage, as they are dealt out."""
        return StageBlocks(*indexes, self.team.size)

    def _make(self) -> None:
        """A file of the whole length, with nothing in it."""
        if self.team.rank == 0:
            with self._checkpoints.reporting(), self.path.open("wb") as file:
                file.truncate(self._total * self.width.itemsize)
        self.team.meet()
        if not self.path.is_file():
            folder = self._checkpoints.folder
            raise FileError(
                f"cannot keep checkpoints in {folder}: what the first rank wrote there is not "
                "visible here; expected a folder that all ranks share",
                str(folder),
            )

    def _clear(self, indexes: tuple[int, int]) -> None:
        """Clear the range in which an earlier solve was writing when it was stopped.

        A rank would read it as entries that others have resolved; a process alone overwrites it.
        """
        if self.team.size > 1:
            with self._checkpoints.reporting(), self.path.open("r+b") as file:
                for piece in self._pieces_of(self._blocks(indexes).of(self.team.rank)):
                    begin, end = (index * self.width.itemsize for index in piece)
                    file.seek(begin)
                    if any(file.read(end - begin)):
                        file.seek(begin)
                        file.write(bytes(end - begin))
                file.flush()
                os.fsync(file.fileno())
            self.team.meet()

    def _pieces_of(self, parts: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Parts of the row of indexes, some at a time; only the outer parts cut a block."""
        for first, last in parts:
            yield from pieces(first, last, ENTRIES_A_PIECE)

    def _write(
        self, parts: Iterable[tuple[int, int]], begin: int, entries: Columns | Changed
    ) -> int:
        """Write entries from an index on, as wide as those of the file. Return their hash."""
        total = 0
        with self.path.open("r+b") as file:
            for first, last in self._pieces_of(parts):
                piece = self._written(first, entries[first - begin : last - begin])
                total += self._hash_of(first, piece)
                file.seek(first * self.width.itemsize)
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        return total

    def _hash_of(self, first: int, entries: bytes) -> int:
        """Return the sum of the hashes of all blocks from an index on, seeded by their numbers."""
        size, total = len(entries) // self.width.itemsize, 0
        blocks, all_of_it = 1 << stage_blocks.LEAST, memoryview(entries)
        for begin, end in pieces(first, first + size, blocks):
            block = slice(*((index - first) * self.width.itemsize for index in (begin, end)))
            total += xxhash.xxh3_128_intdigest(all_of_it[block], begin // blocks)
        return total

    def _hash_in_file(self, parts: Iterable[tuple[int, int]]) -> int:
        """Return the hash of parts of the file."""
        total = 0
        with self.path.open("rb") as file:
            for first, last in self._pieces_of(parts):
                file.seek(first * self.width.itemsize)
                total += self._hash_of(first, file.read((last - first) * self.width.itemsize))
        return total

    def _in_all(self, hashes: list[int]) -> list[str]:
        """Return the hashes of stages, given what each rank has of them."""
        of_ranks = self.team.gather_all(hashes)
        return [f"{sum(parts) % HASHES:032x}" for parts in zip(*of_ranks, strict=True)]

    def _agreed(self, blocks: StageBlocks, written: int) -> str:
        """Return the hash of a stage; raise unless the ranks read what the others have written."""
        following = (self.team.rank + 1) % self.team.size
        were, are = self._in_all([written, self._hash_in_file(blocks.of(following))])
        if were != are:
            raise self._checkpoints.broken("a stage differs from what was written")
        return were

    def _written(self, first: int, entries: Columns) -> bytes:
        """Return the bytes of entries from an index on, in the width of the file."""
        if entries.itemsize > self.width.itemsize:
            return np.minimum(entries, self.code).astype(self.width).tobytes()
        wide, indexes = entries.astype(self.width), self.longs.indexes
        those = slice(*np.searchsorted(indexes, (first, first + len(entries))))
        wide[indexes[those] - first] = self.longs.entries[those]
        return wide.tobytes()

    def _save(self) -> None:
        self._checkpoints.save(
            {
                "phase": PHASE,
                "where": f"{self.finished} of {len(self._ranges)} stages",
                "width": self.width.str,
                "has_endless": self.has_endless,
                "longest": self.longest,
                "slots": self._layout,
                "hashes": self._hashes,
                "slots a hash": 1 << stage_blocks.LEAST,
                "taken": self.reused,
                "keys": "" if self._keys is None else self._keys.hash,
                "long": {"count": len(self.longs), "hash": self._long_hash.hexdigest()},
            }
        )

    def _resume(self, saved: Mapping[str, Any]) -> None:
        """Restore the state from a checkpoint; raise if it is bad or does not match the files."""
        try:
            self.width = np.dtype(saved["width"])
            self.has_endless, self.longest = saved.get("has_endless", False), saved["longest"]
            self._hashes = list(saved["hashes"])
            long = {name: saved.get("long", NO_LONGS)[name] for name in NO_LONGS}
            is_sound = self.width in WIDTHS and min(self.longest, long["count"]) >= 0
        except (KeyError, TypeError, ValueError) as error:
            raise self._checkpoints.broken(NO_SENSE) from error
        if not is_sound:
            raise self._checkpoints.broken(NO_SENSE)
        self.reused = self._reused_in(saved.get("taken", {}))
        self._require_whole(saved.get("slots", self._layout))
        self._read_longs(long)

    def _require_whole(self, layout: object) -> None:
        """Raise unless each finished stage reads as it was written, and the stages are equal."""
        if layout != self._layout:
            raise self._checkpoints.refused("with other indexes in its stages")
        if self._checkpoints.state.get("slots a hash") != 1 << stage_blocks.LEAST:
            raise self._checkpoints.refused("of another version of gamesolver")
        self._require_file(self.path)
        with self._checkpoints.reporting():
            whole = self.path.stat().st_size == self._total * self.width.itemsize
            stages = map(self._blocks, self._done_ranges)
            own = [self._hash_in_file(stage.of(self.team.rank)) for stage in stages]
            if self._in_all(own) != self._hashes or not whole:
                raise self._checkpoints.broken(f"{self.path.name} has a wrong checksum")

    def _reused_in(self, stored: Any) -> dict[str, list[int]]:
        """Return the stages taken from each table, as in a checkpoint; raise if they are bad."""
        finished = [*self._by_stage][::-1][: self.finished]
        if not isinstance(stored, dict) or not all(
            isinstance(stages, list) and all(stage in finished for stage in stages)
            for stages in stored.values()
        ):
            raise self._checkpoints.broken("its list of other solutions is invalid")
        return dict(stored)

    def _require_file(self, path: Path) -> None:
        """Raise unless there is a file."""
        if not path.is_file():
            raise self._checkpoints.broken(gone(path))

    # ── long outcomes ──────────────────────────────────────────────────────

    @property
    def _long_path(self) -> Path:
        return self._checkpoints.folder / f"{NAME}-long"

    def _none_long(self) -> Overflow:
        """Return a list with nothing in it."""
        self._room = np.empty(0, LONG["slot"]), np.empty(0, LONG["cell"])
        return Overflow(self.code, np.empty(0, LONG["slot"]), np.empty(0, LONG["cell"]))

    def _list_before(self, records: Columns) -> None:
        """Have records, in order of their indexes, in the list before all others."""
        before, count = len(self.longs), len(records) + len(self.longs)
        indexes, entries = self._room
        if count > len(indexes):  # twice as much, so that each record is moved but a few times
            room = count + before
            indexes, entries = (self._room_for(room, LONG[name]) for name in ("slot", "cell"))
            indexes[room - before :], entries[room - before :] = (
                self.longs.indexes,
                self.longs.entries,
            )
            self._room = indexes, entries
        begin, end = len(indexes) - count, len(indexes) - before
        indexes[begin:end], entries[begin:end] = records["slot"], records["cell"]
        self.longs = Overflow(self.code, indexes[begin:], entries[begin:])

    def _room_for(self, count: int, width: np.dtype[Any]) -> Columns:
        """Return a column of the list."""
        if count <= IN_MEMORY:
            return np.empty(count, width)
        return mapped(self._checkpoints.folder, count, width)

    def _long_in(self, first: int, entries: Columns, blocks: StageBlocks) -> Columns:
        """Return the records of long outcomes of this rank, in order of their indexes."""
        parts = [np.empty(0, LONG)]
        if entries.itemsize > self.width.itemsize:
            for begin, end in self._pieces_of(blocks.of(self.team.rank)):
                piece = entries[begin - first : end - first]
                those = np.flatnonzero(piece >= self.code)
                part = np.empty(len(those), LONG)
                part["slot"], part["cell"] = those + begin, piece[those]
                parts.append(part)
        return np.concatenate(parts)

    def _records_of_all(self, blocks: StageBlocks, longs: Columns) -> Iterator[Columns]:
        """Yield the records of all ranks, each part in order of indexes, the last part first."""
        window = ENTRIES_A_PIECE * self.team.size
        for piece in reversed(pieces(blocks.first, blocks.last, window)):
            of_ranks = self.team.gather_all(longs[slice(*np.searchsorted(longs["slot"], piece))])
            records = np.sort(np.concatenate(of_ranks), order="slot")
            if len(records):
                yield records

    def _append(self, records: Columns) -> None:
        """Append records to the file in descending order, and list them before all others."""
        for part in _pieces(records[::-1]):
            self._long_hash.update(part)
        if self.team.rank == 0:
            with self._long_path.open("r+b" if len(self.longs) else "wb") as file:
                file.seek(len(self.longs) * LONG.itemsize)
                for part in _pieces(records[::-1]):
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
        indexes = self.longs.indexes
        if self._long_hash.hexdigest() != saved["hash"] or (indexes[1:] <= indexes[:-1]).any():
            raise self._unlike_written()

    def _unlike_written(self) -> FileError:
        """Return the error for a list that is not what a checkpoint names."""
        return self._checkpoints.broken(f"{self._long_path.name} has a wrong checksum")


def _pieces(records: Columns) -> Iterator[bytes]:
    """Yield the bytes of records, some at a time."""
    for begin in range(0, len(records), ENTRIES_A_PIECE):
        yield records[begin : begin + ENTRIES_A_PIECE].tobytes()
