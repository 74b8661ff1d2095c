"""``gamesolver puzzles``: positions with one right move, or traps, to read or to print."""

from __future__ import annotations

from typing import Annotated, Any

import click

from gamesolver.cli import options
from gamesolver.cli.output import Page, how_far, write_json, written
from gamesolver.cli.parsing import FILE_OR_GAME, command_about
from gamesolver.cli.subjects import Subject
from gamesolver.errors import InvalidArgumentError
from gamesolver.players import Puzzles, Traps
from gamesolver.players import puzzles as puzzles_in
from gamesolver.players import traps as traps_in
from gamesolver.players.puzzling import PuzzlesShape
from gamesolver.players.trapping import TrapsShape
from gamesolver.shapes import game_shape
from gamesolver.texts import clean
from gamesolver.value import Value


class ExercisesShape(PuzzlesShape, TrapsShape):
    """`gamesolver puzzles --json`."""

    written: Annotated[str | None, "The sheet, if any."]


@command_about(FILE_OR_GAME)
@click.option("--plies", metavar="N", help="Only wins in these plies, such as 5 or 3-7.")
@click.option(
    "--limit",
    "-n",
    "most",
    metavar="N",
    type=options.whole,
    default=10,
    help="Show up to N, the deepest first.",
)
@click.option(
    "--seed", metavar="N", type=options.whole, default=0, help="Seed of the order at equal depth."
)
@click.option("--traps", is_flag=True, help="Show drawn positions in which most moves lose.")
@options.sheet
@options.memory
@options.threads
@options.json
def puzzles(
    subject: Subject,
    plies: str | None,
    most: int,
    seed: int,
    traps: bool,
    sheet: str | None,
    memory: str | None,
    threads: int | None,
    json: bool,
) -> None:
    """Find positions with one right move, and show their solutions."""
    expected = "a number of plies, such as 5, or 3-7"
    wanted = None if plies is None else options.plies_between(plies, "--plies", expected)
    if most < 1:
        raise InvalidArgumentError(f"bad --limit {most}: expected a number from 1 on")
    if traps and wanted is not None:
        raise InvalidArgumentError("--plies and --traps exclude each other: leave out one of them")
    solution = subject.solution(memory=memory, threads=threads)
    exercises: Puzzles[Any, Any] | Traps[Any, Any]
    if traps:
        exercises = traps_in(solution, most=most, progress=how_far())
    else:
        exercises = puzzles_in(solution, plies=wanted, most=most, seed=seed, progress=how_far())
    news = None if sheet is None else written(sheet, exercises.as_html())
    if json:
        none: ExercisesShape = {
            "game": game_shape(solution.game),
            "puzzles": [],
            "traps": [],
            "written": sheet,
        }
        write_json({**none, **exercises.shape()})
        return
    page = Page()
    if news is not None:
        page.print_lines(news)
    elif exercises:
        page.print_lines(clean(exercises.as_text()).rstrip("\n"))
    elif traps and solution.value is not Value.DRAW:
        page.print_lines(f"No traps: the start is a {solution.outcome}, and best play keeps it so")
    else:
        page.print_lines("No traps" if traps else "No puzzles")
