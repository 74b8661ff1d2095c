"""``gamesolver play``: a match in the terminal against a perfect opponent."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module
from random import Random

import click

from gamesolver.cli import options
from gamesolver.cli.dialogue import Dialogue
from gamesolver.cli.parsing import FILE_OR_GAME, command_about
from gamesolver.cli.subjects import Subject, mover_named, parsed
from gamesolver.errors import InvalidArgumentError
from gamesolver.players.against_person import PersonMatch, seat_named
from gamesolver.texts import spelled


@command_about(FILE_OR_GAME)
@options.begin
@options.seat
@click.option(
    "--by",
    metavar="RULE",
    default="outcome",
    help="What the opponent keeps: outcome, score, or value.",
)
@click.option(
    "--seed", metavar="N", type=options.whole, help="Seed of the opponent.  [default: random]"
)
@options.memory
@options.threads
def play(
    subject: Subject,
    start: str | None,
    seat: str | None,
    by: str,
    seed: int | None,
    memory: str | None,
    threads: int | None,
) -> None:
    """Play against a perfect opponent in the terminal."""
    if by not in ("outcome", "score", "value"):
        raise InvalidArgumentError(f"bad --by {spelled(by)}: expected outcome, score or value")
    solution = subject.solution(memory=memory, threads=threads)
    luck = Random(seed)
    here = solution.start if start is None else parsed(solution.game, start)
    solution[here]
    mine = luck.randrange(2) if seat is None else seat_named(solution.game, seat, "--seat")
    if sys.stdin.isatty():
        _edit_lines()
    first = mover_named(solution.game, start, here) or 0
    Dialogue(PersonMatch(solution, mine, luck, by, here, first)).play()  # type: ignore[arg-type]  # one of the three


def _edit_lines() -> None:
    """Enable line editing and history, if Python supports them."""
    with suppress(ImportError):
        import_module("readline")  # it is enough that it is there
