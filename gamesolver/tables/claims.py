"""Claims: what was shown of some positions, without saying how it was found.

A claim is about one position and one of its two sides: the player to move there, or the other.
*This side gets at least so much*, on the scale of whole numbers on which a win in r plies is
``MOST - r``, a draw 0, and a loss in r plies ``r - MOST``. Of each position and side the greatest
is kept, for it says all that a lesser one says.

A claim one ply on is a claim of the same kind: the same number, one farther from 0, for the same
side (:func:`farther`). So a claim rests on claims: at the turn of its side on one, at the other's
on all (``verify.claims``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

import attrs
import numpy as np

from gamesolver.system.columns import Columns
from gamesolver.value import Bounds, Outcome, Value, points_of

MOST = 1 << 19
"""What a win is worth that has come."""

NOTHING = -MOST
"""What each side gets at least, whatever happens."""

MOVER, OTHER = 0, 1
"""The two sides of a position."""

LEAF_PLIES = 2
"""Claims of an end within so many plies are never kept: whoever checks them plays these plies."""


def farther(bound: int) -> int:
    """What a side must be shown to get one ply on, to get ``bound``."""
    return bound + (bound > 0) - (bound < 0)


def is_short(bound: int, leaf_plies: int = LEAF_PLIES) -> bool:
    """Whether a claim is about so few plies that it is not kept."""
    return abs(bound) >= MOST - leaf_plies


@attrs.frozen
class Claim:
    """What was shown of one position: both bounds are for the player to move there.

    >>> print(Claim(7, Bounds(at_least=Outcome(Value.WIN, 9))))
    7: at least win in 9
    """

    position: Any
    bounds: Bounds

    def __str__(self) -> str:
        return f"{self.position}: {self.bounds}"


def claim_of(position: Any, mover: int, other: int) -> Claim:
    """What is known of a position, in words, from what each side gets at least."""
    is_settled = mover == -other
    at_least = named(mover) if is_settled or mover > 1 - MOST else None
    at_most = named(-other) if is_settled or other > 1 - MOST else None
    return Claim(position, Bounds(at_least, at_most))


def named(worth: int) -> Outcome | Value:
    """A number of the scale in words: of a draw, or in any number of plies, the value."""
    return Outcome(Value.of(worth), MOST - abs(worth)) if abs(worth) > 1 else Value.of(worth)


ScoreLimits = tuple["int | None", "int | None"]
"""The least and the greatest score of any position, as far as the rules limit them."""


def limited(bounds: Bounds, limits: ScoreLimits) -> Bounds:
    """Return bounds with a score that follows from the limits in place of nothing.

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
    """What the numbers of claims mean."""

    @property
    def nothing(self) -> int:
        """The number that claims nothing."""

    @property
    def leaf_plies(self) -> int:
        """Claims of an end within so many plies are not kept."""

    def claim_of(self, position: Any, mover: int, other: int) -> Claim:
        """What is known of a position, in words, from what each side gets at least."""


class PlainScale:
    """That of games with wins, draws and losses."""

    nothing, leaf_plies = NOTHING, LEAF_PLIES

    def claim_of(self, position: Any, mover: int, other: int) -> Claim:
        """What is known of a position, in words, from what each side gets at least."""
        return claim_of(position, mover, other)


PLAIN = PlainScale()


class Claims(Protocol):
    """What was shown of some positions."""

    @property
    def scale(self) -> ClaimScale:
        """What their numbers mean."""

    @property
    def leaf_plies(self) -> int:
        """Claims of an end within so many plies are not kept."""

    def __len__(self) -> int:
        """How many claims there are, of either side."""

    def __iter__(self) -> Iterator[Claim]:
        """The positions, each with what was shown of it."""

    def bound(self, position: Any, side: int) -> int:
        """What a side gets at least, as far as that is claimed of this very position."""

    def entries(self) -> Iterator[tuple[Any, int, int]]:
        """The positions, each with what the player to move, and the other, gets at least."""


class ClaimsOfPositions:
    """Claims by position, as Python has it."""

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
        """The positions, each with what the player to move, and the other, gets at least."""
        return ((position, *bounds) for position, bounds in self._bounds.items())

    def bound(self, position: Any, side: int) -> int:
        """What a side gets at least, as far as that is claimed of this very position."""
        bounds = self._bounds.get(position)
        return self.scale.nothing if bounds is None else bounds[side]

    def add(self, position: Any, side: int, bound: int) -> None:
        """Claim that a side gets at least so much."""
        nothing = self.scale.nothing
        bounds = self._bounds.setdefault(position, [nothing, nothing])
        self._count += bounds[side] == nothing < bound
        bounds[side] = max(bound, bounds[side])


@attrs.frozen(eq=False)
class ClaimColumns:
    """Claims about positions of a compiled game, in columns."""

    positions: Columns
    """In order."""
    movers: Columns
    """What the player to move gets at least, at each."""
    others: Columns
    """What the other gets at least, at each."""
    leaf_plies: int = LEAF_PLIES
    """Claims of an end within so many plies are not kept."""
    scale: ClaimScale = PLAIN
    """What their numbers mean."""

    @classmethod
    def by_levels(cls, claims: ClaimsOfPositions) -> ClaimColumns:
        """The same claims in columns, of a scale with levels."""
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
        """The positions, each with what the player to move, and the other, gets at least."""
        columns = self.positions, self.movers, self.others
        return zip(*(column.tolist() for column in columns), strict=True)

    def bound(self, position: int, side: int) -> int:
        """What a side gets at least, as far as that is claimed of this very position."""
        place = int(self.positions.searchsorted(np.uint64(position)))
        if place == len(self.positions) or int(self.positions[place]) != position:
            return self.scale.nothing
        return int((self.others if side else self.movers)[place])


@attrs.frozen
class Statement:
    """What claims are to show: bounds of one position, and of a draw how long it takes."""

    position: Any
    mover: int
    """What the player to move gets at least."""
    other: int
    """What the other gets at least."""
    drawn: Outcome | None = None
    """The outcome of a draw, where its plies were asked for."""

    def bounds(self, scale: ClaimScale) -> Bounds:
        """The same in words, by what the numbers of claims mean."""
        if self.drawn is not None:
            return Bounds(self.drawn, self.drawn)
        return scale.claim_of(self.position, self.mover, self.other).bounds


BestPlay = Mapping[Any, Outcome]
"""The outcomes of all positions that best play comes to, in a game in which moves gain.

Claims say nothing of the plies there. The keys are canonical positions, or positions as they are
played if no symmetry counts.
"""


@attrs.frozen
class Said:
    """All that claims are to show."""

    statements: tuple[Statement, ...]
    best_play: BestPlay = attrs.field(factory=dict)
