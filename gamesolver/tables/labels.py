"""Labels: the outcomes of many positions as two columns of numbers.

``value[i]`` is LOSS, DRAW or WIN (the integers of ``Value``) or PENDING;
``plies[i]`` is the remoteness, ENDLESS where there is none. A road takes a
graph with the labels known so far (its ends, perhaps a border solved before)
and returns labels without a PENDING one.

**How a solution was obtained: its road, and what each round of it settled.**
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import attrs
import numpy as np
import numpy.typing as npt

from gamesolver.errors import InvalidArgumentError
from gamesolver.lazy import shown_by
from gamesolver.value import Outcome, Value

if TYPE_CHECKING:
    from gamesolver.system.columns import Columns

# ── the outcomes of many positions as two columns of numbers ────────────────────────────────────

LOSS, DRAW, WIN, PENDING = -1, 0, 1, 2
ENDLESS = -1


@attrs.frozen(eq=False)
class Labels:
    """A value code and a number of plies for each position."""

    value: npt.NDArray[np.int8]
    plies: Columns

    def __len__(self) -> int:
        return len(self.value)

    @classmethod
    def pending_all(cls, size: int) -> Labels:
        """Nothing is known yet."""
        return cls(np.full(size, PENDING, np.int8), np.full(size, ENDLESS, np.int32))

    def part(self, first: int, last: int) -> Labels:
        """The labels of some positions, as they are."""
        return Labels(self.value[first:last], self.plies[first:last])

    def copy(self) -> Labels:
        """Labels of one's own, to write on."""
        return Labels(self.value.copy(), self.plies.copy())

    def outcome(self, index: int) -> Outcome:
        """The outcome of one position."""
        plies = int(self.plies[index])
        return Outcome(Value(int(self.value[index])), None if plies == ENDLESS else plies)

    def require_possible(self, size: int) -> None:
        """Raise unless there are ``size`` labels, each pending or an outcome that can be."""
        if len(self.value) != size or len(self.plies) != size:
            raise InvalidArgumentError(
                f"labels do not fit their graph: expected {size} values and plies, "
                f"got {len(self.value)} and {len(self.plies)}"
            )
        decided = abs(self.value) == WIN
        bad = (self.value < LOSS) | (self.value > PENDING) | (self.plies < ENDLESS)
        bad |= decided & (self.plies == ENDLESS)
        if bad.any():
            place = int(np.flatnonzero(bad)[0])
            raise InvalidArgumentError(
                f"label {place} is no outcome: expected LOSS, DRAW, WIN or PENDING, with plies "
                f"unless it is an endless draw, got value {self.value[place]}, "
                f"plies {self.plies[place]}"
            )


# ── how a solution was obtained ─────────────────────────────────────────────────────────────────


@attrs.frozen
class Round:
    """What one round of retrograde analysis settled: all outcomes of one remoteness.

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
    """What each round settled, in order of remoteness; rounds that settled nothing are left out."""
    finite = labels.plies != ENDLESS
    length = int(labels.plies.max(initial=0)) + 1
    lost, drawn, won = (
        np.bincount(labels.plies[finite & (labels.value == code)], minlength=length)
        for code in (LOSS, DRAW, WIN)
    )
    busy = np.flatnonzero(lost + drawn + won).tolist()
    return tuple(
        Round(plies, int(lost[plies]), int(drawn[plies]), int(won[plies])) for plies in busy
    )


@attrs.frozen(eq=False)
class How:
    """How a solution was obtained: its road and why, seconds and bytes by stage of the work.

    >>> from games import Nim
    >>> from gamesolver import solve
    >>> how = solve(Nim(heaps=(1, 2))).how
    >>> how.road, sorted(how.seconds)
    ('minimax', ['explore', 'solve'])
    """

    road: str
    why: str
    seconds: Mapping[str, float]
    bytes: Mapping[str, int]
    rounds: tuple[Round, ...] = ()
    """What each round of retrograde analysis settled; empty for the other roads."""
    notes: tuple[str, ...] = ()
    """What is legal and may be a slip all the same, such as that no position ends."""
    turns: str = ""
    """That the turn passes with every move, of a game that does not write ``player``."""

    def __repr__(self) -> str:
        seconds = {stage: float(f"{spent:.3g}") for stage, spent in self.seconds.items()}
        notes = f", notes={list(self.notes)}" if self.notes else ""
        turns = f", turns={self.turns!r}" if self.turns else ""
        return (
            f"How(road={self.road!r}, why={self.why!r}, seconds={seconds!r}, "
            f"bytes={self.bytes!r}{notes}{turns})"
        )

    _repr_html_ = shown_by("show.reports", "how_html")
