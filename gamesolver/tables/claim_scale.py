"""Scale of claims in games with scores, or in which infinite play is won.

A claim is *this side gets at least this much* (``tables.claims``), on a longer scale. The *level*
of a number counts points relative to the payoff of infinite play for the side. p points more in r
plies are ``p * unit - r``, p points less are ``r - p * unit``, and 0 is infinite play. Without
gains, if infinite play is won by a side, an end with an equal payoff is one level higher for
that side, because it prefers an end.

The plies of a claim are at most half a unit. Each number therefore belongs to one level, and
backing it up by a move (``LevelScale.back``) never moves it to another one by mistake.
"""

from __future__ import annotations

from typing import Any

import attrs

from gamesolver.rules.guard import Rules
from gamesolver.tables.claims import MOST, Claim, limited
from gamesolver.value import Bounds, Outcome, Value

FAR_BELOW = -(1 << 60)
"""Lower bound that always holds, if the least score is not known."""


@attrs.frozen
class LevelScale:
    """Scale of a game with scores, or in which infinite play is won."""

    rules: Rules[Any, Any]
    unit: int = MOST
    """Distance of two levels: twice the greatest number of plies."""

    nothing, leaf_plies = FAR_BELOW, 0

    @staticmethod
    def serves(rules: Rules[Any, Any]) -> bool:
        """Return True if a game needs this scale."""
        return rules.is_scored or bool(rules.worth)

    # ── numbers ────────────────────────────────────────────────────────────

    def level(self, number: int) -> int:
        """Return the level of a number."""
        return -(-number // self.unit) if number > 0 else number // self.unit

    def plies(self, number: int) -> int:
        """Return the plies of a number."""
        return abs(self.level(number) * self.unit - number)

    def is_sound(self, number: int) -> bool:
        """Return True if a claim may have this number: its plies are at most half a unit.

        Numbers farther from 0 than ``FAR_BELOW`` are invalid, as kernels use 64 bits.
        """
        return FAR_BELOW <= number <= -FAR_BELOW and 2 * self.plies(number) <= self.unit

    def end(self, position: Any, points: int) -> int:
        """Return the number of a terminal position with these points, for the player to move."""
        return self._level_of(points, self.rules.worth_at(position)) * self.unit

    def solved(self, position: Any, outcome: Outcome) -> int:
        """Return the number of a tablebase outcome.

        If moves gain, the score alone counts, as that of an end in one ply: an end at once may have
        a score that is worth more than any position where play goes on.
        """
        worth, plies = self.rules.worth_at(position), outcome.remoteness or 0
        is_endless = outcome.remoteness is None
        level = outcome.points - worth if is_endless else self._level_of(outcome.points, worth)
        plies = 1 if self.rules.has_gains else plies
        return level * self.unit - (plies if level > 0 else -plies if level else 0)

    def going_on(self, position: Any, for_mover: bool) -> int:
        """Return the lower bound of a side at a position that is not terminal."""
        if self.rules.is_scored:
            return self.nothing
        return (self.end(position, -1) if for_mover else -self.end(position, 1)) + 1

    def back(self, number: int, gain: int) -> int:
        """Return the backed-up number: one ply more, and the gain added.

        A gain that leads to another side of 0 counts as an end of the plies.
        """
        nearer = number - (number > 0) + (number < 0)
        if not gain:
            return nearer
        after = self.level(nearer)
        before = after + gain
        if before * after > 0:
            return nearer + gain * self.unit
        return before * self.unit - (before > 0) + (before < 0)

    @property
    def has_ties(self) -> bool:
        """True if an end is distinguished from infinite play with an equal payoff."""
        return self.rules.worth != 0 and not self.rules.has_gains

    def _level_of(self, points: int, worth: int) -> int:
        """Return the level of an end. ``worth`` is the payoff of infinite play for its side."""
        more = points - worth
        if self.has_ties and more * worth >= 0:
            return more + (1 if worth > 0 else -1)
        return more

    def gets_less(self, position: Any, points: int) -> int:
        """Return what the other player gets at least if the mover gets less than these points."""
        level = 1 - points + self.rules.worth_at(position)
        return (level - 1) * self.unit + 1 if level > 0 else level * self.unit

    # ── words ──────────────────────────────────────────────────────────────

    def claim_of(self, position: Any, mover: int, other: int) -> Claim:
        """Return the claim about a position, given the lower bounds of both sides."""
        worth, is_settled = self.rules.worth_at(position), mover == -other
        least = most = None
        if is_settled or mover > self.going_on(position, for_mover=True):
            least = self._named(mover, worth, is_settled or worth < 0, is_settled or mover > 0)
        if is_settled or other > self.going_on(position, for_mover=False):
            most = self._named(-other, worth, True, is_settled or other > 0)
        bounds = Bounds(least, most)
        return Claim(
            position, limited(bounds, self.rules.score_limits) if self.rules.is_scored else bounds
        )

    def named(self, position: Any, for_mover: bool, number: int) -> Outcome | Value | int:
        """Return the outcome, value or score that a number states for a side."""
        worth = self.rules.worth_at(position)
        return self._named(number, worth if for_mover else -worth, True, number > 0)

    def _named(
        self, number: int, worth: int, may_be_endless: bool, has_plies: bool
    ) -> Outcome | Value | int:
        """Return the outcome, value or score of a number, given the payoff of infinite play."""
        level, scored, plies = self.level(number), self.rules.is_scored, self.plies(number)
        score = level + worth
        if self.has_ties and level * worth > 0:
            score += -1 if worth > 0 else 1
        if self.has_ties and number == 0 and may_be_endless:
            return Outcome.of(score, None, scored, worth)
        if number and (has_plies or plies) and not self.rules.has_gains:
            return Outcome.of(score, plies, scored, worth)
        return score if scored else Value(score)
