"""Checkpoints: the state of a solve in a folder, from which a rerun resumes.

Resolved positions stay resolved, and found positions stay found. A checkpoint of the solving
phase therefore consists of the entries, some unresolved, and a few words on the current step. A
checkpoint of the search for positions consists of the keys, and of those that wait to be expanded.
Each rank writes its own columns. A single process is rank 0 of 1, and a solve on any number of
ranks can resume (see ``engine.keeper``).

=============================  ========================================================
``gamesolver-checkpoint``      JSON, written last, by the first rank: the game, the state,
                               and names and hashes of the columns of each rank
``gamesolver-rank-R-cells-N``  entries of rank R at checkpoint N; ``-longs-N`` long outcomes;
                               ``-keys-N`` keys of enumerated positions;
                               ``-waiting-N`` those to expand
``gamesolver-rank-R-log``      keys in the order in which they were found; append-only.
                               Keys after the last checkpoint are cut off
``gamesolver-run-N``           sorted runs of keys of any rank, if they exceed the memory
                               (see ``run_files``)
``gamesolver-stages-N``        entries of a game solved stage by stage, N bytes each;
                               ``-long`` outcomes too long for them (see ``stage_file``);
                               ``-keys`` keys of an enumerated game (see ``stage_keys``)
``gamesolver-whole-X``         a column of all ranks, each entry at its index; it loses its
                               name once all have written, and the first rank holds it
=============================  ========================================================

Other files in the folder are ignored. With several ranks the folder must be the same for all.

Consistency: files are synced before ``gamesolver-checkpoint`` names them. That file is written
under a temporary name and moved. At any moment the folder thus holds one complete checkpoint or
none. All hashes are compared before a checkpoint is used. The game is identified by its class,
parameters and a digest of its rules, as in solution files. The encoding of entries is compared
too, because the digest covers neither the bounds of scores nor the payoff of infinite play.

:class:`Pauses` limits the time spent on writing: after a slow checkpoint the next pause is
longer. A lock admits one solve at a time to a folder (:func:`locked`). :func:`keeping`
removes the checkpoints when the solve is complete.

Cost: writing the entries at each checkpoint, and eight bytes for each position found. With several
ranks the keys are written at each checkpoint of the search for positions, and once afterwards.
"""

from __future__ import annotations

import json
import mmap
import os
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, BinaryIO

import numpy as np
import xxhash

from gamesolver import __version__
from gamesolver.arguments import folder_in
from gamesolver.engine.keeper import Checkpoint, EntriesByStage, Keeper, KeysByStage, Runs
from gamesolver.engine.shares import ShareOfAll
from gamesolver.errors import FileError
from gamesolver.files.format import Identity, as_made
from gamesolver.files.replacing import replacing
from gamesolver.files.run_files import RunFiles
from gamesolver.files.stage_file import NAME as STAGES
from gamesolver.files.stage_file import StageFile
from gamesolver.files.stage_keys import StageKeys
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.guard import Rules
from gamesolver.rules.registry import path_now
from gamesolver.system.columns import Columns, column_in_file, mapped, take_room
from gamesolver.system.disk import refusals_reported
from gamesolver.system.team import Alone, Team
from gamesolver.tables.entries import VALUES, Coding

# ── bytes of columns and texts written to a folder, and errors of the system ────────────────────


def bytes_of(column: Columns) -> bytes | memoryview:
    """Return the bytes of a column without a copy."""
    if not len(column):
        return b""
    whole: Any = np.ascontiguousarray(column)
    return memoryview(whole).cast("B")


def hash_of(text: str) -> str:
    """Return the hash of a text."""
    return xxhash.xxh3_128_hexdigest(text.encode())


# ── columns of a checkpoint, and whether it is what it should be ────────────────────────────────


def written_column(folder: Path, name: str, column: Columns) -> dict[str, Any]:
    """Write a column. Return the description of its file."""
    raw = bytes_of(column)
    with (folder / name).open("wb") as file:
        file.write(raw)
        file.flush()
        os.fsync(file.fileno())
    return {
        "file": name,
        "dtype": column.dtype.str,
        "length": column.size,
        "hash": xxhash.xxh3_128_hexdigest(raw),
    }


