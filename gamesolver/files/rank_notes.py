"""Names of the ranks at work in a folder with checkpoints, and detection of a rank that was killed.

=============================  ========================================================
``gamesolver-rank-R``          who rank R is, while it runs: its machine and its process
``gamesolver-ranks-gone``      which rank was the first to be gone without a word
=============================  ========================================================

A rank that is killed cannot say so, and the launcher kills the others as soon as
it notices. So each holds a lock on the file with its name, for as long as it lives, and the one
before it waits for that lock, in a thread that costs nothing: the system gives it away when a
process is gone, before anybody else is told. Whoever gets it from a rank that has not said that it
ends writes down which: those that wait for it read that, and end the job by an error, where the
launcher does not. Where none came to that, or no files are locked, the next call names all.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from gamesolver.arguments import path_in
from gamesolver.engine.keeper import Keeper
from gamesolver.files.checkpoints import (
    RANK,
    Checkpoints,
    about_solve,
    has_checkpoint,
    locked,
)
from gamesolver.rules.guard import Rules
from gamesolver.system.disk import refusals_reported
from gamesolver.system.mpi_team import MpiTeam

try:
    import fcntl
except ImportError:  # Windows locks no files so
    fcntl = None  # type: ignore[assignment]

GONE = "gamesolver-ranks-gone"
ENDS = b" ends"
GO_ON = "the same call goes on from the checkpoint in"


def _note(rank: int) -> str:
    return f"{RANK}-{rank}"


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
) -> Iterator[Keeper]:
    """Context with checkpoints in a folder that all ranks see, removed at the end.

    Without a folder there are none.
    """
    if folder is None:
        yield Keeper()
        return
    path = path_in(folder, "folder")
    with refusals_reported(path):
        path.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        if team.rank == 0:
            stack.enter_context(locked(path))
        team.meet()
        checkpoints = Checkpoints(path, every, about_solve(rules, roots), team)
        checkpoints.stopped = _who_stopped(path)
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
            checkpoints.give_up()  # what another rank still does there comes to nothing
            raise
        checkpoints.close()
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
