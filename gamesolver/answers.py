"""What a solution answers with: a row for each move, and how it was obtained.

Rows are made when they are asked for: the moves are played by the rules, and the
outcome is looked up where they lead.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic

import attrs
import numpy as np
import numpy.typing as npt

from gamesolver.cells import labels_of
from gamesolver.complaints import elsewhere
from gamesolver.displays import shown_by
from gamesolver.game import MoveT, PositionT
from gamesolver.labels import PENDING, Columns, Round
from gamesolver.rules import Rules
from gamesolver.table import Table
from gamesolver.value import Outcome, Value


@attrs.frozen
class MoveRow(Generic[PositionT, MoveT]):
    """One legal move: where it leads, and its outcome **for the player making it**.

    The outcome is counted from before the move, so the best row's outcome is
    that of the position itself.

    >>> from games import Nim
    >>> from gamesolver import solve
    >>> row = solve(Nim(heaps=(2,))).moves((2,))[0]
    >>> row.move, row.position, str(row.outcome), row.is_best
    ((0, 2), (0,), 'win in 1', True)
    """

    move: MoveT
    position: PositionT
    outcome: Outcome
    is_best: bool


def move_rows(
    rules: Rules[PositionT, MoveT], table: Table[PositionT], position: PositionT
) -> tuple[MoveRow[PositionT, MoveT], ...]:
    """One row a legal move of a solved position, best first; none at the end of play."""
    if rules.ending(position) is not None:
        return ()
    played = rules.played(position)
    outcomes = [_back(rules, table, position, successor) for _, successor in played]
    best = max(outcomes)
    rows = [
        MoveRow(move, successor, outcome, outcome == best)
        for (move, successor), outcome in zip(played, outcomes, strict=True)
    ]
    return tuple(sorted(rows, key=lambda row: row.outcome, reverse=True))


def best_line(
    rules: Rules[PositionT, MoveT], table: Table[PositionT], here: PositionT
) -> list[MoveRow[PositionT, MoveT]]:
    """The first best move again and again, to the end or back to a position on the line."""
    line: list[MoveRow[PositionT, MoveT]] = []
    seen: set[PositionT] = set()
    while here not in seen:
        seen.add(here)
        rows = move_rows(rules, table, here)
        if not rows:
            break
        line.append(rows[0])
        here = rows[0].position
    return line


def _back(
    rules: Rules[PositionT, MoveT],
    table: Table[PositionT],
    position: PositionT,
    successor: PositionT,
) -> Outcome:
    outcome = table.get(rules.canonical(successor))
    if outcome is None:
        raise elsewhere(rules.game, position, successor)
    return outcome.back(rules.turn_kept(position, successor))


@attrs.frozen(eq=False, repr=False)
class Probes:
    """The outcomes of many positions as columns, one entry each, in the order asked.

    >>> from games import Nim
    >>> from gamesolver import solve
    >>> probes = solve(Nim(heaps=(1, 2))).probe_many([(1, 2), (0, 2), (1, 1), (9, 9)])
    >>> probes.known.tolist(), probes.values.tolist(), probes.remoteness.tolist()
    ([True, True, True, False], [1, 1, -1, 0], [3, 1, 2, -1])
    """

    known: npt.NDArray[np.bool_]
    """Whether it is a position of the solution, or a twin of one."""
    values: npt.NDArray[np.int8]
    """Loss, draw or win for the player to move as -1, 0 or 1; 0 where it is not known."""
    remoteness: npt.NDArray[np.int32]
    """Plies to the end; -1 for an endless draw, and where it is not known."""

    @classmethod
    def of_cells(cls, cells: Columns) -> Probes:
        """Of cells, pending where a position is not known."""
        labels = labels_of(cells)
        known = labels.value != PENDING
        return cls(known, np.where(known, labels.value, np.int8(0)), labels.plies)

    def __len__(self) -> int:
        return len(self.known)

    def __repr__(self) -> str:
        return f"<Probes of {len(self)} positions, {int(self.known.sum())} of them known>"

    def first(self, number: int) -> list[Outcome | None]:
        """The first outcomes, ``None`` where a position is not known."""
        columns = (each[:number].tolist() for each in (self.known, self.values, self.remoteness))
        return [
            Outcome(Value(value), None if plies < 0 else plies) if known else None
            for known, value, plies in zip(*columns, strict=True)
        ]

    _repr_html_ = shown_by("reports", "probes_html")


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
    """What is legal and may be a slip all the same: that no position ends."""

    def __repr__(self) -> str:
        notes = f", notes={list(self.notes)}" if self.notes else ""
        return (
            f"How(road={self.road!r}, why={self.why!r}, seconds={self.seconds!r}, "
            f"bytes={self.bytes!r}{notes})"
        )

    _repr_html_ = shown_by("reports", "how_html")
