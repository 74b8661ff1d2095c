"""Boundary values of a graph: contributions from positions resolved before it.

An unresolved position may have moves to positions that were resolved before and are not part
of the graph. The solver receives the backed-up outcome of each as a *message*: a position,
complemented if the outcome is bad for the player to move, and the level (remoteness) at which
retrograde analysis applies it, together with the messages of the graph's own positions.

Messages are grouped by the absolute value of their points and ordered by level. The order is
made by counting sort: one pass through messages and levels, in linear time, with no memory
except the result. Numbers of :data:`SMALL` and more are sorted by comparison.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import attrs
import numpy as np

from gamesolver.kernels.codes import APART, BEYOND, HALF, NEAR
from gamesolver.kernels.labels import Timed, deal_by_number
from gamesolver.system.columns import Columns
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


# ── known outcomes and received messages, in order of their levels ───────────────────────────────


def counter_to(most: int) -> type[np.integer[Any]]:
    """Return the narrowest integer type that counts up to ``most`` moves."""
    return np.uint8 if most <= np.iinfo(np.uint8).max else np.int64


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


def _are_good(points: Columns, payoffs: Columns | None) -> Columns:
    """Return a mask of outcomes better than infinite play, or equal to it if it is won."""
    if payoffs is None:
        return np.asarray(points > 0)
    return np.asarray((points > 0) | ((points == 0) & (payoffs > 0)))


def known_by_size(
    points: Columns, plies: Columns, payoffs: Columns | None, column: np.dtype[Any]
) -> BySize:
    """Return the positions with known labels to propagate. Good ones are complemented."""
    carried = (plies >= 0) | ((points != 0) & (plies != PENDING))
    positions = np.flatnonzero(carried).astype(column)
    points, plies = points[positions], plies[positions]
    are_good = _are_good(points, None if payoffs is None else payoffs[positions])
    return BySize.deal(np.where(are_good, ~positions, positions), points, plies)


@attrs.frozen(eq=False)
class Outside:
    """Messages of moves that lead outside."""

    moves: Columns
    """Number of these moves of each position."""
    received: BySize

    @classmethod
    def nothing(cls, size: int) -> Outside:
        """Return the boundary of a graph without moves to the outside."""
        none = np.empty(0, np.int32)
        return cls(np.zeros(size, np.uint8), BySize.deal(none, none, none))

    @classmethod
    def of(
        cls,
        positions: Columns,
        points: Columns,
        plies: Columns,
        payoffs: Columns | None,
        size: int,
    ) -> Outside:
        """Return messages of backed-up outcomes, with points relative to infinite play.

        ``plies`` are as labels have them; ``size`` is how many positions the graph has.
        """
        are_sent = (plies >= 0) | (points != 0)
        where, sent_points = positions[are_sent], points[are_sent]
        are_good = _are_good(sent_points, None if payoffs is None else payoffs[are_sent])
        messages = np.where(are_good, where, ~where)
        received = BySize.deal(messages, sent_points, plies[are_sent])
        return cls(np.bincount(positions, minlength=size), received)


def labels_of_keys(keys: Columns, payoffs: Columns) -> Labels:
    """Return the labels of keys. ``payoffs`` is the payoff of infinite play for each position."""
    plies = np.where(keys == 0, ENDLESS, plies_of_keys(keys))
    return Labels(points_of_keys(keys) + payoffs, plies)


def points_of_keys(keys: Columns) -> Columns:
    """Return the points of these keys, relative to the payoff of infinite play."""
    return np.asarray((keys + HALF) >> APART)


def plies_of_keys(keys: Columns) -> Columns:
    """Return the plies of these keys, in the encoding of labels."""
    more = points_of_keys(keys)
    far = np.abs(keys - (more << APART))
    near = (1 << NEAR) - far
    apart = np.where(far < 1 << BEYOND, far, ~(far - (1 << BEYOND)))
    return np.asarray(np.where(more == 0, near, apart))
