"""Traps: drawn positions in which most moves lose, and the shortest way into each.

A player who knows the game and one who does not part here. A trap is worth knowing if good
play comes to it, so the lines to traps are *lines of best moves*, of both players: what
``solution.best_moves`` lists. From a start that is won or lost, best play comes to no drawn
position; ``start=`` names another one. Where moves gain, it is the match that is drawn: what the
line has won and what is to come cancel out, and a move loses if it brings less.

**Method.** Breadth first from the start along best moves, a position and its twins once.
So the first line that comes to a position is as short as any, and the search may stop when
there are enough traps.
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
    """A drawn position in which most moves lose; where moves gain, one of a drawn match."""

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
    """What people call the player to move."""
    start: PositionT
    """Where the line begins."""
    line: tuple[MoveT, ...]
    """Best moves of both sides, from there to the trap; as short as any."""
    rows: tuple[MoveRow[PositionT, MoveT], ...]
    """The moves there, as ``solution.moves`` gives them."""

    _repr_html_ = shown_by("players.reports", "trap_html")

    @property
    def losing(self) -> tuple[MoveT, ...]:
        """The moves that lose."""
        return tuple(row.move for row in self.rows if loses(row, self.rows))

    @property
    def saving(self) -> tuple[MoveT, ...]:
        """The moves that keep the draw."""
        return tuple(row.move for row in self.rows if not loses(row, self.rows))

    @property
    def question(self) -> str:
        """What is so bad about it."""
        return f"{len(self.losing)} of {len(self.rows)} moves lose for {self.mover}"

    def __repr__(self) -> str:
        return f"<trap of {self.game!r}: {self.question}, {self._after}>"

    @property
    def _rules(self) -> Rules[PositionT, MoveT]:
        return Rules(self.game)

    @property
    def seat(self) -> int:
        """The seat to move; where positions do not tell, who moves at the start is the first."""
        return self._rules.mover(self.position, len(self.line))

    @property
    def _after(self) -> str:
        line = " ".join(map(self.game.format_move, self.line))
        return f"after {line}" if line else "at the start"

    def as_text(self) -> str:
        """The board, the way there, and the moves that keep the draw."""
        return "\n".join(
            [
                headline(self.question),
                indented([self._rules.render(self.position, self.seat), self._answer_text]),
            ]
        )

    def shape(self) -> TrapShape:
        """The same as plain data, in the shape that JSON has."""
        rules = self._rules
        return {
            "question": self.question,
            "position": rules.format(self.position),
            "board": rules.render(self.position, self.seat),
            "line": played_shape(rules, self.start, self.line),
            "saving": [rules.format_move(move) for move in self.saving],
            "losing": [rules.format_move(move) for move in self.losing],
            "moves": [move_shape(rules, row) for row in self.rows],
        }

    @property
    def _answer_text(self) -> str:
        saving = " ".join(map(self.game.format_move, self.saving))
        return f"{capital(self._after)}\nDraws: {saving}"


def loses(row: MoveRow[Any, Any], rows: Sequence[MoveRow[Any, Any]]) -> bool:
    """Whether a move brings less than the best of all, and so loses where that one draws."""
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
        """All of them as plain data, in the shape that JSON has."""
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
    """Drawn positions in which more than half of the moves lose, the nearest ones first.

    Parameters
    ----------
    solution
        What ``solve`` or ``load`` gives.
    start
        Where the lines of best moves begin, in place of the start.
    most
        Stop when so many are found; ``None`` for all there are.
    progress
        ``True`` for a bar, or a callable that takes a ``Progress``.

    Returns
    -------
    Traps
        The book; each has the line that leads to it.

    Raises
    ------
    UnknownPositionError
        ``start`` is no position of the solution.
    InvalidArgumentError
        An argument cannot be used.

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
    """The traps that lines of best moves come to, breadth first."""
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
    """The moves from the start to a position."""
    moves: list[MoveT] = []
    while (step := came[here]) is not None:
        here, move = step
        moves.append(move)
    return tuple(reversed(moves))
