"""Who moves where, asked once a position: most positions are come to by several moves."""

from __future__ import annotations

from typing import Generic

from gamesolver.game import MoveT, PositionT
from gamesolver.rules import Rules

MOST_KEPT = 2_000_000


class Seats(Generic[PositionT, MoveT]):
    """The seat to move by position, remembered.

    >>> from games import TicTacToe
    >>> game = TicTacToe()
    >>> Seats(Rules(game)).at(game.start())
    0
    """

    def __init__(self, rules: Rules[PositionT, MoveT]) -> None:
        self._rules = rules
        self._known: dict[PositionT, int | None] = {}

    def at(self, position: PositionT) -> int | None:
        """The seat to move, or ``None`` where the game names none."""
        if not self._rules.has_seats:
            return None
        if position not in self._known:
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            self._known[position] = self._rules.player(position)
        return self._known[position]
