"""Team of the ranks of one MPI job, which work in step and end together.

MPI transfers the bytes (mpi4py, over MPICH or Open MPI). It is loaded only if a caller requests it.

**All communication happens in meetings.** At each meeting the ranks exchange a few numbers. The
first number reports whether the rank has failed. Bytes follow, if any, in the announced quantity. A
rank with an error reports it at the next meeting, and all ranks raise this error, with the name of
the rank in its message. No rank therefore waits for one that has failed, as long as the ranks meet
often. Before bytes are sent, their receivers allocate memory, and there is one more meeting. If an
allocation fails, that is reported like any other error, and no rank sends to one that cannot
receive.

**Watchdog.** A rank that has waited for long reports the number of its meeting to the first rank.
The first rank therefore knows the ranks that are missing from its own meeting. While it waits too,
it reports their names to its callback each second.

**Killed ranks** never arrive at a meeting. The function ``lost_ranks`` (``files.rank_notes``)
reports a killed rank to those that wait, to the first rank sooner than to others. They raise an
error with its name. When they exit, they make MPI abort the job, because MPI would otherwise wait
for the lost rank then, too.

**Waiting does not use a processor** for long. MPI itself polls without a pause. That is fast if
each rank has a processor of its own, and otherwise takes processors from the other ranks. A rank
sleeps while it waits for a meeting, because other ranks may come late. When all have come, bytes
are being transferred, and MPI moves a few of them at each poll: 8,000 bytes between two ranks of
one machine. With a sleep of a millisecond between two polls the rate would be 7 MB a second. A rank
that only yields the processor between polls transfers 700 MB a second.
"""

from __future__ import annotations

import atexit
import os
import pickle
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from gamesolver.errors import GameSolverError, InvalidArgumentError
from gamesolver.system.columns import Columns
from gamesolver.system.team import Outbox, Team
from gamesolver.system.workers import default_threads
from gamesolver.texts import error_text, spelled

if TYPE_CHECKING:
    from mpi4py import MPI

INSTALL = 'pip install "solved-games[mpi]"'
NO_LIBRARY = (
    "several ranks need a library of MPI, and mpi4py cannot load one: pip install mpich, or load "
    "the MPI of the cluster"
)
NUMBERS = 5  # numbers that a rank sends to another at each meeting, after its failure flag
EAGER = 2e-4  # seconds of polling MPI, if each rank has a processor
MANY = 1 << 30  # ranks here, before they are counted
QUESTIONS = 64  # about bytes on their way, before others may have the processor
SHORTEST, LONGEST = 2e-5, 1e-3  # seconds of sleep between two questions after that
PATIENCE = 10.0  # seconds that a rank waits before it reports that
REPORTED_AGAIN = 1.0  # seconds between two reports of the missing ranks by the first rank
LOOKS = 1.0, 5.0  # seconds after which the first rank, and other ranks, check for a lost rank
LOST = 3  # the exit code of a job that has lost a rank
WAITING = 1  # the tag of messages with the number of the meeting at which a rank waits


def _report_nothing(missing: list[str], seconds: float) -> None:
    """Ignore a report."""


def _nobody() -> str:
    """Return no name, because no rank is known to be lost."""
    return ""


class RankError(GameSolverError):
    """Unexpected exception at another rank, not an error of this library."""


class LostRankError(RankError):
    """Error for a lost rank. After it no team of the job can meet."""


def world() -> MPI.Intracomm:
    """Return the communicator of all ranks of the job."""
    if find_spec("mpi4py") is None:
        raise InvalidArgumentError(f"several ranks need mpi4py, which is not installed: {INSTALL}")
    try:
        from mpi4py import MPI
    except (ImportError, RuntimeError) as error:
        raise InvalidArgumentError(NO_LIBRARY) from error
    return MPI.COMM_WORLD


