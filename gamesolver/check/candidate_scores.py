"""What positions are worth, for the law of candidates, where there are scores.

And where endless play is won. An outcome is a number here, by levels of points more or less than
endless play is worth (``tables.claim_scale``): 0 at first wherever play goes on. The parts of the
game that loop are taken each after those that it leads to; in a part, round after round each
position gets the best of what its moves lead to, until nothing changes. No gain lies within a part,
so what moves gain is there from the beginning.

Where moves gain, only the score of a number counts: ``prove`` asks the author for no plies there.
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
"""Where a move leads, whether it keeps the turn, and what it gains."""


@attrs.frozen
class Worths:
    """What each position of a game is worth to whoever moves there."""

    levels: ClaimScale
    numbers: Mapping[Any, int]

    def of(self, position: Any) -> int:
        """The number of a position."""
        return self.numbers[position]

    def of_move(self, position: Any, move: Any, successor: Any) -> int:
        """What a move is worth to whoever makes it."""
        rules = self.levels.rules
        gain, kept = rules.gain(position, move), rules.turn_kept(position, successor)
        number = self.numbers[successor]
        return self.levels.back(number if kept else -number, gain)

    def are_equal(self, one: int, other: int) -> bool:
        """Whether two numbers are as good as each other, as far as candidates bear on it."""
        if self.levels.rules.has_gains:
            return self.levels.level(one) == self.levels.level(other)
        return one == other

    def in_words(self, position: Any, number: int) -> str:
        """A number in words."""
        return str(self.levels.claim_of(position, number, -number).bounds)

    def is_true(self, position: Any, said: Outcome | Bounds) -> bool:
        """Whether a verdict is true of a position."""
        bounds = Bounds(said, said) if isinstance(said, Outcome) else said
        return self._reaches(position, bounds.at_least, 1) and self._reaches(
            position, bounds.at_most, -1
        )

    def _reaches(self, position: Any, bound: Outcome | Value | int | None, sign: int) -> bool:
        """Whether a position is worth as much as a bound, or with -1 no more."""
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
        """The score of a number, and without scores 1, 0 or -1."""
        named = self.levels.named(position, True, number)
        return named.points if isinstance(named, Outcome) else int(named)


def worths_of(ask: Examination, positions: Sequence[Any]) -> Worths | None:
    """What each of all positions is worth; nothing where a gain lies on a loop."""
    levels, places = ClaimScale(ask.rules), {each: place for place, each in enumerate(positions)}
    steps = [_steps(ask, position, places) for position in positions]
    numbers = [_at_the_end(ask, levels, position) for position in positions]
    for part in strong_parts(range(len(positions)), lambda place: [to for to, *_ in steps[place]]):
        inside = set(part)
        if any(gain and to in inside for place in part for to, _, gain in steps[place]):
            return None
        _settle(levels, part, steps, numbers)
    return Worths(levels, dict(zip(positions, numbers, strict=True)))


def _steps(ask: Examination, position: Any, places: Mapping[Any, int]) -> list[Step]:
    rules = ask.rules
    return [
        (places[to], rules.turn_kept(position, to), rules.gain(position, move))
        for move, to in ask.steps(position)
    ]


def _at_the_end(ask: Examination, levels: ClaimScale, position: Any) -> int:
    """What an end of play is worth; as long as play goes on, as much as endless play."""
    ending = ask.rules.ending(position)
    return 0 if ending is None else levels.end(position, ending.points)


def _settle(
    levels: ClaimScale, part: list[int], steps: list[list[Step]], numbers: list[int]
) -> None:
    """Give the positions of a part the best of what their moves lead to, until nothing changes."""
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
    return max(levels.back(numbers[to] if kept else -numbers[to], gain) for to, kept, gain in steps)
