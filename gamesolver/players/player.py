"""What a player is, and the one that chooses among all moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Generic

import attrs

from gamesolver.errors import InvalidArgumentError
from gamesolver.game import Game, MoveT, PositionT
from gamesolver.rules import Rules
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
        require_play(self._rules, position)
        return list(self._rules.moves(position))


def require_play(rules: Rules[PositionT, MoveT], position: PositionT) -> None:
    """Raise where play has ended: there is nothing to choose."""
    if rules.ending(position) is not None:
        raise InvalidArgumentError(
            f"play has ended in position {shown(rules.game, position)}: "
            "expected one where play goes on"
        )