def column_from(folder: Path, about: Mapping[str, Any]) -> Columns:
    """Return a stored column, memory-mapped. Raise if its hash does not match.

    A log may have grown since the checkpoint. What was appended is not part of the column.
    """
    kind, length = np.dtype(about["dtype"]), int(about["length"])
    size = length * kind.itemsize
    with opened_for_reading(folder, about["file"]) as file:
        left = os.fstat(file.fileno()).st_size - size
        is_whole = size >= 0 and (left == 0 or (left > 0 and about["file"].endswith(LOG)))
        is_mapped = is_whole and size
        contents = mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ) if is_mapped else b""
    column: Columns = np.frombuffer(contents, kind)
    if not is_whole or xxhash.xxh3_128_hexdigest(bytes_of(column)) != about["hash"]:
        raise broken(folder, f"{about['file']} has a wrong checksum")
    return column


def opened_for_reading(folder: Path, name: str) -> BinaryIO:
    """Return an opened file of a checkpoint. Raise ``FileError`` if it cannot be opened."""
    try:
        return (folder / name).open("rb")
    except (FileNotFoundError, IsADirectoryError) as error:
        raise broken(folder, f"{name} is missing") from error
    except OSError as error:
        raise broken(folder, f"{name} cannot be read, {error.strerror}") from error


def has_checkpoint(folder: str | os.PathLike[str]) -> bool:
    """Return True if a folder contains a checkpoint."""
    return Path(folder, ABOUT).exists()


def broken(folder: Path, why: str) -> FileError:
    """Return the error for a checkpoint that is corrupt."""
    return FileError(
        f"the checkpoint in {folder} is broken: {why}; remove it to begin again", str(folder)
    )


def refused(folder: Path, whose: str, work: str) -> FileError:
    """Return the error for a checkpoint of another game or task."""
    return FileError(
        f"{folder} contains a checkpoint {whose}: finish that {work}, remove the files "
        "gamesolver-* there, or name another folder",
        str(folder),
    )


def of_another_version(folder: Path) -> FileError:
    """Return the error for a checkpoint of another format."""
    return FileError(
        f"{folder} contains a checkpoint of another version of gamesolver: remove the files "
        "gamesolver-* there, or name another folder",
        str(folder),
    )


def require_same(folder: Path, about: Mapping[str, Any], own: Mapping[str, Any]) -> None:
    """Raise unless a checkpoint is of the same game, solved from the same positions."""
    if about["format"] != FORMAT:
        raise of_another_version(folder)
    work = "proof" if "question" in own else "solve"
    if ("question" in about) != ("question" in own):
        whose = "proof of one position" if "question" in about else "solve"
        raise refused(folder, f"of a {whose} of {path_now(about['game'])}", whose.split()[0])
    about = {"cells": _meaning_of(VALUES), **about, "game": path_now(about["game"])}
    if about["game"] != own["game"]:
        raise refused(folder, f"of {about['game']}, not of {own['game']}", work)
    if about["parameters"] != own["parameters"]:
        other, this = (as_made(each["game"], each["parameters"]) for each in (about, own))
        raise refused(folder, f"of {other}, not of {this}", work)
    if about["roots"] != own["roots"]:
        raise refused(folder, f"of {about['game']} from other positions", work)
    if about.get("question") != own.get("question"):
        raise refused(folder, f"of {about['game']}, for another question", "proof")
    if any(about[name] != own[name] for name in ("rules", "cells", "leads back")):
        raise refused(folder, f"of {about['game']} under other rules", work)


# ── a folder with checkpoints of one solve ──────────────────────────────────────────────────────

FORMAT = 3
ABOUT, RANK, WHOLE = "gamesolver-checkpoint", "gamesolver-rank", "gamesolver-whole"
LOG = "-log"
OF_RANKS_BEFORE = "gamesolver-ranks"
"""Name of the checkpoint of several ranks before format 3."""
COLUMN = re.compile(rf"{RANK}-\d+(-[a-z]+-\d+|{LOG})|{WHOLE}-[a-z]+|\.{ABOUT}\..*")
"""Names of columns, and of unfinished files of a process that was killed."""
BYTES_A_READ = 1 << 25
WORD = 8  # bytes of a key
WORK = 12  # times as long as it takes to write one, the work goes on until the next
SOON = 1 / 4  # of a pause, where there can be no checkpoint for a while


