"""Checkpoints of ranks: each rank writes its own part, and the first one says what they make up.

=============================  ========================================================
``gamesolver-ranks``           JSON, written last, by the first rank: the game, what was being done,
                               and names and hashes of all columns
``gamesolver-rank-R-cells-N``  the cells of rank R at checkpoint N; ``-keys-N`` its keys, and
                               ``-waiting-N`` those that are still to expand
``gamesolver-ranks-whole-X``   what all have of a column in the end, each at its place; it loses its
                               name once all have written, and the first rank holds it
``gamesolver-rank-R``          who rank R is, while it runs: its machine and its process
``gamesolver-ranks-gone``      which rank was the first to be gone without a word
=============================  ========================================================

A game that goes stage by stage has the checkpoint of one process (see ``stage_file``), which the
first rank alone reads and writes: whoever comes next goes on from it, ranks or none.

All ranks must see the same folder. Files are synced before the first of them names them, as those
of one process are (see ``checkpoints``), and hashed.

**Who stopped.** A rank that is killed cannot say so, and the launcher kills the others as soon as
it notices. So each holds a lock on the file with its name, for as long as it lives, and the one
before it waits for that lock, in a thread that costs nothing: the system gives it away when a
process is gone, before anybody else is told. Whoever gets it from a rank that has not said that it
ends writes down which: those that wait for it read that, and end the job by an error, where the
launcher does not. Where none came to that, or no files are locked, the next call names all.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from gamesolver.arguments import path_in
from gamesolver.engine.keeper import CellFile, KeyFile
from gamesolver.engine.rank_keeper import RankCheckpoint, RankKeeper
from gamesolver.engine.shares import ShareOfAll
from gamesolver.errors import FileError
from gamesolver.files.beside import beside
from gamesolver.files.checkpoints import (
    OF_RANKS,
    Checkpoints,
    Pauses,
    about_solve,
    broken,
    bytes_of,
    column_from,
    has_checkpoint,
    hash_of,
    locked,
    refused,
    require_same,
    written_column,
)
from gamesolver.files.stage_file import StageFile
from gamesolver.files.stage_keys import StageKeys
from gamesolver.rules.guard import Rules
from gamesolver.system.columns import Columns, take_room, written_beside
from gamesolver.system.disk import refusals_reported
from gamesolver.system.mpi_team import MpiTeam

try:
    import fcntl
except ImportError:  # Windows locks no files so
    fcntl = None  # type: ignore[assignment]

FORMAT = 2
ABOUT, GONE, WHOLE = OF_RANKS, f"{OF_RANKS}-gone", f"{OF_RANKS}-whole"
ENDS = b" ends"
GO_ON = "the same call goes on from the checkpoint in"


def _note(rank: int) -> str:
    return f"gamesolver-rank-{rank}"


class OfOneProcess:
    """The checkpoint of one process, as all ranks see it."""

    def __init__(self, folder: Path, every: float, about: dict[str, Any], team: MpiTeam) -> None:
        self.folder = folder
        self._team = team
        self._kept = Checkpoints(folder, every, about) if team.rank == 0 else None
        said = {} if self._kept is None else dict(self._kept.state)
        self.state: Mapping[str, Any] = team.tell_all(said)[0]

    def save(self, state: Mapping[str, Any]) -> None:
        """Write a checkpoint, all ranks together."""
        if self._kept is not None:
            self._kept.save(state)
        self._team.meet()

    def reporting(self) -> AbstractContextManager[None]:
        """Report what the system refuses."""
        return refusals_reported(self.folder)

    def broken(self, why: str) -> FileError:
        """The error for what cannot be trusted."""
        return broken(self.folder, why)

    def refused(self, whose: str) -> FileError:
        """The error for the checkpoint of another solve."""
        return refused(self.folder, whose, "solve")

    def give_up(self) -> None:
        """Leave nothing where no checkpoint was written."""
        if self._kept is not None:
            self._kept.give_up()

    def remove(self) -> None:
        """Remove all that was kept."""
        if self._kept is not None:
            self._kept.close()
            self._kept.remove()


class RankCheckpoints(RankKeeper):
    """Checkpoints of ranks in a folder."""

    has_folder = True

    def __init__(self, folder: Path, every: float, about: dict[str, Any], team: MpiTeam) -> None:
        self.folder = folder
        self.every = every
        self.team = team
        self._about = about
        self._number = 0
        self._fixed: dict[str, dict[str, Any]] = {}
        self._stages: OfOneProcess | None = None
        self.saved = self._read()
        self._pauses = Pauses(every)

    def is_due(self) -> bool:
        return bool(self.team.meet(self._pauses.is_over())[0, 0])

    def save(
        self,
        state: Mapping[str, Any],
        columns: Mapping[str, Columns],
        fixed: Mapping[str, Columns] | None = None,
    ) -> None:
        fixed = fixed or {}
        with refusals_reported(self.folder), self._pauses.writing():
            self._number += 1
            kept = {name: entry for name, entry in self._fixed.items() if name in fixed}
            fresh = {name: each for name, each in fixed.items() if name not in kept}
            self._fixed = kept | self._written(fresh)
            parts = self.team.tell_all(self._fixed | self._written(columns))
            if self.team.rank == 0:
                about = self._about | {
                    "format": FORMAT,
                    "number": self._number,
                    "words": dict(state),
                    "parts": parts,
                }
                text = json.dumps(about, sort_keys=True)
                with beside(self.folder / ABOUT) as unfinished:
                    unfinished.write_text(f"{hash_of(text)}\n{text}", "ascii")
            self.team.meet()
            if self.team.rank == 0:
                self._clear({entry["file"] for part in parts for entry in part.values()})

    def keys_by_stage(self) -> KeyFile | None:
        return StageKeys(self._of_one_process(), self.team)

    def cells_by_stage(
        self, by_stage: Mapping[int, int], width: Any, keys: KeyFile | None = None
    ) -> CellFile | None:
        file = StageFile(self._of_one_process(), by_stage, self.team, width, keys)
        if keys is not None and self.team.rank == 0:  # the search is done, and needs no checkpoint
            (self.folder / ABOUT).unlink(missing_ok=True)
            self._clear(set())
        return file

    def _of_one_process(self) -> OfOneProcess:
        """Return the checkpoint of one process, which says what stages are in the folder."""
        if self._stages is None:
            self._stages = OfOneProcess(self.folder, self.every, self._about, self.team)
        return self._stages

    def together(self, name: str, column: Columns, share: ShareOfAll) -> Columns | None:
        path, size = self.folder / f"{WHOLE}-{name}", column.itemsize
        with refusals_reported(self.folder):
            if self.team.rank == 0:
                with path.open("wb") as file:
                    take_room(file, share.in_all * size)
            self.team.meet()
            with path.open("r+b") as file:
                for place, slot, count in share.stretches:
                    file.seek(slot * size)
                    file.write(bytes_of(column[place : place + count]))
                file.flush()
                os.fsync(file.fileno())
            self.team.meet()
            if self.team.rank:
                return None
            with path.open("r+b") as file:
                whole = written_beside(file, column.dtype)
            with suppress(OSError):  # where what is open keeps its name it is removed in the end
                path.unlink()
        return whole

    def _written(self, columns: Mapping[str, Columns]) -> dict[str, dict[str, Any]]:
        """Write this rank's columns; what there is to know of each."""
        before, behind = _note(self.team.rank), self._number
        return {
            name: written_column(self.folder, f"{before}-{name}-{behind}", column)
            for name, column in columns.items()
        }

    def _clear(self, keeping: set[str]) -> None:
        """Remove the columns that no checkpoint names any more."""
        for path in self.folder.glob("gamesolver-rank-*-*-*"):
            if path.name not in keeping:
                path.unlink(missing_ok=True)
        for old in (f".{ABOUT}.*", f"{WHOLE}-*"):  # of a process that was killed
            for path in self.folder.glob(old):
                path.unlink(missing_ok=True)

    def give_up(self) -> None:
        """Leave nothing where no checkpoint was written: nobody can go on from it."""
        if self._stages is not None:
            self._stages.give_up()
        if not (self.folder / ABOUT).exists():
            with suppress(OSError):
                self._clear(set())

    def remove(self) -> None:
        """Remove all that was kept, the part that is believed first."""
        if self._stages is not None:
            self._stages.remove()
        with suppress(OSError):
            (self.folder / ABOUT).unlink(missing_ok=True)
            self._clear(set())

    def _read(self) -> RankCheckpoint | None:
        """What earlier ranks left, if it was of the same game."""
        self.stopped = _who_stopped(self.folder)
        path = self.folder / ABOUT
        if not path.exists():
            return None
        with refusals_reported(self.folder):
            hashed, _, text = path.read_bytes().decode("utf-8", "replace").partition("\n")
        if hash_of(text) != hashed:
            raise broken(self.folder, "what it says about itself does not agree with its hash")
        about = json.loads(text)
        require_same(self.folder, about, self._about, FORMAT)
        self._number = about["number"]
        parts = (
            {name: column_from(self.folder, entry) for name, entry in part.items()}
            for part in about["parts"]
        )
        return RankCheckpoint(about["words"], tuple(parts))


