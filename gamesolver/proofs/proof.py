"""A proof: what was shown of one position, and what it would take to show more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic

import attrs

from gamesolver.errors import InvalidArgumentError
from gamesolver.proofs.questions import Questions, exactly, value_alone
from gamesolver.proofs.worths import asked_next
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.value import Bounds, Outcome, Value


@attrs.frozen
class ProofStory:
    """How a proof was found."""

    method: str
    visited: int
    """Positions that were looked at."""
    entries: int
    """For how many positions the table has room."""
    seconds: float
    stopped: str = ""
    """What stopped it before all was answered; empty where nothing did."""


@attrs.frozen
class ProofRow(Generic[MoveT, PositionT]):
    """A move, with what is known of where it leads, as it is for whoever makes the move."""

    move: MoveT
    position: PositionT
    bounds: Bounds

    @property
    def outcome(self) -> Outcome | None:
        """Its outcome, where that is settled."""
        bound = self.bounds.at_least
        return bound if isinstance(bound, Outcome) and bound == self.bounds.at_most else None


@attrs.frozen(eq=False)
class Proof(Generic[PositionT, MoveT]):
    """What ``prove`` found out about one position of a game.

    >>> from games import TicTacToe
    >>> from gamesolver import prove
    >>> proof = prove(TicTacToe())
    >>> print(proof.outcome, "/", proof.bounds)
    draw in 9 / at least draw in 9, at most draw in 9
    """

    game: Game[PositionT, MoveT]
    position: PositionT
    bounds: Bounds
    """Between which outcomes that of the position lies; nothing in it is guessed."""
    how: ProofStory
    _questions: Questions = attrs.field(repr=False)
    _is_exact: bool = attrs.field(repr=False, default=True)

    @property
    def value(self) -> Value | None:
        """Who wins, where that is settled."""
        least, most = self._questions.bounds(self.position)
        signs = {(worth > 0) - (worth < 0) for worth in (least, most)}
        return Value(signs.pop()) if len(signs) == 1 else None

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, where it is settled."""
        bound = self.bounds.at_least
        return bound if isinstance(bound, Outcome) and bound == self.bounds.at_most else None

    def best_move(self, position: PositionT | None = None) -> MoveT:
        """A move that gets what was proved, at the position or at one that it leads to."""
        where = self.position if position is None else position
        best = next(iter(self._best(where)), None)
        if best is None:
            raise InvalidArgumentError(
                f"play has ended at {self.game.format(where)}: expected a position with moves"
            )
        return best

    def best_moves(self, position: PositionT | None = None) -> tuple[MoveT, ...]:
        """All moves that get it."""
        return tuple(self._best(self.position if position is None else position))

    def moves(self, position: PositionT | None = None) -> tuple[ProofRow[MoveT, PositionT], ...]:
        """Each move with its outcome."""
        where = self.position if position is None else position
        rules, rows = self._questions.rules, []
        if rules.ending(where) is not None:
            return ()
        for move, successor in rules.played(where):
            self._settle(successor)
            rows.append(ProofRow(move, successor, self._bounds_of_move(where, successor)))
        return tuple(rows)

    def mainline(self) -> tuple[MoveT, ...]:
        """Best moves from the position to the end; where play has none, until one comes back."""
        line, position, met = [], self.position, set()
        while self._questions.rules.ending(position) is None and position not in met:
            met.add(position)
            move = self.best_move(position)
            line.append(move)
            position = self._questions.rules.play(position, move)
        return tuple(line)

    # ── what was shown, and what is asked now ──────────────────────────────

    def _settle(self, position: Any) -> tuple[int, int]:
        """What a position is worth: as exactly as was asked of the proof."""
        questions = self._questions
        bounds = questions.settle(position, exactly if self._is_exact else value_alone)
        if bounds == (0, 0) and self._is_exact:
            questions.drawn_in(position)
        return bounds

    def _best(self, position: PositionT) -> Iterator[MoveT]:
        """The moves that get what the position is worth, one by one."""
        questions = self._questions
        if questions.rules.ending(position) is not None:
            return
        least, _ = self._settle(position)
        plies = questions.drawn_outcome(position) if least == 0 else None
        for move, successor in questions.rules.played(position):
            kept = questions.rules.turn_kept(position, successor)
            gets = questions.is_at_least(successor, asked_next(least, kept)) == kept
            if gets and (plies is None or self._draws_in(position, successor, plies)):
                yield move

    def _draws_in(self, position: Any, successor: Any, outcome: Outcome) -> bool:
        """Whether a move that draws takes no longer than the best one."""
        self._settle(successor)
        drawn = self._questions.drawn_outcome(successor)
        return drawn is not None and drawn.back() == outcome

    def _bounds_of_move(self, position: Any, successor: Any) -> Bounds:
        """What is known of a move."""
        from gamesolver.proofs.worths import bounds_between

        questions = self._questions
        kept = questions.rules.turn_kept(position, successor)
        drawn = questions.drawn_outcome(successor)
        if questions.bounds(successor) == (0, 0) and drawn is not None:
            return Bounds(drawn.back(kept), drawn.back(kept))
        return bounds_between(*questions.worth_of_move(position, successor))
