"""The border of a graph: what settled positions outside it say to those within.

A pending position may have moves to positions that were settled before and are no part
of the graph. Four things matter of their backs, whatever their remoteness:

* the least WIN, a candidate that is heard when its remoteness comes, and not yet an
  answer, since a way through the graph may be quicker;
* the number of backs that are no losses, which keep the position from being lost;
* the greatest LOSS, for a loss is the greatest of all;
* the least finished draw, heard only when no win or loss is left to find.

So the border is given as *messages*, each to a position, each to be heard at some
remoteness, beside those that the graph sends itself. Where there are scores, each of a
position's moves outside sends its own (``Outside``).

**Dealing: things put in order of a number that each of them has.**

Where the numbers are small this goes by counting: how many things there are of each
number says where those of the next one begin. That is one pass in order through things
and numbers, and as many streams of writing as there are numbers; it takes the bytes of
the result and no more. Numbers far apart are sorted.
"""

from __future__ import annotations

from typing import Any, ClassVar, Protocol

import attrs
import numpy as np

from gamesolver.kernels.codes import APART, BEYOND, HALF, NEAR
from gamesolver.kernels.dealing import deal_by_number
from gamesolver.kernels.labels import Timed
from gamesolver.system.columns import Columns, streamed
from gamesolver.system.workers import chunks_of
from gamesolver.tables.labels import PENDING

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


# ── what is known, and what is heard of, in order of the level at which it is ────────────────────


def counter_to(most: int) -> type[np.integer[Any]]:
    """The narrowest integer that counts so many moves."""
    return np.uint8 if most <= np.iinfo(np.uint8).max else np.int64


def bytes_a_row(max_moves: int) -> int:
    """What a border takes for a position, of those that have at most so many moves."""
    return 3 * np.dtype(np.int32).itemsize + np.dtype(counter_to(max_moves)).itemsize


class Heard(Protocol):
    """What the graph solver asks of a border; points are counted as there."""

    @property
    def moves(self) -> Columns:
        """How many moves of each position lead outside, of those that are heard of or matter."""

    @property
    def sizes(self) -> set[int]:
        """How far from endless play the points are that are heard of."""

    @property
    def longest(self) -> int:
        """The greatest number of plies that is heard of."""

    @property
    def has_endless(self) -> bool:
        """Whether play that gains something and never ends is heard of."""

    def messages(self, size: int, horizon: int, column: np.dtype[np.generic]) -> Timed:
        """What is heard of points of one size: positions, complements where it is bad."""


@attrs.frozen(eq=False)
class Outside:
    """A message for every move that leads outside, in a graph with scores.

    Points are counted from what endless play is worth to the player to move, ``plies`` are as
    labels have them. ``are_good`` tells, at points of 0, what is good.
    """

    positions: Columns
    points: Columns
    plies: Columns
    are_good: Columns
    size: int
    """How many positions the graph has."""

    @property
    def moves(self) -> Columns:
        return np.bincount(self.positions, minlength=self.size)

    @property
    def sizes(self) -> set[int]:
        return set(np.unique(np.abs(self.points)).tolist())

    @property
    def longest(self) -> int:
        return int(np.maximum(self.plies, ~self.plies).max(initial=0))

    @property
    def has_endless(self) -> bool:
        return bool((self.plies < 0).any())

    def messages(self, size: int, horizon: int, column: np.dtype[np.generic]) -> Timed:
        chosen = (abs(self.points) == size) & ((self.plies >= 0) | (size > 0))
        positions, plies = self.positions[chosen].astype(column), self.plies[chosen]
        bad = ~(self.points[chosen] > 0 if size else self.are_good[chosen])
        positions[bad] = ~positions[bad]
        return timed(positions, np.where(plies >= 0, plies, horizon + ~plies))


def timed(positions: Columns, levels: Columns) -> Timed:
    """Things in order of the levels at which they are heard of."""
    in_order, rising, ends = sorted_by_number(positions, levels)
    return Timed(in_order, rising.astype(np.int64), ends.astype(np.int64))