class Pauses:
    """Pauses between checkpoints, longer if a checkpoint takes long to write.

    On a slow or shared disk, frequent checkpoints would stop the work. The loss at an
    interruption is small compared with the cost of all checkpoints.
    """

    def __init__(self, every: float) -> None:
        self._least = self._now = every
        self._begun = time.monotonic()

    def is_over(self, redo: float = 0.0, part: float = 1.0) -> bool:
        """Return True if this part of the pause is over. Work to redo counts as elapsed time."""
        return time.monotonic() - self._begun + redo >= part * self._now

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Context in which a checkpoint is written. The next pause begins after it."""
        began = time.monotonic()
        yield
        self._begun = time.monotonic()
        if self._least:  # a caller that requests one at every opportunity gets it
            self._now = max(self._least, WORK * (self._begun - began))


class Checkpoints(Keeper):
    """Keeper that writes checkpoints of one solve to a folder."""

    has_folder = needs_pauses = True

    def __init__(
        self, folder: Path, every: float, about: dict[str, Any], team: Team | None = None
    ) -> None:
        self.folder = folder
        self.team = Alone() if team is None else team
        self._about = about
        self._number = 0
        self._fixed: dict[str, dict[str, Any]] = {}
        """Descriptions of the columns of this rank that are written once."""
        self._log: BinaryIO | None = None
        self._log_size, self._log_hash = 0, xxhash.xxh3_128()
        self._stage_keys: StageKeys | None = None
        """Keys of an enumerated game by stage."""
        self._runs = RunFiles(self, self.team.rank, self.team.size)
        self.saved = self._read()
        self._pauses = Pauses(every)

    @property
    def runs(self) -> Runs | None:  # type: ignore[override]  # is not set
        """Runs of this rank for found keys."""
        return self._runs

    @property
    def is_due(self) -> bool:
        return self._from_first_rank(self._pauses.is_over(self.redo_seconds))

    @property
    def is_due_soon(self) -> bool:
        return self._from_first_rank(self._pauses.is_over(part=SOON))

    def _from_first_rank(self, answer: bool) -> bool:
        """Return the answer of the first rank."""
        return bool(self.team.meet(answer)[0, 0])

    def append(self, keys: Columns) -> None:
        part = bytes_of(keys)
        with refusals_reported(self.folder):
            if self._log is None:
                self._log = self._opened()
            self._log.write(part)
        self._log_hash.update(part)
        self._log_size += len(keys)

    def saved_keys(self) -> Iterator[Columns]:
        if self.saved is None:
            return
        is_in_log = self._log_size > 0
        for part in self.saved.parts:
            keys = part.get("keys", np.empty(0, np.uint64))
            for first in range(0, len(keys), BYTES_A_READ // WORD):
                piece = keys[first : first + BYTES_A_READ // WORD]
                if not is_in_log:
                    self.append(piece)
                yield piece

    def forget_keys(self) -> None:
        self.close()
        self._log, self._log_size, self._log_hash = None, 0, xxhash.xxh3_128()

    def elsewhere(self, size: int, width: Any) -> Columns | None:
        with refusals_reported(self.folder):
            return mapped(self.folder, size, width)

    def keys_by_stage(self) -> KeysByStage | None:
        self._stage_keys = StageKeys(self, self.team)
        return self._stage_keys

    def entries_by_stage(self, by_stage: Mapping[int, int], width: Any) -> EntriesByStage | None:
        if self._stage_keys is not None:  # its file has the keys from now on
            self.forget_keys()
            self._runs.keep([])
        return StageFile(self, by_stage, self.team, width, self._stage_keys)

    def reporting(self) -> AbstractContextManager[None]:
        """Return a context that reports errors of the file system in this folder."""
        return refusals_reported(self.folder)

    # ── writing ────────────────────────────────────────────────────────────

    def save(
        self,
        state: Mapping[str, Any],
        columns: Mapping[str, Columns] = MappingProxyType({}),
        fixed: Mapping[str, Columns] = MappingProxyType({}),
    ) -> None:
        with refusals_reported(self.folder), self._pauses.writing():
            self._number += 1
            self._write_fixed(fixed)
            own = self._logged() | self._fixed | self._written(columns)
            of_ranks = self.team.gather_all((own, self._runs.about()))
            parts = [part for part, _ in of_ranks]
            runs = [run for _, of_rank in of_ranks for run in of_rank]
            if self.team.rank == 0:
                about = self._about | {
                    "format": FORMAT,
                    "number": self._number,
                    "words": dict(state),
                    "runs": runs,
                    "parts": parts,
                }
                text = json.dumps(about, sort_keys=True)
                with replacing(self.folder / ABOUT) as unfinished:
                    unfinished.write_text(f"{hash_of(text)}\n{text}", "ascii")
            self.team.meet()
            self._runs.clear({number for number, _, _ in runs})
            if self.team.rank == 0:
                self._clear({entry["file"] for part in parts for entry in part.values()})

    def _write_fixed(self, fixed: Mapping[str, Columns]) -> None:
        """Write those of the fixed columns that no earlier checkpoint has, and drop all others."""
        has_keys = self._log_size or self._runs.kept
        wanted = {name: each for name, each in fixed.items() if name != "keys" or not has_keys}
        kept = {name: entry for name, entry in self._fixed.items() if name in wanted}
        fresh = {name: each for name, each in wanted.items() if name not in kept}
        self._fixed = kept | self._written(fresh)

    def _written(self, columns: Mapping[str, Columns]) -> dict[str, dict[str, Any]]:
        """Write columns of this rank. Return the descriptions of their files."""
        own = f"{RANK}-{self.team.rank}"
        return {
            name: written_column(self.folder, f"{own}-{name}-{self._number}", column)
            for name, column in columns.items()
        }

    def _logged(self) -> dict[str, dict[str, Any]]:
        """Return the description of the log, after it has been synced; empty without one."""
        if self._log is not None:
            self._log.flush()
            os.fsync(self._log.fileno())
        if not self._log_size:
            return {}
        return {
            "keys": {
                "file": self._log_path.name,
                "dtype": np.dtype(np.uint64).str,
                "length": self._log_size,
                "hash": self._log_hash.hexdigest(),
            }
        }

    @property
    def _log_path(self) -> Path:
        return self.folder / f"{RANK}-{self.team.rank}{LOG}"

    def _opened(self) -> BinaryIO:
        """Return the file of the log, cut off after the last checkpoint."""
        file = self._log_path.open("r+b" if self._log_path.exists() else "w+b")
        file.truncate(self._log_size * WORD)
        file.seek(0, os.SEEK_END)
        return file

    def together(self, name: str, column: Columns, share: ShareOfAll) -> Columns | None:
        path, size = self.folder / f"{WHOLE}-{name}", column.itemsize
        with refusals_reported(self.folder):
            if self.team.rank == 0:
                with path.open("wb") as file:
                    take_room(file, share.in_all * size)
            self.team.meet()
            with path.open("r+b") as file:
                for place, index, count in share.stretches:
                    file.seek(index * size)
                    file.write(bytes_of(column[place : place + count]))
                file.flush()
                os.fsync(file.fileno())
            self.team.meet()
            if self.team.rank:
                return None
            with path.open("r+b") as file:
                whole = column_in_file(file, column.dtype)
            with suppress(OSError):  # where what is open keeps its name it is removed in the end
                path.unlink()
        return whole

    # ── removing ───────────────────────────────────────────────────────────

    def _clear(self, keeping: set[str]) -> None:
        """Remove all columns except those that the checkpoint names."""
        for path in self.folder.iterdir():
            if COLUMN.fullmatch(path.name) and path.name not in keeping:
                path.unlink(missing_ok=True)

    def close(self) -> None:
        """Close the files. Data not yet written would never be read."""
        if self._log is not None:
            with suppress(OSError):
                self._log.close()

    def give_up(self) -> None:
        """Close the files, and remove them if no checkpoint was written.

        Without a checkpoint that names them they are useless. Each rank removes its own runs,
        because others may still be writing theirs.
        """
        self.close()
        if not (self.folder / ABOUT).exists():
            with suppress(OSError):
                self._runs.clear(())
            if self.team.rank == 0:
                self._remove_columns()

    def _remove_columns(self) -> None:
        """Remove the files that checkpoints name. Errors are ignored."""
        with suppress(OSError):
            self._clear(set())
            for path in self.folder.glob(f"{STAGES}-*"):
                path.unlink()

    def remove(self) -> None:
        """Remove all files, beginning with the checkpoint itself. Errors are ignored."""
        with suppress(OSError):
            (self.folder / ABOUT).unlink()
        self._remove_columns()
        with suppress(OSError):
            self._runs.clear_all()
        with suppress(OSError):
            if self.team.size == 1:
                for path in self.folder.glob(f"{RANK}*"):  # names of ranks that had begun it
                    path.unlink()

    # ── reading ────────────────────────────────────────────────────────────

    def _read(self) -> Checkpoint | None:
        """Return the checkpoint of an earlier solve. Raise if it is of another game."""
        if (self.folder / OF_RANKS_BEFORE).exists():
            raise of_another_version(self.folder)
        if not (self.folder / ABOUT).exists():
            if self.team.rank == 0:
                with refusals_reported(self.folder):
                    self._clear(set())
                    self._runs.clear_all()
            return None
        with opened_for_reading(self.folder, ABOUT) as file:
            hashed, _, text = file.read().decode("utf-8", "replace").partition("\n")
        if hash_of(text) != hashed:
            raise self.broken("its description does not match its checksum")
        try:
            return self._saved(json.loads(text))
        except (
            ValueError,
            TypeError,
            KeyError,
            AttributeError,
            ArithmeticError,
            RecursionError,
        ) as error:
            raise self.broken("its description is invalid") from error

    def _saved(self, about: Mapping[str, Any]) -> Checkpoint:
        """Return the checkpoint described by its text."""
        require_same(self.folder, about, self._about)
        self._number = int(about["number"])
        parts = tuple(
            {name: column_from(self.folder, entry) for name, entry in part.items()}
            for part in about["parts"]
        )
        self._runs.read(about["runs"])
        if self.team.rank == 0:
            with refusals_reported(self.folder):
                self._runs.clear_all({run.number for run in self._runs.kept})
        is_of_one = self.team.size == len(parts) == 1
        if is_of_one and about["parts"][0].get("keys", {}).get("file") == self._log_path.name:
            self._log_size = len(parts[0]["keys"])
            self._log_hash.update(bytes_of(parts[0]["keys"]))
        return Checkpoint(about["words"], parts)

    def broken(self, why: str) -> FileError:
        """Return the error for a checkpoint that is corrupt."""
        return broken(self.folder, why)

    def refused(self, whose: str, work: str = "") -> FileError:
        """Return the error for a checkpoint of another game or task."""
        return refused(
            self.folder, whose, work or ("proof" if "question" in self._about else "solve")
        )


# ── keeping checkpoints ────────────────────────────────────────────────────────────────────────


@contextmanager
def keeping(
    folder: str | os.PathLike[str],
    every: float,
    rules: Rules[Any, Any],
    roots: list[Any],
) -> Iterator[Keeper]:
    """Context with checkpoints in a folder, removed at the end."""
    path = folder_in(folder)
    with refusals_reported(path):
        path.mkdir(parents=True, exist_ok=True)
    with locked(path):
        checkpoints = Checkpoints(path, every, about_solve(rules, roots))
        try:
            yield checkpoints
        except BaseException:
            checkpoints.give_up()
            raise
        checkpoints.close()
        checkpoints.remove()


@contextmanager
def keeping_proof(
    folder: str | os.PathLike[str],
    every: float,
    rules: Rules[Any, Any],
    position: Any,
    question: object,
) -> Iterator[Checkpoints]:
    """Context with checkpoints of a proof in a folder. The caller removes them."""
    path = folder_in(folder)
    with refusals_reported(path):
        path.mkdir(parents=True, exist_ok=True)
    with locked(path):
        about = about_solve(rules, [position]) | {"question": question}
        checkpoints = Checkpoints(path, every, about)
        try:
            yield checkpoints
        finally:
            checkpoints.close()


def about_solve(rules: Rules[Any, Any], roots: list[Any]) -> dict[str, Any]:
    """Return the description of a solve: game, rules, encoding and roots."""
    identity = Identity.of(rules, roots[0], __version__)
    game = rules.game
    if isinstance(game, CompiledGame):  # its integers may come in other types
        roots = [int(root) for root in roots]
    hashed = xxhash.xxh3_128(repr(roots).encode("utf-8", "surrogatepass"))
    return {
        "game": identity.kind,
        "parameters": identity.parameters,
        "rules": identity.digest,
        "cells": _meaning_of(Coding.of(rules)),
        "leads back": isinstance(game, CompiledGame) and game.rules.leads_back,
        "roots": hashed.hexdigest(),
    }


def _meaning_of(coding: Coding) -> list[int]:
    """Return the encoding of entries. A checkpoint without it has wins, losses and draws."""
    form = coding.form
    return [form.scores, form.least, form.payoff, int(coding.is_scored)]


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Context that locks a folder for one process. A killed process releases the lock."""
    try:
        import fcntl
    except ImportError:  # Windows locks no folders
        yield
        return
    with refusals_reported(folder):
        opened = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            message = f"another solve keeps its checkpoints in {folder}: name another folder"
            raise FileError(message, str(folder)) from error
        yield
    finally:
        os.close(opened)
