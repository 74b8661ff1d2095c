"""What a player is, and the one that chooses among all moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Generic

import attrs

from gamesolver.errors import GameContractError, InvalidArgumentError
from gamesolver.game import Game, MoveT, PositionT
from gamesolver.rules import Rules
from gamesolver.spelling import spelled
from gamesolver.words import shown

Player = Callable[[Any], Any]
"""Anything that gives a move for a position, or a list of moves to choose among evenly.

>>> def first_empty(position):
...     return position.index(".")
>>> player: Player = first_empty
"""


class SteadyPlayer(ABC, Generic[PositionT, MoveT]):
    """A player that promises one answer for each position, whenever it is asked.

    Every player of ours is one. :func:`gamesolver.players.match` asks it once for each position
    that stands on several boards at a time, and any other callable once for each board.

    >>> from games import TicTacToe
    >>> from gamesolver.players import RandomPlayer
    >>> isinstance(RandomPlayer(TicTacToe()), SteadyPlayer)
    True
    """

    @abstractmethod
    def __call__(self, position: PositionT) -> MoveT | list[MoveT]:
        """A move, or the list of the moves it chooses among evenly."""


@attrs.frozen(eq=False)
class RandomPlayer(SteadyPlayer[PositionT, MoveT]):
    """Chooses evenly among all legal moves.

    >>> from games import TicTacToe
    >>> game = TicTacToe()
    >>> RandomPlayer(game)(game.parse("xoxoxo..."))
    [6, 7, 8]
    """

    game: Game[PositionT, MoveT]
    _rules: Rules[PositionT, MoveT] = attrs.field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_rules", Rules(self.game))

    def __call__(self, position: PositionT) -> list[MoveT]:
        return list(choices_at(self._rules, position)[0])


def choices_at(
    rules: Rules[PositionT, MoveT], position: PositionT
) -> tuple[Sequence[MoveT], Callable[[MoveT], PositionT]]:
    """The legal moves where somebody is asked to move, and what plays one of them.

    What the game cannot read is the fault of who asks: where play comes to, the game was
    asked already.
    """
    bad = f"bad position {spelled(position)}:"
    try:
        hash(position)
    except Exception as error:
        raise InvalidArgumentError(f"{bad} expected a hashable one") from error
    try:
        if rules.ending(position) is None:
            return rules.choices(position)
    except GameContractError as error:
        told = f"{bad} is it a position of {rules.game!r}? {error.faults[0].message}"
        raise InvalidArgumentError(told) from (error.__cause__ or error)
    raise play_has_ended(rules.game, position)


def play_has_ended(game: Game[PositionT, Any], position: PositionT) -> InvalidArgumentError:
    """The error for who asks for a move where there is nothing to choose."""
    return InvalidArgumentError(
        f"play has ended in position {shown(game, position)}: expected one where play goes on"
    )
