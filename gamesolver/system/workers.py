"""Workers: threads that process the chunks of a piece of work.

Kernels release Python's lock, so threads run in parallel. Between two chunks, progress is
reported, the memory is checked, and Ctrl-C is handled. Each worker has
its own scratch. Results are returned in the order of the chunks,
so the number of threads changes only the time.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from gamesolver.kernels.deferring import is_plain
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter

if TYPE_CHECKING:
    from concurrent.futures import Future

ScratchT = TypeVar("ScratchT")
DoneT = TypeVar("DoneT")

SECONDS_A_LOOK = 0.05


class Workers(Generic[ScratchT]):
    """Workers, each with a scratch of its own."""

    def __init__(
        self,
        threads: int | None,
        scratch: Callable[[], ScratchT],
        report: Reporter,
        meter: MemoryMeter,
    ) -> None:
        self.scratches = [scratch() for _ in range(threads or default_threads())]
        self.report = report
        self.meter = meter
        self.is_stopping = False
        """True while workers should stop: long chunks check it."""

    def run(
        self,
        phase: str,
        work: Callable[[ScratchT, Any], DoneT],
        chunks: Sequence[Any],
        doing: str = "",
    ) -> list[DoneT]:
        """Process every chunk and return the results, in the order of the chunks.

        If the chunks are only a step of something longer, ``doing`` describes the progress of
        that, and the caller reports it.
        """
        shift = _Shift(work, chunks)
        self.is_stopping = False
        if len(self.scratches) == 1 or len(chunks) == 1 or is_plain():
            for _ in shift.steps(self.scratches[0]):
                self._look(phase, shift, doing)
        else:
            self._side_by_side(phase, shift, doing)
        if chunks and not doing:
            self.report(phase, len(chunks), len(chunks))
        return [shift.done[number] for number in range(len(chunks))]

    def _side_by_side(self, phase: str, shift: _Shift[ScratchT, DoneT], doing: str) -> None:
        # an event for each to wait for: a join that Ctrl-C breaks off takes its thread for ended
        begun: list[tuple[threading.Thread, threading.Event]] = []
        try:
            for scratch in self.scratches[: len(shift.chunks)]:
                end = threading.Event()
                worker = threading.Thread(target=shift.work_off, args=(scratch, end), daemon=True)
                begun.append((worker, end))
                worker.start()
            for _, end in begun:
                while not (end.wait(SECONDS_A_LOOK) or shift.failure):
                    self._look(phase, shift, doing)
        finally:
            shift.stop()  # Ctrl-C too: every worker ends with the chunk at hand
            self.is_stopping = True
            for worker, end in begun:
                # without an ident it has not quite started, and will find no chunk
                if end.wait(None if worker.ident else SECONDS_A_LOOK):
                    worker.join()
        if shift.failure:
            raise shift.failure

    def _look(self, phase: str, shift: _Shift[ScratchT, DoneT], doing: str) -> None:
        done, total = len(shift.done), len(shift.chunks)
        if not doing:
            self.report(phase, done, total)
        self.meter.check(doing or f"{phase}, {done} of {total} parts")


class _Shift(Generic[ScratchT, DoneT]):
    """The chunks of one piece of work, handed out one by one."""

    def __init__(self, work: Callable[[ScratchT, Any], DoneT], chunks: Sequence[Any]) -> None:
        self.work = work
        self.chunks = chunks
        self.done: dict[int, DoneT] = {}
        self.failure: BaseException | None = None
        self._next = iter(range(len(chunks)))
        self._lock = threading.Lock()

    def steps(self, scratch: ScratchT) -> Iterator[None]:
        """Do chunk after chunk, with a pause after each few."""
        pause = time.monotonic() + SECONDS_A_LOOK
        while (number := self._take()) is not None:
            self.done[number] = self.work(scratch, self.chunks[number])
            if time.monotonic() > pause:
                yield
                pause = time.monotonic() + SECONDS_A_LOOK

    def work_off(self, scratch: ScratchT, ended: threading.Event) -> None:
        """Do chunks until none is left, or one failed."""
        try:
            for _ in self.steps(scratch):
                pass
        except BaseException as error:  # handed to the thread that waits
            self.failure = self.failure or error
            self.stop()
        finally:
            ended.set()

    def stop(self) -> None:
        """Hand out no more."""
        with self._lock:
            self._next = iter(())

    def _take(self) -> int | None:
        with self._lock:
            return next(self._next, None)


def in_turn(
    work: Callable[..., DoneT], calls: Iterable[tuple[Any, ...]], most: int
) -> Iterator[DoneT]:
    """Yield the results of ``work`` for each of the arguments, in their order, in parallel.

    At most ``most`` calls are started ahead. What runs as plain Python runs in this thread.
    """
    if is_plain():
        yield from (work(*arguments) for arguments in calls)
        return
    from concurrent.futures import ThreadPoolExecutor  # a plain solve needs none

    begun: deque[Future[DoneT]] = deque()
    with ThreadPoolExecutor(default_threads()) as pool:
        try:
            for arguments in calls:
                begun.append(pool.submit(work, *arguments))
                if len(begun) == most:
                    yield begun.popleft().result()
            while begun:
                yield begun.popleft().result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def default_threads() -> int:
    """Return the number of processors that this process may use."""
    if sys.platform != "linux":
        return os.cpu_count() or 1
    return len(os.sched_getaffinity(0))


def chunks_of(total: int, size: int) -> list[tuple[int, int]]:
    """Return the ranges ``(first, last)`` of ``size`` each that make up ``total``."""
    return [(first, min(first + size, total)) for first in range(0, total, size)]


def pieces(first: int, last: int, size: int) -> list[tuple[int, int]]:
    """Return a range, cut wherever a number is a multiple of ``size``.

    >>> pieces(3, 10, 4)
    [(3, 4), (4, 8), (8, 10)]
    """
    return [*pairwise([first, *range(first // size * size + size, last, size), last])]
