"""Traps: drawn positions in which most moves lose, with the shortest line to each.

Such positions separate players who know the game from those who do not. A trap is useful if good
play reaches it. The lines to traps therefore consist of best moves of both players, as in
``solution.best_moves``. From a start that is won or lost, best play reaches no drawn position;
``start=`` names another position. If moves gain points, the match is drawn: the points won and the
score to come cancel out, and a move loses if it brings less.

**Method.** Breadth-first search from the start along best moves, each orbit once. The first line to
a position is therefore a shortest one, and the search may stop when there are enough traps.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Annotated, Any, Generic, TypedDict

import attrs

from gamesolver.answers import MoveRow
from gamesolver.lazy import shown_by
from gamesolver.players.arguments import most_in, mover_at, require_solution
from gamesolver.players.exercises import Exercises
from gamesolver.players.sheet import Card, indented
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.rules.guard import Rules
from gamesolver.shapes import (
    GameShape,
    MoveShape,
    Shaped,
    StepShape,
    game_shape,
    move_shape,
    played_shape,
)
from gamesolver.show.sentences import capital, headline
from gamesolver.solution import Solution
from gamesolver.system.progress import Listener, Reporter, reporting
from gamesolver.value import Value


class TrapShape(TypedDict):
    """A drawn position in which most moves lose; in games with gains, one of a drawn match."""

    question: str
    position: str
    board: str
    line: Annotated[list[StepShape], "From the start to it."]
    saving: Annotated[list[str], "The moves that keep the draw."]
    losing: list[str]
    moves: list[MoveShape]


@attrs.frozen(eq=False, repr=False)
class Trap(Shaped, Generic[PositionT, MoveT]):
    """A drawn position in which more than half of the moves lose.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> traps(solve(TicTacToe()))[0]
    <trap of TicTacToe(): 7 of 8 moves lose for o, after 0>
    """

    game: Game[PositionT, MoveT]
    position: PositionT
    mover: str
    """Display name of the player to move."""
    start: PositionT
    """Position at which the line begins."""
    line: tuple[MoveT, ...]
    """Best moves of both sides, from there to the trap; as short as any."""
    rows: tuple[MoveRow[PositionT, MoveT], ...]
    """The moves there, as ``solution.moves`` gives them."""

    _repr_html_ = shown_by("players.reports", "trap_html")

    @property
    def losing(self) -> tuple[MoveT, ...]:
        """Moves that lose."""
        return tuple(row.move for row in self.rows if loses(row, self.rows))

    @property
    def saving(self) -> tuple[MoveT, ...]:
        """Moves that preserve the draw."""
        return tuple(row.move for row in self.rows if not loses(row, self.rows))

    @property
    def question(self) -> str:
        """Text of the question, with the number of moves that lose."""
        return f"{len(self.losing)} of {len(self.rows)} moves lose for {self.mover}"

    def __repr__(self) -> str:
        return f"<trap of {self.game!r}: {self.question}, {self._after}>"

    @property
    def _rules(self) -> Rules[PositionT, MoveT]:
        return Rules(self.game)

    @property
    def seat(self) -> int:
        """Player to move. Without ``player`` in the game, the player at the start is the first."""
        return self._rules.mover(self.position, len(self.line))

    @property
    def _after(self) -> str:
        line = " ".join(map(self.game.format_move, self.line))
        return f"after {line}" if line else "at the start"

    def as_text(self) -> str:
        """Return the board, the line to it, and the moves that preserve the draw as text."""
        return "\n".join(
            [
                headline(self.question),
                indented([self._rules.render(self.position, self.seat), self._answer_text]),
            ]
        )

    def shape(self) -> TrapShape:
        """Return the trap as plain data in the shape of the JSON."""
        rules = self._rules
        return {
            "question": self.question,
            "position": rules.format(self.position, self.seat),
            "board": rules.render(self.position, self.seat),
            "line": played_shape(rules, self.start, self.line, 0),
            "saving": [rules.format_move(move) for move in self.saving],
            "losing": [rules.format_move(move) for move in self.losing],
            "moves": [move_shape(rules, row, 1 - self.seat) for row in self.rows],
        }

    @property
    def _answer_text(self) -> str:
        saving = " ".join(map(self.game.format_move, self.saving))
        return f"{capital(self._after)}\nDraws: {saving}"


def loses(row: MoveRow[Any, Any], rows: Sequence[MoveRow[Any, Any]]) -> bool:
    """Return True if a move scores less than the best move, and so loses a draw."""
    return row.outcome.points < rows[0].outcome.points


class TrapsShape(TypedDict):
    """`Traps.as_json`."""

    game: GameShape
    traps: Annotated[list[TrapShape], "The nearest first."]


class Traps(Exercises[PositionT, MoveT, Trap[PositionT, MoveT]]):
    """Traps, those with the shortest lines first.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> from gamesolver.players import traps
    >>> len(traps(solve(TicTacToe()), most=2))
    2
    """

    called = "traps"
    how_to_read = (
        "After: the best moves of both players that lead from the start to the position. "
        "Draws: the moves that keep the draw; all others lose."
    )

    def shape(self) -> TrapsShape:
        """Return all traps as plain data in the shape of the JSON."""
        return {"game": game_shape(self.game), "traps": [trap.shape() for trap in self]}

    def _answer(self, number: int, trap: Trap[PositionT, MoveT]) -> Card:
        return Card(f"{number}.", trap.position, trap.saving[0], trap._answer_text, trap.seat)


def traps(
    solution: Solution[PositionT, MoveT],
    *,
    start: PositionT | None = None,
    most: int | None = 100,
    progress: bool | Listener | None = None,
) -> Traps[PositionT, MoveT]:
    """Return drawn positions in which more than half of the moves lose, the nearest first.

    Parameters
    ----------
    solution
        Solution from ``solve`` or ``load``.
    start
        Position at which the lines of best moves begin, default the start of the solution.
    most
        Greatest number of traps, default 100, or ``None`` for all.
    progress
        ``True`` for a progress bar, or a callable that takes a ``Progress``.

    Returns
    -------
    Traps
        Book of traps, each with the line that leads to it.

    Raises
    ------
    UnknownPositionError
        ``start`` is not a position of the solution.
    InvalidArgumentError
        An argument is invalid.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> print(traps(solve(TicTacToe()))[0].as_text())
    7 of 8 moves lose for o
      x . .
      . . .
      . . .
      After 0
      Draws: 4
    """
    require_solution(solution)
    most = most_in(most, "traps")
    first = solution.start if start is None else start
    found = []
    with reporting(progress) as report:
        for trap in islice(_along_best_moves(solution, first, report), most):
            found.append(trap)
    return Traps(solution.game, tuple(found))


Come = tuple[PositionT, MoveT] | None
"""The position that a line came from, and by which move; ``None`` at its beginning."""


def _along_best_moves(
    solution: Solution[PositionT, MoveT], start: PositionT, report: Reporter
) -> Iterator[Trap[PositionT, MoveT]]:
    """Yield the traps on lines of best moves, breadth first."""
    if solution[start].value is not Value.DRAW:
        return
    rules = Rules(solution.game)
    came: dict[PositionT, Come[PositionT, MoveT]] = {start: None}
    seen, waiting = {rules.canonical(start)}, deque([start])
    while waiting:
        here = waiting.popleft()
        report("traps", len(seen) - len(waiting))
        rows = solution.moves(here)
        losing = sum(loses(row, rows) for row in rows)
        if 2 * losing > len(rows):
            line = _line(came, here)
            yield Trap(solution.game, here, mover_at(solution, here), start, line, rows)
        for row in rows:
            canonical = rules.canonical(row.position)
            if row.is_best and canonical not in seen:
                seen.add(canonical)
                came[row.position] = here, row.move
                waiting.append(row.position)


def _line(came: dict[PositionT, Come[PositionT, MoveT]], here: PositionT) -> tuple[MoveT, ...]:
    """Return the moves from the start to a position."""
    moves: list[MoveT] = []
    while (step := came[here]) is not None:
        here, move = step
        moves.append(move)
    return tuple(reversed(moves))
