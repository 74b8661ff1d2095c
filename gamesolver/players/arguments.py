"""Checks of the arguments of this package, made before any computation begins."""

from __future__ import annotations

import sys
from typing import Any

from gamesolver.arguments import whole
from gamesolver.errors import InvalidArgumentError
from gamesolver.rules.guard import seats_of
from gamesolver.solution import Solution
from gamesolver.texts import spelled


def require_solution(argument: object, called: str = "solution") -> None:
    """Raise unless the argument is a ``Solution``."""
    if not isinstance(argument, Solution):
        raise InvalidArgumentError(
            f"bad {called} {spelled(argument)}: expected a Solution, as solve and load return it"
        )


def require_word(argument: object, called: str, *words: str) -> None:
    """Raise unless the argument is one of the given words."""
    if not (isinstance(argument, str) and argument in words):
        *others, last = (f'"{word}"' for word in words)
        message = f"bad {called} {spelled(argument)}: expected {', '.join(others)} or {last}"
        raise InvalidArgumentError(message)


def number_in(
    argument: object, called: str, expected: str, least: int, most: int = sys.maxsize
) -> int:
    """Return the argument as an integer, or raise if it is not one from ``least`` on.

    Raise also if it exceeds ``most``. Without a limit, a greater number is cut to ``sys.maxsize``.
    """
    number = whole(argument)
    if number is None or number < least or number > most < sys.maxsize:
        raise InvalidArgumentError(f"bad {called} {spelled(argument)}: expected {expected}")
    return min(number, most)


def limit_in(argument: object) -> int:
    """Return the limit on the positions of a graph of play."""
    return number_in(argument, "limit", "a number of positions from 1 on", 1)


def most_in(argument: object, of_what: str) -> int | None:
    """Return the number of results to find, or ``None`` for all."""
    expected = f"a number of {of_what} from 1 on, or None for all"
    return None if argument is None else number_in(argument, "most", expected, 1)


def seed_in(argument: object, expected: str = "a whole number from 0 on") -> int:
    """Return the seed of the random numbers."""
    return number_in(argument, "seed", expected, 0)


def seat_in(argument: object, expected: str) -> int:
    """Return the player index, 0 or 1."""
    return number_in(argument, "seat", expected, 0, 1)


def mover_at(solution: Solution[Any, Any], position: Any) -> str:
    """Return the display name of the player to move."""
    seat = solution.game.player(position)
    return "the player to move" if seat is None else seats_of(solution.game)[seat]
