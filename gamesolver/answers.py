"""Rows of moves, lines of play, boards and columns of outcomes from a solution.

:func:`move_rows` plays each legal move by the rules and looks up the outcome of the successor.
:func:`best_line` repeats the first best move up to the end of play or to a repetition.
:class:`OutcomeArray` holds the outcomes of many positions as columns.

:class:`MoveRows` and :class:`Line` are tuples of :class:`~gamesolver.MoveRow`. They also store
the game and their position, so that a notebook can draw them and a :class:`Board`. The module
that draws, ``show.boards``, is imported on first use.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, Protocol, Self, TypeVar

import attrs
import numpy as np
import numpy.typing as npt

from gamesolver.lazy import shown_by
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.rules.guard import Rules
from gamesolver.rules.messages import shown
from gamesolver.tables.labels import ENDLESS, Labels
from gamesolver.tables.table import Table
from gamesolver.texts import clean, flat, one_line, shorten, spelled
from gamesolver.value import Outcome

# ── what a solution answers with: a row for each move, and columns of outcomes ──────────────────


@attrs.frozen
class MoveRow(Generic[PositionT, MoveT]):
    """Legal move with its successor and its outcome **for the player who makes it**.

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
    gain: int = 0
    """Points that the move gains. They are part of the outcome."""


def move_rows(
    rules: Rules[PositionT, MoveT], table: Table[PositionT], position: PositionT
) -> tuple[MoveRow[PositionT, MoveT], ...]:
    """Return a row for each legal move of a solved position, best first."""
    if rules.ending(position) is not None:
        return ()
    gain_of = rules.gains(position)
    played = [(move, successor, gain_of(move)) for move, successor in rules.played(position)]
    outcomes = [backed_up(rules, table, position, successor, gain) for _, successor, gain in played]
    keys = [outcome.preference_key for outcome in outcomes]
    best = max(keys)
    rows = [
        MoveRow(move, successor, outcome, key == best, gain)
        for (move, successor, gain), outcome, key in zip(played, outcomes, keys, strict=True)
    ]
    in_order = sorted(range(len(rows)), key=keys.__getitem__, reverse=True)
    return tuple(rows[place] for place in in_order)


def best_line(
    rules: Rules[PositionT, MoveT], table: Table[PositionT], here: PositionT
) -> list[MoveRow[PositionT, MoveT]]:
    """Return the line of first best moves, to the end or to a position already on the line."""
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


def backed_up(
    rules: Rules[PositionT, MoveT],
    table: Table[PositionT],
    position: PositionT,
    successor: PositionT,
    gain: int,
) -> Outcome:
    """Return the outcome of a move for the player who makes it."""
    outcome = table.get(rules.canonical(successor))
    if outcome is None:
        raise table.missing(rules.game, successor, position)
    return outcome.backed_up(rules.turn_kept(position, successor), gain)


@attrs.frozen(eq=False, repr=False)
class OutcomeArray:
    """Outcomes of many positions as columns, in the order of the positions.

    >>> from games import Nim
    >>> from gamesolver import solve
    >>> probes = solve(Nim(heaps=(1, 2))).probe_many([(1, 2), (0, 2), (1, 1), (9, 9)])
    >>> probes.known.tolist(), probes.values.tolist(), probes.remoteness.tolist()
    ([True, True, True, False], [1, 1, -1, 0], [3, 1, 2, -1])
    """

    known: npt.NDArray[np.bool_]
    """True for a position of the solution, or a symmetric one."""
    values: npt.NDArray[np.int8]
    """Loss, draw or win for the player to move as -1, 0 or 1, or 0 if not known."""
    remoteness: npt.NDArray[np.int32]
    """Plies to the end, or -1 for infinite play and if not known."""
    scores: npt.NDArray[np.int64] | None = None
    """Points that the player to move wins from here on, 0 if not known, or ``None`` in a game
    without scores."""

    @classmethod
    def of_labels(cls, labels: Labels, is_scored: bool) -> OutcomeArray:
        """Return the columns of ``labels``, with scores if ``is_scored``.

        Labels of unknown positions are unresolved.
        """
        points, plies = labels.points, np.maximum(labels.plies, ENDLESS)
        scores = points.astype(np.int64) if is_scored else None
        return cls(~labels.are_pending, np.sign(points).astype(np.int8), plies, scores)

    def __len__(self) -> int:
        return len(self.known)

    def __repr__(self) -> str:
        return f"<OutcomeArray of {len(self)} positions, {int(self.known.sum())} of them known>"

    def first(self, number: int) -> list[Outcome | None]:
        """Return the first ``number`` outcomes, with ``None`` for unknown positions."""
        points = self.values if self.scores is None else self.scores
        columns = (column[:number].tolist() for column in (self.known, points, self.remoteness))
        return [
            Outcome.of(each, plies, self.scores is not None) if is_known else None
            for is_known, each, plies in zip(*columns, strict=True)
        ]

    _repr_html_ = shown_by("show.reports", "probes_html")


