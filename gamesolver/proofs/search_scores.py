"""Scale of integers for outcomes, questions and answers of proofs.

The scale is defined in ``kernels.search_scores``: a win in r plies is ``MOST - r``, a loss in r
plies ``r - MOST``, and a draw 0. A question is "is this position at least n?" With scores there is
a level for each number of points relative to the payoff of infinite play.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import attrs

from gamesolver.kernels import scale as numbers
from gamesolver.kernels.scale import LARGEST, MOST
from gamesolver.rules.guard import Rules
from gamesolver.tables.claims import limited
from gamesolver.value import MOST_POINTS, Bounds, Outcome, Value, points_of

INFINITE = 1 << 60
"""Number beyond all outcomes."""

NOTHING = -INFINITE, INFINITE
"""Bounds of an unknown position."""

KNOWN = INFINITE // 4
"""Largest absolute number of a position with a known bound."""

LEAST_UNIT = 1 << 12
"""Size of a level for which kernels have room. They search scales with larger levels alone."""

ANY_WIN = 1
ANY_DRAW = 0


@attrs.frozen
class Scale:
    """Scale for the player to move at a position."""

    unit: int = MOST
    """Size of a level. Its plies are at most half of it."""
    endless: int = 0
    """Payoff of infinite play for the player to move."""
    is_scored: bool = False
    has_gains: bool = False
    lowest: int | None = int(Value.LOSS)
    """Least possible score, if known, or that of a loss without scores."""
    highest: int | None = int(Value.WIN)

    # ── levels ─────────────────────────────────────────────────────────────

    @property
    def is_for_kernels(self) -> bool:
        """True if kernels can represent all numbers of positions that are not terminal."""
        return self.top <= LARGEST

    @property
    def has_ties(self) -> bool:
        """True if an end and infinite play with an equal payoff are not equally good.

        If moves gain, ends and infinite play are distinguished after the score is known.
        """
        return self.endless != 0 and not self.has_gains

    @cached_property
    def top(self) -> int:
        """Number that no position reaches before its end, for either player to move.

        Both players have one limit. The payoff of infinite play is the opposite for the other
        player, so a level out of reach for one of them may be within reach of the other.
        """
        if self.lowest is None or self.highest is None:
            return INFINITE // 2
        for_both = self, attrs.evolve(self, endless=-self.endless)
        scores = self.lowest, self.highest
        levels = (abs(scale.level_with(score)) for scale in for_both for score in scores)
        return self.unit * max(1, *levels)

    @property
    def for_either(self) -> tuple[int, int]:
        """Bounds of a position that is not terminal, for either player to move."""
        return 1 - self.top, self.top - 1

    @cached_property
    def going_on(self) -> tuple[int, int]:
        """Bounds that hold for every position that is not terminal."""
        least, most = self.for_either
        if self.lowest is not None:
            least = max(least, self._in_a_ply(self.least_with(self.lowest)))
        if self.highest is not None:
            most = min(most, self._in_a_ply(self.most_with(self.highest)))
        return least, most

    def _in_a_ply(self, number: int) -> int:
        """Return the nearest number of a position that is not terminal: at least a ply remains."""
        is_end = number != 0 and number % self.unit == 0
        return number - (is_end and number > 0) + (is_end and number < 0)

    @cached_property
    def of_moves(self) -> Scale:
        """Scale of moves, which has no limits of scores.

        A position never has less than the least score, since its player chooses. A bad move can.
        """
        return attrs.evolve(self, lowest=None, highest=None) if self.is_scored else self

    def level(self, number: int) -> int:
        """Return the level of a number or a question."""
        return numbers.level(number, self.unit)

    def bottom(self, level: int) -> int:
        """Return the least question of a level: its points in any number of plies."""
        return numbers.bottom(level, self.unit)

    def plies(self, number: int) -> int:
        """Return the plies of a number."""
        return abs(self.level(number) * self.unit - number)

    def has_plies(self, number: int) -> bool:
        """Return True if a number states its plies."""
        return 2 * self.plies(number) <= self.unit

    def level_with(self, score: int) -> int:
        """Return the level of an end with a score."""
        return numbers.level_with(score, self.endless, self.has_ties)

    def score_at(self, level: int) -> int:
        """Return the score of a level."""
        if self.has_ties:
            level += (self.endless < 0 and level < 0) - (self.endless > 0 and level > 0)
        return level + self.endless

    def least_with(self, score: int) -> int:
        """Return the least number of a position with this score."""
        level = self.level_with(score)
        return self.bottom(level - (self.has_ties and self.endless > 0 and level == 1))

    def most_with(self, score: int) -> int:
        """Return the greatest number of a position with this score."""
        level = self.level_with(score)
        is_tied = self.has_ties and self.endless < 0 and level == -1
        return self.bottom(level + is_tied + 1) - 1

    def least_score(self, number: int) -> int | None:
        """Return the score of a bound from below, or ``None``."""
        if self._is_any_least(number):
            return self.lowest
        level = self.level(number)
        return self.score_at(level + (level < 0 and not self.has_plies(number)))

    def most_score(self, number: int) -> int | None:
        """Return the score of a bound from above, or ``None``."""
        if self._is_any_most(number):
            return self.highest
        level = self.level(number)
        return self.score_at(level - (level > 0 and not self.has_plies(number)))

    def _is_any_least(self, number: int) -> bool:
        """Return True if a bound from below holds for every position that is not terminal."""
        if self.lowest is None:
            return 2 * number < -self.top
        return number <= self.going_on[0]

    def _is_any_most(self, number: int) -> bool:
        """Return True if a bound from above holds for every position that is not terminal."""
        if self.highest is None:
            return 2 * number > self.top
        return number >= self.going_on[1]

    def are_informative(self, least: int, most: int) -> tuple[bool, bool]:
        """Return for each bound True if it does not hold for every position."""
        return not self._is_any_least(least), not self._is_any_most(most)

    # ── moves ──────────────────────────────────────────────────────────────

    def shifted(self, number: int, gain: int) -> int:
        """Return a number after adding a gain. Unknown bounds stay unknown."""
        return numbers.shifted(number, gain, self.unit, KNOWN)

    def needed(self, target: int, gain: int) -> int:
        """Return the least number that reaches ``target`` with a gain."""
        return numbers.needed(target, gain, self.unit, KNOWN)

    def backed_up(self, number: int, kept: bool, gain: int = 0) -> int:
        """Return the backed-up number of a move."""
        nearer = numbers.nearer_by_ply(number, self.unit)
        return self.shifted(nearer if kept else -nearer, gain)

    def successor_target(self, target: int, kept: bool, gain: int = 0) -> int:
        """Return the question for a successor that decides ``target`` here."""
        needed = self.needed(target, gain)
        return numbers.farther_by_ply(needed if kept else 1 - needed, self.unit)

    # ── in and out of words ────────────────────────────────────────────────

    def of_end(self, ending: Outcome) -> int:
        """Return the number of a terminal position."""
        return self.level_with(ending.points) * self.unit

    def search_score(self, outcome: Outcome) -> int:
        """Return the search score of an outcome, equal for all draws."""
        if outcome.remoteness is None:
            return (outcome.points - self.endless) * self.unit
        level = self.level_with(outcome.points)
        plies = outcome.remoteness
        return level * self.unit - (plies if level > 0 else -plies if level else 0)

    def of_solved(self, outcome: Outcome) -> int:
        """Return the number of a tablebase outcome. If moves gain, its plies are taken as one."""
        return (
            self._in_a_ply(self.of_end(outcome)) if self.has_gains else self.search_score(outcome)
        )

    def question(self, bound: Outcome | Value | int) -> int:
        """Return the question whether a position reaches a bound."""
        if isinstance(bound, Outcome) and not self.has_gains and self._has_plies(bound):
            return self.search_score(bound)
        return self.least_with(points_of(bound))

    def bounds_of(self, verdict: Outcome | Bounds) -> tuple[int, int]:
        """Return the bounds that an author's verdict states."""
        if isinstance(verdict, Outcome):
            verdict = Bounds(verdict, verdict)
        least, most = verdict.at_least, verdict.at_most
        is_nothing = least is Value.LOSS or (self.is_scored and _is_loss_alone(least))
        at_least = -INFINITE if least is None or is_nothing else self.question(least)
        return at_least, INFINITE if most is None else self._most(most)

    def why_not(self, verdict: Outcome | Bounds) -> str:
        """Return why a verdict is impossible before the end of play, or an empty text."""
        both = verdict if isinstance(verdict, Bounds) else Bounds(verdict, verdict)
        for bound in (both.at_least, both.at_most):
            if bound is not None and (why := self._why_no_bound(bound)):
                return why
        (least, most), (lowest, highest) = self.bounds_of(verdict), self.going_on
        if least > most:
            return "expected a bound from below that is no more than the one from above"
        if least > highest or most < lowest:
            return "expected a result that is possible before the end of play"
        return ""

    def _why_no_bound(self, bound: Outcome | Value | int) -> str:
        if _score_of(bound) and not self.is_scored:
            return "expected no points, for the game has no scores"
        if abs(points_of(bound)) > MOST_POINTS:
            return f"expected at most {MOST_POINTS:,} points"
        if not isinstance(bound, Outcome) or self.has_gains:
            return ""
        if bound.remoteness is not None:
            is_long = 2 * bound.remoteness > self.unit
            return f"expected at most {self.unit // 2:,} plies" if is_long else ""
        endless = Outcome.of(self.endless, None, self.is_scored)
        is_other = self._has_plies(bound) and bound.points != self.endless
        return f"expected plies, because infinite play is an {endless}" if is_other else ""

    def _most(self, bound: Outcome | Value | int) -> int:
        if isinstance(bound, Outcome) and not self.has_gains and self._has_plies(bound):
            return self.search_score(bound)
        value = bound.value if isinstance(bound, Outcome) else bound
        if self.is_scored and value is Value.WIN and not _score_of(bound):
            return INFINITE
        return self.most_with(points_of(bound))

    def _has_plies(self, outcome: Outcome) -> bool:
        """Return True if an outcome has a score exactly if the game has scores."""
        return self.is_scored == (outcome.score is not None)

    def at_least(self, number: int) -> Outcome | Value | int | None:
        """Return a bound from below as an outcome, value or score, or ``None``."""
        score = self.least_score(number)
        if score is None or self._is_any_least(number):
            return None
        is_endless = self.has_ties and number == 0 and self.endless < 0
        return self._named(number, score, is_endless, number > 0 or self.plies(number) > 0)

    def at_most(self, number: int) -> Outcome | Value | int | None:
        """Return a bound from above as an outcome, value or score, or ``None``."""
        score = self.most_score(number)
        if score is None or self._is_any_most(number):
            return None
        is_endless = self.has_ties and number == 0
        return self._named(number, score, is_endless, number < 0 or self.plies(number) > 0)

    def _named(
        self, number: int, score: int, is_endless: bool, shows_plies: bool
    ) -> Outcome | Value | int:
        if is_endless:
            return Outcome.of(score, None, self.is_scored, self.endless)
        if shows_plies and number and self.has_plies(number) and not self.has_gains:
            return Outcome.of(score, self.plies(number), self.is_scored, self.endless)
        return score if self.is_scored else Value(score)

    def resolved(self, number: int) -> Outcome | Value | int:
        """Return a number as an outcome, value or score."""
        score = self.score_at(self.level(number))
        return self._named(number, score, self.has_ties and number == 0, True)

    def between(self, least: int, most: int) -> Bounds:
        """Return two numbers as bounds."""
        if least == most:
            return Bounds(self.resolved(least), self.resolved(most))
        bounds = Bounds(self.at_least(least), self.at_most(most))
        return limited(bounds, (self.lowest, self.highest)) if self.is_scored else bounds


