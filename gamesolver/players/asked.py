"""What callers of this package pass: looked at before any work begins, and refused in words."""

from __future__ import annotations

from typing import Any

from gamesolver.arguments import is_count, whole
from gamesolver.errors import InvalidArgumentError
from gamesolver.solution import Solution
from gamesolver.spelling import spelled


def require_solution(given: object, called: str = "solution") -> None:
    """Raise unless it is a solution."""
    if not isinstance(given, Solution):
        raise InvalidArgumentError(
            f"bad {called} {spelled(given)}: expected a Solution, as solve and load give it"
        )


def require_most(given: object, called: str, of_what: str) -> None:
    """Raise unless it is a number from 0 on, or ``None`` for no limit."""
    if given is not None and not is_count(given):
        told = f"expected a number of {of_what} from 0 on, or None for all"
        raise InvalidArgumentError(f"bad {called} {spelled(given)}: {told}")


def require_seed(given: object) -> None:
    """Raise unless it is a whole number."""
    if whole(given) is None:
        raise InvalidArgumentError(f"bad seed {spelled(given)}: expected a whole number")


def require_seat(given: object) -> None:
    """Raise unless it is the number of a player."""
    if whole(given) not in (0, 1):
        raise InvalidArgumentError(f"bad player {spelled(given)}: expected 0 or 1")


def mover_at(solution: Solution[Any, Any], position: Any) -> str:
    """What people call the player to move."""
    seat = solution.game.player(position)
    return "the player to move" if seat is None else solution.game.seats[seat]
