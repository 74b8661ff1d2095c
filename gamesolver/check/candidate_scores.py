"""Scores of positions for the law of candidates, in games with scores or won infinite play.

An outcome is a number here, in levels of points above or below the payoff of infinite play
(``tables.claim_scale``). Positions that are not terminal begin at 0. The strongly connected parts
of the game are taken each after those that it leads to. In a part each position gets the best
number that its moves lead to, round after round, until nothing changes. No gain lies within a part,
so the gains of moves count from the first round.

If moves gain, only the score of a number counts: ``prove`` uses no plies of the author there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from gamesolver.check.examination import Examination
from gamesolver.parts import strong_parts
from gamesolver.tables.claim_scale import ClaimScale
from gamesolver.value import Bounds, Outcome, Value

Step = tuple[int, bool, int]
"""Index of a successor, True if the move keeps the turn, and the gain of the move."""


@attrs.frozen
class Numbers:
    """Numbers of all positions of a game, for the player to move."""

    levels: ClaimScale
    numbers: Mapping[Any, int]

    def of(self, position: Any) -> int:
        """Return the number of a position."""
        return self.numbers[position]

    def of_move(self, position: Any, move: Any, successor: Any) -> int:
        """Return the number of a move for the player who makes it."""
        rules = self.levels.rules
        gain, kept = rules.gain(position, move), rules.turn_kept(position, successor)
        number = self.numbers[successor]
        return self.levels.backed_up(number if kept else -number, gain)

    def are_equal(self, one: int, other: int) -> bool:
        """Return True if two numbers are equally good, as the law of candidates compares them."""
        if self.levels.rules.has_gains:
            return self.levels.level(one) == self.levels.level(other)
        return one == other

    def in_words(self, position: Any, number: int) -> str:
        """Return a number as text."""
        return str(self.levels.claim_of(position, number, -number).bounds)

    def is_true(self, position: Any, verdict: Outcome | Bounds) -> bool:
        """Return True if the outcome or bounds given by the author are true of a position."""
        bounds = Bounds(verdict, verdict) if isinstance(verdict, Outcome) else verdict
        return self._reaches(position, bounds.at_least, 1) and self._reaches(
            position, bounds.at_most, -1
        )

    def _reaches(self, position: Any, bound: Outcome | Value | int | None, sign: int) -> bool:
        """Return True if a position is at least as good as a bound; with -1, at most as good."""
        if bound is None:
            return True
        number = self.numbers[position]
        points = self._points(position, number)
        if isinstance(bound, Outcome) and (bound.score is not None) == self.levels.rules.is_scored:
            other = self.levels.solved(position, bound)
            return self.are_equal(number, other) or sign * number > sign * other
        if isinstance(bound, Outcome | Value):
            value = bound.value if isinstance(bound, Outcome) else bound
            return sign * int(Value.of(points)) >= sign * int(value)
        return sign * points >= sign * bound

    def _points(self, position: Any, number: int) -> int:
        """Return the score of a number; without scores 1, 0 or -1."""
        named = self.levels.named(position, True, number)
        return named.points if isinstance(named, Outcome) else int(named)


def numbers_of(examination: Examination, positions: Sequence[Any]) -> Numbers | None:
    """Return the numbers of all positions, or ``None`` if a gain lies on a cycle."""
    levels, places = (
        ClaimScale(examination.rules),
        {each: place for place, each in enumerate(positions)},
    )
    steps = [_steps(examination, position, places) for position in positions]
    numbers = [_at_the_end(examination, levels, position) for position in positions]
    for part in strong_parts(range(len(positions)), lambda place: [to for to, *_ in steps[place]]):
        inside = set(part)
        if any(gain and to in inside for place in part for to, _, gain in steps[place]):
            return None
        _resolve(levels, part, steps, numbers)
    return Numbers(levels, dict(zip(positions, numbers, strict=True)))


def _steps(examination: Examination, position: Any, places: Mapping[Any, int]) -> list[Step]:
    rules = examination.rules
    return [
        (places[to], rules.turn_kept(position, to), rules.gain(position, move))
        for move, to in examination.steps(position)
    ]


def _at_the_end(examination: Examination, levels: ClaimScale, position: Any) -> int:
    """Return the number of a terminal position, or 0, that of infinite play, for any other."""
    ending = examination.rules.ending(position)
    return 0 if ending is None else levels.end(position, ending.points)


def _resolve(
    levels: ClaimScale, part: list[int], steps: list[list[Step]], numbers: list[int]
) -> None:
    """Set the numbers of a part to the best of their successors until nothing changes."""
    before: dict[int, list[int]] = {place: [] for place in part}
    for place in part:
        for to, *_ in steps[place]:
            if to in before:
                before[to].append(place)
    waiting = {place for place in part if steps[place]}
    while waiting:
        news = {place: _best(levels, steps[place], numbers) for place in waiting}
        changed = [place for place, number in news.items() if number != numbers[place]]
        for place in changed:
            numbers[place] = news[place]
        waiting = {earlier for place in changed for earlier in before[place]}


def _best(levels: ClaimScale, steps: list[Step], numbers: list[int]) -> int:
    return max(
        levels.backed_up(numbers[to] if kept else -numbers[to], gain) for to, kept, gain in steps
    )
