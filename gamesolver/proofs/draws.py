"""How long a draw takes: the shortest line of drawn positions to an end.

No question on the scale finds it, for both sides want the same: an end, and soon. A move of a drawn
position that gets a draw leads to a drawn position. So the plies are those of the shortest way in
the graph of such moves, to an end of play or to what a table has; with no such way play has no end.

**A-star**. Of each position on the way it is known how many plies lie behind it, and how many lie
ahead at least: what the author says (``plies_to_draw``), or none. The position with the least sum
is gone on from, of several that with most plies behind it. As the sums never fall along a way, the
first end that is taken up is the nearest. Its moves are asked one by one, each only if its sum is
the least again (*partial expansion*): of each the search says whether it draws, which is the dear
part. Where nobody says anything, positions are looked at ply by ply. Where a board must be full,
and all sums are the same, one line is followed to its end.

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

if TYPE_CHECKING:
    from gamesolver.proofs.questions import Questions


def plies_of_draw(questions: Questions, position: Any) -> int | None:
    """The plies that a drawn position takes to its end; ``None`` where there is no end."""
    return _Ways(questions).shortest(position)


@attrs.define
class _Ways:
    """The ways from one drawn position, as they grow."""

    questions: Questions
    waiting: list[tuple[int, int, int, Iterator[Any] | None]] = attrs.field(factory=list)
    """Of each position the least sum, the plies behind it, less than 0, and its moves to come."""
    behind: dict[Any, int] = attrs.field(factory=dict)
    """The fewest plies in which each was reached."""
    listed: int = 0

    def shortest(self, position: Any) -> int | None:
        self._reach(position, 0, 0)
        while self.waiting:
            least, less, number, after = heappop(self.waiting)
            if after is None:
                return least
            successor = next(after, None)
            if successor is not None:
                heappush(self.waiting, (least, less, number, after))
                self._reach(successor, 1 - less, least)
        return None

    def _reach(self, position: Any, behind: int, least: int) -> None:
        """A way comes to a position that is drawn; on the way the sum was ``least`` already."""
        rules, key = self.questions.rules, self.questions.rules.canonical(position)
        self.behind[key] = behind
        self.listed += 1
        solved = self.questions.search.solved.outcome(key)
        if rules.ending(position) is not None:
            self._wait(behind, behind, None)
        elif solved is None:
            total = max(least, behind + rules.plies_to_draw(position))
            self._wait(total, behind, self._after(position, behind))
        elif solved.remoteness is not None:
            self._wait(behind + solved.remoteness, behind, None)

    def _wait(self, least: int, behind: int, after: Iterator[Any] | None) -> None:
        heappush(self.waiting, (least, -behind, self.listed, after))

    def _after(self, position: Any, behind: int) -> Iterator[Any]:
        """Where the moves that draw lead to, those first of which that is known."""
        questions = self.questions
        played = questions.rules.played(position)
        seems = questions.seems_to_get
        played.sort(key=lambda each: not seems(position, each[0], each[1], ANY_DRAW))
        for move, successor in played:
            reached = self.behind.get(questions.rules.canonical(successor))
            is_nearer = reached is None or behind + 1 < reached
            if is_nearer and questions.move_gets(position, move, successor, ANY_DRAW):
                yield successor
