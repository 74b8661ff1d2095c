"""Positions, moves and outcomes in words, by what a game calls its players."""

from __future__ import annotations

from typing import Any

import attrs

from gamesolver.game import Game
from gamesolver.rules import Rules
from gamesolver.spelling import clean
from gamesolver.telling import won_by
from gamesolver.value import Outcome, Value


@attrs.frozen
class Voice:
    """A game as people speak of it; its texts are cleaned for a terminal."""

    rules: Rules[Any, Any]

    @classmethod
    def of(cls, game: Game[Any, Any]) -> Voice:
        """The voice of a game."""
        return cls(Rules(game))

    def position(self, position: Any) -> str:
        """The position in a line of text."""
        return clean(self.rules.format(position))

    def move(self, move: Any) -> str:
        """The move in a short text."""
        return clean(self.rules.format_move(move))

    def board(self, position: Any) -> str:
        """The position as a board."""
        return clean(self.rules.render(position)).rstrip("\n")

    def seat(self, position: Any, *, if_nameless: int | None = None) -> int | None:
        """Who is to move; ``if_nameless`` where positions do not tell."""
        seat = self.rules.player(position)
        return if_nameless if seat is None else int(seat)

    def seat_at_start(self, position: Any) -> int | None:
        """Who is to move at a position that may be the start, where the first player is."""
        return self.seat(position, if_nameless=0 if position == self.rules.start() else None)

    def name(self, seat: int | None, *, other: bool = False) -> str:
        """What people call a player: the one of the seat, or the other one."""
        if seat is None:
            return "the other player" if other else "the player to move"
        name = clean(str(self.rules.game.seats[1 - seat if other else seat]))
        return f"the {name}" if name.endswith("player") else name

    def sentence(self, outcome: Outcome, seat: int | None) -> str:
        """How play ends, and how soon: ``x wins in 5 plies``."""
        winner = self.name(seat, other=outcome.value is Value.LOSS)
        return won_by(winner, outcome, outcome.remoteness == 0)
