"""Ranks as threads of this process, with a communicator that has the methods a team needs.

The cooperation of ranks is tested in this way without a launcher, also in plain Python.
``tests/support/under_mpiexec.py`` tests it under a real launcher.
"""

from __future__ import annotations

import threading
import time

import numpy as np

from gamesolver.system.mpi_team import MpiTeam

PATIENCE = 60.0  # seconds that a rank waits for another before it fails


class Table:
    """Exchange of values between ranks, with a barrier before and after reading."""

    def __init__(self, size):
        self.size = size
        self.things = [None] * size
        self.barrier = threading.Barrier(size, timeout=PATIENCE)
        self.messages = []
        self.delay = 0.0  # seconds that each exchange takes
        self.questions = 2  # number of tests until a transfer of bytes is done

    def pass_round(self, rank, thing):
        """Return the values of all ranks."""
        self.things[rank] = thing
        self.barrier.wait()
        things = list(self.things)
        self.barrier.wait()
        return things


class Done:
    """A request that is done after the given number of tests, and not before the delay."""

    def __init__(self, delay=0.0, questions=2):
        self.until = time.monotonic() + delay
        self.left = questions

    def Test(self):  # as mpi4py names it
        self.left -= 1
        return self.left <= 0 and time.monotonic() >= self.until


class Seat:
    """The communicator of one rank, with the method names of mpi4py."""

    # ruff: noqa: N802

    def __init__(self, table, rank):
        self.table = table
        self.rank = rank

    def Get_rank(self):
        return self.rank

    def Get_size(self):
        return self.table.size

    def Ialltoall(self, own, reported):
        rows = self.table.pass_round(self.rank, own.copy())
        reported[:] = np.array([row[self.rank] for row in rows])
        return Done(self.table.delay)

    def Ialltoallv(self, outbox, inbox):
        boxes = self.table.pass_round(self.rank, outbox)
        column, (counts, begins) = inbox
        for (sent, (sizes, places)), count, begin in zip(boxes, counts, begins, strict=True):
            assert sizes[self.rank] == count
            first = places[self.rank]
            column[begin : begin + count] = sent[first : first + count]
        self.table.barrier.wait()
        return Done(self.table.delay, self.table.questions)

    def allgather(self, thing):
        return self.table.pass_round(self.rank, thing)

    def isend(self, thing, dest, tag):
        assert dest == 0
        self.table.messages.append(thing)

    def iprobe(self, tag):
        return bool(self.table.messages)

    def recv(self, tag):
        return self.table.messages.pop()

    def bcast(self, thing, root):
        return self.table.pass_round(self.rank, thing)[root]


def on_ranks(size, work, delay=0.0):
    """Return the result of ``work(team)`` at each rank, or the error that it raises there.

    Each exchange and each transfer of bytes takes ``delay`` more seconds.
    """
    table, answers = Table(size), [None] * size
    table.delay = delay

    def run(rank):
        team = MpiTeam(Seat(table, rank), size)
        try:
            with np.errstate(over="ignore"), team.together():  # keys wrap, in plain Python too
                answers[rank] = work(team)
        except BaseException as error:
            answers[rank] = error

    threads = [threading.Thread(target=run, args=(rank,)) for rank in range(size)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers
