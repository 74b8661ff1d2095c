"""A player's seat by its name, as it is typed: first, second, or what the game calls it."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import typer

import gamesolver
from gamesolver.command_line.texts import clean
from gamesolver.errors import InvalidArgumentError
from gamesolver.spelling import spelled

Side: TypeAlias = Annotated[
    str | None,
    typer.Option("--side", metavar="SIDE", help="first, second, or the player's name."),
]


def seat_named(game: gamesolver.Game[Any, Any], side: str) -> int:
    """The seat, 0 or 1."""
    names = [name.casefold() for name in game.seats]
    for seat, ordinal in enumerate(("first", "second")):
        if side.casefold() in (ordinal, names[seat]):
            return seat
    expected = ", ".join(dict.fromkeys(["first", "second", *map(clean, game.seats)]))
    raise InvalidArgumentError(f"bad --side {spelled(side)}: expected one of {expected}")
