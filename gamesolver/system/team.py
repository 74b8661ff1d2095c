"""Ranks that share the work of a solve, and one process as a team of one.

All communication between ranks is a *meeting*: each sends a few numbers to all others. Bytes may
follow, as many as were announced. :class:`Alone` is a process without others, for which a meeting
is a copy of its own numbers. ``system.mpi_team`` has the ranks of a job under MPI.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import attrs
import numpy as np

from gamesolver.system.columns import Columns

PETABYTE = 10**15  # more bytes than a rank has: a sum of such numbers fits in 64 bits


@attrs.define(eq=False)
class Outbox:
    """One column for all ranks, the part of each after the one before."""

    column: Columns
    ends: Columns
    """End of the part of each rank."""

    @property
    def counts(self) -> Columns:
        """Number of entries for each rank."""
        return np.diff(self.ends, prepend=0)

    def parts(self) -> list[Columns]:
        """Return the part of each rank."""
        return np.split(self.column, self.ends[:-1])


class Team(ABC):
    """One rank, with its connections to the others."""

    sent: int
    """Bytes sent to other ranks."""

    @property
    @abstractmethod
    def rank(self) -> int:
        """Number of this rank, from 0 on."""

    @property
    @abstractmethod
    def size(self) -> int:
        """Number of ranks."""

    @abstractmethod
    def meet(self, *numbers: int) -> Columns:
        """Send the same numbers to all ranks. Return a row of numbers from each."""

    @abstractmethod
    def gather_all(self, thing: Any) -> list[Any]:
        """Send a small picklable object to all ranks. Return the object of each rank."""

    @abstractmethod
    def exchange(self, outbox: Outbox, *numbers: int) -> tuple[Outbox, Columns]:
        """Send each rank its part, and numbers to all. Return the parts and numbers received."""

    @abstractmethod
    def send(self, outbox: Outbox, coming: Columns) -> Outbox:
        """Send each rank its part. ``coming`` is the number of entries to receive from each."""

    def sum_of(self, number: int) -> int:
        """Return the sum of a number of each rank, as if none were larger than a petabyte."""
        return int(self.meet(min(number, PETABYTE)).sum())


class Alone(Team):
    """One process without others."""

    rank, size, sent = 0, 1, 0

    def meet(self, *numbers: int) -> Columns:
        return np.array([numbers], np.int64)

    def gather_all(self, thing: Any) -> list[Any]:
        return [thing]

    def exchange(self, outbox: Outbox, *numbers: int) -> tuple[Outbox, Columns]:
        return outbox, self.meet(*numbers)

    def send(self, outbox: Outbox, coming: Columns) -> Outbox:
        return outbox
