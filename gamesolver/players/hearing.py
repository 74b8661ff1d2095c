"""Asking players, and checking what they say.

A player's answer is a legal move, or a list of legal moves, each named once. Anything
else is a :class:`gamesolver.PlayerError`, as is an error of the player's own. What is not the
player's fault is passed on as it is: rules that break their contract, a file that cannot
be read, a limit that was reached, loops where minimax may not have any.

Hidden lots, or a memory, show when the same question is put twice and a sample of the
answers differs: then nothing exact can be said of the player.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from types import FunctionType
from typing import Any, Generic

from gamesolver.apart import texts_apart
from gamesolver.errors import (
    FileError,
    GameContractError,
    InvalidArgumentError,
    LoopError,
    PlayerError,
    SizeLimitError,
)
from gamesolver.game import MoveT, PositionT
from gamesolver.players.player import SteadyPlayer
from gamesolver.rules import Rules
from gamesolver.spelling import said_by, spelled
from gamesolver.words import instead_of, shown

ILLEGAL, RAISES, HANGS, CHANGES = "illegal move", "raises", "hangs", "changes its mind"
NOT_THE_PLAYERS = (FileError, GameContractError, LoopError, MemoryError, SizeLimitError)
"""Errors that are no fault of the player's."""
ASKED_AGAIN = 256  # positions that are asked about a second time


class AskedPlayer(Generic[PositionT, MoveT]):
    """A player whose every answer is checked; ``is_steady`` if it need not be asked afresh."""

    def __init__(self, rules: Rules[PositionT, MoveT], player: object) -> None:
        if not callable(player):
            raise InvalidArgumentError(
                f"bad player {spelled(player)}: expected a callable that takes a position"
            )
        self.rules = rules
        self.player: Any = player
        self.is_steady = isinstance(player, SteadyPlayer)

    @property
    def name(self) -> str:
        """What messages call it."""
        if isinstance(self.player, FunctionType):
            return self.player.__name__
        return spelled(self.player)

    def choices(self, position: PositionT, legal: Sequence[MoveT]) -> Sequence[MoveT]:
        """The moves it chooses among evenly: at least one, each of them legal, each once."""
        try:
            answer = self.player(position)
        except (*NOT_THE_PLAYERS, PlayerError):  # or of one within it, told already
            raise
        except Exception as error:
            raise self._raised(position, error) from error
        if type(answer) is not list:
            return (self._legal(position, legal, answer),)
        if not answer:
            raise self._fault(ILLEGAL, position, "returned an empty list", "one move at least")
        chosen = [self._legal(position, legal, each) for each in answer]
        if len(set(chosen)) < len(chosen):
            told = f"returned {spelled(answer)}, with one move twice"
            raise self._fault(ILLEGAL, position, told, "each move once")
        return chosen

    def _legal(self, position: PositionT, legal: Sequence[MoveT], answer: Any) -> MoveT:
        """The game's own object for a move; two that are equal are one move."""
        try:
            return legal[legal.index(answer)]
        except Exception as error:  # the ``==`` of a foreign object may raise anything
            game = self.rules.game
            told, _, advice = instead_of(game, position, answer, spelled(answer))
            message = f"{self.name} returned {told} in position {shown(game, position)}: {advice}"
            raise PlayerError(message, ILLEGAL, position, self.player) from error

    def changed(self, position: PositionT, then: Sequence[MoveT]) -> PlayerError | None:
        """Asked again, what is wrong if the answer is not what it was ``then``."""
        legal = self.rules.moves(position)
        now = self.choices(position, legal)
        if set(now) == set(then):
            return None
        pairs = ((self._told(each), list(each)) for each in (then, now))
        answers = " and then ".join(texts_apart(*pairs))
        expected = "one answer, or the list of the moves it chooses among"
        return self._fault(CHANGES, position, f"answered {answers}", expected)

    def _told(self, moves: Sequence[MoveT]) -> str:
        texts = [self.rules.format_move(each) for each in moves]
        return texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"

    def _raised(self, position: PositionT, error: Exception) -> PlayerError:
        kind = HANGS if isinstance(error, TimeoutError) else RAISES
        told = f"raised {said_by(error)}"
        return self._fault(kind, position, told, "a legal move, or a list of them")

    def _fault(self, kind: str, position: PositionT, told: str, expected: str) -> PlayerError:
        where = f"in position {shown(self.rules.game, position)}"
        message = f"{self.name} {told} {where}: expected {expected}"
        return PlayerError(message, kind, position, self.player)


def require_steady(
    asked: AskedPlayer[PositionT, MoveT], answers: Iterable[tuple[PositionT, Sequence[MoveT]]]
) -> None:
    """Raise if a player answers otherwise than before, asked again in some of the positions."""
    for position, then in some_of(list(answers), ASKED_AGAIN):
        error = asked.changed(position, then)
        if error is not None:
            raise error


def some_of(each: list[Any], most: int) -> list[Any]:
    """So many of a list at most, the same ones every time, in any order."""
    return Random(0).sample(each, min(len(each), most))