# ── boards that show themselves, and the rows and lines of moves with boards in them ────────────

MOST_NAMED = 5  # moves in a repr
MOST_PLIES = 40  # of a line in a repr


@attrs.frozen(repr=False)
class Board(Generic[PositionT, MoveT]):
    """Board of a position: a picture in a notebook, text when printed.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> board = solve(TicTacToe()).board("xo.......x")
    >>> board
    <Board of TicTacToe(): 'xo.......'>
    >>> print(board)
    x o .
    . . .
    . . .
    """

    game: Game[PositionT, MoveT]
    position: PositionT

    def __repr__(self) -> str:
        return f"<Board of {one_line(self.game)}: {shown(self.game, self.position)}>"

    def __str__(self) -> str:
        return Rules(self.game).render(self.position, None)

    _repr_svg_ = shown_by("show.boards", "board_svg")
    _repr_html_ = shown_by("show.boards", "board_html")


class RowOfMove(Protocol):
    """Interface of a row, from a solution or from a proof."""

    @property
    def move(self) -> Any:
        """Legal move."""

    @property
    def is_best(self) -> bool | None:
        """True if no move is better, or ``None`` if that is not proved."""


RowT = TypeVar("RowT", bound=RowOfMove)


class RowsAt(tuple[RowT, ...], Generic[RowT, PositionT, MoveT]):
    """Tuple of rows with the position they begin at, so that a notebook can draw them."""

    game: Game[PositionT, MoveT]
    position: PositionT

    def __new__(
        cls, rows: Iterable[RowT], game: Game[PositionT, MoveT], position: PositionT
    ) -> Self:
        made = super().__new__(cls, rows)
        made.game, made.position = game, position
        return made

    def __getnewargs__(self) -> tuple[Any, ...]:  # for copies, in another process too
        return tuple(self), self.game, self.position

    def __repr__(self) -> str:
        where = shown(self.game, self.position)
        if not self:
            return f"<no moves at {where}: play has ended>"
        moves = f"{len(self)} move{'s' * (len(self) > 1)}"
        return flat(f"<{moves} at {where}: {self._text()}>")

    def _text(self) -> str:
        """Return a short summary of the rows."""
        raise NotImplementedError

    def _named(self) -> str:
        """Return the texts of the best moves, or of the first few."""
        best = [move_text(self.game, row.move) for row in self if row.is_best]
        more = f" and {len(best) - MOST_NAMED} more" if len(best) > MOST_NAMED else ""
        return ", ".join(best[:MOST_NAMED]) + more


class MoveRows(RowsAt[MoveRow[PositionT, MoveT], PositionT, MoveT]):
    """Rows of a position, best first, drawn as a table with the board after each move."""

    def _text(self) -> str:
        outcome = self[0].outcome
        way = "by" if outcome.score is None else "with"  # "by" states the margin
        return f"{outcome} {way} {self._named()}"

    _repr_html_ = shown_by("show.boards", "rows_html")


def line_text(line: RowsAt[Any, Any, Any], stopped: str = "") -> str:
    """Return a line of best moves as text, with the reason if it stops early."""
    where = shown(line.game, line.position)
    moves = ", ".join(move_text(line.game, row.move) for row in line[:MOST_PLIES])
    more = ", ..." if len(line) > MOST_PLIES else ""
    plies = f"{len(line)} {'ply' if len(line) == 1 else 'plies'}"
    why = stopped or ("" if line else "play has ended")
    return flat(f"<a line of {plies} from {where}: {'; '.join(filter(None, [moves + more, why]))}>")


class Line(MoveRows[PositionT, MoveT]):
    """Line of best moves, drawn as a strip of boards."""

    def __repr__(self) -> str:
        return line_text(self)

    _repr_html_ = shown_by("show.boards", "line_html")


def move_text(game: Game[Any, Any], move: object) -> str:
    """Return the game's text of a move, or its ``repr`` if the game's method raises."""
    try:
        return shorten(clean(game.format_move(move)))
    except Exception:  # an author's own method may raise anything
        return spelled(move)
