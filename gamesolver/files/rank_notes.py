"""Names of the ranks at work in a folder with checkpoints, and detection of a rank that was killed.

=============================  ========================================================
``gamesolver-rank-R``          name of rank R while it runs: its machine and its process
``gamesolver-ranks-gone``      name of the first rank that ended without notice
=============================  ========================================================

A killed rank cannot report that, and the launcher kills the others as soon as it notices. Each rank
therefore holds a lock on the file with its name while it runs. The rank before it waits for that
lock, in a thread that uses no processor. When a process ends, the operating system releases its
lock at once. If the file does not record a normal end of the rank, the waiting rank writes its
name to the second file. Ranks that wait for the lost one read that file, and end the job by an
error if the launcher does not. If no rank could write it, or files cannot be locked, the next solve
in the folder names all ranks of the earlier one that had not ended normally.
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
except ImportError:  # Windows does not have these locks
    fcntl = None  # type: ignore[assignment]

GONE = "gamesolver-ranks-gone"
ENDS = b" ends"
GO_ON = "the same call goes on from the checkpoint in"


def _note(rank: int) -> str:
    return f"{RANK}-{rank}"


def _who_stopped(folder: Path) -> str:
    """Return the name of the rank of an earlier solve that stopped, or an empty text."""
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
        team.meet()  # all ranks have read the old files before they are removed
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
            checkpoints.give_up()  # later writes of other ranks there have no effect
            raise
        checkpoints.close()
        if team.rank == 0:
            checkpoints.remove()


@contextmanager
def _seen(folder: Path, team: MpiTeam) -> Iterator[None]:
    """Publish the name of this rank while it runs, and watch the next rank."""
    own = folder / _note(team.rank)
    with refusals_reported(folder):
        held = os.open(own, os.O_RDWR | os.O_CREAT, 0o666)
        os.write(held, team.names[team.rank].encode())
    if fcntl is not None:
        with suppress(OSError):
            fcntl.flock(held, fcntl.LOCK_EX)
    team.lost_ranks = lambda: _lost(folder)
    try:
        team.meet()
        if fcntl is not None and team.size > 1:
            following = folder / _note((team.rank + 1) % team.size)
            threading.Thread(target=_witness, args=(following, folder), daemon=True).start()
        yield
    finally:
        team.lost_ranks = str
        with suppress(OSError):
            os.write(held, ENDS)
            own.unlink()
        os.close(held)


def _lost(folder: Path) -> str:
    """Return a message about a lost rank and how to resume, or an empty text."""
    with suppress(OSError):
        name = (folder / GONE).read_text("utf-8")
        more = f"{GO_ON} {folder}" if has_checkpoint(folder) else "the same call begins again"
        return name and f"{name} was killed, or ended without a message: {more}"
    return ""


def _witness(note: Path, folder: Path) -> None:
    """Wait for the lock of another rank. If it has not ended normally, record its name."""
    with suppress(OSError), note.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        name = file.read()
        if not name.endswith(ENDS):
            with (folder / GONE).open("xb") as gone:  # by the first rank that detects it
                gone.write(name)
