"""Claims: lower bounds proved for positions, independent of how they were found.

A claim concerns one position and one of its two sides: the player to move there, or the other.
It states *this side gets at least this much*, as an integer of ``tables.claim_scale``. In games
without scores in which infinite play is a draw, a win in r plies is ``MOST - r``, a draw is 0, and
a loss in r plies is ``r - MOST``. For each position and side only the greatest claim is stored,
since it implies the lesser ones.

A claim one ply on is a claim of the same kind: without gains the same number, one farther from 0,
for the same side. A claim thus rests on other claims: on one if its side is to move, and on those
of all moves otherwise (``verify.claims``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol

import attrs
import numpy as np

from gamesolver.kernels.claim_numbers import NOTHING
from gamesolver.system.columns import Columns
from gamesolver.value import Bounds, Outcome, points_of

if TYPE_CHECKING:
    from gamesolver.tables.claim_scale import ClaimScale

MOST = 1 << 19
"""Number of a win in 0 plies, and the greatest unit of a scale."""

MOVER, OTHER = SIDES = 0, 1
"""Sides of a position: the player to move, and the other."""

LEAF_PLIES = 2
"""Claims of an end within this number of plies are not stored, in a game without levels of
points. The verifier plays them."""


@attrs.frozen
class Claim:
    """Bounds proved for one position, for the player to move there.

    >>> from gamesolver import Value
    >>> print(Claim(7, Bounds(at_least=Outcome(Value.WIN, 9))))
    7: at least win in 9
    """

    position: Any
    bounds: Bounds

    def __str__(self) -> str:
        return f"{self.position}: {self.bounds}"


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

    def __init__(self, scale: ClaimScale) -> None:
        self.scale = scale
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
        return NOTHING if bounds is None else bounds[side]

    def add(self, position: Any, side: int, bound: int) -> None:
        """Add the claim that a side gets at least ``bound``."""
        bounds = self._bounds.setdefault(position, [NOTHING, NOTHING])
        self._count += bounds[side] == NOTHING < bound
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
    leaf_plies: int
    """Claims of an end within this number of plies are not stored."""
    scale: ClaimScale
    """Meaning of their numbers."""

    @classmethod
    def of(cls, claims: ClaimsOfPositions) -> ClaimColumns:
        """Return the claims in columns."""
        entries = sorted(claims.entries())
        positions = np.array([position for position, *_ in entries], np.uint64)
        bounds = np.array([bounds for _, *bounds in entries], np.int64).reshape(-1, 2)
        movers, others = (np.ascontiguousarray(bounds[:, side]) for side in SIDES)
        return cls(positions, movers, others, claims.leaf_plies, claims.scale)

    def __len__(self) -> int:
        return sum(int((bounds > NOTHING).sum()) for bounds in (self.movers, self.others))

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
            return NOTHING
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
    """Outcome of a draw, if its plies were requested."""

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
class StatedResults:
    """All statements that claims prove."""

    statements: tuple[Statement, ...]
    best_play: BestPlay = attrs.field(factory=dict)
