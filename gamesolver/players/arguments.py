"""What callers of this package pass: looked at before any work begins, and refused in words."""

from __future__ import annotations

import sys
from typing import Any

from gamesolver.arguments import whole
from gamesolver.errors import InvalidArgumentError
from gamesolver.rules.guard import seats_of
from gamesolver.solution import Solution
from gamesolver.texts import spelled


def require_solution(argument: object, called: str = "solution") -> None:
    """Raise unless it is a solution."""
    if not isinstance(argument, Solution):
        raise InvalidArgumentError(
            f"bad {called} {spelled(argument)}: expected a Solution, as solve and load give it"
        )


def require_word(argument: object, called: str, *words: str) -> None:
    """Raise unless it is one of some words."""
    if not (isinstance(argument, str) and argument in words):
        *others, last = (f'"{word}"' for word in words)
        message = f"bad {called} {spelled(argument)}: expected {', '.join(others)} or {last}"
        raise InvalidArgumentError(message)


def number_in(
    argument: object, called: str, expected: str, least: int, most: int = sys.maxsize
) -> int:
    """The whole number that is given; raise unless it is one from ``least`` on.

    One that is greater than ``most`` is refused too, unless nothing can be as many.
    """
    number = whole(argument)
    if number is None or number < least or number > most < sys.maxsize:
        raise InvalidArgumentError(f"bad {called} {spelled(argument)}: expected {expected}")
    return min(number, most)


def limit_in(argument: object) -> int:
    """The number of positions of a graph of play that are allowed."""
    return number_in(argument, "limit", "a number of positions from 1 on", 1)


def most_in(argument: object, of_what: str) -> int | None:
    """The number that is enough, or ``None`` for all there are."""
    expected = f"a number of {of_what} from 1 on, or None for all"
    return None if argument is None else number_in(argument, "most", expected, 1)


def seed_in(argument: object, expected: str = "a whole number from 0 on") -> int:
    """What lots are drawn from."""
    return number_in(argument, "seed", expected, 0)


def seat_in(argument: object, expected: str) -> int:
    """The seat that is given."""
    return number_in(argument, "seat", expected, 0, 1)


def mover_at(solution: Solution[Any, Any], position: Any) -> str:
    """What people call the player to move."""
    seat = solution.game.player(position)
    return "the player to move" if seat is None else seats_of(solution.game)[seat]