def require_communicator(communicator: object) -> None:
    """Raise unless the argument is an intracommunicator of mpi4py that is not null.

    A caller with a communicator has loaded mpi4py. It is not loaded to reject other arguments.
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
class MpiTeam(Team):
    """One rank of an MPI job, with its connections to the others."""

    world: MPI.Intracomm
    ranks_here: int = MANY
    """Number of ranks on this machine."""
    sent: int = attrs.field(default=0, init=False)
    is_over: bool = attrs.field(default=False, init=False)
    """True if the ranks have raised an error together. There is no meeting after that."""
    names: list[str] = attrs.field(factory=list, init=False)
    """Name of each rank: its number, machine, and process."""
    on_waiting: Callable[[list[str], float], None] = attrs.field(
        default=_report_nothing, init=False
    )
    """Function called at the first rank with the missing ranks and the seconds of waiting."""
    lost_ranks: Callable[[], str] = attrs.field(default=_nobody, init=False)
    """Function that returns a message about a lost rank, or an empty text."""
    is_broken: bool = attrs.field(default=False, init=False)
    """True if a rank is lost. No rank may communicate with another after that."""
    _error: bytes = attrs.field(default=b"", init=False)
    _meetings: int = attrs.field(default=0, init=False)
    _waiting_at: dict[int, int] = attrs.field(factory=dict, init=False)
    """Number of the meeting at which each rank has last reported that it waits."""
    _reported: float = attrs.field(default=0.0, init=False)
    """Seconds of waiting at the last report."""
    _looked: float = attrs.field(default=0.0, init=False)
    """Seconds of waiting at the last check for a lost rank."""
    _reporting: MPI.Request | None = attrs.field(default=None, init=False)
    """Last message that this rank waits. Its bytes must be kept until it is sent."""

    @classmethod
    @contextmanager
    def of(cls, communicator: MPI.Intracomm) -> Iterator[MpiTeam]:
        """Enter a team on a copy of the communicator; see :meth:`together`."""
        own, request = communicator.Idup()
        _wait(request, 0.0)
        team = cls(own)
        try:
            with team.together():
                team.get_acquainted()
                yield team
        finally:
            if not team.is_broken:
                team.receive_waiting()
                own.Free()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Enter a block that all ranks leave together. If one of them raises, all do."""
        try:
            yield
            self.meet()
        except BaseException as error:
            self.is_broken |= isinstance(error, LostRankError)
            if not self.is_over and not self.is_broken:
                self._report(error)
            raise

    @property
    def rank(self) -> int:
        return self.world.Get_rank()

    @property
    def size(self) -> int:
        return self.world.Get_size()

    def get_acquainted(self) -> None:
        """Collect the machine and the process of each rank."""
        here = int.from_bytes(sha256(socket.gethostname().encode()).digest()[:7])
        self.ranks_here = int((self.meet(here)[:, 0] == here).sum())
        where = f"({socket.gethostname()}, process {os.getpid()})"
        places = self.gather_all(where)
        self.names = [f"rank {rank} of {self.size} {at}" for rank, at in enumerate(places)]

    # ── meetings ───────────────────────────────────────────────────────────

    def meet(self, *numbers: int) -> Columns:
        table = np.zeros((self.size, NUMBERS), np.int64)
        table[:, : len(numbers)] = numbers
        return self._meet(table)[:, : len(numbers)]

    def gather_all(self, thing: Any) -> list[Any]:
        self.meet()
        of_ranks: list[Any] = self.world.allgather(thing)
        return of_ranks

    def exchange(self, outbox: Outbox, *numbers: int) -> tuple[Outbox, Columns]:
        table = np.zeros((self.size, NUMBERS), np.int64)
        table[:, : len(numbers)] = numbers
        table[:, -1] = outbox.counts
        of_ranks = self._meet(table)
        return self.send(outbox, of_ranks[:, -1]), of_ranks[:, : len(numbers)]

    def send(self, outbox: Outbox, coming: Columns) -> Outbox:
        ends = np.cumsum(coming)
        inbox = Outbox(room_for(int(ends[-1]), outbox.column.dtype), ends)
        self.meet()
        size = outbox.column.itemsize
        self.sent += size * int(outbox.counts.sum() - outbox.counts[self.rank])
        self._wait_for_bytes(self.world.Ialltoallv(_parts(outbox), _parts(inbox)))
        return inbox

    def _meet(self, numbers: Columns, has_failed: bool = False) -> Columns:
        of_ranks = np.empty((self.size, 1 + NUMBERS), np.int64)
        own = np.column_stack([np.full(self.size, has_failed, np.int64), numbers])
        self._wait(self.world.Ialltoall(np.ascontiguousarray(own), of_ranks))
        failed = np.flatnonzero(of_ranks[:, 0])
        if len(failed):
            self._end(failed.tolist())
        return of_ranks[:, 1:]

    def _wait(self, request: MPI.Request) -> None:
        """Wait for a meeting, without busy polling if there are more ranks than processors."""
        self._begin_waiting()
        _wait(request, EAGER if self.ranks_here <= (os.cpu_count() or 1) else 0.0, self._watch)

    def _wait_for_bytes(self, request: MPI.Request) -> None:
        """Wait for a transfer of bytes. Each poll moves some of them."""
        self._begin_waiting()
        began = time.perf_counter()
        while not any(request.Test() for _ in range(QUESTIONS)):
            waited = time.perf_counter() - began
            if waited < PATIENCE:
                _let_others_run()
            else:
                time.sleep(SHORTEST)
                self._watch(waited)

    def _begin_waiting(self) -> None:
        self._meetings += 1
        self._reported = self._looked = 0.0

    # ── the watchdog ───────────────────────────────────────────────────────

    def _watch(self, seconds: float) -> None:
        """Report a long wait to the first rank, or to its callback, and check for a lost rank."""
        if seconds >= max(self._looked + REPORTED_AGAIN, LOOKS[self.rank > 0]):
            self._looked = seconds
            self._require_all()
        if seconds < PATIENCE or (self._reported and seconds < self._reported + REPORTED_AGAIN):
            return
        if self.rank:
            if not self._reported:
                where = self.rank, self._meetings
                self._reporting = self.world.isend(where, dest=0, tag=WAITING)
        else:
            self.receive_waiting()
            missing = [
                name
                for rank, name in enumerate(self.names)
                if rank and self._waiting_at.get(rank) != self._meetings
            ]
            self.on_waiting(missing, seconds)
        self._reported = seconds

    def _require_all(self) -> None:
        """Raise if a rank is lost, because it will never arrive at a meeting."""
        if gone := self.lost_ranks():
            self.is_over = self.is_broken = True
            atexit.register(self.world.Abort, LOST)
            raise LostRankError(gone)

    def receive_waiting(self) -> None:
        """At the first rank, receive the reports of the other ranks that wait."""
        while self.rank == 0 and self.world.iprobe(tag=WAITING):
            rank, meeting = self.world.recv(tag=WAITING)
            self._waiting_at[rank] = meeting

    # ── errors ─────────────────────────────────────────────────────────────

    def _report(self, error: BaseException) -> None:
        """Report an error at the next meeting, where all ranks raise it."""
        self._error = _pickled(error)
        self._meet(np.zeros((self.size, NUMBERS), np.int64), has_failed=True)

    def _end(self, failed: Sequence[int]) -> None:
        """Raise the error of the first of the ranks that failed."""
        self.is_over = True
        where = f"({socket.gethostname()}, process {os.getpid()})"
        who = f"rank {failed[0]} of {self.size} {where}"
        of_ranks: tuple[str, bytes] = self.world.bcast((who, self._error), root=failed[0])
        if len(failed) == self.size:
            return  # all have met it: each goes on with its own
        error = pickle.loads(of_ranks[1])
        if isinstance(error, GameSolverError):
            error.args = (f"{of_ranks[0]}: {error.message}", *error.args[1:])
        raise error