def _who_stopped(folder: Path) -> str:
    """Which rank of an earlier solve stopped, in words; nothing where none did."""
    with suppress(OSError):
        return (folder / GONE).read_text("utf-8")
    notes = [path for path in sorted(folder.glob("gamesolver-rank-*")) if path.name.count("-") == 2]
    names = [note.read_bytes() for note in notes]
    return ", ".join(name.decode() for name in names if not name.endswith(ENDS))


@contextmanager
def keeping_on_ranks(
    folder: str | os.PathLike[str] | None,
    every: float,
    rules: Rules[Any, Any],
    roots: list[Any],
    team: MpiTeam,
) -> Iterator[RankKeeper]:
    """Checkpoints in a folder that all ranks see, removed when all is done; nowhere without one."""
    if folder is None:
        yield RankKeeper()
        return
    path = path_in(folder, "folder")
    with refusals_reported(path):
        path.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        if team.rank == 0:
            stack.enter_context(locked(path))
        team.meet()
        checkpoints = RankCheckpoints(path, every, about_solve(rules, roots), team)
        team.meet()  # so that all have read what is there
        if team.rank == 0:
            for old in [path / GONE, *path.glob("gamesolver-rank-*")]:
                if old.name == GONE or old.name.count("-") == 2:
                    old.unlink(missing_ok=True)
        team.meet()
        stack.enter_context(_seen(path, team))
        try:
            yield checkpoints
            team.meet()
        except BaseException:
            if team.rank == 0:  # what another rank still does there comes to nothing
                checkpoints.give_up()
            raise
        if team.rank == 0:
            checkpoints.remove()


