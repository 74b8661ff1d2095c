"""Remembering: what was found out once is not found out again, and memory has an end.

Most positions are come to by several moves, so that who moves there, what they are worth and what
a player says of them is asked again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from gamesolver.rules.game import MoveT, PositionT
from gamesolver.rules.guard import Rules

MOST_KEPT = 2_000_000

AskedT = TypeVar("AskedT")
AnswerT = TypeVar("AnswerT")


class Remembered(dict[AskedT, AnswerT]):
    """Answers by what is asked, each found when first asked for; when they are too many, none.

    >>> squares = Remembered(lambda number: number**2, most=2)
    >>> squares[3], squares[4], squares[5], dict(squares)
    (9, 16, 25, {5: 25})
    """

    def __init__(self, find: Callable[[AskedT], AnswerT], most: int = MOST_KEPT) -> None:
        super().__init__()
        self._find = find
        self._most = most

    def __missing__(self, question: AskedT) -> AnswerT:
        answer = self[question] = self._find(question)
        if len(self) > self._most:
            self.clear()
            self[question] = answer
        return answer

    def keep(self, questions: Iterable[AskedT], answer: AnswerT) -> None:
        """Remember the same answer to several questions, which was found otherwise."""
        if len(self) >= self._most:
            self.clear()
        self.update(dict.fromkeys(questions, answer))


class Seats(Generic[PositionT, MoveT]):
    """The seat to move by position, remembered.

    >>> from games import TicTacToe
    >>> game = TicTacToe()
    >>> Seats(Rules(game)).at(game.start())
    0
    """

    def __init__(self, rules: Rules[PositionT, MoveT]) -> None:
        self._has_seats = rules.has_seats
        self._seats = Remembered(rules.player)

    def at(self, position: PositionT) -> int | None:
        """The seat to move, or ``None`` where the game names none."""
        return self._seats[position] if self._has_seats else None
