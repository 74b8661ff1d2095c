"""Options that several commands share, each defined once."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

import gamesolver
from gamesolver.errors import InvalidArgumentError
from gamesolver.texts import spelled

MOST_LETTERS = 40  # of two numbers of plies


def whole(text: str | int) -> int:
    """Return the typed whole number."""
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"expected a whole number, got {spelled(text)}") from None


def number(text: str | float) -> float:
    """Return the typed number."""
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"expected a number, got {spelled(text)}") from None


def plies_between(text: str, option: str, expected: str) -> int | range:
    """Return the typed plies: a number, or a range with both ends."""
    low, _, high = text.partition("-")
    are_numbers = len(text) <= MOST_LETTERS and low.isdecimal() and (high or low).isdecimal()
    if are_numbers and int(low) <= int(high or low):
        return range(int(low), int(high) + 1) if high else int(low)
    raise InvalidArgumentError(f"bad {option} {spelled(text)}: expected {expected}")


def names_on_the_shelf(incomplete: str) -> list[str]:
    """Return the names of built-in games that begin like this, for completion in a shell."""
    return [name for name in gamesolver.registered_games() if name.startswith(incomplete)]


Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Answer in JSON, for programs.")]
Memory: TypeAlias = Annotated[
    str | None,
    typer.Option("--memory", metavar="SIZE", help="The most that solving may take, such as 4GB."),
]
Threads: TypeAlias = Annotated[
    int | None,
    typer.Option("--threads", metavar="N", parser=whole, help="Use N threads at most."),
]
Tables: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--table",
        metavar="FILE",
        help="A saved solution whose positions this game has, too; may be given again.",
        show_default=False,
    ),
]
Scores: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--scores/--no-scores",
        help="Of a game with scores: with --no-scores only who wins, in less memory.",
    ),
]
Start: TypeAlias = Annotated[
    str | None,
    typer.Option("--start", metavar="POSITION", help="Solve from this position, not the start."),
]
Begin: TypeAlias = Annotated[
    str | None,
    typer.Option("--start", metavar="POSITION", help="Begin at this position, not at the start."),
]
Timeout: TypeAlias = Annotated[
    float,
    typer.Option(
        "--timeout", metavar="SECONDS", parser=number, help="The time that a bot has for a move."
    ),
]
RulesOfFile: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="GAME",
        help="The rules of the game in a file, where it is not on the shelf.",
    ),
]
