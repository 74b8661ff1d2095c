"""``gamesolver export``: a file for other programs, of the kind that its suffix names."""

from __future__ import annotations

import os
import re
from typing import Annotated, Any, TypedDict

import click

from gamesolver.cli import options
from gamesolver.cli.output import Page, how_far, write_json
from gamesolver.cli.parsing import FILE_OR_GAME, argument, command_about
from gamesolver.cli.subjects import Subject
from gamesolver.errors import InvalidArgumentError
from gamesolver.rules.game import Game
from gamesolver.shapes import GameShape, Natural, game_shape
from gamesolver.system.memory import in_words
from gamesolver.texts import spelled
from gamesolver.value import Value

SCORES = re.compile(r"([+-]?[0-9]{1,20})(?:-([+-]?[0-9]{1,20}))?")
VALUES = {str(value): value for value in Value}


class WrittenShape(TypedDict):
    """`gamesolver export --json` and `gamesolver page --json`."""

    game: GameShape
    written: Annotated[str, "The file."]
    bytes: Natural


@command_about(FILE_OR_GAME)
@argument(
    "out",
    "File with the suffix .parquet, .csv, .jsonl, .npz, .graphml, .gexf, .dot, or .values.",
    metavar="OUT",
)
@click.option("--value", metavar="win|draw|loss", help="Only positions of this value.")
@click.option(
    "--remoteness", metavar="N", help="Only positions with these plies, such as 5, 5-9, or endless."
)
@click.option(
    "--score", metavar="N", help="Only positions with these scores, such as 5, -2, or -2-5."
)
@click.option("--reachable", is_flag=True, help="Only positions reachable from the start.")
@click.option("--moves", is_flag=True, help="Write the outcome of each move, too.")
@click.option("--labels", is_flag=True, help="Write labels for learning: the best moves.")
@click.option(
    "--limit",
    "-n",
    metavar="N",
    type=options.whole,
    default=100_000,
    help="Refuse graphs with more than N nodes.",
)
@options.memory
@options.threads
@options.json
def export(
    subject: Subject,
    out: str,
    value: str | None,
    remoteness: str | None,
    score: str | None,
    reachable: bool,
    moves: bool,
    labels: bool,
    limit: int,
    memory: str | None,
    threads: int | None,
    json: bool,
) -> None:
    """Write positions and outcomes to a file for other programs."""
    chosen = _value(value), _remoteness(remoteness), _score(score)
    solution = subject.solution(memory=memory, threads=threads)
    solution.export(
        out,
        value=chosen[0],
        remoteness=chosen[1],
        score=chosen[2],
        reachable=reachable,
        moves=moves,
        labels=labels,
        limit=limit,
        progress=how_far(),
    )
    report_written(solution.game, out, json)


def report_written(game: Game[Any, Any], out: str, json: bool) -> None:
    """Print the name of the written file, and its size."""
    size = os.path.getsize(os.path.realpath(out))  # the name as the writer resolved it
    if json:
        answer: WrittenShape = {"game": game_shape(game), "written": out, "bytes": size}
        write_json(answer)
    else:
        Page().print_lines(f"{out}: {in_words(size)}")


def _value(text: str | None) -> Value | None:
    if text is not None and text not in VALUES:
        raise InvalidArgumentError(f"bad --value {spelled(text)}: expected win, draw or loss")
    return None if text is None else VALUES[text]


def _remoteness(text: str | None) -> int | range | tuple[None] | None:
    """Return a number, a range with both ends, or ``(None,)`` for draws without end."""
    if text is None:
        return None
    if text == "endless":
        return (None,)
    return options.plies_between(text, "--remoteness", "plies, such as 5 or 5-9, or endless")


def _score(text: str | None) -> int | range | None:
    """Return a score, or a range with both ends."""
    if text is None:
        return None
    typed = SCORES.fullmatch(text)
    low, high = typed.groups() if typed else ("1", "0")
    if high is None:
        return int(low)
    if int(low) > int(high):
        expected = "expected a score, such as 5 or -2, or those from one to another, such as -2-5"
        raise InvalidArgumentError(f"bad --score {spelled(text)}: {expected}")
    return range(int(low), int(high) + 1)
