"""Collector of the claims of a proof about scores, or with infinite play that a side wins.

It works like ``proofs.claims``, on the longer scale (``tables.claim_scale``). The claim one ply on
follows from the question on the scale (``proofs.worths``), for the gain of either side. If a gain
changes which side wants an end, the question becomes one of *any* number of plies. A claim has a
number, so the search must find it. A claim of a side that does not need an end has no plies.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from gamesolver.proofs.claims import Collector, Task
from gamesolver.proofs.questions import Questions, Search, value_alone
from gamesolver.proofs.worths import Scale, Scales
from gamesolver.rules.guard import Rules
from gamesolver.tables.claim_scale import LevelScale
from gamesolver.tables.claims import (
    MOVER,
    OTHER,
    BestPlay,
    Claims,
    ClaimsOfPositions,
    Statement,
    farther,
)

SIDES = MOVER, OTHER


def worse_moves(
    rules: Rules[Any, Any], search: Search, best_play: BestPlay, folds: bool
) -> Iterator[Task]:
    """Yield a claim for each move out of best play: its player gets less by it."""
    levels, scale = level_scale_of(rules), Scales.of(rules).first
    for position, outcome in best_play.items():
        bound = levels.gets_less(position, outcome.points)
        for move, after in rules.played(position) if rules.ending(position) is None else ():
            if (rules.canonical(after) if folds else after) in best_play:
                continue
            side = OTHER if rules.turn_kept(position, after) else MOVER
            needed = _needed_after(levels, scale, bound, -rules.gain(position, move))
            yield plied_task(levels, search, after, side, needed)


def level_scale_of(rules: Rules[Any, Any]) -> LevelScale:
    """What the numbers of claims mean, on the scale by which a game is searched."""
    return LevelScale(rules, Scales.of(rules).first.unit)


def level_statement_of(
    questions: Questions, search: Search, position: Any, worths: tuple[int, int]
) -> Statement:
    """Return what was shown of a position, with plies even if they were not asked for."""
    levels, scale = level_scale_of(questions.rules), questions.scales.at(position)
    least, most = worths
    is_settled = least == most
    are_said = (
        is_settled or scale.at_least(least) is not None,
        is_settled or scale.at_most(most) is not None,
    )
    mover, other = (
        _plied(levels, search, position, side, bound) if is_said else levels.nothing
        for side, is_said, bound in zip(SIDES, are_said, (least, -most), strict=True)
    )
    is_drawn = (least, most) == (0, 0) and questions.is_drawn(position)
    drawn = questions.found_outcome(position) if is_drawn else None
    return Statement(position, mover, other, drawn)


def _needed_after(levels: LevelScale, scale: Scale, bound: int, gain: int) -> int:
    """Return what a side must be shown to get after a move, to get ``bound`` before it.

    As in ``kernels.collecting``: no position is worth less than the opposite of what none is worth.
    """
    return max(_floored(levels, farther(scale.needed(bound, gain))), -scale.top)


def _floored(levels: LevelScale, bound: int) -> int:
    """A bound that may never come to an end, without plies where those mean nothing."""
    if bound >= 0 or (levels.is_sound(bound) and not levels.rules.has_gains):
        return bound
    return (levels.level(bound) + (not levels.is_sound(bound))) * levels.unit


def _plied(levels: LevelScale, search: Search, position: Any, side: int, bound: int) -> int:
    """A bound as a claim has it: with some number of plies.

    Where the author was wrong it may stay as it is, and then nothing supports it.
    """
    if bound <= 0 or levels.is_sound(bound):
        return _floored(levels, bound)
    any_plies = (levels.level(bound) - 1) * levels.unit + 1
    if side == MOVER:
        return max(search.ask(position, any_plies), bound)
    return max(-search.ask(position, 1 - any_plies), bound)


def plied_task(levels: LevelScale, search: Search, position: Any, side: int, bound: int) -> Task:
    """A claim that is needed, with some number of plies; ends need none."""
    if levels.rules.ending(position) is not None:
        return position, side, bound
    return position, side, _plied(levels, search, position, side, bound)


def value_tasks(levels: LevelScale, search: Search, position: Any) -> tuple[bool, list[Task]]:
    """Whether a position is worth what endless play is; if not, the claim that it is not."""
    least, most = Questions(levels.rules, search).settle(position, value_alone)
    bounds = ((MOVER, least), (OTHER, -most))
    tasks = [plied_task(levels, search, position, *each) for each in bounds if each[1] > 0]
    return least == most == 0, tasks


@attrs.define
class LevelCollector(Collector):
    """Collects what supports one statement, by levels."""

    levels: LevelScale = attrs.field(
        init=False, default=attrs.Factory(lambda self: level_scale_of(self.rules), takes_self=True)
    )
    claims: ClaimsOfPositions = attrs.field(
        default=attrs.Factory(lambda self: ClaimsOfPositions(self.levels), takes_self=True)
    )
    scale: Scale = attrs.field(
        init=False, default=attrs.Factory(lambda self: Scales.of(self.rules).first, takes_self=True)
    )

    def collect(self, position: Any, side: int, bound: int) -> None:
        """Claim what supports that a side gets so much at a position."""
        self._collect(position, side, bound)

    def gathered(self) -> Claims:
        """All claims."""
        return self.claims

    def _is_needed(self, position: Any, side: int, bound: int) -> bool:
        """Whether something must be claimed: not so of ends, nor of what a table has solved.

        A win in any number of plies is what only a wrong author can say: nothing supports it.
        """
        if self.rules.ending(position) is not None or not self.levels.is_sound(bound):
            return False
        if bound <= self.levels.going_on(position, for_mover=side == MOVER):
            return False
        is_claimed = self.claims.bound(self._name(position), side) >= bound
        return not (is_claimed or self._is_solved(position, side, bound))

    def _supports(self, position: Any, side: int, bound: int) -> list[Task]:
        """The claims one ply on that this one rests on."""
        return [self._plied(*task) for task in super()._supports(position, side, bound)]

    def _plied(self, position: Any, side: int, bound: int) -> Task:
        return plied_task(self.levels, self.search, position, side, bound)

    def _task(self, position: Any, move: Any, side: int, bound: int) -> Task:
        rules, successor = self.rules, self.rules.play(position, move)
        kept, gain = rules.turn_kept(position, successor), rules.gain(position, move)
        needed = _needed_after(self.levels, self.scale, bound, gain if side == MOVER else -gain)
        return successor, side if kept else OTHER - side, needed

    def _is_known(self, position: Any, side: int, bound: int) -> bool:
        ending = self.rules.ending(position)
        if ending is not None:
            worth = self.levels.end(position, ending.points)
            return (worth if side == MOVER else -worth) >= bound
        least, most = self.search.known(self.rules.canonical(position))
        is_kept = (least if side == MOVER else -most) >= bound
        return is_kept or self._is_solved(position, side, bound)

    def _is_found(self, position: Any, side: int, bound: int) -> bool:
        if self.rules.ending(position) is not None:
            return False  # and ends are known
        if side == MOVER:
            return self.search.ask(position, bound) >= bound
        return self.search.ask(position, 1 - bound) <= -bound

    def _collect_value(self, position: Any) -> bool:
        """Whether a position is drawn; if not, who wins is claimed."""
        is_drawn, tasks = value_tasks(self.levels, self.search, position)
        for task in tasks:
            self.collect(*task)
        return is_drawn
