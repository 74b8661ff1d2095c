"""Checkpoints: the state of a solve in a folder, from which a rerun resumes.

Resolved positions stay resolved, and found positions stay found. A checkpoint of the solving
phase therefore consists of the cells, some unresolved, and a few words on the current step. A
checkpoint of the search for positions consists of the keys and the number of keys expanded.

=====================  ================================================================
``…-checkpoint``       JSON, written last: the game, the state, and hashes of the others
``…-keys``             found keys in the order in which they were found; append-only.
                       Keys after the last checkpoint are cut off
``…-cells-N``          cells of the N-th checkpoint; ``…-longs-N`` long outcomes;
                       ``…-left-N`` keys to expand out of their order
``…-run-N``            sorted runs of keys, if they exceed the memory (see ``run_files``)
``…-stages-N``         cells of a game solved stage by stage, N bytes each;
                       ``…-stages-long`` outcomes too long for them (see ``stage_file``);
                       ``…-stages-keys`` the keys of an enumerated game (see ``stage_keys``)
=====================  ================================================================

All names begin with ``gamesolver``. Other files in the folder are ignored.

Consistency: files are synced before ``…-checkpoint`` names them. That file is written under a
temporary name and moved. At any moment the folder thus holds one complete checkpoint or none.
All hashes are compared before a checkpoint is used. The game is identified by its class,
parameters and a digest of its rules, as in solution files. The encoding of cells is compared
too, because the digest covers neither the bounds of scores nor the payoff of infinite play.

:class:`Pauses` limits the time spent on writing: after a slow checkpoint the next pause is
longer. A lock admits one process at a time to a folder (:func:`locked`). :func:`keeping`
removes the checkpoints when the solve is complete.

Cost: writing the cells at each checkpoint, and eight bytes for each position found.
"""

from __future__ import annotations

import json
import mmap
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import xxhash

from gamesolver import __version__
from gamesolver.arguments import folder_in
from gamesolver.engine.keeper import CellFile, Checkpoint, Keeper, KeyFile
from gamesolver.errors import FileError
from gamesolver.files.beside import beside
from gamesolver.files.format import Identity, as_made
from gamesolver.files.run_files import RunFiles
from gamesolver.files.stage_file import NAME as STAGES
from gamesolver.files.stage_file import StageFile
from gamesolver.files.stage_keys import StageKeys
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.guard import Rules
from gamesolver.rules.registry import path_now
from gamesolver.system.columns import Columns, mapped
from gamesolver.system.disk import refusals_reported
from gamesolver.tables.cells import NONE, VALUES, Coding, Overflow

