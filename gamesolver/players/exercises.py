"""Exercises: positions with a question and its answer.

A book of exercises is a sequence. It can be written as text, as JSON for other programs, and as a
sheet to print, with the boards first and the answers on a separate page. Puzzles and traps differ
only in the question and in the form of the answer.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from textwrap import fill
from typing import Any, ClassVar, Generic, Protocol, TypeVar, overload

import attrs

from gamesolver.lazy import shown_by
from gamesolver.players.sheet import Card, Section, page
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.rules.parameters import titled
from gamesolver.shapes import Shaped
from gamesolver.show.sentences import headline

WIDTH = 80


class Exercise(Protocol):
    """Position with a question about it."""

    @property
    def position(self) -> Any:
        """Position to show."""

    @property
    def seat(self) -> int:
        """Player to move, if it is known."""

    @property
    def question(self) -> str:
        """Text of the question."""

    def as_text(self) -> str:
        """Return the question, the board, and the answer as text."""


ExerciseT = TypeVar("ExerciseT", bound=Exercise)


@attrs.frozen(eq=False, repr=False)
class Exercises(Shaped, Sequence[ExerciseT], Generic[PositionT, MoveT, ExerciseT]):
    """Book of exercises in reading order. Common base of ``Puzzles`` and ``Traps``."""

    called: ClassVar[str]
    """Plural noun for the exercises."""
    how_to_read: ClassVar[str]
    """Explanation of the answers, in a few sentences."""

    game: Game[PositionT, MoveT]
    items: tuple[ExerciseT, ...]

    _repr_html_ = shown_by("players.reports", "exercises_html")

    @abstractmethod
    def _answer(self, number: int, exercise: ExerciseT) -> Card:
        """Return the board with the answer to an exercise."""

    def __len__(self) -> int:
        return len(self.items)

    @overload
    def __getitem__(self, place: int) -> ExerciseT: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[ExerciseT, ...]: ...

    def __getitem__(self, place: int | slice) -> Any:
        return self.items[place]

    def __repr__(self) -> str:
        return f"<{len(self)} {self.called} of {self.game!r}>"

    def as_text(self) -> str:
        """Return the explanation of the answers, then all exercises with numbers and answers.

        If the book is empty, return ``No puzzles`` or ``No traps``.
        """
        if not self:
            return f"No {self.called}\n"
        indexed = [f"{number}. {exercise.as_text()}" for number, exercise in enumerate(self, 1)]
        return "\n\n".join([fill(self.how_to_read, WIDTH), *indexed]) + "\n"

    def as_html(self) -> str:
        """Return a sheet to print, with the boards first and the answers on a separate page."""
        questions = [
            Card(f"{n}. {headline(exercise.question)}", exercise.position, mover=exercise.seat)
            for n, exercise in enumerate(self, 1)
        ]
        answers = [self._answer(n, exercise) for n, exercise in enumerate(self, 1)]
        sections = [
            Section("", "", questions),
            Section("Answers", self.how_to_read, answers, "answers"),
        ]
        return page(self.game, f"{self.called.capitalize()}: {titled(self.game)}", sections)
