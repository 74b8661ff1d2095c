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


def names_of_games(incomplete: str) -> list[str]:
    """Return the names of built-in games that begin like this, for completion in a shell."""
    return [name for name in gamesolver.registered_games() if name.startswith(incomplete)]


Json: TypeAlias = Annotated[bool, typer.Option("--json", "-j", help="Print the result as JSON.")]
Memory: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--memory",
        "-m",
        metavar="SIZE",
        help="Memory limit, such as 4GB.  [default: 85 % of what is free]",
    ),
]
Threads: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--threads",
        "-t",
        metavar="N",
        parser=whole,
        help="Use up to N threads.  [default: one a core]",
    ),
]
Tables: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--table",
        metavar="FILE",
        help="Reuse the positions of a saved solution.  [repeatable]",
        show_default=False,
    ),
]
Scores: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--scores/--no-scores",
        help="Compute margins, or only the winner in less memory.",
    ),
]
Start: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--start", "-s", metavar="POSITION", help="Solve from this position.  [default: the start]"
    ),
]
Begin: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--start", "-s", metavar="POSITION", help="Begin at this position.  [default: the start]"
    ),
]
Timeout: TypeAlias = Annotated[
    float,
    typer.Option(
        "--timeout", metavar="SECONDS", parser=number, help="Time limit of a bot for a move."
    ),
]
RulesOfFile: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--game",
        "-g",
        metavar="GAME",
        help="Rules of a saved game that is not in the library.",
    ),
]
