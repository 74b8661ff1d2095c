"""Boundary values of a graph: contributions from positions resolved before it.

An unresolved position may have moves to positions that were resolved before and are not part
of the graph. Without scores, four numbers summarise the backed-up outcomes of these moves:

* the fewest plies to a win. It is a candidate only, since a win inside the graph may be faster;
* the number of moves that do not lose. They keep the position from being lost;
* the most plies to a loss;
* the fewest plies to a finished draw, which counts only if there is no win and no loss.

The solver receives them as *messages*. Each names a position and the level (remoteness) at
which retrograde analysis applies it, together with the messages of the graph's own positions.
:class:`Border` holds these columns, and :class:`RankedBorder` the corresponding ones with
scores. :class:`Outside` holds a message for every move that leads outside, instead.

Messages are grouped by the absolute value of their points and ordered by level. The order is
made by counting sort: one pass through messages and levels, in linear time, with no memory
except the result. Numbers of :data:`SMALL` and more are sorted by comparison.
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
    """Return the things in order of their numbers. The sort is stable.

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
    """Return the narrowest integer type that counts up to ``most`` moves."""
    return np.uint8 if most <= np.iinfo(np.uint8).max else np.int64


def bytes_a_row(max_moves: int, is_ranked: bool = False) -> int:
    """Return the bytes a border takes for each position with at most ``max_moves`` moves."""
    messages = 2 * np.dtype(np.int64).itemsize if is_ranked else 3 * np.dtype(np.int32).itemsize
    return messages + np.dtype(counter_to(max_moves)).itemsize


class ByLevel(Protocol):
    """Positions grouped by the absolute value of their points, each group in order of level."""

    @property
    def sizes(self) -> set[int]:
        """Absolute values of points that occur."""

    @property
    def longest(self) -> int:
        """Greatest number of plies."""

    @property
    def has_endless(self) -> bool:
        """True if some infinite play gains points."""

    def of(self, size: int, horizon: int, column: np.dtype[np.generic]) -> Timed:
        """Return the positions of one size, in order of level."""


class HeardOutside(Protocol):
    """Interface of a border for the graph solver."""

    @property
    def moves(self) -> Columns:
        """Number of moves of each position that lead outside and count or send a message."""

    @property
    def heard(self) -> ByLevel:
        """Messages: positions, complemented if the outcome is bad for the player to move."""


@attrs.frozen(eq=False)
class BySize:
    """Positions, some of them complemented, grouped by the absolute value of their points."""

    positions: Columns
    plies: Columns
    """Plies in the encoding of labels."""
    parts: Mapping[int, tuple[int, int]]
    """First and last index of each size."""

    @classmethod
    def deal(cls, positions: Columns, points: Columns, plies: Columns) -> BySize:
        """Return positions grouped by the absolute value of their points, of any integer type."""
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
    """Return messages in order of level."""
    in_order, rising, ends = sorted_by_number(positions, levels)
    return Timed(in_order, rising.astype(np.int64), ends.astype(np.int64))


def _are_good(points: Columns, worths: Columns | None) -> Columns:
    """Return a mask of outcomes better than infinite play, or equal to it if it is won."""
    if worths is None:
        return np.asarray(points > 0)
    return np.asarray((points > 0) | ((points == 0) & (worths > 0)))


def known_by_size(
    points: Columns, plies: Columns, worths: Columns | None, column: np.dtype[Any]
) -> BySize:
    """Return the positions with known labels to propagate. Good ones are complemented."""
    carried = (plies >= 0) | ((points != 0) & (plies != PENDING))
    positions = np.flatnonzero(carried).astype(column)
    points, plies = points[positions], plies[positions]
    are_good = _are_good(points, None if worths is None else worths[positions])
    return BySize.deal(np.where(are_good, ~positions, positions), points, plies)


@attrs.frozen(eq=False)
class Outside:
    """One message for every move that leads outside, in a graph with scores."""

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
        """Return messages of backed-up outcomes, with points relative to infinite play.

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
    """Boundary values without scores: one entry for each position, 0 for none.

    A graph without a border has no entries but those of ``not_lost``.
    """

    wins: Columns
    """Plies of the fastest win by a move outside."""
    not_lost: Columns
    """Number of moves that lead outside and do not lose."""
    losses: Columns
    """Plies of the slowest loss by a move outside."""
    draws: Columns
    """Plies of the fastest finished draw by a move outside."""

    has_endless: ClassVar[bool] = False

    @property
    def heard(self) -> Border:
        return self

    @classmethod
    def empty(cls, size: int, max_moves: int) -> Border:
        """Return a border to fill, for positions with at most ``max_moves`` moves."""
        columns = (streamed(size, np.int32) for _ in range(3))
        return cls(next(columns), streamed(size, counter_to(max_moves)), *columns)

    @classmethod
    def nothing(cls, size: int) -> Border:
        """Return the border of a graph without moves to the outside."""
        none = np.empty(0, np.int32)
        return cls(none, np.zeros(size, np.uint8), none, none)

    @property
    def columns(self) -> tuple[Columns, ...]:
        """Columns in the order in which the kernels fill them."""
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
        """Greatest level of a message."""
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
    """Boundary values with scores: one rank (``kernels.scores``) for each position, 0 for none."""

    good: Columns
    """Greatest backed-up outcome outside that is better than infinite play."""
    not_bad: Columns
    """Number of moves that lead outside and are not worse than infinite play."""
    bad: Columns
    """Greatest backed-up outcome outside that is worse than infinite play."""

    @classmethod
    def empty(cls, size: int, max_moves: int) -> RankedBorder:
        """Return a border to fill, for positions with at most ``max_moves`` moves."""
        good, bad = streamed(size, np.int64), streamed(size, np.int64)
        return cls(good, streamed(size, counter_to(max_moves)), bad)

    @property
    def columns(self) -> tuple[Columns, ...]:
        """Columns in the order in which the kernels fill them."""
        return self.good, self.not_bad, self.bad

    @property
    def moves(self) -> Columns:
        moves: Columns = self.not_bad + (self.bad < 0).astype(self.not_bad.dtype)
        return moves

    @cached_property
    def heard(self) -> BySize:
        """Messages: the greatest good and the greatest bad outcome of each position."""
        good, bad = np.flatnonzero(self.good), np.flatnonzero(self.bad)
        ranks = np.concatenate([self.good[good], self.bad[bad]])
        numbers = np.concatenate([good, ~bad])
        return BySize.deal(numbers, points_of_backs(ranks), plies_of_backs(ranks))


def labels_of_backs(ranks: Columns, worths: Columns) -> Labels:
    """Return the labels of ranks. ``worths`` is the payoff of infinite play for each position."""
    plies = np.where(ranks == 0, ENDLESS, plies_of_backs(ranks))
    return Labels(points_of_backs(ranks) + worths, plies)


def points_of_backs(ranks: Columns) -> Columns:
    """Return the points of these ranks, relative to the payoff of infinite play."""
    return np.asarray((ranks + HALF) >> APART)


def plies_of_backs(ranks: Columns) -> Columns:
    """Return the plies of these ranks, in the encoding of labels."""
    more = points_of_backs(ranks)
    far = np.abs(ranks - (more << APART))
    near = (1 << NEAR) - far
    apart = np.where(far < 1 << BEYOND, far, ~(far - (1 << BEYOND)))
    return np.asarray(np.where(more == 0, near, apart))
