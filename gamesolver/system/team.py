"""The team: ranks of one job under MPI that work in step, and end together.

MPI carries the bytes (mpi4py, over MPICH or Open MPI); it is loaded by whoever asks for it.

**Everything between ranks is a meeting.** At each the ranks tell each other a few numbers, first
of which is whether they have failed; bytes follow, if any, as many as were announced. A rank at
which something goes wrong comes to the next meeting to say so, and all of them raise its error,
with the rank in its words. So nobody waits for one that is gone, as long as the ranks meet often.
Before bytes follow, room for them has been made, and there is a meeting more: where there was none,
that is said as any other failure, and no rank sends to one that cannot receive.

**Waiting costs no processor** for long: MPI itself would ask again and again, which is quick where
each rank has a processor of its own, and takes it from the others where not.
"""

from __future__ import annotations

import os
import pickle
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from gamesolver.errors import GameSolverError, InvalidArgumentError
from gamesolver.system.columns import Columns
from gamesolver.system.workers import default_threads
from gamesolver.texts import said_by, spelled

if TYPE_CHECKING:
    from mpi4py import MPI

INSTALL = 'pip install "solved-games[mpi]"'
NUMBERS = 4  # that a rank tells another at each meeting, beside whether it has failed
EAGER = 2e-4  # seconds of asking MPI again and again, where each rank has a processor
MANY = 1 << 30  # ranks here, before they are counted
SHORTEST, LONGEST = 2e-5, 1e-3  # seconds of sleep between two questions after that


class RankError(GameSolverError):
    """Something that is no error of ours went wrong at another rank."""


def world() -> MPI.Intracomm:
    """All ranks of the job that this process belongs to."""
    if find_spec("mpi4py") is None:
        raise InvalidArgumentError(f"several ranks need mpi4py, which is not installed: {INSTALL}")
    from mpi4py import MPI

    return MPI.COMM_WORLD


def require_communicator(communicator: object) -> None:
    """Raise unless it is a communicator of mpi4py, of ranks that may all talk to each other.

    Who has one has loaded mpi4py, which need not be loaded for what is none.
    """
    mpi: Any = sys.modules.get("mpi4py.MPI")
    if mpi and isinstance(communicator, mpi.Intracomm) and communicator != mpi.COMM_NULL:
        return
    where = "" if find_spec("mpi4py") else f", which is not installed: {INSTALL}"
    raise InvalidArgumentError(
        f"bad communicator {spelled(communicator)}: expected one of mpi4py, such as "
        f"MPI.COMM_WORLD{where}"
    )


@attrs.define(eq=False)
class Outbox:
    """What a rank has for the others: one column, the part of each rank behind the one before."""

    column: Columns
    ends: Columns
    """Where the part of each rank ends."""

    @property
    def counts(self) -> Columns:
        """How much each rank is sent."""
        return np.diff(self.ends, prepend=0)

    def parts(self) -> list[Columns]:
        """The part of each rank."""
        return np.split(self.column, self.ends[:-1])


