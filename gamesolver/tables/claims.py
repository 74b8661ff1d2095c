"""Claims: lower bounds proved for positions, independent of how they were found.

A claim concerns one position and one of its two sides: the player to move there, or the other.
It states *this side gets at least this much*, on an integer scale. A win in r plies is
``MOST - r``, a draw is 0, and a loss in r plies is ``r - MOST``. For each position and side only
the greatest claim is stored, since it implies the lesser ones.

A claim one ply on is a claim of the same kind: the same number, one farther from 0, for the same
side (:func:`farther`). A claim thus rests on other claims: on one if its side is to move, and on
those of all moves otherwise (``verify.claims``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

import attrs
import numpy as np

from gamesolver.system.columns import Columns
from gamesolver.value import Bounds, Outcome, Value, points_of

MOST = 1 << 19
"""Number of a win in 0 plies."""

NOTHING = -MOST
"""Lower bound that always holds, and claims nothing."""

MOVER, OTHER = 0, 1
"""Sides of a position: the player to move, and the other."""

LEAF_PLIES = 2
"""Claims of an end within this number of plies are not stored. The verifier plays them."""


def farther(bound: int) -> int:
    """Return the bound that must hold one ply on to prove ``bound``."""
    return bound + (bound > 0) - (bound < 0)


def is_short(bound: int, leaf_plies: int = LEAF_PLIES) -> bool:
    """Return True if a claim has too few plies to be stored."""
    return abs(bound) >= MOST - leaf_plies


@attrs.frozen
class Claim:
    """Bounds proved for one position, for the player to move there.

    >>> print(Claim(7, Bounds(at_least=Outcome(Value.WIN, 9))))
    7: at least win in 9
    """

    position: Any
    bounds: Bounds

    def __str__(self) -> str:
        return f"{self.position}: {self.bounds}"


def claim_of(position: Any, mover: int, other: int) -> Claim:
    """Return the claim about a position, given the lower bounds of both sides."""
    is_settled = mover == -other
    at_least = named(mover) if is_settled or mover > 1 - MOST else None
    at_most = named(-other) if is_settled or other > 1 - MOST else None
    return Claim(position, Bounds(at_least, at_most))


def named(worth: int) -> Outcome | Value:
    """Return the outcome of a number, or the value if it has no plies."""
    return Outcome(Value.of(worth), MOST - abs(worth)) if abs(worth) > 1 else Value.of(worth)


ScoreLimits = tuple["int | None", "int | None"]
"""Least and greatest score of any position, or ``None`` if the rules set no limit."""


def limited(bounds: Bounds, limits: ScoreLimits) -> Bounds:
    """Return bounds completed by scores that follow from the limits.

    A position that gets at most the least score gets exactly that.

    >>> print(limited(Bounds(at_most=-2), (-2, 5)), "/", limited(Bounds(at_most=-1), (-2, 5)))
    loss by 2 / at most loss by 1
    """
    lowest, highest = limits
    least, most = bounds.at_least, bounds.at_most
    if lowest is not None and least is None:
        is_lowest = lowest == highest if most is None else points_of(most) == lowest
        least = lowest if is_lowest else None
    if highest is not None and most is None:
        is_highest = lowest == highest if least is None else points_of(least) == highest
        most = highest if is_highest else None
    return Bounds(least, most)


class ClaimScale(Protocol):
    """Meaning of the numbers of claims."""

    @property
    def nothing(self) -> int:
        """Number that claims nothing."""

    @property
    def leaf_plies(self) -> int:
        """Claims of an end within this number of plies are not stored."""

    def claim_of(self, position: Any, mover: int, other: int) -> Claim:
        """Return the claim about a position, given the lower bounds of both sides."""


class PlainScale:
    """Scale of games with wins, draws and losses."""

    nothing, leaf_plies = NOTHING, LEAF_PLIES

    def claim_of(self, position: Any, mover: int, other: int) -> Claim:
        """Return the claim about a position, given the lower bounds of both sides."""
        return claim_of(position, mover, other)


PLAIN = PlainScale()


class Claims(Protocol):
    """Claims about some positions."""

    @property
    def scale(self) -> ClaimScale:
        """Meaning of their numbers."""

    @property
    def leaf_plies(self) -> int:
        """Claims of an end within this number of plies are not stored."""

    def __len__(self) -> int:
        """Return the number of claims, of both sides."""

    def __iter__(self) -> Iterator[Claim]:
        """Iterate over the claims by position."""

    def bound(self, position: Any, side: int) -> int:
        """Return the claimed lower bound of a side at this position, not at symmetric ones."""

    def entries(self) -> Iterator[tuple[Any, int, int]]:
        """Return the positions with the lower bounds of the player to move and the other."""


class ClaimsOfPositions:
    """Claims in a dictionary by position."""

    def __init__(self, scale: ClaimScale | None = None) -> None:
        self.scale: ClaimScale = PLAIN if scale is None else scale
        self.leaf_plies = self.scale.leaf_plies
        self._bounds: dict[Any, list[int]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Claim]:
        return (self.scale.claim_of(*entry) for entry in self.entries())

    def entries(self) -> Iterator[tuple[Any, int, int]]:
        """Return the positions with the lower bounds of the player to move and the other."""
        return ((position, *bounds) for position, bounds in self._bounds.items())

    def bound(self, position: Any, side: int) -> int:
        """Return the claimed lower bound of a side at this position, not at symmetric ones."""
        bounds = self._bounds.get(position)
        return self.scale.nothing if bounds is None else bounds[side]

    def add(self, position: Any, side: int, bound: int) -> None:
        """Add the claim that a side gets at least ``bound``."""
        nothing = self.scale.nothing
        bounds = self._bounds.setdefault(position, [nothing, nothing])
        self._count += bounds[side] == nothing < bound
        bounds[side] = max(bound, bounds[side])


@attrs.frozen(eq=False)
class ClaimColumns:
    """Claims about positions of a compiled game, in columns."""

    positions: Columns
    """Positions in order."""
    movers: Columns
    """Lower bounds of the player to move."""
    others: Columns
    """Lower bounds of the other player."""
    leaf_plies: int = LEAF_PLIES
    """Claims of an end within this number of plies are not stored."""
    scale: ClaimScale = PLAIN
    """Meaning of their numbers."""

    @classmethod
    def by_levels(cls, claims: ClaimsOfPositions) -> ClaimColumns:
        """Return the claims in columns, for a scale with levels."""
        entries = sorted(claims.entries())
        positions = np.array([position for position, *_ in entries], np.uint64)
        bounds = np.array([bounds for _, *bounds in entries], np.int64).reshape(-1, 2)
        movers, others = (np.ascontiguousarray(bounds[:, side]) for side in (MOVER, OTHER))
        return cls(positions, movers, others, claims.leaf_plies, claims.scale)

    def __len__(self) -> int:
        return sum(
            int((bounds > self.scale.nothing).sum()) for bounds in (self.movers, self.others)
        )

    def __iter__(self) -> Iterator[Claim]:
        return (self.scale.claim_of(*entry) for entry in self.entries())

    def entries(self) -> Iterator[tuple[int, int, int]]:
        """Return the positions with the lower bounds of the player to move and the other."""
        columns = self.positions, self.movers, self.others
        return zip(*(column.tolist() for column in columns), strict=True)

    def bound(self, position: int, side: int) -> int:
        """Return the claimed lower bound of a side at this position, not at symmetric ones."""
        place = int(self.positions.searchsorted(np.uint64(position)))
        if place == len(self.positions) or int(self.positions[place]) != position:
            return self.scale.nothing
        return int((self.others if side else self.movers)[place])


@attrs.frozen
class Statement:
    """Statement that claims prove: bounds of one position, and the plies of a draw."""

    position: Any
    mover: int
    """Lower bound of the player to move."""
    other: int
    """Lower bound of the other player."""
    drawn: Outcome | None = None
    """Outcome of a draw, if its plies were asked for."""

    def bounds(self, scale: ClaimScale) -> Bounds:
        """Return the statement as bounds on the given scale."""
        if self.drawn is not None:
            return Bounds(self.drawn, self.drawn)
        return scale.claim_of(self.position, self.mover, self.other).bounds


BestPlay = Mapping[Any, Outcome]
"""Outcomes of all positions that best play reaches, in a game in which moves gain.

Claims do not cover plies there. The keys are canonical positions, or positions as they are
played if no symmetry counts.
"""


@attrs.frozen
class Said:
    """All statements that claims prove."""

    statements: tuple[Statement, ...]
    best_play: BestPlay = attrs.field(factory=dict)
