"""Options that several commands share, each defined once."""

from __future__ import annotations

from typing import Any

import click

from gamesolver.errors import InvalidArgumentError
from gamesolver.texts import spelled

PATIENCE = 10.0  # seconds that a bot has for a move
MOST_LETTERS = 40  # of two numbers of plies
HAS_SCORES = "gamesolver: the game has scores"
"""Key in the context of a call for help about a game."""


def whole(text: str | int) -> int:
    """Return the typed whole number."""
    try:
        return int(text)
    except ValueError:
        raise click.BadParameter(f"expected a whole number, got {spelled(text)}") from None


def number(text: str | float) -> float:
    """Return the typed number."""
    try:
        return float(text)
    except ValueError:
        raise click.BadParameter(f"expected a number, got {spelled(text)}") from None


def plies_between(text: str, option: str, expected: str) -> int | range:
    """Return the typed plies: a number, or a range with both ends."""
    low, _, high = text.partition("-")
    are_numbers = len(text) <= MOST_LETTERS and low.isdecimal() and (high or low).isdecimal()
    if are_numbers and int(low) <= int(high or low):
        return range(int(low), int(high) + 1) if high else int(low)
    raise InvalidArgumentError(f"bad {option} {spelled(text)}: expected {expected}")


class ScoresOption(click.Option):
    """A switch that the help shows for games with scores only: it matters in no other game."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the row of the option in the help."""
        return super().get_help_record(ctx) if ctx.meta.get(HAS_SCORES) else None


_SCORES: Any = {"default": True, "help": "Compute margins, or only the winner in less memory."}

json = click.option("--json", "-j", is_flag=True, help="Print the result as JSON.")
memory = click.option(
    "--memory",
    "-m",
    metavar="SIZE",
    help="Memory limit, such as 4GB.  [default: 85 % of free memory]",
)
threads = click.option(
    "--threads",
    "-t",
    metavar="N",
    type=whole,
    help="Use up to N threads.  [default: one per core]",
)
tables = click.option(
    "--table",
    "tables",
    metavar="FILE",
    multiple=True,
    help="Reuse the positions of a saved solution.  [repeatable]",
)
scores = click.option("--scores/--no-scores", cls=ScoresOption, **_SCORES)
start = click.option(
    "--start", "-s", metavar="POSITION", help="Solve from this position.  [default: the start]"
)
begin = click.option(
    "--start", "-s", metavar="POSITION", help="Begin at this position.  [default: the start]"
)
timeout = click.option(
    "--timeout",
    metavar="SECONDS",
    type=number,
    default=PATIENCE,
    help="Time limit of a bot for a move.",
)

seat = click.option("--seat", metavar="SEAT", help="Seat: first, second, or a player's name.")
sheet = click.option(
    "--sheet", metavar="OUT.html", help="Write a page for printing, and show nothing."
)


def rules_of_file() -> click.Option:
    """Return the option for the rules of a file."""
    return click.Option(
        ["--game", "-g", "rules"],
        metavar="GAME",
        help="Rules of a saved game that is not in the library.",
    )


def scores_of_file() -> click.Option:
    """Return the switch for scores of a game that is solved first."""
    return ScoresOption(["--scores/--no-scores", "in_scores"], **_SCORES)
