"""Rows of a proof: bounds of each move, and which moves are best.

A move is best if no other can be better. It is not best if another is certainly better. Until one
of these is proved, ``is_best`` is ``None``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, Self

import attrs

from gamesolver.answers import RowsAt, line_text, move_text
from gamesolver.lazy import shown_by
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.value import FOR_EVER, Bounds, Outcome, Preference, PreferenceKey

Extremes = tuple[int, int] | None
"""Least and greatest score of a move, if the game limits them."""


@attrs.frozen
class ProofRow(Generic[MoveT, PositionT]):
    """Move with its successor and its bounds **for the player who makes it**.

    The plies are counted from before the move.

    >>> from games import Nim
    >>> from gamesolver import prove
    >>> row = prove(Nim(heaps=(1, 2))).moves()[0]
    >>> row.move, row.position, str(row.outcome), row.is_best
    ((1, 1), (1, 1), 'win in 3', True)
    """

    move: MoveT
    position: PositionT
    bounds: Bounds
    is_best: bool | None = None
    """True if no move is better, or ``None`` if that is not proved."""

    @property
    def outcome(self) -> Outcome | None:
        """Outcome of the move, if it is resolved."""
        return self.bounds.outcome


def best_first(
    rows: Iterable[ProofRow[MoveT, PositionT]],
    by_value: bool,
    preference: Preference,
    scores: Sequence[Extremes],
) -> list[ProofRow[MoveT, PositionT]]:
    """Return the rows with ``is_best`` set if proved, the most promising first.

    ``scores`` has the least and the greatest score of each move, if the game limits them.
    """
    listed = list(rows)
    spans = [
        _span(row.bounds, by_value, preference, extremes)
        for row, extremes in zip(listed, scores, strict=True)
    ]
    order = sorted(range(len(listed)), key=spans.__getitem__, reverse=True)
    return [attrs.evolve(listed[place], is_best=_is_best(spans, place)) for place in order]


def _is_best(spans: Sequence[tuple[PreferenceKey, PreferenceKey]], place: int) -> bool | None:
    """Return True if a move is best, False if not, or ``None``, by the spans of all moves."""
    others = [*spans[:place], *spans[place + 1 :]]
    least, most = spans[place]
    if all(least >= other for _, other in others):
        return True
    return False if any(most < other for other, _ in others) else None


def _span(
    bounds: Bounds, by_value: bool, preference: Preference, scores: Extremes
) -> tuple[PreferenceKey, PreferenceKey]:
    """Return the least and the greatest sort key of an outcome within bounds."""
    at_least, at_most = scores or (-FOR_EVER, FOR_EVER)
    least = preference.least(at_least if bounds.at_least is None else bounds.at_least)
    most = preference.most(at_most if bounds.at_most is None else bounds.at_most)
    if by_value:
        return PreferenceKey(least.score, 0), PreferenceKey(most.score, 0)
    return least, most


# ── rows that show themselves ───────────────────────────────────────────────────────────────────


class ProofRows(RowsAt[ProofRow[MoveT, PositionT], PositionT, MoveT]):
    """Rows of a position, the most promising first, drawn as a table with boards."""

    def _text(self) -> str:
        first = self[0]
        if not any(row.is_best for row in self):
            return f"{move_text(self.game, first.move)} is {first.bounds}, the best is not shown"
        return f"{first.bounds} by {self._named()}"

    _repr_html_ = shown_by("show.proofs", "rows_html")


class ProofLine(ProofRows[MoveT, PositionT]):
    """Line of best moves, with the reason if it stops before its end.

    It is a tuple with a :class:`~gamesolver.ProofRow` a ply, and in a notebook a strip of boards.

    >>> from games import Nim
    >>> from gamesolver import prove
    >>> line = prove(Nim(heaps=(1, 2))).mainline()
    >>> len(line), line.stopped
    (3, '')
    >>> prove(Nim(heaps=(1, 2)), seconds=0).mainline().stopped
    'the time limit was reached'
    """

    stopped: str
    """Reason why the line stops, empty at the end of play or at a repetition."""

    def __new__(
        cls,
        rows: Iterable[ProofRow[MoveT, PositionT]],
        game: Game[PositionT, MoveT],
        position: PositionT,
        stopped: str = "",
    ) -> Self:
        made = super().__new__(cls, rows, game, position)
        made.stopped = stopped
        return made

    def __getnewargs__(self) -> tuple[Any, ...]:
        return *super().__getnewargs__(), self.stopped

    def __repr__(self) -> str:
        return line_text(self, self.stopped)

    _repr_html_ = shown_by("show.proofs", "line_html")