# ── the bytes of columns and texts as they go into a folder, and what the system says of it ─────


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
    """Return a stored column, memory-mapped. Raise if its hash does not match."""
    with opened_for_reading(folder, about["file"]) as file:
        size = os.fstat(file.fileno()).st_size
        contents = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if size else b""
    kind = np.dtype(about["dtype"])
    column: Columns = np.frombuffer(contents, kind, size // kind.itemsize)
    raw = bytes_of(column)
    if len(column) != about["length"] or xxhash.xxh3_128_hexdigest(raw) != about["hash"]:
        raise broken(folder, f"{about['file']} is not what was written")
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
    """Return True if a folder holds a checkpoint, of one process or of several ranks."""
    return any(Path(folder, name).exists() for name in (ABOUT, OF_RANKS))


def broken(folder: Path, why: str) -> FileError:
    """Return the error for a checkpoint that is corrupt."""
    return FileError(
        f"the checkpoint in {folder} is broken: {why}; remove it to begin again", str(folder)
    )


def refused(folder: Path, whose: str, work: str) -> FileError:
    """Return the error for a checkpoint of another game or task."""
    return FileError(
        f"{folder} holds a checkpoint {whose}: finish that {work}, remove the files "
        "gamesolver-* there, or name another folder",
        str(folder),
    )


def require_same(
    folder: Path, about: Mapping[str, Any], own: Mapping[str, Any], version: int
) -> None:
    """Raise unless a checkpoint is of the same game, solved from the same positions."""
    if about["format"] != version:
        message = f"{folder} holds a checkpoint of another version of gamesolver: remove it"
        raise FileError(f"{message}, or name another folder", str(folder))
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
        raise refused(folder, f"of {about['game']}, with another question", "proof")
    if any(about[name] != own[name] for name in ("rules", "cells", "leads back")):
        raise refused(folder, f"of {about['game']} under other rules", work)


# ── a folder with checkpoints of one solve ──────────────────────────────────────────────────────

FORMAT = 1
ABOUT, KEYS = "gamesolver-checkpoint", "gamesolver-keys"
OF_RANKS = "gamesolver-ranks"
"""Name of the checkpoint of several ranks (see ``rank_checkpoints``)."""
COLUMNS = {name: f"gamesolver-{name}" for name in ("cells", "longs", "left")}
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
        if self._least:  # who asks for one wherever there may be one gets it
            self._now = max(self._least, WORK * (self._begun - began))


class Checkpoints(Keeper):
    """Keeper that writes checkpoints of one solve to a folder."""

    needs_pauses = True

    def __init__(self, folder: Path, every: float, about: dict[str, Any]) -> None:
        self.folder = folder
        self._about = about
        self._number = self._count = 0
        self._hash = xxhash.xxh3_128()
        self.runs: RunFiles = RunFiles(self)
        self.saved = self._read()
        self._log: BinaryIO | None = None
        self._pauses = Pauses(every)

    @property
    def is_due(self) -> bool:
        return self._pauses.is_over(self.redo_seconds)

    @property
    def is_due_soon(self) -> bool:
        return self._pauses.is_over(part=SOON)

    def append(self, keys: Columns) -> None:
        part = bytes_of(keys)
        with refusals_reported(self.folder):
            if self._log is None:
                self._log = self._opened()
            self._log.write(part)
        self._hash.update(part)
        self._count += len(keys)

    def saved_keys(self) -> Iterator[Columns]:
        if self.saved is None or not self.saved.keys:
            return
        left = self.saved.keys * WORD
        with opened_for_reading(self.folder, KEYS) as file:
            while left:
                part = file.read(min(left, BYTES_A_READ))
                if not part:
                    raise self.broken("its keys are not those that were written")
                left -= len(part)
                yield np.frombuffer(part, np.uint64)

    def forget_keys(self) -> None:
        self.close()
        self._log, self._count, self._hash = None, 0, xxhash.xxh3_128()

    def elsewhere(self, size: int, width: Any) -> Columns | None:
        with refusals_reported(self.folder):
            return mapped(self.folder, size, width)

    def keys_by_stage(self) -> KeyFile | None:
        return StageKeys(self)

    def cells_by_stage(
        self, by_stage: Mapping[int, int], width: Any, keys: KeyFile | None = None
    ) -> CellFile | None:
        if keys is not None:  # which has the keys from now on
            self.forget_keys()
            self.runs.keep([])
        return StageFile(self, by_stage, width=width, keys=keys)

    def reporting(self) -> AbstractContextManager[None]:
        """Return a context that reports errors of the file system in this folder."""
        return refusals_reported(self.folder)

    def save(
        self,
        state: Mapping[str, Any],
        cells: Columns | None = None,
        overflow: Overflow | None = None,
        left: Columns | None = None,
    ) -> None:
        with refusals_reported(self.folder), self._pauses.writing():
            self._save(state, {"left": left, "cells": cells}, overflow)

    def _save(
        self,
        state: Mapping[str, Any],
        columns: dict[str, Columns | None],
        overflow: Overflow | None,
    ) -> None:
        if self._log is not None:
            self._log.flush()
            os.fsync(self._log.fileno())
        self._number += 1
        if overflow is not None and len(overflow):
            columns["longs"] = np.stack([overflow.slots, overflow.cells])
        about = self._about | {
            "format": FORMAT,
            "words": dict(state),
            "keys": {"count": self._count, "hash": self._hash.hexdigest()},
            "runs": self.runs.about(),
            "long_code": NONE if overflow is None else overflow.code,
            "columns": {
                name: written_column(self.folder, f"{COLUMNS[name]}-{self._number}", column)
                for name, column in columns.items()
                if column is not None
            },
        }
        text = json.dumps(about, sort_keys=True)
        with beside(self.folder / ABOUT) as unfinished:
            unfinished.write_text(f"{hash_of(text)}\n{text}", "ascii")
        self._clear(keeping=self._number)
        if not self._count:
            (self.folder / KEYS).unlink(missing_ok=True)

    def close(self) -> None:
        """Close the files. Data not yet written would never be read."""
        if self._log is not None:
            with suppress(OSError):
                self._log.close()

    def give_up(self) -> None:
        """Close the files, and remove them if no checkpoint was written.

        Without a checkpoint that names them they are useless.
        """
        self.close()
        if not (self.folder / ABOUT).exists():
            self._remove_columns()

    def _remove_columns(self) -> None:
        """Remove the files that checkpoints name. Errors are ignored."""
        with suppress(OSError):
            (self.folder / KEYS).unlink()
        self.runs.keep([])
        with suppress(OSError):
            self._clear(keeping=0)
            for path in self.folder.glob(f"{STAGES}-*"):
                path.unlink()

    def remove(self) -> None:
        """Remove all files, beginning with the checkpoint itself. Errors are ignored."""
        with suppress(OSError):
            (self.folder / ABOUT).unlink()
        self._remove_columns()
        with suppress(OSError):
            if not (self.folder / OF_RANKS).exists():
                for path in self.folder.glob("gamesolver-rank*"):  # who they were that had begun it
                    path.unlink()

    # ── writing ────────────────────────────────────────────────────────────

    def _opened(self) -> BinaryIO:
        """Return the file of keys, cut off after the last checkpoint."""
        path = self.folder / KEYS
        file = path.open("r+b" if path.exists() else "w+b")
        file.truncate(self._count * WORD)
        file.seek(0, os.SEEK_END)
        return file

    def _clear(self, keeping: int) -> None:
        """Remove the columns of all checkpoints except the one with this number."""
        for path in self.folder.iterdir():
            name, _, number = path.name.rpartition("-")
            is_other = name in COLUMNS.values() and number.isdigit() and int(number) != keeping
            if is_other or path.name.startswith(f".{ABOUT}."):  # of a process that was killed
                path.unlink()
        self.runs.clear()

    # ── reading ────────────────────────────────────────────────────────────

    def _read(self) -> Checkpoint | None:
        """Return the checkpoint of an earlier solve. Raise if it is of another game."""
        path = self.folder / ABOUT
        if not path.exists():
            with refusals_reported(self.folder):
                self._clear(keeping=0)
            return None
        with opened_for_reading(self.folder, ABOUT) as file:
            hashed, _, text = file.read().decode("utf-8", "replace").partition("\n")
        if hash_of(text) != hashed:
            raise self.broken("what it says about itself does not agree with its hash")
        try:
            return self._state(json.loads(text))
        except (
            ValueError,
            TypeError,
            KeyError,
            AttributeError,
            ArithmeticError,
            RecursionError,
        ) as error:
            raise self.broken("what it says about itself makes no sense") from error

    def _state(self, about: Mapping[str, Any]) -> Checkpoint:
        """Return the checkpoint described by its text."""
        require_same(self.folder, about, self._about, FORMAT)
        columns = {
            name: column_from(self.folder, column) for name, column in about["columns"].items()
        }
        none = np.empty((2, 0), np.int64)
        overflow = columns.get("longs", none).reshape(2, -1)
        self._number = 1 + max(
            (int(column["file"].rpartition("-")[2]) for column in about["columns"].values()),
            default=0,
        )
        self._count = about["keys"]["count"]
        self._require_keys(about["keys"]["hash"])
        self.runs.read(about.get("runs", []))
        return Checkpoint(
            about["words"],
            columns.get("cells", np.empty(0, np.uint8)),
            Overflow(about["long_code"], overflow[0], overflow[1]),
            columns.get("left", np.empty(0, np.uint64)),
            self._count,
        )

    def _require_keys(self, expected: str) -> None:
        """Raise unless the hash of the keys matches. Their hash is then continued."""
        left = self._count * WORD
        if left:
            with opened_for_reading(self.folder, KEYS) as file:
                while left and (part := file.read(min(left, BYTES_A_READ))):
                    self._hash.update(part)
                    left -= len(part)
        if self._hash.hexdigest() != expected:
            raise self.broken("its keys are not those that were written")

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
    """Return the encoding of cells. A checkpoint without it has wins, losses and draws."""
    form = coding.form
    return [form.scores, form.least, form.worth, int(coding.is_scored)]


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
