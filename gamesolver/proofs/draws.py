"""Plies of a draw: the shortest line of drawn positions to an end.

Questions on the scale do not find it, because both sides prefer the nearest end. A move of a drawn
position that draws leads to a drawn position. The plies are thus the length of the shortest path in
the graph of such moves, to a terminal position or a position of a table. Without such a path play
is infinite.

Method: A* search. The cost so far is the number of plies, and the heuristic is the author's
``plies_to_draw``, or 0. Of positions with equal sums the deepest is expanded first. Sums never fall
along a path, so the first end selected is the nearest. A falling sum shows a false heuristic. Moves
are tested one by one, each only when the sum of its position is the least again (*partial
expansion*), because testing whether a move draws is expensive. Without a heuristic the search goes
ply by ply. If the board must be full at the end, all sums are equal, and one line is followed to
its end.

Sources: P. Hart, N. Nilsson, B. Raphael, "A formal basis for the heuristic determination of
minimum cost paths", 1968; T. Yoshizumi, T. Miura, T. Ishida, "A* with partial expansion for large
branching factor problems", 2000.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any

import attrs

from gamesolver.proofs.search_scores import ANY_DRAW
from gamesolver.rules.guard import faults

if TYPE_CHECKING:
    from gamesolver.proofs.questions import Questions


def plies_of_draw(questions: Questions, position: Any) -> int | None:
    """Return the plies of a drawn position to its end, or ``None`` for infinite play."""
    return _Ways(questions).shortest(position)


@attrs.frozen
class _Step:
    """Previous position, move and sum of a path."""

    position: Any
    move: Any
    least: int


@attrs.define
class _Ways:
    """A* search from one drawn position."""

    questions: Questions
    waiting: list[tuple[int, int, int, Any, Iterator[tuple[Any, Any]] | None]] = attrs.field(
        factory=list
    )
    """Queue of positions: sum, negative plies so far, and remaining moves."""
    plies_before: dict[Any, int] = attrs.field(factory=dict)
    """Fewest plies to each position reached."""
    listed: int = 0

    def shortest(self, position: Any) -> int | None:
        self._reach(position, 0, None)
        while self.waiting:
            least, less, number, current, after = heappop(self.waiting)
            if after is None:
                return least
            step = next(after, None)
            if step is not None:
                heappush(self.waiting, (least, less, number, current, after))
                move, successor = step
                self._reach(successor, 1 - less, _Step(current, move, least))
        return None

    def _reach(self, position: Any, plies_before: int, step: _Step | None) -> None:
        """Reach a drawn position, by a step unless it is the first."""
        rules, key = self.questions.rules, self.questions.rules.canonical(position)
        self.plies_before[key] = plies_before
        self.listed += 1
        solved = self.questions.search.solved.outcome(key)
        if rules.ending(position) is not None:
            self._wait(position, plies_before, 0, step)
        elif solved is None:
            after = self._after(position, plies_before)
            self._wait(position, plies_before, rules.plies_to_draw(position), step, after)
        elif solved.remoteness is not None:
            self._wait(position, plies_before, solved.remoteness, step)

    def _wait(
        self,
        position: Any,
        plies_before: int,
        ahead: int,
        step: _Step | None,
        after: Iterator[tuple[Any, Any]] | None = None,
    ) -> None:
        """Add a position to the queue. Raise if its sum falls along the path."""
        if step is not None and plies_before + ahead < step.least:
            raise faults().falling_plies(self.questions.rules.game, step.position, step.move, ahead)
        heappush(self.waiting, (plies_before + ahead, -plies_before, self.listed, position, after))

    def _after(self, position: Any, plies_before: int) -> Iterator[tuple[Any, Any]]:
        """Yield the drawing moves with their successors, known ones first."""
        questions = self.questions
        played = questions.rules.played(position)
        seems = questions.seems_to_get
        played.sort(key=lambda each: not seems(position, each[0], each[1], ANY_DRAW))
        for move, successor in played:
            reached = self.plies_before.get(questions.rules.canonical(successor))
            is_nearer = reached is None or plies_before + 1 < reached
            if is_nearer and questions.move_gets(position, move, successor, ANY_DRAW):
                yield move, successor
