"""Bounded caches of computed results.

Most positions are reached by several moves. So the player to move, the outcome, and the answer of a
player at one position are requested many times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from gamesolver.rules.game import MoveT, PositionT
from gamesolver.rules.guard import Rules

MOST_KEPT = 2_000_000

QuestionT = TypeVar("QuestionT")
AnswerT = TypeVar("AnswerT")


class Remembered(dict[QuestionT, AnswerT]):
    """Cache that computes each result on first use, and is cleared when it is full.

    >>> squares = Remembered(lambda number: number**2, most=2)
    >>> squares[3], squares[4], squares[5], dict(squares)
    (9, 16, 25, {5: 25})
    """

    def __init__(self, find: Callable[[QuestionT], AnswerT], most: int = MOST_KEPT) -> None:
        super().__init__()
        self._find = find
        self._most = most

    def __missing__(self, question: QuestionT) -> AnswerT:
        answer = self[question] = self._find(question)
        if len(self) > self._most:
            self.clear()
            self[question] = answer
        return answer

    def keep(self, questions: Iterable[QuestionT], answer: AnswerT) -> None:
        """Store one result for several keys, computed elsewhere."""
        if len(self) >= self._most:
            self.clear()
        self.update(dict.fromkeys(questions, answer))


class Seats(Generic[PositionT, MoveT]):
    """Cache of the player to move, by position.

    >>> from games import TicTacToe
    >>> game = TicTacToe()
    >>> Seats(Rules(game)).at(game.start())
    0
    """

    def __init__(self, rules: Rules[PositionT, MoveT]) -> None:
        self._has_seats = rules.has_seats
        self._seats = Remembered(rules.player)

    def at(self, position: PositionT) -> int | None:
        """Return the player to move, or ``None`` if the game does not define ``player``."""
        return self._seats[position] if self._has_seats else None
