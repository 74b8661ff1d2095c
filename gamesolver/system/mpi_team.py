"""The team: ranks of one job under MPI that work in step, and end together.

MPI carries the bytes (mpi4py, over MPICH or Open MPI); it is loaded by whoever asks for it.

**Everything between ranks is a meeting.** At each the ranks tell each other a few numbers, first
of which is whether they have failed; bytes follow, if any, as many as were announced. A rank at
which something goes wrong comes to the next meeting to say so, and all of them raise its error,
with the rank in its words. So nobody waits for one that is gone, as long as the ranks meet often.
Before bytes follow, room for them has been made, and there is a meeting more: where there was none,
that is said as any other failure, and no rank sends to one that cannot receive.

**A watchdog.** A rank that waits for long says to the first one at which meeting. When that waits
too, it knows for whom: for those that have not come. It tells its listener so, each second, until
they come.

**A rank that was killed** comes to no meeting. Whoever knows of it (``files.rank_notes``)
says so to those that wait, the first rank sooner than others: they raise an error with its name,
and when they end they have MPI end the job, for MPI would wait for the lost one then, too.

**Waiting costs no processor** for long: MPI itself would ask again and again, which is quick where
each rank has a processor of its own, and takes it from the others where not. That is for meetings,
to which a rank may come late. Bytes are on their way when all have come, and MPI moves a few of
them each time that it is asked: between two ranks of one machine eight thousand. Who would sleep
for a millisecond between two questions would get 7 MB a second; who only lets others have the
processor in between gets 700.
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
from gamesolver.texts import said_by, spelled

if TYPE_CHECKING:
    from mpi4py import MPI

INSTALL = 'pip install "solved-games[mpi]"'
NUMBERS = 5  # that a rank tells another at each meeting, beside whether it has failed
EAGER = 2e-4  # seconds of asking MPI again and again, where each rank has a processor
MANY = 1 << 30  # ranks here, before they are counted
QUESTIONS = 64  # about bytes on their way, before others may have the processor
SHORTEST, LONGEST = 2e-5, 1e-3  # seconds of sleep between two questions after that
PATIENCE = 10.0  # seconds that a rank waits before it says so
SAID_AGAIN = 1.0  # seconds from one time that the first rank says for whom all wait to the next
LOOKS = 1.0, 5.0  # seconds of waiting after which the first rank asks who is gone, and others do
LOST = 3  # the exit code of a job that has lost a rank
WAITING = 1  # the tag of messages that say at which meeting a rank waits


def _say_nothing(missing: list[str], seconds: float) -> None:
    """Nobody listens."""


def _nobody() -> str:
    """Nobody is known to be gone."""
    return ""


class RankError(GameSolverError):
    """Something that is no error of ours went wrong at another rank."""


class LostRankError(RankError):
    """A rank is gone: there is no meeting of this team, nor of any other, after that."""


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
class MpiTeam(Team):
    """One rank of a job under MPI, and its ties to the others."""

    world: MPI.Intracomm
    ranks_here: int = MANY
    """How many of the ranks run on this machine."""
    sent: int = attrs.field(default=0, init=False)
    is_over: bool = attrs.field(default=False, init=False)
    """Whether the ranks have raised an error together: there is no meeting after that."""
    names: list[str] = attrs.field(factory=list, init=False)
    """What each rank is called: by its number, its machine and its process."""
    on_waiting: Callable[[list[str], float], None] = attrs.field(default=_say_nothing, init=False)
    """Is told at the first rank for whom all wait, and for how many seconds they have."""
    who_is_gone: Callable[[], str] = attrs.field(default=_nobody, init=False)
    """Names a rank that is gone without a word, and says what to do; nothing while none is."""
    is_broken: bool = attrs.field(default=False, init=False)
    """Whether one is: no rank may talk to another after that."""
    _error: bytes = attrs.field(default=b"", init=False)
    _meetings: int = attrs.field(default=0, init=False)
    _waiting_at: dict[int, int] = attrs.field(factory=dict, init=False)
    """The meeting at which each rank has last said that it waits."""
    _said: float = attrs.field(default=0.0, init=False)
    """After how many seconds of waiting that was said last."""
    _looked: float = attrs.field(default=0.0, init=False)
    """After how many it was asked last who is gone."""
    _saying: MPI.Request | None = attrs.field(default=None, init=False)
    """The last message of that kind, whose bytes must stay until it is sent."""

    @classmethod
    @contextmanager
    def of(cls, communicator: MPI.Intracomm) -> Iterator[MpiTeam]:
        """The ranks of a communicator, which stays free for its owner; see :meth:`together`."""
        own, request = communicator.Idup()
        _wait(request, 0.0)
        team = cls(own)
        try:
            with team.together():
                team.get_acquainted()
                yield team
        finally:
            if not team.is_broken:
                team.hear_who_waits()
                own.Free()

    @contextmanager
    def together(self) -> Iterator[None]:
        """A block that all ranks end together: what is raised in it by one, all raise."""
        try:
            yield
            self.meet()
        except BaseException as error:
            self.is_broken |= isinstance(error, LostRankError)
            if not self.is_over and not self.is_broken:
                self._tell(error)
            raise

    @property
    def rank(self) -> int:
        return self.world.Get_rank()

    @property
    def size(self) -> int:
        return self.world.Get_size()

    def get_acquainted(self) -> None:
        """Ask all where they run."""
        here = int.from_bytes(sha256(socket.gethostname().encode()).digest()[:7])
        self.ranks_here = int((self.meet(here)[:, 0] == here).sum())
        where = f"({socket.gethostname()}, process {os.getpid()})"
        places = self.tell_all(where)
        self.names = [f"rank {rank} of {self.size} {at}" for rank, at in enumerate(places)]

    # ── meetings ───────────────────────────────────────────────────────────

    def meet(self, *numbers: int) -> Columns:
        table = np.zeros((self.size, NUMBERS), np.int64)
        table[:, : len(numbers)] = numbers
        return self._meet(table)[:, : len(numbers)]

    def tell_all(self, thing: Any) -> list[Any]:
        self.meet()
        told: list[Any] = self.world.allgather(thing)
        return told

    def exchange(self, outbox: Outbox, *numbers: int) -> tuple[Outbox, Columns]:
        table = np.zeros((self.size, NUMBERS), np.int64)
        table[:, : len(numbers)] = numbers
        table[:, -1] = outbox.counts
        told = self._meet(table)
        return self.send(outbox, told[:, -1]), told[:, : len(numbers)]

    def send(self, outbox: Outbox, coming: Columns) -> Outbox:
        ends = np.cumsum(coming)
        inbox = Outbox(room_for(int(ends[-1]), outbox.column.dtype), ends)
        self.meet()
        size = outbox.column.itemsize
        self.sent += size * int(outbox.counts.sum() - outbox.counts[self.rank])
        self._wait_for_bytes(self.world.Ialltoallv(_parts(outbox), _parts(inbox)))
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
        self._begin_waiting()
        _wait(request, EAGER if self.ranks_here <= (os.cpu_count() or 1) else 0.0, self._watch)

    def _wait_for_bytes(self, request: MPI.Request) -> None:
        """Wait for bytes that are on their way: asking moves them."""
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
        self._said = self._looked = 0.0

    # ── the watchdog ───────────────────────────────────────────────────────

    def _watch(self, seconds: float) -> None:
        """Say that this rank has waited for so long, if that is long, and was not said just now."""
        if seconds >= max(self._looked + SAID_AGAIN, LOOKS[self.rank > 0]):
            self._looked = seconds
            self._require_all()
        if seconds < PATIENCE or (self._said and seconds < self._said + SAID_AGAIN):
            return
        if self.rank:
            if not self._said:
                where = self.rank, self._meetings
                self._saying = self.world.isend(where, dest=0, tag=WAITING)
        else:
            self.hear_who_waits()
            missing = [
                name
                for rank, name in enumerate(self.names)
                if rank and self._waiting_at.get(rank) != self._meetings
            ]
            self.on_waiting(missing, seconds)
        self._said = seconds

    def _require_all(self) -> None:
        """Raise where a rank is gone: it will come to no meeting."""
        if gone := self.who_is_gone():
            self.is_over = self.is_broken = True
            atexit.register(self.world.Abort, LOST)
            raise LostRankError(gone)

    def hear_who_waits(self) -> None:
        """Hear, at the first rank, which of the others have said that they wait."""
        while self.rank == 0 and self.world.iprobe(tag=WAITING):
            rank, meeting = self.world.recv(tag=WAITING)
            self._waiting_at[rank] = meeting

    # ── errors ─────────────────────────────────────────────────────────────

    def _tell(self, error: BaseException) -> None:
        """Come to the next meeting to say what went wrong; all raise it there."""
        self._error = _pickled(error)
        self._meet(np.zeros((self.size, NUMBERS), np.int64), has_failed=True)

    def _end(self, failed: Sequence[int]) -> None:
        """Raise what went wrong at the first of the ranks that failed."""
        self.is_over = True
        where = f"({socket.gethostname()}, process {os.getpid()})"
        who = f"rank {failed[0]} of {self.size} {where}"
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


def _wait(
    request: MPI.Request, eager: float, watch: Callable[[float], None] = lambda seconds: None
) -> None:
    """Wait for MPI, and leave the processor to others after so many seconds."""
    began, pause = time.perf_counter(), SHORTEST
    while not request.Test():
        waited = time.perf_counter() - began
        if waited > eager:
            time.sleep(pause)
            pause = min(2 * pause, LONGEST)
            watch(waited)


def _let_others_run() -> None:
    """Leave the processor to whoever wants it, and come back at once where nobody does."""
    if sys.platform == "linux":
        os.sched_yield()
    else:
        time.sleep(0)


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


def threads_of_rank(threads: int | None, team: MpiTeam) -> int:
    """How many threads a rank has: one, where nobody says how many and each has a processor."""
    return threads or max(1, default_threads() // team.ranks_here)