def _score_of(bound: Outcome | Value | int) -> bool:
    """Return True if a bound states a score."""
    return (isinstance(bound, Outcome) and bound.score is not None) or (
        isinstance(bound, int) and not isinstance(bound, Value)
    )


def _is_loss_alone(bound: Outcome | Value | int | None) -> bool:
    """Return True if a bound states a loss without a score."""
    return isinstance(bound, Outcome) and bound.value is Value.LOSS and bound.score is None


def scale_of(rules: Rules[Any, Any], seat: int | None = None) -> Scale:
    """Return the scale of a game for one player."""
    if not rules.is_scored:
        return Scale(endless=rules.payoff_for(None, seat) if rules.payoff else 0)
    endless = rules.payoff_for(None, seat) if rules.payoff else 0
    lowest, highest = rules.score_limits
    if lowest is None or highest is None:
        return Scale(MOST, endless, True, rules.has_gains, None, None)
    levels = max(abs(lowest), abs(highest)) + abs(endless) + 1
    unit = min(MOST, LARGEST // levels)
    if unit < LEAST_UNIT:
        unit = MOST
    return Scale(unit, endless, True, rules.has_gains, lowest, highest)


@attrs.frozen
class Scales:
    """Scale of a game for each of its positions."""

    rules: Rules[Any, Any]
    _first: Scale
    _second: Scale

    @classmethod
    def of(cls, rules: Rules[Any, Any]) -> Scales:
        """Return the scales of a game."""
        if rules.payoff:
            return cls(rules, scale_of(rules, 0), scale_of(rules, 1))
        scale = scale_of(rules)
        return cls(rules, scale, scale)

    def of_solved(self, position: Any, outcome: Outcome) -> int:
        """Return the number of a tablebase outcome for the player to move."""
        return self.at(position).of_solved(outcome)

    @property
    def first(self) -> Scale:
        """Scale for player 0."""
        return self._first

    def at(self, position: Any) -> Scale:
        """Return the scale for the player to move at a position."""
        if self._first is self._second:
            return self._first
        return self._first if self.rules.player(position) == 0 else self._second


VALUES = Scale()
"""Scale of a game with wins, draws and losses."""


def search_score(outcome: Outcome) -> int:
    """Return the search score of an outcome on the scale of values."""
    return VALUES.search_score(outcome)
