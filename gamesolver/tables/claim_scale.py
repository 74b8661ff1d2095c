"""What the numbers of claims mean where there are scores, or endless play is won.

A claim is still *this side gets at least so much* (``tables.claims``), on a longer scale. The
*level* of a number counts the points more, or less, than endless play is worth to the side: p
points more in r plies are ``p * unit - r``, p points less ``r - p * unit``, and 0 is as much as
endless play. Without gains, where endless play is won by a side, an end that is worth as much is a
level more to that side, for it prefers an end.

The plies of a claim are at most half a unit: so each number belongs to one level, and what a move
makes of it (``LevelScale.back``) never slips into another one.
"""

from __future__ import annotations

from typing import Any

import attrs

from gamesolver.rules.guard import Rules
from gamesolver.tables.claims import MOST, Claim, limited
from gamesolver.value import Bounds, Outcome, Value

FAR_BELOW = -(1 << 60)
"""What each side gets at least, whatever happens, where nobody knows the least score."""


@attrs.frozen
class LevelScale:
    """That of a game with scores, or of one whose endless play is won."""

    rules: Rules[Any, Any]
    unit: int = MOST
    """How many plies a level has room for, twice over."""

    nothing, leaf_plies = FAR_BELOW, 0

    @staticmethod
    def serves(rules: Rules[Any, Any]) -> bool:
        """Whether a game needs it."""
        return rules.is_scored or bool(rules.worth)

    # ── numbers ────────────────────────────────────────────────────────────

    def level(self, number: int) -> int:
        """The level of a number."""
        return -(-number // self.unit) if number > 0 else number // self.unit

    def plies(self, number: int) -> int:
        """The plies in a number."""
        return abs(self.level(number) * self.unit - number)

    def is_sound(self, number: int) -> bool:
        """Whether a claim may have this number: its plies are no more than half a unit.

        What is farther from 0 than ``FAR_BELOW`` is none, for kernels reckon in 64 bits.
        """
        return FAR_BELOW <= number <= -FAR_BELOW and 2 * self.plies(number) <= self.unit

    def end(self, position: Any, points: int) -> int:
        """What an end with so many points for the player to move is worth there to that player."""
        return self._level_of(points, self.rules.worth_at(position)) * self.unit

    def solved(self, position: Any, outcome: Outcome) -> int:
        """Return what an outcome that a table has is worth.

        If moves gain, the score alone counts, as that of an end in one ply: an end at once may have
        a score that is worth more than any position where play goes on.
        """
        worth, plies = self.rules.worth_at(position), outcome.remoteness or 0
        is_endless = outcome.remoteness is None
        level = outcome.points - worth if is_endless else self._level_of(outcome.points, worth)
        plies = 1 if self.rules.has_gains else plies
        return level * self.unit - (plies if level > 0 else -plies if level else 0)

    def going_on(self, position: Any, for_mover: bool) -> int:
        """What a side gets at least while play goes on: without scores, it is not lost yet."""
        if self.rules.is_scored:
            return self.nothing
        return (self.end(position, -1) if for_mover else -self.end(position, 1)) + 1

    def back(self, number: int, gain: int) -> int:
        """What a side gets by a move, at least, that gets so much after it: a ply more, and a gain.

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
        """Whether an end is told from endless play that is worth as much."""
        return self.rules.worth != 0 and not self.rules.has_gains

    def _level_of(self, points: int, worth: int) -> int:
        """The level of an end, where endless play is worth so much to whoever gets the points."""
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
        """What is known of a position, in words, from what each side gets at least."""
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
        """What a side gets, in words."""
        worth = self.rules.worth_at(position)
        return self._named(number, worth if for_mover else -worth, True, number > 0)

    def _named(
        self, number: int, worth: int, may_be_endless: bool, has_plies: bool
    ) -> Outcome | Value | int:
        """A number in words, for whom endless play is worth so much."""
        level, scored, plies = self.level(number), self.rules.is_scored, self.plies(number)
        score = level + worth
        if self.has_ties and level * worth > 0:
            score += -1 if worth > 0 else 1
        if self.has_ties and number == 0 and may_be_endless:
            return Outcome.of(score, None, scored, worth)
        if number and (has_plies or plies) and not self.rules.has_gains:
            return Outcome.of(score, plies, scored, worth)
        return score if scored else Value(score)
