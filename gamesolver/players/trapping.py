"""Traps: drawn positions in which most moves lose, and the shortest way into each.

A player who knows the game and one who does not part here. A trap is worth knowing if good
play comes to it, so the lines to traps are *lines of best moves*, of both players: what
``solution.best_moves`` lists. From a start that is won or lost, best play comes to no drawn
position; ``start=`` names another one.

**Method.** Breadth first from the start along best moves, a position and its twins once.
So the first line that comes to a position is as short as any, and the search may stop when
there are enough traps.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Generic, overload

import attrs

from gamesolver.answers import MoveRow
from gamesolver.lazy import shown_by
from gamesolver.players.arguments import most_in, mover_at, require_solution
from gamesolver.players.puzzling import outcome_data
from gamesolver.players.sheet import Card, Section, indented, page
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.rules.guard import Rules
from gamesolver.solution import Solution
from gamesolver.system.progress import Listener, Reporter, reporting
from gamesolver.value import Value


@attrs.frozen(eq=False, repr=False)
class Trap(Generic[PositionT, MoveT]):
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
    line: tuple[MoveT, ...]
    """Best moves of both sides, from the start to the trap; as short as any."""
    rows: tuple[MoveRow[PositionT, MoveT], ...]
    """The moves there, as ``solution.moves`` gives them."""

    _repr_html_ = shown_by("players.reports", "trap_html")

    @property
    def losing(self) -> tuple[MoveT, ...]:
        """The moves that lose."""
        return tuple(row.move for row in self.rows if row.outcome.value is Value.LOSS)

    @property
    def saving(self) -> tuple[MoveT, ...]:
        """The moves that keep the draw."""
        return tuple(row.move for row in self.rows if row.outcome.value is Value.DRAW)

    @property
    def question(self) -> str:
        """What is so bad about it."""
        return f"{len(self.losing)} of {len(self.rows)} moves lose for {self.mover}"

    def __repr__(self) -> str:
        return f"<trap of {self.game!r}: {self.question}, {self._after}>"

    @property
    def _after(self) -> str:
        line = " ".join(map(self.game.format_move, self.line))
        return f"after {line}" if line else "at the start"

    def as_text(self) -> str:
        """The board, the way there, and the moves that keep the draw."""
        return "\n".join([self.question, indented([self.game.render(self.position), self._told])])

    @property
    def _told(self) -> str:
        saving = " ".join(map(self.game.format_move, self.saving))
        return f"{self._after}\ndraws: {saving}"


@attrs.frozen(eq=False, repr=False)
class Traps(Sequence[Trap[PositionT, MoveT]]):
    """Traps, those with the shortest lines first.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> from gamesolver.players import traps
    >>> len(traps(solve(TicTacToe()), limit=2))
    2
    """

    game: Game[PositionT, MoveT]
    items: tuple[Trap[PositionT, MoveT], ...]

    _repr_html_ = shown_by("players.reports", "traps_html")

    def __len__(self) -> int:
        return len(self.items)

    @overload
    def __getitem__(self, place: int) -> Trap[PositionT, MoveT]: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Trap[PositionT, MoveT], ...]: ...

    def __getitem__(self, place: int | slice) -> Any:
        return self.items[place]

    def __repr__(self) -> str:
        return f"<{len(self)} traps of {self.game!r}>"

    def as_text(self) -> str:
        """All of them, numbered."""
        numbered = enumerate(self, 1)
        return "\n\n".join(f"{number}. {each.as_text()}" for number, each in numbered) + "\n"

    def as_json(self) -> str:
        """All of them as a JSON text, for other programs."""
        data = {"game": repr(self.game), "traps": [_data(self.game, each) for each in self]}
        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"

    def as_html(self) -> str:
        """A sheet to print: boards first, the moves that draw on a page of their own."""
        asked = [Card(f"{n}. {each.question}", each.position) for n, each in enumerate(self, 1)]
        told = [
            Card(f"{n}.", each.position, each.saving[0], each._told)
            for n, each in enumerate(self, 1)
        ]
        answers = Section("Answers", "", told, "answers")
        return page(self.game, f"Traps: {self.game!r}", [Section("", "", asked), answers])


def _data(game: Game[Any, Any], trap: Trap[Any, Any]) -> dict[str, Any]:
    """What JSON holds of a trap."""
    return {
        "question": trap.question,
        "position": game.format(trap.position),
        "board": game.render(trap.position),
        "line": [game.format_move(move) for move in trap.line],
        "moves": [
            {"move": game.format_move(row.move), **outcome_data(row.outcome)} for row in trap.rows
        ],
    }


def traps(
    solution: Solution[PositionT, MoveT],
    *,
    start: PositionT | None = None,
    limit: int | None = 100,
    progress: bool | Listener | None = None,
) -> Traps[PositionT, MoveT]:
    """Drawn positions in which more than half of the moves lose, the nearest ones first.

    Parameters
    ----------
    start
        Where the lines of best moves begin, in place of the start.
    limit
        Stop when so many are found; ``None`` for all there are.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> print(traps(solve(TicTacToe()))[0].as_text())
    7 of 8 moves lose for o
      x . .
      . . .
      . . .
      after 0
      draws: 4
    """
    require_solution(solution)
    limit = most_in(limit, "traps")
    first = solution.start if start is None else start
    found = []
    with reporting(progress) as report:
        for trap in islice(_along_best_moves(solution, first, report), limit):
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
        losing = sum(row.outcome.value is Value.LOSS for row in rows)
        if 2 * losing > len(rows):
            line = _line(came, here)
            yield Trap(solution.game, here, mover_at(solution, here), line, rows)
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