class Known:
    """The positions whose label is known and carried back, by the size of their points."""

    def __init__(
        self, points: Columns, plies: Columns, worths: Columns | None, column: np.dtype[Any]
    ) -> None:
        carried = (plies >= 0) | ((points != 0) & (plies != PENDING))
        positions = np.flatnonzero(carried).astype(column)
        sizes = np.abs(points[positions])
        self._positions, numbers, ends = sorted_by_number(positions, sizes)
        ends = ends.tolist()
        self._parts = dict(zip(numbers.tolist(), zip([0, *ends], ends, strict=False), strict=True))
        points, plies = points[self._positions], plies[self._positions]
        are_good = (
            points > 0
            if worths is None
            else (points > 0) | ((points == 0) & (worths[self._positions] > 0))
        )
        self._positions[are_good] = ~self._positions[are_good]
        self._plies = plies if plies.any() else None
        self.has_endless = bool((plies < 0).any())

    @property
    def sizes(self) -> set[int]:
        """The sizes of points that there are."""
        return set(self._parts)

    def of(self, size: int, horizon: int) -> Timed:
        """Those of one size, in order of remoteness; good ones complemented, as in the queue."""
        part = slice(*self._parts.get(size, (0, 0)))
        positions = self._positions[part]
        if self._plies is None or not len(positions):
            ends = np.array([len(positions)] * (len(positions) > 0), np.int64)
            return Timed(positions, np.zeros(len(ends), np.int64), ends)
        plies = self._plies[part]
        return timed(positions, np.where(plies >= 0, plies, horizon + ~plies))


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

    has_endless: ClassVar[bool] = False

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
    def moves(self) -> Columns:
        if not len(self.losses):
            return self.not_lost
        lost = (self.losses > 0).astype(self.not_lost.dtype)  # the greatest one, heard in its time
        moves: Columns = self.not_lost + lost
        return moves

    @property
    def sizes(self) -> set[int]:
        return {0, 1} if len(self.wins) else set()

    @property
    def longest(self) -> int:
        """The greatest remoteness at which something is heard."""
        return max(int(plies.max(initial=0)) for plies in (self.wins, self.losses, self.draws))

    def messages(self, size: int, horizon: int, column: np.dtype[np.generic]) -> Timed:
        message_columns = (self.wins, self.losses) if size else (self.draws,)
        rows = [np.flatnonzero(sent).astype(column) for sent in message_columns]
        plies = np.concatenate(
            [sent[those] for sent, those in zip(message_columns, rows, strict=True)]
        )
        if size:
            np.invert(rows[1], out=rows[1])
        return timed(np.concatenate(rows), plies)


@attrs.frozen(eq=False)
class RankedBorder:
    """The same of a graph with scores: one entry a position, a rank (``kernels.scores``), or 0."""

    good: Columns
    """The greatest back outside that is better than endless play."""
    not_bad: Columns
    """How many of the moves lead outside and are not worse than it."""
    bad: Columns
    """The greatest of those that are."""

    @classmethod
    def empty(cls, size: int, max_moves: int) -> RankedBorder:
        """A border to be filled, of a graph in which a position has at most so many moves."""
        good, bad = streamed(size, np.int64), streamed(size, np.int64)
        return cls(good, streamed(size, counter_to(max_moves)), bad)

    @property
    def columns(self) -> tuple[Columns, ...]:
        """As kernels fill them."""
        return self.good, self.not_bad, self.bad

    @property
    def moves(self) -> Columns:
        moves: Columns = self.not_bad + (self.bad < 0).astype(self.not_bad.dtype)
        return moves

    @property
    def sizes(self) -> set[int]:
        both = (_sizes_of(column[column != 0]) for column in (self.good, self.bad))
        return {size for sizes in both for size in np.unique(sizes).tolist()}

    @property
    def longest(self) -> int:
        both = (_plies_of(column[column != 0]) for column in (self.good, self.bad))
        return max(int(np.maximum(plies, ~plies).max(initial=0)) for plies in both)

    @property
    def has_endless(self) -> bool:
        both = (_plies_of(column[column != 0]) for column in (self.good, self.bad))
        return any(bool((plies < 0).any()) for plies in both)

    def messages(self, size: int, horizon: int, column: np.dtype[np.generic]) -> Timed:
        rows, plies = [], []
        for ranks in (self.good, self.bad):
            heard = np.flatnonzero(ranks)
            heard = heard[_sizes_of(ranks[heard]) == size]
            rows.append(heard.astype(column))
            plies.append(_plies_of(ranks[heard]))
        np.invert(rows[1], out=rows[1])
        levels = np.concatenate(plies)
        return timed(np.concatenate(rows), np.where(levels >= 0, levels, horizon + ~levels))


def _sizes_of(ranks: Columns) -> Columns:
    """How far from endless play the points of these ranks are."""
    return np.asarray(np.abs((ranks + HALF) >> APART))


def _plies_of(ranks: Columns) -> Columns:
    """The plies of these ranks, as labels have them."""
    more = (ranks + HALF) >> APART
    far = np.abs(ranks - (more << APART))
    near = (1 << NEAR) - far
    apart = np.where(far < 1 << BEYOND, far, ~(far - (1 << BEYOND)))
    return np.asarray(np.where(more == 0, near, apart))