def room_for(count: int, dtype: np.dtype[Any]) -> Columns:
    """Allocate a column for the entries that a rank receives."""
    return np.empty(count, dtype)


def _wait(
    request: MPI.Request, eager: float, watch: Callable[[float], None] = lambda seconds: None
) -> None:
    """Wait for a request, and sleep between polls after ``eager`` seconds."""
    began, pause = time.perf_counter(), SHORTEST
    while not request.Test():
        waited = time.perf_counter() - began
        if waited > eager:
            time.sleep(pause)
            pause = min(2 * pause, LONGEST)
            watch(waited)


def _let_others_run() -> None:
    """Yield the processor to other processes, and return immediately if none wants it."""
    if sys.platform == "linux":
        os.sched_yield()
    else:
        time.sleep(0)


def _pickled(error: BaseException) -> bytes:
    """Return a pickled error of this library, or a :class:`RankError` with its message."""
    if not isinstance(error, GameSolverError | KeyboardInterrupt):
        error = RankError(error_text(error))
    try:
        return pickle.dumps(error)
    except Exception:  # it carries something of the game's that does not travel
        return pickle.dumps(RankError(error_text(error)))


def _parts(box: Outbox) -> Any:
    """Return an outbox in the form that MPI takes."""
    return [box.column, (box.counts, box.ends - box.counts)]


def threads_of_rank(threads: int | None, team: MpiTeam) -> int:
    """Return the number of threads of a rank, by default its share of the processors."""
    return threads or max(1, default_threads() // team.ranks_here)
