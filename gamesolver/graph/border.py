"""The border of a graph: what settled positions outside it say to those within.

A pending position may have moves to positions that were settled before and are no part
of the graph. Four things matter of their backs, whatever their remoteness:

* the least WIN, a candidate that is heard when its remoteness comes, and not yet an
  answer, since a way through the graph may be quicker;
* the number of backs that are no losses, which keep the position from being lost;
* the greatest LOSS, for a loss is the greatest of all;
* the least finished draw, heard only when no win or loss is left to find.

So the border is given as *messages*, each to a position, each to be heard at some
remoteness, beside those that the graph sends itself.

**Dealing: things put in order of a number that each of them has.**

Where the numbers are small this goes by counting: how many things there are of each
number says where those of the next one begin. That is one pass in order through things
and numbers, and as many streams of writing as there are numbers; it takes the bytes of
the result and no more. Numbers far apart are sorted.
"""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np

from gamesolver.kernels.dealing import deal_by_number
from gamesolver.system.columns import Columns, streamed
from gamesolver.system.workers import chunks_of

# ── dealing: things put in order of a number that each of them has ──────────────────────────────

SMALL = 1 << 16
A_TIME = 1 << 16  # numbers counted at a time: numpy makes them wide to count them


def sorted_by_number(things: Columns, numbers: Columns) -> tuple[Columns, Columns, Columns]:
    """The things in order of their numbers, in the old order where these are the same.

    With them come the different numbers there are, rising, and where the things of each
    of them end.

    >>> things, numbers, ends = sorted_by_number(np.array([50, 60, 70]), np.array([2, 1, 2]))
    >>> things.tolist(), numbers.tolist(), ends.tolist()
    ([60, 50, 70], [1, 2], [1, 3])
    """
    if len(numbers) and not (numbers.min() >= 0 and numbers.max() < SMALL):
        order = np.argsort(numbers, kind="stable")
        rising, counts = np.unique(numbers, return_counts=True)
        return things[order], rising, np.cumsum(counts)
    counts = np.zeros(int(numbers.max(initial=0)) + 1, np.int64)
    for part in chunks_of(len(numbers), A_TIME):
        here = np.bincount(numbers[slice(*part)])
        counts[: len(here)] += here
    in_order = np.empty_like(things)
    deal_by_number(things, numbers, np.cumsum(counts) - counts, in_order)
    rising = np.flatnonzero(counts)
    return in_order, rising, np.cumsum(counts)[rising]


# ── the border of a graph ───────────────────────────────────────────────────────────────────────


def counter_to(most: int) -> type[np.integer[Any]]:
    """The narrowest integer that counts so many moves."""
    return np.uint8 if most <= np.iinfo(np.uint8).max else np.int64


def bytes_a_row(max_moves: int) -> int:
    """What a border takes for a position, of those that have at most so many moves."""
    return 3 * np.dtype(np.int32).itemsize + np.dtype(counter_to(max_moves)).itemsize


@attrs.frozen(eq=False)
class Border:
    """What is heard from outside: one entry a position, 0 for nothing.

    A graph without a border has no entries but those of ``not_lost``.
    """

    wins: Columns
    """In how many plies the quickest move outside wins."""
    not_lost: Columns
    """How many of the moves lead outside and do not lose."""
    losses: Columns
    """In how many plies the slowest move outside loses."""
    draws: Columns
    """In how many plies the quickest move outside comes to a finished draw."""

    @classmethod
    def empty(cls, size: int, max_moves: int) -> Border:
        """A border to be filled, of a graph in which a position has at most so many moves."""
        columns = (streamed(size, np.int32) for _ in range(3))
        return cls(next(columns), streamed(size, counter_to(max_moves)), *columns)

    @classmethod
    def nothing(cls, size: int) -> Border:
        """The border of a graph that has none."""
        none = np.empty(0, np.int32)
        return cls(none, np.zeros(size, np.uint8), none, none)

    @property
    def columns(self) -> tuple[Columns, ...]:
        """As kernels fill them."""
        return self.wins, self.not_lost, self.losses, self.draws

    @property
    def longest(self) -> int:
        """The greatest remoteness at which something is heard."""
        return max(int(plies.max(initial=0)) for plies in (self.wins, self.losses, self.draws))

    def messages(self, drawing: bool, column: np.dtype[np.generic]) -> tuple[Columns, Columns]:
        """What is heard in one phase, in order of remoteness; a loss is a complement."""
        message_columns = (self.draws,) if drawing else (self.wins, self.losses)
        rows = [np.flatnonzero(sent).astype(column) for sent in message_columns]
        plies = np.concatenate(
            [sent[those] for sent, those in zip(message_columns, rows, strict=True)]
        )
        if not drawing:
            np.invert(rows[1], out=rows[1])
        in_order, rising, ends = sorted_by_number(np.concatenate(rows), plies)
        return in_order, np.repeat(rising.astype(np.int32), np.diff(ends, prepend=0))
