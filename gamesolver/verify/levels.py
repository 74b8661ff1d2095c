"""Verification of claims by levels: with scores, or if infinite play is won.

A claim is supported as in ``verify.claims``: by an end, by one move if its side is to move, or by
all moves otherwise. ``tables.claim_scale`` defines the numbers and how a move changes them. A
bound that is *shown* one ply on is backed up over the move, with its gain, and must reach the
claim. There are no leaves: everything except terminal positions is claimed.

If every claim is supported, every claim is true. Moves that gain lie on no cycle, so their
successors may be assumed to be shown before. Between gains:

* a claim of more than infinite play within n plies rests on claims of one ply less, and finally on
  a terminal position, or on a gain after which the side need not have an end. No cycle supports it;
* a claim of infinite play or less may rest on itself in a cycle, and rightly so. A side that stays
  in such a set for ever gets the payoff of infinite play, and leaves it only for as much.

A claim of more plies than half a unit is refused, whatever supports it, because its number might
belong to the next level.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NoReturn

from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.guard import Rules
from gamesolver.tables.claim_scale import LevelScale
from gamesolver.tables.claims import MOVER, OTHER, BestPlay, ClaimColumns, Claims, Statement
from gamesolver.tables.solved import NOTHING_SOLVED, SolvedPositions
from gamesolver.value import Outcome
from gamesolver.verify.claims import SIDES, ClaimCheck, in_words, side_after

if TYPE_CHECKING:
    from gamesolver.verify.claim_columns import ColumnPass

UNSOUND = "a claim has too many plies"


class LevelClaimCheck(ClaimCheck):
    """One pass over claims by levels."""

    def __init__(
        self,
        rules: Rules[Any, Any],
        claims: Claims,
        symmetries: bool,
        solved: SolvedPositions = NOTHING_SOLVED,
    ) -> None:
        super().__init__(rules, claims, symmetries, solved)
        assert isinstance(claims.scale, LevelScale)
        self.scale: LevelScale = claims.scale

    def _columns(self, game: CompiledGame, claims: ClaimColumns) -> ColumnPass:
        from gamesolver.verify.claim_columns import LevelColumnCheck  # numba: only when needed

        return LevelColumnCheck(game, claims, self.folds, self.solved)

    def statement(self, statement: Statement) -> None:
        """Raise unless a statement of the proof is shown."""
        self._require_sound(statement.position, MOVER, statement.mover)
        self._require_sound(statement.position, OTHER, statement.other)
        super().statement(statement)

    def claim(self, position: Any, side: int, bound: int) -> None:
        """Raise unless a claim is supported."""
        self._require_sound(position, side, bound)
        super().claim(position, side, bound)

    def _refute(self, position: Any, side: int, bound: int, is_too_large: bool) -> NoReturn:
        self._require_sound(position, side, bound)
        super()._refute(position, side, bound, is_too_large)

    def _require_sound(self, position: Any, side: int, bound: int) -> None:
        if bound != self.scale.nothing and not self.scale.is_sound(bound):
            self._fail(position, side, bound, UNSOUND)

    def _draw(self, position: Any, drawn: Outcome) -> None:
        """Raise unless a draw takes the stated plies, or if moves gain."""
        if self.rules.has_gains or self.rules.worth:
            self._fail_outcome(position, drawn, "in this game the plies of draws are not shown")
        super()._draw(position, drawn)

    def best_play(self, outcomes: BestPlay) -> None:
        """Raise unless the outcomes of best play hold, in a game in which moves gain.

        The outcomes belong to a set of positions. At each of them a move that leaves the set
        is shown to get less, and the greatest backed-up outcome of the others is the stated
        one. They are thus the solution of the game that stays in the set, by the certificate
        of ``verify.certificate``, and leaving it is worse.
        """
        for position, outcome in outcomes.items():
            ending = self.rules.ending(position)
            expected = self._best_of(position, outcome, outcomes) if ending is None else ending
            is_same = expected == outcome and expected.last_gain == outcome.last_gain
            if expected is None or not is_same:
                self._fail_outcome(position, outcome, f"by its moves it is a {expected}")

    def _best_of(self, position: Any, outcome: Outcome, outcomes: BestPlay) -> Outcome | None:
        """Return the greatest backed-up outcome of the moves that stay among known outcomes."""
        rules, best = self.rules, None
        less = self.scale.gets_less(position, outcome.points)
        for move, (successor, kept) in zip(
            rules.moves(position), self._successors(position), strict=True
        ):
            gain = rules.gain(position, move)
            after = self._outcome_in(outcomes, successor)
            if after is None:
                if not self.is_shown_after(successor, side_after(OTHER, kept), -gain, less):
                    self._fail_outcome(position, outcome, "one of its moves may get as much")
                continue
            back = after.back(kept, gain)
            if best is None or back.rank > best.rank:
                best = back
        return best

    def _outcome_in(self, outcomes: BestPlay, position: Any) -> Outcome | None:
        """Return the outcome of a position, or of a symmetric one, for the player to move."""
        name = self._name(position)
        outcome = outcomes.get(name)
        if outcome is None:
            return None
        if name != position:
            if not self._are_twins(position, name):
                return None
            self.twins += 1
        length = ~outcome.last_gain if outcome.remoteness is None else outcome.remoteness
        worth = self.rules.worth_at(position)
        return Outcome.of(outcome.points, length, self.rules.is_scored, worth)

    def is_shown(self, position: Any, side: int, bound: int) -> bool:
        """Return True if a bound is shown: by an end, a claim, or a table."""
        return self._is_enough(position, side, lambda number: number >= bound)

    def _is_supported(self, position: Any, side: int, bound: int) -> bool:
        """Return True if a bound follows from one ply on: by one move, or by all."""
        after = (
            self.is_shown_after(successor, side_after(side, kept), gain, bound)
            for successor, kept, gain in self._moves_for(position, side)
        )
        return any(after) if side == MOVER else all(after)

    def is_shown_after(self, successor: Any, side: int, gain: int, bound: int) -> bool:
        """Return True if a bound is shown by the backed-up number of a successor."""
        back = self.scale.back
        return self._is_enough(successor, side, lambda number: back(number, gain) >= bound)

    def _moves_for(self, position: Any, side: int) -> Iterator[tuple[Any, bool, int]]:
        """Yield the successors, with True if the turn is kept, and the gain of a side."""
        rules = self.rules
        for move, (successor, kept) in zip(
            rules.moves(position), self._successors(position), strict=True
        ):
            gain = rules.gain(position, move)
            yield successor, kept, gain if side == MOVER else -gain

    def _is_enough(self, position: Any, side: int, enough: Callable[[int], bool]) -> bool:
        """Return True if a number shown of a side satisfies ``enough``, and record its source."""
        gets = self.by_rules(position, side)
        if gets is not None:
            return enough(gets)
        if enough(self.scale.going_on(position, for_mover=side == MOVER)):
            return True
        if enough(self.claims.bound(position, side)):
            return True
        return self._is_enough_of_twin(position, side, enough) or self._is_enough_in_table(
            position, side, enough
        )

    def _is_enough_of_twin(self, position: Any, side: int, enough: Callable[[int], bool]) -> bool:
        if not self.folds:
            return False
        canonical = self.rules.canonical(position)
        if not enough(self.claims.bound(canonical, side)):
            return False
        if not self._are_twins(position, canonical):
            return False
        self.twins += 1
        return True

    def _is_enough_in_table(self, position: Any, side: int, enough: Callable[[int], bool]) -> bool:
        found = self._found(position)
        if found is None or not enough(self._solved(position, side, found[1])):
            return False
        self.taken[self.rules.canonical(position), side] = found[0]
        return True

    def _solved(self, position: Any, side: int, outcome: Outcome) -> int:
        """Return the number of a tablebase outcome for a side."""
        worth = self.scale.solved(position, outcome)
        return worth if side == MOVER else -worth

    def by_rules(self, position: Any, side: int) -> int | None:
        """Return the number of a terminal position for a side, or ``None``."""
        ending = self.rules.ending(position)
        if ending is None:
            return None
        worth = self.scale.end(position, ending.points)
        return worth if side == MOVER else -worth

    def _is_decided(self, position: Any) -> bool:
        """Return True if a side is shown to get more than the payoff of infinite play."""
        return any(self.is_shown(position, side, 1) for side in SIDES)

    def _words(self, position: Any, side: int, bound: int) -> str:
        return in_words(self.scale.named(position, side == MOVER, bound))
