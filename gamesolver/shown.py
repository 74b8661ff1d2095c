"""What a solution shows of itself: briefly on one line, and in a notebook with boards."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Generic

from gamesolver.boards import Board, one_line
from gamesolver.displays import shown_by
from gamesolver.game import Game, MoveT, PositionT
from gamesolver.value import Outcome

if TYPE_CHECKING:
    from gamesolver.answers import How


class Shown(Generic[PositionT, MoveT]):
    """A solution, as those see it who show it."""

    __slots__ = ()

    @property
    @abstractmethod
    def game(self) -> Game[PositionT, MoveT]:
        """The game that was solved."""

    @property
    @abstractmethod
    def start(self) -> PositionT:
        """The position that play starts from."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome:
        """The outcome of the start."""

    @property
    @abstractmethod
    def how(self) -> How:
        """How it was solved."""

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def _known(self, position: PositionT) -> PositionT:
        """A position as the game has it; raise unless it is known."""

    @abstractmethod
    def counts(self) -> dict[Outcome, int]:
        """How many positions have each outcome."""

    def board(self, position: PositionT | None = None) -> Board[PositionT, MoveT]:
        """The board of a position, by default of the start: a picture in a notebook, else text."""
        return Board(self.game, self._known(self.start if position is None else position))

    def __repr__(self) -> str:
        notes = "".join(f"; {each}" for each in self.how.notes)
        told = f"{one_line(self.game)}: {self.outcome}, {len(self)} positions{notes}"
        return f"<Solution of {told}>"

    _repr_html_ = shown_by("reports", "solution_html")
