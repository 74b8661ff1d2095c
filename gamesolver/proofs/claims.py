"""Collector of the claims that a proof rests on, from the proved position down.

A search stores bounds and not their reasons. The collector therefore descends again from the root.
If the side of a claim is to move, it takes one move whose successor has the claim that this one
needs (``tables.claims``). Otherwise it takes all moves. The table of the search usually names the
move. If the entry was dropped, the search is asked again. It must return a move: the author's hint
on the position itself is not sufficient, but hints on its successors may select the move.

Nothing is checked on the way. If a hint is false, some claim lacks its support, and the verifier
(``verify.claims``) finds it.

**Draws.** The plies of a draw rest on a shortest line of drawn positions, with claims for both
sides at each. They also rest on a claim for each won or lost position on the way, so that no
shorter line can pass through it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from gamesolver.errors import MemoryLimitError
from gamesolver.proofs.questions import Questions, Search, value_alone
from gamesolver.proofs.worths import ANY_WIN
from gamesolver.rules.guard import Rules
from gamesolver.tables.claims import (
    MOST,
    MOVER,
    OTHER,
    Claims,
    ClaimsOfPositions,
    Statement,
    farther,
    is_short,
)
from gamesolver.value import Outcome

Task = tuple[Any, int, int]
"""Claim that is needed: a position, a side and its lower bound."""


def statement_of(
    questions: Questions, search: Search, position: Any, worths: tuple[int, int]
) -> Statement:
    """Return the statement about a position, with the plies of wins even if not asked for."""
    least, most = worths
    drawn = questions.found_outcome(position) if (least, most) == (0, 0) else None
    return Statement(
        position, _plied(search, position, least), -_plied(search, position, most), drawn
    )


def _plied(search: Search, position: Any, worth: int) -> int:
    """Return a number with plies, also for one that states only a value."""
    if abs(worth) != ANY_WIN:
        return worth
    answer = search.ask(position, ANY_WIN if worth > 0 else 1 - ANY_WIN)
    return answer if answer * worth > 0 else worth  # where the author was wrong, it stays as it is


@attrs.define
class Collector:
    """Collector of the claims that support one statement."""

    rules: Rules[Any, Any]
    search: Search
    most: int
    """Greatest number of claims."""
    folds: bool = True
    """True if claims are about canonical positions."""
    claims: ClaimsOfPositions = attrs.field(factory=ClaimsOfPositions)

    @property
    def nothing(self) -> int:
        """Number that claims nothing."""
        return self.claims.scale.nothing

    def collect(self, position: Any, side: int, bound: int) -> None:
        """Collect the claims that support a bound of a side at a position.

        A win without plies comes only from a false hint, and has no support.
        """
        if abs(bound) == ANY_WIN:
            return
        self._collect(position, side, bound)

    def gathered(self) -> Claims:
        """Return all claims."""
        return self.claims

    def _collect(self, position: Any, side: int, bound: int) -> None:
        waiting: list[Task] = [(position, side, bound)]
        while waiting:
            task = waiting.pop()
            if self._is_needed(*task):
                self._claim(*task)
                waiting += self._supports(*task)

    def _is_needed(self, position: Any, side: int, bound: int) -> bool:
        """Return True if a claim is needed.

        Terminal positions, the last plies before them, and solved positions need none.
        """
        if bound <= 1 - MOST or is_short(bound) or self.rules.ending(position) is not None:
            return False
        is_claimed = self.claims.bound(self._name(position), side) >= bound
        return not (is_claimed or self._is_solved(position, side, bound))

    def _is_solved(self, position: Any, side: int, bound: int) -> bool:
        """Return True if a table shows the bound of a side."""
        worth = self.search.solved.worth(self.rules.canonical(position))
        return worth is not None and (worth if side == MOVER else -worth) >= bound

    def _claim(self, position: Any, side: int, bound: int) -> None:
        self.claims.add(self._name(position), side, bound)
        self._require_room(len(self.claims))

    def _require_room(self, count: int) -> None:
        if count > self.most:
            raise MemoryLimitError(
                f"the proof has more than {self.most:,} claims, which do not fit in memory: "
                "expected fewer; prove it with more memory",
                self.most,
                count,
            )

    def _name(self, position: Any) -> Any:
        return self.rules.canonical(position) if self.folds else position

    def _supports(self, position: Any, side: int, bound: int) -> list[Task]:
        """The claims one ply on that this one rests on."""
        if side == MOVER:
            return self._one_that_supports(position, bound)
        return [self._task(position, move, side, bound) for move in self.rules.moves(position)]

    def _task(self, position: Any, move: Any, side: int, bound: int) -> Task:
        successor = self.rules.play(position, move)
        kept = self.rules.turn_kept(position, successor)
        return successor, side if kept else OTHER - side, farther(bound)

    def _one_that_supports(self, position: Any, bound: int) -> list[Task]:
        """One claim of several: the first that is known to hold, else the first found to hold."""
        moves = self.search.moves_first(position)
        tasks = [self._task(position, move, MOVER, bound) for move in moves]
        known = (task for task in tasks if self._is_known(*task))
        found = (task for task in tasks if self._is_found(*task))
        return list(_first(known) or _first(found))

    def _is_known(self, position: Any, side: int, bound: int) -> bool:
        ending = self.rules.ending(position)
        if ending is not None:
            worth = int(ending.value) * MOST
            return (worth if side == MOVER else -worth) >= bound
        least, most = self.search.known(self.rules.canonical(position))
        is_kept = (least if side == MOVER else -most) >= bound
        return is_kept or self._is_solved(position, side, bound)

    def _is_found(self, position: Any, side: int, bound: int) -> bool:
        if bound >= MOST:
            return False  # an end, and ends are known
        if side == MOVER:
            return self.search.ask(position, bound) >= bound
        return self.search.ask(position, 1 - bound) <= -bound

    # ── how long a draw takes ──────────────────────────────────────────────

    def collect_draw(self, position: Any, plies: int | None) -> None:
        """Claim what supports that a drawn position takes so many plies to its end."""
        came_from: dict[Any, Any] = {self.rules.canonical(position): None}
        ply, met = [position], set(came_from)
        last: Any = None
        past = 0
        while ply and past != plies:
            if last is None and plies is not None:
                last = next((each for each in ply if self._takes(each, plies - past)), None)
            ply = [each for one in ply for each in self._drawn_after(one, met, came_from)]
            past += 1
        if last is None:
            last = next(filter(self._ends, ply), None)
        self._collect_line(last, came_from)

    def _takes(self, position: Any, plies: int) -> bool:
        """Return True if a table shows that a drawn position ends in this number of plies."""
        solved = self._solved(position)
        return solved is not None and solved.remoteness == plies

    def _solved(self, position: Any) -> Outcome | None:
        return self.search.solved.outcome(self.rules.canonical(position))

    def _drawn_after(
        self, position: Any, met: set[Any], came_from: dict[Any, Any]
    ) -> Iterator[Any]:
        """Yield the new drawn successors. Collect claims for those won or lost."""
        is_over = self._ends(position) or self._solved(position) is not None
        played = [] if is_over else self.rules.played(position)
        for _, successor in played:
            key = self.rules.canonical(successor)
            if key in met:
                continue
            met.add(key)
            if self._collect_value(successor):
                came_from[key] = position
                yield successor

    def _collect_value(self, position: Any) -> bool:
        """Return True if a position is drawn. Otherwise collect the claim of the winner."""
        questions = Questions(self.rules, self.search)
        least, most = questions.settle(position, value_alone)
        if least > 0:
            self.collect(position, MOVER, _plied(self.search, position, least))
        if most < 0:
            self.collect(position, OTHER, -_plied(self.search, position, most))
        return least == most == 0

    def _collect_line(self, position: Any, came_from: dict[Any, Any]) -> None:
        """Claim that all positions on the way to one are drawn."""
        while position is not None:
            self.collect(position, MOVER, 0)
            self.collect(position, OTHER, 0)
            position = came_from[self.rules.canonical(position)]

    def _ends(self, position: Any) -> bool:
        return self.rules.ending(position) is not None


def _first(tasks: Iterator[Task]) -> list[Task]:
    return [task for task, _ in zip(tasks, range(1), strict=False)]
