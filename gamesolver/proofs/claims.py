"""Collector of the claims that a proof rests on, from the proved position down.

A search stores bounds and not their reasons. The collector therefore descends again from the root.
If the side of a claim is to move, it takes one move whose successor has the claim that this one
needs (``tables.claims``). Otherwise it takes all moves. The table of the search usually names the
move. If the entry was dropped, the search is called again. It must return a move: the author's hint
on the position itself is not sufficient, but hints on its successors may select the move.

Nothing is checked on the way. If a hint is false, some claim lacks its support, and the verifier
(``verify.claims``) finds it.

**Plies.** A claim has plies if its side needs an end. A gain on the way may leave them open. The
question about a successor then allows *any* number of plies, and the search is called to find
their number. If moves gain, a claim of a side that does not need an end has no plies.

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
from gamesolver.proofs.search_scores import Scale, Scales
from gamesolver.rules.guard import Rules
from gamesolver.tables.claim_scale import ClaimScale
from gamesolver.tables.claims import (
    MOVER,
    OTHER,
    SIDES,
    BestPlay,
    Claims,
    ClaimsOfPositions,
    Statement,
)
from gamesolver.value import Outcome

Task = tuple[Any, int, int]
"""Claim that is needed: a position, a side and its lower bound."""


def claim_scale_of(rules: Rules[Any, Any]) -> ClaimScale:
    """Return the meaning of claims, with the unit of the scale by which a game is searched."""
    return ClaimScale(rules, Scales.of(rules).first.unit)


def statement_of(
    questions: Questions, search: Search, position: Any, bounds: tuple[int, int]
) -> Statement:
    """Return the bounds shown for a position, with plies even if they were not requested."""
    numbers, scale = ClaimNumbers(questions.rules, search), questions.scales.at(position)
    least, most = bounds
    is_resolved = least == most
    are_claimed = (
        is_resolved or scale.at_least(least) is not None,
        is_resolved or scale.at_most(most) is not None,
    )
    mover, other = (
        numbers.plied(position, side, bound) if is_claimed else numbers.scale.nothing
        for side, is_claimed, bound in zip(SIDES, are_claimed, (least, -most), strict=True)
    )
    is_drawn = (least, most) == (0, 0) and questions.is_drawn(position)
    drawn = questions.found_outcome(position) if is_drawn else None
    return Statement(position, mover, other, drawn)


def worse_moves(
    rules: Rules[Any, Any], search: Search, best_play: BestPlay, folds: bool
) -> Iterator[Task]:
    """Yield a claim for each move out of best play: its player gets less by it."""
    numbers = ClaimNumbers(rules, search)
    for position, outcome in best_play.items():
        bound = numbers.scale.gets_less(position, outcome.points)
        for move, after in rules.played(position) if rules.ending(position) is None else ():
            if (rules.canonical(after) if folds else after) in best_play:
                continue
            side = OTHER if rules.turn_kept(position, after) else MOVER
            needed = numbers.needed_after(bound, -rules.gain(position, move))
            yield numbers.plied_task(after, side, needed)


@attrs.define
class ClaimNumbers:
    """Numbers of the claims that a claim rests on, with plies that the search finds."""

    rules: Rules[Any, Any]
    search: Search
    scale: ClaimScale = attrs.field(
        init=False, default=attrs.Factory(lambda self: claim_scale_of(self.rules), takes_self=True)
    )
    _searched: Scale = attrs.field(
        init=False, default=attrs.Factory(lambda self: Scales.of(self.rules).first, takes_self=True)
    )

    def needed_after(self, bound: int, gain: int) -> int:
        """Return the bound that a side needs after a move to have ``bound`` before it.

        As in ``kernels.collecting``, it is at least the negative of ``Scale.top``, since no
        position has less.
        """
        target = self._searched.successor_target(bound, True, gain)
        return max(self._floored(target), -self._searched.top)

    def plied(self, position: Any, side: int, bound: int) -> int:
        """Return a bound as a claim states it: with a number of plies.

        If a hint of the author is false, the bound may stay unchanged and then has no support.
        """
        if bound <= 0 or self.scale.is_sound(bound):
            return self._floored(bound)
        any_plies = (self.scale.level(bound) - 1) * self.scale.unit + 1
        if side == MOVER:
            return max(self.search.decide(position, any_plies), bound)
        return max(-self.search.decide(position, 1 - any_plies), bound)

    def plied_task(self, position: Any, side: int, bound: int) -> Task:
        """Return a claim that is needed, with a number of plies. Ends need none."""
        if self.rules.ending(position) is not None:
            return position, side, bound
        return position, side, self.plied(position, side, bound)

    def _floored(self, bound: int) -> int:
        """Return a bound without plies if its side needs no end and plies mean nothing."""
        scale = self.scale
        if bound >= 0 or (scale.is_sound(bound) and not self.rules.has_gains):
            return bound
        return (scale.level(bound) + (not scale.is_sound(bound))) * scale.unit


@attrs.define
class Collector:
    """Collector of the claims that support one statement."""

    rules: Rules[Any, Any]
    search: Search
    most: int
    """Greatest number of claims."""
    folds: bool = True
    """True if claims are about canonical positions."""
    numbers: ClaimNumbers = attrs.field(
        init=False,
        default=attrs.Factory(lambda self: ClaimNumbers(self.rules, self.search), takes_self=True),
    )
    claims: ClaimsOfPositions = attrs.field(
        init=False,
        default=attrs.Factory(lambda self: ClaimsOfPositions(self.scale), takes_self=True),
    )

    @property
    def scale(self) -> ClaimScale:
        """Meaning of the numbers."""
        return self.numbers.scale

    def gathered(self) -> Claims:
        """Return all claims."""
        return self.claims

    def collect(self, position: Any, side: int, bound: int) -> None:
        """Collect the claims that support a bound of a side at a position."""
        waiting: list[Task] = [(position, side, bound)]
        while waiting:
            task = waiting.pop()
            if self._is_needed(*task):
                self._claim(*task)
                waiting += self._supports(*task)

    def _is_needed(self, position: Any, side: int, bound: int) -> bool:
        """Return True if a claim is needed.

        Terminal positions, the last plies before them, and solved positions need none. A win in any
        number of plies comes only from a false hint, and has no support.
        """
        if self.rules.ending(position) is not None or not self.scale.is_sound(bound):
            return False
        if bound <= self.scale.going_on(position, for_mover=side == MOVER):
            return False
        if self.scale.is_short(bound, self.scale.leaf_plies):
            return False
        is_claimed = self.claims.bound(self._name(position), side) >= bound
        return not (is_claimed or self._is_solved(position, side, bound))

    def _is_solved(self, position: Any, side: int, bound: int) -> bool:
        """Return True if a table shows the bound of a side."""
        score = self.search.solved.score(self.rules.canonical(position))
        return score is not None and (score if side == MOVER else -score) >= bound

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
        """Return the claims one ply on that this one rests on."""
        if side == MOVER:
            tasks = self._one_that_supports(position, bound)
        else:
            moves = self.rules.moves(position)
            tasks = [self._task(position, move, side, bound) for move in moves]
        return [self.numbers.plied_task(*task) for task in tasks]

    def _task(self, position: Any, move: Any, side: int, bound: int) -> Task:
        rules, successor = self.rules, self.rules.play(position, move)
        kept, gain = rules.turn_kept(position, successor), rules.gain(position, move)
        needed = self.numbers.needed_after(bound, gain if side == MOVER else -gain)
        return successor, side if kept else OTHER - side, needed

    def _one_that_supports(self, position: Any, bound: int) -> list[Task]:
        """Return one of several claims: the first known to hold, else the first found to hold."""
        moves = self.search.moves_first(position)
        tasks = [self._task(position, move, MOVER, bound) for move in moves]
        known = (task for task in tasks if self._is_known(*task))
        found = (task for task in tasks if self._is_found(*task))
        return list(_first(known) or _first(found))

    def _is_known(self, position: Any, side: int, bound: int) -> bool:
        ending = self.rules.ending(position)
        if ending is not None:
            score = self.scale.end(position, ending.points)
            return (score if side == MOVER else -score) >= bound
        least, most = self.search.known(self.rules.canonical(position))
        is_kept = (least if side == MOVER else -most) >= bound
        return is_kept or self._is_solved(position, side, bound)

    def _is_found(self, position: Any, side: int, bound: int) -> bool:
        if self._ends(position):
            return False  # and ends are known
        if side == MOVER:
            return self.search.decide(position, bound) >= bound
        return self.search.decide(position, 1 - bound) <= -bound

    # ── plies of a draw ───────────────────────────────────────────────────

    def collect_draw(self, position: Any, plies: int | None) -> None:
        """Collect the claims that support the plies of a drawn position to its end."""
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
        least, most = Questions(self.rules, self.search).resolve(position, value_alone)
        for side, bound in zip(SIDES, (least, -most), strict=True):
            if bound > 0:
                self.collect(*self.numbers.plied_task(position, side, bound))
        return least == most == 0

    def _collect_line(self, position: Any, came_from: dict[Any, Any]) -> None:
        """Claim that all positions of a path are drawn."""
        while position is not None:
            self.collect(position, MOVER, 0)
            self.collect(position, OTHER, 0)
            position = came_from[self.rules.canonical(position)]

    def _ends(self, position: Any) -> bool:
        return self.rules.ending(position) is not None


def _first(tasks: Iterator[Task]) -> list[Task]:
    return [task for task, _ in zip(tasks, range(1), strict=False)]
