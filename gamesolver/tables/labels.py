"""Outcomes of many positions as two columns, and the record of a solve.

:class:`Labels` holds the outcomes. ``points[i]`` is the score or, in a game without scores,
LOSS, DRAW or WIN (the integers of ``Value``). ``plies[i]`` is one of:

* the remoteness;
* ``ENDLESS`` for infinite play, or ``~n`` if the last gain comes after ``n`` plies
  (``~ENDLESS`` is 0);
* ``PENDING`` for an unresolved position.

A solving method takes a graph with the labels known so far: its terminal positions, and
perhaps boundary values of stages solved before. It returns labels without ``PENDING``.
Points are stored in the narrowest integer type that holds each number and its negative.

:class:`SolveInfo` records how a solution was obtained: the method and the reason for it, seconds
and bytes by step, and the :class:`Round` counts of retrograde analysis. It also lists the stages
reused from other solutions and the result of the spot check.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
import numpy.typing as npt

from gamesolver.errors import InvalidArgumentError
from gamesolver.lazy import shown_by
from gamesolver.value import Outcome, Value

if TYPE_CHECKING:
    from gamesolver.system.columns import Columns

# ── the outcomes of many positions as two columns of numbers ────────────────────────────────────

LOSS, DRAW, WIN = (int(value) for value in Value)
ENDLESS, PENDING = -1, -(1 << 31)


@attrs.frozen(eq=False)
class Labels:
    """Points and a number of plies for each position."""

    points: Columns
    plies: Columns

    def __len__(self) -> int:
        return len(self.points)

    @classmethod
    def pending_all(cls, size: int) -> Labels:
        """Return labels of ``size`` unresolved positions."""
        return cls(np.zeros(size, np.int8), np.full(size, PENDING, np.int32))

    def part(self, first: int, last: int) -> Labels:
        """Return a view of the labels from ``first`` up to ``last``."""
        return Labels(self.points[first:last], self.plies[first:last])

    def copy(self) -> Labels:
        """Return a writable copy of the labels."""
        return Labels(self.points.copy(), self.plies.copy())

    def outcome(self, index: int, scored: bool = False) -> Outcome:
        """Return the outcome of one position. ``scored`` is True for a game with scores."""
        return Outcome.of(int(self.points[index]), int(self.plies[index]), scored)

    @property
    def are_pending(self) -> npt.NDArray[np.bool_]:
        """Mask of the unresolved positions."""
        return np.asarray(self.plies == PENDING)

    def require_possible(self, size: int) -> None:
        """Raise unless there are ``size`` labels."""
        if len(self.points) != size or len(self.plies) != size:
            raise InvalidArgumentError(
                f"labels do not fit their graph: expected {size} points and plies, "
                f"got {len(self.points)} and {len(self.plies)}"
            )


# Points are stored narrow, and computed with wide: numpy keeps the width of a column, so that a
# sum or a difference of narrow columns need not fit. A width here has room for the opposite of
# each number as well, since most points are negated or made absolute sooner or later.


def narrowed(column: Columns) -> Columns:
    """Return the numbers in the narrowest column that holds each of them and its opposite."""
    return column.astype(width_for(farthest(column)))


def combined(combine: np.ufunc, one: Columns, other: Columns) -> Columns:
    """Return the sum or the difference of two columns, wide enough for any result."""
    width = width_for(farthest(one) + farthest(other))
    return np.asarray(combine(one, other, dtype=width, casting="unsafe"))


def farthest(column: Columns) -> int:
    """Return the greatest distance of a number from 0."""
    return max(int(column.max(initial=0)), -int(column.min(initial=0)))


def width_for(distance: int) -> type[np.signedinteger[Any]]:
    """Return the narrowest integer for all numbers that are no farther than this from 0."""
    widths = (np.int8, np.int16, np.int32, np.int64)
    return next(width for width in widths if distance <= np.iinfo(width).max)


# ── how a solution was obtained ─────────────────────────────────────────────────────────────────


@attrs.frozen
class Round:
    """Counts of the positions that retrograde analysis resolved with one remoteness.

    >>> from games import Nim
    >>> from gamesolver import solve
    >>> solve(Nim(heaps=(2,)), method="retrograde").how.rounds
    (Round(remoteness=0, lost=1, drawn=0, won=0), Round(remoteness=1, lost=0, drawn=0, won=2))
    """

    remoteness: int
    lost: int
    drawn: int
    won: int


def rounds(labels: Labels) -> tuple[Round, ...]:
    """Return the rounds in order of remoteness, without those that resolved no position."""
    finite = labels.plies >= 0
    length = int(labels.plies.max(initial=0)) + 1
    lost, drawn, won = (
        np.bincount(labels.plies[finite & (np.sign(labels.points) == code)], minlength=length)
        for code in (LOSS, DRAW, WIN)
    )
    busy = np.flatnonzero(lost + drawn + won).tolist()
    return tuple(
        Round(plies, int(lost[plies]), int(drawn[plies]), int(won[plies])) for plies in busy
    )


@attrs.frozen
class ReusedStages:
    """Number of stages and indexes that were copied from another solution.

    >>> print(ReusedStages("the solution of NineMensMorris()", 35, 9_226_552_487))
    35 stages with 9,226,552,487 indexes from the solution of NineMensMorris()
    """

    table: str
    """Name of that solution."""
    stages: int
    num_indexes: int
    """Number of indexes in these stages."""

    def __str__(self) -> str:
        many = "stage" if self.stages == 1 else "stages"
        return f"{self.stages} {many} with {self.num_indexes:,} indexes from {self.table}"


@attrs.frozen
class SpotCheck:
    """Number of positions that were checked against the rules before ``solve`` returned.

    >>> from games import Nim
    >>> from gamesolver import solve
    >>> print(solve(Nim()).how.spot_check)
    48 positions checked, and 72 compared with their canonical positions
    """

    positions: int
    """Number of stored positions whose outcome was checked."""
    folded: int
    """Number of positions that were compared with their canonical positions."""

    def __str__(self) -> str:
        checked = f"{self.positions:,} positions checked"
        if not self.folded:
            return checked
        return f"{checked}, and {self.folded:,} compared with their canonical positions"


@attrs.frozen(eq=False)
class SolveInfo:
    """Record of a solve: the method, the reason for it, seconds and bytes by step.

    >>> from games import Nim
    >>> from gamesolver import solve
    >>> how = solve(Nim(heaps=(1, 2))).how
    >>> how.method, sorted(how.seconds)
    ('minimax', ['explore', 'solve', 'spot check'])
    """

    method: str
    why: str
    seconds: Mapping[str, float]
    bytes: Mapping[str, int]
    rounds: tuple[Round, ...] = ()
    """Counts of each round of retrograde analysis. Empty for the other methods."""
    notes: tuple[str, ...] = ()
    """Remarks on legal rules that may be a mistake, for example that no position ends."""
    turns: str = ""
    """Remark that the turn passes with every move, if the game does not define ``player``."""
    reused: tuple[ReusedStages, ...] = ()
    """Stages that were copied from other solutions. They are only as correct as those."""
    spot_check: SpotCheck | None = None
    """Checks that ``solve`` made before it returned. ``None`` in older files."""

    def __repr__(self) -> str:
        seconds = {stage: float(f"{spent:.3g}") for stage, spent in self.seconds.items()}
        notes = f", notes={list(self.notes)}" if self.notes else ""
        turns = f", turns={self.turns!r}" if self.turns else ""
        checked = f", spot_check={self.spot_check!r}" if self.spot_check else ""
        return (
            f"SolveInfo(method={self.method!r}, why={self.why!r}, seconds={seconds!r}, "
            f"bytes={self.bytes!r}{checked}{notes}{turns})"
        )

    _repr_html_ = shown_by("show.reports", "how_html")