@attrs.define(eq=False)
class Team:
    """One rank, and its ties to the others."""

    world: MPI.Intracomm
    ranks_here: int = MANY
    """How many of the ranks run on this machine."""
    sent: int = attrs.field(default=0, init=False)
    """Bytes sent to other ranks."""
    is_over: bool = attrs.field(default=False, init=False)
    """Whether the ranks have raised an error together: there is no meeting after that."""
    _error: bytes = attrs.field(default=b"", init=False)

    @classmethod
    @contextmanager
    def of(cls, communicator: MPI.Intracomm) -> Iterator[Team]:
        """The ranks of a communicator, which stays free for its owner; see :meth:`together`."""
        own, request = communicator.Idup()
        _wait(request, 0.0)
        team = cls(own)
        try:
            with team.together():
                team.count_neighbours()
                yield team
        finally:
            own.Free()

    @contextmanager
    def together(self) -> Iterator[None]:
        """A block that all ranks end together: what is raised in it by one, all raise."""
        try:
            yield
            self.meet()
        except BaseException as error:
            if not self.is_over:
                self._tell(error)
            raise

    @property
    def rank(self) -> int:
        """The number of this rank, from 0 on."""
        return self.world.Get_rank()

    @property
    def size(self) -> int:
        """How many ranks there are."""
        return self.world.Get_size()

    def count_neighbours(self) -> None:
        """Ask all where they run."""
        here = int.from_bytes(sha256(socket.gethostname().encode()).digest()[:7])
        self.ranks_here = int((self.meet(here)[:, 0] == here).sum())

    # ── meetings ───────────────────────────────────────────────────────────

    def meet(self, *numbers: int) -> Columns:
        """Tell all ranks the same numbers; a row of what each has told."""
        table = np.zeros((self.size, NUMBERS), np.int64)
        table[:, : len(numbers)] = numbers
        return self._meet(table)[:, : len(numbers)]

    def exchange(self, outbox: Outbox, *numbers: int) -> tuple[Outbox, Columns]:
        """Send each rank its part, and all the same numbers; the same from each of them."""
        table = np.zeros((self.size, NUMBERS), np.int64)
        table[:, : len(numbers)] = numbers
        table[:, -1] = outbox.counts
        told = self._meet(table)
        return self.send(outbox, told[:, -1]), told[:, : len(numbers)]

    def send(self, outbox: Outbox, coming: Columns) -> Outbox:
        """The same where each rank knows how much is ``coming`` from each."""
        ends = np.cumsum(coming)
        inbox = Outbox(room_for(int(ends[-1]), outbox.column.dtype), ends)
        self.meet()
        size = outbox.column.itemsize
        self.sent += size * int(outbox.counts.sum() - outbox.counts[self.rank])
        self._wait(self.world.Ialltoallv(_parts(outbox), _parts(inbox)))
        return inbox

    def _meet(self, numbers: Columns, has_failed: bool = False) -> Columns:
        told = np.empty((self.size, 1 + NUMBERS), np.int64)
        own = np.column_stack([np.full(self.size, has_failed, np.int64), numbers])
        self._wait(self.world.Ialltoall(np.ascontiguousarray(own), told))
        failed = np.flatnonzero(told[:, 0])
        if len(failed):
            self._end(failed.tolist())
        return told[:, 1:]

    def _wait(self, request: MPI.Request) -> None:
        """Wait for what was begun; not eagerly where there are more ranks than processors."""
        _wait(request, EAGER if self.ranks_here <= (os.cpu_count() or 1) else 0.0)

    # ── errors ─────────────────────────────────────────────────────────────

    def _tell(self, error: BaseException) -> None:
        """Come to the next meeting to say what went wrong; all raise it there."""
        self._error = _pickled(error)
        self._meet(np.zeros((self.size, NUMBERS), np.int64), has_failed=True)

    def _end(self, failed: Sequence[int]) -> None:
        """Raise what went wrong at the first of the ranks that failed."""
        self.is_over = True
        who = f"rank {failed[0]} of {self.size} ({socket.gethostname()}, process {os.getpid()})"
        told: tuple[str, bytes] = self.world.bcast((who, self._error), root=failed[0])
        if len(failed) == self.size:
            return  # all have met it: each goes on with its own
        error = pickle.loads(told[1])
        if isinstance(error, GameSolverError):
            error.args = (f"{told[0]}: {error.message}", *error.args[1:])
        raise error


def room_for(count: int, dtype: np.dtype[Any]) -> Columns:
    """Room for what a rank is sent."""
    return np.empty(count, dtype)


def _wait(request: MPI.Request, eager: float) -> None:
    """Wait for MPI, and leave the processor to others after so many seconds."""
    until, pause = time.perf_counter() + eager, SHORTEST
    while not request.Test():
        if time.perf_counter() > until:
            time.sleep(pause)
            pause = min(2 * pause, LONGEST)


def _pickled(error: BaseException) -> bytes:
    """An error as it travels: those of the family as they are, of others what they say."""
    if not isinstance(error, GameSolverError | KeyboardInterrupt):
        error = RankError(said_by(error))
    try:
        return pickle.dumps(error)
    except Exception:  # it carries something of the game's that does not travel
        return pickle.dumps(RankError(said_by(error)))


def _parts(box: Outbox) -> Any:
    """A box as MPI takes it."""
    return [box.column, (box.counts, box.ends - box.counts)]


def threads_of_rank(threads: int | None, team: Team) -> int:
    """How many threads a rank has: one, where nobody says how many and each has a processor."""
    return threads or max(1, default_threads() // team.ranks_here)
