"""What callers of this package pass: looked at before any work begins, and refused in words.

**Who moves where, asked once a position: most positions are come to by several moves.**
"""

from __future__ import annotations

import sys
from typing import Any, Generic

from gamesolver.arguments import whole
from gamesolver.errors import InvalidArgumentError
from gamesolver.rules.game import MoveT, PositionT
from gamesolver.rules.guard import Rules
from gamesolver.solution import Solution
from gamesolver.texts import spelled

# ── who moves where, asked once a position ──────────────────────────────────────────────────────

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


# ── what callers of this package pass ───────────────────────────────────────────────────────────


def require_solution(given: object, called: str = "solution") -> None:
    """Raise unless it is a solution."""
    if not isinstance(given, Solution):
        raise InvalidArgumentError(
            f"bad {called} {spelled(given)}: expected a Solution, as solve and load give it"
        )


def require_word(given: object, called: str, one: str, other: str) -> None:
    """Raise unless it is one of two words."""
    if not (isinstance(given, str) and given in (one, other)):
        told = f'bad {called} {spelled(given)}: expected "{one}" or "{other}"'
        raise InvalidArgumentError(told)


def number_in(
    given: object, called: str, expected: str, least: int, most: int = sys.maxsize
) -> int:
    """The whole number that is given; raise unless it is one from ``least`` on.

    One that is greater than ``most`` is refused too, unless nothing can be as many.
    """
    number = whole(given)
    if number is None or number < least or number > most < sys.maxsize:
        raise InvalidArgumentError(f"bad {called} {spelled(given)}: expected {expected}")
    return min(number, most)


def limit_in(given: object) -> int:
    """The number of positions of a graph of play that are allowed."""
    return number_in(given, "limit", "a number of positions from 1 on", 1)


def most_in(given: object, of_what: str) -> int | None:
    """The number that is enough, or ``None`` for all there are."""
    expected = f"a number of {of_what} from 1 on, or None for all"
    return None if given is None else number_in(given, "most", expected, 1)


def seed_in(given: object, expected: str = "a whole number from 0 on") -> int:
    """What lots are drawn from."""
    return number_in(given, "seed", expected, 0)


def seat_in(given: object, expected: str) -> int:
    """The seat that is given."""
    return number_in(given, "seat", expected, 0, 1)


def mover_at(solution: Solution[Any, Any], position: Any) -> str:
    """What people call the player to move."""
    seat = solution.game.player(position)
    return "the player to move" if seat is None else solution.game.seats[seat]