@contextmanager
def _seen(folder: Path, team: MpiTeam) -> Iterator[None]:
    """Say who this rank is, for as long as it runs, and see whether the next one is gone."""
    own = folder / _note(team.rank)
    with refusals_reported(folder):
        held = os.open(own, os.O_RDWR | os.O_CREAT, 0o666)
        os.write(held, team.names[team.rank].encode())
    if fcntl is not None:
        with suppress(OSError):
            fcntl.flock(held, fcntl.LOCK_EX)
    team.who_is_gone = lambda: _lost(folder)
    try:
        team.meet()
        if fcntl is not None and team.size > 1:
            following = folder / _note((team.rank + 1) % team.size)
            threading.Thread(target=_witness, args=(following, folder), daemon=True).start()
        yield
    finally:
        team.who_is_gone = str
        with suppress(OSError):
            os.write(held, ENDS)
            own.unlink()
        os.close(held)


def _lost(folder: Path) -> str:
    """Which rank is gone, as another has written down, and what to do; nothing where none is."""
    with suppress(OSError):
        name = (folder / GONE).read_text("utf-8")
        more = f"{GO_ON} {folder}" if has_checkpoint(folder) else "the same call begins again"
        return name and f"{name} was killed, or has ended without a word: {more}"
    return ""


def _witness(note: Path, folder: Path) -> None:
    """Wait for the lock of another rank; where it has not said that it ends, write down which."""
    with suppress(OSError), note.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        name = file.read()
        if not name.endswith(ENDS):
            with (folder / GONE).open("xb") as gone:  # whoever sees it first
                gone.write(name)
