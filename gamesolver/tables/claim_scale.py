"""Scale of claims: the meaning of their numbers.

A claim is *this side gets at least this much* (``tables.claims``). Its number counts levels and
plies. The *level* counts points relative to the payoff of infinite play for the side. p points more
in r plies are ``p * unit - r``, p points less are ``r - p * unit``, and 0 is infinite play. Without
scores the levels are those of a loss, a draw and a win: -1, 0 and 1. Without gains, if infinite
play is won by a side, an end with an equal payoff is one level higher for that side, because it
prefers an end.

The plies of a claim are at most half a unit. Each number therefore belongs to one level, and
backing it up by a move (``ClaimScale.backed_up``) never moves it to another one by mistake. If -1,
0 and 1 are the only levels there is none to be mistaken for, and a claim may have nearly all plies
of a unit.

Claims within a few plies of a win or a loss are not stored (``ClaimScale.leaf_plies``). The
verifier plays them. All others are stored.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import attrs

from gamesolver.kernels import claim_numbers
from gamesolver.rules.guard import Rules
from gamesolver.tables.claims import LEAF_PLIES, MOST, Claim, limited
from gamesolver.value import Bounds, Outcome, Value


@attrs.frozen(slots=False)
class ClaimScale:
    """Scale of the claims about one game."""

    rules: Rules[Any, Any]
    unit: int = MOST
    """Distance of two levels."""

    nothing = claim_numbers.NOTHING
    """Number that claims nothing."""

    @cached_property
    def is_by_value(self) -> bool:
        """True if -1, 0 and 1 are the only levels: no scores, and infinite play is a draw."""
        return not (self.rules.is_scored or self.rules.payoff)

    @property
    def leaf_plies(self) -> int:
        """Claims of an end within this number of plies are not stored."""
        return LEAF_PLIES if self.is_by_value else 0

    @property
    def most_plies(self) -> int:
        """Greatest number of plies of a claim."""
        return self.unit - 2 if self.is_by_value else self.unit // 2

    @property
    def has_ties(self) -> bool:
        """True if an end is distinguished from infinite play with an equal payoff."""
        return self.rules.payoff != 0 and not self.rules.has_gains

    # ── numbers ────────────────────────────────────────────────────────────

    def level(self, number: int) -> int:
        """Return the level of a number."""
        return claim_numbers.level_of(number, self.unit)

    def plies(self, number: int) -> int:
        """Return the plies of a number."""
        return claim_numbers.plies_of(number, self.unit)

    def is_sound(self, number: int) -> bool:
        """Return True if a claim may have this number."""
        return claim_numbers.is_sound(number, self.unit, self.most_plies)

    def is_short(self, number: int, leaf_plies: int) -> bool:
        """Return True if a claim has too few plies to be stored."""
        return leaf_plies > 0 and abs(number) >= self.unit - leaf_plies

    def end(self, position: Any, points: int) -> int:
        """Return the number of a terminal position with these points, for the player to move."""
        return self._level_of(points, self.rules.payoff_at(position)) * self.unit

    def solved(self, position: Any, outcome: Outcome) -> int:
        """Return the number of a tablebase outcome.

        If moves gain, the score alone counts, as that of an end in one ply: an end at once may have
        a score greater than that of any position that is not terminal.
        """
        payoff, plies = self.rules.payoff_at(position), outcome.remoteness or 0
        is_endless = outcome.remoteness is None
        level = outcome.points - payoff if is_endless else self._level_of(outcome.points, payoff)
        plies = 1 if self.rules.has_gains else plies
        return level * self.unit - (plies if level > 0 else -plies if level else 0)

    def going_on(self, position: Any, for_mover: bool) -> int:
        """Return the lower bound of a side at a position that is not terminal."""
        if self.rules.is_scored:
            return self.nothing
        return (self.end(position, -1) if for_mover else -self.end(position, 1)) + 1

    def backed_up(self, number: int, gain: int) -> int:
        """Return the backed-up number: one ply more, and the gain added."""
        return claim_numbers.backed_up(number, gain, self.unit)

    def _level_of(self, points: int, payoff: int) -> int:
        return claim_numbers.level_of_end(points, payoff, self.has_ties)

    def gets_less(self, position: Any, points: int) -> int:
        """Return what the other player gets at least if the mover gets less than these points."""
        level = 1 - points + self.rules.payoff_at(position)
        return (level - 1) * self.unit + 1 if level > 0 else level * self.unit

    # ── words ──────────────────────────────────────────────────────────────

    def claim_of(self, position: Any, mover: int, other: int) -> Claim:
        """Return the claim about a position, given the lower bounds of both sides."""
        payoff, is_resolved = self.rules.payoff_at(position), mover == -other
        least = most = None
        if is_resolved or mover > self.going_on(position, for_mover=True):
            least = self._named(mover, payoff, is_resolved or payoff < 0, is_resolved or mover > 0)
        if is_resolved or other > self.going_on(position, for_mover=False):
            most = self._named(-other, payoff, True, is_resolved or other > 0)
        bounds = Bounds(least, most)
        return Claim(
            position, limited(bounds, self.rules.score_limits) if self.rules.is_scored else bounds
        )

    def named(self, position: Any, for_mover: bool, number: int) -> Outcome | Value | int:
        """Return the outcome, value or score that a number states for a side."""
        payoff = self.rules.payoff_at(position)
        return self._named(number, payoff if for_mover else -payoff, True, number > 0)

    def _named(
        self, number: int, payoff: int, may_be_endless: bool, has_plies: bool
    ) -> Outcome | Value | int:
        """Return the outcome, value or score of a number, given the payoff of infinite play."""
        level, scored, plies = self.level(number), self.rules.is_scored, self.plies(number)
        score = level + payoff
        if self.has_ties and level * payoff > 0:
            score += -1 if payoff > 0 else 1
        if not scored:  # a false claim may have any level
            score = max(int(Value.LOSS), min(score, int(Value.WIN)))
        if self.has_ties and number == 0 and may_be_endless:
            return Outcome.of(score, None, scored, payoff)
        if (
            number
            and (has_plies or plies)
            and plies <= self.most_plies
            and not self.rules.has_gains
        ):
            return Outcome.of(score, plies, scored, payoff)
        return score if scored else Value(score)
