"""How long a draw takes: the shortest line of drawn positions to an end.

No question on the scale finds it, for both sides want the same: an end, and soon. A move of a drawn
position that gets a draw leads to a drawn position. So the plies are those of the shortest way in
the graph of such moves, to an end of play or to what a table has; with no such way play has no end.

**A-star**. Of each position on the way it is known how many plies lie behind it, and how many lie
ahead at least: what the author says (``plies_to_draw``), or none. The position with the least sum
is gone on from, of several that with most plies behind it. As the sums never fall along a way, the
first end that is taken up is the nearest; one that falls shows that the author said too much. Moves
are asked one by one, each only if its position's sum is the least again (*partial expansion*): of
each the search says whether it draws, which is the dear part. Where nobody says anything, positions
are looked at ply by ply. Where a board must be full, and all sums are the same, one line is
followed to its end.

P. Hart, N. Nilsson, B. Raphael, "A formal basis for the heuristic determination of minimum cost
paths", 1968; T. Yoshizumi, T. Miura, T. Ishida, "A* with partial expansion for large branching
factor problems", 2000.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any

import attrs

from gamesolver.proofs.worths import ANY_DRAW
from gamesolver.rules.guard import faults

if TYPE_CHECKING:
    from gamesolver.proofs.questions import Questions


def plies_of_draw(questions: Questions, position: Any) -> int | None:
    """The plies that a drawn position takes to its end; ``None`` where there is no end."""
    return _Ways(questions).shortest(position)


@attrs.frozen
class _Step:
    """The move by which a way comes to a position, from where, and the sum there."""

    position: Any
    move: Any
    least: int


@attrs.define
class _Ways:
    """The ways from one drawn position, as they grow."""

    questions: Questions
    waiting: list[tuple[int, int, int, Any, Iterator[tuple[Any, Any]] | None]] = attrs.field(
        factory=list
    )
    """Of each position the least sum, the plies behind it, less than 0, and its moves to come."""
    behind: dict[Any, int] = attrs.field(factory=dict)
    """The fewest plies in which each was reached."""
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

    def _reach(self, position: Any, behind: int, step: _Step | None) -> None:
        """A way comes to a position that is drawn, by a step if it is not the first."""
        rules, key = self.questions.rules, self.questions.rules.canonical(position)
        self.behind[key] = behind
        self.listed += 1
        solved = self.questions.search.solved.outcome(key)
        if rules.ending(position) is not None:
            self._wait(position, behind, 0, step)
        elif solved is None:
            after = self._after(position, behind)
            self._wait(position, behind, rules.plies_to_draw(position), step, after)
        elif solved.remoteness is not None:
            self._wait(position, behind, solved.remoteness, step)

    def _wait(
        self,
        position: Any,
        behind: int,
        ahead: int,
        step: _Step | None,
        after: Iterator[tuple[Any, Any]] | None = None,
    ) -> None:
        """Keep a position with its sum, which is no less than the one that it comes from."""
        if step is not None and behind + ahead < step.least:
            raise faults().falling_plies(self.questions.rules.game, step.position, step.move, ahead)
        heappush(self.waiting, (behind + ahead, -behind, self.listed, position, after))

    def _after(self, position: Any, behind: int) -> Iterator[tuple[Any, Any]]:
        """The moves that draw and where they lead, those first of which that is known."""
        questions = self.questions
        played = questions.rules.played(position)
        seems = questions.seems_to_get
        played.sort(key=lambda each: not seems(position, each[0], each[1], ANY_DRAW))
        for move, successor in played:
            reached = self.behind.get(questions.rules.canonical(successor))
            is_nearer = reached is None or behind + 1 < reached
            if is_nearer and questions.move_gets(position, move, successor, ANY_DRAW):
                yield move, successor
