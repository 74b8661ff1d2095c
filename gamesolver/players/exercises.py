"""Exercises: positions with what is asked about them, and the answers.

They make a book, which is a sequence and tells itself in three ways: as text, as JSON for other
programs, and as a sheet to print, boards first, the answers on a page of their own. What is asked,
and what an answer looks like, is all that puzzles and traps differ in.
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
    """A position, and what is asked about it."""

    @property
    def position(self) -> Any:
        """What stands on the board."""

    @property
    def seat(self) -> int:
        """The seat to move, as far as that can be known."""

    @property
    def question(self) -> str:
        """What is asked."""

    def as_text(self) -> str:
        """The question, the board and the answer."""


ExerciseT = TypeVar("ExerciseT", bound=Exercise)


@attrs.frozen(eq=False, repr=False)
class Exercises(Shaped, Sequence[ExerciseT], Generic[PositionT, MoveT, ExerciseT]):
    """A book of exercises, in the order in which they are read: what puzzles and traps share."""

    called: ClassVar[str]
    """What it holds, in a word."""
    how_to_read: ClassVar[str]
    """What the answers say, in a few sentences."""

    game: Game[PositionT, MoveT]
    items: tuple[ExerciseT, ...]

    _repr_html_ = shown_by("players.reports", "exercises_html")

    @abstractmethod
    def _answer(self, number: int, exercise: ExerciseT) -> Card:
        """The board with the answer to one of them."""

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
        """How the answers are read, then all of them, numbered, each with its answer.

        Where there are none, so many words: ``No puzzles``, ``No traps``.
        """
        if not self:
            return f"No {self.called}\n"
        numbered = [f"{number}. {exercise.as_text()}" for number, exercise in enumerate(self, 1)]
        return "\n\n".join([fill(self.how_to_read, WIDTH), *numbered]) + "\n"

    def as_html(self) -> str:
        """A sheet to print: boards first, the answers on a page of their own."""
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
