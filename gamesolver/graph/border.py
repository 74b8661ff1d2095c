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

from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar, Protocol

import attrs
import numpy as np

from gamesolver.kernels.codes import APART, BEYOND, HALF, NEAR
from gamesolver.kernels.labels import Timed, deal_by_number
from gamesolver.system.columns import Columns, streamed
from gamesolver.system.workers import chunks_of
from gamesolver.tables.labels import ENDLESS, PENDING, Labels

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


def bytes_a_row(max_moves: int, is_ranked: bool = False) -> int:
    """What a border takes for a position, of those that have at most so many moves."""
    messages = 2 * np.dtype(np.int64).itemsize if is_ranked else 3 * np.dtype(np.int32).itemsize
    return messages + np.dtype(counter_to(max_moves)).itemsize


class ByLevel(Protocol):
    """Positions by how far from endless play their points are, to be had in order of level."""

    @property
    def sizes(self) -> set[int]:
        """The sizes of points that there are."""

    @property
    def longest(self) -> int:
        """The greatest number of plies."""

    @property
    def has_endless(self) -> bool:
        """Whether there is play that gains something and never ends."""

    def of(self, size: int, horizon: int, column: np.dtype[np.generic]) -> Timed:
        """Those of one size, in order of remoteness."""


class HeardOutside(Protocol):
    """What the graph solver asks of a border."""

    @property
    def moves(self) -> Columns:
        """How many moves of each position lead outside, of those that are heard of or matter."""

    @property
    def heard(self) -> ByLevel:
        """What is heard: positions, complements where it is bad."""


@attrs.frozen(eq=False)
class BySize:
    """Positions, some of them complemented, dealt out by the size of their points."""

    positions: Columns
    plies: Columns
    """As labels have them."""
    parts: Mapping[int, tuple[int, int]]
    """Where those of each size begin and end."""

    @classmethod
    def deal(cls, positions: Columns, points: Columns, plies: Columns) -> BySize:
        """Deal positions out by the size of their points, which may be of any width."""
        sizes = np.abs(points, dtype=np.int64)  # the least number of a width has no opposite in it
        places = np.arange(len(positions), dtype=positions.dtype)
        order, numbers, ends = sorted_by_number(places, sizes)
        between = pairwise([0, *ends.tolist()])
        return cls(
            positions[order], plies[order], dict(zip(numbers.tolist(), between, strict=True))
        )

    @property
    def sizes(self) -> set[int]:
        return set(self.parts)

    @property
    def longest(self) -> int:
        return int(np.maximum(self.plies, ~self.plies).max(initial=0))

    @property
    def has_endless(self) -> bool:
        return bool((self.plies < 0).any())

    def of(self, size: int, horizon: int, column: np.dtype[np.generic]) -> Timed:
        part = slice(*self.parts.get(size, (0, 0)))
        positions, plies = self.positions[part].astype(column, copy=False), self.plies[part]
        if not plies.any():  # ends of play, as most that is known
            ends = np.array([len(positions)] * (len(positions) > 0), np.int64)
            return Timed(positions, np.zeros(len(ends), np.int64), ends)
        levels = plies.astype(np.int64, copy=False)
        return timed(positions, np.where(levels >= 0, levels, horizon + ~levels))


def timed(positions: Columns, levels: Columns) -> Timed:
    """Things in order of the levels at which they are heard of."""
    in_order, rising, ends = sorted_by_number(positions, levels)
    return Timed(in_order, rising.astype(np.int64), ends.astype(np.int64))


def _are_good(points: Columns, worths: Columns | None) -> Columns:
    """Which are better than endless play, or as good and for the side that has won that."""
    if worths is None:
        return np.asarray(points > 0)
    return np.asarray((points > 0) | ((points == 0) & (worths > 0)))


def known_by_size(
    points: Columns, plies: Columns, worths: Columns | None, column: np.dtype[Any]
) -> BySize:
    """The positions whose label is known and carried back; good ones complemented, as queued."""
    carried = (plies >= 0) | ((points != 0) & (plies != PENDING))
    positions = np.flatnonzero(carried).astype(column)
    points, plies = points[positions], plies[positions]
    are_good = _are_good(points, None if worths is None else worths[positions])
    return BySize.deal(np.where(are_good, ~positions, positions), points, plies)


@attrs.frozen(eq=False)
class Outside:
    """A message for every move that leads outside, in a graph with scores."""

    moves: Columns
    heard: BySize

    @classmethod
    def of(
        cls,
        positions: Columns,
        points: Columns,
        plies: Columns,
        worths: Columns | None,
        size: int,
    ) -> Outside:
        """Of backs: points are counted from what endless play is worth to whoever moves there.

        ``plies`` are as labels have them; ``size`` is how many positions the graph has.
        """
        told = (plies >= 0) | (points != 0)
        where, told_points = positions[told], points[told]
        are_good = _are_good(told_points, None if worths is None else worths[told])
        messages = np.where(are_good, where, ~where)
        heard = BySize.deal(messages, told_points, plies[told])
        return cls(np.bincount(positions, minlength=size), heard)


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

    @property
    def heard(self) -> Border:
        return self

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

    def of(self, size: int, horizon: int, column: np.dtype[np.generic]) -> Timed:
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

    @cached_property
    def heard(self) -> BySize:
        """The greatest of either kind, a message each."""
        good, bad = np.flatnonzero(self.good), np.flatnonzero(self.bad)
        ranks = np.concatenate([self.good[good], self.bad[bad]])
        return BySize.deal(np.concatenate([good, ~bad]), _points_of(ranks), _plies_of(ranks))


def labels_of_backs(ranks: Columns, worths: Columns) -> Labels:
    """The labels that these ranks are of, where endless play has a worth to whoever moves."""
    plies = np.where(ranks == 0, ENDLESS, _plies_of(ranks))
    return Labels(_points_of(ranks) + worths, plies)


def _points_of(ranks: Columns) -> Columns:
    """Return the points of these ranks, counted from what endless play is worth."""
    return np.asarray((ranks + HALF) >> APART)


def _plies_of(ranks: Columns) -> Columns:
    """The plies of these ranks, as labels have them."""
    more = _points_of(ranks)
    far = np.abs(ranks - (more << APART))
    near = (1 << NEAR) - far
    apart = np.where(far < 1 << BEYOND, far, ~(far - (1 << BEYOND)))
    return np.asarray(np.where(more == 0, near, apart))
